/** The inputs of the action. GitHub hands them over in the environment: `INPUT_FAIL-ON`. */
import { join } from 'node:path';
import { UsageError } from '../base/arguments.js';

type Environment = Readonly<Record<string, string | undefined>>;

const MODES = ['scan', 'migrate', 'comment'] as const;
export type ActionMode = (typeof MODES)[number];

export interface Inputs {
  readonly mode: ActionMode;
  /** Folder below the workspace. */
  readonly path: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly config: string | null;
  readonly failOn: string | null;
  readonly sarif: string;
  readonly json: string;
  readonly annotations: boolean;
  readonly level: string | null;
  readonly base: string | null;
  readonly prefix: string | null;
  readonly title: string | null;
  readonly verify: string | null;
  readonly draft: boolean;
  readonly token: string | null;
}

export function readInputs(environment: Environment): Inputs {
  const text = (name: string): string | null => {
    const value = environment[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
    return value === '' ? null : value;
  };
  const inTemp = (name: string) => join(environment.RUNNER_TEMP ?? '', name);
  const list = (name: string) => (text(name) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = text(name);
    if (value === null) return otherwise;
    if (value === 'true' || value === 'false') return value === 'true';
    throw new UsageError(`the input ${name} must be true or false, not ${JSON.stringify(value)}.`);
  };
  const named = text('mode') ?? 'scan';
  const mode = MODES.find((candidate) => candidate === named);
  if (mode === undefined)
    throw new UsageError(`the input mode must be one of ${MODES.join(', ')}, not ${JSON.stringify(named)}.`);
  return {
    mode,
    path: text('path') ?? '.',
    only: list('only'),
    skip: list('skip'),
    config: text('config'),
    failOn: text('fail-on'),
    // Outside the tree: a later scan would read them.
    sarif: text('sarif') ?? inTemp('edge-sunset.sarif'),
    json: text('json') ?? inTemp('edge-sunset.json'),
    annotations: flag('annotations', true),
    level: text('level'),
    base: text('base'),
    prefix: text('prefix'),
    title: text('title'),
    verify: text('verify'),
    draft: flag('draft', false),
    token: text('token'),
  };
}

/** Options that choose what counts; a value may begin with a dash. */
export function chosen({ only, skip, config }: Inputs): readonly string[] {
  return [
    ...only.map((entry) => `--only=${entry}`),
    ...skip.map((entry) => `--skip=${entry}`),
    ...(config === null ? [] : [`--config=${config}`]),
  ];
}
