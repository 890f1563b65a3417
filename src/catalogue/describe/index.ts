export { catalogueTable, entryMarkdown, errorTable } from './markdown.js';
export { entryText } from './text.js';
