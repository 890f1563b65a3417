/** A syntax tree as plain objects: the parser's own live in memory that somebody has to give back. */

export interface SyntaxNode {
  /** Name of the rule in the grammar, or the token itself. */
  readonly type: string;
  /** A rule of the grammar, rather than a token such as a bracket. */
  readonly isNamed: boolean;
  /** What it is to its parent, where the grammar says so. */
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly language: string;
  readonly text: string;
  readonly root: SyntaxNode;
  /** Places that the grammar could not read. */
  readonly errors: readonly SyntaxNode[];
}

export function textOf({ text }: SyntaxTree, { start, end }: SyntaxNode): string {
  return text.slice(start, end);
}

/** The innermost node that holds a stretch of the text. */
export function leafAt({ root }: SyntaxTree, start: number, end: number): SyntaxNode {
  let node = root;
  for (;;) {
    const inner = node.children.find(
      (child) => child.start <= start && end <= child.end && child.end > child.start,
    );
    if (inner === undefined) return node;
    node = inner;
  }
}

/** The node itself or the nearest one around it, of one of some types. */
export function closest(node: SyntaxNode | null, types: ReadonlySet<string>): SyntaxNode | null {
  let current = node;
  while (current !== null && !types.has(current.type)) current = current.parent;
  return current;
}

export function isInside(inner: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** A node and all below it, in the order of the text. */
export function walk(node: SyntaxNode): readonly SyntaxNode[] {
  const known = nodesOfTrees.get(node);
  if (known !== undefined) return known;
  const nodes: SyntaxNode[] = [];
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    nodes.push(next);
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child !== undefined) pending.push(child);
    }
  }
  if (node.parent === null) nodesOfTrees.set(node, nodes);
  return nodes;
}

/** By the root: whole trees are gone through for each question. */
const nodesOfTrees = new WeakMap<SyntaxNode, readonly SyntaxNode[]>();
