import { CATALOGUE_JSON } from '../generated/catalogue.js';
import { SDK_JSON } from '../generated/sdk.js';
import type { Catalogue, Profile, SdkCall } from '../model/types.js';

let builtin: Catalogue | undefined;

/** The compiled catalogue, without its samples. The tables of SDK methods are unpacked when first asked for. */
export function builtinCatalogue(): Catalogue {
  if (builtin === undefined) {
    const { profiles, entries } = JSON.parse(CATALOGUE_JSON) as Catalogue;
    builtin = { profiles: profiles.map(withSdk), entries };
  }
  return builtin;
}

let tables: Readonly<Record<string, readonly SdkCall[]>> | undefined;

function withSdk(profile: Profile): Profile {
  return {
    ...profile,
    get sdk() {
      tables ??= JSON.parse(SDK_JSON) as Readonly<Record<string, readonly SdkCall[]>>;
      return tables[profile.id] ?? [];
    },
  };
}
