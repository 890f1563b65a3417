import {
  type Origin,
  shapeOf,
  slicePiece,
  type TextValue,
  text as textOf,
  textPiece,
  unknown,
  type Value,
} from '../../../value/index.js';
import type { HttpUsage, Usage } from '../../usage.js';
import { callAround } from '../lexing/calls.js';
import { isPunctuation, skip } from '../lexing/code.js';
import { bareName, statementEnd } from '../lexing/scopes.js';
import type { StringToken } from '../lexing/tokens.js';
import { literalText, plainText } from '../lexing/tokens.js';
import { type ApiAddress, addressOf } from '../plain/address.js';
import { expressionUsage, mayHoldExpression } from '../plain/expressions.js';
import { proseUsages } from '../plain/prose.js';
import type { Unit } from '../requests/unit.js';
import { shellUsages } from '../shell/shell.js';
import { methodNamed } from '../words/verbs.js';
import { FORMATTERS, JOINERS, SEGMENTERS, SEPARATORS } from '../words/vocabulary.js';
import { expressionStart } from './address-expression.js';

const HOLE = '\uFDD0';

/** The addresses a file of code builds, each with how it is sent. */
export interface BuiltAddress {
  readonly usage: HttpUsage;
  /** Tokens of the expression that builds it. */
  readonly start: number;
  readonly end: number;
}

export interface CollectedAddresses {
  readonly built: readonly BuiltAddress[];
  readonly usages: readonly Usage[];
}

export function collectAddresses(unit: Unit): CollectedAddresses {
  const { tokens } = unit.code;
  const built: BuiltAddress[] = [];
  const usages: Usage[] = [];
  let reached = 0;
  const seen = new Set<number>();
  const look = (start: number): number => {
    const { value, end } = unit.evaluator.at(start);
    if (seen.has(start)) return end;
    seen.add(start);
    addFound(unit, start, end, value, built, usages);
    return end;
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || at < reached) continue;
    if (token.kind === 'string') {
      if (isDocumentation(unit, at)) {
        for (const one of embeddedProse(unit, token)) usages.push(one);
        continue;
      }
      if (!mayMatter(token)) continue;
      const start = expressionStart(unit, at);
      reached = Math.max(at + 1, look(start));
    } else if (token.kind === 'punctuation' && unit.code.syntax.joins.includes(token.text)) {
      // Names alone may build an address: `BASE + zone + TAIL`.
      const start = expressionStart(unit, at - 1);
      if (start >= 0 && tokens[start]?.kind === 'word' && holdsName(unit, start))
        reached = Math.max(at + 1, look(start));
    }
  }
  for (const at of [...formattedNames(unit), ...addressCalls(unit)]) look(expressionStart(unit, at));
  for (const { start, end, value } of grownTexts(unit)) addFound(unit, start, end, value, built, usages);
  return { built, usages };
}

/** A literal that can be a part of an address or an expression. */
function mayMatter(token: StringToken): boolean {
  return (
    token.parts.some(
      (part) => part.kind === 'text' && (part.text.includes('/') || part.text.includes('.')),
    ) || token.parts.length > 1
  );
}

/** True if the first name of an expression is defined in the file. */
function holdsName(unit: Unit, at: number): boolean {
  const token = unit.code.tokens[at];
  return (
    token?.kind === 'word' &&
    (unit.scopes.assignments.has(bareName(token.text)) || /^(?:self|this|\$this)$/.test(token.text))
  );
}

/** A string that is a statement of its own documents what follows. */
function isDocumentation(unit: Unit, at: number): boolean {
  const { tokens, syntax } = unit.code;
  if (syntax.docstrings !== true) return false;
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  const begins =
    before === undefined ||
    before.kind === 'newline' ||
    (isPunctuation(before, ':') && unit.code.leads[at] === 1);
  return begins && (after === undefined || after.kind === 'newline') && (unit.code.enclosing[at] ?? -1) < 0;
}

