import { humanSize } from './human-size.js';

export const label = (file) => humanSize(file.size);
