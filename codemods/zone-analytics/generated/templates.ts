/** Made by `npm run templates:build` of the files in `../templates`; do not edit. */
import type { Part } from '../../direct/assemble.js';

export const TEMPLATES = {
  "mapping": [
    {
      "name": "Traffic",
      "isOffered": false,
      "typescript": "type Traffic = { dimensions?: object };",
      "plain": ""
    },
    {
      "name": "Answer",
      "isOffered": false,
      "typescript": "type Answer = { viewer: { zones: Partial<Record<'totals' | 'timeseries', Traffic[]>>[] } };",
      "plain": ""
    },
    {
      "name": "zoneAnalytics",
      "isOffered": true,
      "typescript": "/** Reads the traffic of a zone by GraphQL, in the form of the former dashboard. */\nasync function zoneAnalytics<T>(\n  request: Request,\n  zone: string,\n  zoneTag: string,\n  since?: unknown,\n  until?: unknown,\n): Promise<T> {\n  const body = trafficQuery(zoneTag, since, until);\n  return toDashboard<T>((await request('POST', `/zones/${zone}/graphql`, body)) as Answer);\n}",
      "plain": "/** Reads the traffic of a zone by GraphQL, in the form of the former dashboard. */\nasync function zoneAnalytics(request, zone, zoneTag, since, until) {\n  const body = trafficQuery(zoneTag, since, until);\n  return toDashboard(await request('POST', `/zones/${zone}/graphql`, body));\n}"
    },
    {
      "name": "queryZoneAnalytics",
      "isOffered": true,
      "typescript": "/** Reads the traffic of a zone by GraphQL, in the form of the former dashboard. */\nasync function queryZoneAnalytics<T>(\n  request: Request,\n  zone: string,\n  zoneTag: string,\n  since?: unknown,\n  until?: unknown,\n): Promise<Envelope<T>> {\n  const body = trafficQuery(zoneTag, since, until);\n  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<Answer>;\n  return { ...answer, result: toDashboard<T>(answer.result) };\n}",
      "plain": "/** Reads the traffic of a zone by GraphQL, in the form of the former dashboard. */\nasync function queryZoneAnalytics(request, zone, zoneTag, since, until) {\n  const body = trafficQuery(zoneTag, since, until);\n  const answer = await request('POST', `/zones/${zone}/graphql`, body);\n  return { ...answer, result: toDashboard(answer.result) };\n}"
    },
    {
      "name": "trafficQuery",
      "isOffered": false,
      "typescript": "/** Times are dates, or minutes before now. Groups by the hour go back three days, those by the day longer. */\nfunction trafficQuery(zone: string, since?: unknown, until?: unknown): { query: string; variables: object } {\n  const times = [since || 10080, until || 0].map((time) =>\n    /^-?\\d+$/.test(String(time)) ? Date.now() - Math.abs(Number(time)) * 60_000 : Date.parse(String(time)),\n  );\n  const isByHour = Math.max(...times) - Math.min(...times) <= 3 * 24 * 60 * 60_000;\n  const [groups, time] = isByHour ? ['httpRequests1hGroups', 'datetime'] : ['httpRequests1dGroups', 'date'];\n  const [start, end] = times.map((at) => new Date(at).toISOString().slice(0, isByHour ? 24 : 10));\n  const filter = `filter: { ${time}_geq: \"${start}\", ${time}_leq: \"${end}\" }`;\n  const fields =\n    'requests: sum { all: requests cached: cachedRequests } bandwidth: sum { all: bytes cached: cachedBytes } ' +\n    'threats: sum { all: threats } pageviews: sum { all: pageViews } uniques: uniq { all: uniques }';\n  const query = `query ($zone: String!) {\n    viewer {\n      zones(filter: { zoneTag: $zone }) {\n        totals: ${groups}(limit: 1, ${filter}) { ${fields} }\n        timeseries: ${groups}(limit: 1000, orderBy: [${time}_ASC], ${filter}) { dimensions { since: ${time} } ${fields} } //? timeseries\n      }\n    }\n  }`;\n  return { query, variables: { zone } };\n}",
      "plain": "/** Times are dates, or minutes before now. Groups by the hour go back three days, those by the day longer. */\nfunction trafficQuery(zone, since, until) {\n  const times = [since || 10080, until || 0].map((time) =>\n    /^-?\\d+$/.test(String(time)) ? Date.now() - Math.abs(Number(time)) * 60_000 : Date.parse(String(time)),\n  );\n  const isByHour = Math.max(...times) - Math.min(...times) <= 3 * 24 * 60 * 60_000;\n  const [groups, time] = isByHour ? ['httpRequests1hGroups', 'datetime'] : ['httpRequests1dGroups', 'date'];\n  const [start, end] = times.map((at) => new Date(at).toISOString().slice(0, isByHour ? 24 : 10));\n  const filter = `filter: { ${time}_geq: \"${start}\", ${time}_leq: \"${end}\" }`;\n  const fields =\n    'requests: sum { all: requests cached: cachedRequests } bandwidth: sum { all: bytes cached: cachedBytes } ' +\n    'threats: sum { all: threats } pageviews: sum { all: pageViews } uniques: uniq { all: uniques }';\n  const query = `query ($zone: String!) {\n    viewer {\n      zones(filter: { zoneTag: $zone }) {\n        totals: ${groups}(limit: 1, ${filter}) { ${fields} }\n        timeseries: ${groups}(limit: 1000, orderBy: [${time}_ASC], ${filter}) { dimensions { since: ${time} } ${fields} } //? timeseries\n      }\n    }\n  }`;\n  return { query, variables: { zone } };\n}"
    },
    {
      "name": "toDashboard",
      "isOffered": false,
      "typescript": "/** Without traffic there is no group. */\nfunction toDashboard<T>({ viewer }: Answer): T {\n  const none = { all: 0, cached: 0 };\n  const quiet = { requests: none, bandwidth: none, threats: none, pageviews: none, uniques: none };\n  return { totals: { ...quiet, ...viewer.zones[0]?.totals?.[0] } } as T; //! timeseries\n  //? timeseries {\n  const { totals, timeseries = [] } = viewer.zones[0] ?? {};\n  const series = timeseries.map(({ dimensions, ...traffic }) => ({ ...dimensions, ...traffic }));\n  return { totals: { ...quiet, ...totals?.[0] }, timeseries: series } as T;\n  //? }\n}",
      "plain": "/** Without traffic there is no group. */\nfunction toDashboard({ viewer }) {\n  const none = { all: 0, cached: 0 };\n  const quiet = { requests: none, bandwidth: none, threats: none, pageviews: none, uniques: none };\n  return { totals: { ...quiet, ...viewer.zones[0]?.totals?.[0] } }; //! timeseries\n  //? timeseries {\n  const { totals, timeseries = [] } = viewer.zones[0] ?? {};\n  const series = timeseries.map(({ dimensions, ...traffic }) => ({ ...dimensions, ...traffic }));\n  return { totals: { ...quiet, ...totals?.[0] }, timeseries: series };\n  //? }\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
