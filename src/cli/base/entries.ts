import { type Catalogue, type Entry, nearest, type Profile } from '../../catalogue/index.js';
import { daysBetween, endText, isDay } from '../../report/index.js';
import { UsageError } from './arguments.js';
import type { Io } from './command.js';

/** Looking up entries by the names a person types. */

export function entryNamed(id: string, catalogue: Catalogue): Entry {
  const entry = catalogue.entries.find((candidate) => candidate.id === id);
  if (entry === undefined) throw noSuchEntry(id, catalogue);
  return entry;
}

export function noSuchEntry(id: string, catalogue: Catalogue): UsageError {
  const meant = nearest(
    id.replace(/^(no|valid)-/, ''),
    catalogue.entries.map((candidate) => candidate.id),
  );
  const hint = meant === undefined ? `'edge-sunset catalogue list' lists them.` : `Did you mean '${meant}'?`;
  return new UsageError(`there is no entry ${JSON.stringify(id)}. ${hint}`);
}

/** The profile of an entry; merging refused entries without one. */
export function profileOf(entry: Entry, catalogue: Catalogue): Profile {
  const profile = catalogue.profiles.find((candidate) => candidate.id === entry.profile);
  if (profile === undefined) throw new Error(`the profile ${entry.profile} of ${entry.id} is missing`);
  return profile;
}

/** `2025-01-15, retired 675 days ago`, `2026-12-01, ends in 10 days` */
export function sinceText(entry: Entry, now: string): string {
  if (entry.schedule === 'object-storage')
    return entry.endOfLife === null ? 'no date is documented' : `changed on ${entry.endOfLife}`;
  if (entry.endOfLife === null) return 'not announced; the old form still works';
  return `${entry.endOfLife}, ${endText(daysBetween(entry.endOfLife, now), entry)}`;
}

/** The day to judge by: what the flag says, or today. */
export function dayGiven(now: string | undefined, io: Io, flag = '--now'): string {
  if (now === undefined) return io.today();
  if (isDay(now)) return now;
  throw new UsageError(`${flag} must be a date such as 2026-01-31, not ${JSON.stringify(now)}.`);
}
