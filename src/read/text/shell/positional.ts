/**
 * Arguments of a function: `$1`, `"$@"`, `"${@:2:1}"`, `${!#}`. Their names are written without what `shift` does, which
 * depends on the place: behind one `shift`, `$1` is named `2` and `$@` is named `@:2`.
 */

/** The first argument and the one behind the last; counted from the end if negative. */
interface Slice {
  readonly from: number;
  readonly to: number | null;
}

/** The name of an expansion of arguments, behind a number of arguments that were shifted away; others stay as they are. */
export function positionalName(name: string, shifted: number): string {
  const single = /^([1-9]\d*)(?!\d)(.*)$/s.exec(name);
  // `${1+"$@"}`
  if (single !== null && !/^:?\+"?\$[@*]/.test(single[2] ?? ''))
    return `${Number(single[1]) + shifted}${single[2] ?? ''}`;
  const slice = single === null ? sliceWritten(name) : { from: 1, to: null };
  if (slice === null) return name;
  const from = slice.from > 0 ? slice.from + shifted : slice.from;
  const to = slice.to !== null && slice.to > 0 ? slice.to + shifted : slice.to;
  return nameOfSlice({ from, to });
}

/** The arguments that a name of `positionalName` stands for, or null for other names. */
export function argumentsNamed<Item>(name: string, given: readonly Item[]): readonly Item[] | null {
  const slice = sliceNamed(name);
  if (slice === null) return null;
  const from = slice.from > 0 ? slice.from - 1 : Math.max(0, given.length + slice.from);
  const to = slice.to === null ? given.length : slice.to > 0 ? slice.to - 1 : given.length + slice.to;
  return given.slice(from, Math.max(from, to));
}

/** It may stand for several words. */
export function isSlice(name: string): boolean {
  return name.startsWith('@') && sliceNamed(name) !== null;
}

function nameOfSlice({ from, to }: Slice): string {
  if (to === null) return from === 1 ? '@' : `@:${from}`;
  return `@:${from}:${to}`;
}

function sliceNamed(name: string): Slice | null {
  if (/^[1-9]\d*$/.test(name)) return { from: Number(name), to: Number(name) + 1 };
  if (name === '@') return { from: 1, to: null };
  const found = /^@:(-?\d+)(?::(-?\d+))?$/.exec(name);
  if (found === null) return null;
  return { from: Number(found[1]), to: found[2] === undefined ? null : Number(found[2]) };
}

/** `@`, `*`, `@:2`, `@:2:1`, `@: -1`, `@:1:$#-1`, `!#`, as they stand inside of `${…}`. */
function sliceWritten(name: string): Slice | null {
  if (/^[@*](?:$|:?[-=+?]|[#%/^,])/.test(name)) return { from: 1, to: null };
  if (name === '!#') return { from: -1, to: null };
  const found = /^[@*]:([^:]+)(?::([^:]+))?$/.exec(name.replaceAll(/\$\(\(|\)\)|[\s()]/g, ''));
  const from = found === null ? null : offsetOf(found[1] ?? '');
  if (found === null || from === null) return null;
  const to = found[2] === undefined ? null : endOf(from, found[2]);
  return to === undefined ? null : { from, to };
}

function offsetOf(written: string): number | null {
  if (/^-?[1-9]\d*$/.test(written)) return Number(written);
  const last = /^\$?#(-\d+)?$/.exec(written);
  return last === null ? null : Number(last[1] ?? 0) - 1;
}

function endOf(from: number, length: string): number | null | undefined {
  if (/^\d+$/.test(length)) return from + Number(length) === 0 ? null : from + Number(length);
  const fewer = /^\$?#(-\d+)?$/.exec(length);
  if (fewer === null || from < 0) return undefined;
  // As many as there are, less some: those in front of the first are among them.
  const left = Number(fewer[1] ?? 0) + from - 1;
  return left < 0 ? left : null;
}
