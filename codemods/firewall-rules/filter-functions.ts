/**
 * A function that makes a filter, and one that makes a rule with it: the second takes the expression, and the first
 * goes. What is handed from one to the other is only looked at where every call of both is in sight.
 */
import { isPure, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  encloses,
  type FunctionNode,
  type Identifier,
  Module,
  type Node,
  namesIn,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { functionAround } from '../direct/answer-places.js';
import { isCallOf } from '../places/calls-of-function.js';
import {
  functionNamed,
  type NodeInFile,
  namedFunctionAround,
  withoutFunction,
} from '../places/named-functions.js';
import { propertyNamed, usesOf } from '../places/trees.js';
import {
  emptiesBlock,
  type Folded,
  isLogged,
  isOfFilters,
  isPausedAlike,
  leaves,
  onlyFilter,
  statementOf,
  withComment,
} from './fold.js';
import {
  calledName,
  filterObject,
  grown,
  isInRule,
  isNamedExpression,
  isSentAsRule,
  type Taker,
  takenBy,
  textOf,
} from './rule-functions.js';

interface HandedFilter {
  readonly edits: readonly FileEdit[];
  /** What stands where rules name the filter, by the place. */
  readonly rules: ReadonlyMap<string, string>;
}

/** What becomes of a call that makes a filter, and gives it back to a caller that hands it to a rule. */
export function handedFilter(
  file: string,
  script: Script,
  call: Call,
  around: Surroundings,
): HandedFilter | null {
  const filter = onlyFilter(script, call);
  const maker = filter === null ? null : namedFunctionAround(file, script, call, around);
  if (filter === null || maker === null || isLibrary(file, around)) return null;
  if (!isPausedAlike(script, filter, filter)) return null;
  if (!maker.calls.every((one) => isCallOf(maker, one))) return null;
  const own = maker.declared.node;
  const index = parameterIndex(script, own, propertyNamed(filter, 'expression')?.value);
  if (index === null || !onlySends(maker.declared.script, own, call)) return null;
  const isDescribed = propertyNamed(filter, 'description') !== null;
  const gone = withoutFunction(maker);
  const handed = maker.calls.map((one) => handedBy(one, index));
  if (gone === null || maker.calls.length === 0 || handed.includes(null)) return null;
  const rules = new Map<string, string>();
  const edits: FileEdit[] = [...gone];
  const takers = new Map<string, Taker>();
  const given = new Set<string>();
  for (const { file: path, script: there, edits: own, places } of handed.flatMap((one) => one ?? [])) {
    edits.push(...own);
    for (const { node, text } of places) {
      const at = { file: path, script: there, node };
      if (isInRule(node, isDescribed)) {
        const object = filterObject(node);
        if (isSentAsRule(there, node)) rules.set(keyOf(at), text);
        else if (object === null) return null;
        else {
          const [start, end] = object.range;
          const own = text === 'expression' ? text : `expression: ${text}`;
          edits.push({ start, end, text: `{ ${own} }`, file: path });
          rules.set(keyOf(at), text);
        }
        continue;
      }
      const taker = takenBy(node, isDescribed, around);
      if (taker === null) return null;
      takers.set(keyOf(taker.place), taker);
      given.add(keyOf(at));
      edits.push(...handedOn(there, node, text).map((edit) => ({ ...edit, file: path })));
      rules.set(keyOf(taker.place), 'expression');
    }
  }
  for (const { taker, index: place, edits: own } of takers.values()) {
    const isGiven = ({ node, ...at }: NodeInFile<Call>) => {
      const argument = node.arguments[place];
      return argument !== undefined && given.has(keyOf({ ...at, node: argument }));
    };
    if (!taker.calls.every(isGiven)) return null;
    edits.push(...own);
  }
  return rules.size === 0 ? null : { edits, rules };
}

/** A function that only deletes a filter goes with the statements that call it: the filter goes with its rule. */
export function deletingFunctionGone(
  file: string,
  script: Script,
  call: Call,
  around: Surroundings,
): readonly FileEdit[] | null {
  const deleting = namedFunctionAround(file, script, call, around);
  if (deleting === null || isLibrary(file, around)) return null;
  const { declared, calls } = deleting;
  if (!onlySends(declared.script, declared.node, call)) return null;
  if (!calls.every((one) => isCallOf(deleting, one))) return null;
  const statements = calls.map(({ node }) => {
    const statement = grown(node).parent;
    const isIdle = statement?.type === 'ExpressionStatement' && node.arguments.every((one) => isPure(one));
    return isIdle ? statement : null;
  });
  if (statements.length === 0 || statements.includes(null)) return null;
  if (emptiesBlock(statements.flatMap((one) => one ?? []))) return null;
  const gone = calls.map(({ file: path, script: there }, index) => {
    const statement = statements[index] ?? null;
    const edit = statement === null ? null : withComment(there, statement);
    return edit === null ? null : { ...edit, file: path };
  });
  const own = withoutFunction(deleting);
  if (own === null || gone.includes(null)) return null;
  return [...own, ...gone.flatMap((edit) => edit ?? [])];
}

/** The expression that stands where a rule names a filter that a function of the program made. */
export function handedAt(file: string, script: Script, place: Node, around: Surroundings): Folded | null {
  if (!(script instanceof Module)) return null;
  const name = rootOf(place);
  const call = name === null ? null : madeBy({ file, script, node: name }, around);
  const maker = call === null ? null : functionNamed(calledName(call.node) ?? '', around);
  if (maker === null) return null;
  const { declared } = maker;
  for (const inner of declared.script.callsWithin(declared.node)) {
    if (inner.type !== 'CallExpression' || !isOfFilters(declared.script, inner)) continue;
    const handed = handedFilter(declared.file, declared.script, inner, around);
    const expression = handed?.rules.get(keyOf({ file, script, node: place }));
    if (expression !== undefined) return { expression, description: null };
  }
  return null;
}

/** The call that gave what a name holds: in the same function, or in a caller of it. */
function madeBy(
  { file, script, node }: NodeInFile<Identifier>,
  around: Surroundings,
): NodeInFile<Call> | null {
  const declared = script.resolve(node)?.declarations[0];
  const declarator = declared === undefined ? null : declaratorOf(declared);
  if (declarator?.type === 'VariableDeclarator' && declarator.init) {
    const call = calledIn(declarator.init);
    return call === null ? null : { file, script, node: call };
  }
  const own = declared === undefined ? null : functionAround(declared);
  const index = own === null || declared === undefined ? -1 : own.params.indexOf(declared as never);
  const taker = index < 0 ? null : namedFunctionAround(file, script, node, around);
  const [first] = taker?.calls ?? [];
  const argument = first?.node.arguments[index];
  if (first === undefined || argument === undefined) return null;
  const direct = calledIn(argument);
  if (direct !== null) return { ...first, node: direct };
  const root = rootOf(argument);
  const held = root === null ? null : first.script.resolve(root)?.declarations[0];
  const holder = held ? declaratorOf(held) : null;
  const call = holder?.type === 'VariableDeclarator' && holder.init ? calledIn(holder.init) : null;
  return call === null ? null : { ...first, node: call };
}

function declaratorOf(name: Node): Node | null {
  let current: Node | undefined = name;
  while (current !== undefined && /^(?:Identifier|Property|(?:Array|Object)Pattern)$/.test(current.type))
    current = current.parent;
  return current ?? null;
}

/** `create(…)` of `(await create(…)).id`. */
function calledIn(node: Node): Call | null {
  const inner = unwrap(node);
  if (inner.type === 'CallExpression') return inner;
  if (inner.type === 'AwaitExpression' && inner.argument) return calledIn(inner.argument);
  return inner.type === 'MemberExpression' ? calledIn(inner.object) : null;
}

/** `filter` of `filter.id` and `filters[0].id`. */
function rootOf(node: Node): Identifier | null {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return inner;
  return inner.type === 'MemberExpression' ? rootOf(inner.object) : null;
}

function keyOf({ file, node }: NodeInFile): string {
  return `${file} ${node.range[0]} ${node.range[1]}`;
}

/** Methods of a published package stay for its callers. */
function isLibrary(file: string, around: Surroundings): boolean {
  const folders = file.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const manifest = around.file([...folders.slice(0, depth), 'package.json'].join('/'))?.text;
    if (manifest !== undefined)
      return (
        /"(?:exports|module|types|typings|publishConfig|files)"\s*:/.test(manifest) &&
        !/"private"\s*:\s*true/.test(manifest)
      );
  }
  return false;
}

