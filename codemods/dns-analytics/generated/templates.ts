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
      "name": "Report",
      "isOffered": false,
      "typescript": "type Report = { totals: Row[]; data: Row[] };",
      "plain": ""
    },
    {
      "name": "dnsReport",
      "isOffered": true,
      "typescript": "/** Reads DNS analytics, in the form of the former report. */ //? report\nasync function dnsReport<T>(\n  request: Request,\n  zone: string,\n  zoneId: string,\n  of: Record<string, unknown> = {},\n): Promise<T> {\n  const names = `${of.dimensions ?? ''}`.replace(/\\W+/g, ' ').replace(/.*\\w.*/, 'dimensions { $& }'); //! report\n  //? report {\n  const words = (list: unknown): string[] => String(list ?? '').match(/\\w+/g) ?? [];\n  const [dimensions, metrics] = [words(of.dimensions), words(of.metrics || 'queryCount')];\n  //? }\n  const [start, end] = [of.since || 360, of.until || 0].map((time) => new Date(timeOf(time)).toISOString());\n  const filter = `filter: { datetime_geq: \"${start}\", datetime_lt: \"${end}\" }`;\n  const names = dimensions.length === 0 ? '' : `dimensions { ${dimensions.join(' ')} }`; //? report\n  const fields = `totals: dnsAnalyticsAdaptiveGroups(limit: 1, ${filter}) { count }\n    data: dnsAnalyticsAdaptiveGroups(limit: ${Number(of.limit) || 1000}, orderBy: [count_DESC], ${filter}) { count ${names} }`;\n  return readZone<T>(request, zone, zoneId, fields); //! report\n  //? report {\n  const { totals, data = [] } = (await readZone<Report>(request, zone, zoneId, fields)) ?? {}; //! envelope\n  //? envelope {\n  const answer = await readZone<Envelope<Report>>(request, zone, zoneId, fields);\n  if (!answer.success) return answer as T; //? loose\n  const { totals, data = [] } = answer.result ?? {};\n  //? }\n  // Only queries are counted: other metrics have no figures.\n  const rows = data.map((row) => ({\n    dimensions: dimensions.map((name) => row.dimensions?.[name] ?? null),\n    metrics: metrics.map((name) => (name === 'queryCount' ? row.count : null)),\n  }));\n  return { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T; //! envelope\n  //? envelope {\n  const result = { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } } as T;\n  return { ...answer, result } as T;\n  //? }\n  //? }\n}",
      "plain": "/** Reads DNS analytics, in the form of the former report. */ //? report\nasync function dnsReport(request, zone, zoneId, of = {}) {\n  const names = `${of.dimensions ?? ''}`.replace(/\\W+/g, ' ').replace(/.*\\w.*/, 'dimensions { $& }'); //! report\n  //? report {\n  const words = (list) => String(list ?? '').match(/\\w+/g) ?? [];\n  const [dimensions, metrics] = [words(of.dimensions), words(of.metrics || 'queryCount')];\n  //? }\n  const [start, end] = [of.since || 360, of.until || 0].map((time) => new Date(timeOf(time)).toISOString());\n  const filter = `filter: { datetime_geq: \"${start}\", datetime_lt: \"${end}\" }`;\n  const names = dimensions.length === 0 ? '' : `dimensions { ${dimensions.join(' ')} }`; //? report\n  const fields = `totals: dnsAnalyticsAdaptiveGroups(limit: 1, ${filter}) { count }\n    data: dnsAnalyticsAdaptiveGroups(limit: ${Number(of.limit) || 1000}, orderBy: [count_DESC], ${filter}) { count ${names} }`;\n  return readZone(request, zone, zoneId, fields); //! report\n  //? report {\n  const { totals, data = [] } = (await readZone(request, zone, zoneId, fields)) ?? {}; //! envelope\n  //? envelope {\n  const answer = await readZone(request, zone, zoneId, fields);\n  if (!answer.success) return answer; //? loose\n  const { totals, data = [] } = answer.result ?? {};\n  //? }\n  // Only queries are counted: other metrics have no figures.\n  const rows = data.map((row) => ({\n    dimensions: dimensions.map((name) => row.dimensions?.[name] ?? null),\n    metrics: metrics.map((name) => (name === 'queryCount' ? row.count : null)),\n  }));\n  return { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } }; //! envelope\n  //? envelope {\n  const result = { rows: rows.length, data: rows, totals: { queryCount: totals?.[0]?.count ?? 0 } };\n  return { ...answer, result };\n  //? }\n  //? }\n}"
    }
  ]
} satisfies Record<string, readonly Part[]>;
