/** A campaign that is killed again and again, from its list to merged requests. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { StoredRequest } from '../pull-request/doubles.js';
import type { Fleet } from './fleet.js';

const PRELOAD = fileURLToPath(new URL('kill-at.cjs', import.meta.url));

export interface Run {
  /** Null where it was killed. */
  readonly code: number | null;
  /** What it was about to do, or had just begun, when it was killed. */
  readonly killedAt: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Killed {
  readonly runs: readonly Run[];
  /** What is not as it should be. */
  readonly faults: readonly string[];
}

export interface Plan {
  readonly bin: string;
  /** The step at which the next run is killed, by its number or name; null where it is not. */
  readonly nextKill: (kills: number) => number | string | null;
  /** Which open requests somebody merges after a run. */
  readonly merges: (request: StoredRequest) => boolean;
  /** Of open requests. */
  readonly limit: number;
  /** Also kills while a program is at work, which then goes on. */
  readonly during: boolean;
}

const MOST_RUNS = 200;

/** Runs until everything is settled. */
export async function runKilled(fleet: Fleet, plan: Plan): Promise<Killed> {
  const temporary = join(fleet.folder, '../temporary');
  mkdirSync(temporary, { recursive: true });
  const runs: Run[] = [];
  const faults: string[] = [];
  for (let isOver = false; !isOver; ) {
    if (runs.length > MOST_RUNS) return { runs, faults: [...faults, 'it does not come to an end'] };
    const kill = plan.nextKill(runs.filter(({ code }) => code === null).length);
    const run = await oneRun(fleet, plan, kill, temporary);
    runs.push(run);
    const open = fleet.server.requests.filter(({ state }) => state === 'open');
    if (open.length > plan.limit) faults.push(`${open.length} requests are open`);
    const isKilled = run.code === null;
    for (const request of open) if (!isKilled || plan.merges(request)) fleet.merge(request);
    isOver =
      !isKilled &&
      open.length === 0 &&
      !/"state":"(?:waiting|open|failed)"/.test(run.stdout.replace(/\s/g, ''));
  }
  return { runs, faults: [...faults, ...leftovers(fleet, temporary)] };
}

function leftovers(fleet: Fleet, temporary: string): readonly string[] {
  const made = fleet.server.requests.map(({ project, branch }) => `${project} ${branch}`);
  const twice = made.filter((one, index) => made.indexOf(one) !== index);
  const asked = fleet.server.requests.filter(({ asked: names }) => new Set(names).size !== names.length);
  return [
    ...twice.map((one) => `opened twice: ${one}`),
    ...asked.map(({ project }) => `a reviewer was asked twice: ${project}`),
    ...fleet.server.requests
      .filter(({ comments }) => comments.length > 0)
      .map(({ project }) => `a comment: ${project}`),
    ...readdirSync(temporary).map((name) => `left in the folder for temporary files: ${name}`),
    ...readdirSync(fleet.folder)
      .filter((name) => !/^campaign\.yaml(?:\.journal)?$/.test(name))
      .map((name) => `left beside the campaign: ${name}`),
  ];
}

function oneRun(
  fleet: Fleet,
  { bin, during }: Plan,
  kill: number | string | null,
  temporary: string,
): Promise<Run> {
  const log = join(temporary, 'step');
  const own = { TMPDIR: temporary, KILL_AT: String(kill ?? ''), KILL_LOG: log };
  const env = { ...fleet.env, ...own, ...(during ? { KILL_DURING: 'yes' } : {}) };
  const argv = ['--require', PRELOAD, bin, 'campaign', '--write', '--format=json'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, {
      cwd: fleet.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      said.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.stderr += chunk;
    });
    child.on('error', reject);
    // Programs that it has started may hold its streams.
    child.on('exit', (code) => {
      const killedAt = code === null ? readFileSync(log, 'utf8') : null;
      rmSync(log, { force: true });
      if (code === null) resolve({ code, killedAt, ...said });
      else child.on('close', () => resolve({ code, killedAt, ...said }));
    });
  });
}
