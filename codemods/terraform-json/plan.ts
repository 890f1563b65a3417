/** What becomes of the old resources of a Terraform file in JSON. All of them are planned at once. */
import type { Difference, FileEdit, Surroundings } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { literally } from '../../src/value/index.js';
import { differencesIn, groupsOf } from '../places/declared/groups.js';
import type { Declared, RuleGroup } from '../places/declared/model.js';
import { attributeText, hclFile } from '../places/hcl.js';
import { knowsRemoved } from '../places/hcl-state.js';
import { type Addition, endOf, memberNamed, membersOf, treeEdits } from '../places/json-tree.js';
import { forgotten, merged, newRuleset } from '../places/rulesets/differences.js';
import { versionsAt } from '../places/rulesets/versions.js';
import { blocksOf, isTerraformJson, type JsonModule, type JsonResource, jsonModule } from './resources.js';
import {
  existingRuleset,
  groupProblem,
  isOfZone,
  isRuleset,
  labelOf,
  rulesetAdditions,
  zoneText,
} from './rulesets.js';
import { isRetiredSetting, LEFT_OUT } from './settings.js';

export type Outcome =
  | {
      readonly reason: string;
      readonly edits: readonly FileEdit[];
      readonly differences: readonly Difference[];
    }
  | { readonly problem: string };

export interface Planned {
  readonly resource: JsonResource;
  readonly outcome: Outcome;
}

const OLD: ReadonlySet<string> = new Set(['Filter', 'FirewallRule', 'RateLimit']);
const TEXTS = { computed: [], quoted: (text: string) => JSON.stringify(text) };

export function plannedInJson(
  file: SourceFile,
  module: JsonModule,
  around: Surroundings,
): readonly Planned[] {
  const old = module.resources.filter(({ type }) => OLD.has(type));
  const settings = module.resources.filter(isRetiredSetting);
  const others = otherFiles(file.path, around);
  const { tooOld, provider } = versionsAt(file.path, around);
  const { groups, problems } = groupsOf(
    old,
    TEXTS,
    (declared, phase) => ownerOf(declared, phase, module, others),
    () => provider === 3,
  );
  const stays = new Map<Declared, string>(problems);
  for (const group of groups) {
    const problem = groupProblem(group, module, provider);
    if (problem !== null) for (const part of group.parts) stays.set(part, problem);
  }
  if (tooOld !== null) for (const one of old) stays.set(one, tooOld);
  for (const one of [...old, ...settings]) {
    const use = stays.has(one) ? null : useOf(one, [...old, ...settings], file, others);
    if (use !== null) stays.set(one, use);
  }
  const left = withoutHalves(groups, old, stays);
  const gone = [
    ...left.flatMap(({ parts }) => parts as readonly JsonResource[]),
    ...settings.filter((one) => !stays.has(one)),
  ];
  const hasRemoved = knowsRemoved(file.path, around);
  const edits = editsOf(left, gone, file, module, hasRemoved);
  return [...old, ...settings].map((resource): Planned => {
    const problem = stays.get(resource);
    if (problem !== undefined) return { resource, outcome: { problem } };
    const group = left.find(({ parts }) => parts.includes(resource));
    const state = forgotten(group === undefined ? [resource] : group.parts, hasRemoved);
    return {
      resource,
      outcome:
        group === undefined
          ? { reason: 'the setting is gone without a replacement', edits, differences: [LEFT_OUT, ...state] }
          : {
              reason: 'the rules of the zone become one ruleset, in the order in which they were evaluated',
              edits,
              differences: [targetOf(group, left, module), ...differencesIn(group), ...state],
            },
    };
  });
}

function targetOf(group: RuleGroup, groups: readonly RuleGroup[], module: JsonModule): Difference {
  const existing = existingRuleset(group, module);
  return existing === null
    ? newRuleset(`cloudflare_ruleset.${labelOf(group, groups, module)}`, group.phase, null)
    : merged(existing.address);
}

/** A finding stands for all resources of a type, so one that stays keeps the others; so does a filter of two rules. */
function withoutHalves(
  groups: readonly RuleGroup[],
  old: readonly JsonResource[],
  stays: Map<Declared, string>,
): readonly RuleGroup[] {
  for (let left = groups; ; ) {
    const next = left.filter(({ parts }) => {
      const problem = (parts as readonly JsonResource[])
        .map(({ typeNode }) => old.find((one) => one.typeNode === typeNode && stays.has(one)))
        .flatMap((one) => (one === undefined ? [] : (stays.get(one) ?? [])))[0];
      if (problem === undefined) return true;
      for (const part of parts) if (!stays.has(part)) stays.set(part, problem);
      return false;
    });
    if (next.length === left.length) return left;
    left = next;
  }
}

