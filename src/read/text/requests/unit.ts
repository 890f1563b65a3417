import type { Profile } from '../../../catalogue/index.js';
import type { Program, SourceFile } from '../../reader.js';
import type { Context } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { type Code, isPunctuation, readCode } from '../lexing/code.js';
import { readScopes, type Scopes } from '../lexing/scopes.js';
import type { Syntax } from '../lexing/syntax.js';
import { literalText } from '../lexing/tokens.js';
import { baseHost, contextOf, evidenceOf, type FileEvidence, withBases } from '../plain/evidence.js';
import { Evaluator } from '../values/evaluate.js';
import { Requests } from './requests.js';

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
    evidence: withBases(
      evidenceOf(file, program.profiles, syntax.ecosystem ?? null),
      basesOf(code),
      file.text,
      program.profiles,
    ),
    context: contextOf(file.path),
  };
}

/** Makers of clients: what they are given first is where they send to. */
const MAKER =
  /^(?:new|create|client|session|connect|build|make|baseurl|base_url|base_uri|host)$|client|session|connection|api$/i;

/** Hosts of literals that the code makes the base of other addresses. */
function basesOf(code: Code): readonly string[] {
  return code.tokens.flatMap((token, at) => {
    const text = token.kind === 'string' ? literalText(token) : null;
    if (text === null || !text.startsWith('http')) return [];
    const host = baseHost(text, nameBefore(code, at));
    return host === null ? [] : [host];
  });
}

/** Calls that make an address of a text. */
const ADDRESS_MAKER = /^(?:Uri|URI|URL|Url|NSURL|HttpUrl|parse|Parse|MustParse|create|from)$/;
const NEW = /^new$/;

function textAt(code: Code, at: number): string {
  const token = code.tokens[at];
  return token?.kind === 'word' ? token.text : '';
}

/** `defaultRequest { url("…") }` */
function isDefault(code: Code, open: number): boolean {
  const block = code.enclosing[open] ?? -1;
  return isPunctuation(code.tokens[block], '{') && /^default/i.test(textAt(code, block - 1));
}

/** What a literal is given to: a variable, a key, a maker of clients. */
function nameBefore(code: Code, at: number): string {
  const { tokens } = code;
  const mark = tokens[at - 1];
  // `base_uri "…"`, `@base "…"`
  if (mark?.kind === 'word') return mark.text;
  if (mark?.kind !== 'punctuation') return '';
  const open = code.enclosing[at] ?? -1;
  const first = open === at - 1 || (open === at - 3 && mark.text === ':');
  if (first && isPunctuation(tokens[open], '(')) {
    const names = calleeOf(code, open);
    const made = mark.text === '(' && names.some((name) => MAKER.test(name));
    if (made || isDefault(code, open)) return 'base';
    if (!ADDRESS_MAKER.test(names.at(-1) ?? '')) return mark.text === ':' ? textAt(code, at - 2) : '';
    const start = open - 2 * names.length + 1;
    return nameBefore(
      code,
      tokens[start - 1]?.kind === 'word' && NEW.test(textAt(code, start - 1)) ? start - 1 : start,
    );
  }
  if (mark.text === '(') return '';
  // `plug Tesla.Middleware.BaseUrl, "…"`
  if (mark.text === ',' && /^base/i.test(textAt(code, at - 2))) return textAt(code, at - 2);
  if (!['=', ':=', ':', '=>'].includes(mark.text)) return '';
  const name = tokens[at - 2];
  if (name?.kind === 'word') {
    const typed = isPunctuation(tokens[at - 3], ':') || /^(?:string|str|String)$/.test(name.text);
    const before = tokens[typed && isPunctuation(tokens[at - 3], ':') ? at - 4 : at - 3];
    return typed && before?.kind === 'word' ? before.text : name.text;
  }
  return literalText(name) ?? '';
}
