/**
 * Clients that throw where a request is refused, and whose answers are only opened: `response.result`. New functions
 * give the result itself then, and what opened it goes.
 */
import { removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { isFunction, Module, type Node, type NodeOf } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { usesOf } from '../places/trees.js';
import { type AnswerFlow, flowOf } from './answer-flow.js';
import type { Convention } from './convention.js';
import { type Gives, parsedBy, thenParsedBy } from './given-back.js';
import { openData } from './opening.js';
import { sendingCallsOf } from './sending.js';

/** Members on the way to the result, by what a call gives. */
const STEPS: Readonly<Partial<Record<Convention['gives'], readonly string[]>>> = {
  envelope: ['result'],
  axios: ['data', 'result'],
  body: ['body', 'result'],
};
/** To look at more would take too long. */
const MOST_SITES = 80;

const decided = new WeakMap<readonly Site[], Map<Convention['gives'], boolean>>();

/** The member that holds the result, where no call of the client looks at anything else; all of them decide alike. */
export function resultMember(
  { finding }: Site,
  around: Surroundings,
  { gives, throws, held, client }: Pick<Gives, 'gives' | 'throws' | 'client'> & Pick<Convention, 'held'>,
): string | null {
  const steps = STEPS[gives];
  if (steps === undefined || !throws || held !== undefined) return null;
  if (finding.usages.some(({ sender }) => sender === undefined || givesAnyType(sender.at, around)))
    return null;
  const sites = around.sitesOf(client);
  const known = decided.get(sites) ?? new Map<Convention['gives'], boolean>();
  decided.set(sites, known);
  let isOnly = known.get(gives);
  if (isOnly === undefined) {
    isOnly = sites.length <= MOST_SITES && sites.every((site) => opensOnly(site, around, steps));
    known.set(gives, isOnly);
  }
  return isOnly ? steps.join('.') : null;
}

const STATUS: ReadonlySet<string> = new Set(['status', 'statusText', 'headers']);
const askedForStatus = new WeakMap<readonly Site[], boolean>();

/** Some call of the client looks at the response around what the API says, or hands it on, so new functions have to give it back. */
export function readsStatus(client: string, around: Surroundings): boolean {
  const sites = around.sitesOf(client);
  let isRead = askedForStatus.get(sites);
  if (isRead === undefined) {
    isRead = sites.length <= MOST_SITES && sites.some((site) => looksAtStatus(site, around));
    askedForStatus.set(sites, isRead);
  }
  return isRead;
}

function looksAtStatus(site: Site, around: Surroundings): boolean {
  const { script, finding } = site;
  const sending = script === null || finding.context === 'test' ? '' : sendingCallsOf(site, around);
  if (script === null || typeof sending === 'string') return false;
  return sending.some(({ call }) => {
    const flow = flowOf(script, parsedBy(call) ?? call, ({ length }) => length > 0);
    const isRead = flow?.visits.some(({ steps: [first = ''] }) => STATUS.has(first)) === true;
    return isRead || flow?.escapes.some(({ steps }) => steps.length === 0) === true;
  });
}

/** `request<T>(path): Promise<T>`, whose callers say what is around the result. */
function givesAnyType(
  at: { readonly file: string; readonly start: number; readonly end: number },
  around: Surroundings,
) {
  const script = around.scriptAt(at.file, at.start);
  if (script === null) return true;
  return around.nodesAround(script, at.start, at.end).some((node) => {
    if (!isFunction(node)) return false;
    const [, type] = /^:\s*Promise<(\w+)>$/.exec(partText(script, node, 'returnType')) ?? [];
    if (type === undefined) return false;
    const parameters = partText(script, node, 'typeParameters');
    return type === 'unknown' || new RegExp(`[<,]\\s*${literally(type)}\\b`).test(parameters);
  });
}

/** Source of what stands in a function besides its code; empty where it has none. */
function partText({ text }: Script, node: Node, name: 'returnType' | 'typeParameters'): string {
  const part: unknown = Reflect.get(node, name);
  return typeof part === 'object' && part !== null && 'range' in part
    ? text.slice(...(part as Node).range)
    : '';
}

/** Sites whose calls cannot be told stay as they are. */
function opensOnly(site: Site, around: Surroundings, steps: readonly string[]): boolean {
  const { script, finding } = site;
  if (script === null) return false;
  if (finding.context === 'test') return true;
  const sending = sendingCallsOf(site, around);
  if (typeof sending === 'string') return true;
  return sending.every(({ call }) => {
    const flow = flowTo(script, parsedBy(call) ?? thenParsedBy(call) ?? call, steps);
    return flow !== null && isOpenedOnly(flow, steps);
  });
}

function flowTo(script: Script, call: Node, steps: readonly string[]): AnswerFlow | null {
  return flowOf(script, call, ({ length }) => length >= steps.length);
}

function isOpenedOnly({ visits, items, escapes, types }: AnswerFlow, steps: readonly string[]): boolean {
  const isOpened = (one: { readonly steps: readonly string[] }) => one.steps.length >= steps.length;
  return (
    [...items, ...escapes, ...types].every(isOpened) &&
    visits.every(
      (visit) => visit.steps.every((step, index) => step === steps[index]) && isPlainRead(visit.node),
    )
  );
}

/** `{ result }`, without a default and not within another pattern. */
function isPlainRead(node: NodeOf<'MemberExpression'> | NodeOf<'Property'>): boolean {
  if (node.type === 'MemberExpression') return true;
  return node.value.type === 'Identifier' || node.value.type === 'ArrayPattern';
}

/** What stands in place of a call, and edits of what opened its answer. */
export interface OpenedResult {
  /** The node that the new call takes the place of. */
  readonly node: Node;
  /** `await` goes in front of it. */
  readonly isAwaited: boolean;
  readonly edits: readonly Edit[];
}

/** `others` are edits of the same code. */
export function openedResult(
  script: Script,
  node: Node,
  member: string,
  others: readonly Edit[],
): OpenedResult | null {
  const steps = member.split('.');
  const flow = flowTo(script, node, steps);
  if (flow === null) return null;
  const merged = mergedUse(script, node, flow, steps, others);
  if (merged !== null) return merged;
  const edits: Edit[] = [];
  for (const { node: read } of flow.visits) {
    const made = openData(script, read);
    if (made === null) return null;
    edits.push(...made);
  }
  return { node, isAwaited: false, edits: [...edits, ...withoutParentheses(script, node, flow, steps)] };
}

/** `(await …).result`, which needs none without the member. */
function withoutParentheses(
  { text }: Script,
  { parent: awaited }: Node,
  { visits }: AnswerFlow,
  { length }: readonly string[],
): readonly Edit[] {
  const [first] = visits;
  const last = visits.find(({ steps }) => steps.length === length);
  const outer = last?.node.parent;
  if (awaited?.type !== 'AwaitExpression' || visits.length !== length || first === undefined) return [];
  const [start, end] = awaited.range;
  let [open, close] = [start - 1, end];
  while (/\s/.test(text.charAt(open))) open--;
  while (/\s/.test(text.charAt(close))) close++;
  if (first.node.type !== 'MemberExpression' || text[open] !== '(' || text[close] !== ')') return [];
  if (outer?.type !== 'VariableDeclarator' && outer?.type !== 'ReturnStatement') return [];
  return [
    { start: open, end: start, text: '' },
    { start: end, end: close + 1, text: '' },
  ];
}

/** `const { data } = await …;` where the next statement is `return data.result;` or `const rules = data.result;`. */
function mergedUse(
  script: Script,
  node: Node,
  { visits }: AnswerFlow,
  { length }: readonly string[],
  others: readonly Edit[],
): OpenedResult | null {
  const declarator = node.parent?.parent;
  if (!(script instanceof Module) || node.parent?.type !== 'AwaitExpression') return null;
  if (declarator?.type !== 'VariableDeclarator' || declarator.init !== node.parent) return null;
  const statement = declarator.parent;
  const name = nameIn(declarator.id);
  if (name?.type !== 'Identifier' || statement?.type !== 'VariableDeclaration') return null;
  const uses = usesOf(script, name) ?? [];
  const read = visits.find(({ steps }) => steps.length === length)?.node;
  if (uses.length !== 1 || read?.type !== 'MemberExpression' || visits.length !== length) return null;
  const outer = read.parent;
  const holder = outer?.type === 'VariableDeclarator' ? outer.parent : outer;
  const block = statement.parent;
  if (holder === undefined || block?.type !== 'BlockStatement' || holder.parent !== block) return null;
  if (holder.type !== 'ReturnStatement' && holder.type !== 'VariableDeclaration') return null;
  const isNext = block.body[block.body.indexOf(statement as never) + 1] === holder;
  const between = script.text.slice(statement.range[1], holder.range[0]);
  const gone = removeStatement(script, statement);
  const isAlone = statement.declarations.length === 1;
  if (!isNext || !isAlone || gone === null || between.trim() !== '') return null;
  const isListed = others.some(({ start, end }) => read.range[0] <= start && end <= read.range[1]);
  const isReturned = holder.type === 'ReturnStatement' && !isListed && !isGuarded(holder);
  return { node: read, isAwaited: !isReturned, edits: [gone] };
}

/** The name itself, or that in `{ data }`. */
function nameIn(target: Node): Node | null {
  if (target.type !== 'ObjectPattern') return target;
  const [only, ...others] = target.properties;
  return only?.type === 'Property' && others.length === 0 ? only.value : null;
}

/** It stands in a `try`. */
function isGuarded(node: Node): boolean {
  for (let at = node.parent; at !== undefined && !isFunction(at); at = at.parent)
    if (at.type === 'TryStatement') return true;
  return false;
}
