/** The body of a function that gives a rule the form that it had in the retired API, in any language. */
import {
  type ConstantField,
  type FieldMapping,
  goneFields,
  type Mapping,
  mappedFields,
  type NewFields,
  type OldKey,
  oldObject,
} from '../../src/convert/index.js';

/** How a language writes objects and reads them. Sources of objects are `rule`, or a name of `variable`. */
export interface ObjectSyntax {
  readonly pair: (key: string, value: string) => string;
  readonly map: (pairs: readonly string[]) => string;
  readonly text: (value: string) => string;
  readonly constant: (value: boolean) => string;
  readonly variable: (name: string) => string;
  /** A field of the rule (`null`), or of a part of it that stands in a variable. */
  readonly field: (part: string | null, key: string) => string;
  /** The same where the field may be missing. */
  readonly orElse: (part: string | null, key: string, value: '' | 0 | null) => string;
  /** Not `enabled`, which may be missing. */
  readonly negated: (part: string | null, key: string) => string;
  /** The value for a key that is computed, or the key itself. */
  readonly looked: (values: Readonly<Record<string, string>>, key: string) => string;
  readonly assigned: (name: string, value: string) => string;
  /** The statements that return an object. */
  readonly returned: (pairs: readonly string[], hasStatements: boolean) => readonly string[];
}

export function oldObjectLines(
  mapping: Mapping,
  syntax: ObjectSyntax,
  isAsked: (rare: string) => boolean,
): readonly string[] {
  const written = mappedFields(mapping).filter((one) => one.isRare !== true);
  const statements = [
    ...Object.entries(mapping.parts).map(([part, name]) => syntax.assigned(name, syntax.field(null, part))),
    ...written.flatMap(({ old, now, values }) => {
      if (values === undefined) return [];
      return [syntax.assigned(lastOf(old), syntax.looked(values, syntax.field(null, now)))];
    }),
  ];
  const pairs = oldObject(mapping, isAsked).map((one) => pairText(mapping, syntax, one));
  return [...statements, ...syntax.returned(pairs, statements.length > 0)];
}

function pairText(mapping: Mapping, syntax: ObjectSyntax, { key, value }: OldKey): string {
  const text =
    'old' in value
      ? valueText(mapping, syntax, value)
      : syntax.map(value.map((one) => pairText(mapping, syntax, one)));
  return syntax.pair(key, text);
}

function valueText({ parts }: Mapping, syntax: ObjectSyntax, value: FieldMapping | ConstantField): string {
  if (!('now' in value)) return syntax.constant(value.value);
  if (value.values !== undefined) return syntax.variable(lastOf(value.old));
  const [first = '', second] = value.now.split('.');
  const part = second === undefined ? null : (parts[first] ?? first);
  const key = second ?? first;
  if (value.isNegated === true) return syntax.negated(part, key);
  if (value.absent !== undefined) return syntax.orElse(part, key, value.absent);
  return value.isRare === true ? syntax.orElse(part, key, null) : syntax.field(part, key);
}

function lastOf(path: string): string {
  return path.split('.').at(-1) ?? '';
}

/** `action: 'skip', action_parameters: { ruleset: 'current' }` */
export function fieldPairs(
  fields: NewFields,
  syntax: Pick<ObjectSyntax, 'pair' | 'map' | 'text'>,
): readonly string[] {
  return Object.entries(fields).map(([key, value]) =>
    syntax.pair(key, typeof value === 'string' ? syntax.text(value) : syntax.map(fieldPairs(value, syntax))),
  );
}

/** How a language reads fields, as parts of regular expressions. */
interface ReadSyntax {
  readonly key: (names: string) => string;
  readonly keyBelow: (parent: string, names: string) => string;
  readonly compared: (name: string, values: string) => string;
}

/** How programs read what new objects do not have. */
export function lostReads(mapping: Mapping, syntax: ReadSyntax): RegExp {
  const gone = goneFields(mapping);
  const namesBelow = (parent: string | null) =>
    gone
      .filter((one) => one.parent === parent)
      .map(({ name }) => name)
      .join('|');
  const parents = [...new Set(gone.flatMap(({ parent }) => parent ?? []))];
  return new RegExp(
    [
      syntax.key(namesBelow(null)),
      ...parents.map((parent) => syntax.keyBelow(parent, namesBelow(parent))),
      ...Object.entries(mapping.meanings).map(([name, values]) =>
        syntax.compared(name, Object.keys(values).join('|')),
      ),
    ].join('|'),
  );
}

/** Values that mean something else now, with the fields that stand for them. */
export function meaningsIn(mapping: Mapping) {
  return Object.entries(mapping.meanings).flatMap(([name, meanings]) =>
    Object.entries(meanings).map(([value, now]) => ({ name, value, now })),
  );
}
