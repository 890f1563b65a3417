import type { EdgeClient } from './edge-client.ts';

const DAYTIME = [
  { id: 'always_use_https', value: 'on' },
  { id: 'brotli', value: 'on' },
  { id: 'ssl', value: 'strict' },
];

/** Brings the zone to the state the shop wants on an ordinary day. */
export async function tune(edge: EdgeClient): Promise<void> {
  for (const { id, value } of DAYTIME) await edge.setting(id, value);
}

export async function raid(edge: EdgeClient, underAttack: boolean): Promise<void> {
  await edge.setting('security_level', underAttack ? 'under_attack' : 'medium');
}
