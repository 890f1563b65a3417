/** What a function of the program that sends requests makes of its arguments. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Parameter, Sender } from './sender.js';

const ZONE = /\bzones\/(?:\{[^{}]*\}|%s|["'] ?\+ ?[\w.]+ ?\+)/;

/** It sends to `…/zones/{zone}{path}`, as it says itself, or as a constant or function that it names says. */
export function putsZoneBefore({ own }: Pick<Sender, 'own'>): boolean {
  if (own === null) return false;
  const { tree, node } = own;
  if (ZONE.test(textOf(tree, node))) return true;
  const named = new Set(
    walk(node).flatMap((one) =>
      one.type === 'identifier' && one.field !== 'attribute' ? [textOf(tree, one)] : [],
    ),
  );
  return tree.root.children.some(
    (one) => one !== node && named.has(definedBy(tree, one) ?? '') && ZONE.test(textOf(tree, one)),
  );
}

/** A function of the program that only reads: nothing in it chooses a method, or sends a body. */
export function onlyReads({ own }: Pick<Sender, 'own'>): boolean {
  if (own === null) return false;
  const { tree, node } = own;
  const calls = walk(node).flatMap((one) => {
    const [callee] = one.children;
    return one.type === 'call' && callee !== undefined ? [{ call: one, callee: textOf(tree, callee) }] : [];
  });
  const sending = calls.filter(({ callee }) => SENDING.test(callee));
  return (
    sending.length > 0 &&
    sending.every(({ call, callee }) => {
      const list = call.children.find(({ type }) => type === 'argument_list');
      const [, ...others] = list?.children.filter(({ isNamed }) => isNamed) ?? [];
      const isRead = /(?:^urlopen|\.urlopen|Request|\.get)$/.test(callee);
      return (
        isRead && others.every((one) => /^(?:headers|timeout|context|verify|auth)\b/.test(textOf(tree, one)))
      );
    }) &&
    !/\bget_method\b|\.(?:method|data)\s*=(?!=)|["'](?:post|put|patch|delete)["']/i.test(textOf(tree, node))
  );
}

/** What sends a request, or is one. */
const SENDING =
  /(?:^|\.)(?:urlopen|Request|request|send|post|put|patch|delete)$|^(?:requests|httpx|(?:\w+\.)*_?(?:session|client|http))\.get$/;

/** The name of a constant or function of the file. */
function definedBy(tree: SyntaxTree, statement: SyntaxNode): string | null {
  const [inner] = statement.children;
  const name =
    statement.type === 'function_definition'
      ? statement.children.find(({ field }) => field === 'name')
      : inner?.type === 'assignment'
        ? inner.children[0]
        : undefined;
  return name === undefined ? null : textOf(tree, name);
}

interface Named {
  readonly key: string | null;
  readonly value: SyntaxNode;
}

const OPTIONS =
  /^(?:timeout|headers|verify|auth|json|data|params|cookies|proxies|stream|allow_redirects|cert)$/;

/** Arguments that have no parameter of their own go into the query: those that choose pages, and all others. */
export function queryArguments<One extends Named>(
  tree: SyntaxTree,
  args: readonly One[],
  parameters: readonly Parameter[] | null,
): { readonly pages: readonly One[]; readonly others: readonly One[] } {
  const isRest = parameters?.some((one) => one.isRest) === true;
  const query = args.filter(
    ({ key }) =>
      isRest && key !== null && !OPTIONS.test(key) && parameters?.every(({ name }) => name !== key) === true,
  );
  const isPage = ({ key, value }: One) =>
    /^(?:per_page|page)$/.test(key ?? '') && /^\d+$/.test(textOf(tree, value));
  return { pages: query.filter(isPage), others: query.filter((one) => !isPage(one)) };
}
