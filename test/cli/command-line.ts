import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Io } from '../../src/cli/base/command.js';
import { run } from '../../src/cli/run/run.js';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly terminal?: boolean;
  readonly today?: string;
  readonly interruption?: AbortSignal;
  readonly ask?: NonNullable<Io['ask']>;
  readonly edit?: NonNullable<Io['edit']>;
  /** Sees every piece of the report as it is written. */
  readonly onStdout?: (text: string) => void;
}

/** The day all tests are run on, unless they say another. */
export const TODAY = '2026-11-21';

let home: string | null = null;

/** A folder for undo records, one for all tests of this process, gone after the run. */
export function stateHome(): string {
  home ??= mkdtempSync(join(realpathSync.native(inject('temporary')), 'state-'));
  return home;
}

/** Runs a command line inside this process, as the bin would. */
export async function edgeSunset(argv: readonly string[], around: Surroundings): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const io: Io = {
    stdout: (text) => {
      stdout += text;
      around.onStdout?.(text);
    },
    stderr: (text) => {
      stderr += text;
    },
    stdin: async () =>
      typeof around.stdin === 'string'
        ? new TextEncoder().encode(around.stdin)
        : (around.stdin ?? new Uint8Array()),
    cwd: around.cwd,
    env: { EDGE_SUNSET_STATE: stateHome(), ...around.env },
    isTerminal: { stdout: around.terminal === true, stderr: around.terminal === true },
    readingOnly: (work) => work(),
    interruption: () => around.interruption ?? new AbortController().signal,
    today: () => around.today ?? TODAY,
    ...(around.ask === undefined ? {} : { ask: around.ask }),
    ...(around.edit === undefined ? {} : { edit: around.edit }),
  };
  const code = await run(argv, io);
  return { code, stdout, stderr };
}

/** A folder of files that is gone after the test; paths are relative, with `/`. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** One dead call: `firewall-rules`, ended 2025-01-15. */
export const DEAD_CALL = `await fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/firewall/rules\`, { method: 'POST' });\n`;
/** A call that works. */
export const LIVE_CALL = `await fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/dns_records\`);\n`;
