import type { Day, Entry } from '../../catalogue/index.js';

export { isDay } from '../../catalogue/index.js';

const MILLISECONDS = 86_400_000;

/** Whole UTC days from one day to another; a thing is dead from the first moment of its last day on. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS);
}

type Ending = Pick<Entry, 'errorsBegin'>;

/** Whether the old form fails, so many days after its last one. */
export function isOver(daysPast: number, { errorsBegin }: Ending): boolean {
  return errorsBegin === 'next-day' ? daysPast > 0 : daysPast >= 0;
}

/** `retired 675 days ago`, `retired today`, `ends today`, `ends in 1 day`. */
export function endText(daysPast: number, entry: Ending): string {
  return `${isOver(daysPast, entry) ? 'retired' : 'ends'} ${relativeDays(daysPast)}`;
}

/** `675 days ago`, `today`, `in 1 day`. */
export function relativeDays(daysPast: number): string {
  if (daysPast === 0) return 'today';
  const count = Math.abs(daysPast);
  const days = `${count} ${count === 1 ? 'day' : 'days'}`;
  return daysPast > 0 ? `${days} ago` : `in ${days}`;
}
