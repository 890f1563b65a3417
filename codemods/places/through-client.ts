/**
 * Analytics through a client of the program's own that gives back what stands in `result`: a new function sends a query
 * of GraphQL by the same client, and gives what the retired endpoint gave.
 */

import { removeStatement } from '../../src/analysis/edits/index.js';
import type { Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { keyName, type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import type { AnswerFlow } from '../direct/answer-flow.js';
import { argumentText } from '../direct/argument-text.js';
import { textOf } from '../direct/call-text.js';
import { takesInit } from '../direct/client.js';
import type { Convention } from '../direct/convention.js';
import { type Gives, givesOf, parsedBy } from '../direct/given-back.js';
import { aroundTexts } from '../direct/kept-texts.js';
import { builtPathOf, constantOf, joined, type PathPiece, piecesOf } from '../direct/path-pieces.js';
import { openedResult, resultMember } from '../direct/results-only.js';
import { sendingCallsOf } from '../direct/sending.js';
import { queryOf } from './graphql.js';
import { quoteOf } from './indent.js';
import { ownClientOf } from './own-client.js';
import { isOnlyShown } from './shown.js';
import { isShownByCallers } from './shown-by-callers.js';
import { usesOf } from './trees.js';
import { withoutUnread } from './unread-parameters.js';
import { inPlace } from './verdicts.js';

/** A new function in place of an endpoint. */
export interface NewFunction {
  readonly name: string;
  readonly reason: string;
  /** Parameters of the address that it knows. */
  readonly parameters: RegExp;
  /** Whether it does what a parameter says without being told. */
  readonly isFixed?: (name: string, text: string) => boolean;
  /** Arguments behind the zone, given the text of each parameter; empty where there is none. */
  args(text: (name: string) => string): readonly string[];
  /** What is asked of it, by what is read of the answer; or why it cannot give that. */
  asked(site: Site, around: Surroundings, call: Node, gives: Gives): Asked | string;
}

export interface Asked {
  readonly features: readonly string[];
  /** Parameters of the address that make no difference to it. */
  readonly unread?: readonly string[];
  readonly differences: readonly Difference[];
}

export const SHOWN: Difference = {
  name: 'shows-groups',
  what: 'what is shown to a reader are groups of GraphQL, unless other code of the package reads the old fields',
};

/** Nobody but a reader gets the answer, and all of it. */
export function isForReader(site: Site, around: Surroundings, flow: AnswerFlow, { gives }: Gives): boolean {
  const { file, script } = site;
  if (script === null) return false;
  const isShown = isOnlyShown(flow, script) && flow.visits.length + flow.types.length === 0;
  return (gives === 'result' && isShown) || isShownByCallers(file.path, script, flow, around);
}

/** Null where the calls cannot be taken apart; else the verdict, or why there is none. */
export function throughClient(site: Site, around: Surroundings, made: NewFunction): Verdict | string {
  const { script, file } = site;
  const sending = sendingCallsOf(site, around);
  if (typeof sending === 'string') return sending;
  const [only, ...others] = sending;
  if (script === null || only === undefined || only.pathVariable !== null || others.length > 0)
    return 'several calls send its path, or it is in a variable';
  const { call } = only;
  const gives = givesOf(site, around, call, parsedBy(call));
  if (typeof gives === 'string') return gives;
  if (gives.gives !== 'result' && gives.gives !== 'envelope')
    return 'what the call gives back cannot be told';
  const asked = made.asked(site, around, call, gives);
  if (typeof asked === 'string') return asked;
  const place = call.arguments.find(
    ({ range }) => range[0] <= site.finding.at.start && site.finding.at.end <= range[1],
  );
  const path =
    place === undefined ? null : pathOf(site, builtPathOf(script, place)?.path ?? place, made, asked);
  if (path === null) return 'its path is put together in a way that cannot be edited';
  const own = ownClientOf(site, around, call, gives);
  if (typeof own === 'string') return own;
  const member = own.isLoose ? null : resultMember(site, around, gives);
  const opened = member === null ? null : openedResult(script, call, member, []);
  if (member !== null && opened === null) return 'its answer is used in a way that cannot be followed';
  const node = opened?.node ?? call;
  const convention: Convention = {
    callee: own.callee,
    prefix: path.prefix === '' ? [] : [path.prefix],
    slots: own.slots,
    isBare: false,
    suffix: '',
    gives: member === null ? gives.gives : 'result',
    member: member ?? undefined,
    throws: true,
    methodCase: 'upper',
    takesInit: takesInit(site, around),
  };
  const typed: unknown = Reflect.get(call, 'typeArguments');
  const type =
    typeof typed === 'object' && typed !== null && 'range' in typed
      ? file.text
          .slice(...(typed as Node).range)
          .slice(1, -1)
          .trim()
      : null;
  const text = textOf(
    script,
    { node, convention, client: own.client, handed: own.handed, type },
    { call: made.name, isMapped: true, isList: false, args: path.args, isTypedWhole: true },
    (name) => around.fromHelper(file.path, name),
  );
  const [start, end] = node.range;
  const edits: FileEdit[] = [...own.edits];
  const whole = { start, end, text: opened?.isAwaited ? `await ${text}` : text };
  for (const edit of [...aroundTexts(script, node, whole), ...(opened?.edits ?? [])])
    edits.push({ ...edit, file: file.path });
  for (const statement of path.gone) {
    const gone = removeStatement(script, statement);
    if (gone === null) return 'what says for which period it asks stands among other code';
    edits.push({ ...gone, file: file.path });
  }
  edits.push(...withoutUnread(file.path, script, call, edits, around));
  around.askHelper([
    ...asked.features,
    ...(convention.gives === 'envelope' ? ['envelope'] : []),
    ...(own.isLoose ? ['loose'] : []),
    type === null ? 'untyped' : 'typed',
    `convention:${JSON.stringify(convention)}`,
  ]);
  return inPlace({
    level: 'review',
    reason: made.reason,
    edits,
    differences: asked.differences,
  });
}

interface AskedPath {
  /** What stands before the name of the collection. */
  readonly prefix: string;
  readonly args: readonly string[];
  /** Statements that only say for which period is asked. */
  readonly gone: readonly Node[];
}

function pathOf({ script, file }: Site, written: Node, made: NewFunction, asked: Asked): AskedPath | null {
  const pieces = script === null ? null : piecesOf(script, written);
  if (script === null || pieces === null) return null;
  const all = joined(pieces);
  const at = all.findIndex((piece) => piece.kind === 'text' && piece.text.endsWith('zones/'));
  const [start, zone, ...rest] = all.slice(at);
  if (at !== 0 || start?.kind !== 'text' || zone?.kind !== 'expression') return null;
  const prefix = start.text.slice(0, -'zones/'.length);
  const [tail, searched, ...others] = rest;
  const apart =
    tail?.kind === 'text' && tail.text.endsWith('?') && searched?.kind === 'expression' && others.length === 0
      ? parametersApart(script, searched.node)
      : null;
  const query = apart?.query ?? queryOf(rest);
  if (query === null || ![...query.keys()].every((name) => made.parameters.test(name))) return null;
  const texts = new Map<string, string>();
  for (const [name, value] of query) {
    const text = valueText(value, (node) => file.text.slice(...node.range), quoteOf(file.text));
    if (text === null || made.isFixed?.(name, text) === false) return null;
    if (asked.unread?.includes(name) !== true) texts.set(name, guarded(text, apart?.guards.get(name)));
  }
  const args = [argumentText(script, zone.node), ...made.args((name) => texts.get(name) ?? '')];
  return { prefix, args, gone: apart?.gone ?? [] };
}

/** A value that is only there on a condition. */
function guarded(text: string, test = text): string {
  if (test === text) return text;
  return text.startsWith(`${test}.`) ? `${test}?${text.slice(test.length)}` : `${test} ? ${text} : undefined`;
}

/** The expression of a parameter; empty where there is none. */
function valueText(
  pieces: readonly PathPiece[] | undefined,
  text: (node: Node) => string,
  quote: string,
): string | null {
  const [only, other, ...others] = pieces ?? [];
  if (only === undefined) return '';
  if (only.kind === 'text') {
    if (only.text === '-' && other?.kind === 'expression' && others.length === 0) {
      const written = text(other.node);
      return /^[\w.]+$/.test(written) ? `-${written}` : `-(${written})`;
    }
    if (other !== undefined) return null;
    return /^-?\d+$/.test(only.text)
      ? only.text
      : /^[\w.,:-]+$/.test(only.text)
        ? `${quote}${only.text}${quote}`
        : null;
  }
  return other === undefined ? text(only.node) : null;
}

/** `const query = new URLSearchParams({ until }); if (since) query.set('since', since);` */
function parametersApart(script: NonNullable<Site['script']>, node: Node) {
  const name =
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.object : node;
  const constant = name.type === 'Identifier' ? constantOf(script, name) : null;
  const { init } = constant ?? {};
  if (constant === null || init?.type !== 'NewExpression') return null;
  const query = parametersOf(init);
  if (query === null) return null;
  const declaration = constant.declarator.parent;
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length > 1) return null;
  const guards = new Map<string, string>();
  const gone: Node[] = [declaration];
  for (const use of usesOf(script, constant.id) ?? []) {
    if (use.range[0] === name.range[0]) continue;
    const member = use.parent;
    const call = member?.parent;
    if (member?.type !== 'MemberExpression' || call?.type !== 'CallExpression' || call.callee !== member)
      return null;
    const [key, value, ...more] = call.arguments;
    if (!/^(?:set|append)$/.test(keyName(member.property, member.computed) ?? '') || more.length > 0)
      return null;
    if (key?.type !== 'Literal' || typeof key.value !== 'string' || value === undefined) return null;
    const statement = statementAround(call);
    if (statement === null) return null;
    gone.push(statement);
    if (statement.type === 'IfStatement') guards.set(key.value, script.text.slice(...statement.test.range));
    query.set(key.value, [{ kind: 'expression', node: value }]);
  }
  return { query, guards, gone };
}

/** Those that stand in `new URLSearchParams({ … })`. */
function parametersOf({
  arguments: given,
}: NodeOf<'NewExpression'>): Map<string, readonly PathPiece[]> | null {
  const query = new Map<string, readonly PathPiece[]>();
  const [object, ...others] = given.map(unwrap);
  if (object === undefined) return query;
  if (object.type !== 'ObjectExpression' || others.length > 0) return null;
  for (const one of object.properties) {
    const name = one.type === 'Property' ? keyName(one.key, one.computed) : null;
    if (one.type !== 'Property' || name === null) return null;
    query.set(name, [{ kind: 'expression', node: one.value }]);
  }
  return query;
}

/** The statement of a call, with a look at whether there is something to say. */
function statementAround({ parent }: Node): Node | null {
  if (parent?.type !== 'ExpressionStatement') return null;
  const block =
    parent.parent?.type === 'BlockStatement' && parent.parent.body.length === 1 ? parent.parent : parent;
  const look = block.parent;
  return look?.type === 'IfStatement' && look.consequent === block && !look.alternate ? look : parent;
}
