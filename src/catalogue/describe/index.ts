export { catalogueTable, entryMarkdown } from './markdown.js';
export { entryText } from './text.js';
