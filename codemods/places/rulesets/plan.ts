/** What becomes of the old resources of a Terraform module, by their addresses. */
import { posix } from 'node:path';
import type { Difference, FileEdit, Surroundings } from '../../../src/migrate/index.js';
import {
  addressOf,
  blankTail,
  commentsAbove,
  type HclFile,
  isResource,
  type Lines,
  linesOf,
  withGap,
} from '../hcl.js';
import { removedBlocks } from '../hcl-state.js';
import { checkHanded, comeFirst, type Handed, handedBlock, handingEdits, widened } from './callers.js';
import { forgotten, HANDED, merged, newRuleset } from './differences.js';
import { countOf } from './emptiness.js';
import { intoRuleset, rulesetOf } from './existing.js';
import { checkGroup, type Group, groupsOf } from './groups.js';
import { givenOut } from './outputs.js';
import {
  callersOf,
  checkBeside,
  checkCalls,
  checkSameZone,
  givesZone,
  type ModuleCall,
  moduleOf,
  owningCall,
  ruleFile,
} from './owners.js';
import { type RaisedProvider, raisedProvider, withRaised } from './raised-provider.js';
import { referenceEdits } from './references.js';
import { type MovedRule, plain, Refusal, type Resource, rulesToWrite } from './resources.js';
import { rulesetLines } from './text.js';
import { COMPLETE, type Versions, versionsAt } from './versions.js';

export type Outcome =
  | {
      readonly edits: readonly FileEdit[];
      readonly differences: readonly Difference[];
      /** The groups outside of the module whose rules go into it, too. */
      readonly takes?: readonly string[];
    }
  | { readonly problem: string };

/** One kind of old resources, as its codemod reads them. */
export interface OldRules {
  readonly phase: string;
  /** Name of a new ruleset. */
  readonly label: string;
  /** Types of the old resources; the one that becomes a rule comes first. */
  readonly types: readonly [string, ...string[]];
  /** In the order in which they were evaluated. */
  readonly rules: readonly MovedRule[];
  /** Resources that could not be read, with the problem of each. */
  readonly refused: readonly Refused[];
  /** Resources that are of no use without the others, and go with nothing in their place if no rule names them. */
  readonly parts: readonly Resource[];
}

export type ReadRules = (files: readonly HclFile[]) => OldRules;

export interface Refused {
  readonly resource: Resource;
  readonly zone: string | null;
  readonly problem: string;
}

/** Runs `read`; what it refuses is returned with its reason. */
export function readAll<Rule>(
  resources: readonly Resource[],
  zoneOf: (resource: Resource) => string | null,
  read: (resource: Resource) => Rule,
): { readonly rules: readonly Rule[]; readonly refused: readonly Refused[] } {
  const rules: Rule[] = [];
  const refused: Refused[] = [];
  for (const resource of resources) {
    try {
      rules.push(read(resource));
    } catch (error) {
      refused.push({ resource, zone: zoneOf(resource), problem: problemOf(error) });
    }
  }
  return { rules, refused };
}

function problemOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}

export function planRules(
  read: ReadRules,
  files: readonly HclFile[],
  around: Surroundings,
  versions: Versions,
): ReadonlyMap<string, Outcome> {
  const old = read(files);
  const outcomes = new Map<string, Outcome>();
  for (const { resource, problem } of old.refused) outcomes.set(resource.address, { problem });
  const labels = freeLabels(old.label, files);
  const raised = versions.tooOld === null ? null : raisedProvider(files, COMPLETE, around);
  const plan: Plan = { old, read, files, around, versions, raised };
  for (const group of groupsOf(old.rules)) {
    const planned = outcomeOf(group, labels, plan);
    const outcome = 'problem' in planned ? planned : withRaised(planned, raised);
    for (const rule of group.rules)
      for (const { address } of rule.parts) outcomes.set(address, both(outcomes.get(address), outcome));
  }
  for (const part of old.parts)
    if (!outcomes.has(part.address)) outcomes.set(part.address, unused(part, plan));
  return outcomes;
}

