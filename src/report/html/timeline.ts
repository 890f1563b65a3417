import type { Entry } from '../../catalogue/index.js';
import type { EntryGroup } from '../findings/groups.js';
import { daysBetween, endText, isOver } from '../words/days.js';
import { html } from './escape.js';

interface Layout {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  /** Where the first year begins: names of entries stand left of it, or above their bars. */
  readonly left: number;
  /** Room for the number behind the last day. */
  readonly right: number;
  readonly row: number;
  /** Of the middle of a bar, below the top of its row. */
  readonly bar: number;
  readonly mostYears: number;
}

/** Both are in the page; the width of the screen shows one of them. */
const LAYOUTS: readonly Layout[] = [
  { name: 'wide', width: 900, left: 215, right: 60, row: 26, bar: 9, mostYears: 12 },
  { name: 'narrow', width: 340, left: 0, right: 24, row: 42, bar: 26, mostYears: 5 },
];
const TOP = 30;

interface Dated {
  readonly entry: Entry;
  readonly endOfLife: string;
  readonly daysPast: number;
  readonly count: number;
}

/**
 * When what was found ended, or will: a row for each entry, with a bar from its end of life to the day of the report.
 * The sections below say the same in words.
 */
export function timeline(groups: readonly EntryGroup[], now: string): string {
  const dated = groups
    .flatMap(({ entry, first: { endOfLife, daysPast }, findings }) =>
      endOfLife === null || daysPast === null ? [] : [{ entry, endOfLife, daysPast, count: findings.length }],
    )
    .sort((a, b) => (a.endOfLife < b.endOfLife ? -1 : 1));
  if (dated.length === 0) return '';
  const drawings = LAYOUTS.map((layout) => drawing(dated, now, layout)).join('');
  return `<h2 id="timeline">Timeline</h2>\n<p class="dim">Dots: end of life. Bars: until ${now}, the day of this report. Numbers: findings.</p>\n${drawings}\n`;
}

function drawing(dated: readonly Dated[], now: string, layout: Layout): string {
  const { name, width, left: begin, right: end } = layout;
  const days = [...dated.map(({ endOfLife }) => endOfLife), now].sort();
  const from = `${(days[0] ?? now).slice(0, 4)}-01-01`;
  const to = `${Number((days.at(-1) ?? now).slice(0, 4)) + 1}-01-01`;
  const total = daysBetween(from, to);
  const x = (day: string) => Math.round(begin + (daysBetween(from, day) / total) * (width - begin - end));
  const height = TOP + dated.length * layout.row + 10;
  const span = [Number(from.slice(0, 4)), Number(to.slice(0, 4))] as const;
  const years = yearsBetween(...span, layout.mostYears).map((year) => {
    const at = x(`${year}-01-01`);
    return `<line class="grid" x1="${at}" x2="${at}" y1="${TOP - 8}" y2="${height}"/><text class="year" x="${at + 3}" y="${TOP - 12}">${year}</text>`;
  });
  const rows = dated.map((one, index) => rowOf(one, TOP + index * layout.row, x, now, layout));
  const label = `End of life of ${dated.length} entries, from ${dated[0]?.endOfLife} on; the sections below name each.`;
  return `<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${html(label)}">${years.join('')}<line class="today" x1="${x(now)}" x2="${x(now)}" y1="${TOP - 8}" y2="${height}"/>${rows.join('')}</svg>`;
}

function rowOf(
  { entry, endOfLife, daysPast, count }: Dated,
  y: number,
  x: (day: string) => number,
  now: string,
  { bar }: Layout,
): string {
  const [left, right] = [x(endOfLife), x(now)].sort((a, b) => a - b) as [number, number];
  const title = html(`${entry.id}: ${endText(daysPast, entry)}, ${endOfLife}`);
  return `<g><title>${title}</title><text x="0" y="${y + 14}">${html(entry.id)}</text><rect class="bar" x="${left}" y="${y + bar - 3}" width="${Math.max(1, right - left)}" height="6"/><circle class="${isOver(daysPast, entry) ? 'dot' : 'ahead'}" cx="${Math.max(6, x(endOfLife))}" cy="${y + bar}" r="6"/><text x="${Math.max(right, x(endOfLife)) + 10}" y="${y + bar + 5}">${count}</text></g>`;
}

function yearsBetween(first: number, last: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil((last - first) / most));
  const years: number[] = [];
  for (let year = first; year < last; year += step) years.push(year);
  return years;
}
