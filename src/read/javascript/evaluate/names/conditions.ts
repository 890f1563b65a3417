/**
 * What is known of tests: whether a branch can be taken in an environment, so that a wrapper that dispatches
 * on its arguments is read as this call of it runs.
 */
import type { Node, SwitchCase } from '../../syntax/estree.js';
import { unwrap } from '../../syntax/nodes.js';
import { cutsSoFar, takeBackCuts } from '../domain/cuts.js';
import { type At, asText, known, memberNamed, type Term } from '../domain/term.js';
import { headOf } from '../domain/urls.js';
import type { Engine } from '../engine.js';
import { leaves } from './writes.js';

/** Whether a value counts as true; null if it may be either. */
export function truthOfTerm(term: Term): boolean | null {
  switch (term.kind) {
    case 'scalar':
      return Boolean(term.value);
    case 'text': {
      if (term.pieces.length === 0) return false;
      return term.pieces.some((piece) => piece.kind === 'text' && piece.text !== '') ? true : null;
    }
    case 'unknown':
    case 'response':
      return null;
    case 'choice': {
      const truths = term.of.map(truthOfTerm);
      const [first] = truths;
      return first !== undefined && truths.every((truth) => truth === first) ? first : null;
    }
    default:
      return true;
  }
}

export function truthOf(engine: Engine, test: Node, at: At): boolean | null {
  const node = unwrap(test);
  switch (node.type) {
    case 'UnaryExpression': {
      if (node.operator !== '!') return truthOfTerm(engine.evaluate(node, at));
      const truth = truthOf(engine, node.argument, at);
      return truth === null ? null : !truth;
    }
    case 'LogicalExpression': {
      const left = truthOf(engine, node.left, at);
      if (node.operator === '&&') {
        if (left === false) return false;
        const right = truthOf(engine, node.right, at);
        return right === false ? false : left === true ? right : null;
      }
      if (node.operator === '||') {
        if (left === true) return true;
        const right = truthOf(engine, node.right, at);
        return right === true ? true : left === false ? right : null;
      }
      return null;
    }
    case 'BinaryExpression':
      return truthOfComparison(engine, node, at);
    case 'CallExpression':
      return truthOfCall(engine, node, at);
    default:
      return truthOfTerm(engine.evaluate(node, at));
  }
}

function truthOfComparison(
  engine: Engine,
  node: Node & { type: 'BinaryExpression' },
  at: At,
): boolean | null {
  const negated = node.operator.startsWith('!');
  if (!/^[!=]==?$/.test(node.operator)) return null;
  const left = unwrap(node.left);
  if (left.type === 'UnaryExpression' && left.operator === 'typeof') {
    const kind = known(engine.evaluate(node.right, at));
    const actual = typeOf(engine.evaluate(left.argument, at));
    return kind === null || actual === null ? null : (kind === actual) !== negated;
  }
  const equal = equalTerms(
    engine.evaluate(node.left, at),
    engine.evaluate(node.right, at),
    node.operator.length === 2,
  );
  return equal === null ? null : equal !== negated;
}

function typeOf(term: Term): string | null {
  switch (term.kind) {
    case 'text':
      return 'string';
    case 'scalar':
      return term.value === null ? 'object' : typeof term.value;
    case 'object':
    case 'array':
    case 'instance':
    case 'url':
      return 'object';
    case 'closure':
    case 'class':
      return 'function';
    default:
      return null;
  }
}

/** Whether two values are equal; a choice counts only if all its members agree. */
export function equalTerms(a: Term, b: Term, loose = false): boolean | null {
  if (a.kind === 'choice' || b.kind === 'choice') {
    const [options, other] = a.kind === 'choice' ? [a.of, b] : [b.kind === 'choice' ? b.of : [b], a];
    const answers = options.map((option) => equalTerms(option, other, loose));
    const [first] = answers;
    return first !== undefined && answers.every((answer) => answer === first) ? first : null;
  }
  if (a.kind === 'scalar' && b.kind === 'scalar') {
    return loose && isAbsent(a) && isAbsent(b) ? true : a.value === b.value;
  }
  const textA = known(a);
  const textB = known(b);
  if (a.kind === 'text' && b.kind === 'text') {
    return textA === null || textB === null ? null : textA === textB;
  }
  const absent = isAbsent(a) ? b : isAbsent(b) ? a : null;
  if (absent !== null) return absent.kind === 'unknown' || absent.kind === 'response' ? null : false;
  return null;
}

function isAbsent(term: Term): boolean {
  return term.kind === 'scalar' && (term.value === null || term.value === undefined);
}

