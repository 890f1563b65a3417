/**
 * Limits that end a reading before its end: of depth, of number, of length, of steps. Whoever meets one says so here,
 * and the analysis lists the file as not fully read if a trigger of it was not understood. What a limit leaves out
 * without a word is a place to hide in.
 */
let met: string | null = null;

/** Says that a limit left something unread, or the value of something unknown. */
export function meetLimit(limit: string): void {
  met ??= limit;
}

/** What some work gives, and the first limit that it met. */
export function withLimit<T>(work: () => T): { readonly value: T; readonly limit: string | null } {
  const before = met;
  met = null;
  try {
    const value = work();
    return { value, limit: met };
  } finally {
    met = before;
  }
}

/** Why a value is unknown, or a file was not read to its end, for which no steps were left. */
export const OUT_OF_STEPS = 'budget';

/** The first of some things; `what` they are is said where there are more. */
export function atMost<T>(things: readonly T[], most: number, what: string): readonly T[] {
  if (things.length <= most) return things;
  meetLimit(`more than ${most} ${what}`);
  return things.slice(0, most);
}
