import type { Binding } from '../../syntax/bindings.js';
import type { Node } from '../../syntax/estree.js';
import { encloses, keyName } from '../../syntax/nodes.js';
import { freeNames } from '../domain/free-names.js';
import { lazyMember } from '../domain/lazy.js';
import {
  type At,
  asText,
  choose,
  concat,
  known,
  type Member,
  memberNamed,
  type ObjectTerm,
  type Term,
} from '../domain/term.js';
import { withUrlPart } from '../domain/urls.js';
import type { Engine } from '../engine.js';
import { keyRange } from '../kernel/keys.js';
import { truthOf } from '../names/conditions.js';
import { changesSeen, isChanged, isChangedHere, type Mutation } from '../names/writes.js';
import { isRun, runsOf } from './contexts.js';

/** What a variable holds once the changes made to it before a use are counted in. */
export function applyMutations(engine: Engine, term: Term, binding: Binding, use: Node, at: At): Term {
  if (use.parent?.type === 'AssignmentExpression' && use.parent.left === use) return term;
  if (!isChanged(at.module, binding)) return term;
  // Nobody asks what is in a list that something is added to.
  if (term.kind === 'array' && isChangedHere(at.module, binding, use)) return term;
  const changes = changesSeen(at.module, binding, use);
  if (changes === null) return opened(term);
  if (changes.length === 0 && term.kind !== 'unknown') return term;
  let changed = asChangeable(engine, term, use, at);
  if (changed === null) return term;
  const asked = changed.kind === 'object' ? memberAsked(use) : null;
  /** A list that only this function holds: it is not copied for each item. */
  let list: Term[] | null = null;
  for (const { mutation, isSure } of changes) {
    if (asked !== null && isOfAnotherMember(mutation, asked)) continue;
    const place = placeOfChange(mutation, at);
    const happens = isSure || happensBefore(engine, mutation.node, use, place);
    if (happens === false) continue;
    if (changed.kind === 'array' && isPush(mutation)) {
      const added = addedBy(engine, mutation.node.arguments, place);
      list ??= [...changed.items];
      for (const item of added.items) list.push(item);
      changed = { ...changed, items: list, open: changed.open || added.open };
      continue;
    }
    changed = mutate(engine, changed, mutation, happens === true, place);
    list = null;
  }
  return changed;
}

/** Whether a change under conditions is made before a use of the same function; null where that is not known. */
function happensBefore(engine: Engine, change: Node, use: Node, at: At): boolean | null {
  let answer: boolean | null = true;
  let child = change;
  for (let { parent } = change; parent !== undefined && !encloses(parent, use); parent = child.parent) {
    if (parent.type === 'IfStatement') {
      const truth = truthOf(engine, parent.test, at);
      if (truth === (child === parent.alternate)) return false;
      if (truth === null) answer = null;
    } else if (parent.type !== 'BlockStatement' && parent.type !== 'ExpressionStatement') answer = null;
    child = parent;
  }
  return answer;
}

/** `x.push(…)` for the list itself. */
function isPush(mutation: Mutation): mutation is Mutation & { kind: 'call' } {
  return (
    mutation.kind === 'call' &&
    mutation.method === 'push' &&
    mutation.callee.type === 'MemberExpression' &&
    mutation.callee.object.type === 'Identifier'
  );
}

/** What a call adds to a list. */
function addedBy(
  engine: Engine,
  args: readonly Node[],
  at: At,
): { readonly items: readonly Term[]; readonly open: boolean } {
  const items: Term[] = [];
  let open = false;
  for (const argument of args) {
    const value = engine.evaluate(argument, at);
    if (argument.type !== 'SpreadElement') items.push(value);
    else if (value.kind === 'array') for (const one of value.items) items.push(one);
    else open = true;
  }
  return { items, open };
}

/** More may be in it than is known. */
function opened(term: Term): Term {
  return term.kind === 'object' || term.kind === 'array' ? { ...term, open: true } : term;
}

