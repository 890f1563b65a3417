import type { EdgeClient } from './edge-client.ts';

interface Filter {
  id: string;
  expression: string;
}

export interface Rule {
  id: string;
  description: string;
  action: string;
  paused: boolean;
  filter: Filter;
}

/** Blocks an address and returns the id of the rule, which the help desk notes in its ticket. */
export async function block(edge: EdgeClient, address: string, ticket: string): Promise<string> {
  const [filter] = await edge.post<Filter[]>(`/zones/${edge.zone}/filters`, [
    { expression: `ip.src eq ${address}`, description: ticket },
  ]);
  if (filter === undefined) throw new Error('the filter was not created');
  const [rule] = await edge.post<Rule[]>(`/zones/${edge.zone}/firewall/rules`, [
    { action: 'block', description: `${ticket}: ${address}`, filter: { id: filter.id } },
  ]);
  if (rule === undefined) throw new Error('the rule was not created');
  return rule.id;
}

export async function blocked(edge: EdgeClient): Promise<Rule[]> {
  const rules = await edge.get<Rule[]>(`/zones/${edge.zone}/firewall/rules?per_page=100`);
  return rules.filter((rule) => rule.action === 'block' && !rule.paused);
}

export async function unblock(edge: EdgeClient, ruleId: string): Promise<void> {
  await edge.delete(`/zones/${edge.zone}/firewall/rules/${ruleId}`);
}
