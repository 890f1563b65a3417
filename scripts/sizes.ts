/** `npm run sizes`: lines by room, and what breaks the rules of size (`test/repository/sizes.test.ts`). */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  functionsIn,
  linesIn,
  MAX_FILE_LINES,
  MAX_FUNCTION_LINES,
  MAX_PARAMETERS,
  sentinelsIn,
} from './sizes/measure.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
const files = listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));

const rooms = new Map<string, { files: number; lines: number }>();
const faults: string[] = [];
for (const path of files) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const lines = linesIn(text);
  const isSource = /^(?:src|rules|codemods)\/.*\.[cm]?ts$/.test(path) && !path.includes('/generated/');
  const room = roomOf(path);
  const sum = rooms.get(room) ?? { files: 0, lines: 0 };
  rooms.set(room, { files: sum.files + 1, lines: sum.lines + lines });
  if (!isSource) continue;
  if (lines > MAX_FILE_LINES) faults.push(`${path}: ${lines} lines`);
  for (const one of functionsIn(path, text)) {
    if (one.lines > MAX_FUNCTION_LINES) faults.push(`${path}:${one.line} ${one.name}: ${one.lines} lines`);
    if (one.parameters > MAX_PARAMETERS)
      faults.push(`${path}:${one.line} ${one.name}: ${one.parameters} parameters`);
  }
  for (const line of sentinelsIn(text)) faults.push(`${path}:${line} a sentinel character`);
}

const rows = [...rooms].sort(([, a], [, b]) => b.lines - a.lines);
const all = rows.reduce((sum, [, row]) => ({ files: sum.files + row.files, lines: sum.lines + row.lines }), {
  files: 0,
  lines: 0,
});
for (const [room, sum] of [...rows, ['all', all] as const])
  process.stdout.write(
    `${String(sum.lines).padStart(8)} lines ${String(sum.files).padStart(6)} files  ${room}\n`,
  );
process.stdout.write(`\n${faults.map((fault) => `${fault}\n`).join('')}${faults.length} places\n`);

/** Sources of codemods are counted apart from their cases and results. */
function roomOf(path: string): string {
  const [top = '', second] = path.split('/');
  if (top === 'codemods')
    return path.endsWith('.case')
      ? 'codemods: cases'
      : path.endsWith('.ts')
        ? 'codemods: sources'
        : 'codemods: others';
  return second === undefined
    ? 'top level'
    : ['src', 'test', 'scripts'].includes(top)
      ? `${top}/${second}`
      : top;
}
