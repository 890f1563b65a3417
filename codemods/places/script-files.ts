/** The files in which JavaScript or TypeScript stands. */
import type { Surroundings } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';

export const SCRIPT_ENDINGS: readonly string[] = 'js mjs cjs jsx ts mts cts tsx vue svelte astro'.split(' ');

/** What is asked of a file by itself, kept: each site of a large program asks it of all files. */
export function oncePerFile<Answer>(
  ask: (file: SourceFile, around: Surroundings) => Answer,
): (file: SourceFile, around: Surroundings) => Answer {
  const known = new WeakMap<SourceFile, { readonly answer: Answer }>();
  return (file, around) => {
    const held = known.get(file) ?? { answer: ask(file, around) };
    known.set(file, held);
    return held.answer;
  };
}
