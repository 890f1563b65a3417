/** What becomes of single fields, by a mapping. */
import type { FieldMapping, Mapping, NewFields } from './model.js';

/** A request that makes an object, one that sends all of it, or one that sends some fields of it. */
export type WriteKind = 'creation' | 'replacement' | 'change';

export function writeKind(method: string): WriteKind {
  return method === 'POST' ? 'creation' : method === 'PUT' ? 'replacement' : 'change';
}

export type SentField =
  | { readonly is: 'kept' }
  | { readonly is: 'renamed'; readonly to: string; readonly isNegated: boolean }
  /** Its value is an object whose fields stand in the new one. */
  | { readonly is: 'opened' }
  /** The new object says it in other fields. */
  | { readonly is: 'meaning'; readonly fields: NewFields }
  /** Its value is only known when the program runs, and may be one that means something else now. */
  | { readonly is: 'computed' }
  | { readonly is: 'omitted' }
  | { readonly is: 'refused'; readonly why: string };

export const NEEDS_POSITION = 'a priority needs a person to choose a position';
export const UNKNOWN_ACTION = 'its action is known at run time only, and may be allow';
export const NO_FILTER = 'it has no filter';

/** What a field of an object that is sent becomes. `value` is the number or the text that is written there, if one is. */
export function sentField(mapping: Mapping, name: string, value: string | null, kind: WriteKind): SentField {
  const refused = mapping.refused[name] ?? {};
  const why = refused['*'] ?? (value === null ? undefined : refused[value]);
  if (why !== undefined) return { is: 'refused', why };
  if (name === mapping.identity && kind !== 'creation') return { is: 'omitted' };
  if (name === mapping.position)
    return kind === 'change' || value === null || !/^\d+$/.test(value)
      ? { is: 'refused', why: NEEDS_POSITION }
      : { is: 'omitted' };
  const meanings = mapping.meanings[name];
  if (meanings !== undefined) {
    const fields = value === null ? undefined : meanings[value];
    if (value === null) return { is: 'computed' };
    return fields === undefined ? { is: 'kept' } : { is: 'meaning', fields };
  }
  const field = mappedField(mapping, name);
  if (field !== null && name !== mapping.identity)
    return field.now === name
      ? { is: 'kept' }
      : { is: 'renamed', to: field.now, isNegated: field.isNegated === true };
  if (mapping.fields.some(({ old }) => old.startsWith(`${name}.`))) return { is: 'opened' };
  return mapping.known.includes(name)
    ? { is: 'kept' }
    : { is: 'refused', why: `its field ${name} has no counterpart` };
}

/** The field with an old path, if the new object has it. */
export function mappedField({ fields }: Mapping, old: string): FieldMapping | null {
  return mappedFields({ fields }).find((one) => one.old === old) ?? null;
}

export function mappedFields({ fields }: Pick<Mapping, 'fields'>): readonly FieldMapping[] {
  return fields.flatMap((one) => ('now' in one ? [one] : []));
}

/** What is below the first key of a field need not be followed: the field is known, or it is none. */
export function isWholeField(mapping: Mapping, path: readonly string[]): boolean {
  const written = path.join('.');
  return path.length > 0 && !mappedFields(mapping).some(({ old }) => old.startsWith(`${written}.`));
}

/** Keys of one object that is nested as the old one was. */
export interface OldKey {
  readonly key: string;
  readonly value: Mapping['fields'][number] | readonly OldKey[];
}

/** The old object, key by key; rare fields only where they are asked for. */
export function oldObject(mapping: Mapping, isAsked: (rare: string) => boolean): readonly OldKey[] {
  const written = mapping.fields.filter((one) => one.isRare !== true || isAsked(one.old));
  return nested(written.map((field) => ({ path: field.old.split('.'), field })));
}

function nested(
  all: readonly { readonly path: readonly string[]; readonly field: Mapping['fields'][number] }[],
): readonly OldKey[] {
  return [...new Set(all.map(({ path: [key = ''] }) => key))].map((key) => {
    const own = all.filter(({ path }) => path[0] === key);
    const [only] = own;
    return only !== undefined && only.path.length === 1
      ? { key, value: only.field }
      : { key, value: nested(own.map(({ path, field }) => ({ path: path.slice(1), field }))) };
  });
}

/** Old fields that have no counterpart, as a key alone, or below the key that tells it apart from others. */
export function goneFields({
  gone,
}: Mapping): readonly { readonly parent: string | null; readonly name: string }[] {
  return gone.map((path) => {
    const keys = path.split('.');
    return { parent: keys.length === 2 ? (keys[0] ?? null) : null, name: keys.at(-1) ?? '' };
  });
}
