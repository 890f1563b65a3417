/** Settings that are gone, as attributes, blocks and properties of Terraform resources. */

import { posix } from 'node:path';
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { ResourceUsage } from '../../src/read/index.js';
import { type Block, calledFolder } from '../../src/read/terraform/index.js';
import { GOES, settingsAtOnce } from '../places/gone-settings.js';
import {
  addressOf,
  attributeNamed,
  attributeText,
  commentsAbove,
  type HclFile,
  hclFile,
  isResource,
  type Lines,
  linesOf,
  withGap,
} from '../places/hcl.js';
import { realigned } from '../places/hcl-align.js';
import { type Entry, entriesOf, entryAt, type Found } from '../places/hcl-entries.js';
import { deletion, inPlace, isCleared, keptLevel, marker, NEEDS_POLICY } from '../places/verdicts.js';
import { writtenOut } from './in-text.js';
import { NOTIFIED, policyFor } from './notification-policy.js';
import { calledFrom, otherReceiver, typeWithKey, usesOfKey } from './uses.js';
import { LEFT_OUT, STEPS, withoutResource, withoutRule } from './whole.js';

export const terraformSettings: Codemod = {
  id: 'terraform-settings',
  entries: [
    'brotli',
    'minify',
    'server-side-excludes',
    'privacy-pass',
    'mirage',
    'mobile-redirect',
    'security-level',
    'notification-email',
    'settings-batch',
  ],
  language: ['terraform', 'javascript', 'typescript'],
  ties: 'site',
  classify,
  checklist: [],
};

const REDIRECT = marker(
  'a redirect rule does its work, which needs the name of the zone',
  'Write a cloudflare_ruleset of phase http_request_dynamic_redirect with a rule that redirects, and remove the block. The resource cloudflare_zone has the name of the zone.',
);

/** Of pools of load balancers. */
const ADDRESS = 'notification_email';

/** Blocks and objects that must not become empty: the provider or the API refuses them, or they say nothing. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['actions', 'action_parameters', 'rules', 'settings']);

function classify(site: Site, around: Surroundings): Verdict | null {
  if (site.finding.kind !== 'resource' && site.finding.kind !== 'field') return null;
  if (site.file.language !== 'terraform') return inProgram(site, around);
  const file = hclFile(site.file);
  const { start } = site.finding.at;
  const block = blockAt(file, start);
  if (block === undefined) {
    const given = entryAt(entriesOf({ attributes: file.attributes, blocks: [] }), start);
    return given === null ? null : withoutEntry(site, file, given, around);
  }
  if (isResource(block, 'cloudflare_zone_settings_override')) {
    const living = livingSettings(file, block);
    if (living?.length === 0) return withoutResource(site, file, block, around);
    if (site.entry.id === 'settings-batch') return settingsAtOnce(site, addressOf(block), living ?? []);
  }
  if (isSetting(file, block)) {
    const value = attributeText(file, block, 'value') ?? '';
    if (site.entry.id === 'security-level' && !/^"(?:low|medium|high)"$/.test(value)) return keptLevel(value);
    return withoutResource(site, file, block, around);
  }
  const found = entryAt(entriesOf(block.body), start);
  return found === null ? null : withoutEntry(site, file, found, around);
}

/** A program that writes the configuration out: an attribute goes from its text, unless the program fills in a part. */
function inProgram(site: Site, around: Surroundings): Verdict | null {
  const written = writtenOut(site);
  const block = written === null ? undefined : blockAt(written.configuration, site.finding.at.start);
  const found = block === undefined ? null : entryAt(entriesOf(block.body), site.finding.at.start);
  if (written === null || found === null || found.entry.kind === 'property') return null;
  const isWritten = ({ start, end }: { readonly start: number; readonly end: number }) =>
    written.stretches.some((one) => one.start <= start && end <= one.end);
  if (!isWritten(site.finding.at)) return null;
  const verdict = withoutEntry(site, written.configuration, found, around);
  if (verdict.strategy === 'marker') return verdict;
  return verdict.edits.every(isWritten) ? verdict : marker('the program fills in a part of it', STEPS);
}

