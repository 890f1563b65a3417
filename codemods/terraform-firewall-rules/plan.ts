/** What becomes of the firewall rules and filters of a Terraform module, by their addresses. */
import { posix } from 'node:path';
import type { Difference, FileEdit, Surroundings } from '../../src/migrate/model.js';
import type { Block } from '../../src/read/terraform/parse.js';
import {
  attributeNamed,
  attributeText,
  commentsAbove,
  type HclFile,
  hclFile,
  isResource,
  type Lines,
  linesOf,
  moduleFiles,
  withGap,
} from '../places/hcl.js';
import { checkGroup, type Group, groupsOf, PHASE } from './groups.js';
import {
  FILTER,
  FIREWALL_RULE,
  type OldRule,
  plain,
  Refusal,
  type Resource,
  readRule,
  resourcesOf,
} from './resources.js';
import { type ProviderMajor, usesThreatScore } from './rule.js';
import { rulesetLines } from './ruleset.js';
import { removedBlocks } from './state.js';

export type Outcome =
  | { readonly edits: readonly FileEdit[]; readonly differences: readonly Difference[] }
  | { readonly problem: string };

export interface Versions {
  readonly provider: ProviderMajor;
  /** Whether Terraform knows `removed` blocks. */
  readonly removed: boolean;
}

export function planModule(
  path: string,
  around: Surroundings,
  versions: Versions,
): ReadonlyMap<string, Outcome> {
  const files = moduleFiles(path, around);
  const filters = resourcesOf(files, FILTER);
  const outcomes = new Map<string, Outcome>();
  const rules: OldRule[] = [];
  for (const resource of resourcesOf(files, FIREWALL_RULE)) {
    try {
      rules.push(readRule(resource, filters));
    } catch (error) {
      outcomes.set(resource.address, refused(error));
    }
  }
  // A zone has one ruleset of custom rules: where one of its rules stays, all of them do.
  const [stays] = outcomes.values();
  const unread = stays !== undefined && 'problem' in stays ? stays.problem : null;
  const labels = freeLabels(files);
  for (const group of groupsOf(rules)) {
    const outcome = unread === null ? outcomeOf(group, files, labels, versions, around) : { problem: unread };
    for (const { address, filter } of group.rules) {
      outcomes.set(address, outcome);
      outcomes.set(filter.address, both(outcomes.get(filter.address), outcome));
    }
  }
  for (const filter of filters)
    if (!outcomes.has(filter.address))
      outcomes.set(filter.address, unread === null ? unused(filter, files, versions) : { problem: unread });
  return outcomes;
}

/** A filter of several rules goes with all of them or stays. */
function both(known: Outcome | undefined, next: Outcome): Outcome {
  if (known === undefined || known === next || 'problem' in known) return known ?? next;
  return 'problem' in next ? next : { problem: 'rules of several zones use the filter' };
}

function outcomeOf(
  group: Group,
  files: readonly HclFile[],
  labels: Iterator<string>,
  versions: Versions,
  around: Surroundings,
): Outcome {
  try {
    checkGroup(group, files);
    checkOwner(group, files, around);
    const resources = [...new Set(group.rules.flatMap((rule) => [rule.filter, rule]))];
    checkReferences(resources, files);
    const label = labels.next().value as string;
    const lines = rulesetLines(group, label, versions.provider);
    return { edits: editsOf(resources, lines, versions), differences: differencesOf(group) };
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Outcome {
  if (error instanceof Refusal) return { problem: error.message };
  throw error;
}

function unused(filter: Resource, files: readonly HclFile[], versions: Versions): Outcome {
  try {
    checkReferences([filter], files);
    return { edits: editsOf([filter], [], versions), differences: [] };
  } catch (error) {
    return refused(error);
  }
}

/** Whatever else names the resources would break. */
function checkReferences(resources: readonly Resource[], files: readonly HclFile[]): void {
  for (const { address } of resources) {
    const pattern = new RegExp(`\\b${address.replace('.', '\\.')}(?![\\w-])`, 'g');
    for (const file of files) {
      for (const { index } of file.text.matchAll(pattern)) {
        if (resources.some((one) => one.file === file && isInside(one.block, index))) continue;
        if (file.comments.some(({ start, end }) => start <= index && index < end)) continue;
        const line = file.text.slice(0, index).split('\n').length;
        throw new Refusal(`${file.path}:${line} uses ${address}`);
      }
    }
  }
}

function isInside({ origin }: Block, offset: number): boolean {
  return origin.start <= offset && offset < origin.end;
}

/** The zone of another module may have custom rules there. */
function checkOwner({ zone }: Group, files: readonly HclFile[], around: Surroundings): void {
  const name = /^module\.([\w-]+)(?:\[[^\]]*\])?\./.exec(zone)?.[1];
  if (name === undefined) return;
  for (const file of files) {
    const call = file.blocks.find((block) => block.type === 'module' && block.labels[0]?.text === name);
    const source =
      call === undefined ? null : /^"(\.{1,2}\/[^"]*)"$/.exec(attributeText(file, call, 'source') ?? '')?.[1];
    if (source === undefined || source === null) continue;
    const folder = posix.join(posix.dirname(file.path), source);
    for (const path of around.siblings(posix.join(folder, 'main.tf'))) {
      const inner = /\.(?:tf|tofu)$/.test(path) ? around.file(path) : null;
      if (inner !== null && hclFile(inner).blocks.some((block) => hasCustomRules(hclFile(inner), block)))
        throw new Refusal(`the module ${name} has rules for the same zone, in ${path}`);
    }
  }
}

