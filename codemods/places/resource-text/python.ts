/** Resources in Python. */
import type { Edit } from '../../../src/analysis/index.js';
import {
  closest,
  leafAt,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../src/grammar/index.js';
import type { Site, Surroundings } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';
import { keyOf, withoutElements } from '../../languages/elements.js';
import { snakeCase } from '../declared/fields.js';
import { indentAt, lineEndOf } from '../indent.js';
import type { Attribute, Piece, ResourceText } from './model.js';

interface PythonAttribute extends Attribute {
  /** What holds it: arguments, or a dictionary. */
  readonly list: SyntaxNode;
  readonly node: SyntaxNode;
  readonly value: SyntaxNode;
  readonly inner: readonly PythonAttribute[] | null;
}

const CALLS: ReadonlySet<string> = new Set(['call']);
const PARAMETERS: ReadonlySet<string> = new Set(['parameters', 'lambda_parameters']);
const IMPORT = /^[ \t]*import[ \t]+pulumi_cloudflare(?:[ \t]+as[ \t]+(\w+))?[ \t]*\r?$/gm;

export function pythonResource({ finding, file }: Site, around: Surroundings): PythonResourceText | null {
  const tree = around.treeOf(file.path);
  if (tree === null || tree.errors.length > 0) return null;
  const namespaces = [...tree.text.matchAll(IMPORT)].map(([, alias]) => alias ?? 'pulumi_cloudflare');
  let call = closest(leafAt(tree, finding.at.start, finding.at.end), CALLS);
  while (call !== null) {
    const callee = call.children.find(({ field }) => field === 'function');
    const [, namespace = '', type = ''] =
      /^(\w+)\.([A-Z]\w*)$/.exec(callee === undefined ? '' : textOf(tree, callee)) ?? [];
    if (namespaces.includes(namespace) && !type.endsWith('Args'))
      return new PythonResourceText(tree, call, type);
    call = call.parent === null ? null : closest(call.parent, CALLS);
  }
  return null;
}

export class PythonResourceText implements ResourceText {
  readonly tool = 'pulumi';
  readonly address: string;
  readonly attributes: readonly PythonAttribute[] | null;
  readonly name: SyntaxNode | undefined;

  constructor(
    readonly tree: SyntaxTree,
    readonly call: SyntaxNode,
    readonly type: string,
  ) {
    const list = argumentsOf(call);
    const given = list?.children.filter(({ isNamed, type: kind }) => isNamed && kind !== 'comment') ?? [];
    this.name =
      given.find(({ type: kind }) => kind !== 'keyword_argument') ??
      given.find((one) => keyOf(tree, one) === 'resource_name');
    this.address = this.name === undefined ? type : `${type} ${textOf(tree, this.name)}`;
    this.attributes = list === null ? null : this.#attributesIn(list, given, 1);
  }

  get exportedName(): string | null {
    return this.call.parent?.parent?.parent === this.tree.root ? this.#variable() : null;
  }

  reads(name: string): boolean {
    const variable = this.#variable();
    if (variable === null) return false;
    const read = new RegExp(`(?<![\\w.])${literally(variable)}\\.${literally(name)}\\b`);
    return read.test(this.tree.text);
  }

  #variable(): string | null {
    const { parent } = this.call;
    const left =
      parent?.type === 'assignment' ? parent.children.find(({ field }) => field === 'left') : undefined;
    return left === undefined ? null : textOf(this.tree, left);
  }

  without(gone: readonly PythonAttribute[], going = gone): readonly Edit[] | null {
    const [first] = gone;
    return first === undefined
      ? null
      : withoutElements(
          this.tree,
          first.list,
          gone.map(({ node }) => node),
          going.map(({ node }) => node),
        );
  }

  withClass(name: string): readonly Edit[] | null {
    const callee = this.call.children.find(({ field }) => field === 'function');
    const named = this.tree.text.match(new RegExp(`\\b${literally(this.type)}\\b`, 'g'))?.length ?? 0;
    const made = this.tree.text.match(new RegExp(`\\.${literally(this.type)}\\(`, 'g'))?.length ?? 0;
    if (callee === undefined || made < named) return null;
    return [{ start: callee.end - this.type.length, end: callee.end, text: name }];
  }

  withBeside({ node, value }: PythonAttribute, name: string, text: string): Edit {
    const { start, end } = node;
    const isFirst =
      this.tree.text.slice(this.tree.text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    const gap = isFirst ? lineEndOf(this.tree.text) + indentAt(this.tree.text, start) : ' ';
    const quote = textOf(this.tree, value).startsWith("'") ? "'" : '"';
    return { start: end, end, text: `,${gap}${name}=${quote}${text}${quote}` };
  }

  withText({ value }: PythonAttribute, pieces: readonly Piece[]): Edit | null {
    const isReady = pieces.every((piece) => 'text' in piece || this.#isPlainText(piece.code));
    const written = textOf(this.tree, value);
    const quote = written.includes("'") && !written.includes('"') ? "'" : '"';
    const isFormat = pieces.some((piece) => 'code' in piece);
    const body = pieces.map((piece) => ('text' in piece ? piece.text : `{${piece.code}}`)).join('');
    if (
      !isReady ||
      /["'\\\n]/.test(body) ||
      (isFormat && pieces.some((one) => 'text' in one && /[{}]/.test(one.text)))
    )
      return null;
    return { start: value.start, end: value.end, text: `${isFormat ? 'f' : ''}${quote}${body}${quote}` };
  }

  /** A name that is given a text once, goes through a list of texts, or stands in the name of the resource. */
  #isPlainText(code: string): boolean {
    if (!/^\w+$/.test(code)) return false;
    const name = this.name === undefined ? '' : textOf(this.tree, this.name);
    if (name === code || new RegExp(`^f["'].*\\{${literally(code)}\\}`).test(name)) return true;
    const nodes = walk(this.tree.root);
    // A parameter may be an output of Pulumi.
    const isParameter = nodes.some(
      (node) => PARAMETERS.has(node.type) && walk(node).some((one) => textOf(this.tree, one) === code),
    );
    if (isParameter) return false;
    const given = nodes.filter(
      (node) =>
        (node.type === 'assignment' || node.type === 'for_statement' || node.type === 'for_in_clause') &&
        node.children.some((child) => child.field === 'left' && textOf(this.tree, child) === code),
    );
    const [only] = given;
    const right = only?.children.find(({ field }) => field === 'right');
    if (right === undefined || given.length !== 1) return false;
    const texts = only?.type === 'assignment' ? [right] : right.type === 'list' ? right.children : [];
    const named = texts.filter(({ isNamed }) => isNamed);
    return (
      named.length > 0 && named.every((one) => one.type === 'string' && /^["']/.test(textOf(this.tree, one)))
    );
  }

  #attributesIn(
    list: SyntaxNode,
    given: readonly SyntaxNode[],
    positional: number,
  ): readonly PythonAttribute[] | null {
    const pairs = given.filter(({ type }) => type === 'keyword_argument' || type === 'pair');
    if (given.length - pairs.length > positional) return null;
    if (given.some(({ type }) => type.endsWith('_splat'))) return null;
    const attributes = pairs.map((node): PythonAttribute | null => {
      const name = keyOf(this.tree, node);
      const value = node.children.find(({ field }) => field === 'value');
      if (name === null || value === undefined) return null;
      return {
        name: snakeCase(name),
        start: node.start,
        pieces: this.#pieces(value),
        inner: this.#inner(value),
        isConstant: !walk(value).some((one) => one.type === 'call' && !isArgs(this.tree, one)),
        ...{ list, node, value },
      };
    });
    return attributes.some((one) => one === null) ? null : attributes.flatMap((one) => one ?? []);
  }

  /** A dictionary, or a class such as `RecordDataArgs`. */
  #inner(value: SyntaxNode): readonly PythonAttribute[] | null {
    const list = isArgs(this.tree, value) ? argumentsOf(value) : value.type === 'dictionary' ? value : null;
    if (list === null) return null;
    const given = list.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
    return this.#attributesIn(list, given, 0);
  }

  #pieces(value: SyntaxNode): readonly Piece[] | null {
    const text = textOf(this.tree, value);
    if (value.type === 'identifier') return [{ code: text }];
    const [, prefix = '', inner] = /^([fF]?)(?:"([^"\\]*)"|'([^'\\]*)')$/.exec(text) ?? [];
    const body = inner ?? /^[fF]?'([^'\\]*)'$/.exec(text)?.[1];
    if (value.type !== 'string' || body === undefined) return null;
    if (prefix === '') return [{ text: body }];
    if (/\{\{|\}\}/.test(body)) return null;
    return body
      .split(/\{([^{}]*)\}/)
      .map((part, index): Piece => (index % 2 === 0 ? { text: part } : { code: part }));
  }
}

function argumentsOf(call: SyntaxNode): SyntaxNode | null {
  return call.children.find(({ type }) => type === 'argument_list') ?? null;
}

function isArgs(tree: SyntaxTree, node: SyntaxNode): boolean {
  const callee = node.type === 'call' ? node.children.find(({ field }) => field === 'function') : undefined;
  return callee !== undefined && /Args$/.test(textOf(tree, callee));
}
