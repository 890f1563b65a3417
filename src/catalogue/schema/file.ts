import type { Catalogue, Entry, SdkCall } from '../model/types.js';
import { entry } from './entry.js';
import { day, id, words } from './parts.js';
import { profile, sdk, sdkCalls } from './profile.js';
import { list, optional, type Read, record, withDefault } from './shape.js';

/** The shape of a whole catalogue file. What stands here and in its two parts is all that a file may hold. */

export const catalogueFile = record('a catalogue file', {
  area: withDefault(words('the area of the API'), 'other'),
  schedule: withDefault(id, 'own'),
  profile: withDefault(id, 'cloudflare'),
  /** The day on which the sources of the entries were last compared with what the entries say. */
  checked: optional(day),
  profiles: withDefault(list(profile), []),
  /** More SDK methods for the profile of this file. */
  sdk: withDefault(list(sdk), []),
  entries: withDefault(list(entry), []),
});

/** What one file gives to the catalogue. `sdk` belongs to the profile the file names. */
export interface CataloguePart extends Catalogue {
  readonly sdk: { readonly profile: string; readonly calls: readonly SdkCall[] };
}

export function partOf(content: Read<typeof catalogueFile>): CataloguePart {
  const { area, schedule, profile: profileId, checked } = content;
  return {
    profiles: content.profiles,
    entries: content.entries.map((body): Entry => {
      const { id: entryId, title, ...rest } = body;
      const ofFile = checked === undefined ? {} : { checked };
      return { id: entryId, title, area, schedule, profile: profileId, ...ofFile, ...rest };
    }),
    sdk: { profile: profileId, calls: content.sdk.flatMap(sdkCalls) },
  };
}
