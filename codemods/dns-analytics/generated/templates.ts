/** Made by `npm run templates:build` of the files in `../templates`; do not edit. */
import type { Part } from '../../direct/assemble.js';

export const TEMPLATES = {
  "mapping": [
    {
      "name": "Row",
      "isOffered": false,
      "typescript": "type Row = { count: number; dimensions?: Record<string, unknown> };",
      "plain": ""
    },
    {
      "name": "Loose",
      "isOffered": false,
      "typescript": "type Loose = Envelope<null> & { data?: Answer; errors?: unknown[] };",
      "plain": ""
    },
    {
      "name": "Answer",
      "isOffered": false,
      "typescript": "type Answer = { viewer: { zones: Partial<Record<'totals' | 'data', Row[]>>[] } };",
      "plain": ""
    },
    {
      "name": "dnsReport",
      "isOffered": true,
      "typescript": "/** Reads DNS analytics by GraphQL. */ //! mapped\n/** Reads DNS analytics by GraphQL, in the form of the former report. */ //? mapped\nasync function dnsReport<T>(\n  request: Request,\n  zone: string,\n  zoneTag: string,\n  of: Record<string, unknown> = {},\n): Promise<T> {\n  const dimensions = String(of.dimensions ?? '').match(/\\w+/g) ?? []; //! mapped\n  //? mapped {\n  const words = (list: unknown): string[] => String(list ?? '').match(/\\w+/g) ?? [];\n  const [dimensions, metrics] = [words(of.dimensions), words(of.metrics || 'queryCount')];\n  //? }\n  // Times are dates, or minutes before now.\n  const [start, end] = [String(of.since || 360), String(of.until || 0)].map((time) =>\n    new Date(/^-?\\d+$/.test(time) ? Date.now() - Math.abs(Number(time)) * 60_000 : time).toISOString(),\n  );\n  const filter = `filter: { datetime_geq: \"${start}\", datetime_lt: \"${end}\" }`;\n  const names = dimensions.length === 0 ? '' : `dimensions { ${dimensions.join(' ')} }`;\n  const query = `query ($zone: String!) { viewer { zones(filter: { zoneTag: $zone }) {\n    totals: dnsAnalyticsAdaptiveGroups(limit: 1, ${filter}) { count }\n    data: dnsAnalyticsAdaptiveGroups(limit: ${Number(of.limit) || 1000}, orderBy: [count_DESC], ${filter}) { count ${names} }\n  } } }`;\n  const body = { query, variables: { zone: zoneTag } };\n  const { viewer } = (await request('POST', `/zones/${zone}/graphql`, body)) as Answer; //! envelope\n  //? envelope {\n  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<Answer>; //! loose\n  const { viewer } = answer.result; //! loose\n  //? loose {\n  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Loose;\n  if (!answer.data) return { success: false, errors: answer.errors, result: null } as T;\n  const { viewer } = answer.data;\n  //? }\n  //? }\n  return viewer.zones[0] as T; //! mapped\n  //? mapped {\n  const { totals, data = [] } = viewer.zones[0] ?? {};\n  // Only queries are counted: other metrics have no figures.\n  const rows = data.map((row) => ({\n    dimensions: dimensions.map((name) => row.dimensions?.[name] ?? null),\n    metrics: metrics.map((name) => (name === 'queryCount' ? row.count : null)),\n  }));\n  return { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T; //! envelope\n  //? envelope {\n  const result = { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T;\n  return { ...answer, result } as T; //! loose\n  return { success: true, errors: [], result } as T; //? loose\n  //? }\n  //? }\n}",
      "plain": "/** Reads DNS analytics by GraphQL. */ //! mapped\n/** Reads DNS analytics by GraphQL, in the form of the former report. */ //? mapped\nasync function dnsReport(request, zone, zoneTag, of = {}) {\n  const dimensions = String(of.dimensions ?? '').match(/\\w+/g) ?? []; //! mapped\n  //? mapped {\n  const words = (list) => String(list ?? '').match(/\\w+/g) ?? [];\n  const [dimensions, metrics] = [words(of.dimensions), words(of.metrics || 'queryCount')];\n  //? }\n  // Times are dates, or minutes before now.\n  const [start, end] = [String(of.since || 360), String(of.until || 0)].map((time) =>\n    new Date(/^-?\\d+$/.test(time) ? Date.now() - Math.abs(Number(time)) * 60_000 : time).toISOString(),\n  );\n  const filter = `filter: { datetime_geq: \"${start}\", datetime_lt: \"${end}\" }`;\n  const names = dimensions.length === 0 ? '' : `dimensions { ${dimensions.join(' ')} }`;\n  const query = `query ($zone: String!) { viewer { zones(filter: { zoneTag: $zone }) {\n    totals: dnsAnalyticsAdaptiveGroups(limit: 1, ${filter}) { count }\n    data: dnsAnalyticsAdaptiveGroups(limit: ${Number(of.limit) || 1000}, orderBy: [count_DESC], ${filter}) { count ${names} }\n  } } }`;\n  const body = { query, variables: { zone: zoneTag } };\n  const { viewer } = await request('POST', `/zones/${zone}/graphql`, body); //! envelope\n  //? envelope {\n  const answer = await request('POST', `/zones/${zone}/graphql`, body); //! loose\n  const { viewer } = answer.result; //! loose\n  //? loose {\n  const answer = await request('POST', `/zones/${zone}/graphql`, body);\n  if (!answer.data) return { success: false, errors: answer.errors, result: null };\n  const { viewer } = answer.data;\n  //? }\n  //? }\n  return viewer.zones[0]; //! mapped\n  //? mapped {\n  const { totals, data = [] } = viewer.zones[0] ?? {};\n  // Only queries are counted: other metrics have no figures.\n  const rows = data.map((row) => ({\n    dimensions: dimensions.map((name) => row.dimensions?.[name] ?? null),\n    metrics: metrics.map((name) => (name === 'queryCount' ? row.count : null)),\n  }));\n  return { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } }; //! envelope\n  //? envelope {\n  const result = { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } };\n  return { ...answer, result }; //! loose\n  return { success: true, errors: [], result }; //? loose\n  //? }\n  //? }\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
