const OPEN = '<boltAction';
const CLOSE = '</boltAction>';
export const isClosed = (text) => text.includes(CLOSE);
