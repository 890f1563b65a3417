/** Resources of Pulumi in YAML. */
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Edit } from '../../../src/analysis/index.js';
import { documentsOf, type Site } from '../../../src/migrate/index.js';
import { camelCase, snakeCase } from '../declared/fields.js';
import { lineEndOf } from '../indent.js';
import type { Attribute, Piece, ResourceText } from './model.js';

interface Lines {
  readonly start: number;
  readonly end: number;
}

interface YamlAttribute extends Attribute {
  readonly map: YAMLMap;
  readonly value: Node;
  readonly inner: readonly YamlAttribute[] | null;
  /** Whole lines; null where something else stands on them. */
  readonly lines: Lines | null;
}

export function yamlResource({ finding, file }: Site): YamlResourceText | null {
  const { start } = finding.at;
  for (const document of documentsOf(file)) {
    if (document.errors.length > 0) return null;
    const resources = isMap(document.contents) ? document.contents.get('resources', true) : null;
    if (!isMap(resources)) continue;
    for (const { key, value } of resources.items as Pair<Node, Node | null>[]) {
      if (!isScalar(key) || key.range == null || !isMap(value) || value.range == null) continue;
      const token = String(value.get('type') ?? '');
      if (hasAnchor(file.text, value)) continue;
      if (key.range[0] <= start && start < value.range[1] && token.startsWith('cloudflare:'))
        return new YamlResourceText(file.text, String(key.value), token, value, undefined, {
          ...resourceLines(file.text, key.range[0], value.range[1]),
          isOnly: resources.items.length === 1,
        });
    }
  }
  return null;
}

/** The innermost mapping around a site in a manifest of Crossplane. */
export function manifestPart({ finding, file }: Site): YamlResourceText | null {
  const { start } = finding.at;
  let found: YAMLMap | null = null;
  const visit = (node: unknown): void => {
    const { range } = (node ?? {}) as Node;
    if (range == null || start < range[0] || range[1] <= start) return;
    if (isMap(node)) {
      found = node;
      for (const { value } of node.items) visit(value);
    } else if (isSeq(node)) for (const item of node.items) visit(item);
  };
  for (const { contents, errors } of documentsOf(file)) {
    if (errors.length > 0) return null;
    visit(contents);
  }
  return found === null || hasAnchor(file.text, found)
    ? null
    : new YamlResourceText(file.text, 'manifest', '', found, found);
}

/** Whether an alias may stand for a part of a mapping elsewhere. */
export function hasAnchor(text: string, { anchor, range }: YAMLMap): boolean {
  const [start, end] = range ?? [0, text.length];
  return anchor !== undefined || /(?:^|[\s,[{])&[\w-]/.test(text.slice(start, end));
}

export class YamlResourceText implements ResourceText {
  readonly tool = 'pulumi';
  readonly exportedName = null;
  readonly type: string;
  readonly address: string;
  readonly attributes: readonly YamlAttribute[] | null;

  constructor(
    readonly text: string,
    readonly key: string,
    readonly token: string,
    readonly resource: YAMLMap,
    properties: unknown = resource.get('properties', true),
    readonly place: (Lines & { readonly isOnly: boolean }) | null = null,
  ) {
    this.type = token.split(':').at(-1) ?? '';
    this.address = `${this.type} ${key}`;
    this.attributes = this.#attributesOf(properties);
  }

  reads(name: string): boolean {
    return this.text.includes(`\${${this.key}.${camelCase(name)}`);
  }

  without(gone: readonly YamlAttribute[], going = gone): readonly Edit[] | null {
    const [first] = gone;
    if (first === undefined || going.length === first.map.items.length) return null;
    const lines = gone.map((one) => one.lines);
    return lines.includes(null) ? null : lines.flatMap((one) => (one === null ? [] : [{ ...one, text: '' }]));
  }

  withClass(name: string): readonly Edit[] | null {
    const type = this.resource.get('type', true);
    if (!isScalar(type) || type.range == null) return null;
    const written = this.text.slice(type.range[0], type.range[1]);
    const text = written.replace(`index/${lowerFirst(this.type)}:`, `index/${lowerFirst(name)}:`);
    return [{ start: type.range[0], end: type.range[1], text: text.replace(this.type, name) }];
  }

  withBeside({ lines, start }: YamlAttribute, name: string, value: string): Edit | null {
    if (lines === null || !this.text.slice(lines.start, lines.end).endsWith('\n')) return null;
    const indent = this.text.slice(lines.start, start);
    return { start: lines.end, end: lines.end, text: `${indent}${name}: ${value}${lineEndOf(this.text)}` };
  }

  withText({ value }: YamlAttribute, pieces: readonly Piece[]): Edit | null {
    const { range } = value;
    const body = pieces.map((piece) => ('text' in piece ? piece.text : `\${${piece.code}}`)).join('');
    if (!isScalar(value) || range == null || !/^[\w.${}[\]@-]+$/.test(body)) return null;
    const quote = this.text.charAt(range[0]);
    const isQuoted = quote === '"' || quote === "'";
    if (!isQuoted && (value.type !== 'PLAIN' || !/^[\w]/.test(body))) return null;
    return { start: range[0], end: range[1], text: isQuoted ? quote + body + quote : body };
  }

  #attributesOf(node: unknown): readonly YamlAttribute[] | null {
    if (!isMap(node)) return null;
    const attributes = (node.items as Pair<Node, Node | null>[]).map(
      ({ key, value }): YamlAttribute | null => {
        if (!isScalar(key) || key.value === '<<' || key.range == null || value?.range == null) return null;
        const isText = isScalar(value) && typeof value.value === 'string';
        return {
          name: snakeCase(String(key.value)),
          start: key.range[0],
          pieces: isText ? piecesOf(String(value.value)) : null,
          inner: this.#attributesOf(value),
          isConstant: true,
          ...{ map: node, value },
          lines: node.flow === true ? null : linesOf(this.text, key.range[0], value.range[1]),
        };
      },
    );
    return attributes.some((one) => one === null) ? null : attributes.flatMap((one) => one ?? []);
  }
}

function piecesOf(text: string): readonly Piece[] {
  return text
    .split(/\$\{([^{}]*)\}/)
    .map((part, index): Piece => (index % 2 === 0 ? { text: part } : { code: part }))
    .filter((piece) => !('text' in piece) || piece.text !== '');
}

/** From the comments above to the end of the last line. */
export function resourceLines(text: string, from: number, to: number): Lines {
  const line = text.lastIndexOf('\n', from - 1) + 1;
  const [comments = ''] = /(?:^|(?<=\n))(?:[ \t]+#[^\n]*\n)*$/.exec(text.slice(0, line)) ?? [];
  const end = text.charAt(to - 1) === '\n' ? to : text.indexOf('\n', to) + 1;
  return { start: line - comments.length, end: end === 0 ? text.length : end };
}

/** Null where a comment stands above or behind, which may be about the attribute, or where the line begins with more. */
function linesOf(text: string, from: number, to: number): Lines | null {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const newline = text.charAt(to - 1) === '\n' ? to - 1 : text.indexOf('\n', to);
  const end = newline < 0 ? text.length : newline + 1;
  const above = text.slice(text.lastIndexOf('\n', start - 2) + 1, start);
  const isAlone = text.slice(start, from).trim() === '' && text.slice(to, end).trim() === '';
  return isAlone && !/^\s*#/.test(above) ? { start, end } : null;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
