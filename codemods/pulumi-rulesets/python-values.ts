/** What a Python program writes into the arguments of resources. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { snakeCase } from '../places/declared/fields.js';
import type { Texts } from '../places/declared/limits.js';
import type { Fields, Written } from '../places/declared/model.js';
import { MARK } from '../places/rulesets/limit.js';

interface Arguments {
  readonly positional: readonly Written[];
  readonly named: Fields;
  /** No `*args` and no `**kwargs`. */
  readonly isPlain: boolean;
}

export class PythonValues implements Texts {
  readonly computed: string[] = [];
  readonly #tree: SyntaxTree;

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
  }

  argumentsOf(call: SyntaxNode): Arguments {
    const list = call.children.find(({ type }) => type === 'argument_list')?.children ?? [];
    const given = list.filter(({ isNamed, type }) => isNamed && type !== 'comment');
    const named = new Map<string, Written>();
    for (const one of given.filter(({ type }) => type === 'keyword_argument')) {
      const [name, value] = ['name', 'value'].map((field) =>
        one.children.find((child) => child.field === field),
      );
      if (name !== undefined && value !== undefined)
        named.set(textOf(this.#tree, name), this.#written(value));
    }
    return {
      positional: given.filter(({ type }) => type !== 'keyword_argument').map((node) => this.#written(node)),
      named,
      isPlain: given.every(({ type }) => !type.endsWith('_splat')),
    };
  }

  quoted(text: string): string {
    const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
    const escaped = text.replace(/["'\\]/g, (one) => (one === quote || one === '\\' ? `\\${one}` : one));
    if (!text.includes(MARK)) return `${quote}${escaped}${quote}`;
    const braces = escaped.replace(/[{}]/g, '$&$&');
    const whole = braces.replace(
      new RegExp(`${MARK}(\\d+)${MARK}`, 'g'),
      (_, index) => `{${this.computed[index] ?? ''}}`,
    );
    return `f${quote}${whole}${quote}`;
  }

  #written(node: SyntaxNode): Written {
    const inner =
      node.type === 'parenthesized_expression' ? node.children.find(({ isNamed }) => isNamed) : null;
    if (inner != null && !inner.type.includes('string')) return this.#written(inner);
    return {
      source: textOf(this.#tree, node),
      json: this.#json(inner ?? node),
      fields: this.#fieldsOf(node),
    };
  }

  /** A dictionary, or a class such as `RateLimitMatchArgs`. */
  #fieldsOf(node: SyntaxNode): Fields | null {
    if (node.type === 'call') {
      const callee = node.children.find(({ field }) => field === 'function');
      const { positional, named, isPlain } = this.argumentsOf(node);
      const isArgs = callee !== undefined && /Args$/.test(textOf(this.#tree, callee));
      return isArgs && isPlain && positional.length === 0 ? named : null;
    }
    if (node.type !== 'dictionary') return null;
    const fields = new Map<string, Written>();
    for (const pair of node.children.filter(({ isNamed, type }) => isNamed && type !== 'comment')) {
      const [key, value] = ['key', 'value'].map((field) =>
        pair.children.find((child) => child.field === field),
      );
      const name = key === undefined ? undefined : this.#json(key);
      if (typeof name !== 'string' || value === undefined) return null;
      fields.set(snakeCase(name), this.#written(value));
    }
    return fields;
  }

  #json(node: SyntaxNode): unknown {
    const text = textOf(this.#tree, node);
    const inner = node.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
    switch (node.type) {
      case 'string':
        return this.#text(node);
      case 'concatenated_string': {
        const parts = inner.map((one) => this.#json(one));
        return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
      }
      case 'integer':
        return /^\d[\d_]*$/.test(text) ? Number(text.replaceAll('_', '')) : undefined;
      case 'true':
        return true;
      case 'false':
        return false;
      case 'none':
        return null;
      case 'list': {
        const items = inner.map((one) => this.#json(one));
        return items.includes(undefined) ? undefined : items;
      }
      case 'call':
      case 'dictionary': {
        const fields = this.#fieldsOf(node);
        const entries = [...(fields ?? [])].map(([name, { json }]) => [name, json] as const);
        return fields === null || entries.some(([, json]) => json === undefined)
          ? undefined
          : Object.fromEntries(entries);
      }
      default:
        return undefined;
    }
  }

  /** Interpolations become marks; undefined for escapes that are more than a quote or a backslash. */
  #text(node: SyntaxNode): string | undefined {
    const [, prefix = '', quote = ''] = /^([a-zA-Z]*)("""|'''|"|')/.exec(textOf(this.#tree, node)) ?? [];
    if (/b/i.test(prefix)) return undefined;
    const isFormat = /f/i.test(prefix);
    let at = node.start + prefix.length + quote.length;
    let result = '';
    const plainText = (until: number) => {
      const written = this.#tree.text.slice(at, until);
      const unescaped = /r/i.test(prefix) ? written : written.replace(/\\(["'\\])/g, '$1');
      result += isFormat ? unescaped.replace(/\{\{|\}\}/g, (braces) => braces.charAt(0)) : unescaped;
    };
    const holes = node.children.filter(({ type }) => type === 'interpolation');
    for (const hole of holes) {
      plainText(hole.start);
      this.computed.push(this.#tree.text.slice(hole.start + 1, hole.end - 1));
      result += `${MARK}${this.computed.length - 1}${MARK}`;
      at = hole.end;
    }
    const end = node.end - quote.length;
    const isOdd = /\\[^"'\\]/.test(this.#tree.text.slice(node.start, end)) && !/r/i.test(prefix);
    plainText(end);
    return isOdd ? undefined : result;
  }
}
