import type { Envelope, Request } from '../../direct/templates/types.js';

type Loose = Envelope<null> & { data?: Answer; errors?: unknown[] };
type Answer = { viewer: { zones: Partial<Record<'totals' | 'timeseries', { dimensions?: object }[]>>[] } };

//! mapped /** Reads the traffic of a zone by GraphQL. */
/** Reads the traffic of a zone by GraphQL, in the form of the former dashboard. */ //? mapped
export async function zoneAnalytics<T>(
  request: Request,
  zone: string,
  zoneTag: string,
  since?: unknown,
  until?: unknown,
): Promise<T> {
  // Times are dates, or minutes before now. Groups by the hour go back three days, those by the day longer.
  const times = [since || 10080, until || 0].map((time) =>
    /^-?\d+$/.test(String(time)) ? Date.now() - Math.abs(Number(time)) * 60_000 : Date.parse(String(time)),
  );
  const isByHour = Math.max(...times) - Math.min(...times) <= 3 * 24 * 60 * 60_000;
  const [groups, time] = isByHour ? ['httpRequests1hGroups', 'datetime'] : ['httpRequests1dGroups', 'date'];
  const [start, end] = times.map((at) => new Date(at).toISOString().slice(0, isByHour ? 24 : 10));
  const filter = `filter: { ${time}_geq: "${start}", ${time}_leq: "${end}" }`;
  //! mapped const fields = 'sum { requests cachedRequests bytes cachedBytes threats pageViews } uniq { uniques }';
  //? mapped {
  const fields = `requests: sum { all: requests cached: cachedRequests } bandwidth: sum { all: bytes cached: cachedBytes }
    threats: sum { all: threats } pageviews: sum { all: pageViews } uniques: uniq { all: uniques }`;
  //? }
  const query = `query ($zone: String!) { viewer { zones(filter: { zoneTag: $zone }) {
    totals: ${groups}(limit: 1, ${filter}) { ${fields} }
    timeseries: ${groups}(limit: 1000, orderBy: [${time}_ASC], ${filter}) { dimensions { since: ${time} } ${fields} } //? timeseries
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
  const { totals, timeseries = [] } = viewer.zones[0] ?? {}; //? timeseries
  const none = { all: 0, cached: 0 }; // without traffic there is no group
  const quiet = { requests: none, bandwidth: none, threats: none, pageviews: none, uniques: none };
  //? timeseries {
  const series = timeseries.map(({ dimensions, ...traffic }) => ({ ...dimensions, ...traffic }));
  //! envelope return { totals: { ...quiet, ...totals?.[0] }, timeseries: series } as T;
  const result = { totals: { ...quiet, ...totals?.[0] }, timeseries: series } as T; //? envelope
  //? }
  //? envelope {
  //! timeseries const result = { totals: { ...quiet, ...viewer.zones[0]?.totals?.[0] } } as T;
  //! loose return { ...answer, result } as T;
  return { success: true, errors: [], result } as T; //? loose
  //? }
  //! timeseries //! envelope return { totals: { ...quiet, ...viewer.zones[0]?.totals?.[0] } } as T;
  //? }
}
