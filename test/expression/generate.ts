/**
 * Random expressions, requests and broken texts, all from one seed, for the property tests and for
 * `npm run expression:fuzz`.
 */
import type { ContextValue, EvaluationContext } from '../../src/expression/index.js';
import { QUIRKS, REFUSED, VALID } from './samples.js';

export class Random {
  constructor(private state: number) {}

  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}

const TEXTS = ['', 'a', 'b', 'ab', 'A.b', '/x/y', 'x*y'];
const TEXT_FIELDS = [
  'http.host',
  'http.request.uri.path',
  'lower(http.host)',
  'http.request.headers["k"][0]',
  'http.request.headers["gone"][0]',
  'concat(http.host, "b")',
];
const NUMBER_FIELDS = ['ip.src.asnum', 'cf.edge.server_port', 'len(http.host)', 'cf.bot_management.score'];
const SCORE_FIELDS = ['cf.threat_score', 'vendor.threat_score'];
const EACH_FIELDS = [
  'http.request.headers["k"][*]',
  'http.request.headers["gone"][*]',
  'http.request.headers.names[*]',
];

/** A valid condition; every construct of the language turns up, the threat score often. */
export function randomCondition(random: Random, depth = 4, score = true): string {
  const kind = depth <= 0 ? random.below(2) : random.below(8);
  const inner = (): string => randomCondition(random, depth - 1, score);
  switch (kind) {
    case 0:
    case 1:
      return randomComparison(random, score);
    case 2:
      return `${random.pick(['not ', '!', '! ', 'not  '])}${operand(random, depth - 1, score)}`;
    case 3:
      return `(${random.pick(['', ' ', '\n'])}${inner()}${random.pick(['', ' '])})`;
    case 4:
      return chain(random, depth, score, ['and', '&&']);
    case 5:
      return chain(random, depth, score, ['or', '||']);
    case 6:
      return chain(random, depth, score, ['xor', '^^']);
    default:
      return inner();
  }
}

/** A condition that nothing binds into. */
function operand(random: Random, depth: number, score: boolean): string {
  return random.chance(2) ? randomComparison(random, score) : `(${randomCondition(random, depth, score)})`;
}

function chain(random: Random, depth: number, score: boolean, spellings: readonly string[]): string {
  const members = Array.from({ length: 2 + random.below(2) }, () =>
    random.chance(3) ? randomCondition(random, depth - 1, score) : operand(random, depth - 1, score),
  );
  return members.reduce(
    (left, right) => `${left} ${random.pick(spellings)}${random.pick([' ', '\n', '  '])}${right}`,
  );
}

function randomComparison(random: Random, score: boolean): string {
  const text = (): string => JSON.stringify(random.pick(TEXTS));
  const number = (): string => String(random.below(4));
  const textual = (field: string): string =>
    random.pick([
      `${field} ${random.pick(['eq', 'ne', 'lt', 'ge', '==', '!=', 'contains', 'wildcard', 'strict wildcard'])} ${text()}`,
      `${field} in {${text()} ${text()}}`,
      `${field} matches "${random.pick(['a', '^[ab]*$', 'x|y', '.'])}"`,
    ]);
  switch (random.below(score ? 7 : 5)) {
    case 0:
      return random.pick(['ssl', 'cf.client.bot', 'true', 'false', 'starts_with(http.host, "a")']);
    case 1:
      return textual(random.pick(TEXT_FIELDS));
    case 2:
      return numeric(random, random.pick(NUMBER_FIELDS), number);
    case 3:
      return random.pick([
        `ip.src ${random.pick(['eq', 'ne', '=='])} 192.0.2.${random.below(3)}`,
        `ip.src in {192.0.2.0/${random.pick([24, 30, 31])} 2001:db8::/32}`,
        'ip.src in $office',
      ]);
    case 4:
      return `${random.pick(['any', 'all'])}(${textual(random.pick(EACH_FIELDS))})`;
    default:
      return numeric(random, random.pick(SCORE_FIELDS), number);
  }
}

