/** From a call of a retired API to the call of a small new function, written the way the program sends requests. */

import { removeStatement } from '../../src/analysis/edits/index.js';
import type { Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { answerUse } from '../places/answers.js';
import { usesOf } from '../places/trees.js';
import { inPlace, marker } from '../places/verdicts.js';
import { parametersOf } from './convention.js';
import { openedAnswer } from './opening.js';
import { type RequestCall, requestCallsOf } from './request-call.js';
import { sdkCallOf } from './sdk-call.js';

/** What takes the place of one call. */
export interface Replacement {
  /** A template, by its name in `templates/`. */
  readonly call: string;
  /** Whether it gives back what callers of the retired API read, whose type the call may name. */
  readonly isMapped: boolean;
  /** The call names the type of a list. */
  readonly isList: boolean;
  /** Arguments behind the client and the zone. */
  readonly args: readonly string[];
  /** Other templates that the arguments use. */
  readonly features: readonly string[];
  readonly differences: readonly Difference[];
  /** Further edits of the program. */
  readonly edits?: readonly FileEdit[];
}

export interface Retired {
  readonly steps: (site: Site) => string;
  /** Name in a program of what a template offers. */
  readonly named: (template: string) => string;
  /** The replacement of one call, or why there is none. */
  replace(call: RequestCall, asked: Asked): Replacement | string;
}

export interface Asked {
  readonly site: Site;
  readonly around: Surroundings;
  readonly use: ReturnType<typeof answerUse>;
  /** Local name of what a template offers. */
  readonly local: (template: string) => string;
}

export function rewritten(site: Site, around: Surroundings, retired: Retired): Verdict {
  const byHand = (reason: string) => marker(reason, retired.steps(site));
  const { script, file } = site;
  if (script === null) return byHand('the file is not read as a script');
  if (!reachesVendor(site))
    return byHand('nothing here shows that its requests go to the vendor: needs evidence');
  const sdk = sdkCallOf(site);
  const calls = sdk === null ? requestCallsOf(site, around) : typeof sdk === 'string' ? sdk : [sdk];
  if (typeof calls === 'string') return byHand(calls);
  const edits: FileEdit[] = [];
  const differences = new Map<string, Difference>();
  const features = new Set<string>();
  for (const call of calls) {
    const path = around.nodesAround(script, ...call.node.range);
    const use = answerUse(script, path);
    const local = (template: string) => around.fromHelper(file.path, retired.named(template));
    const opening = openedAnswer(script, call);
    if (opening === null) return byHand('its answer is used in a way that cannot be followed');
    const replacement = retired.replace(call, { site, around, use, local });
    if (typeof replacement === 'string') return byHand(replacement);
    // Majors of the SDK give a list or pages.
    if (call.convention.callee === 'sdk' && replacement.call === 'addRules' && replacement.isMapped)
      return byHand('what the SDK gives back for new rules is read');
    edits.push(...opening.map((edit) => ({ ...edit, file: file.path })), ...(replacement.edits ?? []));
    edits.push({
      file: file.path,
      start: call.node.range[0],
      end: call.node.range[1],
      text: textOf(call, replacement, local),
    });
    for (const difference of replacement.differences) differences.set(difference.name, difference);
    for (const feature of replacement.features) features.add(feature);
    if (itemType(call.type ?? '', replacement.isList) === null) features.add('untyped');
    features.add(`convention:${JSON.stringify(call.convention)}`);
  }
  const declaration = goneDeclaration(site, calls);
  if (declaration === undefined) return byHand('the path is used for something else, too');
  edits.push(...declaration);
  around.askHelper([...features]);
  return inPlace({
    level: 'review',
    reason: 'the call uses rules of rulesets; the differences are named',
    edits,
    differences: [...differences.values()],
  });
}

function reachesVendor({ finding }: Site): boolean {
  return (
    finding.usages.length > 0 &&
    finding.usages.every(({ evidence }) => {
      const isAgainst = evidence.some(({ kind }) => kind === 'against');
      return !isAgainst && evidence.some(({ kind }) => kind === 'host' || kind === 'sdk');
    })
  );
}

function textOf(
  call: RequestCall,
  { call: template, isMapped, isList, args }: Replacement,
  local: Asked['local'],
): string {
  const { client, handed, convention, type } = call;
  const values = parametersOf(convention).map((name) => handed.get(name) ?? name);
  const item = type === null ? null : itemType(type, isList);
  const list = [...(client === null ? [] : [client]), ...values, ...args];
  return `${local(template)}${item === null || !isMapped ? '' : `<${item}>`}(${list.join(', ')})`;
}

/** `Rule` of `Rule[]`, and of a type with a list of them in it. */
function itemType(type: string, isList: boolean): string | null {
  if (!isList) return /^[\w.]+$/.test(type) ? type : null;
  const lists = [...type.matchAll(/([\w.]+)\[\]/g)];
  return lists.length === 1 ? (lists[0]?.[1] ?? null) : null;
}

/** A variable that held the path goes with its last use. Undefined where something else uses it. */
function goneDeclaration(site: Site, calls: readonly RequestCall[]): readonly FileEdit[] | undefined {
  const [variable] = calls.flatMap(({ pathVariable }) => pathVariable ?? []);
  if (variable === undefined) return [];
  const { script, file } = site;
  const statement = variable.parent;
  if (script === null || variable.type !== 'VariableDeclarator' || variable.id.type !== 'Identifier')
    return undefined;
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return undefined;
  const isInCall = (use: Node) =>
    calls.some(({ node }) => node.range[0] <= use.range[0] && use.range[1] <= node.range[1]);
  if (usesOf(script, variable.id)?.every(isInCall) !== true) return undefined;
  const edit = removeStatement(script, statement);
  return edit === null ? undefined : [{ ...edit, file: file.path }];
}