/** A change in a function around the use is part of its activation; of any other function no activation is meant. */
function placeOfChange(mutation: Mutation, at: At): At {
  let { env } = at;
  while (env !== null && !encloses(env.frame, mutation.node)) env = env.outer;
  return env === at.env ? at : { module: at.module, env };
}

/** The one member that a use reads of a variable; null if it may be any. */
function memberAsked(use: Node): string | null {
  const parent = use.parent;
  return parent?.type === 'MemberExpression' && parent.object === use
    ? keyName(parent.property, parent.computed)
    : null;
}

/** Whether a change is made to another member than the one that is asked for. */
function isOfAnotherMember(mutation: Mutation, asked: string): boolean {
  let node: Node | null =
    mutation.kind === 'member'
      ? mutation.left
      : mutation.callee.type === 'MemberExpression'
        ? mutation.callee.object
        : null;
  let first: string | null = null;
  while (node?.type === 'MemberExpression') {
    first = keyName(node.property, node.computed);
    node = node.object;
  }
  return first !== null && first !== asked;
}

/**
 * What changes can be counted into. Of something that comes from elsewhere, and that no caller here tells more of,
 * what is written into it is all that is known.
 */
function asChangeable(engine: Engine, term: Term, use: Node, at: At): Term | null {
  switch (term.kind) {
    case 'object':
    case 'array':
    case 'url':
    case 'external':
      return term;
    case 'unknown': {
      const isWhole = use.parent?.type !== 'MemberExpression' || use.parent.object !== use;
      if (!isWhole || (term.free !== undefined && isRun(engine, term.free, at))) return null;
      return { kind: 'object', members: [], open: true, origin: term.origin };
    }
    default:
      return null;
  }
}

function mutate(engine: Engine, term: Term, mutation: Mutation, sure: boolean, at: At): Term {
  if (mutation.kind === 'member') {
    if (mutation.node.operator !== '=' && mutation.node.operator !== '+=') return term;
    const path = pathOf(engine, mutation.left, at);
    if (path === null && term.kind === 'object') {
      const filled = filledInLoop(engine, term, mutation, at);
      if (filled !== null) return filled;
    }
    if (path === null) return term.kind === 'object' ? { ...term, open: true } : term;
    const adds = mutation.node.operator === '+=';
    return setAt(
      engine,
      term,
      path,
      (before) => {
        const right = engine.evaluate(mutation.node.right, at);
        return adds && before !== null ? concat([before, right], null) : right;
      },
      sure,
      mutation.node,
      at,
    );
  }
  const args = mutation.node.arguments;
  if (mutation.method === 'assign') {
    let result = term;
    for (const argument of args.slice(1)) {
      const source = engine.evaluate(argument, at);
      if (result.kind !== 'object') break;
      result =
        source.kind === 'object'
          ? { ...result, members: [...result.members, ...source.members], open: result.open || source.open }
          : { ...result, open: true };
    }
    return result;
  }
  const callee = mutation.callee;
  if (callee.type !== 'MemberExpression') return term;
  const path = callee.object.type === 'Identifier' ? [] : pathOf(engine, callee.object, at);
  if (path === null) return term;
  const [last] = path.slice(-1);
  if (term.kind === 'url' && last?.key === 'searchParams') {
    const name = args[0] === undefined ? null : engine.evaluate(args[0], at);
    const value = args[1] === undefined ? null : engine.evaluate(args[1], at);
    return name === null || value === null ? term : withUrlPart(term, 'query', [name, value]);
  }
  if (path.length > 0) {
    return changeAt(
      term,
      path.map((step) => step.key),
      (inner) => applyCall(engine, inner, mutation, args, at),
    );
  }
  return applyCall(engine, term, mutation, args, at);
}

