export { type Brief, type BriefDecision, briefOf, decisionsOf } from './brief.js';
export { briefMarkdown, MOST_TOKENS } from './markdown.js';
export { tokensOf } from './tokens.js';
