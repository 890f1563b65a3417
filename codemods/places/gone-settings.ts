import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Verdict } from '../../src/migrate/model.js';
import { marker } from './verdicts.js';

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

/** `cloudflare_zone_settings_override` of Terraform. */
export function settingsAtOnce(): Verdict {
  return marker(
    'it sends all settings in one request, which is gone, and version 4 of the provider has no resource for one setting',
    'Run terraform state rm for this resource, raise the provider to version 5, and write a cloudflare_zone_setting with an import block for each setting.',
  );
}
