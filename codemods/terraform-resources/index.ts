/** Resources of Terraform whose successor takes what they held: legacy tunnels, bookmarks of Access. */

import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { addressOf, attributeNamed, hclFile, linesOf, moduleFiles } from '../places/hcl.js';
import { realigned } from '../places/hcl-align.js';
import { entriesOf } from '../places/hcl-entries.js';
import { knowsRemoved, removedBlocks } from '../places/hcl-state.js';
import { allows, pinnedVersion } from '../places/provider-versions.js';
import { renamedReferences } from '../places/rulesets/references.js';
import { Refusal, type Resource, requireOnly } from '../places/rulesets/resources.js';
import { inPlace, marker } from '../places/verdicts.js';

export const terraformResources: Codemod = {
  id: 'terraform-resources',
  entries: ['legacy-tunnels', 'access-bookmarks'],
  language: 'terraform',
  ties: 'site',
  classify,
  checklist: [
    'Import what the old resources managed before terraform apply; the plan names the import blocks.',
    'Run terraform plan before terraform apply: nothing may be destroyed, and what was imported may not be made anew.',
  ],
};

interface Successor {
  /** Its name, by the versions of the provider that have it, the newest first. */
  readonly names: readonly { readonly name: string; readonly since: string }[];
  readonly known: ReadonlySet<string>;
  /** Attributes of the old resource that the new one gives, too. */
  readonly gives: ReadonlySet<string>;
  /** An attribute that is put in. */
  readonly added?: { readonly name: string; readonly value: string };
  /** Attributes that version 5 of the provider names in another way. */
  readonly renamed: Readonly<Record<string, string>>;
  /** What version 5 no longer gives. */
  readonly lost: ReadonlySet<string>;
  /** What the state knows it by. */
  readonly importId: string;
  readonly reason: string;
  readonly steps: string;
}

const SUCCESSORS: Readonly<Record<string, Successor>> = {
  cloudflare_argo_tunnel: {
    names: [
      { name: 'cloudflare_zero_trust_tunnel_cloudflared', since: '4.40' },
      { name: 'cloudflare_tunnel', since: '4.0' },
    ],
    known: new Set(['account_id', 'name', 'secret']),
    gives: new Set(['id', 'name', 'account_id', 'secret', 'cname', 'tunnel_token']),
    renamed: { secret: 'tunnel_secret' },
    lost: new Set(['cname', 'tunnel_token']),
    importId: '<account_id>/<tunnel_id>',
    reason: 'the resource of today manages the same tunnels',
    steps:
      'Raise the version of the provider to 4 or later and use cloudflare_zero_trust_tunnel_cloudflared (before 4.40: cloudflare_tunnel).',
  },
  cloudflare_access_bookmark: {
    names: [
      { name: 'cloudflare_zero_trust_access_application', since: '4.40' },
      { name: 'cloudflare_access_application', since: '3.12' },
    ],
    known: new Set(['account_id', 'zone_id', 'name', 'domain', 'logo_url', 'app_launcher_visible']),
    gives: new Set(['id', 'account_id', 'zone_id', 'name', 'domain', 'logo_url', 'app_launcher_visible']),
    added: { name: 'type', value: '"bookmark"' },
    renamed: {},
    lost: new Set(),
    importId: 'account/<account_id>/<application_id>',
    reason: 'a bookmark is an application of type bookmark',
    steps: 'Use cloudflare_zero_trust_access_application with type = "bookmark".',
  },
};