/** The other files of the module. */
export function otherFiles(path: string, around: Surroundings): readonly SourceFile[] {
  return around
    .siblings(path)
    .filter((one) => one !== path && (isTerraformJson(one) || /\.(?:tf|tofu)$/.test(one)))
    .flatMap((one) => around.file(one) ?? []);
}

const RULES_OF: Readonly<Record<string, readonly string[]>> = {
  http_request_firewall_custom: ['cloudflare_firewall_rule'],
  http_ratelimit: ['cloudflare_rate_limit'],
};

/** Where rules of a phase for the zone of a resource stand that do not go into its ruleset. */
function ownerOf(
  declared: Declared,
  phase: string,
  { root }: JsonModule,
  others: readonly SourceFile[],
): string | null {
  const zone = zoneText(declared.fields.get('zone_id')?.source ?? '');
  const types = RULES_OF[phase] ?? [];
  for (const file of others) {
    const isTaken = isTerraformJson(file.path)
      ? (jsonModule(file)?.resources ?? []).some(
          (one) => isOfZone(one, zone) && (types.includes(one.kind) || isRuleset(one, phase)),
        )
      : hclFile(file).blocks.some((block) => {
          const [type] = block.labels;
          const isRules =
            types.includes(type?.text ?? '') ||
            (type?.text === 'cloudflare_ruleset' &&
              attributeText(hclFile(file), block, 'phase') === `"${phase}"`);
          return isRules && zoneText(attributeText(hclFile(file), block, 'zone_id') ?? '') === zone;
        });
    if (isTaken) return file.path;
  }
  const handed = blocksOf(root)
    .flatMap((one) => blocksOf(memberNamed(one, 'module')?.value))
    .flatMap(membersOf)
    .find(({ value }) =>
      blocksOf(value)
        .flatMap(membersOf)
        .some(({ value: given }) => zoneText(JSON.stringify(given.value)) === zone),
    );
  return handed === undefined ? null : `what module.${handed.key} may make for the same zone`;
}

/** Who else names a resource; null for nobody. */
function useOf(
  { address }: JsonResource,
  own: readonly JsonResource[],
  file: SourceFile,
  others: readonly SourceFile[],
): string | null {
  const pattern = new RegExp(`\\b${literally(address)}(?![\\w-])`, 'g');
  for (const one of [file, ...others]) {
    for (const { index } of one.text.matchAll(pattern)) {
      const isOwn = one === file && own.some(({ node }) => node.offset <= index && index < endOf(node));
      if (!isOwn) return `${one.path}:${one.text.slice(0, index).split('\n').length} uses ${address}`;
    }
  }
  return null;
}

function editsOf(
  groups: readonly RuleGroup[],
  gone: readonly JsonResource[],
  { path, text }: SourceFile,
  module: JsonModule,
  hasRemoved: boolean,
): readonly FileEdit[] {
  const [first] = [...gone].sort((left, right) => left.start - right.start);
  if (first === undefined) return [];
  const rulesets = rulesetAdditions(groups, first, module);
  const additions = [...rulesets.additions, ...(hasRemoved ? removedAdditions(gone, module) : [])];
  const nodes = new Set([...gone.map(({ node }) => node), ...rulesets.gone]);
  return treeEdits(text, module.root, nodes, additions).map((edit) => ({ ...edit, file: path }));
}

function removedAdditions(gone: readonly JsonResource[], { root }: JsonModule): readonly Addition[] {
  const blocks = gone.map(({ address }) => ({
    from: JSON.stringify(address),
    lifecycle: { destroy: 'false' },
  }));
  const [first] = blocksOf(root).filter((one) => memberNamed(one, 'resource') !== undefined);
  const holder = first === undefined ? undefined : memberNamed(first, 'resource');
  const known = blocksOf(root).flatMap((one) => memberNamed(one, 'removed') ?? [])[0];
  const last = known?.value.type === 'array' ? known.value.children?.at(-1) : undefined;
  if (last !== undefined) return blocks.map((value) => ({ at: last, value }));
  return holder === undefined ? [] : [{ at: holder.node, name: 'removed', value: blocks }];
}
