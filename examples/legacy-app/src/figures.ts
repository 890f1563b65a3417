import type { EdgeClient } from './edge-client.ts';

interface Dashboard {
  totals: { requests: { all: number; cached: number }; uniques: { all: number } };
}

/** Requests and visitors since yesterday, for the morning mail. */
export async function figures(edge: EdgeClient): Promise<string> {
  const { totals } = await edge.get<Dashboard>(`/zones/${edge.zone}/analytics/dashboard?since=-1440&continuous=true`);
  const share = totals.requests.all === 0 ? 0 : Math.round((100 * totals.requests.cached) / totals.requests.all);
  return `${totals.requests.all} requests, ${share} % from the cache, ${totals.uniques.all} visitors`;
}