/** The place of a plain parameter. */
function parameterIndex(script: Script, { params }: FunctionNode, value: Node | undefined): number | null {
  if (value?.type !== 'Identifier' || !(script instanceof Module)) return null;
  const declared = script.resolve(value)?.declarations;
  const index = params.findIndex(({ range }) => range[0] === declared?.[0]?.range[0]);
  return index < 0 || declared?.length !== 1 ? null : index;
}

const HARMLESS = /^(?:json|text|stringify|parse|toString|map|join|find|at)$/;

/** The function does nothing but send, look at the answer, and say what happened. */
function onlySends(script: Module, own: FunctionNode, call: Call): boolean {
  if (script.memberWrites.some((one) => encloses(own, one)) || isOnlySometimes(call, own)) return false;
  return script.callsWithin(own).every((one) => {
    if (encloses(call, one) || encloses(one, call)) return true;
    if (isLogged(one) || isThrown(one, own)) return true;
    const name = one.type === 'CallExpression' ? calledName(one) : null;
    return name !== null && HARMLESS.test(name);
  });
}

/** Something is decided before the request, or it is sent again and again. */
function isOnlySometimes(call: Call, own: FunctionNode): boolean {
  for (let current: Node | undefined = call.parent; current && current !== own; current = current.parent)
    if (/^(?:If|For|ForOf|ForIn|While|DoWhile|Switch)Statement$/.test(current.type)) return true;
  const body = own.body?.type === 'BlockStatement' ? own.body.body : [];
  return body.some((one) => one.range[1] < call.range[0] && one.type !== 'VariableDeclaration');
}

