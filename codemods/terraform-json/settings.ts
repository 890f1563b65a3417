/** Settings that are gone, as members of resources in JSON. */
import type { Difference, Site, Verdict } from '../../src/migrate/index.js';
import { GOES } from '../places/gone-settings.js';
import {
  type JsonNode,
  type Member,
  memberNamed,
  membersOf,
  objectsAround,
  treeEdits,
} from '../places/json-tree.js';
import { deletion, editsHere, isCleared, keptLevel, marker, NEEDS_POLICY } from '../places/verdicts.js';
import { blocksOf, type JsonModule, type JsonResource } from './resources.js';

const ADDRESS = 'notification_email';
const RETIRED_LEVEL = /^(?:low|medium|high)$/;
/** What must not become empty: the provider or the API refuses it, or it says nothing. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['actions', 'action_parameters', 'rules', 'settings']);

export const LEFT_OUT: Difference = {
  name: 'setting-left-out',
  what: 'Terraform no longer manages the setting, which has no effect any more',
};

/** A resource of which nothing is left: provider 5 has one for each setting. */
export function isRetiredSetting({ kind, fields, body, meta }: JsonResource): boolean {
  if (kind === 'cloudflare_zone_settings_override') return livingSettings(body)?.length === 0;
  const name = String(fields.get('setting_id')?.json);
  if (kind !== 'cloudflare_zone_setting') return false;
  return name === 'security_level'
    ? RETIRED_LEVEL.test(String(fields.get('value')?.json))
    : GOES.has(name) && meta.repetition?.by !== 'for_each';
}

/** Names in the settings of a zone that are not retired; null where they are not written there. */
export function livingSettings(body: JsonNode): readonly string[] | null {
  const settings = blocksOf(memberNamed(body, 'settings')?.value).flatMap(membersOf);
  if (settings.length === 0) return null;
  return settings.filter((one) => !isRetired(one) && one.key !== '//').map(({ key }) => key);
}

/** The setting without its siblings that are gone, too: they go together, whichever is asked for first. */
export function withoutSetting(site: Site, { root }: JsonModule): Verdict | null {
  const { finding, entry, file } = site;
  if (finding.kind !== 'resource' && finding.kind !== 'field') return null;
  const found = objectsAround(root, finding.at.start).flatMap(({ name, object }) => {
    const member = membersOf(object).find(
      ({ node: { children } }) =>
        children?.[0] !== undefined &&
        children[0].offset <= finding.at.start &&
        finding.at.start < children[0].offset + children[0].length,
    );
    return member === undefined ? [] : [{ name, object, member }];
  })[0];
  if (found === undefined) return null;
  const { name, object, member } = found;
  if (!isRetired(member)) return entry.id === 'security-level' ? keptLevel(String(member.value.value)) : null;
  const members = membersOf(object);
  const gone = members.filter(isRetired);
  if (gone.length === members.length && NEVER_EMPTY.has(name))
    return marker('nothing else would be left of the block', `Remove the block ${name} with this setting.`);
  if (entry.id === 'notification-email' && !isCleared(site)) return NEEDS_POLICY;
  return deletion(
    `${entry.title} is gone without a replacement`,
    editsHere(site, treeEdits(file.text, root, new Set(gone.map(({ node }) => node)))),
    [LEFT_OUT],
  );
}

function isRetired({ key, value }: Member): boolean {
  if (key !== 'security_level') return GOES.has(key) || key === ADDRESS;
  return RETIRED_LEVEL.test(String(value.value));
}
