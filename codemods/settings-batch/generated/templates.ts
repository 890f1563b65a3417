/** Made by `npm run templates:build` of the files in `../templates`; do not edit. */
import type { Part } from '../../direct/assemble.js';

export const TEMPLATES = {
  "envelope": [
    {
      "name": "listZoneSettings",
      "isOffered": true,
      "typescript": "/** Reads the settings of a zone one by one: no request gives all. Those that it does not have are left out. */\nasync function listZoneSettings<T>(request: Request, zone: string): Promise<Envelope<T[]>> {\n  const reads = SETTINGS.map(\n    async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as Envelope<T>,\n  );\n  const answers = await Promise.allSettled(reads); //! soft\n  const settings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])); //! soft\n  //? soft {\n  const settings = (await Promise.all(reads)).filter(({ success }) => success); //? success\n  const settings = (await Promise.all(reads)).filter(({ ok }) => ok); //! success //! error\n  const settings = (await Promise.all(reads)).filter(({ error }) => !error); //! success //! ok\n  //? }\n  if (settings.length === 0) return (await reads[0]) as Envelope<never>;\n  const missing = SETTINGS.length - settings.length;\n  if (missing > 0) console.warn(`${missing} settings could not be read`);\n  return { ...settings[0], result: settings.map(({ result }) => result) } as Envelope<T[]>;\n}",
      "plain": "/** Reads the settings of a zone one by one: no request gives all. Those that it does not have are left out. */\nasync function listZoneSettings(request, zone) {\n  const reads = SETTINGS.map(async (id) => await request('GET', `/zones/${zone}/settings/${id}`));\n  const answers = await Promise.allSettled(reads); //! soft\n  const settings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])); //! soft\n  //? soft {\n  const settings = (await Promise.all(reads)).filter(({ success }) => success); //? success\n  const settings = (await Promise.all(reads)).filter(({ ok }) => ok); //! success //! error\n  const settings = (await Promise.all(reads)).filter(({ error }) => !error); //! success //! ok\n  //? }\n  if (settings.length === 0) return await reads[0];\n  const missing = SETTINGS.length - settings.length;\n  if (missing > 0) console.warn(`${missing} settings could not be read`);\n  return { ...settings[0], result: settings.map(({ result }) => result) };\n}"
    }
  ],
  "result": [
    {
      "name": "listZoneSettings",
      "isOffered": true,
      "typescript": "/** Reads the settings of a zone one by one: no request gives all. Those that it does not have are left out. */\nasync function listZoneSettings<T>(request: Request, zone: string): Promise<T[]> {\n  const reads = SETTINGS.map(async (id) => (await request('GET', `/zones/${zone}/settings/${id}`)) as T);\n  const answers = await Promise.allSettled(reads);\n  const failed = SETTINGS.filter((_, index) => answers[index]?.status === 'rejected');\n  if (failed.length === reads.length) await reads[0];\n  if (failed.length > 0) console.warn(`Settings that could not be read: ${failed.join(', ')}`);\n  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));\n}",
      "plain": "/** Reads the settings of a zone one by one: no request gives all. Those that it does not have are left out. */\nasync function listZoneSettings(request, zone) {\n  const reads = SETTINGS.map(async (id) => await request('GET', `/zones/${zone}/settings/${id}`));\n  const answers = await Promise.allSettled(reads);\n  const failed = SETTINGS.filter((_, index) => answers[index]?.status === 'rejected');\n  if (failed.length === reads.length) await reads[0];\n  if (failed.length > 0) console.warn(`Settings that could not be read: ${failed.join(', ')}`);\n  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));\n}"
    }
  ],
  "settings": [
    {
      "name": "SETTINGS",
      "isOffered": true,
      "typescript": "/** Filled in with what the catalogue lists. */\nconst SETTINGS = 'ssl'.split(/\\s+/);",
      "plain": "/** Filled in with what the catalogue lists. */\nconst SETTINGS = 'ssl'.split(/\\s+/);"
    }
  ]
} satisfies Record<string, readonly Part[]>;
