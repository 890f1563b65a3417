export { markdownCode, markdownText } from './findings/markdown-text.js';
export {
  effectOf,
  instead,
  type MessageParts,
  messageOf,
  messageWithState,
  resourceName,
  subjectOf,
} from './findings/message.js';
export * from './findings/model.js';
export { repositoryPaths } from './findings/repository-path.js';
export {
  type Fleet,
  type FleetOptions,
  fleetCsv,
  fleetHtml,
  fleetJson,
  fleetMarkdown,
  fleetOf,
  fleetText,
  type Row as SourceRow,
  Sources,
} from './fleet/index.js';
export {
  FORMATS,
  type Format,
  formatNamed,
  type RenderContext,
  type StreamFormat,
} from './formats/index.js';
export {
  type JsonFinding,
  type JsonReport,
  type JsonUndetermined,
  jsonFinding,
  jsonReport,
  jsonUndetermined,
} from './formats/json.js';
export { MARKDOWN_MARK } from './formats/markdown.js';
export { isOwnReport } from './formats/own-reports.js';
export { sarifRule } from './formats/sarif.js';
export { originalUriBaseIds, sarifUris } from './formats/sarif-uri.js';
export { type Inside, isCode, linesInside, maskSecrets, maskSource } from './secrets/index.js';
export { plural, thousands } from './text/summary.js';
export { colours, type Paint } from './words/colours.js';
export { daysBetween, endText, isDay, isOver, relativeDays } from './words/days.js';
export { sha256 } from './words/digest.js';
export { documentationOf } from './words/documentation.js';
export { jsonLine, plainLines, unescaped, visible, visibleLines } from './words/escape.js';
export { compareFindings, compareUtf8 } from './words/order.js';
export { ruleName } from './words/rule-name.js';
export { wrap } from './words/wrap.js';