function classify(site: Site, around: Surroundings): Verdict | null {
  if (site.finding.kind !== 'resource') return null;
  const file = hclFile(site.file);
  const { start } = site.finding.at;
  const block = file.blocks.find(({ origin }) => origin.start <= start && start < origin.end);
  const [type, label] = block?.labels ?? [];
  const successor = SUCCESSORS[type?.text ?? ''];
  if (block?.type !== 'resource' || successor === undefined || label === undefined) return null;
  const pinned = pinnedVersion(site);
  const name = successor.names.find(({ since }) => allows(pinned, since))?.name;
  if (name === undefined)
    return marker('the pinned version of the provider has no successor of the resource', successor.steps);
  const resource = { file, block, address: addressOf(block) };
  const target = `${name}.${label.text}`;
  const isFive = pinned !== null && /^\D*5/.test(pinned);
  try {
    requireOnly(resource, successor.known);
    // It may name attributes, which have other names in the successor.
    if (block.body.blocks.some((one) => one.type === 'lifecycle'))
      throw new Refusal(`${resource.address} has a block lifecycle`);
    const hasRemoved = knowsRemoved(file.path, around);
    return inPlace({
      level: 'review',
      reason: successor.reason,
      edits: [
        ...resourceEdits(resource, name, successor, isFive, hasRemoved),
        ...renamedReferences(resource, target, moduleFiles(file.path, around), (attribute) =>
          newAttribute(attribute, successor, isFive),
        ),
      ],
      differences: differencesOf(resource, target, successor, hasRemoved),
    });
  } catch (error) {
    if (error instanceof Refusal) return marker(error.message, successor.steps);
    throw error;
  }
}

function newAttribute(name: string, { gives, renamed, lost }: Successor, isFive: boolean): string | null {
  if (!gives.has(name) || (isFive && lost.has(name))) return null;
  return (isFive ? renamed[name] : undefined) ?? name;
}

function resourceEdits(
  { file, block, address }: Resource,
  name: string,
  { added, renamed }: Successor,
  isFive: boolean,
  hasRemoved: boolean,
): readonly FileEdit[] {
  const lines = linesOf(file, block);
  const [type] = block.labels;
  if (lines === null || type === undefined) throw new Refusal(`${address} shares a line with something else`);
  const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
  const [state = []] = hasRemoved ? removedBlocks([address]) : [];
  const isOpen = !file.text.slice(lines.start, lines.end).endsWith('\n');
  const at = type.origin.start + file.text.slice(type.origin.start, type.origin.end).indexOf(type.text);
  const siblings = entriesOf(block.body);
  const later = new Map(
    siblings.flatMap((one) => {
      const now = isFive && one.kind !== 'block' ? renamed[one.name] : undefined;
      return now === undefined ? [] : [[one, now] as const];
    }),
  );
  return [
    { file: file.path, start: at, end: at + type.text.length, text: name },
    ...[...later].map(
      ([
        {
          nameOrigin: { start, end },
        },
        now,
      ]) => ({ file: file.path, start, end, text: now }),
    ),
    ...realigned(file, siblings, [], later).map((edit) => ({ file: file.path, ...edit })),
    ...(added === undefined ? [] : [addition({ file, block, address }, added, eol)]),
    ...(state.length === 0
      ? []
      : [
          {
            file: file.path,
            start: lines.end,
            end: lines.end,
            text: `${isOpen ? eol : ''}${eol}${state.join(eol)}${eol}`,
          },
        ]),
  ];
}

/** Behind an attribute on one line, aligned with it. */
function addition(
  { file, block, address }: Resource,
  { name, value }: { readonly name: string; readonly value: string },
  eol: string,
): FileEdit {
  const beside = attributeNamed(block, 'name');
  const lines = beside === undefined ? null : linesOf(file, beside);
  if (beside === undefined || lines === null)
    throw new Refusal(`${address} has no name on a line of its own`);
  const line = file.text.slice(lines.start, lines.end);
  const [head = ''] = /^\s*name\s*=\s*/.exec(line) ?? [];
  if (head === '') throw new Refusal(`${address} has no name on a line of its own`);
  return {
    file: file.path,
    start: lines.end,
    end: lines.end,
    text: `${head.replace('name', name)}${value}${eol}`,
  };
}

function differencesOf(
  { address }: Resource,
  target: string,
  { importId }: Successor,
  hasRemoved: boolean,
): readonly Difference[] {
  const imported: Difference = {
    name: 'import-needed',
    what: `import what ${address} managed before terraform apply, or it is made a second time: import { to = ${target}, id = "${importId}" }`,
  };
  const forgotten: Difference = {
    name: 'state-rm',
    what: `run this before terraform apply, in a module with its address in front: terraform state rm '${address}'`,
  };
  return hasRemoved ? [imported] : [imported, forgotten];
}
