/**
 * A file without syntax, as ESLint wants one: a tree of a single node, lines, and the comments that speak to
 * ESLint. A comment is recognised by how a line opens one, in any of the languages this is used for.
 */

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface TextNode {
  readonly type: 'Text' | 'Comment';
  readonly range: [number, number];
}

export interface TextDirective {
  readonly type: 'disable' | 'enable' | 'disable-line' | 'disable-next-line';
  readonly node: TextNode;
  /** The rules it names. */
  readonly value: string;
  readonly justification: string;
}

interface VisitStep {
  readonly type: 'visit';
  readonly kind: 1;
  readonly target: TextNode;
  readonly phase: 1 | 2;
  args: unknown[];
}

const COMMENT =
  /(?:^|[ \t])(?:#+|\/\/+|--|;+|<!--|\/\*+|%+|::|REM\b)[ \t]*(eslint-(disable-next-line|disable-line|disable|enable)(?![\w-])[^\r\n]*)/gm;
const CLOSING = /\s*(?:\*\/|-->)\s*$/;
const JUSTIFICATION = /\s-{2,}\s/;

export class TextSourceCode {
  readonly text: string;
  readonly hasBOM: boolean;
  readonly ast: TextNode;
  readonly #starts: readonly number[];
  #directives: TextDirective[] | undefined;

  constructor(text: string, hasBOM: boolean) {
    this.text = text;
    this.hasBOM = hasBOM;
    this.ast = { type: 'Text', range: [0, text.length] };
    const starts = [0];
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
    this.#starts = starts;
  }

  get lines(): string[] {
    return this.text.split(/\r\n|\r|\n/);
  }

  getText(node?: TextNode, before = 0, after = 0): string {
    if (node === undefined) return this.text;
    return this.text.slice(Math.max(0, node.range[0] - before), node.range[1] + after);
  }

  getRange(node: TextNode): [number, number] {
    return node.range;
  }

  getLoc({ range }: TextNode): { readonly start: Position; readonly end: Position } {
    return { start: this.getLocFromIndex(range[0]), end: this.getLocFromIndex(range[1]) };
  }

  /** Lines count from 1, columns from 0. */
  getLocFromIndex(index: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - (this.#starts[low] ?? 0) };
  }

  getIndexFromLoc({ line, column }: Position): number {
    return (this.#starts[line - 1] ?? this.text.length) + column;
  }

  getParent(): undefined {
    return undefined;
  }

  getAncestors(): TextNode[] {
    return [];
  }

  /** One node, entered and left. */
  traverse(): VisitStep[] {
    const step = { type: 'visit', kind: 1, target: this.ast } as const;
    return [
      { ...step, phase: 1, args: [this.ast] },
      { ...step, phase: 2, args: [this.ast] },
    ];
  }

  getInlineConfigNodes(): TextNode[] {
    return this.#found().map(({ node }) => node);
  }

  getDisableDirectives(): { readonly directives: TextDirective[]; readonly problems: never[] } {
    return { directives: this.#found(), problems: [] };
  }

  #found(): TextDirective[] {
    this.#directives ??= [...this.text.matchAll(COMMENT)].map((match) => directiveOf(match));
    return this.#directives;
  }
}

function directiveOf(match: RegExpExecArray): TextDirective {
  const [whole, comment = '', type] = match;
  const start = match.index + whole.length - comment.length;
  const content = comment.replace(CLOSING, '');
  const node: TextNode = { type: 'Comment', range: [start, start + content.length] };
  const [value = '', justification = ''] = content.slice(`eslint-${type}`.length).split(JUSTIFICATION, 2);
  return {
    type: type as TextDirective['type'],
    node,
    value: value.trim(),
    justification: justification.trim(),
  };
}
