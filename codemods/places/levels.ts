/** Security levels: which are chosen by themselves today, and whether a program uses them to leave Under Attack mode. */
import type { Site, Surroundings } from '../../src/migrate/index.js';

/** Asking for one of them changes nothing any more. */
export const AUTOMATIC: ReadonlySet<string> = new Set(['low', 'medium', 'high']);

/** Where a program also sets Under Attack mode, the other levels are how it gets out of it. */
export function endsUnderAttack({ file, finding }: Site, around: Surroundings): boolean {
  const files = finding.usages.flatMap(({ site, sender }) => [site.file, sender?.at.file ?? site.file]);
  return [...new Set([file.path, ...files])].some((path) =>
    /under_?attack/i.test(around.file(path)?.text ?? ''),
  );
}
