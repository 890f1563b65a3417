/** Lines of a change that no run reached: runs settle nothing about them. */
import type { Origin } from '../../value/index.js';
import type { Noted } from '../coverage/index.js';
import type { ChangedFile } from './trees.js';

type Side = 'before' | 'after';
const SIDES: readonly Side[] = ['before', 'after'];

/** What ran in the two trees, over all runs. */
export class Exercised {
  readonly before = new LinesOf();
  readonly after = new LinesOf();
}

class LinesOf {
  readonly #files = new Map<string, { readonly can: Set<number>; readonly ran: Set<number> }>();

  add(noted: readonly Noted[]): void {
    for (const { path, can, ran } of noted) {
      const file = this.#files.get(path) ?? { can: new Set(), ran: new Set() };
      this.#files.set(path, file);
      for (const line of can) file.can.add(line);
      for (const line of ran) file.ran.add(line);
    }
  }

  /** In their order; null where nothing is known of the file. */
  idle(path: string): readonly number[] | null {
    const file = this.#files.get(path);
    if (file === undefined) return null;
    return [...file.can].filter((line) => !file.ran.has(line)).sort((left, right) => left - right);
  }

  hasRun(path: string, line: number): boolean {
    return this.#files.get(path)?.ran.has(line) === true;
  }
}

/** `a.py:14-16 (behind "if args.preview:")`: code that the change adds or takes away, and that did not run. */
export function idlePlaces(changes: readonly ChangedFile[], exercised: Exercised): readonly string[] {
  return changes.flatMap(({ path, before, after }) => {
    const lines = { before: linesOf(before), after: linesOf(after) };
    const same = alignedLines(
      lines.before.map((line) => line.trim()),
      lines.after.map((line) => line.trim()),
    );
    const kept = { before: new Set(same.keys()), after: new Set(same.values()) };
    return SIDES.flatMap((side) => {
      const idle = exercised[side].idle(path) ?? [];
      const hasRun = (line: number) => exercised[side].hasRun(path, line);
      return blocksOf(idle, lines[side], hasRun)
        .filter((block) => block.some((line) => !kept[side].has(line - 1)))
        .map((block) => `${path}:${placeOf(block, lines[side], side)}`);
    });
  });
}

/** The same for the lines of one place of the tree after, or of a file that is gone. */
export function idlePlace(
  { file, start, end }: Origin,
  changes: readonly ChangedFile[],
  exercised: Exercised,
): readonly string[] {
  const change = changes.find(({ path }) => path === file);
  if (change === undefined) return [];
  const side: Side = change.after === null ? 'before' : 'after';
  const text = change[side] ?? '';
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const [first, last] = [lineAt(start), lineAt(end)];
  const lines = linesOf(text);
  const idle = (exercised[side].idle(file) ?? []).filter((line) => first <= line && line <= last);
  return blocksOf(idle, lines, (line) => exercised[side].hasRun(file, line)).map(
    (block) => `${file}:${placeOf(block, lines, side)}`,
  );
}

/** Changed code of which nothing is known. */
export function unwatchedFiles(changes: readonly ChangedFile[], exercised: Exercised): readonly string[] {
  return changes.flatMap(({ path, before, after }) => {
    const isKnown = (side: Side, text: string | null) => text === null || exercised[side].idle(path) !== null;
    return NO_CODE.test(path) || (isKnown('before', before) && isKnown('after', after)) ? [] : [path];
  });
}

const NO_CODE = /\.(?:md|json|ya?ml|txt|csv|lock|toml|d\.[cm]?ts)$/;
/** What ends in failure is no part of what a program is for, and not every failure can be brought about. */
const LEAVES =
  /^\s*(?:raise|throw|assert|(?:sys\.|process\.|os\._)?exit|die|fail|usage|parser\.error)\b|^\s*return\s*;?$/;

/** Lines that follow each other with nothing between them that ran; without those that only leave. */
function blocksOf(
  idle: readonly number[],
  lines: readonly string[],
  hasRun: (line: number) => boolean,
): readonly (readonly number[])[] {
  const blocks: number[][] = [];
  for (const line of idle) {
    const block = blocks.at(-1);
    const last = block?.at(-1) ?? 0;
    const first = lines[(block?.[0] ?? 0) - 1] ?? '';
    const between = Array.from({ length: line - last - 1 }, (_, index) => last + 1 + index);
    const goesOn = LEAVES.test(first)
      ? indentOf(lines[line - 1] ?? '') > indentOf(first)
      : indentOf(lines[line - 1] ?? '') >= indentOf(first);
    if (block !== undefined && goesOn && !between.some(hasRun)) block.push(line);
    else blocks.push([line]);
  }
  return blocks.filter(([first = 0]) => !LEAVES.test(lines[first - 1] ?? ''));
}

const LONGEST = 60;

/** With the line that decides about it: the nearest one before that stands further to the left. */
function placeOf(block: readonly number[], lines: readonly string[], side: Side): string {
  const [first = 1] = block;
  const last = block.at(-1) ?? first;
  const depth = indentOf(lines[first - 1] ?? '');
  const head = lines
    .slice(0, first - 1)
    .findLast((line) => line.trim() !== '' && indentOf(line) < depth)
    ?.trim()
    .slice(0, LONGEST);
  const told = [
    ...(side === 'before' ? ['before the change'] : []),
    ...(head === undefined ? [] : [`behind "${head}"`]),
  ];
  return `${first}${last === first ? '' : `-${last}`}${told.length === 0 ? '' : ` (${told.join(', ')})`}`;
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.split('\n');
}

const MOST_CELLS = 4_000_000;

/** Lines that both have, in their order, by their places: the longest list of them. */
function alignedLines(old: readonly string[], now: readonly string[]): ReadonlyMap<number, number> {
  const same = new Map<number, number>();
  if (old.length * now.length > MOST_CELLS) return same;
  const width = now.length + 1;
  const best = new Uint16Array((old.length + 1) * width);
  const at = (left: number, right: number) => best[left * width + right] ?? 0;
  for (let left = old.length - 1; left >= 0; left--)
    for (let right = now.length - 1; right >= 0; right--)
      best[left * width + right] =
        old[left] === now[right]
          ? at(left + 1, right + 1) + 1
          : Math.max(at(left + 1, right), at(left, right + 1));
  for (let [left, right] = [0, 0]; left < old.length && right < now.length; ) {
    if (old[left] === now[right]) same.set(left++, right++);
    else if (at(left + 1, right) >= at(left, right + 1)) left++;
    else right++;
  }
  return same;
}
