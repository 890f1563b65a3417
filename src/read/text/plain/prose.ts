import type { Profile } from '../../../catalogue/index.js';
import { literally, text as textOf, unknown } from '../../../value/index.js';
import type { Context, ExpressionUsage, HttpUsage, Usage } from '../../usage.js';
import { methodNamed } from '../words/verbs.js';
import { addressOf } from './address.js';
import type { FileEvidence } from './evidence.js';
import { expressionUsage, mayHoldExpression } from './expressions.js';

/**
 * Text for people, and text of which nothing is known: addresses are words that are anchored, expressions
 * stand in quotes, in code marks or on a line of their own.
 */
export interface ProseInput {
  readonly file: string;
  readonly text: string;
  /** Offset of `text` in the file. */
  readonly offset: number;
  readonly profiles: readonly Profile[];
  readonly evidence: FileEvidence;
  readonly context: Context;
}

/** A run of characters that an address may consist of, with placeholders in brackets. */
const ADDRESS =
  /(?:\{\{[^{}\n]{0,60}\}\}|[$#]?\{[^{}\n]{0,60}\}|<[\w .:-]{1,40}>|\[[\w-]{1,40}\]|%\w|[\w\-./:~@$*?=&,#+%])+/g;
/** Marks of a sentence or of markup at the end of an address. */
const TRAILING = /(?<![.,:;!?*)\]])[.,:;!?*)\]]+$/;
const BEFORE = 40;

export function proseUsages(input: ProseInput): Usage[] {
  return [...addresses(input), ...expressions(input)];
}

const anchors = new WeakMap<readonly Profile[], RegExp>();

/** What an address of the API holds; the same for all lines of all files. */
function anchorsOf(profiles: readonly Profile[]): RegExp {
  let pattern = anchors.get(profiles);
  if (pattern === undefined) {
    const words = profiles.flatMap((profile) => [...profile.scopes, 'user', ...profile.hosts]);
    pattern = new RegExp(words.map(literally).join('|'), 'g');
    anchors.set(profiles, pattern);
  }
  return pattern;
}

function addresses(input: ProseInput): HttpUsage[] {
  const { text, profiles } = input;
  const usages: HttpUsage[] = [];
  let reached = 0;
  for (const anchor of text.matchAll(anchorsOf(profiles))) {
    if (anchor.index < reached) continue;
    const found = wordAround(text, anchor.index, Math.max(reached, anchor.index - 300));
    if (found === null) continue;
    reached = found.end;
    const start = input.offset + found.start;
    const value = textOf(text.slice(found.start, found.end), {
      file: input.file,
      start,
      end: input.offset + found.end,
    });
    const address = addressOf(value, profiles, input.evidence);
    if (address === null) continue;
    usages.push({
      kind: 'http',
      site: { file: input.file, start, end: input.offset + found.end },
      evidence: address.evidence,
      context: input.context,
      method: methodBefore(text, found.start),
      url: address.url,
      body: unknown('prose'),
      headers: unknown('prose'),
      reads: [],
    });
  }
  return usages;
}

function wordAround(text: string, at: number, from: number): { start: number; end: number } | null {
  // The word begins after the last blank or quote before the anchor, unless that is inside a placeholder.
  ADDRESS.lastIndex = from;
  for (let found = ADDRESS.exec(text); found !== null; found = ADDRESS.exec(text)) {
    const end = found.index + found[0].length;
    if (found.index > at) return null;
    if (end <= at) continue;
    const word = found[0].replace(TRAILING, '');
    // `key=https://…` and `path:/zones/…` begin behind the mark.
    const lead =
      /^(?!https?:)(?:[\w.-]+[=:])(?=\/?(?:https?:|\/|zones|accounts))/.exec(word)?.[0].length ?? 0;
    return { start: found.index + lead, end: found.index + word.length };
  }
  return null;
}

/** `GET /zones/…`, `| GET | /zones/…`, `-X PUT "…`: the method written just before an address. */
function methodBefore(text: string, at: number): HttpUsage['method'] {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const word = /([A-Za-z]+)[\s|`"'*:,<>()]*(?:<\/?code>)?[\s|`"'*]*$/.exec(before)?.[1];
  const method = word === undefined || word !== word.toUpperCase() ? null : methodNamed(word);
  return method === null ? unknown('prose') : textOf(method, null);
}

const QUOTED = /`([^`\n]{6,2000})`|"((?:[^"\\\n]|\\.){6,2000})"|'([^'\n]{6,2000})'/g;

function expressions(input: ProseInput): ExpressionUsage[] {
  const { text, file, offset } = input;
  if (!mayHoldExpression(text)) return [];
  const usages: ExpressionUsage[] = [];
  const add = (start: number, content: string): boolean => {
    if (!mayHoldExpression(content)) return false;
    const origin = { file, start: offset + start, end: offset + start + content.length };
    const plain = content.includes('\\') ? unescaped(content, origin.start) : null;
    const value = plain === null ? textOf(content, origin) : textOf(plain.text, origin, plain.offsets);
    const usage = expressionUsage(value, input.context, input.evidence.all);
    if (usage !== null) usages.push(usage);
    return usage !== null;
  };
  let lineStart = 0;
  for (const line of text.split('\n')) {
    if (mayHoldExpression(line)) {
      const lead = /^[\s>#*/;|-]*/.exec(line)?.[0].length ?? 0;
      const whole = add(lineStart + lead, line.slice(lead).trimEnd());
      if (!whole) {
        for (const found of line.matchAll(QUOTED)) {
          add(lineStart + found.index + 1, found[1] ?? found[2] ?? found[3] ?? '');
        }
      }
    }
    lineStart += line.length + 1;
  }
  return usages;
}

function unescaped(content: string, start: number): { text: string; offsets: number[] } {
  let text = '';
  const offsets: number[] = [];
  for (let at = 0; at < content.length; at++) {
    offsets.push(start + at);
    if (content.charAt(at) === '\\' && at + 1 < content.length) at++;
    text += content.charAt(at);
  }
  return { text, offsets: [...offsets, start + content.length] };
}
