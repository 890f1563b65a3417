/** The figures of a zone, the same behind the retired analytics and the queries of today: they grow with the period. */
import type { JsonObject } from '../core/json.js';

/** The traffic of a zone in a period of up to a day. */
const TRAFFIC = {
  requests: 1200,
  cachedRequests: 900,
  encryptedRequests: 1100,
  bytes: 640_000,
  cachedBytes: 410_000,
  encryptedBytes: 600_000,
  threats: 3,
  pageViews: 240,
  uniques: 85,
} as const;
const DNS_QUERIES = 42;
const DAY = 86_400_000;
const MINUTE = 60_000;

export type Traffic = Readonly<Record<keyof typeof TRAFFIC, number>>;

export function trafficOf(days: number): Traffic {
  const grown = Object.entries(TRAFFIC).map(([name, figure]) => [name, figure * days]);
  return Object.fromEntries(grown) as Traffic;
}

export function dnsQueriesOf(days: number): number {
  return DNS_QUERIES * days;
}

export const DNS_DIMENSIONS = {
  queryName: 'www.example.com',
  queryType: 'A',
  responseCode: 'NOERROR',
  coloName: 'AMS',
} as const;

/** Days of a period as retired analytics name it: minutes before now, or moments. */
export function daysOfPeriod(query: URLSearchParams, usualMinutes: number): number {
  const now = Date.now();
  const at = (text: string | null, minutes: number): number => {
    if (text === null || text === '') return now - minutes * MINUTE;
    if (/^[+-]?\d+$/.test(text)) return now - Math.abs(Number(text)) * MINUTE;
    return Date.parse(text);
  };
  return daysBetween(at(query.get('since'), usualMinutes), at(query.get('until'), 0));
}

/** Days that a filter lets pass: dates one by one, moments by the time between them. */
export function daysOfFilter(filter: JsonObject): number {
  const moment = (name: string) => {
    const value = filter[name];
    return typeof value === 'string' ? Date.parse(value) : Number.NaN;
  };
  const [from, after, to, before] = ['date_geq', 'date_gt', 'date_leq', 'date_lt'].map(moment);
  const first = pick(from, (after ?? Number.NaN) + DAY);
  const last = pick(to, (before ?? Number.NaN) - DAY);
  if (!Number.isNaN(first + last)) return Math.max(0, Math.round((last - first) / DAY) + 1);
  const begin = pick(moment('datetime_geq'), moment('datetime_gt'));
  const end = pick(moment('datetime_lt'), moment('datetime_leq'));
  return daysBetween(begin, end);
}

function pick(one: number | undefined, other: number): number {
  return one === undefined || Number.isNaN(one) ? other : one;
}

/** By the calendar, so that the time of the day makes no difference; a part of a day counts as one. */
function daysBetween(from: number, to: number): number {
  const days = Math.floor(to / DAY) - Math.floor(from / DAY);
  return Number.isNaN(days) ? 1 : Math.max(1, days);
}
