/** Text or program in, findings out: what rules, scan and migrations share. */
export { type AnalysisOptions, analyze } from './analyze.js';
export {
  type AnalysisProblem,
  type Analyzer,
  type AnalyzerOptions,
  createAnalyzer,
  type FileAnalysis,
  type FileUsages,
  readyAnalyzer,
} from './analyzer.js';
export { endsWithin } from './deadline.js';
export { type Fix, type FixAction, possibleFixes } from './edits/index.js';
export type { Confidence, Edit, Finding, FindingKind, Severity } from './finding.js';
export { followedUsages } from './followed.js';
export { expressionsIn } from './match/expressions.js';
export { PieceText } from './match/piece-text.js';
export { neighboursIn } from './neighbours.js';
export { inParts, LARGE_CHARACTERS, TOO_LARGE } from './parts.js';
export { type ApiRequest, requestsOf } from './requests.js';
export { RootFinder } from './roots.js';
export { signsOf } from './signs.js';
