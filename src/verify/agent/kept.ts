/**
 * Changes of agents that verified, in the user's folder for state: a run that was interrupted, or a preview, need not
 * pay for them again. What is found here is judged as if an agent had just written it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Unit } from '../units.js';
import type { AgentFile } from './trees.js';

export interface KeptAnswer {
  readonly files: readonly AgentFile[];
  readonly rounds: number;
}

export interface KeptAnswers {
  find(key: string): KeptAnswer | null;
  keep(key: string, answer: KeptAnswer): void;
}

const DAYS_KEPT = 30;
const DAY_MILLISECONDS = 86_400_000;

/** `folder`: absolute, made if something is kept; null keeps nothing. */
export function keptAnswers(folder: string | null): KeptAnswers {
  if (folder === null) return { find: () => null, keep: () => {} };
  forgetOld(folder);
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    find: (key) => {
      try {
        const { rounds, files } = JSON.parse(readFileSync(fileOf(key), 'utf8')) as Written;
        return { rounds, files: files.map(read) };
      } catch {
        return null;
      }
    },
    keep: (key, { files, rounds }) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const written: Written = { rounds, files: files.map(write) };
      const temporary = `${fileOf(key)}.${process.pid}`;
      writeFileSync(temporary, JSON.stringify(written), { mode: 0o600 });
      renameSync(temporary, fileOf(key));
    },
  };
}

/** Names what an answer is for: the command, and the unit as it stands in its files. */
export function keyOf(command: string, unit: Unit, textOf: (path: string) => string | null): string {
  const parts = [command, unit.id, unit.package, ...unit.files.flatMap((path) => [path, textOf(path)])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

interface Written {
  readonly rounds: number;
  readonly files: readonly {
    readonly path: string;
    readonly before: string | null;
    readonly after: string;
  }[];
}

function write({ path, before, after }: AgentFile): Written['files'][number] {
  return { path, before: before?.toString('base64') ?? null, after: after.toString('base64') };
}

function read({ path, before, after }: Written['files'][number]): AgentFile {
  return {
    path,
    before: before === null ? null : Buffer.from(before, 'base64'),
    after: Buffer.from(after, 'base64'),
  };
}

function forgetOld(folder: string): void {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) {
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > DAYS_KEPT * DAY_MILLISECONDS) rmSync(file, { force: true });
  }
}
