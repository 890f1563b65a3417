import type { Isolation, RehearseOptions } from '../../edge/rehearse/index.js';
import type { Io } from '../base/command.js';

/** Flags of every command that runs a program against the emulated API. */
export const RUN_FLAGS = {
  'allow-host': {
    kind: 'list',
    value: 'NAME',
    summary: 'another host that the program may reach through a proxy; may be repeated (default: none)',
  },
  offline: { kind: 'switch', summary: 'reject all other hosts, even those of --allow-host' },
  isolate: {
    kind: 'value',
    value: 'WHEN',
    choices: ['auto', 'never'],
    summary: 'auto (default): no network if the system allows it; or never',
  },
  'pass-env': { kind: 'list', value: 'NAME', summary: 'pass this credential on unchanged; may be repeated' },
} as const;

interface RunValues {
  readonly 'allow-host': readonly string[];
  readonly offline: boolean;
  readonly isolate: string | undefined;
  readonly 'pass-env': readonly string[];
}

export function runOptions(
  values: RunValues,
  io: Io,
): Required<Pick<RehearseOptions, 'passEnv' | 'allowHosts' | 'isolation' | 'echo' | 'signal'>> {
  return {
    passEnv: values['pass-env'],
    allowHosts: values.offline ? [] : values['allow-host'].map((host) => host.toLowerCase()),
    isolation: values.isolate === 'never' ? 'never' : 'auto',
    echo: (text) => io.stderr(text),
    signal: io.interruption(),
  };
}

/** Programs that go around proxies may have made calls that nobody saw. A plain shell only starts others. */
export function mayHaveMissed(isolation: Isolation): boolean {
  return !isolation.isolated && isolation.unheld.some((program) => !SHELLS.has(program));
}

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'npm', 'npx', 'pnpm', 'yarn']);
