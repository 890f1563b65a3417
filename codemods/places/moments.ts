/** The ends of a period as programs work them out: how long ago they are, and an expression for them. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Site } from '../../src/migrate/index.js';
import { type Identifier, type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { constantOf, type PathPiece } from '../direct/path-pieces.js';
import { usesOf } from './trees.js';

/** An end of a period, how many minutes ago that is, and expressions for its time and for its day. */
export interface Moment {
  /** Infinite for a number of days that only the run knows. */
  readonly minutes: number;
  readonly time: string;
  readonly day: string;
  /** It is a whole day, and no moment of one. */
  readonly isDay: boolean;
}

/** What an expression gives: a date or a number of milliseconds, the text of a time, or the text of a day. */
type Form = 'date' | 'time' | 'day';

interface Ago {
  readonly minutes: number;
  readonly form: Form;
}

const UNITS: Readonly<Record<string, number>> = {
  Minutes: 1,
  Hours: 60,
  Days: 1440,
  Date: 1440,
  Weeks: 7 * 1440,
  Month: 30 * 1440,
  Months: 30 * 1440,
  Quarters: 91 * 1440,
  FullYear: 365 * 1440,
  Years: 365 * 1440,
};
const DAY = 1440;
const DEEPEST = 6;

/** Of `-1440`, or of an expression that gives a time some minutes ago; null where that cannot be told. */
export function momentOf(
  pieces: readonly PathPiece[] | undefined,
  otherwise: number,
  { script, file }: Site,
): Moment | null {
  const [only, ...others] = pieces ?? [];
  if (only === undefined) return written(otherwise);
  if (others.length > 0 || script === null) return null;
  if (only.kind === 'text')
    return /^-?\d{1,7}$/.test(only.text) ? written(Math.abs(Number(only.text))) : null;
  const node = withoutEncoding(only.node);
  const ago = agoOf(script, node, 0);
  const text = file.text.slice(...node.range);
  if (ago === null || ago.form === 'date') return null;
  return ago.form === 'time'
    ? { minutes: ago.minutes, time: text, day: `${text}.slice(0, 10)`, isDay: false }
    : { minutes: ago.minutes, time: `\`\${${text}}T00:00:00Z\``, day: text, isDay: true };
}

/** `encodeURIComponent(since)`: a body is not encoded. */
function withoutEncoding(node: Node): Node {
  const inner = unwrap(node);
  const isEncoding =
    inner.type === 'CallExpression' &&
    inner.callee.type === 'Identifier' &&
    /^(?:encodeURIComponent|encodeURI|String)$/.test(inner.callee.name);
  return isEncoding ? unwrap(inner.arguments[0] ?? inner) : inner;
}

function agoOf(script: Script, given: Node, depth: number): Ago | null {
  if (depth > DEEPEST) return null;
  const node = unwrap(given);
  const inside = (part: Node | undefined) => (part === undefined ? null : agoOf(script, part, depth + 1));
  switch (node.type) {
    case 'Identifier':
      return agoOfName(script, node, depth);
    case 'UnaryExpression':
      return node.operator === '+' ? inside(node.argument) : null;
    case 'BinaryExpression': {
      const [from, span] = [
        inside(node.left),
        node.operator === '-' ? spanOf(script, node.right, depth) : null,
      ];
      return from === null || from.form !== 'date' || span === null ? null : later(from, span / 60_000);
    }
    case 'NewExpression': {
      const [first, ...others] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date' || others.length > 0) return null;
      const from = first === undefined ? NOW : inside(first);
      return from === null ? null : { ...from, form: 'date' };
    }
    case 'MemberExpression': {
      // `time.split('T')[0]`
      const { object } = node;
      const isFirst = node.computed && node.property.type === 'Literal' && node.property.value === 0;
      const [called, separator] =
        isFirst && object.type === 'CallExpression' ? methodOf(object) : [null, undefined];
      if (called?.name !== 'split' || !isLiteral(separator, 'T')) return null;
      return dayOf(inside(called.object));
    }
    case 'CallExpression':
      return agoOfCall(script, node, depth);
    default:
      return null;
  }
}

const NOW: Ago = { minutes: 0, form: 'date' };

function later(from: Ago, minutes: number): Ago {
  return { ...from, minutes: from.minutes + minutes };
}

function dayOf(from: Ago | null): Ago | null {
  return from?.form === 'time' ? { ...from, form: 'day' } : null;
}

function agoOfCall(script: Script, call: NodeOf<'CallExpression'>, depth: number): Ago | null {
  const inside = (part: Node | undefined) => (part === undefined ? null : agoOf(script, part, depth + 1));
  const [first, second] = call.arguments;
  if (call.callee.type === 'Identifier') {
    // `dayjs()` and `moment()`; `subDays(date, 7)` of date-fns.
    if (first === undefined) return /^(?:dayjs|moment)$/.test(call.callee.name) ? NOW : null;
    const [, unit = ''] = /^sub([A-Z]\w+)$/.exec(call.callee.name) ?? [];
    return before(inside(first), UNITS[unit], count(script, second, depth));
  }
  const [method, argument] = methodOf(call);
  if (method === null) return null;
  if (method.name === 'now' && isNamed(method.object, 'Date')) return NOW;
  const from = inside(method.object);
  switch (method.name) {
    case 'getTime':
    case 'valueOf':
    case 'utc':
      return from?.form === 'date' ? from : null;
    case 'toISOString':
      return from?.form === 'date' ? { ...from, form: 'time' } : null;
    case 'slice':
    case 'substring':
      return isLiteral(argument, 0) && isLiteral(second, 10) ? dayOf(from) : null;
    case 'subtract': {
      const unit = second?.type === 'Literal' ? String(second.value) : '';
      const name = unit === '' ? '' : `${unit[0]?.toUpperCase()}${unit.slice(1).replace(/s$/, '')}s`;
      return before(from, UNITS[name], count(script, argument, depth));
    }
    default:
      return null;
  }
}

