export { catalogueTable, entryMarkdown, errorTable } from './markdown.js';
export { owaspPage } from './owasp.js';
export { entryText } from './text.js';
