import type { Envelope, Request } from '../../direct/templates/types.js';

type Traffic = { dimensions?: object };

type Answer = { viewer: { zones: Partial<Record<'totals' | 'timeseries', Traffic[]>>[] } };

/** Reads the traffic of a zone by GraphQL, in the form of the former dashboard. */
export async function zoneAnalytics<T>(
  request: Request,
  zone: string,
  zoneTag: string,
  since?: unknown,
  until?: unknown,
): Promise<T> {
  const body = trafficQuery(zoneTag, since, until);
  return toDashboard<T>((await request('POST', `/zones/${zone}/graphql`, body)) as Answer);
}

/** Reads the traffic of a zone by GraphQL, in the form of the former dashboard. */
export async function queryZoneAnalytics<T>(
  request: Request,
  zone: string,
  zoneTag: string,
  since?: unknown,
  until?: unknown,
): Promise<Envelope<T>> {
  const body = trafficQuery(zoneTag, since, until);
  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<Answer>;
  return { ...answer, result: toDashboard<T>(answer.result) };
}

/** Times are dates, or minutes before now. Groups by the hour go back three days, those by the day longer. */
function trafficQuery(zone: string, since?: unknown, until?: unknown): { query: string; variables: object } {
  const times = [since || 10080, until || 0].map((time) =>
    /^-?\d+$/.test(String(time)) ? Date.now() - Math.abs(Number(time)) * 60_000 : Date.parse(String(time)),
  );
  const isByHour = Math.max(...times) - Math.min(...times) <= 3 * 24 * 60 * 60_000;
  const [groups, time] = isByHour ? ['httpRequests1hGroups', 'datetime'] : ['httpRequests1dGroups', 'date'];
  const [start, end] = times.map((at) => new Date(at).toISOString().slice(0, isByHour ? 24 : 10));
  const filter = `filter: { ${time}_geq: "${start}", ${time}_leq: "${end}" }`;
  const fields =
    'requests: sum { all: requests cached: cachedRequests } bandwidth: sum { all: bytes cached: cachedBytes } ' +
    'threats: sum { all: threats } pageviews: sum { all: pageViews } uniques: uniq { all: uniques }';
  const query = `query ($zone: String!) {
    viewer {
      zones(filter: { zoneTag: $zone }) {
        totals: ${groups}(limit: 1, ${filter}) { ${fields} }
        timeseries: ${groups}(limit: 1000, orderBy: [${time}_ASC], ${filter}) { dimensions { since: ${time} } ${fields} } //? timeseries
      }
    }
  }`;
  return { query, variables: { zone } };
}

/** Without traffic there is no group. */
function toDashboard<T>({ viewer }: Answer): T {
  const none = { all: 0, cached: 0 };
  const quiet = { requests: none, bandwidth: none, threats: none, pageviews: none, uniques: none };
  //! timeseries return { totals: { ...quiet, ...viewer.zones[0]?.totals?.[0] } } as T;
  //? timeseries {
  const { totals, timeseries = [] } = viewer.zones[0] ?? {};
  const series = timeseries.map(({ dimensions, ...traffic }) => ({ ...dimensions, ...traffic }));
  return { totals: { ...quiet, ...totals?.[0] }, timeseries: series } as T;
  //? }
}
