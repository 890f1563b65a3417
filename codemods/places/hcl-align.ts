/** The alignment of attributes around what goes or gets another name, as `terraform fmt` would leave it. */
import type { Edit } from '../../src/analysis/index.js';
import type { HclFile } from './hcl.js';
import type { Entry } from './hcl-entries.js';

/**
 * Edits of the white space in front of the equals signs of attributes that stand in one run of lines once `gone` is
 * gone and the others have the names of `renamed`. Nothing is changed where the attributes were not aligned before.
 */
export function realigned(
  file: HclFile,
  siblings: readonly Entry[],
  gone: readonly Entry[],
  renamed: ReadonlyMap<Entry, string> = new Map(),
): readonly Edit[] {
  const nameLater = (one: Entry) => renamed.get(one) ?? one.name;
  const attributes = siblings.filter((one) => one.kind !== 'block' && isOnOneLine(file, one));
  const before = runsOf(file, attributes, []);
  const left = attributes.filter((one) => !gone.includes(one));
  const widths = new Map(before.flatMap((run) => run.map((one) => [one, widthOf(run, nameOf)] as const)));
  return runsOf(file, left, gone).flatMap((run) => {
    const width = widthOf(run, nameLater);
    const wasAligned = run.every(
      (one) => spaceOf(file, one).text === padding(one.name, widths.get(one) ?? 0),
    );
    if (!wasAligned) return [];
    return run
      .filter((one) => widths.get(one) !== width || renamed.has(one))
      .map((one) => ({ ...spaceOf(file, one), text: padding(nameLater(one), width) }));
  });
}

/** Entries on lines that follow each other when the lines of `gone` are left out. */
function runsOf(file: HclFile, attributes: readonly Entry[], gone: readonly Entry[]): readonly Entry[][] {
  const runs: Entry[][] = [];
  for (const attribute of attributes) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isNext(file, last, attribute, gone)) runs.at(-1)?.push(attribute);
    else runs.push([attribute]);
  }
  return runs;
}

function isNext({ text }: HclFile, last: Entry, next: Entry, gone: readonly Entry[]): boolean {
  const between = gone
    .filter(({ origin }) => last.origin.end <= origin.start && origin.end <= next.origin.start)
    .sort((left, right) => left.origin.start - right.origin.start);
  let lines = 0;
  let from = last.origin.end;
  for (const { origin } of between) {
    lines += newlines(text.slice(from, origin.start)) - 1;
    from = origin.end;
  }
  return lines + newlines(text.slice(from, next.origin.start)) === 1;
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}

function nameOf({ name }: Entry): string {
  return name;
}

function widthOf(run: readonly Entry[], named: (one: Entry) => string): number {
  return Math.max(0, ...run.map((one) => named(one).length));
}

function padding(name: string, width: number): string {
  return ' '.repeat(width - name.length + 1);
}

/** What stands between a name and its equals sign. */
function spaceOf({ text }: HclFile, { nameOrigin }: Entry): { start: number; end: number; text: string } {
  const found = text.indexOf('=', nameOrigin.end);
  const end = found < 0 ? nameOrigin.end : found;
  return { start: nameOrigin.end, end, text: text.slice(nameOrigin.end, end) };
}

function isOnOneLine({ text }: HclFile, { origin }: Entry): boolean {
  return !text.slice(origin.start, origin.end).includes('\n');
}
