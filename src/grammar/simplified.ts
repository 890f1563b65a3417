/**
 * Trees whose grammars say too little or too much, in the form that the others have: JSON in a macro of Rust, which
 * the grammar leaves as tokens, and expressions of PowerShell, which stand in a node for each level of precedence.
 */
import type { SyntaxNode, SyntaxTree } from './nodes.js';

export function simplified({ language, root, text }: SyntaxTree): SyntaxNode {
  const isOther = language === 'powershell' || language === 'rust';
  if (!isOther || isDeep(root)) return root;
  return language === 'rust' ? withMacros(root, null, text) : withoutLevels(root, null);
}

const DEEPEST = 1000;

/** Nodes are made anew by recursion, which has to end somewhere. */
function isDeep(root: SyntaxNode): boolean {
  const pending = [{ node: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { depth } = next;
    if (depth > DEEPEST) return true;
    pending.push(...next.node.children.map((node) => ({ node, depth: depth + 1 })));
  }
  return false;
}

const LEVELS =
  /^(?:pipeline_chain|array_literal_expression|command_argument_sep|(?:left_assignment|logical|bitwise|comparison|additive|multiplicative|format|range|unary)_expression)$/;

/** What holds nothing but one other node is left out. */
function withoutLevels(node: SyntaxNode, parent: SyntaxNode | null, field = node.field): SyntaxNode {
  const [only, ...others] = node.children;
  if (only !== undefined && others.length === 0 && LEVELS.test(node.type))
    return withoutLevels(only, parent, field);
  return copied(node, { parent, field }, (copy) => node.children.map((child) => withoutLevels(child, copy)));
}

interface Changes {
  readonly parent: SyntaxNode | null;
  readonly field?: string | null;
  readonly type?: string;
}

function copied(
  node: Omit<SyntaxNode, 'parent' | 'children'>,
  { parent, field = node.field, type = node.type }: Changes,
  childrenOf: (copy: SyntaxNode) => readonly SyntaxNode[],
): SyntaxNode {
  const children: SyntaxNode[] = [];
  const { isNamed, start, end } = node;
  const copy: SyntaxNode = { type, isNamed, field, start, end, parent, children };
  children.push(...childrenOf(copy));
  return copy;
}

/** `json!({ "a": 1 })` and `vec!["a"]` */
function withMacros(node: SyntaxNode, parent: SyntaxNode | null, text: string): SyntaxNode {
  const [name] = node.children;
  const macro =
    node.type === 'macro_invocation' && name !== undefined ? text.slice(name.start, name.end) : '';
  const isData = /^(?:\w+::)*(?:json|vec)$/.test(macro);
  return copied(node, { parent }, (copy) =>
    node.children.map((child) =>
      isData && child.type === 'token_tree' ? listIn(child, copy, text) : withMacros(child, copy, text),
    ),
  );
}

/** The tokens of a macro as objects, lists, pairs, and elements of more than one token: `Row { id: 1 }`. */
function listIn(tokens: SyntaxNode, parent: SyntaxNode, text: string): SyntaxNode {
  const open = text.charAt(tokens.start);
  const type = open === '{' ? 'json_object' : open === '[' ? 'json_array' : tokens.type;
  return copied(tokens, { parent, type }, (copy) =>
    partsOf(tokens.children).flatMap((part) => {
      const [first, second] = part;
      const last = part.at(-1);
      const isPair = type === 'json_object' && second?.type === ':';
      const isElement = type === 'json_array' && second !== undefined;
      if (!(isPair || isElement) || first === undefined || last === undefined)
        return part.map((token) => tokenIn(token, copy, text));
      if (isElement) {
        const element = {
          type: 'json_element',
          isNamed: true,
          field: null,
          start: first.start,
          end: last.end,
        };
        return [
          copied(element, { parent: copy }, (inner) => part.map((token) => tokenIn(token, inner, text))),
        ];
      }
      const pair = { type: 'json_pair', isNamed: true, field: null, start: first.start, end: last.end };
      return [
        copied(pair, { parent: copy }, (inner) =>
          part.map((token, index) => {
            const field = index === 0 ? 'key' : index === 2 && part.length === 3 ? 'value' : null;
            return tokenIn(token, inner, text, field);
          }),
        ),
      ];
    }),
  );
}

function tokenIn(
  token: SyntaxNode,
  parent: SyntaxNode,
  text: string,
  field: string | null = null,
): SyntaxNode {
  return token.type === 'token_tree'
    ? listIn({ ...token, field }, parent, text)
    : withMacros({ ...token, field }, parent, text);
}

/** Tokens between commas; brackets, commas and comments stand alone. */
function partsOf(tokens: readonly SyntaxNode[]): readonly (readonly SyntaxNode[])[] {
  const parts: SyntaxNode[][] = [];
  let isOpen = false;
  for (const token of tokens) {
    const isAlone = /^(?:[,()[\]{}]|(?:line|block)_comment)$/.test(token.type);
    if (isAlone || !isOpen) parts.push([token]);
    else parts.at(-1)?.push(token);
    isOpen = !isAlone;
  }
  return parts;
}