function withoutEntry(site: Site, file: HclFile, found: Found, around: Surroundings): Verdict {
  const { entry, holder, siblings } = found;
  if (entry.name === 'mobile_redirect' && !isRetired(file, entry)) return REDIRECT;
  if (!isRetired(file, entry))
    return site.entry.id === 'security-level'
      ? keptLevel(file.text.slice(entry.nameOrigin.end, entry.origin.end))
      : marker('the setting is named in another way than by a key', STEPS);
  const gone = siblings.filter((one) => isRetired(file, one));
  const calls = entry.kind === 'property' ? calledFrom(site) : [];
  const isMap = holder?.name === 'settings' && calls.length > 0;
  if (gone.length === siblings.length && holder !== null && NEVER_EMPTY.has(holder.name) && !isMap) {
    const block = blockAt(file, site.finding.at.start);
    const whole = block === undefined ? null : withoutRule(site, file, block, around);
    return (
      whole ??
      marker('nothing else would be left of the block', `Remove the block ${holder.name} with this setting.`)
    );
  }
  const lines = linesOf(file, entry);
  if (lines === null) return marker('something else stands on the same line', STEPS);
  const used = entry.kind === 'property' ? usesOfKey(site, entry.name, around) : null;
  if (used !== null) return marker(`the key is used by its name in ${used}`, STEPS, needed(entry.name));
  const typed = entry.kind === 'property' ? typeWithKey(site, entry.name, around) : null;
  if (typed !== null)
    return marker(
      `the type of a variable in ${typed} asks for the key`,
      `Remove ${entry.name} here, and from the type of the variable in ${typed}.`,
      needed(entry.name),
    );
  const other = entry.kind === 'property' ? otherReceiver(site, file, around) : null;
  if (other !== null)
    return marker(
      `what stands at ${other} gets the map, too`,
      `Remove ${entry.name} here if what stands at ${other} does not need it; else give that a map of its own.`,
      `Remove ${entry.name} here if nothing else that gets this map needs it.`,
    );
  const edits = [
    { ...withBlankLines(file, lines, entry, found, gone), text: '' },
    ...realigned(file, siblings, gone),
  ];
  if (entry.name === ADDRESS) return withPolicy(site, file, edits);
  return deletion(
    entry.name === 'mobile_redirect'
      ? 'a redirect that is off needs no rule'
      : `${site.entry.title} is gone without a replacement`,
    edits.map((edit) => ({ ...edit, file: file.path })),
    [LEFT_OUT, ...forgottenInstance(site, file, entry, around)],
  );
}

function withPolicy(site: Site, file: HclFile, edits: readonly Edit[]): Verdict {
  const block = blockAt(file, site.finding.at.start);
  const policy = block === undefined ? null : policyFor(site, file, block);
  const here = edits.map((edit) => ({ ...edit, file: file.path }));
  if (isCleared(site)) return deletion('the API ignores the field', here);
  if (policy === null) return NEEDS_POLICY;
  return inPlace({
    level: 'review',
    reason: 'a notification policy sends the mails in its place',
    edits: [...here, policy],
    differences: [NOTIFIED],
  });
}

function needed(name: string): string {
  return `Remove ${name} here, and what asks for it by its name.`;
}

/** With the empty lines around it that would be left one after the other, or at an end of the block. */
function withBlankLines(
  file: HclFile,
  lines: Lines,
  entry: Entry,
  { siblings }: Found,
  gone: readonly Entry[],
): Lines {
  const { text } = file;
  const own = { ...lines, start: withComment(file, lines, entry, siblings, gone) };
  const behind = withGap(text, lines).end;
  const index = siblings.indexOf(entry);
  const rest = siblings.slice(index + 1);
  const close = rest.at(-1)?.origin.end ?? lines.end;
  if (rest.every((one) => gone.includes(one)) && /^\s*\}/.test(text.slice(close))) {
    const above = text.slice(0, own.start).trimEnd();
    return { start: text.indexOf('\n', above.length) + 1, end: rest.length > 0 ? lines.end : behind };
  }
  let top = own.start;
  for (const one of [...gone].reverse()) {
    const other = linesOf(file, one);
    if (other?.end === top) top = other.start;
  }
  const isBehindBlank = /(?:^|[{\n])[ \t]*\r?\n$/.test(text.slice(0, top));
  return { start: own.start, end: isBehindBlank ? behind : lines.end };
}

