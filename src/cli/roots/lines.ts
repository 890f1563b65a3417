import type { RootRows } from '../base/command.js';

/** The lines of a stream that is at hand as one text of our own. */
export function linesOfStream(text: string): RootRows['rows'] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