function isThrown(node: Node, own: Node): boolean {
  let current: Node | undefined = node;
  while (current !== undefined && current !== own && current.type !== 'ThrowStatement')
    current = current.parent;
  return current?.type === 'ThrowStatement';
}

interface Handed extends Omit<NodeInFile, 'node'> {
  readonly edits: readonly FileEdit[];
  /** Where the filter is handed on, and what stands there instead. */
  readonly places: readonly { readonly node: Node; readonly text: string }[];
}

/** An expression that is written there keeps its place, since others may edit it. */
function handedOn(script: Module, node: Node, text: string): readonly Edit[] {
  const [start, end] = node.range;
  const at = textOf(script, node).indexOf(text);
  const isWithin = calledIn(node) !== null && at >= 0;
  if (!isWithin) return [{ start, end, text }];
  return [
    { start, end: start + at, text: '' },
    { start: start + at + text.length, end, text: '' },
  ];
}

/** What a caller does with the filter: it is handed on, and looked at or logged before. */
function handedBy({ file, script, node }: NodeInFile<Call>, index: number): Handed | null {
  const expression = node.arguments[index];
  if (expression === undefined || node.arguments.some(({ type }) => type === 'SpreadElement')) return null;
  if (!node.arguments.every((one) => one === expression || isPure(one))) return null;
  const whole = grown(node);
  const { parent } = whole;
  const written = script.text.slice(...expression.range);
  if (parent?.type === 'CallExpression' && parent.callee !== whole)
    return { file, script, edits: [], places: [{ node: whole, text: written }] };
  const statement = parent?.parent;
  if (parent?.type !== 'VariableDeclarator' || parent.init !== whole) return null;
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return null;
  const isInPlace = expression.type === 'Identifier' && isSettled(script, expression);
  if (!isInPlace && isNamedExpression(script, functionAround(node))) return null;
  const text = isInPlace ? written : 'expression';
  const places: { node: Node; text: string }[] = [];
  const gone: Node[] = isInPlace ? [statement] : [];
  for (const name of namesIn(parent.id)) {
    for (const use of usesOf(script, name) ?? [null]) {
      const held = use === null ? null : grown(use);
      const looks = use === null ? null : onlyLooks(use);
      if (held === null) return null;
      if (looks !== null) gone.push(looks);
      else places.push({ node: held, text });
    }
  }
  const statements = [...new Set(gone)];
  const removed = statements.map((one) => withComment(script, one));
  if (places.length === 0 || removed.includes(null) || emptiesBlock(statements)) return null;
  const kept = isInPlace
    ? []
    : [
        { start: parent.id.range[0], end: expression.range[0], text: 'expression = ' },
        { start: expression.range[1], end: whole.range[1], text: '' },
      ];
  const edits = [...kept, ...removed.flatMap((edit) => edit ?? [])];
  return { file, script, edits: edits.map((edit) => ({ ...edit, file })), places };
}

/** A statement that logs a name, or leaves where there is nothing under it. */
function onlyLooks(use: Node): Node | null {
  const statement = statementOf(use);
  if (statement === null) return null;
  if (isLogged(use)) return statement;
  if (statement.type !== 'IfStatement' || statement.alternate || !leaves(statement.consequent)) return null;
  return encloses(statement.test, use) ? statement : null;
}

/** It holds the same wherever it is read. */
function isSettled(script: Module, name: Identifier): boolean {
  const binding = script.resolve(name);
  const [declared] = binding?.declarations ?? [];
  if (binding === null || declared === undefined || binding.declarations.length !== 1) return false;
  const statement = declared.parent?.parent;
  if (statement?.type === 'VariableDeclaration') return statement.kind === 'const';
  return !script
    .references(binding)
    .some(({ parent }) => /^(?:Assignment|Update)Expression$/.test(parent?.type ?? ''));
}
