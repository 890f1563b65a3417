/** Parameters of the query that are no longer understood. */
import type { Entry, QueryCheck } from '../../catalogue/index.js';
import { queryRange } from '../../catalogue/paths/index.js';
import { alternatives, type Value } from '../../value/index.js';
import type { Confidence } from '../finding.js';
import type { PieceText } from './piece-text.js';
import type { Hit } from './report.js';
import { constantText, select, writtenAt } from './select.js';

export interface Query {
  readonly path: PieceText;
  /** Parameters given as an object, such as by an SDK. */
  readonly parameters: Value;
  readonly method: string | null;
  readonly endpoint: string;
  readonly confidence: Confidence;
}

export function* queryHits(query: Query, entry: Entry, check: QueryCheck): Generator<Hit> {
  const common = {
    entry,
    kind: 'field' as const,
    method: query.method,
    endpoint: query.endpoint,
    confidence: query.confidence,
  };
  for (const { start, end } of parametersOf(query.path.text)) {
    const written = query.path.text.slice(start, end);
    const equals = written.indexOf('=');
    const name = equals < 0 ? written : written.slice(0, equals);
    if (name !== check.parameter) continue;
    const prefix = prefixOf(written.slice(equals + 1), check);
    if (prefix === null) continue;
    const from = prefix === '' ? start : start + equals + 1;
    const to = prefix === '' ? start + name.length : from + prefix.length;
    yield { ...common, at: query.path.origin(from, to) };
  }
  for (const { property, value } of select(query.parameters, check.parameter)) {
    for (const one of alternatives(value)) {
      const known = constantText(one) ?? startOf(one);
      const prefix = prefixOf(known, check);
      if (prefix === null) continue;
      yield { ...common, at: prefix === '' ? (property?.keyOrigin ?? null) : startAt(one, prefix.length) };
    }
  }
}

/** The known values of one parameter. */
export function askedFor(path: PieceText, parameters: Value, name: string): readonly string[] {
  const written = parametersOf(path.text).flatMap(({ start, end }) => {
    const [key, value] = path.text.slice(start, end).split('=');
    return key === name && value !== undefined ? [value] : [];
  });
  const given = select(parameters, name).flatMap(({ value }) => alternatives(value).map(constantText));
  return [...written, ...given.filter((value) => value !== null)];
}

function parametersOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const range = queryRange(text);
  if (range === null) return [];
  const found: { start: number; end: number }[] = [];
  let start = range.start;
  for (let at = start; at <= range.end; at++) {
    if (at < range.end && text.charAt(at) !== '&') continue;
    found.push({ start, end: at });
    start = at + 1;
  }
  return found;
}

/** The dead prefix as it is written; empty when the parameter as such is dead; null when nothing is. */
function prefixOf(value: string, { prefixes }: QueryCheck): string | null {
  if (prefixes === undefined) return '';
  const lower = value.toLowerCase();
  for (const prefix of prefixes) {
    if (lower.startsWith(prefix)) return value.slice(0, prefix.length);
    const escaped = prefix.replaceAll(':', '%3a');
    if (lower.startsWith(escaped)) return value.slice(0, escaped.length);
  }
  return null;
}

/** What is known at the beginning of a text. */
function startOf(value: Value): string {
  const first = value.kind === 'text' ? value.pieces[0] : undefined;
  return first?.kind === 'text' ? first.text : '';
}

function startAt(value: Value, length: number): Hit['at'] {
  const at = writtenAt(value);
  return at === null ? null : { ...at, end: Math.min(at.end, at.start + length) };
}
