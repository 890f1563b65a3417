/** From a call of a retired API to the call of a small new function, written the way the program sends requests. */

import { removeStatement } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { childrenOf, encloses, isFunction, type Node } from '../../src/read/javascript/syntax/index.js';
import { answerUse } from '../places/answers.js';
import { indentAt, movedTo } from '../places/indent.js';
import { usesOf } from '../places/trees.js';
import { inPlace, marker } from '../places/verdicts.js';
import { itemType, textOf } from './call-text.js';
import { iteratedBy } from './iterated.js';
import { aroundTexts } from './kept-texts.js';
import { openedAnswer } from './opening.js';
import { holderEdits } from './path-holder.js';
import { type RequestCall, requestCallsOf } from './request-call.js';
import { openedResult } from './results-only.js';
import { sdkCallOf } from './sdk-call.js';

/** What takes the place of one call. */
export interface Replacement {
  /** A template, by its name in `templates/`. */
  readonly call: string;
  /** Whether it gives back what callers of the retired API read, whose type the call may name. */
  readonly isMapped: boolean;
  /** It gives back what the client gives for the last request, and not what that says. */
  readonly isRaw?: true;
  /** The result stands for a list with nothing else in it. */
  readonly isListed?: true;
  /** The call names the type of a list. */
  readonly isList: boolean;
  /** Arguments behind the client and the zone. */
  readonly args: readonly string[];
  /** Other templates that the arguments use. */
  readonly features: readonly string[];
  readonly differences: readonly Difference[];
  /** Further edits of the program. */
  readonly edits?: readonly Edit[];
  /** The same of any file. */
  readonly elsewhere?: readonly FileEdit[];
}

/** Edits of the file of the site, but for those that name another. */
export interface Replaced {
  readonly edits: readonly (Edit | FileEdit)[];
  readonly differences: readonly Difference[];
}

export interface Retired {
  /** Why its calls can be written anew, where they do not become calls of the Rulesets API. */
  readonly reason?: string;
  readonly steps: (site: Site) => string;
  /** Name in a program of what a template offers. */
  readonly named: (template: string) => string;
  /** Edits of the call and of what is made of its answer, where no new function is needed. */
  inPlace?(site: Site, around: Surroundings): Replaced | null;
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
  const byHand = (why: string) => marker(why, retired.steps(site));
  const { reason = USES_RULESETS } = retired;
  const { script, file } = site;
  if (script === null) return byHand('the file is not read as a script');
  if (speaksAgainst(site)) return byHand('something here shows that its requests go elsewhere');
  const local = (template: string) => around.fromHelper(file.path, retired.named(template));
  const sdk = sdkCallOf(site);
  const replaced = retired.inPlace?.(site, around) ?? null;
  if (replaced !== null) {
    const edits = replaced.edits.map((edit) => ({ file: file.path, ...edit }));
    return inPlace({ level: 'review', reason, edits, differences: replaced.differences });
  }
  const calls = sdk === null ? requestCallsOf(site, around) : typeof sdk === 'string' ? sdk : [sdk];
  if (typeof calls === 'string') return byHand(calls);
  const edits: FileEdit[] = [];
  const differences = new Map<string, Difference>();
  const features = new Set<string>();
  for (const call of calls) {
    const path = around.nodesAround(script, ...call.node.range);
    const use = answerUse(script, path);
    const replacement = retired.replace(call, { site, around, use, local });
    if (typeof replacement === 'string') return byHand(replacement);
    const { member, isOpened } = call;
    const opened =
      member === undefined || isOpened
        ? null
        : openedResult(script, call.node, member, replacement.edits ?? []);
    const opening = opened?.edits ?? (replacement.isRaw === true ? [] : openedAnswer(script, call));
    if (opening === null || (member !== undefined && !isOpened && opened === null))
      return byHand('its answer is used in a way that cannot be followed');
    edits.push(...(call.added ?? []), ...(replacement.elsewhere ?? []));
    features.add(`${replacement.isRaw === true ? 'raw' : 'parsed'}:${replacement.call}`);
    const others = (replacement.edits ?? []).flatMap((edit) => {
      const node = around.nodesAround(script, edit.start, edit.end).at(-1);
      return node?.range[0] === edit.start && node.range[1] === edit.end
        ? aroundTexts(script, node, edit)
        : [edit];
    });
    for (const edit of [...opening, ...others]) edits.push({ ...edit, file: file.path });
    const isInside = isOpened === true && call.convention.gives !== 'result' && member === undefined;
    const iterated = isOpened === true ? iteratedBy(script, call.node) : null;
    const isWaited = iterated === null && (isInside || replacement.isListed === true);
    const awaited = isWaited ? awaitedIn(call.node) : null;
    for (const edit of iterated ?? []) edits.push({ ...edit, file: file.path });
    if (isInside && awaited === null && iterated === null)
      return byHand('its answer is used in a way that cannot be followed');
    const node = opened?.node ?? awaited ?? call.node;
    const [start, end] = node.range;
    const text = movedTo(indentAt(script.text, start), textOf(script, { ...call, node }, replacement, local));
    const listed = isInside ? `(await ${text}).result` : `[await ${text}]`;
    const waited = opened?.isAwaited || iterated !== null ? `await ${text}` : text;
    const isListed = (iterated !== null && isInside) || (awaited !== null && !opened?.isAwaited);
    const whole = { start, end, text: isListed ? listed : waited };
    for (const edit of aroundTexts(script, node, whole)) edits.push({ ...edit, file: file.path });
    for (const difference of replacement.differences) differences.set(difference.name, difference);
    for (const feature of replacement.features) features.add(feature);
    for (const statement of call.gone) {
      const gone = removeStatement(script, statement);
      if (gone === null) return byHand('what says which page is asked for stands among other code');
      edits.push({ ...gone, file: file.path });
    }
    const isNamed = itemType(call.type ?? '', replacement.isList) !== null;
    if (UNTYPED.test(replacement.call) && isDeletionRead(call, node)) features.add('delete-read');
    if (!UNTYPED.test(replacement.call)) features.add(isNamed ? 'typed' : 'untyped');
    const convention =
      member === undefined ? call.convention : { ...call.convention, gives: 'result', member };
    features.add(`convention:${JSON.stringify(convention)}`);
  }
  const declaration = goneDeclaration(site, around, calls);
  if (declaration === undefined) return byHand('the path is used for something else, too');
  edits.push(...declaration);
  around.askHelper([...features]);
  return inPlace({
    level: 'review',
    reason,
    edits,
    differences: [...differences.values()],
  });
}

