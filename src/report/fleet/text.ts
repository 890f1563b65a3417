import type { Paint } from '../words/colours.js';
import { visible } from '../words/escape.js';
import type { Fleet } from './model.js';
import { fleetHeadline, fleetRemarks, type Table, tablesOf } from './tables.js';

/** Of a column of words: names of repositories are longer than they are read. */
const WIDEST = 60;

export function* fleetText(fleet: Fleet, paint: Paint, most: number): Iterable<string> {
  yield `${paint.bold(fleetHeadline(fleet))}\n`;
  for (const remark of fleetRemarks(fleet)) yield `  ${paint.dim('·')} ${visible(remark)}\n`;
  for (const table of tablesOf(fleet, most)) yield* tableText(table, paint);
}

function* tableText({ title, columns, rows, more }: Table, paint: Paint): Iterable<string> {
  const cells = rows.map((row) => row.map((cell) => visible(String(cell))));
  const widths = columns.map(({ name }, index) =>
    Math.min(
      WIDEST,
      cells.reduce((most, row) => Math.max(most, row[index]?.length ?? 0), name.length),
    ),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.isNumber === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  yield `\n${paint.bold(title)}\n${paint.dim(line(columns.map(({ name }) => name)))}\n`;
  for (const row of cells) yield `${line(row)}\n`;
  if (more > 0) yield paint.dim(`… and ${more} more (--limit 0 lists all)\n`);
}
