/**
 * Whether two expressions decide alike. They are asked about requests that are made from what both compare: for every
 * field the values at, beside and without each literal, in all combinations as long as these are few.
 */
import {
  applyEdits,
  type ContextValue,
  canonicalName,
  type EvaluationContext,
  evaluateFilter,
  fieldType,
  parseFilter,
  renameFields,
  THREAT_SCORE,
} from '../../expression/index.js';

export type ExpressionVerdict =
  | { readonly kind: 'equal' }
  | {
      readonly kind: 'different';
      readonly request: string;
      readonly before: boolean;
      readonly after: boolean;
    }
  | { readonly kind: 'unsure'; readonly why: string };

type Fields = Readonly<Record<string, ContextValue>>;

const MOST_REQUESTS = 6000;
const MOST_VALUES = 24;

/** What a mark outside of quotes may stand for; the first that both expressions parse with is taken. */
const STAND_INS: readonly ((number: string) => string)[] = [
  (number) => `198.18.0.${number}`,
  (number) => `"‹${number}›"`,
  (number) => `7${number.padStart(4, '0')}`,
  (number) => `http.cookie eq "‹${number}›"`,
  () => '',
];

export function compareExpressions(before: string, after: string): ExpressionVerdict {
  const [left, right] = [normal(before), normal(after)];
  if (left === right) return { kind: 'equal' };
  for (const standIn of STAND_INS) {
    const [one, two] = [parse(before, standIn), parse(after, standIn)];
    if (one.ok && two.ok) return ask(one.expression, two.expression);
  }
  return { kind: 'unsure', why: 'one of them could not be parsed' };
}

/** Blanks, outer parentheses and old names of fields mean nothing. */
function normal(expression: string): string {
  const renamed = applyEdits(expression, renameFields(expression)).replace(/\s+/g, ' ').trim();
  const parsed = parseFilter(renamed);
  return parsed.ok && parsed.expression.root.type === 'group'
    ? normal(renamed.slice(parsed.expression.root.start + 1, parsed.expression.root.end - 1))
    : renamed;
}

/** Marks in quoted texts are texts as they are. */
function parse(expression: string, standIn: (number: string) => string): ReturnType<typeof parseFilter> {
  let quoted = false;
  const text = expression.replace(/\\.|"|‹(\d+)›/g, (found, number: string | undefined) => {
    if (found === '"') quoted = !quoted;
    return number === undefined || quoted ? found : standIn(String(Number(number) % 250));
  });
  return parseFilter(text);
}

type Parsed = Extract<ReturnType<typeof parseFilter>, { ok: true }>['expression'];

function ask(before: Parsed, after: Parsed): ExpressionVerdict {
  const values = new Map<string, Set<string>>();
  const given = new Map<string, ContextValue>();
  for (const { root } of [before, after]) witnessesIn(root, values, given);
  for (const fields of requestsFrom(values, given)) {
    const context: EvaluationContext = { fields };
    const [one, two] = [evaluateFilter(before, context), evaluateFilter(after, context)];
    if (!one.ok || !two.ok) {
      const reason = one.ok ? (two.ok ? '' : two.reason) : one.reason;
      return { kind: 'unsure', why: `it cannot be evaluated here: ${reason}` };
    }
    if (one.value !== two.value)
      return { kind: 'different', request: shown(fields), before: one.value, after: two.value };
  }
  return { kind: 'equal' };
}

function shown(fields: Fields): string {
  const parts = Object.entries(fields).filter(([, value]) => value !== '' && value !== false);
  return parts.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ') || 'an empty request';
}

/** A field, or a header of one: `http.request.headers "x-key"`. */
function witnessesIn(
  node: unknown,
  values: Map<string, Set<string>>,
  given: Map<string, ContextValue>,
): void {
  if (typeof node !== 'object' || node === null) return;
  const { type } = node as { type?: string };
  if (type === 'comparison' || type === 'test') {
    const fields = new Set<string>();
    const literals: ContextValue[] = [];
    collect(node, fields, literals);
    for (const field of fields) {
      const set = values.get(field) ?? new Set();
      values.set(field, set);
      for (const literal of literals)
        for (const value of beside(field, literal)) {
          const key = JSON.stringify(value);
          given.set(key, value);
          if (set.size < MOST_VALUES) set.add(key);
        }
      for (const value of plain(field)) {
        given.set(JSON.stringify(value), value);
        set.add(JSON.stringify(value));
      }
    }
    return;
  }
  for (const inner of Object.values(node))
    if (Array.isArray(inner)) for (const item of inner) witnessesIn(item, values, given);
    else witnessesIn(inner, values, given);
}