function embeddedProse(unit: Unit, token: StringToken): Usage[] {
  const { file, profiles, evidence } = unit;
  return proseUsages({
    file: file.path,
    text: file.text.slice(token.start, token.end),
    offset: token.start,
    profiles,
    evidence,
    context: 'docs',
  });
}

function addFound(
  unit: Unit,
  start: number,
  end: number,
  value: Value,
  built: BuiltAddress[],
  usages: Usage[],
): void {
  for (const one of value.kind === 'choice' ? value.of : [value]) {
    if (one.kind !== 'text') continue;
    const address = addressOf(withQuery(unit, one), unit.profiles, unit.evidence);
    if (address !== null) {
      addAddress(unit, start, end, address, built, usages);
      continue;
    }
    addOther(unit, start, end, one, built, usages);
  }
}

/** `…/dashboard/` with a text behind it that begins with `?`, however it goes on: the query begins there. */
function withQuery(unit: Unit, value: TextValue): TextValue {
  const last = value.pieces.at(-1);
  const before = value.pieces.at(-2);
  if (last?.kind !== 'hole' || before?.kind !== 'text' || !before.text.endsWith('/')) return value;
  const name = bareName(last.name ?? '');
  const begins = (unit.scopes.assignments.get(name) ?? []).some(
    (one) => !one.appends && literalText(unit.code.tokens[one.value])?.startsWith('?') === true,
  );
  if (!begins) return value;
  const path = slicePiece(before, 0, before.text.length - 1);
  return { ...value, pieces: [...value.pieces.slice(0, -2), path, textPiece('?', null), last] };
}

function addAddress(
  unit: Unit,
  start: number,
  end: number,
  address: ApiAddress & { readonly method?: Value },
  built: BuiltAddress[],
  usages: Usage[],
): void {
  const sending = unit.requests.of(start, end);
  const usage: HttpUsage = {
    kind: 'http',
    site: siteOf(unit, start, end),
    evidence: sending.served
      ? [...address.evidence, { kind: 'against', what: 'the program serves this address itself' }]
      : address.evidence,
    context: sending.shown ? 'docs' : unit.context,
    method: address.method ?? sending.method,
    url: address.url,
    body: sending.body,
    headers: unknown('not looked at'),
    reads: [],
  };
  if (sending.shown) usages.push(usage);
  else built.push({ usage, start, end });
}

/** Texts that hold more than an address: a method before it, a command line, an expression, a message. */
function addOther(
  unit: Unit,
  start: number,
  end: number,
  value: TextValue,
  built: BuiltAddress[],
  usages: Usage[],
): void {
  const shape = shapeOf(value.pieces, ' ');
  const words = shapeOf(value.pieces, HOLE);
  const request = /^\s*([A-Z]+)\s+(?=\/|https?:|\uFDD0)/.exec(words);
  const method = request === null ? null : methodNamed(request[1] ?? '');
  if (method !== null && request !== null && !/\s/.test(words.slice(request[0].length).trim())) {
    const [first, ...rest] = value.pieces;
    if (first?.kind === 'text') {
      const cut = textOf(
        first.text.slice(request[0].length),
        first.origin === null ? null : { ...first.origin, start: first.origin.start + request[0].length },
      );
      const address = addressOf(
        { kind: 'text', pieces: [...cut.pieces, ...rest], origin: value.origin },
        unit.profiles,
        unit.evidence,
      );
      if (address !== null)
        addAddress(unit, start, end, { ...address, method: textOf(method, null) }, built, usages);
    }
    return;
  }
  const expression = mayHoldExpression(shape)
    ? expressionUsage(value, unit.context, unit.evidence.all)
    : null;
  if (expression !== null) {
    usages.push(expression);
    return;
  }
  const only =
    value.pieces.length > 0 && unit.code.tokens[start]?.kind === 'string'
      ? unit.code.tokens[start]
      : undefined;
  if (only?.kind !== 'string') return;
  if (/\bcurl\b|\bhttp(?:ie)?\b\s+(?:GET|POST|PUT|PATCH|DELETE)|\bwget\b/.test(plainText(only))) {
    for (const one of shellUsages({
      file: unit.file,
      pieces: value.pieces,
      profiles: unit.profiles,
      evidence: unit.evidence,
      context: unit.context,
    }))
      usages.push(one);
  } else if (/\s/.test(shape)) for (const one of embeddedProse(unit, only)) usages.push(one);
}