interface Plan {
  readonly old: OldRules;
  readonly read: ReadRules;
  readonly files: readonly HclFile[];
  readonly around: Surroundings;
  readonly versions: Versions;
  /** Where the version that is pinned is too old. */
  readonly raised: RaisedProvider | null;
}

/** A part of several rules goes with all of them or stays. */
function both(known: Outcome | undefined, next: Outcome): Outcome {
  if (known === undefined || known === next || 'problem' in known) return known ?? next;
  return 'problem' in next ? next : { problem: 'rules of several zones use the filter' };
}

function outcomeOf(group: Group, labels: Iterator<string>, plan: Plan): Outcome {
  const { old, files, around, versions } = plan;
  try {
    if (versions.tooOld !== null && plan.raised === null) throw new Refusal(versions.tooOld);
    checkWhole(group, old);
    checkGroup(group);
    checkFiles(group, old, files);
    const owner = owningCall(group, old, files, around);
    if (owner !== null) return ownersOutcome(owner, group, plan);
    const handed = handedTo(group, plan);
    checkCalls(group, old, files, around, new Set(handed.map(({ call }) => call.block)));
    checkBeside(group, old, files, around);
    if (handed.length > 0) return withHanded(group, handed, plan);
    const resources = [...new Set(group.rules.flatMap(({ parts }) => parts))];
    if (rulesToWrite(group.rules).length === 0) return withoutRules(group, plan);
    const existing = rulesetOf(group.zone, old.phase, files);
    const label = existing === null ? (labels.next().value as string) : '';
    const target = existing?.address ?? `cloudflare_ruleset.${label}`;
    const count = existing === null ? countOf(group, files) : null;
    const text = { label, phase: old.phase, major: versions.provider };
    const lines = existing === null ? rulesetLines(group, { ...text, count: count?.value }) : [];
    return {
      edits: [
        ...editsOf(resources, lines, plan),
        ...(existing === null ? [] : intoRuleset(existing, group, versions.provider)),
        ...referenceEdits(resources, { address: target, repetition: count ?? group.repetition }, files),
      ],
      differences: [
        ...givenOut(resources, files, around),
        existing === null
          ? newRuleset(count === null ? target : `${target}[0]`, old.phase, versions.provider)
          : merged(target),
        ...new Set(group.rules.flatMap(({ differences }) => differences)),
        ...forgotten(resources, versions.removed),
      ],
    };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** None of the rules ever held, so nothing takes their place. */
function withoutRules({ rules }: Group, plan: Plan): Outcome {
  const resources = partsOf({ rules });
  return {
    edits: [...editsOf(resources, [], plan), ...referenceEdits(resources, null, plan.files)],
    differences: [
      ...new Set(rules.flatMap(({ differences }) => differences)),
      ...forgotten(resources, plan.versions.removed),
    ],
  };
}

/** The module that has rules of the zone decides for those outside of it, too. */
function ownersOutcome(owner: ModuleCall, group: Group, plan: Plan): Outcome {
  const versions = versionsAt(owner.files[0]?.path ?? '', plan.around);
  const outcomes = planRules(plan.read, owner.files, plan.around, versions);
  const takes = [...outcomes.values()].find((one) => 'takes' in one && one.takes?.includes(plainKey(group)));
  if (takes !== undefined) return takes;
  const problem = [...outcomes.values()].find((one) => 'problem' in one);
  if (problem !== undefined) return problem;
  return { problem: `the module ${owner.name} has rules for the same zone, in ${ruleFile(owner, plan.old)}` };
}

function partsOf({ rules }: Pick<Group, 'rules'>): readonly Resource[] {
  return [...new Set(rules.flatMap(({ parts }) => parts))];
}

function plainKey({ zone, rules }: Group): string {
  return plain(`${rules[0]?.file.path} ${zone}`);
}

/** Rules of the same zone that stand beside a call of this module. Throws a `Refusal` where they cannot be taken over. */
function handedTo(group: Group, { read, files, around, versions, old }: Plan): readonly Handed[] {
  const found = callersOf(files, around).flatMap(({ call, beside }) => {
    const outside = read(beside);
    const isHere = (zone: string | null) =>
      zone !== null && (moduleOf(zone) === call.name || givesZone(call, zone, group.zone));
    const stays = outside.refused.find(({ zone }) => isHere(zone));
    if (stays !== undefined) throw new Refusal(stays.problem);
    return groupsOf(outside.rules)
      .filter(({ zone }) => isHere(zone))
      .map((one) => ({ call, beside, group: one }));
  });
  const folders = new Set(found.map(({ call }) => posix.dirname(call.file.path)));
  const handed = found.map((one) => ({ ...one, first: comeFirst(one.group, group) }));
  const isMixed = handed.some(({ first }) => first !== handed[0]?.first);
  if (found.length > 0 && (folders.size < found.length || isMixed || !versions.removed))
    throw new Refusal(
      `rules of one zone stand in this module and in ${found.map(({ call }) => call.file.path).join(', ')}`,
    );
  for (const one of handed) {
    if (moduleOf(one.group.zone) === one.call.name) checkSameZone(one.call, one.group.zone, group.zone);
    checkHanded(one, group, old.label);
  }
  return handed;
}

function withHanded(group: Group, handed: readonly Handed[], plan: Plan): Outcome {
  const { old, files, versions } = plan;
  const callers = handed.map(({ call }) => call.file.path).join(', ');
  if (rulesetOf(group.zone, old.phase, files) !== null)
    throw new Refusal(`rules of one zone stand in this module, in its ruleset and in ${callers}`);
  const outside = { ...group, rules: handed.flatMap((one) => one.group.rules) };
  const own = partsOf(group);
  const isFirst = handed[0]?.first === true;
  const block = handedBlock(outside, old.label);
  const count = widened(group, old.label);
  const lines = rulesetLines(
    { ...group, repetition: null },
    {
      label: old.label,
      phase: old.phase,
      major: versions.provider,
      ...(count === null ? {} : { count }),
      handed: { variable: old.label, isFirst, block },
    },
  );
  const [file] = files;
  if (file === undefined) throw new Refusal('no rules');
  const target = `cloudflare_ruleset.${old.label}`;
  return {
    takes: handed.map((one) => plainKey(one.group)),
    edits: [
      ...editsOf(own, lines, plan),
      ...handingEdits(handed, outside, old.label, group.rules[0]?.file ?? file),
      ...handed.flatMap(({ call, beside, group: { rules } }) => [
        ...editsOf(partsOf({ rules }), [], plan),
        ...referenceEdits(partsOf({ rules }), { address: `module.${call.name}`, repetition: null }, beside),
      ]),
      ...referenceEdits(
        own,
        { address: target, repetition: count === null ? null : group.repetition },
        files,
      ),
    ],
    differences: [
      newRuleset(`module.${handed[0]?.call.name}.${target}`, old.phase, versions.provider),
      HANDED,
      ...givenOut(own, files, plan.around),
      ...new Set([...group.rules, ...outside.rules].flatMap(({ differences }) => differences)),
    ],
  };
}

/** A zone has one ruleset of the phase: where one of its rules stays, all of them do. */
function checkWhole({ zone }: Group, { refused }: OldRules): void {
  const stays = refused.find((one) => one.zone === null || plain(one.zone) === plain(zone));
  if (stays !== undefined) throw new Refusal(stays.problem);
}

/** Throws a `Refusal` where a file overrides one of the resources, or one in JSON has rules of the phase. */
function checkFiles({ rules }: Group, { phase }: OldRules, files: readonly HclFile[]): void {
  const resources = new Set(rules.flatMap(({ parts }) => parts));
  for (const { address, block } of resources) {
    const other = files.find(({ blocks }) =>
      blocks.some((one) => one !== block && one.type === 'resource' && addressOf(one) === address),
    );
    if (other !== undefined) throw new Refusal(`${other.path} declares ${address} once more`);
  }
  const json = files.find(({ path, text }) => path.endsWith('.json') && text.includes(`"${phase}"`));
  if (json !== undefined) throw new Refusal(`${json.path} has rules of this phase, too`);
}

function unused(part: Resource, plan: Plan): Outcome {
  const [stays] = plan.old.refused;
  if (stays !== undefined) return { problem: stays.problem };
  try {
    return {
      edits: [...editsOf([part], [], plan), ...referenceEdits([part], null, plan.files)],
      differences: forgotten([part], plan.versions.removed),
    };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function* freeLabels(wanted: string, files: readonly HclFile[]): Generator<string> {
  const taken = new Set(
    files.flatMap(({ blocks }) =>
      blocks.filter((block) => isResource(block, 'cloudflare_ruleset')).map(({ labels }) => labels[1]?.text),
    ),
  );
  for (let number = 1; ; number++) {
    const label = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(label)) yield label;
  }
}

/** The new text stands where the first of the old rules stood: a section for them may have a heading. */
function editsOf(
  resources: readonly Resource[],
  ruleset: readonly string[],
  { versions, old }: Plan,
): FileEdit[] {
  const stretches = resources.map((resource) => ({ resource, ...stretchOf(resource) }));
  const isRule = ({ resource }: Stretch) => resource.block.labels[0]?.text === old.types[0];
  const [first] = [...stretches].sort(
    (left, right) =>
      Number(isRule(right)) - Number(isRule(left)) ||
      compare(left.resource.file.path, right.resource.file.path) ||
      left.start - right.start,
  );
  if (first === undefined) return [];
  const { file } = first.resource;
  const addresses = resources.map(({ address }) => address).sort(byAddress(old.types[0]));
  const state = versions.removed ? removedBlocks(addresses) : [];
  const blocks = [ruleset, ...state].filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
  const isLast = stretches.some((one) => one.resource.file === file && one.end === file.text.length);
  const lines = `${blocks.join('\n\n')}\n${isLast && isTail(stretches, first) ? '' : '\n'}`;
  // What was copied has line ends of its own.
  const text = lines.replaceAll(/\r?\n/g, eol);
  return [
    ...(blocks.length === 0 ? [] : [{ file: file.path, start: first.start, end: first.start, text }]),
    ...stretches.map(({ resource, start, end }) => ({ file: resource.file.path, start, end, text: '' })),
    ...blankTails(stretches, blocks.length === 0 ? null : first),
  ];
}

/** Empty lines in front of what goes at the end of a file, unless something is written there. */
function blankTails(stretches: readonly Stretch[], written: Stretch | null): readonly FileEdit[] {
  return [...new Set(stretches.map(({ resource }) => resource.file))].flatMap((file) => {
    const tail = blankTail(
      file.text,
      stretches.filter(({ resource }) => resource.file === file),
    );
    const isFilled = written?.resource.file === file && tail !== null && written.start >= tail.end;
    return tail === null || isFilled ? [] : [{ file: file.path, ...tail, text: '' }];
  });
}

type Stretch = Lines & { readonly resource: Resource };

/** Whether nothing is left behind the first stretch in its file. */
function isTail(stretches: readonly Stretch[], first: Stretch): boolean {
  const { file } = first.resource;
  const own = stretches
    .filter((one) => one.resource.file === file && one.start >= first.start)
    .sort((left, right) => left.start - right.start);
  return own.every(
    (one, index) => index === 0 || file.text.slice(own[index - 1]?.end, one.start).trim() === '',
  );
}

/** Resources of the first type come first, each kind by name. */
function byAddress(type: string): (left: string, right: string) => number {
  const rank = (address: string) => Number(!address.startsWith(`${type}.`));
  return (left, right) => rank(left) - rank(right) || compare(left, right);
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
