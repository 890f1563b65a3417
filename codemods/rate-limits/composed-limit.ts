/** A limit that a call puts together from the columns of a table: what the table holds becomes what a rule has. */

import { mappedField, RATE_LIMIT } from '../../src/convert/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import { keyName, type Module, type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import type { TextValue, Value } from '../../src/value/index.js';
import { type ObjectNode, quoteOf } from '../places/index.js';
import { columnsUsedOnce } from './column-flow.js';
import { limitRule } from './limit-rule.js';
import { negated, quoted, ruleTextAt } from './limit-text.js';
import { openExpression } from './open-expression.js';
import { memberAt, plainOf } from './sent-values.js';

export interface ComposedLimit {
  readonly text: string;
  readonly edits: readonly FileEdit[];
}

interface Composing {
  readonly script: Module;
  readonly around: Surroundings;
  readonly body: ObjectNode;
  readonly values: readonly Value[];
  readonly rules: readonly object[];
  /** What the rule has in a place, as the program writes it. */
  readonly texts: Map<string, string>;
  /** Data that becomes something else. */
  readonly columns: Column[];
}

/** The literals that one expression of the body stands for. */
export interface Column {
  /** The place in the rule. */
  readonly place: string;
  readonly leaf: Node;
  readonly cells: readonly {
    readonly file: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
}

/** Null where a part of it is put together in a way that only the run knows. */
export function composedLimit(
  script: Module,
  body: Node,
  values: readonly Value[],
  around: Surroundings,
): ComposedLimit | null {
  if (body.type !== 'ObjectExpression') return null;
  const rules: object[] = [];
  for (const value of values) {
    const plain = plainOf(value);
    const limit = plain === undefined ? null : limitRule(plain, new Map());
    if (limit === null || 'why' in limit) return null;
    rules.push(limit.rule);
  }
  const how: Composing = { script, around, body, values, rules, texts: new Map(), columns: [] };
  const leaves = leavesOf(body, '');
  if (leaves === null || rules.length === 0) return null;
  for (const [path, leaf] of leaves) if (!placed(how, path, leaf)) return null;
  const [first = {}] = rules;
  const isSame = rules.every((rule) => sameBut(rule, first, how.texts));
  if (!isSame) return null;
  const used = columnsUsedOnce(how.columns, { script, around });
  if (used === null) return null;
  for (const [place, source] of used.texts) how.texts.set(place, source);
  const rule = how.texts.has('enabled') ? { ...first, enabled: true } : first;
  return { text: ruleTextAt(script, body, rule, how.texts), edits: used.edits };
}

/** What is not written out, by the place in the limit. */
function leavesOf(object: ObjectNode, path: string): readonly (readonly [string, Node])[] | null {
  const found: (readonly [string, Node])[] = [];
  for (const property of object.properties) {
    const name = property.type === 'Property' ? keyName(property.key, property.computed) : null;
    if (property.type !== 'Property' || property.kind !== 'init' || name === null) return null;
    const at = path === '' ? name : `${path}.${name}`;
    const value = unwrap(property.value);
    const inner =
      value.type === 'ObjectExpression'
        ? leavesOf(value, at)
        : isConstant(value)
          ? []
          : [[at, value] as const];
    if (inner === null) return null;
    if (at !== 'zone_id') found.push(...inner);
  }
  return found;
}

function isConstant(node: Node): boolean {
  if (node.type === 'ArrayExpression')
    return node.elements.every((one) => one !== null && isConstant(unwrap(one)));
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0);
}

/** Finds out what the rule has in place of one expression of the limit. */
function placed(how: Composing, path: string, leaf: Node): boolean {
  const { script, texts, values } = how;
  const source = script.text.slice(...leaf.range);
  const now = mappedField(RATE_LIMIT, path)?.now;
  if (path === 'match.request.url') return expressionPlaced(how, leaf);
  if (now === undefined) return false;
  texts.set(now, path === 'disabled' ? negated(source) : source);
  if (path !== 'action.mode' && path !== 'period' && path !== 'action.timeout') return true;
  const cells = values.map((value, index) => cellOf(memberAt(value, path), valueAt(how.rules[index], now)));
  if (cells.every(({ old, to }) => old === to)) return true;
  return columnPlaced(how, now, leaf, cells);
}

/** A literal and what it becomes. The place of a text is told without its quotes. */
function cellOf(value: Value | undefined, to: unknown): Cell {
  if (value?.kind !== 'text')
    return { old: value === undefined ? undefined : plainOf(value), origin: value?.origin ?? null, to };
  const [piece, ...others] = value.pieces;
  const isWhole = piece?.kind === 'text' && others.length === 0;
  return { old: isWhole ? piece.text : null, origin: isWhole ? piece.origin : null, to };
}

interface Cell {
  readonly old: unknown;
  readonly origin: Value['origin'];
  readonly to: unknown;
}

function columnPlaced(
  { script, around, columns }: Composing,
  place: string,
  leaf: Node,
  cells: readonly Cell[],
): boolean {
  const found = cells.map(({ old, origin, to }): Column['cells'][number] | null => {
    const text = origin === null ? undefined : around.file(origin.file)?.text;
    if (origin === null || text === undefined) return null;
    const isText = typeof old === 'string';
    const [start, end] = isText ? [origin.start - 1, origin.end + 1] : [origin.start, origin.end];
    const written = text.slice(start, end);
    const isLiteral = isText
      ? /^(['"`]).*\1$/s.test(written) && written.slice(1, -1) === old
      : written === String(old);
    if (!isLiteral) return null;
    return {
      file: origin.file,
      start,
      end,
      text: isText ? quoted(String(to), quoteOf(script.text)) : String(to),
    };
  });
  if (!found.every((cell) => cell !== null)) return false;
  columns.push({ place, leaf, cells: found });
  return true;
}

function expressionPlaced(how: Composing, leaf: Node): boolean {
  const { script, texts, values, rules } = how;
  const urls = values.map((value) => memberAt(value, 'match.request.url'));
  const expressions = rules.map((rule) => String(valueAt(rule, 'expression')));
  if (leaf.type === 'Identifier' || leaf.type === 'MemberExpression') {
    const cells = urls.map((url, index) => cellOf(url, expressions[index]));
    texts.set('expression', script.text.slice(...leaf.range));
    return columnPlaced(how, 'expression', leaf, cells);
  }
  const known = urls.filter((url): url is TextValue => url?.kind === 'text');
  const text = known.length === urls.length ? openExpression(script, leaf, known, expressions) : null;
  if (text !== null) texts.set('expression', text);
  return text !== null;
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (holder, key) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined),
      value,
    );
}

/** Whether two rules only differ where the program says what they have. */
function sameBut(one: unknown, other: unknown, texts: ReadonlyMap<string, string>, path = ''): boolean {
  if (texts.has(path)) return true;
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) =>
    sameBut(Reflect.get(one, key), Reflect.get(other, key), texts, path === '' ? key : `${path}.${key}`),
  );
}
