/**
 * Clients of the program's own that throw where an answer does not say `success`: how they send a query of GraphQL, and
 * the line that lets its answer through.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import { type FileEdit, type Site, type Surroundings, widthOf } from '../../src/migrate/index.js';
import {
  type Call,
  childrenOf,
  type FunctionNode,
  isFunction,
  keyName,
  Module,
  type Node,
  type NodeOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { targetOf, verbsOf } from '../direct/client.js';
import { type Convention, type Slot, withBuilder } from '../direct/convention.js';
import type { Gives } from '../direct/given-back.js';
import { builtPathOf } from '../direct/path-pieces.js';
import { type Found, slotOf } from '../direct/slots.js';
import { endsInSemicolons, indentAt, lineEndOf, quoteOf } from './indent.js';
import { spreadOptionsOf } from './spread-options.js';

interface OwnClient {
  readonly client: string | null;
  readonly callee: Convention['callee'];
  readonly slots: readonly Slot[];
  /** Arguments beside path, method and body, by their names. */
  readonly handed: ReadonlyMap<string, string>;
  /** They let answers of GraphQL through. */
  readonly edits: readonly FileEdit[];
  /** It gives back every answer as it is, without a look at `success`. */
  readonly isLoose: boolean;
}

/** How the client of a call sends queries, or why it cannot. */
export function ownClientOf(site: Site, around: Surroundings, call: Call, gives: Gives): OwnClient | string {
  const { script, file } = site;
  const text = (node: Node) => file.text.slice(...node.range);
  const target = targetOf(unwrap(call.callee), 'GET', text, gives.client, script);
  if (script === null || target === null) return 'what is called cannot be handed to a function';
  const verbs = verbsOf(site, around, call, target.callee, 'POST');
  if (typeof verbs === 'string') return verbs;
  if (target.callee === 'verbs' && !takesBody(site, around))
    return 'what its method post takes cannot be told';
  const isLoose = gives.gives === 'envelope' && givesAll(site, around);
  const edits = isLoose ? [] : lettingThrough(site, around, gives.gives === 'result');
  if (typeof edits === 'string') return edits;
  const sent =
    target.callee === 'verbs'
      ? { slots: [PATH, BODY], handed: new Map<string, string>() }
      : (sentLike(script, call, site.finding.at) ?? spreadOptionsOf(site, around, call));
  if (sent === null) return 'nothing here shows how its client sends a body';
  if ('given' in sent && sent.given !== undefined) {
    const client = `(${sent.slots.map(({ is }) => is).join(', ')}) => ${target.client}(${sent.given.join(', ')})`;
    return { ...target, client, slots: sent.slots, handed: sent.handed, edits, isLoose };
  }
  const place = call.arguments.find((one) => holds(one, site.finding.at));
  const built = place === undefined ? null : builtPathOf(script, place);
  if (built === null) return { ...target, ...sent, edits, isLoose };
  const handed = new Map([...sent.handed, [built.name, built.text] as const]);
  return { ...target, slots: withBuilder(sent.slots, built), handed, edits, isLoose };
}

function holds({ range }: Node, at: { readonly start: number; readonly end: number }): boolean {
  return range[0] <= at.start && at.end <= range[1];
}

/** `post(path, body)` */
function takesBody({ finding }: Site, around: Surroundings): boolean {
  const files = finding.usages.flatMap(({ sender }) => sender?.at.file ?? []);
  return files.every((file) => TAKES_BODY.test(around.file(file)?.text ?? ''));
}