/** Where the comment right above begins, if all that it stands above goes, up to the next empty line or comment. */
function withComment(
  file: HclFile,
  { start, end }: Lines,
  entry: Entry,
  siblings: readonly Entry[],
  gone: readonly Entry[],
): number {
  let to = end;
  for (const one of siblings.slice(siblings.indexOf(entry) + 1)) {
    const next = linesOf(file, one);
    if (next?.start !== to) break;
    if (!gone.includes(one)) return start;
    to = next.end;
  }
  return /\n[ \t]*\r?\n$/.test(file.text.slice(0, start)) ? start : commentsAbove(file, start).start;
}

/** Names of settings that go. All of a block are aligned anew together, whichever of them goes first. */
function isRetired({ text }: HclFile, { name, nameOrigin, origin }: Entry): boolean {
  if (name === 'mobile_redirect')
    return /\bstatus\s*[=:]\s*"off"/.test(text.slice(nameOrigin.end, origin.end));
  if (name !== 'security_level') return GOES.has(name) || name === ADDRESS;
  return /^"?\s*[=:]\s*"(?:low|medium|high)"\s*$/.test(text.slice(nameOrigin.end, origin.end));
}

/** A resource that is made for the items of a map loses one of its instances, which no block can tell Terraform. */
function forgottenInstance(
  site: Site,
  file: HclFile,
  { name, kind }: Entry,
  around: Surroundings,
): readonly Difference[] {
  const usage = site.finding.usages.find(
    (one): one is ResourceUsage => one.kind === 'resource' && one.name === 'cloudflare_zone_setting',
  );
  if (kind !== 'property' || usage === undefined) return [];
  const terraform = file.path.endsWith('.hcl') ? 'terragrunt' : 'terraform';
  const address = addressInState(site, file, usage, around);
  const command = `${terraform} state rm '${address ?? 'ADDRESS'}["${name}"]'`;
  const found = address === null ? `, with the address that ${terraform} state list shows` : '';
  return [{ name: 'state-rm', what: `run this before the next apply${found}: ${command}` }];
}

/** The address of what a resource makes; null where modules between may come into it. */
function addressInState(
  { finding }: Site,
  file: HclFile,
  { site }: ResourceUsage,
  around: Surroundings,
): string | null {
  const source = around.file(site.file);
  const resource = source === null ? undefined : blockAt(hclFile(source), site.start);
  if (resource === undefined) return null;
  const address = addressOf(resource);
  const folder = posix.dirname(site.file);
  if (folder === posix.dirname(file.path)) return address;
  const caller = blockAt(file, finding.at.start);
  if (caller === undefined) return file.path.endsWith('.hcl') ? address : null;
  const from = attributeNamed(caller, 'source')?.value;
  const isDirect = from !== undefined && calledFolder(from, file.path) === folder;
  const isOnce = ['count', 'for_each'].every((name) => attributeNamed(caller, name) === undefined);
  return isDirect && isOnce ? `module.${caller.labels[0]?.text ?? ''}.${address}` : null;
}

function blockAt({ blocks }: HclFile, offset: number): Block | undefined {
  return blocks.find(({ origin }) => origin.start <= offset && offset < origin.end);
}

/** Names in the settings of a zone that are not retired; null where not all of them are written there. */
function livingSettings(file: HclFile, block: Block): readonly string[] | null {
  const settings = entriesOf(block.body).filter(({ name }) => name === 'settings');
  const isWritten = settings.every(({ origin }) => /^settings\s*\{/.test(file.text.slice(origin.start)));
  if (settings.length === 0 || !isWritten) return null;
  return settings
    .flatMap(({ inner }) => inner.filter((one) => !isRetired(file, one)))
    .map(({ name }) => name);
}

/** Provider 5 has a resource for each setting. */
function isSetting(file: HclFile, block: Block): boolean {
  return (
    isResource(block, 'cloudflare_zone_setting') &&
    /^"\w+"$/.test(attributeText(file, block, 'setting_id') ?? '')
  );
}
