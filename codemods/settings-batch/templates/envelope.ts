import type { Envelope, Request } from '../../direct/templates/types.js';
import { SETTINGS } from './settings.js';

/** Reads the settings of a zone one by one: no request gives all. Those that it does not have are left out. */
export async function listZoneSettings<T>(request: Request, zone: string): Promise<Envelope<T[]>> {
  const reads = SETTINGS.map(
    async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as Envelope<T>,
  );
  //! soft const answers = await Promise.allSettled(reads);
  //! soft const settings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  //? soft {
  const settings = (await Promise.all(reads)).filter(({ success }) => success); //? success
  //! success //! error const settings = (await Promise.all(reads)).filter(({ ok }) => ok);
  //! success //! ok const settings = (await Promise.all(reads)).filter(({ error }) => !error);
  //? }
  if (settings.length === 0) return (await reads[0]) as Envelope<never>;
  const missing = SETTINGS.length - settings.length;
  if (missing > 0) console.warn(`${missing} settings could not be read`);
  return { ...settings[0], result: settings.map(({ result }) => result) } as Envelope<T[]>;
}
