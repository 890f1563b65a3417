import type { Day } from '../catalogue/index.js';

const MILLISECONDS = 86_400_000;

/** Whether a text is a real day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whole UTC days from one day to another; a thing is dead from the first moment of its last day on. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS);
}

/** `675 days ago`, `today`, `in 1 day`. */
export function relativeDays(daysPast: number): string {
  if (daysPast === 0) return 'today';
  const count = Math.abs(daysPast);
  const days = `${count} ${count === 1 ? 'day' : 'days'}`;
  return daysPast > 0 ? `${days} ago` : `in ${days}`;
}
