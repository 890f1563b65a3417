/** Resources of Pulumi and CDKTF whose successor takes what they held: bookmarks of Access, legacy tunnels. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { attributeOf, isOfProgram, type ResourceText, resourceAt } from '../places/resource-text/index.js';
import { ScriptResourceText } from '../places/resource-text/script.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { versionOf } from '../pulumi-rulesets/versions.js';

export const pulumiResources: Codemod = {
  id: 'pulumi-resources',
  entries: ['access-bookmarks', 'legacy-tunnels'],
  language: ['typescript', 'javascript', 'python', 'yaml'],
  ties: 'site',
  classify,
  checklist: [
    'Look at the preview before you deploy: no old resource may be deleted, and nothing made a second time.',
  ],
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const resource = isOfProgram(site) ? resourceAt(site, around) : null;
  switch (resource?.type) {
    case 'AccessBookmark':
      return bookmark(resource, site, around);
    case 'ArgoTunnel':
      return tunnel(resource, site, around);
    default:
      return null;
  }
}

const BOOKMARK_STEPS =
  'Declare an Access application of type bookmark with the same name and domain, import it, and remove the old resource from the state without deleting it.';
const IN_BOOKMARK: ReadonlySet<string> = new Set([
  'account_id',
  'zone_id',
  'name',
  'domain',
  'logo_url',
  'app_launcher_visible',
  'opts',
]);

function bookmark(resource: ResourceText, site: Site, around: Surroundings): Verdict {
  const { tool, attributes, address } = resource;
  const version = versionOf(tool, site.file.path, around);
  // Both names are known from 5.40 on (CDKTF: 11); what every version knows is taken where none is pinned.
  const isNew = version !== null && version.major >= (tool === 'cdktf' ? 12 : 6);
  const name = attributeOf(attributes, 'name');
  if (attributes === null || name === null)
    return marker('the bookmark is given what is put together elsewhere', BOOKMARK_STEPS);
  const other = attributes.find((one) => !IN_BOOKMARK.has(one.name));
  if (other !== undefined) return marker(`${address} has the property ${other.name}`, BOOKMARK_STEPS);
  const made = resource.withClass(isNew ? 'ZeroTrustAccessApplication' : 'AccessApplication');
  const type = resource.withBeside(name, 'type', 'bookmark');
  if (made === null || type === null)
    return marker('the class is used in another way, too, or its import is not known', BOOKMARK_STEPS);
  return inPlace({
    level: 'review',
    reason: 'a bookmark is an application of type bookmark',
    edits: editsHere(site, [...made, type]),
    differences: bookmarkDifferences(resource, isNew, site.file.language === 'python'),
  });
}

function bookmarkDifferences(
  { tool, address, attributes }: ResourceText,
  isNew: boolean,
  isPython: boolean,
): readonly Difference[] {
  const owner = attributeOf(attributes, 'zone_id') === null ? 'account' : 'zone';
  const id = isNew ? `${owner}s/<${owner}_id>/<application_id>` : '<account_id>/<application_id>';
  const retain = isPython ? 'retain_on_delete=True' : 'retainOnDelete: true';
  const isCdktf = tool === 'cdktf';
  return [
    {
      name: 'import-needed',
      what: `import the application that ${address} is today, or it is made a second time: ${
        isCdktf
          ? `importFrom("${id}") on the new resource`
          : `${isPython ? `import_="${id}"` : `{ import: "${id}" }`} in the options of the new resource`
      }`,
    },
    {
      name: 'state-of-old-resources',
      what: isCdktf
        ? `run terraform state rm in the synthesized stack before cdktf deploy, for ${address}: deleting it would call the API that is gone`
        : `run pulumi state delete <urn> before pulumi up, or deploy it once with ${retain} before this change, for ${address}: deleting it would call the API that is gone`,
    },
  ];
}

const OLD_TUNNEL = 'cloudflare:index/argoTunnel:ArgoTunnel';
const TUNNEL_STEPS: Readonly<Record<string, string>> = {
  pulumi: `Raise @pulumi/cloudflare to version 5 and use Tunnel, from 5.40 on ZeroTrustTunnelCloudflared (version 6: tunnelSecret instead of secret), with aliases: [{ type: '${OLD_TUNNEL}' }] in the options, so that Pulumi keeps the tunnel. The preview may neither delete nor create it.`,
  cdktf:
    'Raise @cdktf/provider-cloudflare to version 6 and use Tunnel, from 12 on ZeroTrustTunnelCloudflared (tunnelSecret instead of secret); run terraform state rm for the old resource and importFrom("<account_id>/<tunnel_id>") on the new one before cdktf deploy.',
};
const IN_TUNNEL: ReadonlySet<string> = new Set(['account_id', 'name', 'secret']);

/** The versions that have the old class have no other, so it is rewritten where a newer one is pinned already. */
function tunnel(resource: ResourceText, site: Site, around: Surroundings): Verdict {
  const { tool, attributes, address } = resource;
  const steps = TUNNEL_STEPS[tool] ?? '';
  const version = versionOf(tool, site.file.path, around);
  if (version === null)
    return marker('nothing pins the version of the package, and the classes depend on it', steps);
  const first = tool === 'cdktf' ? 6 : 5;
  if (version.major < first)
    return marker(`version ${version.major} of the package has no class for it yet`, steps);
  if (!(resource instanceof ScriptResourceText) || attributes === null || tool !== 'pulumi')
    return marker('its state has to be moved by hand', steps);
  const other = attributes.find((one) => !IN_TUNNEL.has(one.name));
  if (other !== undefined) return marker(`${address} has the property ${other.name}`, steps);
  const isSix = version.major >= 6;
  if (isSix && resource.isExported)
    return marker('other files may read what version 6 gives in another way', steps);
  const lost = ['cname', 'tunnel_token', 'secret'].find((name) => isSix && resource.reads(name));
  if (lost !== undefined)
    return marker(`something reads ${lost}, which version 6 gives in another way`, steps);
  const isNew = isSix || version.minor >= 40;
  const made = resource.withClass(isNew ? 'ZeroTrustTunnelCloudflared' : 'Tunnel');
  const alias = resource.withAlias(OLD_TUNNEL);
  if (made === null || alias === null)
    return marker('the class is used in another way, too, or its options are computed', steps);
  const secret = isSix ? (resource.attributes?.find(({ name }) => name === 'secret') ?? null) : null;
  const renamed = secret === null ? [] : [resource.withKey(secret, 'tunnel_secret')];
  return inPlace({
    level: 'review',
    reason: 'the class of today manages the same tunnels',
    edits: editsHere(site, [...made, ...renamed, alias]),
    differences: [
      {
        name: 'alias-of-old-type',
        what: `the alias lets Pulumi keep the tunnel of ${address}; if the preview deletes or replaces it, import it instead: { import: "<account_id>/<tunnel_id>" }`,
      },
    ],
  });
}
