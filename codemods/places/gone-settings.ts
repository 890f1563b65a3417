import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Site, Verdict } from '../../src/migrate/index.js';
import { pinnedVersion } from './provider-versions.js';
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

/** All settings that the catalogue has an entry for. */
const NAMED: ReadonlySet<string> = new Set(
  builtinCatalogue().entries.flatMap(({ settings }) => settings.map(({ id }) => id)),
);
/** Settings in whose place a person puts something else. */
export const REPLACED: ReadonlySet<string> = new Set([...NAMED].filter((id) => !GOES.has(id)));

/** The settings that go on being managed, in words. */
export function eachOf(living: readonly string[]): string {
  const names = living.filter((name) => !NAMED.has(name) || name === 'security_level');
  return names.length === 0 ? 'each setting' : `each of ${names.join(', ')}`;
}

/**
 * `cloudflare_zone_settings_override` of Terraform. `living` are the settings in it that still exist, as far as they are
 * written there by name.
 */
export function settingsAtOnce(site: Site, address: string, living: readonly string[]): Verdict {
  const each = eachOf(living);
  const write = `write a cloudflare_zone_setting with an import block for ${each}`;
  const forget = `terraform state rm '${address}'`;
  if (Number(/\d+/.exec(pinnedVersion(site) ?? '')?.[0] ?? 4) >= 5)
    return marker(
      'version 5 of the provider, which is pinned here, has no such resource: every setting is a resource of its own',
      `Run ${forget}, ${write}, and remove this resource. The zone keeps its settings meanwhile.`,
      'Write a cloudflare_zone_setting for each setting: provider 5 has no such resource.',
    );
  return marker(
    'its request for all settings at once is gone, and only version 5 of the provider has a resource for a single setting',
    `Version 5 of the provider is needed to go on managing settings with Terraform: run ${forget}, raise the provider to version 5, and ${write}. To stay on version 4, run the same command, remove this resource, and set them in the dashboard. The zone keeps its settings meanwhile.`,
    'Raise the provider to version 5, which has a cloudflare_zone_setting for each setting.',
  );
}
