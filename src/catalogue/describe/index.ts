export { catalogueTable, entryMarkdown } from './markdown.js';
export { entryText, type TextOptions } from './text.js';
