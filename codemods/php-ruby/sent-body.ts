/** What a request of a program in PHP or Ruby sends. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { keyOf, pairNamed, pairValue } from '../languages/elements.js';
import { formsOf } from '../languages/forms.js';
import type { CallReader } from './call.js';
import type { Parameter } from './sender.js';
import type { Argument } from './syntax.js';
import { type Variable, valueAt } from './variables.js';

/** What is sent, without what makes JSON of it, and how it is sent. */
export interface Body {
  readonly argument: Argument;
  readonly slot: SyntaxNode;
  readonly node: SyntaxNode;
  readonly variable: Variable | null;
  /** The pair of options that holds it. */
  readonly pair: SyntaxNode | null;
}

export const BODIES =
  /^(?:json|body|data|payload|params?|parameters|fields|post|postfields|content|attributes)$/i;

export function isOptions(tree: SyntaxTree, value: SyntaxNode): boolean {
  const forms = formsOf(tree.language);
  if (forms?.maps.has(value.type) !== true) return false;
  const keys = value.children.filter(({ isNamed }) => isNamed).map((pair) => keyOf(tree, pair));
  return keys.some((key) => key !== null && /^(?:json|body|headers|method|query)$/.test(key));
}

/**
 * `request(method, path, paused: true)`: pairs that no parameter is named after are the last parameter, a hash without
 * brackets.
 */
export function withBareHash(
  { tree }: Pick<CallReader, 'tree'>,
  args: readonly Argument[],
  parameters: readonly Parameter[] | null,
): readonly Argument[] {
  const pairs = args.filter(({ key }) => key !== null);
  const [first] = pairs;
  const last = pairs.at(-1);
  const next = parameters?.[args.length - pairs.length];
  const isBare = next !== undefined && BODIES.test(next.name) && !next.isKeyword;
  if (tree.language !== 'ruby' || first === undefined || last === undefined || !isBare) return args;
  if (pairs.some(({ key }) => parameters?.some(({ name }) => name === key))) return args;
  const node: SyntaxNode = {
    ...first.node,
    type: 'hash',
    end: last.node.end,
    children: pairs.map((pair) => pair.node),
  };
  return [...args.filter(({ key }) => key === null), { node, key: null, value: node }];
}

const PAGE = String.raw`['":]?(?:per_page|page)['"]?\s*(?:=>|:)\s*\d+`;
const PAGING = new RegExp(
  String.raw`^(?:\[|\{|array\()?\s*${PAGE}(?:\s*,\s*${PAGE})?(?:\s*,)?\s*(?:\]|\}|\))?$`,
);

/** `['per_page' => 50]`, `query: { page: 1 }`, `per_page: 50`: there are no pages any more. */
export function isPaging(tree: SyntaxTree, node: SyntaxNode): boolean {
  const text = textOf(tree, node).replace(/^(?:['"]query['"]\s*=>|query:)\s*/, '');
  return PAGING.test(text);
}

export function bodyOf(
  reader: CallReader,
  others: readonly Argument[],
  methodNode: SyntaxNode | null,
  nameOf: (one: Argument) => string | null,
): Body | string {
  const { syntax, tree } = reader;
  const rest = others.filter(({ value }) => value !== methodNode);
  const bodies = rest.flatMap((argument): Body[] => {
    const { value } = argument;
    const pair = isOptions(tree, value)
      ? (pairNamed(tree, value, 'json') ?? pairNamed(tree, value, 'body'))
      : null;
    const held = pair === null ? null : pairValue(pair);
    if (held !== null) return [{ ...sentIn(reader, held), argument, pair }];
    if (isOptions(tree, value)) return [];
    const isNamed = BODIES.test(nameOf(argument) ?? '');
    const isWritten = /^(?:array_creation_expression|array|hash)$/.test(value.type) && argument.key === null;
    const sent = sentIn(reader, value);
    const isHeld = argument.key === null && sent.variable !== null;
    return isNamed || isWritten || isHeld || sent.slot !== value ? [{ ...sent, argument, pair: null }] : [];
  });
  const [body, ...more] = bodies;
  if (body === undefined || more.length > 0) return 'what it sends cannot be told';
  return syntax.isVariable(body.node) && body.variable === null ? { ...body } : body;
}

const ENCODERS = /^\\?(?:json_encode|wp_json_encode|Json::encode|JSON\.(?:generate|dump))$/;

export function sentIn(
  { syntax, tree }: CallReader,
  value: SyntaxNode,
): Pick<Body, 'slot' | 'node' | 'variable'> {
  let slot = value;
  const list = value.children.find(({ field }) => field === 'arguments');
  const [only] = list === undefined ? [] : syntax.argumentsOf(tree, value);
  if (
    list !== undefined &&
    only !== undefined &&
    ENCODERS.test(tree.text.slice(value.start, list.start).trim())
  )
    slot = only.value;
  const [receiver] = value.children;
  if (
    value.type === 'call' &&
    receiver !== undefined &&
    /\.to_json(?:\(\))?$/.test(textOf(tree, value)) &&
    receiver.field === 'receiver'
  )
    slot = receiver;
  const variable = valueAt(syntax, tree, slot);
  const isOwn =
    variable?.uses.length === 1 && /^(?:array_creation_expression|array|hash)$/.test(variable.value.type);
  return { slot, node: isOwn ? variable.value : slot, variable: isOwn ? variable : null };
}

/** The edit that takes the body out of a call; null where its place has to be filled. */
export function withoutBody(
  tree: SyntaxTree,
  { argument, pair }: Pick<Body, 'argument' | 'pair'>,
  list: SyntaxNode,
  parameters: readonly Parameter[] | null,
): { readonly start: number; readonly end: number; readonly text: string } | null {
  const holder = pair === null ? list : pair.parent;
  const gone = pair ?? argument.node;
  if (holder === null) return null;
  const all = holder.children.filter(({ isNamed }) => isNamed);
  const index = all.indexOf(gone);
  const [before, next] = [all[index - 1], all[index + 1]];
  if (pair !== null && all.length === 1) {
    const argumentIndex = list.children.filter(({ isNamed }) => isNamed);
    const previous = argumentIndex[argumentIndex.indexOf(argument.node) - 1];
    return previous === undefined ? null : { start: previous.end, end: argument.node.end, text: '' };
  }
  if (next === undefined) return before === undefined ? null : { start: before.end, end: gone.end, text: '' };
  if (pair !== null || argument.key !== null || next.type === 'pair')
    return { start: gone.start, end: next.start, text: '' };
  const given =
    parameters?.[index]?.given ?? (parameters === null ? null : tree.language === 'ruby' ? 'nil' : 'null');
  return given === null ? null : { start: gone.start, end: gone.end, text: given };
}
