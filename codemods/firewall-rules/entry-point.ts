/**
 * A list of rules that is read with `fetch`: the same request reads the entry point of the phase, and what the
 * program does with the answer changes where it looks at it. A zone without custom rules answers with 404.
 */
import { removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { type Identifier, keyName, Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf, type Visit } from '../direct/answer-flow.js';
import { givesOf, parsedBy } from '../direct/given-back.js';
import { joined, piecesOf } from '../direct/path-pieces.js';
import { holdsPath, type SendingCall, sendingCallsOf } from '../direct/sending.js';
import { indentAt, lineEndOf } from '../places/indent.js';
import { usesOf } from '../places/trees.js';
import { requestsBut } from './answers.js';
import { isLeaf, mappedEdits, readEdits, readsPriority } from './reads.js';

const ENTRY_POINT = 'rulesets/phases/http_request_firewall_custom/entrypoint';

/** `mapped` names the function that gives a rule its old fields, for answers that go out of sight. */
export function entryPointEdits(
  site: Site,
  around: Surroundings,
  mapped: () => string,
): readonly Edit[] | null {
  const { script } = site;
  const sending = sendingCallsOf(site, around);
  const [only] = sending;
  if (script === null || typeof sending === 'string' || sending.length !== 1 || typeof only !== 'object')
    return null;
  if (only.method !== 'GET' || !answersItself(site, around, only)) return null;
  const path = pathEdit(site, script, only);
  const flow = flowOf(script, only.call, (steps) => isLeaf(steps, false, 'rules'));
  if (path === null || flow === null || !isOpened(flow)) return null;
  const isRequest = requestsBut(only.call, site, around);
  const reads = readEdits(script, flow, false, 'rules', isRequest, true);
  const read = reads ?? mappedEdits(script, flow, isRequest);
  const checks = checkEdits(script, flow);
  if (checks === null || listEdits(script, flow, () => '') === null) return null;
  if (checks.length === 0 && !isDefaultedEverywhere(script, flow)) return null;
  const lists = listEdits(script, flow, (place) =>
    mapping(script, flow, place, reads === null ? mapped : null),
  );
  const paging = (only.paging ?? []).map((statement) => removeStatement(script, statement));
  if (lists === null || read === null || paging.includes(null)) return null;
  return [path, ...lists, ...checks, ...read, ...paging.flatMap((edit) => edit ?? [])];
}

/** What comes back is the response itself, whatever its status. */
function answersItself(site: Site, around: Surroundings, { call }: SendingCall): boolean {
  const gives = parsedBy(call) === null ? givesOf(site, around, call, null) : null;
  if (typeof gives !== 'object' || gives?.gives !== 'response') return false;
  const { at } = site.finding.usages.find(({ sender }) => sender !== undefined)?.sender ?? {};
  return at?.start === call.range[0] || !gives.refuses;
}

const COLLECTION = /firewall\/rules(?:\?[\w=&-]*)?(?=[`'"]|$)/;

/** The address, without the query for pages. */
function pathEdit(site: Site, script: Script, { call, pathVariable }: SendingCall): Edit | null {
  const argument = call.arguments.find((one) => holdsPath(site, one, pathVariable));
  const node = pathVariable?.type === 'VariableDeclarator' ? pathVariable.init : argument;
  const pieces = node === undefined || node === null ? null : piecesOf(script, node);
  const last = pieces === null ? undefined : joined(pieces).at(-1);
  const own = pieces?.findLast((piece) => piece.kind === 'text' && piece.text !== '');
  if (last?.kind !== 'text' || own?.kind !== 'text' || own.start < 0) return null;
  const found = COLLECTION.exec(script.text.slice(own.start, own.end + 1));
  if (found === null) return null;
  const start = own.start + found.index;
  return { start, end: start + found[0].length, text: ENTRY_POINT };
}

/** Nothing above the list goes out of sight, or has a type. */
function isOpened({ escapes, types, visits }: AnswerFlow): boolean {
  const isBelow = ({ steps }: { readonly steps: readonly string[] }) => steps.includes('result');
  if (visits.some(({ steps }) => steps.at(-1) === 'result_info')) return false;
  return escapes.every(isBelow) && types.every(isBelow) && visits.some(isBelow);
}

/** The fields of firewall rules, for an answer that goes out of sight, and positions for priorities. */
function mapping(script: Script, flow: AnswerFlow, place: Node, mapped: (() => string) | null): string {
  const hasPositions = readsPriority(flow);
  const isMapped = mapped !== null;
  if (!isMapped && !hasPositions) return '';
  if (mapped !== null && !hasPositions && !isInOwnStatement(place)) return `.map(${mapped()})`;
  const [eol, indent] = [lineEndOf(script.text), indentAt(script.text, place.range[0])];
  const step = /\t/.test(indent) ? '\t' : '  ';
  const isTyped = script instanceof Module && /\.[cm]?tsx?$/.test(script.path);
  const type = isMapped ? '{ id: string; expression: string; enabled?: boolean }' : 'object';
  const rule = isTyped ? `(rule: ${type}` : '(rule';
  const parameters = hasPositions ? `${rule}, index${rule.includes(':') ? ': number' : ''})` : `${rule})`;
  const fields = [
    '...rule',
    ...(isMapped
      ? ['paused: rule.enabled === false', 'filter: { id: rule.id, expression: rule.expression }']
      : []),
    ...(hasPositions ? ['priority: index + 1'] : []),
  ];
  if (!isMapped) return `.map(${parameters} => ({ ${fields.join(', ')} }))`;
  const lines = fields.map((field) => `${indent}${step}${field},${eol}`).join('');
  return `.map(${parameters} => ({${eol}${lines}${indent}}))`;
}

/** It is all that a statement gives back or holds, so that some lines have room there. */
function isInOwnStatement(place: Node): boolean {
  let node = place;
  while (node.parent !== undefined && /^(?:Member|Call|Logical|Await|Chain)/.test(node.parent.type)) {
    if (node.parent.type === 'CallExpression' && node.parent.callee !== node) return false;
    node = node.parent;
  }
  if (place.type === 'Property') return true;
  return /^(?:ReturnStatement|VariableDeclarator|AssignmentExpression|Property)$/.test(
    node.parent?.type ?? '',
  );
}

/** Where the list is opened: `json.result`, `{ result }`. */
function listEdits(script: Script, flow: AnswerFlow, map: (place: Node) => string): readonly Edit[] | null {
  const edits: Edit[] = [];
  for (const { node, steps } of flow.visits) {
    if (steps.at(-1) !== 'result') continue;
    const places = node.type === 'MemberExpression' ? [node] : usesOfPattern(script, node.value);
    const [first, ...others] = places ?? [];
    const named =
      node.type === 'Property' && first !== undefined && (others.length > 0 || map(first) !== '')
        ? namedList(script, node, places ?? [], map)
        : null;
    if (named === null && others.length > 0 && map(others[0] ?? node) !== '') return null;
    if (places === null) return null;
    const made = named === null ? places.map((place) => listEdit(place, map(place))) : [named];
    if (made.includes(null)) return null;
    edits.push(...made.flatMap((edit) => edit ?? []));
  }
  return edits;
}

/** Below `const { result } = …` a name for the list, and each use by that. */
function namedList(
  script: Script,
  property: Node,
  uses: readonly Node[],
  map: (place: Node) => string,
): readonly Edit[] | null {
  let statement: Node | undefined = property;
  while (statement !== undefined && statement.type !== 'VariableDeclaration') statement = statement.parent;
  const isFree = script instanceof Module && !script.identifiers.has('rules');
  const [use] = uses;
  if (!isFree || use === undefined || statement?.type !== 'VariableDeclaration') return null;
  if (!/^(?:Program|BlockStatement)$/.test(statement.parent?.type ?? '')) return null;
  const { text } = script;
  const [, end] = statement.range;
  const name = text.slice(...use.range);
  const mapped = map(property);
  const list = mapped === '' ? `${name}?.rules ?? []` : `(${name}?.rules ?? [])${mapped}`;
  const ending = text.charAt(end - 1) === ';' ? ';' : '';
  const declared = `${lineEndOf(text)}${indentAt(text, statement.range[0])}const rules = ${list}${ending}`;
  return [
    { start: end, end, text: declared },
    ...uses.map(({ parent, range }) => {
      const isShort = parent?.type === 'Property' && parent.shorthand === true;
      const isSame = parent?.type === 'Property' && keyName(parent.key, parent.computed) === 'rules';
      const [start, stop] = isSame ? parent.range : range;
      return { start, end: stop, text: isShort ? `${name}: rules` : 'rules' };
    }),
  ];
}

/** An answer without a result was read as one without rules: other failures are not told apart now, either. */
function isDefaultedEverywhere(script: Script, { visits }: AnswerFlow): boolean {
  return visits
    .filter(({ steps }) => steps.at(-1) === 'result')
    .every(({ node }) =>
      (node.type === 'MemberExpression' ? [node] : (usesOfPattern(script, node.value) ?? [])).every(
        (place) => isDefaulted(place) || isOptional(place),
      ),
    );
}

function usesOfPattern(script: Script, value: Node): readonly Identifier[] | null {
  const uses = value.type === 'Identifier' ? usesOf(script, value) : null;
  return uses;
}

function listEdit(place: Node, map: string): readonly Edit[] | null {
  const { parent } = place;
  const [start, end] = place.range;
  if (parent?.type === 'IfStatement' || parent?.type === 'UnaryExpression') return null;
  if (isDefaulted(place)) return [{ start: end, end, text: `?.rules${map === '' ? '' : `?${map}`}` }];
  if (parent?.type === 'LogicalExpression' || parent?.type === 'ConditionalExpression') return null;
  if (!isReadOf(place) && map === '') return [{ start: end, end, text: '?.rules ?? []' }];
  const optional = isOptional(place) ? [{ start: end, end: end + 2, text: '.' }] : [];
  return [{ start, end: start, text: '(' }, { start: end, end, text: `?.rules ?? [])${map}` }, ...optional];
}

function isDefaulted(node: Node): boolean {
  const { parent } = node;
  return parent?.type === 'LogicalExpression' && parent.left === node && parent.operator !== '&&';
}

/** Something is read of it: `node.x`. */
function isReadOf(node: Node): boolean {
  const { parent } = node;
  return parent?.type === 'MemberExpression' && parent.object === node;
}

/** `node?.x` */
function isOptional(node: Node): boolean {
  const { parent } = node;
  return isReadOf(node) && parent?.type === 'MemberExpression' && parent.optional === true;
}

/** Conditions that take a zone without rules for a failure. */
function checkEdits(script: Script, flow: AnswerFlow): readonly Edit[] | null {
  const response = nameOfResponse(flow);
  const edits: Edit[] = [];
  for (const visit of flow.visits) {
    const name = visit.steps.at(-1);
    if (visit.steps.includes('result') || (name !== 'ok' && name !== 'success' && name !== 'status'))
      continue;
    const places =
      visit.node.type === 'MemberExpression' ? [visit.node] : usesOfPattern(script, visit.node.value);
    if (places === null) return null;
    for (const place of places) {
      const condition = name === 'status' ? comparison(place) : place;
      if (condition === null) continue;
      const lacks = response === null ? lackingByCode(visit, script) : [`${response}.status`, '404'];
      if (lacks === null) return null;
      edits.push(...extended(condition, lacks));
    }
  }
  const [first] = edits;
  return first === undefined ? [] : [...comment(script, first.start), ...edits];
}

function nameOfResponse({ visits }: AnswerFlow): string | null {
  for (const { node, steps } of visits) {
    if (steps.length === 1 && node.type === 'MemberExpression' && node.object.type === 'Identifier')
      return node.object.name;
  }
  return null;
}

/** Without the response, the answer tells by the code of its error. */
function lackingByCode({ node }: Visit, script: Script): readonly [string, string] | null {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null;
  return [`${script.text.slice(...node.object.range)}.errors?.[0]?.code`, '10003'];
}

/** `response.status !== 200`, `response.status >= 400`; null where something else is asked. */
function comparison(status: Node): Node | null {
  const { parent } = status;
  if (parent?.type !== 'BinaryExpression' || parent.left !== status) return null;
  const to = parent.right.type === 'Literal' ? parent.right.value : null;
  const isAsked =
    (/^[!=]==?$/.test(parent.operator) && to === 200) ||
    ((parent.operator === '>=' || parent.operator === '<') && (to === 400 || to === 300)) ||
    ((parent.operator === '>' || parent.operator === '<=') && (to === 399 || to === 299));
  return isAsked ? parent : null;
}

function extended(condition: Node, [what, value]: readonly string[]): readonly Edit[] {
  const { parent } = condition;
  if (parent?.type === 'Property' && parent.shorthand === true && condition.type === 'Identifier') {
    const { name, range } = condition;
    return [{ start: range[0], end: range[1], text: `${name}: ${name} || ${what} === ${value}` }];
  }
  const isNegated = parent?.type === 'UnaryExpression' && parent.operator === '!';
  const whole = isNegated ? parent : condition;
  const isFailure =
    isNegated || (condition.type === 'BinaryExpression' && /^(?:!==?|>=|>)$/.test(condition.operator));
  const text = isFailure ? ` && ${what} !== ${value}` : ` || ${what} === ${value}`;
  const around = whole.parent;
  const isAlone =
    around?.type === 'IfStatement' ||
    (around?.type === 'ConditionalExpression' && around.test === whole) ||
    (isFailure && around?.type === 'LogicalExpression' && around.operator !== '??');
  const [start, end] = whole.range;
  if (isAlone) return [{ start: end, end, text }];
  return [
    { start, end: start, text: '(' },
    { start: end, end, text: `${text})` },
  ];
}

/** Above the statement in which the first condition stands. */
function comment({ text }: Script, at: number): readonly Edit[] {
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  if (!/^\s*(?:if|return|const|let)\b/.test(text.slice(lineStart, at + 1))) return [];
  const start = lineStart + indentAt(text, at).length;
  const written = `// 404: a zone without custom rules has no ruleset for them${lineEndOf(text)}${indentAt(text, at)}`;
  return [{ start, end: start, text: written }];
}
