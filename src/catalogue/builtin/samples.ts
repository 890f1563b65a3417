import type { Entry } from '../model/types.js';

export type EntrySamples = Pick<Entry, 'id' | 'match' | 'noMatch'>;

/** The samples of the built-in entries: the tests run each, `catalogue show` prints them. */
export async function builtinSamples(): Promise<readonly EntrySamples[]> {
  const { SAMPLES_JSON } = await import('../generated/samples.js');
  return JSON.parse(SAMPLES_JSON) as readonly EntrySamples[];
}
