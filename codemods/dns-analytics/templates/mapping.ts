import type { Envelope, Request } from '../../direct/templates/types.js';

type Row = { count: number; dimensions?: Record<string, unknown> };
type Loose = Envelope<null> & { data?: Answer; errors?: unknown[] };
type Answer = { viewer: { zones: Partial<Record<'totals' | 'data', Row[]>>[] } };

//! mapped /** Reads DNS analytics by GraphQL. */
/** Reads DNS analytics by GraphQL, in the form of the former report. */ //? mapped
export async function dnsReport<T>(
  request: Request,
  zone: string,
  zoneTag: string,
  of: Record<string, unknown> = {},
): Promise<T> {
  //! mapped const dimensions = String(of.dimensions ?? '').match(/\w+/g) ?? [];
  //? mapped {
  const words = (list: unknown): string[] => String(list ?? '').match(/\w+/g) ?? [];
  const [dimensions, metrics] = [words(of.dimensions), words(of.metrics || 'queryCount')];
  //? }
  // Times are dates, or minutes before now.
  const [start, end] = [String(of.since || 360), String(of.until || 0)].map((time) =>
    new Date(/^-?\d+$/.test(time) ? Date.now() - Math.abs(Number(time)) * 60_000 : time).toISOString(),
  );
  const filter = `filter: { datetime_geq: "${start}", datetime_lt: "${end}" }`;
  const names = dimensions.length === 0 ? '' : `dimensions { ${dimensions.join(' ')} }`;
  const query = `query ($zone: String!) { viewer { zones(filter: { zoneTag: $zone }) {
    totals: dnsAnalyticsAdaptiveGroups(limit: 1, ${filter}) { count }
    data: dnsAnalyticsAdaptiveGroups(limit: ${Number(of.limit) || 1000}, orderBy: [count_DESC], ${filter}) { count ${names} }
  } } }`;
  const body = { query, variables: { zone: zoneTag } };
  //! envelope const { viewer } = (await request('POST', `/zones/${zone}/graphql`, body)) as Answer;
  //? envelope {
  //! loose const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<Answer>;
  //! loose const { viewer } = answer.result;
  //? loose {
  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Loose;
  if (!answer.data) return { success: false, errors: answer.errors, result: null } as T;
  const { viewer } = answer.data;
  //? }
  //? }
  //! mapped return viewer.zones[0] as T;
  //? mapped {
  const { totals, data = [] } = viewer.zones[0] ?? {};
  // Only queries are counted: other metrics have no figures.
  const rows = data.map((row) => ({
    dimensions: dimensions.map((name) => row.dimensions?.[name] ?? null),
    metrics: metrics.map((name) => (name === 'queryCount' ? row.count : null)),
  }));
  //! envelope return { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T;
  //? envelope {
  const result = { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T;
  //! loose return { ...answer, result } as T;
  return { success: true, errors: [], result } as T; //? loose
  //? }
  //? }
}
