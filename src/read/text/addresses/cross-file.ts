import { posix } from 'node:path';
import { knownText } from '../../../value/index.js';
import { syntaxOf } from '../../languages.js';
import type { Program, SourceFile } from '../../reader.js';
import type { HttpUsage } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation } from '../lexing/code.js';
import { bareName, type FunctionScope } from '../lexing/scopes.js';
import { type Unit, unitOf } from '../requests/unit.js';
import { candidatesOf, constantsAround } from '../values/constants.js';
import { wordsOf } from '../words/verbs.js';
import { KEEPERS } from '../words/vocabulary.js';
import { type BuiltAddress, collectAddresses } from './addresses.js';
import { bodySinksOf, callOfBodySink, callOfSink, sinksOf } from './sinks.js';

/**
 * What a file says only together with the files beside it.
 *
 * An address kept in a constant is sent where others use the constant; a segment given to a function of
 * another file completes the address that function builds. Both look only at files that are imported, import,
 * or stand in the same folder, and that name what is looked for.
 */
/** Files that are looked into, and those of them that are analysed. */
const MAX_FILES = 80;
const MAX_PARSED = 12;
const MAX_SIZE = 400_000;
const MAX_CALLS = 400;

interface Known {
  readonly unit: Unit;
  readonly built: readonly BuiltAddress[];
}

const cache = new WeakMap<Program, Map<string, Known | null>>();

/** The analysis of another file of the program; null if it is none of the described languages. */
export function knownFile(path: string, program: Program): Known | null {
  let files = cache.get(program);
  if (files === undefined) {
    files = new Map();
    cache.set(program, files);
  }
  const before = files.get(path);
  if (before !== undefined) return before;
  const file = program.file(path);
  const syntax = file === null || file.text.length > MAX_SIZE ? null : syntaxOf(file.language);
  let known: Known | null = null;
  if (file !== null && syntax !== null) {
    const unit = unitOf(file, syntax, program, (own) => constantsAround(own.file, own.program));
    known = { unit, built: collectAddresses(unit).built };
  }
  // Memory stays bounded however many files a program has.
  if (files.size > 64) files.clear();
  files.set(path, known);
  return known;
}

/** Addresses of this file's constants, as other files send them. */
export function sentElsewhere(unit: Unit, built: readonly BuiltAddress[]): HttpUsage[] {
  const open = new Set(
    built
      .filter((one) => knownText(one.usage.method) === null && (unit.scopes.owner[one.start] ?? -1) < 0)
      .map((one) => one.start),
  );
  const names = new Set<string>();
  for (const [name, assignments] of open.size === 0 ? [] : unit.scopes.assignments) {
    if (assignments.some((assignment) => open.has(assignment.value))) names.add(name);
  }
  if (names.size === 0) return [];
  let parsed = 0;
  return neighboursOf(unit.file, unit.program).flatMap((path) => {
    const text = unit.program.file(path)?.text ?? '';
    if (![...names].some((name) => text.includes(name)) || ++parsed > MAX_PARSED) return [];
    const found = knownFile(path, unit.program)?.built ?? [];
    return found.map((one) => one.usage).filter((usage) => standsIn(usage, unit.file.path));
  });
}

function standsIn(usage: HttpUsage, path: string): boolean {
  return (
    usage.url.kind === 'text' &&
    usage.url.pieces.some(
      (piece) => piece.kind === 'text' && piece.origin?.file === path && /\w/.test(piece.text),
    )
  );
}

/** Texts of this file that complete an address or a body which a function of another file builds. */
export function givenElsewhere(unit: Unit): HttpUsage[] {
  const calls = callsWithNames(unit);
  if (calls.size === 0) return [];
  let parsed = 0;
  return candidatesOf(unit.file, unit.program).flatMap((path) => {
    const file = unit.program.file(path);
    if (file === null || !holdsScope(unit, file)) return [];
    const named = [...calls.keys()].filter((name) => mayDefine(file, name));
    if (named.length === 0 || ++parsed > MAX_PARSED) return [];
    const known = knownFile(path, unit.program);
    if (known === null) return [];
    const isMeant = ({ scope }: { readonly scope: FunctionScope }): boolean =>
      named.includes(scope.name) && isNamed(unit, path, scope);
    const segments = sinksOf(known.unit, known.built)
      .filter(isMeant)
      .flatMap((sink) =>
        (calls.get(sink.scope.name) ?? []).flatMap((call) => callOfSink(unit, known.unit, sink, call)),
      );
    const bodies = bodySinksOf(known.unit, known.built)
      .filter(isMeant)
      .flatMap((sink) =>
        (calls.get(sink.scope.name) ?? []).map((call) => callOfBodySink(unit, known.unit, sink, call)),
      );
    return [...segments, ...bodies];
  });
}

