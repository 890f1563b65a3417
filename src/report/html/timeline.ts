import type { EntryGroup } from '../findings/groups.js';
import { daysBetween, endText, isOver } from '../words/days.js';
import { html } from './escape.js';

const LABELS = 215;
const WIDTH = 900;
const ROW = 26;
const TOP = 30;
/** Room for the number behind the last day. */
const RIGHT = 60;

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
  const days = [...dated.map(({ endOfLife }) => endOfLife), now].sort();
  const from = `${(days[0] ?? now).slice(0, 4)}-01-01`;
  const to = `${Number((days.at(-1) ?? now).slice(0, 4)) + 1}-01-01`;
  const total = daysBetween(from, to);
  const x = (day: string) => Math.round(LABELS + (daysBetween(from, day) / total) * (WIDTH - LABELS - RIGHT));
  const height = TOP + dated.length * ROW + 10;
  const years = yearsBetween(Number(from.slice(0, 4)), Number(to.slice(0, 4))).map(
    (year) =>
      `<line class="grid" x1="${x(`${year}-01-01`)}" x2="${x(`${year}-01-01`)}" y1="${TOP - 8}" y2="${height}"/><text class="year" x="${x(`${year}-01-01`) + 3}" y="${TOP - 12}">${year}</text>`,
  );
  const rows = dated.map(({ entry, endOfLife, daysPast, count }, index) => {
    const y = TOP + index * ROW;
    const [left, right] = [x(endOfLife), x(now)].sort((a, b) => a - b) as [number, number];
    return `<g><title>${html(`${entry.id}: ${endText(daysPast, entry)}, ${endOfLife}`)}</title><text x="0" y="${y + 14}">${html(entry.id)}</text><rect class="bar" x="${left}" y="${y + 6}" width="${Math.max(1, right - left)}" height="6"/><circle class="${isOver(daysPast, entry) ? 'dot' : 'ahead'}" cx="${x(endOfLife)}" cy="${y + 9}" r="6"/><text x="${Math.max(right, x(endOfLife)) + 10}" y="${y + 14}">${count}</text></g>`;
  });
  const label = `End of life of ${dated.length} entries, from ${dated[0]?.endOfLife} on; the sections below name each.`;
  return `<h2 id="timeline">Timeline</h2>\n<p class="dim">Dots: end of life. Bars: until ${now}, the day of this report. Numbers: findings.</p>\n<div class="scroll" tabindex="0" role="region" aria-labelledby="timeline"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${html(label)}">${years.join('')}<line class="today" x1="${x(now)}" x2="${x(now)}" y1="${TOP - 8}" y2="${height}"/>${rows.join('')}</svg></div>\n`;
}

const MOST_YEARS = 12;

function yearsBetween(first: number, last: number): readonly number[] {
  const step = Math.max(1, Math.ceil((last - first) / MOST_YEARS));
  const years: number[] = [];
  for (let year = first; year < last; year += step) years.push(year);
  return years;
}