interface Leaf {
  readonly type?: string;
  readonly name?: string | null;
  readonly value?: string | bigint | boolean | null;
  readonly text?: string;
  readonly from?: string;
  readonly to?: string;
  readonly of?: string;
  readonly indexes?: readonly { readonly type: string; readonly value?: string | number | null }[];
}

function collect(node: unknown, fields: Set<string>, literals: ContextValue[]): void {
  if (typeof node !== 'object' || node === null) return;
  const leaf = node as Leaf;
  if (leaf.type === 'field' && typeof leaf.name === 'string') {
    const key = leaf.indexes?.find((index) => index.type === 'key')?.value;
    fields.add(canonicalName(leaf.name) + (typeof key === 'string' ? ` ${key}` : ''));
  } else if (leaf.type === 'string' && typeof leaf.value === 'string') literals.push(leaf.value);
  else if (leaf.type === 'integer') literals.push(Number(leaf.value));
  else if (leaf.type === 'boolean') literals.push(leaf.value === true);
  else if ((leaf.type === 'ip' || leaf.type === 'cidr') && leaf.text !== undefined)
    literals.push(leaf.text.split('/')[0] ?? '');
  else if (leaf.type === 'range' && leaf.from !== undefined && leaf.to !== undefined)
    for (const end of [leaf.from, leaf.to]) literals.push(leaf.of === 'ip' ? end : Number(end));
  for (const inner of Object.values(node))
    if (Array.isArray(inner)) for (const item of inner) collect(item, fields, literals);
    else collect(inner, fields, literals);
}

function beside(field: string, literal: ContextValue): readonly ContextValue[] {
  if (field === THREAT_SCORE) return [];
  const type = typeOf(field);
  if (typeof literal === 'number') return [literal - 1, literal, literal + 1];
  if (typeof literal !== 'string') return [];
  if (type === 'IP') return [literal];
  if (type === 'Integer' || type === 'Bool') return [];
  const whole = literal.replaceAll('*', 'any');
  const bare = literal.replace(/^\*+|\*+$/g, '');
  const texts = [literal, whole, bare, `${bare}x`, `${bare}/more`, `x${bare}`];
  if (bare.endsWith('/')) texts.push(bare.slice(0, -1));
  if (/^[^a-z0-9]*\^|[$\\]/.test(literal)) texts.push(literal.replace(/[\^$\\()]/g, ''));
  return [...new Set(texts)];
}

function typeOf(field: string): string {
  return field.includes(' ') ? 'String' : String(fieldType(field) ?? 'String');
}

function plain(field: string): readonly ContextValue[] {
  // The score is 0 for every request by now.
  if (field === THREAT_SCORE) return [0];
  switch (typeOf(field)) {
    case 'Integer':
    case 'Int':
      return [0, 1];
    case 'Bool':
    case 'Boolean':
      return [false, true];
    case 'IP':
    case 'Ip':
      return ['203.0.113.9'];
    default:
      return ['', 'other'];
  }
}

function* requestsFrom(
  values: ReadonlyMap<string, ReadonlySet<string>>,
  given: ReadonlyMap<string, ContextValue>,
): Generator<Fields> {
  const fields = [...values].map(([name, keys]) => ({
    name,
    choices: [...keys].map((key) => given.get(key) ?? ''),
  }));
  const total = fields.reduce((product, { choices }) => product * choices.length, 1);
  const at = (index: readonly number[]) =>
    together(fields.map(({ name, choices }, place) => [name, choices[index[place] ?? 0] ?? '']));
  if (total <= MOST_REQUESTS) {
    for (let number = 0; number < total; number++) {
      let rest = number;
      yield at(
        fields.map(({ choices }) => {
          const index = rest % choices.length;
          rest = Math.floor(rest / choices.length);
          return index;
        }),
      );
    }
    return;
  }
  // Too many: every combination of two fields, over what the first literals of the others ask for.
  for (const base of [0, -1])
    for (let one = 0; one < fields.length; one++)
      for (let two = one + 1; two < fields.length; two++)
        for (let i = 0; i < (fields[one]?.choices.length ?? 0); i++)
          for (let j = 0; j < (fields[two]?.choices.length ?? 0); j++)
            yield at(
              fields.map(({ choices }, place) =>
                place === one ? i : place === two ? j : base === 0 ? 0 : choices.length - 1,
              ),
            );
}

function together(pairs: readonly (readonly [string, ContextValue])[]): Fields {
  const fields: Record<string, ContextValue> = {};
  for (const [name, value] of pairs) {
    // No name of a field has a blank; the key of a map may have some.
    const [, field = '', key] = /^(\S*)(?: (.*))?$/s.exec(name) ?? [];
    if (key === undefined) fields[field] = value;
    else fields[field] = { ...(fields[field] as Record<string, ContextValue> | undefined), [key]: [value] };
  }
  return fields;
}
