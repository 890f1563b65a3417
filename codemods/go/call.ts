/** The requests of a package in Go that are about rules. */
import {
  calledAs,
  closest,
  fieldOf,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { inlineCall } from './inline.js';
import { declaredAt } from './scope.js';
import type { Senders, SentCall } from './sender.js';
import { merged, type Piece, piecesOf, word } from './text.js';

export interface RequestCall extends Spot {
  /** Where its path is written. */
  readonly literal: SyntaxNode;
  readonly method: string;
  /** What stands before the zone. */
  readonly before: readonly Piece[];
  /** Null where the function that sends puts the zone before the path. */
  readonly zone: Piece | null;
  readonly collection: string;
  readonly id: Piece | null;
  readonly sent: SentCall;
  /** New paths are put together with a format. */
  readonly isFormat: boolean;
}

export interface UnreadCall extends Spot {
  readonly why: string;
}

const STRINGS: ReadonlySet<string> = new Set(['interpreted_string_literal', 'raw_string_literal']);
const STATEMENTS: ReadonlySet<string> = new Set(['short_var_declaration']);

export function callsIn(
  { tree, path }: Pick<Spot, 'tree' | 'path'>,
  collections: readonly string[],
  senders: Senders,
): readonly (RequestCall | UnreadCall)[] {
  const mentions = new RegExp(`(?:^|/|["\`])(?:${collections.join('|')})\\b`);
  if (!mentions.test(tree.text)) return [];
  const texts = walk(tree.root).filter(
    (node) =>
      STRINGS.has(node.type) &&
      mentions.test(textOf(tree, node)) &&
      node.parent?.type !== 'field_declaration',
  );
  const seen = new Set<SyntaxNode>();
  return texts.flatMap((node): readonly (RequestCall | UnreadCall)[] => {
    const spot = { tree, path, node };
    const whole = wholeText(spot);
    if (seen.has(whole)) return [];
    seen.add(whole);
    return readCalls({ ...spot, node: whole }, collections, senders);
  });
}

/** The expression that a text is a part of. */
function wholeText({ tree, node }: Spot): SyntaxNode {
  let current = node;
  for (let { parent } = current; parent !== null; { parent } = current) {
    const call = parent.type === 'argument_list' ? parent.parent : null;
    const isFormat =
      call?.type === 'call_expression' && calledAs({ tree, path: '', node: call }) === 'fmt.Sprintf';
    const isSum = parent.type === 'binary_expression' && parent.children.some(({ type }) => type === '+');
    if (isFormat) current = call;
    else if (isSum || parent.type === 'parenthesized_expression') current = parent;
    else break;
  }
  return current;
}

const HOLE = String.raw`([\ue000-\ue0ff]|[\w-]+)`;

/** The calls that are given a text; more than one where a variable holds it. */
function readCalls(
  spot: Spot,
  collections: readonly string[],
  senders: Senders,
): readonly (RequestCall | UnreadCall)[] {
  const uses = usesOf(spot);
  if (uses.length === 0) return [{ ...spot, why: 'its address is used for more than this call' }];
  return uses.map((use) => readCall(spot, use, collections, senders));
}

function readCall(
  spot: Spot,
  use: SyntaxNode,
  collections: readonly string[],
  senders: Senders,
): RequestCall | UnreadCall {
  const { tree, node: literal } = spot;
  const fail = (why: string): UnreadCall => ({ ...spot, why });
  const pieces = piecesOf(tree, literal);
  if (pieces === null) return fail('the path is not written into the call');
  const text = pieces
    .map(({ text: one, isCode }, index) => (isCode ? String.fromCharCode(0xe000 + index) : one))
    .join('');
  const holeAt = (written: string | undefined): Piece | null => {
    if (written === undefined) return null;
    return pieces[written.charCodeAt(0) - 0xe000] ?? word(written);
  };
  const names = collections.join('|');
  const whole = new RegExp(
    `^(.*?/|[\\ue000-\\ue0ff]|)zones/${HOLE}/(${names})(?:/${HOLE})?/?(\\?.*)?$`,
    's',
  ).exec(text);
  const tail = new RegExp(`^(/?)(${names})(?:/${HOLE})?(\\?.*)?$`, 's').exec(text);
  const [prefix = '', zone, collection = '', id, query = ''] =
    whole?.slice(1) ?? (tail === null ? [] : [tail[1], undefined, tail[2], tail[3], tail[4]]);
  if (collection === '') return fail('the path is not written into the call');
  if (/[?&]page=[\ue000-\ue0ff]/.test(query))
    return fail('it goes through pages, and there are none any more');
  if (!/^(?:\?(?:(?:per_page|page)=\d+&?)+)?$/.test(query))
    return fail('it asks for some of the rules only, or that cannot be told');
  const call = use.parent?.parent;
  if (call?.type !== 'call_expression' || use.parent?.type !== 'argument_list')
    return fail('the path is not written into the call');
  const made = inlineCall({ ...spot, node: call }, use, senders.types);
  if (typeof made === 'string') return fail(made);
  const sent = made ?? senders.callOf({ ...spot, node: call }, use);
  if (sent === null) return fail('what the function that sends it does cannot be told');
  if (sent.method === null) return fail('its method is not written where the call is');
  if (walk(call).some(({ type }) => type === 'comment'))
    return fail('a comment stands in the call and would be lost');
  const isPut = /\bzones\/(?:%s|"\s*\+)/.test(textOf(sent.sender.core.tree, sent.sender.core.node));
  if (zone === undefined && !isPut) return fail('the path is not written into the call');
  return {
    tree,
    path: spot.path,
    node: sent.call,
    literal,
    method: sent.method,
    before: merged([...prefix].map((character) => holeAt(character) ?? word(character))),
    zone: holeAt(zone),
    collection,
    id: holeAt(id),
    sent,
    isFormat: /\bfmt\.Sprintf\(/.test(textOf(tree, literal)),
  };
}

/** Where a text is handed on: itself, or by the variable that holds nothing else. */
function usesOf(spot: Spot): readonly SyntaxNode[] {
  const { tree, node } = spot;
  const list = node.parent;
  const statement = list?.type === 'expression_list' ? list.parent : null;
  if (statement == null || !STATEMENTS.has(statement.type)) return [node];
  const names = fieldOf(statement, 'left')?.children.filter(({ isNamed }) => isNamed) ?? [];
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return [];
  const scope = closest(statement, new Set(['function_declaration', 'method_declaration', 'func_literal']));
  const uses = walk(scope ?? tree.root).filter(
    (one) =>
      one.type === 'identifier' &&
      one !== name &&
      textOf(tree, one) === textOf(tree, name) &&
      declaredAt({ ...spot, node: one })?.by === statement,
  );
  // What is put behind it makes another address of it.
  return uses.every((use) => use.parent?.type === 'argument_list') ? uses : [];
}
