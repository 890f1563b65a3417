/** Runs `migrate` on a program, as a user would, and tells what it would write. */
import { run } from '../../src/cli/run/run.js';
import type { Case, Files } from './cases.js';
import { withTree } from './trees.js';

export const TODAY = '2026-11-21';

/** The parts of the report that the proof looks at. */
export interface Migrated {
  readonly exitCode: number;
  readonly sites: readonly MigratedSite[];
  readonly files: readonly {
    readonly path: string;
    readonly created: boolean;
    readonly edits: readonly { readonly offset: readonly [number, number]; readonly text: string }[];
    readonly text: string;
  }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly gates: readonly { readonly gate: string; readonly outcome: string; readonly detail: string }[];
}

export interface MigratedSite {
  readonly path: string;
  readonly line: number;
  readonly entry: string;
  readonly strategy: string;
  readonly level: string;
  readonly outcome: string;
  readonly reason: string;
  readonly because?: string;
  readonly differences: readonly { readonly name: string }[];
}

/** With `only`, of these entries alone. */
export function migrated(files: Files, meta: Case['meta'], only: readonly string[] = []): Promise<Migrated> {
  return withTree(files, async (cwd) => {
    let stdout = '';
    let stderr = '';
    const argv = ['migrate', '--format', 'json', '--level', meta.level, '--now', TODAY, '--allow-dirty'];
    const schedule = meta.schedule === undefined ? [] : ['--schedule', meta.schedule];
    const entries = only.length === 0 ? [] : ['--only', only.join(',')];
    const exitCode = await run([...argv, ...schedule, ...entries, '.'], {
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
      stdin: async () => new Uint8Array(),
      cwd,
      env: {},
      isTerminal: { stdout: false, stderr: false },
      today: () => TODAY,
      interruption: () => new AbortController().signal,
      readingOnly: (work) => work(),
    });
    if (!stdout.startsWith('{')) throw new Error(`migrate ended with ${exitCode} and said: ${stderr}`);
    return { exitCode, ...(JSON.parse(stdout) as Omit<Migrated, 'exitCode'>) };
  });
}

/** The program with what was written. */
export function written(before: Files, { files }: Migrated): Files {
  return new Map([...before, ...files.map(({ path, text }) => [path, Buffer.from(text)] as const)]);
}

export function isApplied({ outcome }: MigratedSite): boolean {
  return outcome === 'migrated';
}
