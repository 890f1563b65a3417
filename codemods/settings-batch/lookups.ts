/** Which settings a program takes out of a list of all of them: where it names each, the others are not needed. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import {
  type Identifier,
  isFunction,
  keyName,
  type Node,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { flowOf, ITEM } from '../direct/answer-flow.js';
import { usesOf } from '../places/trees.js';

export interface Lookup {
  readonly ids: readonly string[];
  /** Takes `.find(…)` out, where that is all there is. */
  readonly search: Edit | null;
}

/** What every use of a list looks up, or those it is given to; null where more is done with it. */
export function lookupsIn(
  script: Script,
  uses: readonly Node[] | null,
  elsewhere: (use: Node) => readonly Lookup[] | null = () => null,
): readonly Lookup[] | null {
  const lookups = uses?.map((use) => {
    const own = lookupIn(script, use);
    return own === null ? elsewhere(use) : [own];
  });
  return lookups?.every((one) => one !== null) === true ? lookups.flat() : null;
}

const TOLD: ReadonlySet<string> = new Set(['ok', 'status', 'statusText', 'success', 'errors', 'messages']);
const OPENED: ReadonlySet<string> = new Set(['json()', 'data', 'body', 'result']);

/**
 * The only setting that is looked for in what a call gives, wherever that is parsed and opened, with the edits that
 * leave the searches out; null where more of the list is read.
 */
export function onlySearch(
  script: Script,
  call: Node,
): { readonly id: string; readonly edits: readonly Edit[] } | null {
  const isTold = (steps: readonly string[]) => TOLD.has(steps.at(-1) ?? '');
  const flow = flowOf(script, call, (steps) => steps.includes(ITEM) || isTold(steps));
  if (flow === null || flow.escapes.length > 0 || flow.items.length === 0) return null;
  const isOpened = (steps: readonly string[]) =>
    isTold(steps) || steps.includes(ITEM) || steps.every((step) => OPENED.has(step));
  if (!flow.visits.every(({ steps }) => isOpened(steps))) return null;
  const searches = flow.items.map(({ node }) => {
    const list =
      node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee : null;
    return list === null ? null : lookupIn(script, list.object);
  });
  const types = flow.types.map(({ node }) => withoutList(script, node));
  const edits = [...searches.map((one) => one?.search ?? null), ...types];
  const [id, ...others] = new Set(searches.flatMap((one) => one?.ids ?? []));
  if (id === undefined || others.length > 0 || !edits.every((edit) => edit !== null)) return null;
  return { id, edits };
}

/** `{ result: Setting[] }` is one of them now. */
function withoutList({ text }: Script, type: Node): Edit | null {
  const [start, end] = type.range;
  const [list, ...others] = text.slice(start, end).matchAll(/\w\[\]/g);
  if (list === undefined || others.length > 0) return null;
  return { start: start + list.index + 1, end: start + list.index + 3, text: '' };
}

/** Whether one of them looks for a setting, or for some, by a name that only the run knows. */
export function isAskedByVariable(uses: readonly Node[]): boolean {
  return uses.some(({ parent, range }) => {
    const call = parent?.parent;
    if (parent?.type !== 'MemberExpression' || parent.object.range !== range) return false;
    const [callback] = call?.type === 'CallExpression' && call.callee === parent ? call.arguments : [];
    if (callback?.type !== 'ArrowFunctionExpression' || callback.body === null) return false;
    const body = unwrap(callback.body);
    const [one] = callback.params;
    if (body.type === 'BinaryExpression')
      return comparedId(body, one) !== null && typeof comparedId(body, one) !== 'string';
    const isListed = body.type === 'CallExpression' && body.arguments.some((id) => isIdOf(id, one));
    return isListed && listedIn(body, one) === null;
  });
}

function lookupIn(script: Script, use: Node): Lookup | null {
  const { parent } = use;
  if (parent?.type === 'ForOfStatement' && parent.right === use) return inLoop(parent.left, parent.body);
  const call = parent?.parent;
  if (parent?.type !== 'MemberExpression' || parent.object !== use || call?.type !== 'CallExpression')
    return null;
  const [callback, start] = call.arguments;
  if (call.callee !== parent || callback?.type !== 'ArrowFunctionExpression') return null;
  const one = callback.params[0];
  switch (keyName(parent.property, parent.computed)) {
    case 'find': {
      const id = comparedId(callback.body, one);
      if (id === null) return null;
      if (typeof id !== 'string') return throughFunction(script, id, call);
      const offset = parent.property.range[0] - (parent.optional === true ? 2 : 1);
      return { ids: [id], search: { start: offset, end: call.range[1], text: '' } };
    }
    case 'filter':
      return listedIn(callback.body, one);
    case 'forEach':
      return callback.body === null || one === undefined ? null : inLoop(one, callback.body);
    case 'map':
      return isPair(callback.body, one) ? fromPairs(script, call) : null;
    case 'reduce':
      return isEmptyObject(start) && addsByName(callback.body, callback.params) ? byName(script, call) : null;
    default:
      return null;
  }
}