function truthOfCall(engine: Engine, node: Node & { type: 'CallExpression' }, at: At): boolean | null {
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || first === undefined) {
    return truthOfTerm(engine.evaluate(node, at));
  }
  const object = engine.evaluate(callee.object, at);
  switch (callee.property.name) {
    case 'startsWith': {
      const prefix = known(engine.evaluate(first, at));
      if (object.kind !== 'text' || prefix === null) return null;
      const head = headOf(object);
      if (head.length >= prefix.length) return head.startsWith(prefix);
      return prefix.startsWith(head) && head !== known(object) ? null : false;
    }
    case 'includes':
    case 'has': {
      const wanted = known(engine.evaluate(first, at));
      if (wanted === null) return null;
      if (object.kind === 'array' && !object.open) return object.items.some((item) => known(item) === wanted);
      if (object.kind === 'object' && !object.open) {
        return object.as === 'set'
          ? object.members.some((member) => known(member.value) === wanted)
          : memberNamed(object, wanted) !== undefined;
      }
      if (object.kind !== 'text') return null;
      const texts = asText(object);
      return texts.kind === 'text' &&
        texts.pieces.some((piece) => piece.kind === 'text' && piece.text.includes(wanted))
        ? true
        : known(object) === null
          ? null
          : false;
    }
    case 'isArray': {
      const argument = engine.evaluate(first, at);
      if (argument.kind === 'array') return true;
      return argument.kind === 'object' || argument.kind === 'text' ? false : null;
    }
    default:
      return truthOfTerm(engine.evaluate(node, at));
  }
}

/**
 * Whether a place inside `within` can be reached in this environment: no branch on the way is known to be
 * not taken, and no statement before it is known to have left.
 */
export function isFeasible(engine: Engine, node: Node, within: Node, at: At): boolean {
  let child = node;
  for (let parent = node.parent; parent !== undefined && child !== within; parent = child.parent) {
    switch (parent.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        if (child === parent.consequent && decided(engine, parent.test, at) === false) return false;
        if (child === parent.alternate && decided(engine, parent.test, at) === true) return false;
        break;
      case 'LogicalExpression':
        if (child === parent.right && parent.operator !== '??') {
          const left = decided(engine, parent.left, at);
          if (left === (parent.operator === '||')) return false;
        }
        break;
      case 'SwitchCase':
        if (!caseIsFeasible(engine, parent, at)) return false;
        if (!earlierStatementsPass(engine, parent.consequent, child, at)) return false;
        break;
      case 'BlockStatement':
      case 'Program':
        if (!earlierStatementsPass(engine, parent.body, child, at)) return false;
        break;
      default:
        break;
    }
    child = parent;
  }
  return true;
}

/** Steps that a test may take. What decides a branch stands near: a known argument, a setting, a constant. */
const STEPS_OF_TEST = 250;

/** Whether a test is known to pass or to fail; null too if that is not found out soon. */
function decided(engine: Engine, test: Node, at: At): boolean | null {
  const cuts = cutsSoFar();
  const { value, finished } = engine.within(STEPS_OF_TEST, () => truthOf(engine, test, at));
  if (finished) return value;
  takeBackCuts(cuts);
  return null;
}

/** No `if (…) return` before a statement is known to be taken. */
function earlierStatementsPass(engine: Engine, statements: readonly Node[], until: Node, at: At): boolean {
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index];
    if (statement === undefined || statement === until) return true;
    if (statement.type !== 'IfStatement') continue;
    const left = leaves(statement.consequent, false);
    const right = leaves(statement.alternate, false);
    if (left && decided(engine, statement.test, at) === true) return false;
    if (right && decided(engine, statement.test, at) === false) return false;
  }
  return true;
}

function caseIsFeasible(engine: Engine, node: SwitchCase, at: At): boolean {
  const parent = node.parent;
  if (parent?.type !== 'SwitchStatement') return true;
  const discriminant = engine.evaluate(parent.discriminant, at);
  if (discriminant.kind === 'unknown') return true;
  const index = parent.cases.indexOf(node);
  if (node.test === null) {
    return !parent.cases.some(
      (other) => other.test !== null && equalTerms(discriminant, engine.evaluate(other.test, at)) === true,
    );
  }
  for (let place = index; place >= 0; place--) {
    const candidate = parent.cases[place];
    if (candidate === undefined) break;
    if (place < index && leaves(candidate.consequent.at(-1), true)) break;
    if (candidate.test === null || equalTerms(discriminant, engine.evaluate(candidate.test, at)) !== false)
      return true;
  }
  return false;
}