function siteOf(unit: Unit, start: number, end: number): Origin {
  const first = unit.code.tokens[start];
  const last = unit.code.tokens[Math.max(start, end - 1)];
  return { file: unit.file.path, start: first?.start ?? 0, end: Math.max(first?.end ?? 0, last?.end ?? 0) };
}

/** What a variable holds after a text was appended to it: `url += "/x"`. */
function grownTexts(unit: Unit): readonly { start: number; end: number; value: Value }[] {
  return [...unit.scopes.assignments].flatMap(([name, assignments]) =>
    assignments.flatMap((assignment) => {
      if (!assignment.appends) return [];
      const end = statementEnd(unit.code, assignment.value);
      const value = unit.evaluator.names.resolve([name], 0, end);
      return value === null ? [] : [{ start: assignment.value, end, value }];
    }),
  );
}

/** Formats that stand in a constant: `RULES.format(zone)`, `RULES % zone`, `sprintf(RULES, $zone)`. */
function formattedNames(unit: Unit): readonly number[] {
  const { code } = unit;
  const found: number[] = [];
  for (let at = 1; at + 1 < code.tokens.length && found.length < 2_000; at++) {
    const token = code.tokens[at];
    const next = code.tokens[at + 1];
    if (
      isPunctuation(token, '%') &&
      code.syntax.formatOperator === '%' &&
      code.tokens[at - 1]?.kind === 'word'
    ) {
      found.push(at - 1);
    } else if (token?.kind === 'word') {
      const open = isPunctuation(next, '!') ? at + 2 : at + 1;
      if (!isPunctuation(code.tokens[open], '(')) continue;
      const name = token.text.toLowerCase();
      const formats = FORMATTERS.has(name);
      if (!formats && ![JOINERS, SEPARATORS, SEGMENTERS].some((names) => names.has(name))) continue;
      // A literal on either side was looked at already.
      const receiver = code.tokens[at - 2];
      if (receiver?.kind === 'string') continue;
      // Paths of files are joined in the same way.
      if (receiver?.kind === 'word' && receiver.text === 'filepath') continue;
      const isGivenName = receiver?.kind === 'word' || code.tokens[open + 1]?.kind === 'word';
      if (!formats || isGivenName) found.push(skip(code, open) - 1);
    }
  }
  return found;
}

/** Calls of functions of the file that return an address. */
function addressCalls(unit: Unit): readonly number[] {
  const { code, scopes } = unit;
  const names = new Set<string>();
  for (const scope of scopes.functions) {
    if (scope.name === '' || scope.end - scope.start > 400) continue;
    for (let at = scope.start; at < scope.end; at++) {
      const token = code.tokens[at];
      if (
        token?.kind === 'string' &&
        token.parts.some((part) => part.kind === 'text' && part.text.includes('/'))
      ) {
        names.add(scope.name);
        break;
      }
    }
  }
  const calls: number[] = [];
  const declared = new Set(scopes.functions.map((scope) => scope.nameAt));
  for (let at = 0; at < code.tokens.length && calls.length < 2_000; at++) {
    const token = code.tokens[at];
    if (token?.kind !== 'word' || !names.has(token.text) || !isPunctuation(code.tokens[at + 1], '('))
      continue;
    if (declared.has(at)) continue;
    if (
      callAround(code, at) >= 0 ||
      code.syntax.joins.some((join) => isPunctuation(code.tokens[skip(code, at + 1)], join)) ||
      isPunctuation(code.tokens[at - 1], '=') ||
      isPunctuation(code.tokens[at - 2], '=')
    )
      calls.push(skip(code, at + 1) - 1);
  }
  return calls;
}
