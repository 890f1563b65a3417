import type { Request } from '../../direct/templates/types.js';
import { SETTINGS } from './settings.js';

/** Reads the settings of a zone one by one: no request gives all. Those that it does not have are left out. */
export async function listZoneSettings<T>(request: Request, zone: string): Promise<T[]> {
  const reads = SETTINGS.map(async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as T);
  const answers = await Promise.allSettled(reads);
  const failed = SETTINGS.filter((_, index) => answers[index]?.status === 'rejected');
  if (failed.length === reads.length) await reads[0];
  if (failed.length > 0) console.warn(`Settings that could not be read: ${failed.join(', ')}`);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}
