import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { builtinCatalogue } from '../../catalogue/index.js';
import {
  Edge,
  type EdgeState,
  type Faults,
  PERMISSIONS,
  type Permission,
  readFaults,
  readState,
} from '../../edge/index.js';
import { visible } from '../../report/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { dayGiven } from '../base/entries.js';
import { given } from '../base/given-file.js';
import { linkFault, replaceFile } from '../base/output.js';

/** Flags of every command that starts the emulated API. */
export const EDGE_FLAGS = {
  now: { kind: 'value', value: 'DATE', summary: "the emulated API's UTC day, YYYY-MM-DD (default: today)" },
  state: {
    kind: 'value',
    value: 'FILE',
    summary: 'initial state (JSON, in the format of GET /__edge/state)',
  },
  schedule: {
    kind: 'value',
    value: 'NAME',
    choices: ['spec', 'vendor'],
    summary: 'dates of the specification (spec, default) or those that the vendor announced later',
  },
  'strict-ids': { kind: 'switch', summary: 'reject zones and accounts that are not in the state' },
  'reads-outlive-writes': {
    kind: 'switch',
    summary: 'reads of retired endpoints still work, as observed on some zones',
  },
  permission: {
    kind: 'list',
    value: 'NAME',
    choices: PERMISSIONS,
    summary: 'permission of the token, such as "Firewall Services"; may be repeated (default: all)',
  },
  faults: {
    kind: 'value',
    value: 'FILE',
    summary: 'faults to inject (JSON; see docs/emulator.md)',
  },
} as const;

interface EdgeValues {
  readonly now: string | undefined;
  readonly state: string | undefined;
  readonly schedule: string | undefined;
  readonly 'strict-ids': boolean;
  readonly 'reads-outlive-writes': boolean;
  readonly permission: readonly string[];
  readonly faults: string | undefined;
}

export async function edgeFrom(
  values: EdgeValues,
  io: Io,
  { keepGoing = false }: { readonly keepGoing?: boolean } = {},
): Promise<Edge> {
  const permissions = values.permission.flatMap((name): readonly Permission[] =>
    PERMISSIONS.filter((known) => known === name),
  );
  return new Edge({
    entries: builtinCatalogue().entries,
    now: dayGiven(values.now, io),
    schedule: values.schedule === 'vendor' ? 'vendor' : 'spec',
    strictIds: values['strict-ids'],
    keepGoing,
    readsOutliveWrites: values['reads-outlive-writes'],
    ...(permissions.length === 0 ? {} : { tokens: { '*': permissions } }),
    ...(values.faults === undefined ? {} : { faults: await faultsFrom(values.faults, io.cwd) }),
    ...(values.state === undefined ? {} : { state: await stateFrom(values.state, io.cwd) }),
  });
}

export async function stateFrom(file: string, cwd: string): Promise<EdgeState> {
  const read = readState(await given('--state', file, cwd));
  if (!read.ok) throw unusable('--state', file, read.problems);
  return read.state;
}

async function faultsFrom(file: string, cwd: string): Promise<Faults> {
  const read = readFaults(await given('--faults', file, cwd));
  if (!read.ok) throw unusable('--faults', file, read.problems);
  return read.faults;
}

const MOST_PROBLEMS = 20;

/** Refuses a file that a flag names and that cannot be written, before anything is run. */
export function checkWritable(flag: string, file: string, cwd: string): void {
  const name = visible(JSON.stringify(file));
  const target = resolve(cwd, file);
  if (!existsSync(dirname(target))) throw new UsageError(`${flag}: there is no folder for ${name}.`);
  const link = linkFault(target, cwd);
  if (link !== null) throw new UsageError(`${flag}: ${link}.`);
}

/** Writes a file that a flag names. */
export function write(flag: string, file: string, cwd: string, content: unknown): void {
  checkWritable(flag, file, cwd);
  try {
    replaceFile(resolve(cwd, file), [`${JSON.stringify(content, null, 2)}\n`]);
  } catch (error) {
    throw new UsageError(
      `${flag}: the file ${visible(JSON.stringify(file))} cannot be written (${reason(error)}).`,
    );
  }
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

export function unusable(flag: string, file: string, problems: readonly string[]): UsageError {
  const shown = problems.slice(0, MOST_PROBLEMS).map((problem) => `  ${visible(problem).slice(0, 300)}`);
  const rest = problems.length - shown.length;
  const list = [...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n');
  return new UsageError(`${flag}: ${visible(JSON.stringify(file))} cannot be used:\n${list}`);
}