function hasCustomRules(file: HclFile, block: Block): boolean {
  if (isResource(block, FIREWALL_RULE)) return true;
  return isResource(block, 'cloudflare_ruleset') && attributeText(file, block, 'phase') === `"${PHASE}"`;
}

function* freeLabels(files: readonly HclFile[]): Generator<string> {
  const taken = new Set(
    files.flatMap(({ blocks }) =>
      blocks.filter((block) => isResource(block, 'cloudflare_ruleset')).map(({ labels }) => labels[1]?.text),
    ),
  );
  for (let number = 1; ; number++) {
    const label = number === 1 ? 'custom_rules' : `custom_rules_${number}`;
    if (!taken.has(label)) yield label;
  }
}

/** The new text stands where the first of the old resources stood. */
function editsOf(
  resources: readonly Resource[],
  ruleset: readonly string[],
  { removed }: Versions,
): FileEdit[] {
  const stretches = resources.map((resource) => ({ resource, ...stretchOf(resource) }));
  const [first] = [...stretches].sort(
    (left, right) => compare(left.resource.file.path, right.resource.file.path) || left.start - right.start,
  );
  if (first === undefined) return [];
  const { file } = first.resource;
  const state = removed ? removedBlocks(resources.map(({ address }) => address).sort(byAddress)) : [];
  const blocks = [ruleset, ...state].filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
  const isLast = stretches.some((one) => one.resource.file === file && one.end === file.text.length);
  const text = `${blocks.join('\n\n')}\n${isLast && isTail(stretches, first) ? '' : '\n'}`.replaceAll(
    '\n',
    eol,
  );
  return [
    ...(blocks.length === 0 ? [] : [{ file: file.path, start: first.start, end: first.start, text }]),
    ...stretches.map(({ resource, start, end }) => ({ file: resource.file.path, start, end, text: '' })),
  ];
}

type Stretch = Lines & { readonly resource: Resource };

/** Whether nothing is left behind the first stretch in its file. */
function isTail(stretches: readonly Stretch[], first: Stretch): boolean {
  const { file } = first.resource;
  const own = stretches
    .filter((one) => one.resource.file === file)
    .sort((left, right) => left.start - right.start);
  return own.every(
    (one, index) => index === 0 || file.text.slice(own[index - 1]?.end, one.start).trim() === '',
  );
}

/** Rules first, each kind by name. */
function byAddress(left: string, right: string): number {
  const rank = (address: string) => Number(address.startsWith(`${FILTER}.`));
  return rank(left) - rank(right) || compare(left, right);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function stretchOf({ file, block, address }: Resource): Lines {
  const lines = linesOf(file, block);
  if (lines === null) throw new Refusal(`${address} shares a line with something else`);
  const { start } = commentsAbove(file, lines.start);
  const stretch = withGap(file.text, { start, end: lines.end });
  if (stretch.end < file.text.length) return stretch;
  // At the end of the file the empty lines before it would be left.
  const before = file.text.slice(0, stretch.start);
  return { ...stretch, start: before.trimEnd() === '' ? 0 : stretch.start };
}

const ONE_RULESET: Difference = {
  name: 'one-ruleset',
  what: 'all custom rules of a zone stand in one ruleset; one that exists already has to be imported first',
};
const SKIP: Difference = {
  name: 'allow-is-skip',
  what: 'allow and bypass are a skip: it skips the rules behind it, and what it names',
};
const POSITION: Difference = {
  name: 'order-by-position',
  what: 'rules are evaluated in the order in which they are written, not by priority',
};
const FOLDED: Difference = {
  name: 'threat-score-folded',
  what: 'comparisons with cf.threat_score, which is always 0, are left out of the expression',
};

function differencesOf({ rules }: Group): readonly Difference[] {
  const isSkip = ({ action }: OldRule) =>
    !action.known || action.name === 'allow' || action.name === 'bypass';
  return [
    ONE_RULESET,
    ...(rules.some(isSkip) ? [SKIP] : []),
    ...(rules.some(
      ({ file, block }) =>
        attributeNamed(block, 'priority') && plain(attributeText(file, block, 'priority') ?? '') !== 'null',
    )
      ? [POSITION]
      : []),
    ...(rules.some(usesThreatScore) ? [FOLDED] : []),
  ];
}
