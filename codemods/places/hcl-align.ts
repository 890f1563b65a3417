/** The alignment of attributes around what goes, as `terraform fmt` would leave it. */
import type { Edit } from '../../src/analysis/index.js';
import type { Attribute, Block } from '../../src/read/terraform/parse.js';
import type { HclFile } from './hcl.js';

type Item = Attribute | Block;

/**
 * Edits of the white space in front of the equals signs of attributes that stand in one run of lines once `gone` is
 * gone. Nothing is changed where the attributes were not aligned before.
 */
export function realigned(file: HclFile, holder: Block, gone: readonly Item[]): readonly Edit[] {
  const attributes = holder.body.attributes.filter((one) => isOnOneLine(file, one));
  const before = runsOf(file, attributes, []);
  const left = attributes.filter((one) => !gone.includes(one));
  const widths = new Map(before.flatMap((run) => run.map((one) => [one, widthOf(run)] as const)));
  return runsOf(file, left, gone).flatMap((run) => {
    const width = widthOf(run);
    const wasAligned = run.every((one) => spaceOf(file, one).text === padding(one, widths.get(one) ?? 0));
    if (!wasAligned) return [];
    return run
      .filter((one) => widths.get(one) !== width)
      .map((one) => ({ ...spaceOf(file, one), text: padding(one, width) }));
  });
}

/** Attributes on lines that follow each other when the lines of `gone` are left out. */
function runsOf(
  file: HclFile,
  attributes: readonly Attribute[],
  gone: readonly Item[],
): readonly Attribute[][] {
  const runs: Attribute[][] = [];
  for (const attribute of attributes) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isNext(file, last, attribute, gone)) runs.at(-1)?.push(attribute);
    else runs.push([attribute]);
  }
  return runs;
}

function isNext({ text }: HclFile, last: Attribute, next: Attribute, gone: readonly Item[]): boolean {
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

function widthOf(run: readonly Attribute[]): number {
  return Math.max(0, ...run.map(({ name }) => name.length));
}

function padding({ name }: Attribute, width: number): string {
  return ' '.repeat(width - name.length + 1);
}

/** What stands between a name and its equals sign. */
function spaceOf({ text }: HclFile, { nameOrigin }: Attribute): { start: number; end: number; text: string } {
  const end = text.indexOf('=', nameOrigin.end);
  return { start: nameOrigin.end, end, text: text.slice(nameOrigin.end, end) };
}

function isOnOneLine({ text }: HclFile, { origin }: Attribute): boolean {
  return !text.slice(origin.start, origin.end).includes('\n');
}
