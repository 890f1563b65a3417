/** Writes what a case gives today into its folder, for whoever has read it and found it right. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Case, CODEMODS, type Meta } from './cases.js';
import { isApplied, migrated } from './migrated.js';

export async function accept(one: Case): Promise<void> {
  const folder = join(CODEMODS, one.codemod, 'fixtures', one.name);
  const result = await migrated(one.input, one.meta);
  rmSync(join(folder, 'expected'), { recursive: true, force: true });
  for (const { path, text } of result.files) {
    const file = join(folder, 'expected', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const applied = result.sites.filter(isApplied);
  const open = result.sites.filter((site) => !isApplied(site));
  const differences = [
    ...new Set(applied.flatMap((site) => site.differences.map(({ name }) => name))),
  ].sort();
  const { title, level, schedule, run, notRun } = one.meta;
  const meta: Meta = {
    title,
    level,
    sites: result.sites.length,
    applied: applied.length,
    markers: open.filter(({ outcome }) => outcome === 'marked' || outcome === 'marked-before').length,
    ...(open.length === 0
      ? {}
      : { left: open.map(({ entry, reason, because }) => ({ entry, reason: because ?? reason })) }),
    ...(differences.length === 0 ? {} : { differences }),
    ...(schedule === undefined ? {} : { schedule }),
    // A program that stays as it is dies of its calls, and there is nothing to compare.
    ...(run === undefined || applied.length === 0 ? {} : { run }),
    ...(notRun === undefined || applied.length === 0 ? {} : { notRun }),
  };
  writeFileSync(join(folder, 'meta.json'), `${JSON.stringify(meta, null, 2)}\n`);
}
