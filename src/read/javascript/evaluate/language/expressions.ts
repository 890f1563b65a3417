import { OPPOSITE } from '../../../../value/index.js';
import { decodeEscapes } from '../../syntax/escapes.js';
import type {
  Binary,
  Node,
  ObjectExpression,
  TaggedTemplate,
  TemplateLiteral,
  Unary,
} from '../../syntax/estree.js';
import { isFunction, keyName, unwrap } from '../../syntax/nodes.js';
import { endOf, startOf } from '../../syntax/positions.js';
import { elementsOf } from '../domain/collections.js';
import { cutByLimit, firstOf } from '../domain/cuts.js';
import { lazyMember } from '../domain/lazy.js';
import {
  type At,
  alternatives,
  choose,
  concat,
  known,
  type Member,
  type Piece,
  type Scalar,
  type Term,
  type Text,
  UNDEFINED,
  type Unknown,
  unknown,
} from '../domain/term.js';
import type { Engine } from '../engine.js';
import { asHole } from '../kernel/holes.js';
import { keyRange, symbolName } from '../kernel/keys.js';
import { truthOf, truthOfTerm } from '../names/conditions.js';
import { importedTerm } from '../names/imports.js';
import { memberOf } from '../objects/members.js';
import { evaluateThis } from '../objects/this-value.js';
import { typedTerm } from '../objects/typed.js';
import { termOfType } from '../objects/types.js';
import { evaluateCall, evaluateNew } from './calls.js';
import { evaluateIdentifier } from './identifiers.js';

const MAX_TERMS = 2000;
/** Members of an object are evaluated when they are asked for, so a table may be long. */
const MAX_MEMBERS = 20_000;

/** What one expression is: as it is written or, where that does not tell, by its type. */
export function evaluateNode(engine: Engine, node: Node, at: At): Term {
  const term = writtenTerm(engine, node, at);
  return isUntold(term) ? (typedTerm(engine, node, term) ?? term) : term;
}

/** Nothing is known of it, or what nobody is seen to set: a registry that another module fills. */
function isUntold(term: Term): term is Unknown | Scalar {
  return term.kind === 'unknown' || (term.kind === 'scalar' && term.value === undefined);
}

/** What an expression says, given how its parts are evaluated. */
function writtenTerm(engine: Engine, node: Node, at: At): Term {
  switch (node.type) {
    // The most frequent first: each case before costs a comparison.
    case 'Identifier':
      return evaluateIdentifier(engine, node, at);
    case 'MemberExpression': {
      const object = engine.evaluate(node.object, at);
      return memberOf(engine, object, node, at);
    }
    case 'CallExpression':
      return evaluateCall(engine, { callee: node.callee, arguments: node.arguments, node }, at);
    case 'Literal':
      return literal(engine, node, at);
    case 'TemplateLiteral':
      return template(engine, node, at);
    case 'ObjectExpression':
      return object(engine, node, at);
    case 'TemplateElement':
      return { kind: 'text', pieces: quasiPieces(node, at), origin: engine.origin(node, at.module) };
    case 'TaggedTemplateExpression':
      return tagged(engine, node, at);
    case 'ThisExpression':
      return evaluateThis(engine, node, at);
    case 'BinaryExpression':
      return binary(engine, node, at);
    case 'LogicalExpression': {
      const left = engine.evaluate(node.left, at);
      const truth = node.operator === '??' ? isPresent(left) : truthOfTerm(left);
      if (node.operator === '&&') {
        if (truth === true) return engine.evaluate(node.right, at);
        return truth === false ? left : choose([engine.evaluate(node.right, at), UNDEFINED]);
      }
      if (truth === true) return left;
      const right = engine.evaluate(node.right, at);
      return truth === false
        ? right
        : choose([...withoutAbsent(left), right], engine.origin(node, at.module));
    }
    case 'ConditionalExpression': {
      const truth = truthOf(engine, node.test, at);
      if (truth === true) return engine.evaluate(node.consequent, at);
      if (truth === false) return engine.evaluate(node.alternate, at);
      return choose(
        [engine.evaluate(node.consequent, at), engine.evaluate(node.alternate, at)],
        engine.origin(node, at.module),
      );
    }
    case 'UnaryExpression':
      return unary(engine, node, at);
    case 'AssignmentExpression':
      return engine.evaluate(node.right, at);
    case 'SequenceExpression': {
      const last = node.expressions.at(-1);
      return last === undefined ? UNDEFINED : engine.evaluate(last, at);
    }
    case 'NewExpression':
      return evaluateNew(engine, node, at);
    case 'ImportExpression': {
      const source = known(engine.evaluate(node.source, at));
      return source === null
        ? unknown('import', engine.origin(node, at.module))
        : importedTerm(engine, at.module, source, null, engine.origin(node, at.module));
    }
    case 'ArrayExpression': {
      const items: Term[] = [];
      let open = false;
      for (const element of firstOf(node.elements, MAX_TERMS, 'items of a list')) {
        if (element === null) items.push(UNDEFINED);
        else if (element.type === 'SpreadElement') {
          const spread = engine.evaluate(element.argument, at);
          if (spread.kind === 'array') for (const one of spread.items) items.push(one);
          else {
            const elements = elementsOf(spread);
            if (elements === null) open = true;
            else for (const one of elements) items.push(one);
          }
          if (spread.kind === 'array' && spread.open) open = true;
        } else items.push(engine.evaluate(element, at));
      }
      return {
        kind: 'array',
        items,
        open: open || node.elements.length > MAX_TERMS,
        origin: engine.origin(node, at.module),
      };
    }
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return { kind: 'closure', node, at, self: null };
    case 'ClassExpression':
    case 'ClassDeclaration':
      return { kind: 'class', node, at };
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSInstantiationExpression':
      return engine.evaluate(node.expression, at);
    case 'TSAsExpression':
    case 'TSTypeAssertion': {
      const term = engine.evaluate(node.expression, at);
      return term.kind === 'unknown' && node.typeAnnotation !== undefined
        ? (termOfType(engine, node.typeAnnotation, at.module) ?? term)
        : term;
    }
    case 'AwaitExpression':
      return node.argument === null ? UNDEFINED : engine.evaluate(node.argument, at);
    case 'SpreadElement':
      return engine.evaluate(node.argument, at);
    case 'JSXExpressionContainer':
      return engine.evaluate(node.expression, at);
    default:
      return unknown(node.type, engine.origin(node, at.module));
  }
}

