/**
 * How a program sends its requests: what is called, what it takes in which order, and what it gives back. New
 * functions send theirs in the same way.
 */

/** An argument, or a field of an object of options. */
export type Slot =
  | { readonly is: 'path'; readonly builder?: Builder }
  | { readonly is: 'method' }
  /** `isOwn`: of a type of the program, which a new module cannot name. */
  | { readonly is: 'body'; readonly stringified: boolean; readonly isOwn?: boolean }
  /** Something that is handed on as it is: a token, headers. */
  | { readonly is: 'extra'; readonly name: string }
  | { readonly is: 'options'; readonly fields: readonly Field[] };

/** A function of the program that makes the address of a path: `url(path)`, `url(path).toString()`. */
export interface Builder {
  readonly name: string;
  readonly suffix: string;
}

interface Field {
  readonly key: string;
  readonly slot: Exclude<Slot, { readonly is: 'options' }>;
}

export interface Convention {
  /**
   * `verbs`: an object with a method for each of them; `global`: `fetch`, which needs nobody to hand it on; `sdk`: the
   * vendor's own.
   */
  readonly callee: 'function' | 'verbs' | 'global' | 'sdk';
  /** Text and names of what is put into it, up to the part of the path that names the collection. */
  readonly prefix: readonly (string | { readonly name: string })[];
  readonly slots: readonly Slot[];
  /** Nobody names the method of a request that only reads. */
  readonly isBare: boolean;
  /** What stands behind the call until the answer is parsed: `.json()`. */
  readonly suffix: string;
  /** What a call gives back, once waited for. */
  readonly gives: 'result' | 'envelope' | 'axios' | 'body' | 'response';
  /** The member of what a call gives that holds the result, where new functions give the result alone. */
  readonly member?: string | undefined;
  /** The member of an envelope that holds the result, where it has another name. */
  readonly held?: string | undefined;
  /** The member that says whether it was taken: `error` is only there where it was not, `status` is that of HTTP. */
  readonly told?: 'success' | 'ok' | 'error' | 'status' | undefined;
  /** A refusal by the API is thrown. */
  readonly throws: boolean;
  /** A request that failed gives nothing back. */
  readonly isNullable?: boolean | undefined;
  readonly methodCase: 'upper' | 'lower';
  /** Names of methods of a client that differ from their verbs: `del`. */
  readonly verbs?: Readonly<Record<string, string>>;
  /** Its options are those of `fetch`, by the name that everybody has for them. */
  readonly takesInit?: boolean;
}

/** One way for all calls, if they have one. */
export function unified(conventions: readonly Convention[]): Convention | null {
  const isOpenedLater = conventions.some(({ gives }) => gives === 'response');
  const all = isOpenedLater ? conventions.map(unparsed) : conventions;
  return all.reduce<Convention | null>(
    (found, one) => (found === null ? null : unifiedPair(found, one)),
    all[0] ?? null,
  );
}

/** `fetch(…).then((response) => response.json())` gives a response first, as `fetch(…)` does. */
function unparsed(one: Convention): Convention {
  const isParsed = one.callee === 'global' && one.gives === 'envelope' && one.suffix.startsWith('.then(');
  return isParsed ? { ...one, gives: 'response', suffix: '' } : one;
}

function unifiedPair(a: Convention, b: Convention): Convention | null {
  const common = (one: Convention) =>
    JSON.stringify([
      one.callee,
      one.prefix,
      one.suffix,
      one.gives,
      one.member,
      one.held,
      one.told,
      bareSlots(one.slots),
    ]);
  if (common(a) !== common(b)) return null;
  const [longer, shorter] = sizeOf(a.slots) >= sizeOf(b.slots) ? [a, b] : [b, a];
  if (!isWithin(shorter.slots, longer.slots)) return null;
  return {
    ...longer,
    isBare: a.isBare || b.isBare,
    throws: a.throws && b.throws,
    isNullable: a.isNullable === true || b.isNullable === true,
    takesInit: a.takesInit === true && b.takesInit === true,
    methodCase: a.methodCase === b.methodCase ? a.methodCase : 'upper',
    verbs: { ...a.verbs, ...b.verbs },
  };
}

/** What every call has, whatever it sends. */
function bareSlots(slots: readonly Slot[]): readonly Slot[] {
  return slots.flatMap((slot): Slot[] => {
    if (slot.is === 'method' || slot.is === 'body') return [];
    if (slot.is !== 'options') return [slot];
    const fields = slot.fields.filter(({ slot: { is } }) => is !== 'method' && is !== 'body');
    return fields.length === 0 ? [] : [{ is: 'options', fields }];
  });
}

function flat(slots: readonly Slot[]): readonly string[] {
  return slots.flatMap((slot, index) =>
    slot.is === 'options'
      ? slot.fields.map((field) => JSON.stringify([index, field]))
      : [JSON.stringify(slot.is === 'body' ? slot : slot)],
  );
}

function sizeOf(slots: readonly Slot[]): number {
  return flat(slots).length;
}

function isWithin(shorter: readonly Slot[], longer: readonly Slot[]): boolean {
  const strip = (text: string) => text.replace(/^\[\d+,/, '[');
  const all = flat(longer).map(strip);
  return flat(shorter).every((slot) => all.includes(strip(slot)));
}

/** Names of what is handed on, in the order of the parameters of new functions: first the holes of the path. */
export function parametersOf({ prefix, slots }: Pick<Convention, 'prefix' | 'slots'>): readonly string[] {
  const holes = prefix.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  const extras = slots.flatMap((slot) =>
    slot.is === 'options' ? slot.fields.flatMap((field) => handedBy(field.slot)) : handedBy(slot),
  );
  return [...new Set([...extras, ...holes])];
}

function handedBy(slot: Field['slot']): readonly string[] {
  if (slot.is === 'path') return slot.builder === undefined ? [] : [slot.builder.name];
  return slot.is === 'extra' ? [slot.name] : [];
}

/** The function that makes addresses, where there is one. */
export function builderIn(slots: readonly Slot[]): Builder | undefined {
  const all = slots.flatMap((slot) =>
    slot.is === 'options' ? slot.fields.map((field) => field.slot) : [slot],
  );
  return all.flatMap((slot) => (slot.is === 'path' ? (slot.builder ?? []) : []))[0];
}

/** The same slots, with a function that makes the address. */
export function withBuilder(slots: readonly Slot[], { name, suffix }: Builder): readonly Slot[] {
  const builder = { name, suffix };
  const built = <T extends Slot>(slot: T): T => (slot.is === 'path' ? { ...slot, builder } : slot);
  return slots.map((slot) =>
    slot.is === 'options'
      ? { ...slot, fields: slot.fields.map((field) => ({ ...field, slot: built(field.slot) })) }
      : built(slot),
  );
}
