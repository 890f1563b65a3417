/** Readers: from the text of a file to usages. Each is loaded when the first file of its language is met. */

export { cipherUsages } from './cipher-lists.js';
export { flatFile } from './flat.js';
export { familyOf, LANGUAGES, languageNamed, languageOf, syntaxOf } from './languages.js';
export { withLimit } from './limits.js';
export type {
  OwnCalls,
  OwnClient,
  Program,
  Reader,
  Reading,
  Root,
  ScriptTree,
  SourceFile,
} from './reader.js';
export { loadReader, loadTextReader } from './registry.js';
export { calledIn, contextOf } from './text/plain/evidence.js';
export type {
  CipherUsage,
  Context,
  Evidence,
  ExpressionUsage,
  HttpUsage,
  RecordUsage,
  ResourceUsage,
  ResponseRead,
  SdkUsage,
  StorageUsage,
  Undetermined,
  Usage,
} from './usage.js';
