/**
 * Reads the vendor's published schedule: a YAML file with `entries` of a title, a day of publication and prose.
 * The days and calls stand in the prose, in forms that changed over the years: `Deprecation date: June 15, 2025`
 * or no such line at all; `GET /zones/:zone_id/…`, `GET zones/{zone_id}/…`, `GET/zones/…`, and several methods
 * before one path.
 */
import type { CallPattern, Method } from '../../src/catalogue/index.js';

export interface PublishedItem {
  readonly title: string;
  /** The end as the prose names it, or null if it names none. A month alone is its last day. */
  readonly date: string | null;
  readonly calls: readonly CallPattern[];
}

export type PublishedSchedule =
  | { readonly ok: true; readonly items: readonly PublishedItem[] }
  | { readonly ok: false; readonly problem: string };

export async function readPublished(text: string): Promise<PublishedSchedule> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) return { ok: false, problem: `it is not YAML: ${error.message}` };
  const data: unknown = document.toJS();
  if (typeof data !== 'object' || data === null || !('entries' in data) || !Array.isArray(data.entries)) {
    return { ok: false, problem: 'it has no list "entries"' };
  }
  const items: PublishedItem[] = [];
  for (const [index, entry] of (data.entries as readonly unknown[]).entries()) {
    if (
      typeof entry !== 'object' ||
      entry === null ||
      !('title' in entry) ||
      typeof entry.title !== 'string'
    ) {
      return { ok: false, problem: `entries[${index}] has no title` };
    }
    const prose = 'description' in entry && typeof entry.description === 'string' ? entry.description : '';
    items.push({ title: entry.title, date: endOf(prose), calls: callsOf(prose) });
  }
  return { ok: true, items };
}

/** From the most to the least telling line. */
const DATE_LINES = [
  /^\s*end of life date:\s*(.+)$/im,
  /^\s*deprecation date:\s*(.+)$/im,
  /^\s*change date:\s*(.+)$/im,
];

function endOf(prose: string): string | null {
  for (const pattern of DATE_LINES) {
    const written = pattern.exec(prose)?.[1];
    const day = written === undefined ? null : dayOf(written.trim());
    if (day !== null) return day;
  }
  return null;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** `June 15, 2025`, `June 15th, 2025`, `15 June 2025`, `January 2026`, `2025-06-15` */
export function dayOf(written: string): string | null {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(written);
  if (iso !== null) return iso[0];
  const year = /\b(\d{4})\b/.exec(written)?.[1];
  const name = /[A-Za-z]{3,}/.exec(written)?.[0].toLowerCase();
  const month = MONTHS.findIndex((candidate) => name !== undefined && candidate.startsWith(name));
  if (year === undefined || month < 0) return null;
  const named = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(written)?.[1];
  const date =
    named === undefined
      ? new Date(Date.UTC(Number(year), month + 1, 0))
      : new Date(Date.UTC(Number(year), month, Number(named)));
  return date.toISOString().slice(0, 10);
}

const METHOD_NAMES: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CALL =
  /((?:\b(?:GET|POST|PUT|PATCH|DELETE)\b[`,\s]*(?:and\s+)?`?)+)(\/?[a-z_]+\/[\w:{}/.*-]*|\/[\w:{}/.*-]+)/g;

function callsOf(prose: string): readonly CallPattern[] {
  // What comes after the replacement is alive.
  const dead = prose.split(/^\s*(?:replacements?|replacement behavior)\b.*$/im)[0] ?? '';
  return [...dead.matchAll(CALL)].map(([, verbs = '', written = '']) => ({
    methods: METHOD_NAMES.filter((method) => new RegExp(`\\b${method}\\b`).test(verbs)),
    path: templateOf(written),
  }));
}

function templateOf(written: string): string {
  const segments = written.split('/').filter((segment) => segment !== '' && segment !== '*');
  return `/${segments.map((segment) => segment.replace(/^:(\w+)$/, '{$1}')).join('/')}`;
}
