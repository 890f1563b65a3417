export { type Brief, type BriefDecision, decisionsOf } from './brief.js';
export { briefOf } from './brief-of.js';
export { briefMarkdown, MOST_TOKENS } from './markdown.js';
export { tokensOf } from './tokens.js';
