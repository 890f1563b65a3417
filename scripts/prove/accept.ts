/** Writes what a case gives today into its file, for whoever has read it and found it right. */
import { writeFileSync } from 'node:fs';
import { printCaseFile } from './case-file.js';
import { type Case, casePath, type Meta } from './cases.js';
import { isApplied, migrated } from './migrated.js';

export async function accept(one: Case): Promise<void> {
  const result = await migrated(one.input, one.meta);
  const expected = new Map(result.files.map(({ path, text }) => [path, Buffer.from(text)] as const));
  const applied = result.sites.filter(isApplied);
  const open = result.sites.filter((site) => !isApplied(site));
  const differences = [
    ...new Set(applied.flatMap((site) => site.differences.map(({ name }) => name))),
  ].sort();
  const { title, level, schedule, run, notRun } = one.meta;
  const meta: Meta = {
    title,
    level,
    ...(open.length === 0
      ? {}
      : { left: open.map(({ entry, reason, because }) => ({ entry, reason: because ?? reason })) }),
    ...(differences.length === 0 ? {} : { differences }),
    ...(schedule === undefined ? {} : { schedule }),
    // A program that stays as it is dies of its calls, and there is nothing to compare.
    ...(run === undefined || applied.length === 0 ? {} : { run }),
    ...(notRun === undefined || applied.length === 0 ? {} : { notRun }),
  };
  writeFileSync(casePath(one.codemod, one.name), printCaseFile({ ...one, meta, expected }));
}
