import type { Day, Entry, Symptom } from './types.js';

/** Who runs the API, as a sentence names it. */
function vendorName({ profile }: Pick<Entry, 'profile'>): string {
  return profile === 'cloudflare' ? 'Cloudflare' : 'the vendor';
}

type Dated = Pick<Entry, 'endOfLife' | 'vendor' | 'profile' | 'schedule'>;

/**
 * Which source names which date, where two differ. Scanner, plugin, documentation and SARIF all say it in these words;
 * null where there is one date.
 */
export function datesSentence(entry: Dated): string | null {
  const { endOfLife, vendor, schedule } = entry;
  if (vendor?.date === undefined || vendor.date === endOfLife || endOfLife === null) return null;
  const name = vendorName(entry);
  return schedule === 'spec'
    ? `The specification names ${endOfLife}, ${possessive(name)} own documentation ${vendor.date}.`
    : `${capitalised(name)} names two dates, ${endOfLife} and ${vendor.date}.`;
}

/** True from the first day on which the old form fails. */
export function isEnded(
  { endOfLife, errorsBegin }: Pick<Entry, 'endOfLife' | 'errorsBegin'>,
  today: Day,
): boolean {
  if (endOfLife === null) return false;
  return errorsBegin === 'next-day' ? today > endOfLife : today >= endOfLife;
}

/** The word in front of the end-of-life day: errors begin on that day, or after it. */
export function beginWord({ errorsBegin }: Pick<Entry, 'errorsBegin'>): 'since' | 'after' {
  return errorsBegin === 'next-day' ? 'after' : 'since';
}

/** What the vendor says of the state today; null where it says nothing of its own. */
export function vendorState(entry: Dated): string | null {
  const state = entry.vendor?.state;
  return state === undefined ? null : `According to ${vendorName(entry)}: ${state}.`;
}

/** The server answers as if all were well: by every account, or by the vendor's newer one. */
export function isAccepted({ symptoms, vendor }: Pick<Entry, 'symptoms' | 'vendor'>): boolean {
  const accepted = symptoms.filter(({ status }) => status !== undefined && status < 300);
  if (accepted.length === 0) return false;
  return accepted.length === symptoms.length || vendor?.state !== undefined;
}

/**
 * What a caller sees, in the words of the API where they are known: `HTTP 504, fwrulesmigration.api.gateway_timeout`.
 * An answer that no source names is what the API answers elsewhere, and said to be expected.
 */
export function symptomText({ status, code, message, when, assumed }: Symptom): string {
  const parts = [
    ...(status === undefined || assumed === 'status' ? [] : [`HTTP ${status}`]),
    ...(code === undefined ? [] : [`code ${code}`]),
    message,
  ];
  const conditions = [...(when === undefined ? [] : [when]), ...(assumed === 'answer' ? [EXPECTED] : [])];
  return `${parts.join(', ')}${conditions.length === 0 ? '' : ` (${conditions.join('; ')})`}`;
}

const EXPECTED = 'expected, not documented';

function possessive(name: string): string {
  return `${name}'s`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
