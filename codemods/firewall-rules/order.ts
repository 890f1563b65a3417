/**
 * Priorities that a loop gives to the rules of a list, one after the other. Each rule goes behind the one before it in
 * the list: an index would be wrong where the loop passes rules by that were in their places before.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import { encloses, isFunction, Module, type Node } from '../../src/read/javascript/syntax/index.js';

/** A loop over a list from its first item to its last. */
interface Loop {
  readonly list: string;
  readonly index: string;
  /** How the program writes the item of the turn. */
  readonly item: string;
}

/** `position` for the priority of the rule with an id; null where the order that is meant cannot be told. */
export function positionText(script: Script, path: string, priority: Node, id: string): string | null {
  const node = loopAround(priority);
  if (node !== null && isCounter(script, node, priority))
    return `position: { index: ${textOf(script, priority)} }`;
  const loop = node === null ? null : loopOf(script, node);
  if (node === null || loop === null || !passesOnlyPlaced(script, node, priority)) return null;
  const { list, index, item } = loop;
  const value = script.text.slice(...priority.range).replace(/\s/g, '');
  if (value !== index && value !== `${index}+1`) return null;
  if (id !== `${item}.id` && id !== `${list}[${index}].id`) return null;
  const access = /\.[cm]?tsx?$/.test(path) ? '?.' : '.';
  return `position: ${index} === 0 ? { before: '' } : { after: ${list}[${index} - 1]${access}id }`;
}

function textOf({ text }: Script, { range }: Node): string {
  return text.slice(...range);
}

/** `let n = 1` before a loop that counts the rules it has changed: each of them goes right behind the one before. */
function isCounter(script: Script, loop: LoopNode, priority: Node): boolean {
  if (priority.type !== 'Identifier' || !(script instanceof Module)) return false;
  const binding = script.resolve(priority);
  const [declared, ...others] = binding?.declarations ?? [];
  const declarator = declared?.parent;
  if (binding === null || others.length > 0 || declarator?.type !== 'VariableDeclarator') return false;
  if (declarator.init?.type !== 'Literal' || declarator.init.value !== 1 || encloses(loop, declarator))
    return false;
  const statements = loop.body.type === 'BlockStatement' ? loop.body.body : [];
  const sent = statements.findIndex((one) => encloses(one, priority));
  const counted = statements.findIndex((one) => counts(textOf(script, one), priority.name));
  const changes = script
    .references(binding)
    .filter(({ parent }) => /^(?:Update|Assignment)/.test(parent?.type ?? ''));
  const isAlways = /^(?:Expression|Variable)/.test(statements[sent]?.type ?? '');
  const leaves = statements
    .slice(sent, counted)
    .some((one) => /\b(?:continue|break)\b/.test(textOf(script, one)));
  return isAlways && sent < counted && changes.length === 1 && !leaves;
}

/** `n += 1;`, `n++;` */
function counts(statement: string, name: string): boolean {
  return [`${name}+=1`, `${name}++`, `++${name}`, `${name}=${name}+1`].includes(
    statement.replace(/[\s;]/g, ''),
  );
}

type LoopNode = Extract<Node, { body: Node }>;

/** The loop whose every turn waits for the request. */
function loopAround(node: Node): LoopNode | null {
  let isAwaited = false;
  for (let current = node.parent; current !== undefined && !isFunction(current); current = current.parent) {
    isAwaited ||= current.type === 'AwaitExpression';
    if (current.type === 'ForStatement' || current.type === 'ForOfStatement')
      return isAwaited ? current : null;
    if (/^(?:ForIn|While|DoWhile)/.test(current.type)) return null;
  }
  return null;
}

function loopOf({ text }: Script, { range: [start], body }: LoopNode): Loop | null {
  const head = text.slice(start, body.range[0]).replace(/\s+/g, ' ').trim();
  const turns = text.slice(...body.range);
  const loop = entriesIn(head) ?? countedIn(head, turns);
  if (loop === null) return null;
  const changes = turns.matchAll(/([\w$.]+)\.(?:splice|push|pop|shift|unshift|sort|reverse)\(/g);
  return [...changes].some(([, changed]) => changed === loop.list) ? null : loop;
}

/** `for (const [index, rule] of rules.entries())` */
function entriesIn(head: string): Loop | null {
  const [, index, item, list] = /^for \(const \[(\w+), (\w+)\] of ([\w$.]+)\.entries\(\)\)$/.exec(head) ?? [];
  return index === undefined || item === undefined || list === undefined ? null : { list, index, item };
}

const COUNTED = /^for \(let (\w+) = 0; (\w+) < ([\w$.]+)\.length; (?:\+\+)?(\w+)(?:\+\+| \+= 1)?\)$/;

/** `for (let i = 0; i < rules.length; i++)`, which may name the item first. */
function countedIn(head: string, turns: string): Loop | null {
  const [, index, compared, list, counted] = COUNTED.exec(head) ?? [];
  if (index === undefined || list === undefined || compared !== index || counted !== index) return null;
  if ([...turns.matchAll(/\b(\w+) ?(?:[-+]?=(?!=)|\+\+|--)/g)].some(([, name]) => name === index))
    return null;
  const items = [...turns.matchAll(/\bconst (\w+) = ([\w$.]+)\[(\w+)\]/g)];
  const named = items.find(([, , from, at]) => from === list && at === index);
  return { list, index, item: named?.[1] ?? `${list}[${index}]` };
}

/** Rules are left out only where a look at their priority says that they are in their places. */
function passesOnlyPlaced({ text }: Script, loop: LoopNode, priority: Node): boolean {
  const isAboutPriority = (test: Node) => /\bpriority\b/.test(text.slice(...test.range));
  for (let current = priority.parent; current !== undefined && current !== loop; current = current.parent) {
    if (current.type === 'IfStatement' && !isAboutPriority(current.test)) return false;
    if (/^(?:Switch|Conditional|Logical)/.test(current.type)) return false;
  }
  const statements = loop.body.type === 'BlockStatement' ? loop.body.body : [];
  return statements.every(
    (one) =>
      !/\b(?:continue|break|return)\b/.test(text.slice(...one.range)) ||
      (one.type === 'IfStatement' && isAboutPriority(one.test)),
  );
}

/** A priority that is no other than the one the rule has, or that counts places. */
export function saysPlace(script: Script, priority: Node, id: string, rule: string): boolean {
  const written = script.text.slice(...priority.range);
  return written === id.replace(/\.id$/, '.priority') || rule.includes(`position: { index: ${written} }`);
}