/** `for (const key of KEYS) x[key] = …`: a member for every run of the loop. */
function filledInLoop(
  engine: Engine,
  term: ObjectTerm,
  mutation: Mutation & { kind: 'member' },
  at: At,
): Term | null {
  const { property, computed, object } = mutation.left;
  if (!computed || object.type !== 'Identifier') return null;
  const [free] = freeNames(engine.evaluate(property, at));
  const runs = free === undefined ? null : runsOf(engine, free, at);
  if (runs === null) return null;
  const members: Member[] = [];
  for (const run of runs) {
    const place: At = { module: at.module, env: run.env };
    const key = engine.evaluate(property, place);
    const name = known(key);
    if (name === null) return null;
    const origin = key.kind === 'text' && key.pieces[0]?.kind === 'text' ? key.pieces[0].origin : null;
    members.push(
      lazyMember(name, origin, engine.origin(mutation.node, at.module), () =>
        engine.evaluate(mutation.node.right, place),
      ),
    );
  }
  return { ...term, members: [...term.members, ...members] };
}

function applyCall(
  engine: Engine,
  term: Term,
  mutation: Mutation & { kind: 'call' },
  args: readonly Node[],
  at: At,
): Term {
  const [first, second] = args;
  if (term.kind === 'array' && (mutation.method === 'push' || mutation.method === 'unshift')) {
    const added = addedBy(engine, args, at);
    const items =
      mutation.method === 'push' ? [...term.items, ...added.items] : [...added.items, ...term.items];
    return { ...term, items, open: term.open || added.open };
  }
  if (term.kind !== 'object' || first === undefined) return term;
  if (term.as === 'set') {
    const value = engine.evaluate(first, at);
    return { ...term, members: [...term.members, lazyMember(known(value) ?? '', null, null, () => value)] };
  }
  if (second === undefined) return term;
  const key = known(engine.evaluate(first, at));
  if (key === null) return { ...term, open: true };
  const member = lazyMember(key, keyRange(engine, first, at), engine.origin(mutation.node, at.module), () =>
    engine.evaluate(second, at),
  );
  return { ...term, members: [...term.members, member] };
}

interface Step {
  readonly key: string;
  readonly node: Node;
}

function pathOf(engine: Engine, node: Node, at: At): Step[] | null {
  const steps: Step[] = [];
  let current = node;
  while (current.type === 'MemberExpression') {
    const key = keyName(current.property, current.computed) ?? known(engine.evaluate(current.property, at));
    if (key === null) return null;
    steps.push({ key, node: current.property });
    current = current.object;
  }
  return steps.reverse();
}

function setAt(
  engine: Engine,
  term: Term,
  path: readonly Step[],
  value: (before: Term | null) => Term,
  sure: boolean,
  node: Node,
  at: At,
): Term {
  const [step, ...rest] = path;
  if (step === undefined) return term;
  if (term.kind === 'external') {
    const own: ObjectTerm =
      term.config?.kind === 'object'
        ? term.config
        : { kind: 'object', members: [], open: true, origin: null };
    if (step.key === 'defaults') return { ...term, config: setAt(engine, own, rest, value, sure, node, at) };
    return { ...term, config: setAt(engine, own, path, value, sure, node, at) };
  }
  if (term.kind === 'url' && rest.length === 0) return withUrlPart(term, step.key, [asText(value(null))]);
  if (term.kind !== 'object') return term;
  const before = memberNamed(term, step.key);
  const made = (): Term => {
    if (rest.length > 0) {
      const inner: Term = before?.value ?? { kind: 'object', members: [], open: true, origin: null };
      return setAt(engine, inner, rest, value, sure, node, at);
    }
    const after = value(before?.value ?? null);
    return sure || before === undefined ? after : choose([before.value, after]);
  };
  const origin = rest.length > 0 ? (before?.origin ?? null) : engine.origin(node, at.module);
  const member: Member = lazyMember(
    step.key,
    rest.length > 0 && before !== undefined ? before.keyOrigin : keyRange(engine, step.node, at),
    origin,
    made,
  );
  return { ...term, members: [...term.members.filter((other) => other !== before), member] };
}

/** Replaces what stands at a path of members. */
function changeAt(term: Term, path: readonly string[], change: (inner: Term) => Term): Term {
  const [key, ...rest] = path;
  if (key === undefined) return change(term);
  if (term.kind !== 'object') return term;
  const members = term.members.map((member) =>
    member.key === key
      ? lazyMember(key, member.keyOrigin, member.origin, () => changeAt(member.value, rest, change))
      : member,
  );
  return { ...term, members };
}