/** Nobody looks at what it gives back. */
function isStatement({ parent }: Node): boolean {
  return (
    parent?.type === 'ExpressionStatement' || (parent?.type === 'AwaitExpression' && isStatement(parent))
  );
}

/** What a function returns that is declared to give nothing. */
function givesNothing({ parent }: Node): boolean {
  let around: Node | undefined =
    parent?.type === 'ReturnStatement' || isFunction(parent) ? parent : undefined;
  while (around !== undefined && !isFunction(around)) around = around.parent;
  const type: unknown = around === undefined ? undefined : Reflect.get(around, 'returnType');
  const annotation = typeof type === 'object' && type !== null ? (type as Node) : null;
  const inner = annotation === null ? undefined : childrenOf(annotation)[0];
  const [only] = inner?.type === 'TSTypeReference' ? (inner.typeArguments?.params ?? []) : [];
  return String(only?.type) === 'TSVoidKeyword';
}

/** One that fails without an error tells how it went in what it gives back, whether that is looked at or not. */
function isDeletionRead({ convention }: RequestCall, node: Node): boolean {
  return (
    !(isStatement(node) || givesNothing(node)) ||
    (convention.throws === false && convention.gives !== 'result')
  );
}

/** Templates whose answers have a type of their own. */
const UNTYPED = /^deleteRules?$/;

const USES_RULESETS = 'the call uses the Rulesets API; its behaviour changes are listed';

/** Sites whose requests are not proven to go to the vendor never come here. */
function speaksAgainst({ finding }: Site): boolean {
  return (
    finding.usages.length === 0 ||
    finding.usages.some(({ evidence }) => evidence.some(({ kind }) => kind === 'against'))
  );
}

/** What is to be replaced by an expression with `await` in it; null where there can be none. */
export function awaitedIn(call: Node): Node | null {
  const { parent } = call;
  if (parent?.type === 'AwaitExpression') return parent;
  let around: Node | undefined = parent;
  while (around !== undefined && !isFunction(around)) around = around.parent;
  if (around?.type === undefined || Reflect.get(around, 'async') !== true) return null;
  return parent?.type === 'ReturnStatement' || parent === around ? call : null;
}

/** A variable that held the path goes with its last use. Undefined where something else uses it. */
function goneDeclaration(
  site: Site,
  around: Surroundings,
  calls: readonly RequestCall[],
): readonly FileEdit[] | undefined {
  const { script, file } = site;
  const [holder] = calls.flatMap((call) => call.holder ?? []);
  if (holder !== undefined && script !== null) {
    const gone = calls.flatMap((call) => [call.node, ...call.gone]);
    const beside = around.importers(file.path).flatMap((path) => around.file(path)?.text ?? []);
    const isNamed = (name: string) => beside.some((text) => text.includes(name));
    return holderEdits(script, holder, gone, isNamed)?.map((edit) => ({ ...edit, file: file.path }));
  }
  const [variable] = calls.flatMap(({ pathVariable }) => pathVariable ?? []);
  if (variable === undefined) return [];
  const statement = variable.parent;
  if (script === null || variable.type !== 'VariableDeclarator' || variable.id.type !== 'Identifier')
    return undefined;
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return undefined;
  const isInCall = (use: Node) =>
    calls.some(({ node, gone }) => [node, ...gone].some((one) => encloses(one, use)));
  if (usesOf(script, variable.id)?.every(isInCall) !== true) return undefined;
  const edit = removeStatement(script, statement);
  return edit === null ? undefined : [{ ...edit, file: file.path }];
}
