/** A mapping in PHP and Ruby: what programs read of old objects, and the function that maps whole objects. */
import type { Edit } from '../../src/analysis/index.js';
import { type Mapping, mappedField } from '../../src/convert/index.js';
import { fieldPairs, lostReads as lostReadsBy, meaningsIn, type ObjectSyntax } from '../planner/index.js';
import type { RuleRead } from './kind.js';
import type { Shape } from './sender.js';

/** What is read of an old object, as the same is read of the new one; null where it has no counterpart. */
export function readEdits(
  mapping: Mapping,
  { syntax, tree, path, visit, rule }: RuleRead,
): readonly Edit[] | null {
  const field = mappedField(mapping, path.join('.'));
  if (field === null || field.values !== undefined || (field.isRare && field.old !== field.now)) return null;
  const { node } = visit;
  if (field.isNegated === true) return syntax.disabledEdits(tree, rule, node);
  const meanings = mapping.meanings[field.old];
  if (meanings !== undefined)
    return syntax.comparedWith(tree, node).flatMap(({ start, end }) => {
      const value = /^["':](\w+)["']?$/.exec(tree.text.slice(start, end))?.[1] ?? '';
      const [now] = Object.values(meanings[value] ?? {});
      return typeof now === 'string' ? [{ start: start + 1, end: start + 1 + value.length, text: now }] : [];
    });
  if (field.absent !== undefined) return field.absent === '' ? syntax.orEmpty(tree, node) : null;
  if (field.old === field.now) return [];
  const steps = visit.steps.filter(({ kind }) => kind === 'key');
  // The rest of the path is the same.
  if (field.old.endsWith(`.${field.now}`)) {
    const step = steps.findLast(({ name }) => name === path[0]);
    return step === undefined ? null : syntax.withoutKey(tree, step);
  }
  const own = steps.slice(-path.length);
  const [first, last] = [own[0], own.at(-1)];
  const isApart = own.every((step, index) => index === 0 || step.from === own[index - 1]?.to);
  const keys = last === undefined ? null : syntax.keysLike(tree, last.to, field.now.split('.'));
  if (first === undefined || last === undefined || keys === null || !isApart) return null;
  return [{ start: first.from.end, end: last.to.end, text: keys }];
}

/** How a program reads fields that new objects do not have. */
export function lostReads(mapping: Mapping): RegExp {
  return lostReadsBy(mapping, {
    // Not where it is written: `'priority' => 1`.
    key: (names) => String.raw`(?:\[\s*:?["']?|->|:|dig\([^)\n]{0,40}["':])(?:${names})\b(?!["']?\s*=>)["']?`,
    keyBelow: (parent, names) => String.raw`\b${parent}(?:["']?\s*\]\s*\[\s*:?["']?|->)(?:${names})\b`,
    compared: (name, values) => String.raw`${name}["']?\s*\]?\s*(?:===?|!==?)\s*["'](?:${values})`,
  });
}

/** `field`: source of a field of the rule. */
export function phpObjects(shape: Shape, field: (name: string) => string): ObjectSyntax {
  const cast = shape === 'object' ? '(object) ' : '';
  const at = (part: string | null, key: string) =>
    part === null ? field(key) : shape === 'object' ? `$${part}->${key}` : `$${part}['${key}']`;
  return {
    pair: (key, value) => `'${key}' => ${value}`,
    map: (pairs) => `${cast}[${pairs.join(', ')}]`,
    text: (value) => `'${value}'`,
    constant: String,
    variable: (name) => `$${name}`,
    field: at,
    orElse: (part, key, value) => `${at(part, key)} ?? ${value === '' ? "''" : value}`,
    negated: (part, key) => `!(${at(part, key)} ?? true)`,
    looked: (values, key) => `[${arrows(values)}][${key}] ?? ${key}`,
    assigned: (name, value) => `$${name} = ${value};`,
    returned: (pairs, hasStatements) => [
      ...(hasStatements ? [''] : []),
      `return ${cast}[`,
      ...pairs.map((pair) => `    ${pair},`),
      '];',
    ],
  };
}

export function rubyObjects(shape: Shape, field: (name: string) => string): ObjectSyntax {
  const at = (part: string | null, key: string) =>
    part === null ? field(key) : shape === 'symbol' ? `${part}[:${key}]` : `${part}['${key}']`;
  return {
    pair: (key, value) => `${shape === 'symbol' ? `${key}:` : `'${key}' =>`} ${value}`,
    map: (pairs) => `{ ${pairs.join(', ')} }`,
    text: (value) => `'${value}'`,
    constant: String,
    variable: (name) => name,
    field: at,
    orElse: (part, key, value) => at(part, key) + (value === null ? '' : value === 0 ? '.to_i' : '.to_s'),
    negated: (part, key) => `${at(part, key)} == false`,
    looked: (values, key) => `{ ${arrows(values)} }.fetch(${key}, ${key})`,
    assigned: (name, value) => `${name} = ${value}`,
    returned: (pairs) => [
      '{',
      ...pairs
        .join(',\n')
        .split('\n')
        .map((pair) => `  ${pair}`),
      '}',
    ],
  };
}

/** `'block' => 'ban'`: the keys are texts in every shape. */
function arrows(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `'${key}' => '${value}'`)
    .join(', ');
}

/** PHP: statements that give a rule the fields which its values stand for now. */
export function meaningLines(
  mapping: Mapping,
  rule: string,
  field: (name: string) => string,
): readonly string[] {
  return meaningsIn(mapping).flatMap(({ name, value, now }) => [
    `if (${field(name)} === '${value}') {`,
    `    ${rule} = [${fieldPairs(now, phpObjects('array', String)).join(', ')}] + ${rule};`,
    '}',
  ]);
}