const TAKES_BODY =
  /\bpost\s*(?:<[^>]*>)?\s*(?:[=:]\s*(?:async\s*)?)?\(\s*\w+(?::[^,()]*)?,\s*(?:body|data|payload|json|input|content)\b/;

const PATH: Slot = { is: 'path' };
const BODY: Slot = { is: 'body', stringified: false };

/** As another call of the same function sends something. */
function sentLike(script: Script, call: Call, at: { readonly start: number; readonly end: number }) {
  if (!(script instanceof Module)) return null;
  const text = (node: Node) => script.text.slice(...node.range);
  const place = call.arguments.findIndex((one) => holds(one, at));
  for (const other of script.calls) {
    if (other.type !== 'CallExpression' || text(other.callee) !== text(call.callee)) continue;
    const method = /(['"`])(POST|PUT|PATCH)\1/i.exec(text(other))?.[2]?.toUpperCase();
    if (method === undefined) continue;
    const found: Found = { ...NOTHING, handed: new Map(), query: [], conditions: [], gone: [] };
    const slots = other.arguments.map((argument, index) =>
      slotOf(argument, found, {
        method,
        script,
        text,
        isVerb: false,
        sent: null,
        covers: (node) => index === place && node === unwrap(argument),
      }),
    );
    const known = slots.filter((slot) => slot !== null);
    // What stands beside options that hold the body is something else: the settings of the client, a token.
    const beside = known.some(({ is }) => is === 'options')
      ? known.flatMap((slot, index) => (slot.is === 'body' ? [index] : []))
      : [];
    const isBeside = (index: number) => beside.includes(index);
    if (beside.length > 0 && found.body !== null && known.length === slots.length) {
      const isSame = beside.every((index) => sameText(other.arguments[index], call.arguments[index], text));
      const given = known.map((slot, index) =>
        isBeside(index) ? text(other.arguments[index] as Node) : slot.is,
      );
      const own = known.filter((_, index) => !isBeside(index));
      const sendsBody = own.some(
        (slot) => slot.is === 'options' && slot.fields.some((one) => one.slot.is === 'body'),
      );
      if (isSame && sendsBody && found.isNamed) return { slots: own, handed: found.handed, given };
      continue;
    }
    const isWhole = known.length === slots.length && found.path !== null && found.body !== null;
    const isPlain = known.every((slot, index) =>
      isAlike(slot, other.arguments[index], call.arguments[index], text),
    );
    if (isWhole && found.isNamed && isPlain) return { slots: known, handed: found.handed };
  }
  return null;
}

const NOTHING = { path: null, body: null, paging: null, bodyVariable: null, isNamed: false, isLower: false };

/** What is handed on is the same in both calls; options say nothing but the method and the body. */
function isAlike(
  slot: Slot,
  there: Node | undefined,
  here: Node | undefined,
  text: (node: Node) => string,
): boolean {
  if (slot.is === 'options') return slot.fields.every((field) => field.slot.is !== 'extra');
  return slot.is !== 'extra' || sameText(there, here, text);
}

function sameText(there: Node | undefined, here: Node | undefined, text: (node: Node) => string): boolean {
  return there !== undefined && here !== undefined && text(there) === text(here);
}

type Sender = NonNullable<Site['finding']['usages'][number]['sender']>;

/** The function that sends a request. */
function clientAround(around: Surroundings, { at: { file, start, end } }: Sender) {
  const script = around.scriptAt(file, start);
  const client = script === null ? undefined : around.nodesAround(script, start, end).findLast(isFunction);
  return script === null || client === undefined ? null : { script, client };
}

function givesAll({ finding }: Site, around: Surroundings): boolean {
  return finding.usages.every(({ sender }) => {
    const found = sender === undefined ? null : clientAround(around, sender);
    return found?.client.body != null && !asksForOutcome(found.script, found.client.body);
  });
}

/** A condition with `success` or `errors` of the answer. */
function asksForOutcome(script: Script, node: Node): boolean {
  const test = node.type === 'IfStatement' || node.type === 'ConditionalExpression' ? node.test : null;
  if (test !== null && /\b(?:success|errors)\b/.test(script.text.slice(...test.range))) return true;
  return childrenOf(node).some((child) => asksForOutcome(script, child));
}

/** The line before the look at `success`. */
function lettingThrough(
  { finding }: Site,
  around: Surroundings,
  isOpened: boolean,
): readonly FileEdit[] | string {
  const unknown = 'its client refuses answers without success, and where it does cannot be told';
  const edits = new Map<string, FileEdit>();
  for (const { sender } of finding.usages) {
    const found = sender === undefined ? null : clientAround(around, sender);
    if (sender === undefined || found === null) return unknown;
    const { script, client } = found;
    const { file } = sender.at;
    if (sender.client !== 'axios' && !/['"]content-type['"]/i.test(script.text))
      return 'its client does not say that it sends JSON';
    if (knowsGraphql(script.text.slice(...client.range))) continue;
    const own = lineBefore(script, client, isOpened);
    if (own === null) return unknown;
    for (const edit of own) edits.set(`${file} ${edit.start}`, { ...edit, file });
  }
  return [...edits.values()];
}

/** It gives back `data` where the path is that of GraphQL. */
function knowsGraphql(client: string): boolean {
  return (
    /\bgraphql\b/i.test(client.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')) && /\breturn \w+\.data\b/.test(client)
  );
}

function lineBefore(script: Script, client: FunctionNode, isOpened: boolean) {
  const look = client.body === null ? null : lookAtSuccess(client.body);
  if (look === null) return null;
  const { text } = script;
  const start = aboveComments(text, look.statement.range[0]);
  const given = (answer: string, data: string) => (isOpened ? data : `{ ...${answer}, result: ${data} }`);
  const type = returnedType(script, client);
  const cast = isOpened && type !== null ? ` as ${type}` : '';
  const quote = quoteOf(text);
  const line = (test: string, value: string) => {
    const indent = indentAt(text, start);
    const code = `if (${test}) return ${value}${cast}${endsInSemicolons(text) ? ';' : ''}`;
    const said = '// GraphQL answers have data, and no success';
    const isShort = indent.length + code.length + said.length < widthOf([text]);
    const end = `${lineEndOf(text)}${indent}`;
    // Behind a blank line it does not stick to what follows.
    const gap = /\n[ \t]*\r?\n[ \t]*$/.test(text.slice(0, start)) ? lineEndOf(text) : '';
    const written = isShort ? `${code} ${said}` : `${said}${end}${code}`;
    return { start, end: start, text: `${written}${gap}${end}` };
  };
  if (look.answer.type !== 'ObjectPattern') {
    const name = text.slice(...look.answer.range);
    const isTyped = /\.[cm]?tsx?$/.test(script instanceof Module ? script.path : '');
    const test =
      isTyped && !isAny(script, look.answer)
        ? `${quote}data${quote} in ${name} && ${name}.data`
        : `${name}.data`;
    return [line(test, given(name, `${name}.data`))];
  }
  const names = look.answer.properties.map(({ range }) => text.slice(...range));
  const last = look.answer.properties.at(-1);
  if (!isOpened || last === undefined || names.some((name) => /\bdata\b|\.\.\./.test(name))) return null;
  if (/\bdata\b/.test(text.slice(...client.range))) return null;
  return [{ start: last.range[1], end: last.range[1], text: ', data' }, line('data', 'data')];
}

/** What is said right above a statement is said of it. */
function aboveComments(text: string, start: number): number {
  const lines = text.slice(0, start).split('\n').slice(0, -1);
  const first = lines.findLastIndex((line) => !/^\s*\/\//.test(line)) + 1;
  if (first === lines.length) return start;
  const above = lines.slice(0, first).reduce((length, line) => length + line.length + 1, 0);
  return above + indentOf(lines[first]);
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}

/** `await response.json()` without a type is anything. */
function isAny(script: Script, name: Node): boolean {
  if (name.type !== 'Identifier') return false;
  const declared = script instanceof Module ? script.resolve(name)?.declarations[0] : undefined;
  const declarator = declared?.parent;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return false;
  return !Reflect.get(declarator.id, 'typeAnnotation') && declarator.init?.type === 'AwaitExpression';
}

/** `T` of `Promise<T>`, where it has to be said. */
function returnedType({ text }: Script, client: FunctionNode): string | null {
  const annotation: unknown = Reflect.get(client, 'returnType');
  if (typeof annotation !== 'object' || annotation === null || !('range' in annotation)) return null;
  const given = /^:\s*Promise<([\s\S]*)>$/.exec(text.slice(...(annotation as Node).range))?.[1] ?? null;
  return given === null || /^(?:any|unknown)$/.test(given) ? null : given;
}

interface Look {
  readonly statement: Node;
  /** What the answer is called, or the pattern that takes it apart. */
  readonly answer: NodeOf<'Identifier'> | NodeOf<'MemberExpression'> | NodeOf<'ObjectPattern'>;
}

/** The first statement that asks for `success` of a parsed answer. */
function lookAtSuccess(node: Node): Look | null {
  const patterns: NodeOf<'ObjectPattern'>[] = [];
  const visit = (one: Node): Look | null => {
    if (isFunction(one)) return null;
    if (one.type === 'VariableDeclarator' && one.id.type === 'ObjectPattern' && propertyNamedIn(one.id))
      patterns.push(one.id);
    if (one.type === 'IfStatement') {
      const answer = askedFor(one.test);
      if (answer !== null) return { statement: one, answer };
      const [pattern] = patterns;
      if (pattern !== undefined && asksForName(one.test)) return { statement: one, answer: pattern };
    }
    for (const child of childrenOf(one)) {
      const found = visit(child);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(node);
}

function propertyNamedIn(pattern: NodeOf<'ObjectPattern'>): boolean {
  return pattern.properties.some(
    (one) => one.type === 'Property' && one.shorthand && keyName(one.key, one.computed) === 'success',
  );
}

function asksForName(test: Node): boolean {
  return (test.type === 'Identifier' && test.name === 'success') || childrenOf(test).some(asksForName);
}

/** `answer` of `!response.ok || !answer.success`, `response.data` of `!response.data.success`. */
function askedFor(test: Node): NodeOf<'Identifier'> | NodeOf<'MemberExpression'> | null {
  if (test.type === 'MemberExpression' && keyName(test.property, test.computed) === 'success') {
    const { object } = test;
    const isHeld = object.type === 'MemberExpression' && object.object.type === 'Identifier';
    return object.type === 'Identifier' || isHeld ? object : null;
  }
  for (const child of childrenOf(test)) {
    const found = askedFor(child);
    if (found !== null) return found;
  }
  return null;
}
