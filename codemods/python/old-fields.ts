/** A mapping in Python: what programs read of old objects, and the functions that map whole objects. */
import type { Edit } from '../../src/analysis/index.js';
import { type FieldMapping, type Mapping, mappedField, type NewFields } from '../../src/convert/index.js';
import { textOf, walk } from '../../src/grammar/index.js';
import { fieldPairs, lostReads as lostReadsBy, type ObjectSyntax } from '../planner/index.js';
import { functionAround } from './call.js';
import type { RuleRead } from './kind.js';
import { valueAt } from './variables.js';

/** `["name"]`, `.get("name", "")` */
const KEY = /^(?:\[["'](\w+)["']\]|\.get\(["'](\w+)["'](?:, ?(?:""|''|None|False|\{\}))?\))/;

/** What is read of an old object, as the same is read of the new one; null where it has no counterpart. */
export function readEdits(mapping: Mapping, read: RuleRead): readonly Edit[] | null {
  const { use, chain, steps } = read;
  const names: string[] = [];
  let end = 0;
  let start = 0;
  let field: FieldMapping | null = null;
  for (let key = KEY.exec(steps); key !== null && field === null; key = KEY.exec(steps.slice(end))) {
    names.push(key[1] ?? key[2] ?? '');
    start = end;
    end += key[0].length;
    field = mappedField(mapping, names.join('.'));
  }
  if (field === null) return null;
  const { old, now } = field;
  if (field.isNegated === true) return end === steps.length ? notEnabled(read) : null;
  if (mapping.meanings[old] !== undefined) return comparedValues(read, mapping.meanings[old]);
  if (field.values !== undefined) return null;
  if (field.absent !== undefined) return field.absent === '' ? described(read) : null;
  if (old === now) return [];
  if (field.isRare === true) return null;
  // The rest of the path is the same.
  if (old.endsWith(`.${now}`)) return [{ start: use.end, end: use.end + start, text: '' }];
  if (use.end + end !== chain.end || steps.includes('.get(')) return null;
  const quote = steps.includes("'") ? "'" : '"';
  const text = now
    .split('.')
    .map((name) => `[${quote}${name}${quote}]`)
    .join('');
  return [{ start: use.end, end: use.end + end, text }];
}

/** `rule["action"] == "allow"` and `action in ("allow", "log")`: the value has another name now. */
function comparedValues(
  { tree, chain }: RuleRead,
  meanings: Readonly<Record<string, NewFields>>,
): readonly Edit[] {
  const { parent } = chain;
  const [name] = parent?.type === 'assignment' && chain.field === 'right' ? parent.children : [];
  const uses = name?.type === 'identifier' ? walk(functionAround(chain) ?? tree.root) : [];
  const read = uses.filter(
    (use) =>
      use.type === 'identifier' &&
      name !== undefined &&
      textOf(tree, use) === textOf(tree, name) &&
      valueAt(tree, use)?.value === chain,
  );
  const compared = [chain, ...read].flatMap((one) =>
    one.parent?.type === 'comparison_operator' ? [one.parent] : [],
  );
  return compared
    .flatMap((one) => walk(one))
    .flatMap((one) => {
      const value = one.type === 'string' ? textOf(tree, one).slice(1, -1) : '';
      const [now] = Object.values(meanings[value] ?? {});
      return typeof now === 'string' ? [{ start: one.start + 1, end: one.end - 1, text: now }] : [];
    });
}

/** A rule may have no description, where the old one had an empty one. */
function described({ tree, use, chain, steps }: RuleRead): readonly Edit[] {
  const [written = ''] = /^(?:\[["']description["']\]|\.get\(["']description["']\))/.exec(steps) ?? [];
  if (written === '') return [];
  const isEither = written === steps && chain.field === 'left' && /^\s*or\b/.test(tree.text.slice(chain.end));
  const quote = steps.includes("'") ? "'" : '"';
  const text = `.get(${quote}description${quote}${isEither ? '' : `, ${quote}${quote}`})`;
  return [{ start: use.end, end: use.end + written.length, text }];
}

/** Where a value may be replaced by a negation without brackets. */
const WHOLE =
  /^(?:if_statement|elif_clause|boolean_operator|if_clause|argument_list|conditional_expression|interpolation|keyword_argument|assignment|while_statement|pair)$/;

/** A rule says that it is enabled, where the old one said that it is not; null where that needs brackets. */
function notEnabled({ name, chain, steps }: RuleRead): readonly Edit[] | null {
  const quote = steps.includes("'") ? "'" : '"';
  const enabled = `${name}.get(${quote}enabled${quote}, True)`;
  const { parent } = chain;
  if (parent?.type === 'not_operator') return [{ start: parent.start, end: parent.end, text: enabled }];
  return WHOLE.test(parent?.type ?? '')
    ? [{ start: chain.start, end: chain.end, text: `not ${enabled}` }]
    : null;
}

/** How a program reads fields that new objects do not have. */
export function lostReads(mapping: Mapping): RegExp {
  return lostReadsBy(mapping, {
    key: (names) => String.raw`(?:\[|\.(?:get|pop)\()\s*["'](?:${names})["']`,
    keyBelow: (parent, names) =>
      String.raw`["']${parent}["'](?:\]|[^\n\])]{0,6}\))(?:\[|\.get\()["'](?:${names})["']`,
    compared: (name, values) =>
      String.raw`["']${name}["'](?:\]|[^)\n]{0,20}\))\s*(?:==|!=|(?:not )?in\b)[^\n]{0,60}["'](?:${values})["']`,
  });
}

const WIDTH = 108;

/** With `~` for the quotes of the file. */
export const OBJECTS: ObjectSyntax = {
  pair: (key, value) => `~${key}~: ${value}`,
  map: (pairs) => `{${pairs.join(', ')}}`,
  text: (value) => `~${value}~`,
  constant: (value) => (value ? 'True' : 'False'),
  variable: (name) => name,
  field: (part, key) => `${part ?? 'rule'}[~${key}~]`,
  orElse: (part, key, value) =>
    `${part ?? 'rule'}.get(~${key}~${value === null ? '' : value === 0 ? ', 0' : ', ~~'})`,
  negated: (part, key) => `not ${part ?? 'rule'}.get(~${key}~, True)`,
  looked: (values, key) => `${OBJECTS.map(fieldPairs(values, OBJECTS))}.get(${key}, ${key})`,
  assigned: (name, value) => `${name} = ${value}`,
  returned: (pairs) => {
    const line = `return {${pairs.join(', ')}}`;
    return line.length <= WIDTH ? [line] : ['return {', ...pairs.map((pair) => `    ${pair},`), '}'];
  },
};

/** The body of a function that gives the fields for a value that is known at run time only. */
export function meaningLines(mapping: Mapping, name: string): readonly string[] {
  const meanings = Object.entries(mapping.meanings[name] ?? {});
  return [
    ...meanings.flatMap(([value, fields]) => [
      `if ${name} == ~${value}~:`,
      `    return ${OBJECTS.map(fieldPairs(fields, OBJECTS))}`,
    ]),
    `return {~${name}~: ${name}}`,
  ];
}
