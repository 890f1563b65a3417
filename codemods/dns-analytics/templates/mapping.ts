import { readZone, timeOf } from '../../direct/templates/graphql.js';
import type { Envelope, Request } from '../../direct/templates/types.js';

type Row = { count: number; dimensions?: Record<string, unknown> };

type Report = { totals: Row[]; data: Row[] };

/** Reads DNS analytics, in the form of the former report. */ //? report
export async function dnsReport<T>(
  request: Request,
  zone: string,
  zoneId: string,
  of: Record<string, unknown> = {},
): Promise<T> {
  //! report const names = `${of.dimensions ?? ''}`.replace(/\W+/g, ' ').replace(/.*\w.*/, 'dimensions { $& }');
  //? report {
  const words = (list: unknown): string[] => String(list ?? '').match(/\w+/g) ?? [];
  const [dimensions, metrics] = [words(of.dimensions), words(of.metrics || 'queryCount')];
  //? }
  const [start, end] = [of.since || 360, of.until || 0].map((time) => new Date(timeOf(time)).toISOString());
  const filter = `filter: { datetime_geq: "${start}", datetime_lt: "${end}" }`;
  const names = dimensions.length === 0 ? '' : `dimensions { ${dimensions.join(' ')} }`; //? report
  const fields = `totals: dnsAnalyticsAdaptiveGroups(limit: 1, ${filter}) { count }
    data: dnsAnalyticsAdaptiveGroups(limit: ${Number(of.limit) || 1000}, orderBy: [count_DESC], ${filter}) { count ${names} }`;
  //! report return readZone<T>(request, zone, zoneId, fields);
  //? report {
  //! envelope const { totals, data = [] } = (await readZone<Report>(request, zone, zoneId, fields)) ?? {};
  //? envelope {
  const answer = await readZone<Envelope<Report>>(request, zone, zoneId, fields);
  if (!answer.success) return answer as T; //? loose
  const { totals, data = [] } = answer.result ?? {};
  //? }
  // Only queries are counted: other metrics have no figures.
  const rows = data.map((row) => ({
    dimensions: dimensions.map((name) => row.dimensions?.[name] ?? null),
    metrics: metrics.map((name) => (name === 'queryCount' ? row.count : null)),
  }));
  //! envelope return { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T;
  //? envelope {
  const result = { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T;
  return { ...answer, result } as T;
  //? }
  //? }
}