function literal(engine: Engine, node: Node & { type: 'Literal' }, at: At): Term {
  const origin = engine.origin(node, at.module);
  const value = node.value;
  if (typeof value === 'string') {
    const start = startOf(node) + 1;
    const end = endOf(node) - 1;
    const { text, offsets } = decodeEscapes(at.module.text.slice(start, end), start);
    // In the attributes of an element a backslash is a backslash.
    const piece: Piece =
      offsets === undefined || text !== value
        ? { kind: 'text', text: value, origin: { file: origin.file, start, end } }
        : { kind: 'text', text, origin: { file: origin.file, start, end }, offsets };
    return { kind: 'text', pieces: value === '' ? [] : [piece], origin };
  }
  if (typeof value === 'number' || typeof value === 'boolean') return { kind: 'scalar', value, origin };
  if (value === null && at.module.text.startsWith('null', startOf(node)))
    return { kind: 'scalar', value: null, origin };
  return unknown('literal', origin);
}

/** Most tags give back the text of their template; one of the program's own is run. */
function tagged(engine: Engine, node: TaggedTemplate, at: At): Term {
  const written = template(engine, node.quasi, at);
  const tag = engine.evaluate(node.tag, at);
  if (tag.kind !== 'closure') return written;
  const result = engine.evaluate(at.module.callOfTemplate(node), at);
  const texts = alternatives(result).filter((one) => one.kind === 'text');
  const isWhole = texts.every((text) => holdsAll(text, written));
  return isWhole ? result : written;
}

/** A tag that joins its parts in a loop is followed in part only: some of the template would be missing. */
function holdsAll(text: Text, written: Term): boolean {
  const whole = knownText(text);
  return alternatives(written).some(
    (one) =>
      one.kind === 'text' &&
      holesOf(one) <= holesOf(text) &&
      one.pieces.every((piece) => piece.kind !== 'text' || whole.includes(piece.text)),
  );
}

function knownText({ pieces }: Text): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
}

function holesOf({ pieces }: Text): number {
  return pieces.filter(({ kind }) => kind !== 'text').length;
}

const quasis = new WeakMap<Node, readonly Piece[]>();

/** The known text of one stretch of a template: the same whatever its holes are filled with. */
export function quasiPieces(node: Node & { type: 'TemplateElement' }, at: At): readonly Piece[] {
  let pieces = quasis.get(node);
  if (pieces === undefined) {
    pieces = piecesOfQuasi(node, at);
    quasis.set(node, pieces);
  }
  return pieces;
}

/** Parsers differ on whether its range holds the delimiters. */
function piecesOfQuasi(node: Node & { type: 'TemplateElement' }, at: At): Piece[] {
  const content = node.value.cooked ?? node.value.raw;
  if (content === '') return [];
  const text = at.module.text;
  let start = startOf(node);
  let end = endOf(node);
  const first = text.charAt(start);
  if (end - start !== node.value.raw.length && (first === '`' || first === '}')) {
    start++;
    end -= text.charAt(end - 1) === '`' ? 1 : 2;
  }
  const { offsets } = decodeEscapes(text.slice(start, end), start);
  const origin = { file: at.module.path, start, end };
  return [
    offsets === undefined
      ? { kind: 'text', text: content, origin }
      : { kind: 'text', text: content, origin, offsets },
  ];
}