function numeric(random: Random, field: string, number: () => string): string {
  return random.pick([
    `${field} ${random.pick(['eq', 'ne', 'lt', 'le', 'gt', 'ge', '<', '>=', '&', 'bitwise_and'])} ${number()}`,
    `${field} in {${number()} ${random.below(2)}..${2 + random.below(3)}}`,
  ]);
}

/** A request in which the threat score is what it is today. */
export function randomContext(random: Random, missingNotEqual: boolean): EvaluationContext {
  const texts = (): string[] => Array.from({ length: random.below(3) }, () => random.pick(TEXTS));
  const fields: Record<string, ContextValue> = {
    'cf.threat_score': 0,
    ssl: random.chance(2),
    'cf.client.bot': random.chance(2),
    'http.host': random.pick(TEXTS),
    'http.request.uri.path': random.pick(TEXTS),
    'ip.src.asnum': random.below(4),
    'cf.edge.server_port': random.below(4),
    'ip.src': `192.0.2.${random.below(4)}`,
    'http.request.headers.names': texts(),
    'http.request.headers': random.chance(3) ? {} : { k: texts() },
  };
  // One scalar field that the request simply does not have.
  if (random.chance(3)) delete fields[random.pick(['http.host', 'ip.src', 'ip.src.asnum', 'ssl'])];
  return { fields, lists: { office: ['192.0.2.1', '192.0.2.4/30'] }, missingNotEqual };
}

const SEEDS = [
  ...VALID,
  ...QUIRKS,
  ...REFUSED.map(({ marked }) => marked.replace(/[«»]/g, '')).filter((text) => text.length < 500),
];

const CHARACTERS = 'abnortxi .()[]{}"\\\'#$*,!&|^~=<>0123456789/:-_\t\n\uFDD0\u00e9\u{1F600}\0';

/** A sample with a few of its characters changed, removed, doubled or replaced by a part of another. */
export function mutated(random: Random): string {
  let text = random.pick(SEEDS);
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(text.length + 1);
    const other = random.pick(SEEDS);
    const from = random.below(other.length + 1);
    const insert = random.pick([
      '',
      CHARACTERS.charAt(random.below(CHARACTERS.length)),
      other.slice(from, from + random.below(20)),
    ]);
    text = text.slice(0, at) + insert + text.slice(at + random.below(4));
  }
  return text;
}

export function noise(random: Random): string {
  const length = random.below(120);
  let text = '';
  for (let index = 0; index < length; index++) text += CHARACTERS.charAt(random.below(CHARACTERS.length));
  return text;
}

/** Texts made to be slow or deep, all of about the given length. */
export function monsters(length: number): string[] {
  const fill = (unit: string): string => unit.repeat(Math.max(1, Math.floor(length / unit.length)));
  return [
    fill('('),
    fill('not '),
    fill('!'),
    fill('lower('),
    fill('any(('),
    `${fill('(').slice(0, length / 2)}ssl${fill(')').slice(0, length / 2)}`,
    `ssl ${fill('and ssl ')}`,
    `ssl ${fill('or not ssl ')}`,
    `http.host in {${fill('"a" ')}}`,
    `ip.src in {${fill('192.0.2.1 ')}}`,
    `http.host eq "${fill('\\x41')}"`,
    `http.host eq "${fill('\\\\')}`,
    `http.host matches "${fill('(a*)*')}"`,
    `http.host matches "${fill('[')}"`,
    `http.host matches "${fill('a{')}"`,
    `http.host wildcard "${fill('a*')}"`,
    `http.host eq ${fill('r#')}`,
    `http.host eq r${fill('#')}"`,
    fill('"'),
    fill("'"),
    fill('a.'),
    fill('[0]'),
    `a${fill('[0]')} eq 1`,
    fill('${'),
    fill('{'),
    fill('$a '),
    fill('1..2 '),
    fill(':'),
    `f(${fill('f(a eq 1) eq 1, ')})`,
  ].map((text) => text.slice(0, length));
}
