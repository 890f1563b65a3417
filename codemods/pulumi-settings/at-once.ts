/** `ZoneSettingsOverride`: all settings of a zone in one resource, whose request is gone. */
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { eachOf } from '../places/gone-settings.js';
import type { ResourceText } from '../places/resource-text/index.js';
import { withoutResource } from '../places/resource-text/removal.js';
import { deletion, editsHere, marker } from '../places/verdicts.js';
import { versionOf } from '../pulumi-rulesets/versions.js';

/** `living` are the settings in it that still exist, as far as they are written there by name. */
export function settingsAtOnce(
  site: Site,
  { tool, address }: ResourceText,
  living: readonly string[],
  around: Surroundings,
): Verdict {
  const isPython = site.file.language === 'python';
  const name = packageOf(tool, site.file.language);
  const needed = tool === 'cdktf' ? 12 : 6;
  const pinned = versionOf(tool, site.file.path, around)?.major;
  const forget =
    tool === 'cdktf'
      ? `terraform state rm in the synthesized stack for ${address}`
      : 'pulumi state delete <urn>';
  const write = `write a ZoneSetting with ${importOf(tool, isPython)} for ${eachOf(living)}`;
  if (pinned !== undefined && pinned >= needed)
    return marker(
      `version ${pinned} of ${name}, which is pinned here, has no such resource: every setting is a resource of its own`,
      `Run ${forget}, ${write}, and remove this resource. The zone keeps its settings meanwhile.`,
      `Write a ZoneSetting for each setting: version ${pinned} has no such resource.`,
    );
  return marker(
    `its request for all settings at once is gone, and only version ${needed} of ${name} has a resource for a single setting`,
    `Version ${needed} of ${name} is needed to go on managing settings: run ${forget}, raise the package to version ${needed}, and ${write}. To stay on ${pinned === undefined ? 'an older version' : `version ${pinned}`}, run the same command, remove this resource, and set them in the dashboard. The zone keeps its settings meanwhile.`,
    `Raise ${name} to version ${needed}: it has a ZoneSetting for each.`,
  );
}

function packageOf(tool: string, language: string): string {
  if (tool === 'cdktf') return '@cdktf/provider-cloudflare';
  if (language === 'yaml') return 'the provider';
  return language === 'python' ? 'pulumi-cloudflare' : '@pulumi/cloudflare';
}

function importOf(tool: string, isPython: boolean): string {
  const id = '"<zone_id>/<setting>"';
  if (tool === 'cdktf') return `importFrom(${id})`;
  return isPython ? `ResourceOptions(import_=${id})` : `{ import: ${id} }`;
}

/** None of its settings has an effect, so nothing is lost with it. */
export function withoutOverride(
  site: Site,
  resource: ResourceText,
  around: Surroundings,
  leftOut: Difference,
): Verdict {
  const { tool, address } = resource;
  const removed = withoutResource(resource, site.file.path, around);
  if ('problem' in removed)
    return marker(
      removed.problem,
      'Remove this resource, in which no setting has an effect any more, and what uses it.',
      'Remove this resource, in which no setting has an effect, and what uses it.',
    );
  const before =
    tool === 'cdktf'
      ? 'run terraform state rm in the synthesized stack before cdktf deploy'
      : `run pulumi state delete <urn> before pulumi up, or deploy it once with ${site.file.language === 'python' ? 'retain_on_delete=True' : 'retainOnDelete: true'} before this change`;
  return deletion(`${site.entry.title} is gone without a replacement`, editsHere(site, removed.edits), [
    leftOut,
    {
      name: 'state-of-old-resources',
      what: `${before}, for ${address}: deleting it would call the API that is gone`,
    },
  ]);
}