/** The other side of `one.id === …`: a text, or a name. */
function comparedId(body: Node | null, one: Node | undefined): string | Identifier | null {
  const compared = body === null ? null : unwrap(body);
  if (compared?.type !== 'BinaryExpression' || !/^={2,3}$/.test(compared.operator)) return null;
  const { left, right } = compared;
  const other = isIdOf(left, one) ? right : isIdOf(right, one) ? left : null;
  if (other?.type === 'Identifier') return other;
  return other?.type === 'Literal' && typeof other.value === 'string' ? other.value : null;
}

/** `one.id`, or `id` of `{ id }`. */
function isIdOf(node: Node, one: Node | undefined): boolean {
  return isPartOf(node, one, 'id');
}

function isPartOf(node: Node, one: Node | undefined, name: string): boolean {
  if (node.type === 'MemberExpression')
    return (
      keyName(node.property, node.computed) === name &&
      node.object.type === 'Identifier' &&
      one?.type === 'Identifier' &&
      node.object.name === one.name
    );
  return (
    node.type === 'Identifier' &&
    one?.type === 'ObjectPattern' &&
    one.properties.some(
      (property) =>
        property.type === 'Property' &&
        keyName(property.key, property.computed) === name &&
        property.value.type === 'Identifier' &&
        property.value.name === node.name,
    )
  );
}

/** `const get = (id) => list.find((one) => one.id === id)?.value`, which is called with texts. */
function throughFunction(script: Script, id: Identifier, call: Node): Lookup | null {
  let own: Node | undefined = call.parent;
  while (own !== undefined && !isFunction(own)) own = own.parent;
  const [parameter, ...others] = own?.params ?? [];
  if (own === undefined || parameter?.type !== 'Identifier' || others.length > 0) return null;
  if (parameter.name !== id.name || usesOf(script, parameter)?.length !== 1) return null;
  const name =
    own.type === 'FunctionDeclaration'
      ? own.id
      : own.parent?.type === 'VariableDeclarator'
        ? own.parent.id
        : null;
  const isOffered = /^export\b/.test(script.text.slice((own.parent?.parent ?? own).range[0]));
  const uses = name?.type === 'Identifier' && !isOffered ? usesOf(script, name) : null;
  const ids = uses?.map((use) => {
    const [argument] =
      use.parent?.type === 'CallExpression' && use.parent.callee === use ? use.parent.arguments : [];
    return argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : null;
  });
  return whole(ids);
}

function whole(ids: readonly (string | null)[] | null | undefined): Lookup | null {
  const known = ids?.flatMap((id) => id ?? []) ?? [];
  return known.length === 0 || known.length !== ids?.length ? null : { ids: known, search: null };
}

/** `['ssl', 'http3'].includes(one.id)` */
function listedIn(body: Node | null, one: Node | undefined): Lookup | null {
  const call = body === null ? null : unwrap(body);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const list = call.callee.object;
  const [id] = call.arguments;
  if (keyName(call.callee.property, call.callee.computed) !== 'includes') return null;
  if (list.type !== 'ArrayExpression' || id === undefined || !isIdOf(id, one)) return null;
  return whole(
    list.elements.map((element) =>
      element?.type === 'Literal' && typeof element.value === 'string' ? element.value : null,
    ),
  );
}

/** A body that does nothing but look at the id of each. */
function inLoop(left: Node, body: Node): Lookup | null {
  const one = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
  const statements = body.type === 'BlockStatement' ? body.body : [body];
  const ids = statements.flatMap((statement) => testedIn(statement, one));
  return whole(ids);
}

/** Null among them where something is done with every setting. */
function testedIn(statement: Node, one: Node | undefined): readonly (string | null)[] {
  if (statement.type === 'IfStatement') {
    const id = comparedId(statement.test, one);
    const others = statement.alternate ? testedIn(statement.alternate, one) : [];
    return [typeof id === 'string' ? id : null, ...others];
  }
  if (statement.type !== 'SwitchStatement' || !isIdOf(statement.discriminant, one)) return [null];
  return statement.cases.map(({ test }) =>
    test?.type === 'Literal' && typeof test.value === 'string' ? test.value : null,
  );
}

