/**
 * A call that changes a domain: a registration takes `auto_renew` alone. Where a tool lets its callers set the lock and the
 * privacy as well, what it takes is cut to what it can still do.
 */
import { removeItem, removeStatement } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import {
  type Call,
  type Identifier,
  keyName,
  Module,
  type Node,
  nameOf,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { flowOf } from '../direct/answer-flow.js';
import { constantOf } from '../direct/path-pieces.js';
import { sendingCallsOf } from '../direct/sending.js';
import { segmentsEdit } from '../places/moved-paths.js';
import { isOnlyShown } from '../places/shown.js';
import { isPlain, type ObjectNode, propertyNamed, usesOf } from '../places/trees.js';
import { editsHere, inPlace } from '../places/verdicts.js';

const LIVING = 'auto_renew';
const RENEWS: Difference = {
  name: 'renewal-only',
  what: 'the call changes the renewal alone: lock and privacy are changed in the dashboard, and the answer is that of a registration',
};

/** Null where something else is sent, or what comes back is read. */
export function renewal(site: Site, around: Surroundings): Verdict | null {
  const { script, file } = site;
  const sending = sendingCallsOf(site, around);
  const [only] = sending;
  if (!(script instanceof Module) || sending.length !== 1 || typeof only !== 'object') return null;
  const sent = bodyOf(only.call);
  if (only.method !== 'PUT' || only.pathVariable !== null || sent === null) return null;
  const flow = flowOf(script, only.call, ([step = '']) => step === 'ok');
  const isUnread = flow?.escapes.length === 0 && flow.visits.every(({ steps }) => steps[0] === 'ok');
  if (flow === null || !(isUnread || (isOnlyShown(flow, script) && flow.visits.length === 0))) return null;
  const path = segmentsEdit(site, 'registrar/domains', 'registrar/registrations');
  const method = methodEdit(file.text, only.call);
  const body = bodyEdits(script, sent, around);
  if (path === null || method === null || body === null) return null;
  return inPlace({
    level: 'review',
    reason: 'a registration is changed with PATCH, and takes auto_renew alone',
    edits: editsHere(site, [path, method, ...body]),
    differences: [RENEWS],
  });
}

/** The last argument, or what stands in it as the body. */
function bodyOf({ arguments: given }: Call): Node | null {
  const last = given.at(-1);
  if (given.length < 2 || last === undefined) return null;
  const options = last.type === 'ObjectExpression' ? propertyNamed(last, 'body') : null;
  const body = options === null ? last : options.value;
  const isText = body.type === 'CallExpression' && nameOf(body.callee) === 'JSON.stringify';
  return isText ? (body.arguments[0] ?? null) : body;
}

/** `'PUT'`, written once. */
function methodEdit(text: string, { range: [start, end] }: Node): Edit | null {
  const [found, ...others] = text.slice(start, end).matchAll(/(?<=(['"`]))PUT(?=\1)/g);
  if (found === undefined || others.length > 0) return null;
  const at = start + found.index;
  return { start: at, end: at + 3, text: 'PATCH' };
}

/** What is sent is the renewal already, or becomes it. */
function bodyEdits(script: Module, body: Node, around: Surroundings): readonly Edit[] | null {
  if (body.type === 'ObjectExpression') {
    const [property, ...others] = body.properties;
    const isRenewal =
      isPlain(body) && property !== undefined && body === ownerOf(propertyNamed(body, LIVING));
    return isRenewal && others.length === 0 ? [] : null;
  }
  const copied = body.type === 'Identifier' ? copiedInto(script, body) : null;
  if (copied === null) return null;
  const { names, source, statements } = copied;
  const gone = names.filter((name) => name !== LIVING);
  const taken = gone.length === 0 ? [] : withoutInputs(script, body, gone, around);
  const removed = statements.map((statement) => removeStatement(script, statement));
  if (taken === null || gone.length === names.length || removed.includes(null)) return null;
  const text = `{ ${LIVING}: ${source}.${LIVING} }`;
  return [
    { start: body.range[0], end: body.range[1], text },
    ...taken,
    ...removed.flatMap((edit) => edit ?? []),
  ];
}

function ownerOf(property: Node | null): Node | null {
  return property?.parent ?? null;
}

interface Copied {
  readonly names: readonly string[];
  /** What the fields are copied from. */
  readonly source: string;
  /** The declaration of the body, and the loop that fills it. */
  readonly statements: readonly Node[];
}

/** `const body = {}; ['auto_renew', 'locked'].forEach((key) => { if (args[key] !== undefined) body[key] = args[key]; });` */
function copiedInto(script: Module, body: Identifier): Copied | null {
  const constant = constantOf(script, body);
  const { init, declarator } = constant ?? {};
  if (constant === null || init?.type !== 'ObjectExpression' || init.properties.length > 0) return null;
  const [use, ...others] = (usesOf(script, constant.id) ?? []).filter((one) => one !== body);
  const target = use?.parent;
  const assignment = target?.parent;
  if (others.length > 0 || target?.type !== 'MemberExpression' || target.object !== use) return null;
  if (assignment?.type !== 'AssignmentExpression' || assignment.left !== target) return null;
  const { right } = assignment;
  const text = (node: Node) => script.text.slice(...node.range);
  if (right.type !== 'MemberExpression' || !right.computed || !target.computed) return null;
  if (text(right.property) !== text(target.property)) return null;
  const loop = loopAround(assignment, text(right));
  const [declaration] = declarator?.parent?.type === 'VariableDeclaration' ? [declarator.parent] : [];
  if (loop === null || declaration === undefined || declaration.declarations.length !== 1) return null;
  if (loop.key !== text(target.property)) return null;
  return { names: loop.names, source: text(right.object), statements: [declaration, loop.statement] };

  /** The loop over names that does nothing but copy what is there. */
  function loopAround(copying: Node, value: string) {
    let node: Node = copying;
    while (
      node.parent !== undefined &&
      /^(?:ExpressionStatement|BlockStatement|IfStatement)$/.test(node.parent.type)
    ) {
      node = node.parent;
      if (node.type === 'BlockStatement' && node.body.length !== 1) return null;
      const isLook =
        node.type !== 'IfStatement' || text(node.test).replace(/ !==? (?:undefined|null)$/, '') === value;
      if (!isLook || (node.type === 'IfStatement' && node.alternate)) return null;
    }
    return eachOf(node.parent);
  }

  function eachOf(around: Node | undefined) {
    if (around?.type === 'ForOfStatement' && around.left.type === 'VariableDeclaration')
      return eachIn(around.right, around.left.declarations[0]?.id, around);
    const call = around?.parent;
    if (around?.type !== 'ArrowFunctionExpression' || call?.type !== 'CallExpression') return null;
    const { callee, parent } = call;
    const isEach =
      callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'forEach';
    if (!isEach || parent?.type !== 'ExpressionStatement' || around.params.length !== 1) return null;
    return eachIn(callee.object, around.params[0], parent);
  }

  function eachIn(list: Node, key: Node | undefined, statement: Node) {
    if (list.type !== 'ArrayExpression' || key?.type !== 'Identifier') return null;
    const names = list.elements.map((one) => (one?.type === 'Literal' ? String(one.value) : ''));
    return names.includes('') ? null : { names, key: key.name, statement };
  }
}

/** The inputs of the tool whose name the case of the call has; null where they cannot be found. */
function withoutInputs(
  script: Module,
  at: Node,
  gone: readonly string[],
  around: Surroundings,
): readonly Edit[] | null {
  const name = caseAround(at);
  const named = new RegExp(`\\bname['"]?\\s*:\\s*(['"])${literally(name ?? '')}\\1`, 'g');
  const [found, ...others] = name === null ? [] : script.text.matchAll(named);
  if (found === undefined || others.length > 0) return null;
  const tool = around.nodesAround(script, found.index, found.index + found[0].length).findLast(isObject);
  const schema = tool === undefined ? undefined : propertyNamed(tool, 'inputSchema')?.value;
  const inputs =
    schema !== undefined && isObject(schema) ? propertyNamed(schema, 'properties')?.value : undefined;
  if (tool === undefined || inputs === undefined || !isObject(inputs) || !isPlain(inputs)) return null;
  const properties = gone.map((input) => propertyNamed(inputs, input));
  const known = properties.filter((property) => property !== null);
  const edits = known.map((property) => removeItem(script, inputs, inputs.properties, property, known));
  if (known.length !== gone.length || edits.includes(null)) return null;
  return [...edits.flatMap((edit) => edit ?? []), ...descriptionEdits(tool, gone)];
}

function isObject(node: Node): node is ObjectNode {
  return node.type === 'ObjectExpression';
}

/** `Changes a domain (auto_renew, locked)`: names in a list of what can be changed go from it. */
function descriptionEdits(tool: ObjectNode, gone: readonly string[]): readonly Edit[] {
  const said = propertyNamed(tool, 'description')?.value;
  if (said?.type !== 'Literal' || typeof said.raw !== 'string') return [];
  const text = gone.reduce(
    (rest, name) => rest.replace(new RegExp(`, ?${literally(name)}\\b`), ''),
    said.raw,
  );
  return text === said.raw ? [] : [{ start: said.range[0], end: said.range[1], text }];
}

function caseAround(node: Node): string | null {
  for (let current = node.parent; current !== undefined; current = current.parent)
    if (current.type === 'SwitchCase')
      return current.test?.type === 'Literal' && typeof current.test.value === 'string'
        ? current.test.value
        : null;
  return null;
}
