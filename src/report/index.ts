export { colours, type Paint } from './colours.js';
export { daysBetween, endText, isDay, relativeDays } from './days.js';
export { sha256 } from './digest.js';
export { documentationOf } from './documentation.js';
export { jsonLine, plainLines, unescaped, visible, visibleLines } from './escape.js';
export {
  FORMATS,
  type Format,
  formatNamed,
  type RenderContext,
  type StreamFormat,
} from './formats.js';
export { type JsonFinding, type JsonReport, type JsonUndetermined, jsonReport } from './json.js';
export { MARKDOWN_MARK } from './markdown.js';
export { markdownCode, markdownText } from './markdown-text.js';
export { effectOf, instead, type MessageParts, messageOf, subjectOf } from './message.js';
export * from './model.js';
export { compareFindings, compareUtf8 } from './order.js';
export { isOwnReport } from './own-reports.js';
export { repositoryPaths } from './repository-path.js';
export { ruleName } from './rule-name.js';
export { sarifRule } from './sarif.js';
export { originalUriBaseIds, sarifUris } from './sarif-uri.js';
export { linesInside, MaskedLine, maskSecrets, maskSource, modeOf } from './secrets/index.js';
export { plural, thousands } from './text-summary.js';
export { wrap } from './wrap.js';