/** `[one.id, one.value]` */
function isPair(body: Node | null, one: Node | undefined): boolean {
  const pair = body === null ? null : unwrap(body);
  const [id, value, ...others] = pair?.type === 'ArrayExpression' ? pair.elements : [];
  if (!id || !value || others.length > 0) return false;
  const isWhole = value.type === 'Identifier' && one?.type === 'Identifier' && value.name === one.name;
  return isIdOf(id, one) && (isWhole || isPartOf(value, one, 'value'));
}

/** `Object.fromEntries(…)`, `new Map(…)` */
function fromPairs(script: Script, pairs: Node): Lookup | null {
  const made = pairs.parent;
  if (made?.type === 'NewExpression' && made.callee.type === 'Identifier' && made.callee.name === 'Map')
    return byName(script, made, true);
  const isObject =
    made?.type === 'CallExpression' &&
    script.text.slice(...made.callee.range) === 'Object.fromEntries' &&
    made.arguments.length === 1;
  return isObject ? byName(script, made) : null;
}

function isEmptyObject(node: Node | undefined): boolean {
  const inner = node === undefined ? null : unwrap(node);
  return inner?.type === 'ObjectExpression' && inner.properties.length === 0;
}

/** `({ ...all, [one.id]: one.value })`, or a block that sets `all[one.id]` and gives `all` back. */
function addsByName(body: Node | null, [all, one]: readonly Node[]): boolean {
  if (body === null || all?.type !== 'Identifier') return false;
  const isAll = (node: Node | null | undefined) => node?.type === 'Identifier' && node.name === all.name;
  const made = unwrap(body);
  if (made.type === 'ObjectExpression') {
    const [spread, added, ...others] = made.properties;
    return (
      spread?.type === 'SpreadElement' &&
      isAll(spread.argument) &&
      added?.type === 'Property' &&
      added.computed &&
      isIdOf(added.key, one) &&
      others.length === 0
    );
  }
  const [set, given, ...others] = made.type === 'BlockStatement' ? made.body : [];
  const target =
    set?.type === 'ExpressionStatement' && set.expression.type === 'AssignmentExpression'
      ? set.expression.left
      : null;
  return (
    target?.type === 'MemberExpression' &&
    target.computed &&
    isAll(target.object) &&
    isIdOf(target.property, one) &&
    given?.type === 'ReturnStatement' &&
    isAll(given.argument) &&
    others.length === 0
  );
}

/** What is read by name of an object, or of a map. */
function byName(script: Script, made: Node, isMap = false): Lookup | null {
  const holder = made.parent;
  if (holder?.type === 'MemberExpression') return whole([nameRead(made, isMap)]);
  if (holder?.type !== 'VariableDeclarator' || holder.init !== made) return null;
  if (holder.id.type === 'ObjectPattern' && !isMap)
    return whole(
      holder.id.properties.map((one) => (one.type === 'Property' ? keyName(one.key, one.computed) : null)),
    );
  const statement = holder.parent?.parent;
  if (holder.id.type !== 'Identifier' || statement?.type.startsWith('Export') === true) return null;
  return whole(usesOf(script, holder.id)?.map((use) => nameRead(use, isMap)));
}

/** `ssl` of `settings.ssl`, `settings['ssl']` and, of a map, `settings.get('ssl')`. */
function nameRead(use: Node, isMap: boolean): string | null {
  const member = use.parent;
  if (member?.type !== 'MemberExpression' || member.object !== use) return null;
  const name = keyName(member.property, member.computed);
  const outer = member.parent;
  if (!isMap) {
    // A method, as `hasOwnProperty`, is no setting.
    const isMethod = outer?.type === 'CallExpression' && outer.callee === member;
    if (isMethod || outer?.type === 'UpdateExpression' || (name ?? '') in Object.prototype) return null;
    const isWritten = outer?.type === 'AssignmentExpression' && outer.left === member;
    return isWritten || (outer?.type === 'UnaryExpression' && outer.operator === 'delete') ? null : name;
  }
  const [argument] = outer?.type === 'CallExpression' && outer.callee === member ? outer.arguments : [];
  const isRead = name === 'get' || name === 'has';
  return isRead && argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : null;
}
