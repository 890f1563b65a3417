import type { Profile } from '../../catalogue/index.js';
import type { Program, SourceFile } from '../reader.js';
import type { Context } from '../usage.js';
import { type Code, readCode } from './code.js';
import { Evaluator } from './evaluate.js';
import { contextOf, evidenceOf, type FileEvidence } from './evidence.js';
import { Requests } from './requests.js';
import { readScopes, type Scopes } from './scopes.js';
import type { Syntax } from './syntax.js';

/** Everything that is worked out once for a file of code. */
export interface Unit {
  readonly file: SourceFile;
  readonly profiles: readonly Profile[];
  readonly program: Program;
  readonly code: Code;
  readonly scopes: Scopes;
  readonly evaluator: Evaluator;
  readonly requests: Requests;
  readonly evidence: FileEvidence;
  readonly context: Context;
}

export function unitOf(
  file: SourceFile,
  syntax: Syntax,
  program: Program,
  outside: (unit: Pick<Unit, 'file' | 'program'>) => ConstructorParameters<typeof Evaluator>[2],
): Unit {
  const code = readCode(file, syntax);
  const scopes = readScopes(code);
  const evaluator = new Evaluator(code, scopes, outside({ file, program }));
  return {
    file,
    profiles: program.profiles,
    program,
    code,
    scopes,
    evaluator,
    requests: new Requests(code, scopes, evaluator),
    evidence: evidenceOf(file, program.profiles, syntax.ecosystem ?? null),
    context: contextOf(file.path),
  };
}
