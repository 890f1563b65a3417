/** Faraday: a request whose block says what is sent, `connection.post(path) do |req| req.body = … end`. */
import { type SyntaxNode, textOf } from '../../src/grammar/index.js';
import type { CallReader } from './call.js';
import { type Body, sentIn } from './sent-body.js';

export interface RequestBlock {
  readonly node: SyntaxNode;
  /** What it sends; null where it only asks for a page. */
  readonly body: Body | null;
}

const PAGE = /^\w+\.params\[["':](?:per_page|page)["']?\]\s*=\s*\d+$/;

/** Null where a block does anything else. */
export function requestBlock(reader: CallReader, node: SyntaxNode): RequestBlock | null {
  const { tree } = reader;
  const body = node.children.find(({ field }) => field === 'body');
  const statements = (body?.children ?? []).filter(({ isNamed }) => isNamed);
  const [only, ...others] = statements;
  if (only === undefined) return null;
  if (statements.every((one) => PAGE.test(textOf(tree, one)))) return { node, body: null };
  const [target, , value] = only.children;
  const isBody =
    only.type === 'assignment' && target !== undefined && /^\w+\.body$/.test(textOf(tree, target));
  if (!isBody || value === undefined || others.length > 0) return null;
  const argument = { node, key: null, value };
  return { node, body: { ...sentIn(reader, value), argument, pair: null } };
}
