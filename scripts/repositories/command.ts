/** Runs the built command in a folder. */
import { spawnSync } from 'node:child_process';

/** Many times what the largest repositories take alone, for a machine that is busy with other things. */
const TIME_LIMIT = 40 * 60_000;

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended because it took too long. */
  readonly isLate: boolean;
}

export function run(command: readonly string[], cwd: string, limit = TIME_LIMIT): Said {
  const [program = '', ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    timeout: limit,
    shell: process.platform === 'win32' && program !== process.execPath,
  });
  const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
  return { status, stdout, stderr, isLate };
}

export function edgeSunset(cli: string, args: readonly string[], cwd: string): Said {
  return run([process.execPath, cli, ...args], cwd);
}

/** A report, or why there is none. */
export function reportOf<T>(cli: string, args: readonly string[], cwd: string): T {
  const said = edgeSunset(cli, [...args, '--format', 'json', '--no-config', '--allow-incomplete', '.'], cwd);
  try {
    return JSON.parse(said.stdout) as T;
  } catch {
    const why = said.isLate
      ? `in ${TIME_LIMIT / 60_000} minutes`
      : `(exit ${said.status}): ${said.stderr.slice(0, 300)}`;
    throw new Error(`${args.join(' ')} gave no report ${why}`);
  }
}

/** A repository of its own, so that the migration has the git folder that it has at home. */
export function commitAll(cwd: string): void {
  const who = [
    '-c',
    'user.name=Someone',
    '-c',
    'user.email=someone@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  for (const args of [
    ['init', '-q'],
    ['add', '-A', '-f'],
    [...who, 'commit', '-q', '--no-verify', '-m', 'as it was'],
  ]) {
    const { status, stderr } = run(['git', ...args], cwd);
    if (status !== 0) throw new Error(`git ${args.at(-1)}: ${stderr.slice(0, 300)}`);
  }
}