const scopeHeld = new WeakMap<SourceFile, boolean>();

/** Asked of each file by all others of its folder. */
export function holdsScope(unit: Unit, file: SourceFile): boolean {
  let holds = scopeHeld.get(file);
  if (holds === undefined) {
    const { text } = file;
    holds = unit.profiles.some((profile) => profile.scopes.some((scope) => text.includes(`${scope}/`)));
    scopeHeld.set(file, holds);
  }
  return holds;
}

/** What stands before the name of a function in the line that defines it. */
const DEFINES =
  /\b(?:def|defp|fn|fun|func|function|sub|public|private|protected|internal|static|async|void)\b|^[ \t]*[A-Z][\w<>,.?* ]* $/;
/** Longer lines are no definitions. */
const MAX_BEFORE = 1000;

/** By a file and a name: the files of a folder ask each other for much the same names. */
const defined = new WeakMap<SourceFile, Map<string, boolean>>();

/** Whether a function of this name may be defined there; most names that two files share are only called in both. */
function mayDefine(file: SourceFile, name: string): boolean {
  const known = defined.get(file) ?? new Map<string, boolean>();
  defined.set(file, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const may = isAfterKeyword(file.text, name);
  known.set(name, may);
  return may;
}

function isAfterKeyword(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (/\w/.test(text.charAt(at - 1)) || /\w/.test(text.charAt(at + name.length))) continue;
    const line = text.lastIndexOf('\n', at) + 1;
    if (DEFINES.test(text.slice(Math.max(line, at - MAX_BEFORE), at))) return true;
  }
  return false;
}

/** A common word is no proof: then the code has to name the file, or what is called like it, too. */
function isNamed(unit: Unit, path: string, scope: FunctionScope): boolean {
  if (wordsOf(scope.name).length > 1) return true;
  const stem = posix.basename(path).replace(/\..*$/s, '');
  return wordsIn(unit).has(plainWord(stem));
}

const words = new WeakMap<Unit, ReadonlySet<string>>();

/** The words of the names and texts of a file; comments say nothing of what it uses. */
function wordsIn(unit: Unit): ReadonlySet<string> {
  const known = words.get(unit);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const token of unit.code.tokens) {
    if (token.kind !== 'word' && token.kind !== 'string') continue;
    for (const [word] of unit.file.text
      .slice(token.start, Math.min(token.end, token.start + 200))
      .matchAll(/[\w-]+/g))
      found.add(plainWord(word));
  }
  words.set(unit, found);
  return found;
}

/** `api_client`, `api-client` and `ApiClient` are one. */
function plainWord(word: string): string {
  return word.replace(/[-_]/g, '').toLowerCase();
}

/** A segment, or the end of a path: `minify`, `rate_limits?page=`, `firewall/rules`, `/firewall/rules/` with an id behind it, or a place for it. */
const SEGMENTS = /^\/?[a-z][a-z0-9_]{2,40}(?:$|[/?][\w/?=&%{}-]{0,80}$)/;

/** Calls of functions that the file does not define, by name, where an argument is a segment or the end of a path. */
function callsWithNames(unit: Unit): Map<string, number[]> {
  const { tokens, enclosing } = unit.code;
  const own = new Set(unit.scopes.functions.map((scope) => scope.name));
  const found = new Map<string, number[]>();
  let count = 0;
  for (let at = 0; at < tokens.length && count < MAX_CALLS; at++) {
    const token = tokens[at];
    const part = token?.kind === 'string' ? token.parts[0] : undefined;
    if (part?.kind !== 'text' || !SEGMENTS.test(part.text)) continue;
    const open = enclosing[at] ?? -1;
    if (!isPunctuation(tokens[open], '(')) continue;
    const callee = calleeOf(unit.code, open);
    const name = bareName(callee.at(-1) ?? '');
    if (name === '' || own.has(name) || KEEPERS.has(bareName(callee.at(-2) ?? '').toLowerCase())) continue;
    // `@app.get("/path")` declares what an own server answers.
    if (unit.code.syntax.bodies === 'indentation' && isPunctuation(tokens[open - 2 * callee.length], '@'))
      continue;
    const list = found.get(name) ?? [];
    if (list.includes(open)) continue;
    found.set(name, [...list, open]);
    count++;
  }
  return found;
}

function neighboursOf(file: SourceFile, program: Program): readonly string[] {
  const ending = posix.extname(file.path);
  const beside = (program.siblings?.(file.path) ?? []).filter((path) => posix.extname(path) === ending);
  const all = new Set([...program.importers(file.path), ...beside]);
  all.delete(file.path);
  return [...all].slice(0, MAX_FILES);
}
