/**
 * The real jscodeshift, with the transform of each codemod, over the programs of its cases: its text has to be that
 * of `migrate`, byte for byte. Needs a build, for the transforms ask the built program.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { CODEMODS as ALL } from '../../codemods/index.js';
import { SCRIPT_ENDINGS } from '../../codemods/places/script-files.js';
import { type Case, CODEMODS, type Files } from './cases.js';
import { migrated, written } from './migrated.js';
import { writeTree } from './trees.js';

/** Components are taken where jscodeshift is told to. */
const isTaken = (path: string) => SCRIPT_ENDINGS.some((extension) => path.endsWith(`.${extension}`));
const BUILT = join(CODEMODS, '..', 'dist', 'codemods', 'transform.cjs');

export function isBuilt(): boolean {
  return existsSync(BUILT);
}

/** One jscodeshift process for all cases of a codemod at one level. */
export async function parityFaults(codemod: string, cases: readonly Case[]): Promise<readonly string[]> {
  // Codemods of resources have none.
  if (!existsSync(join(CODEMODS, `${codemod}.cjs`))) return [];
  const faults: string[] = [];
  for (const level of ['safe', 'review'] as const) {
    const own = cases.filter(
      ({ meta, codemod: id, input }) =>
        id === codemod &&
        meta.level === level &&
        meta.schedule === undefined &&
        [...input.keys()].some(isTaken),
    );
    if (own.length > 0) faults.push(...(await compared(codemod, level, own)));
  }
  return faults;
}

async function compared(codemod: string, level: string, cases: readonly Case[]): Promise<string[]> {
  const entries = ALL.find(({ id }) => id === codemod)?.entries ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-parity-'));
  try {
    for (const one of cases) writeTree(join(folder, one.name), packaged(one.input));
    const scripts = cases.flatMap(({ name, input }) =>
      [...input.keys()].filter(isTaken).map((path) => join(folder, name, path)),
    );
    execFileSync(
      process.execPath,
      [
        createRequire(import.meta.url).resolve('jscodeshift/bin/jscodeshift.js'),
        `--transform=${join(CODEMODS, `${codemod}.cjs`)}`,
        '--cpus=2',
        '--silent',
        `--level=${level}`,
        `--extensions=${SCRIPT_ENDINGS.join()}`,
        ...scripts,
      ],
      { cwd: folder, stdio: 'pipe' },
    );
    const faults: string[] = [];
    for (const one of cases) faults.push(...(await differing(one, join(folder, one.name), entries)));
    return faults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A plan is made for a package; a case without a manifest gets an empty one. */
function packaged(files: Files): Files {
  return files.has('package.json') ? files : new Map([...files, ['package.json', Buffer.from('{}\n')]]);
}

/** A transform is of one codemod: what others make of the case is not asked for. */
async function differing(one: Case, folder: string, entries: readonly string[]): Promise<string[]> {
  const planned = written(one.input, await migrated(one.input, one.meta, entries));
  return [...planned].flatMap(([path, content]) => {
    if (!isTaken(path)) return [];
    const file = join(folder, path);
    if (!existsSync(file)) return [`${one.codemod}/${one.name}: ${path} is missing`];
    return readFileSync(file).equals(content)
      ? []
      : [`${one.codemod}/${one.name}: ${path} differs from what migrate writes`];
  });
}
