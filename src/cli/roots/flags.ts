import type { Flags } from '../base/arguments.js';

const ROOTS = 'Many folders';

/** Options of every command that works on a list of folders. */
export const ROOT_FLAGS = {
  roots: {
    kind: 'value',
    value: 'FILE|-',
    summary: 'work on each folder of this list (one per line, or NUL-separated); prints NDJSON',
    group: ROOTS,
  },
  into: {
    kind: 'value',
    value: 'FILE',
    summary: 'with --roots: append to this stream, and skip the folders that it has done',
    group: ROOTS,
  },
} as const satisfies Flags;