function template(engine: Engine, node: TemplateLiteral, at: At): Term {
  const parts: Term[] = [];
  const origin = engine.origin(node, at.module);
  node.quasis.forEach((quasi, index) => {
    const pieces = quasiPieces(quasi, at);
    if (pieces.length > 0) parts.push({ kind: 'text', pieces, origin: null });
    const expression = node.expressions[index];
    if (expression !== undefined) parts.push(asHole(engine, engine.evaluate(expression, at), expression, at));
  });
  return concat(parts, origin);
}

/** Chains of `+` lean to the left and may be long: they are flattened, not recursed into. */
function binary(engine: Engine, node: Binary, at: At): Term {
  const origin = engine.origin(node, at.module);
  if (node.operator !== '+') {
    const truth = truthOf(engine, node, at);
    return truth === null ? unknown('computed', origin) : { kind: 'scalar', value: truth, origin };
  }
  const operands: Node[] = [];
  let current: Node = node;
  while (current.type === 'BinaryExpression' && current.operator === '+') {
    operands.push(current.right);
    current = unwrapParentheses(current.left);
  }
  operands.push(current);
  if (operands.length > MAX_TERMS) {
    cutByLimit(`more than ${MAX_TERMS} operands`);
    return unknown('too many operands', origin);
  }
  operands.reverse();
  const terms = operands.map((operand) => engine.evaluate(operand, at));
  if (terms.every((term) => term.kind === 'scalar' && typeof term.value === 'number')) {
    return { kind: 'scalar', value: terms.reduce((sum, term) => sum + Number(known(term)), 0), origin };
  }
  return concat(
    terms.map((term, index) => {
      const operand = operands[index];
      return operand === undefined ? term : asHole(engine, term, operand, at);
    }),
    origin,
  );
}

function unwrapParentheses(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? node.expression : node;
}

function unary(engine: Engine, node: Unary, at: At): Term {
  const origin = engine.origin(node, at.module);
  if (node.operator === 'void') return UNDEFINED;
  if (node.operator === '!') {
    const truth = truthOf(engine, node, at);
    if (truth !== null) return { kind: 'scalar', value: truth, origin };
    const turned = engine.evaluate(node.argument, at);
    return turned.kind === 'unknown' && turned.origin !== null && turned.why !== OPPOSITE
      ? unknown(OPPOSITE, turned.origin)
      : unknown('computed', origin);
  }
  const argument = engine.evaluate(node.argument, at);
  if (argument.kind !== 'scalar' || typeof argument.value !== 'number') return unknown('computed', origin);
  if (node.operator === '-') return { kind: 'scalar', value: -argument.value, origin };
  return node.operator === '+' ? argument : unknown('computed', origin);
}

/** Whether a value is neither null nor undefined. */
function isPresent(term: Term): boolean | null {
  if (term.kind === 'scalar') return term.value !== null && term.value !== undefined;
  return term.kind === 'unknown' || term.kind === 'choice' || term.kind === 'response' ? null : true;
}

function withoutAbsent(term: Term): Term[] {
  return term.kind === 'choice' ? term.of.filter((option) => truthOfTerm(option) !== false) : [term];
}

function object(engine: Engine, node: ObjectExpression, at: At): Term {
  const members: Member[] = [];
  let open = false;
  if (node.properties.length > MAX_MEMBERS) cutByLimit(`more than ${MAX_MEMBERS} members`);
  for (let index = 0; index < node.properties.length && index < MAX_MEMBERS; index++) {
    const property = node.properties[index];
    if (property === undefined) continue;
    const origin = engine.origin(property, at.module);
    if (property.type === 'SpreadElement') {
      const spread = engine.evaluate(property.argument, at);
      if (spread.kind === 'object') {
        for (const one of spread.members) members.push(one);
        open ||= spread.open;
      } else if (spread.kind === 'choice') {
        // `...(x && { … })`: what may be there counts as there.
        for (const option of spread.of) {
          if (option.kind === 'object') for (const one of option.members) members.push(one);
          else if (truthOfTerm(option) !== false) open = true;
        }
      } else if (truthOfTerm(spread) !== false) open = true;
      continue;
    }
    const key =
      keyName(property.key, property.computed) ??
      symbolName(at.module, property.key) ??
      known(engine.evaluate(property.key, at));
    if (key === null) {
      open = true;
      continue;
    }
    const keyOrigin = keyRange(engine, property.key, at);
    if (property.kind === 'set') continue;
    const value = property.value;
    if (property.kind === 'get' && isFunction(value)) {
      const getter: Term = { kind: 'closure', node: value, at, self: null };
      members.push(lazyMember(key, keyOrigin, origin, () => engine.invoke(getter, null, [], null)));
    } else members.push(lazyMember(key, keyOrigin, origin, () => engine.evaluate(unwrap(value), at)));
  }
  return {
    kind: 'object',
    members,
    open: open || node.properties.length > MAX_MEMBERS,
    origin: engine.origin(node, at.module),
  };
}
