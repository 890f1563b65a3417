import { readZone, timeOf } from '../../direct/templates/graphql.js';
import type { Envelope, Request } from '../../direct/templates/types.js';

type Dashboard = { totals: object[]; timeseries: { dimensions: object }[] };

/** Reads the traffic of a zone, in the form of the former dashboard. */ //? dashboard
export async function zoneAnalytics<T>(
  request: Request,
  zone: string,
  zoneId: string,
  since?: unknown,
  until?: unknown,
): Promise<T> {
  const [from = 0, to = 0] = [since || 10080, until || 0].map(timeOf);
  const day = 24 * 60 * 60_000;
  const isByHour = to - from <= 3 * day; // more is kept by day
  const first = isByHour ? from : from + day - 1; // days that begin in the period
  const [groups, time] = isByHour ? ['httpRequests1hGroups', 'datetime'] : ['httpRequests1dGroups', 'date'];
  const [start, end] = [first, to].map((at) => new Date(at).toISOString().slice(0, isByHour ? 24 : 10));
  const filter = `filter: { ${time}_geq: "${start}", ${time}_leq: "${end}" }`;
  //! dashboard const sums = 'sum { requests cachedRequests bytes cachedBytes threats pageViews } uniq { uniques }';
  //? dashboard {
  const sums = `requests: sum { all: requests cached: cachedRequests } bandwidth: sum { all: bytes cached: cachedBytes }
    threats: sum { all: threats } pageviews: sum { all: pageViews } uniques: uniq { all: uniques }`;
  //? }
  //! timeseries const fields = `totals: ${groups}(limit: 1, ${filter}) { ${sums} }`;
  //? timeseries {
  const fields = `totals: ${groups}(limit: 1, ${filter}) { ${sums} }
    timeseries: ${groups}(limit: 1000, orderBy: [${time}_ASC], ${filter}) { dimensions { since: ${time} } ${sums} }`;
  //? }
  //! dashboard return readZone<T>(request, zone, zoneId, fields);
  //? dashboard {
  //! envelope //! timeseries const { totals } = (await readZone<Dashboard>(request, zone, zoneId, fields)) ?? {};
  //! envelope const { totals, timeseries = [] } = (await readZone<Dashboard>(request, zone, zoneId, fields)) ?? {}; //? timeseries
  //? envelope {
  const answer = await readZone<Envelope<Dashboard>>(request, zone, zoneId, fields);
  if (!answer.success) return answer as T; //? loose
  //! timeseries const { totals } = answer.result ?? {};
  const { totals, timeseries = [] } = answer.result ?? {}; //? timeseries
  //? }
  const none = { all: 0, cached: 0 }; // without traffic there is no group
  const quiet = { requests: none, bandwidth: none, threats: none, pageviews: none, uniques: none };
  //? timeseries {
  const series = timeseries.map(({ dimensions, ...traffic }) => ({ ...dimensions, ...traffic }));
  //! envelope return { totals: { ...quiet, ...totals?.[0] }, timeseries: series } as T;
  const result = { totals: { ...quiet, ...totals?.[0] }, timeseries: series }; //? envelope
  //? }
  //! timeseries //! envelope return { totals: { ...quiet, ...totals?.[0] } } as T;
  //! timeseries const result = { totals: { ...quiet, ...totals?.[0] } }; //? envelope
  return { ...answer, result } as T; //? envelope
  //? }
}