interface Method {
  readonly object: Node;
  readonly name: string;
}

function methodOf({
  callee,
  arguments: given,
}: NodeOf<'CallExpression'>): readonly [Method | null, Node | undefined] {
  if (callee.type !== 'MemberExpression' || callee.computed) return [null, undefined];
  const name = callee.property.type === 'Identifier' ? callee.property.name : '';
  return [{ object: unwrap(callee.object), name }, given[0]];
}

/** A number of units before a date; one that only the run knows is at least a day if it counts days. */
function before(from: Ago | null, unit: number | undefined, times: number | null): Ago | null {
  if (from?.form !== 'date' || unit === undefined) return null;
  if (times !== null) return later(from, times * unit);
  return unit >= DAY ? later(from, Number.POSITIVE_INFINITY) : null;
}

/** A constant that holds a date, with what is taken from it before it is used. */
function agoOfName(script: Script, name: Identifier, depth: number): Ago | null {
  const constant = constantOf(script, name);
  const from = constant === null ? null : agoOf(script, constant.init, depth + 1);
  if (constant === null || from === null || from.form !== 'date') return from;
  const changes = (usesOf(script, constant.id) ?? []).flatMap((use) => changeOf(use) ?? []);
  const [change, ...others] = changes;
  if (change === undefined) return from;
  const statement = change.call.parent;
  const isBeside =
    statement?.type === 'ExpressionStatement' &&
    statement.parent === constant.declarator.parent?.parent &&
    statement.range[1] <= name.range[0];
  if (others.length > 0 || !isBeside) return null;
  return changed(script, from, change, depth);
}

interface Change {
  readonly call: NodeOf<'CallExpression'>;
  /** `Date` of `setDate`. */
  readonly part: string;
}

/** `date.setDate(…)` at a use of `date`. */
function changeOf({ parent }: Identifier): Change | null {
  if (parent?.type !== 'MemberExpression' || parent.property.type !== 'Identifier') return null;
  const [, part] = /^set(?:UTC)?([A-Z]\w+)$/.exec(parent.property.name) ?? [];
  const call = parent.parent;
  return part === undefined || call?.type !== 'CallExpression' || call.callee !== parent
    ? null
    : { call, part };
}

/** `date.setDate(date.getDate() - 7)`, also from another date of the same time: seven days before what it was. */
function changed(script: Script, from: Ago, { call, part }: Change, depth: number): Ago | null {
  const [value, ...others] = call.arguments;
  if (value?.type !== 'BinaryExpression' || value.operator !== '-' || others.length > 0) return null;
  const [read] = value.left.type === 'CallExpression' ? methodOf(value.left) : [null];
  const [own] = methodOf(call);
  const name = own?.object.type === 'Identifier' ? own.object.name : '';
  if (read === null || read.name.replace('UTC', '') !== `get${part}`) return null;
  const other = isNamed(read.object, name) ? from : agoOf(script, read.object, depth + 1);
  if (other?.form !== 'date' || other.minutes !== from.minutes) return null;
  if (part === 'Time') return before(from, 1 / 60_000, spanOf(script, value.right, depth));
  return before(from, UNITS[part], count(script, value.right, depth));
}

/** Milliseconds; infinite for a number of days that only the run knows. */
function spanOf(script: Script, node: Node, depth: number): number | null {
  const factors = factorsOf(node).map((factor) => count(script, factor, depth));
  const known = factors.reduce<number>((all, one) => all * (one ?? 1), 1);
  if (factors.every((one) => one !== null)) return known;
  return known > 0 && known % (DAY * 60_000) === 0 ? Number.POSITIVE_INFINITY : null;
}

function factorsOf(given: Node): readonly Node[] {
  const node = unwrap(given);
  return node.type === 'BinaryExpression' && node.operator === '*'
    ? [...factorsOf(node.left), ...factorsOf(node.right)]
    : [node];
}

function count(script: Script, given: Node | undefined, depth: number): number | null {
  if (given === undefined || depth > DEEPEST) return null;
  const node = unwrap(given);
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : null;
  if (node.type === 'Identifier') return count(script, constantOf(script, node)?.init, depth + 1);
  if (node.type !== 'BinaryExpression' || node.operator !== '*') return null;
  const [left, right] = [count(script, node.left, depth + 1), count(script, node.right, depth + 1)];
  return left === null || right === null ? null : left * right;
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function isLiteral(node: Node | undefined, value: string | number): boolean {
  return node?.type === 'Literal' && node.value === value;
}

function written(minutes: number): Moment {
  const time = timeOf(minutes);
  return { minutes, time, day: `${time}.slice(0, 10)`, isDay: false };
}

function timeOf(minutes: number): string {
  if (minutes === 0) return 'new Date().toISOString()';
  const days = minutes / DAY;
  const span = Number.isInteger(days) ? `${days === 1 ? '' : `${days} * `}24 * 60` : String(minutes);
  return `new Date(Date.now() - ${span} * 60 * 1000).toISOString()`;
}
