import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtinCatalogue } from '../catalogue/index.js';
import { Edge, type EdgeState, readState } from '../edge/index.js';
import { UsageError } from './arguments.js';
import type { Io } from './command.js';
import { dayGiven } from './entries.js';

/** Flags of every command that starts the emulated API. */
export const EDGE_FLAGS = {
  now: { kind: 'value', value: 'DATE', summary: "the emulated API's UTC day, YYYY-MM-DD (default: today)" },
  state: {
    kind: 'value',
    value: 'FILE',
    summary: 'start from this state (JSON, as GET /__edge/state answers)',
  },
  schedule: {
    kind: 'value',
    value: 'NAME',
    choices: ['spec', 'vendor'],
    summary: 'dates of the published schedule (spec, default) or those the vendor moved to',
  },
  'strict-ids': { kind: 'switch', summary: 'refuse zones and accounts that the state does not have' },
  'reads-outlive-writes': {
    kind: 'switch',
    summary: 'reads of dead endpoints still work, as was seen for a while',
  },
} as const;

interface EdgeValues {
  readonly now: string | undefined;
  readonly state: string | undefined;
  readonly schedule: string | undefined;
  readonly 'strict-ids': boolean;
  readonly 'reads-outlive-writes': boolean;
}

export function edgeFrom(values: EdgeValues, io: Io): Edge {
  return new Edge({
    entries: builtinCatalogue().entries,
    now: dayGiven(values.now, io),
    schedule: values.schedule === 'vendor' ? 'vendor' : 'spec',
    strictIds: values['strict-ids'],
    readsOutliveWrites: values['reads-outlive-writes'],
    ...(values.state === undefined ? {} : { state: stateFrom(values.state, io.cwd) }),
  });
}

export function stateFrom(file: string, cwd: string): EdgeState {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`the state ${JSON.stringify(file)} cannot be read (${code}).`);
  }
  const read = readState(text);
  if (!read.ok)
    throw new UsageError(
      `the state ${JSON.stringify(file)} is not usable:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  return read.state;
}
