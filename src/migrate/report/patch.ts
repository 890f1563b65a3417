/** The plan as a patch that `git apply` takes. */
import { visible } from '../../report/index.js';
import type { MigrationPlan, PlannedFile } from '../plan.js';
import { hunksOf } from './diff.js';
import { assumptionsOf } from './tally.js';

export function* patchOf(plan: MigrationPlan): Iterable<string> {
  for (const { shown, files, sites } of plan.roots) {
    for (const file of files) {
      const own = sites.filter(({ edits }) => edits.some((edit) => edit.file === file.path));
      // git skips lines that stand before a file.
      const assumptions = assumptionsOf(own).map((text) => `# ${visible(text)}\n`);
      yield `${assumptions.join('')}${filePatch(file, shown(file.path))}`;
    }
  }
}

function filePatch({ before, after, edits }: PlannedFile, name: string): string {
  const [old, changed] = [quoted(`a/${name}`), quoted(`b/${name}`)];
  const title = `diff --git ${old} ${changed}`;
  const head =
    before === null
      ? [title, 'new file mode 100644', '--- /dev/null', `+++ ${changed}`]
      : [title, `--- ${old}${tabAfter(old)}`, `+++ ${changed}${tabAfter(changed)}`];
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

const SHORT: Readonly<Record<number, string>> = { 9: 't', 10: 'n', 13: 'r', 34: '"', 92: '\\' };

/** A name as git writes it: one that could be taken for anything else stands in quotes, byte by byte. */
function quoted(name: string): string {
  if (/^[ !#-[\]-~]*$/.test(name)) return name;
  const bytes = [...Buffer.from(name)].map((byte) => {
    const short = SHORT[byte];
    if (short !== undefined) return `\\${short}`;
    const isPlain = byte >= 0x20 && byte < 0x7f;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}

/** Behind a name with a blank a tab says where it ends. */
function tabAfter(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? '\t' : '';
}
