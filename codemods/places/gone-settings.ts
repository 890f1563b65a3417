import { builtinCatalogue } from '../../src/catalogue/index.js';

/** Settings that no longer exist. */
export const GONE_SETTINGS: ReadonlySet<string> = new Set(
  builtinCatalogue()
    .entries.filter(({ removal, id }) => removal === 'review' && id !== 'security-level')
    .flatMap(({ settings }) => settings.map(({ id }) => id)),
);
/** Settings that are taken out wherever they stand, and so perhaps several of one list. */
export const GOES: ReadonlySet<string> = new Set(
  builtinCatalogue()
    .entries.filter(({ removal }) => removal === 'review')
    .flatMap(({ settings }) => settings)
    .flatMap(({ id, ruleParameter, pageRule }) =>
      [id, ruleParameter, pageRule].flatMap((name) => name ?? []),
    ),
);
