import { formatSize } from './format-size.js';

export const label = (file) => formatSize(file.size);
