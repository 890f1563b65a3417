/** The plan as a patch that `git apply` takes. */
import type { MigrationPlan, PlannedFile } from '../plan.js';
import { hunksOf } from './diff.js';

export function* patchOf(plan: MigrationPlan): Iterable<string> {
  for (const { shown, files } of plan.roots) {
    for (const file of files) yield filePatch(file, shown(file.path));
  }
}

function filePatch({ before, after, edits }: PlannedFile, name: string): string {
  const head =
    before === null
      ? [`diff --git a/${name} b/${name}`, 'new file mode 100644', '--- /dev/null', `+++ b/${name}`]
      : [`diff --git a/${name} b/${name}`, `--- a/${name}`, `+++ b/${name}`];
  const hunks = hunksOf(before ?? '', after, edits).map((hunk) => {
    const range = (start: number, count: number) => (count === 1 ? String(start) : `${start},${count}`);
    const lines = hunk.lines.map(({ kind, text }) => {
      const sign = kind === 'same' ? ' ' : kind === 'removed' ? '-' : '+';
      // Only a line feed ends a line of a patch.
      return text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file\n`;
    });
    return `@@ -${range(hunk.oldStart, hunk.oldCount)} +${range(hunk.newStart, hunk.newCount)} @@\n${lines.join('')}`;
  });
  return `${head.join('\n')}\n${hunks.join('')}`;
}
