/** Resources of a Terraform module that is written as JSON. */
import type { SourceFile } from '../../src/read/reader.js';
import type { Declared, Fields, Written } from '../places/declared/model.js';
import { endOf, type JsonNode, jsonTree, memberNamed, membersOf } from '../places/json-tree.js';

export interface JsonResource extends Declared {
  /** Type in Terraform: `cloudflare_filter`. */
  readonly kind: string;
  readonly label: string;
  /** The label with the body. */
  readonly node: JsonNode;
  /** The member of the type around it. */
  readonly typeNode: JsonNode;
  readonly body: JsonNode;
  readonly provider: string | null;
}

export interface JsonModule {
  readonly root: JsonNode;
  readonly resources: readonly JsonResource[];
}

const TYPES: Readonly<Record<string, string>> = {
  cloudflare_filter: 'Filter',
  cloudflare_firewall_rule: 'FirewallRule',
  cloudflare_rate_limit: 'RateLimit',
  cloudflare_ruleset: 'Ruleset',
};

export function isTerraformJson(path: string): boolean {
  return /\.(?:tf|tofu)\.json$/.test(path);
}

const read = new WeakMap<SourceFile, { readonly module: JsonModule | null }>();

/** Null for what is no JSON. */
export function jsonModule(file: SourceFile): JsonModule | null {
  const known = read.get(file);
  if (known !== undefined) return known.module;
  const root = jsonTree(file.text);
  const module = root === null ? null : { root, resources: resourcesOf(root, file) };
  read.set(file, { module });
  return module;
}

/** Blocks of a type, which are written as one object or as a list of objects. */
export function blocksOf(node: JsonNode | undefined): readonly JsonNode[] {
  if (node?.type === 'object') return [node];
  return node?.type === 'array' ? (node.children ?? []).filter(({ type }) => type === 'object') : [];
}

function resourcesOf(root: JsonNode, file: SourceFile): readonly JsonResource[] {
  const all: JsonResource[] = [];
  const typed = blocksOf(root)
    .flatMap((one) => blocksOf(memberNamed(one, 'resource')?.value))
    .flatMap(membersOf);
  for (const { key: kind, node: typeNode, value } of typed)
    for (const labelled of blocksOf(value))
      for (const { key: label, node, value: inner } of membersOf(labelled)) {
        const [body] = blocksOf(inner);
        if (body === undefined) continue;
        all.push(resourceOf({ kind, label, node, typeNode, body }, file));
      }
  const filters = new Map(all.flatMap((one) => (one.type === 'Filter' ? [[one.address, one]] : [])));
  return all.map((one) => {
    const filter = filters.get(filterName(one.fields));
    return filter === undefined ? one : { ...one, filter };
  });
}

type Place = Pick<JsonResource, 'kind' | 'label' | 'node' | 'typeNode' | 'body'>;

function resourceOf(place: Place, file: SourceFile): JsonResource {
  const { kind, label, node, body } = place;
  const address = `${kind}.${label}`;
  const fields = new Map(fieldsOf(body, file.text));
  const provider = fields.get('provider')?.source ?? null;
  const comment = fields.get('//');
  for (const name of ['provider', '//']) fields.delete(name);
  return {
    ...place,
    ...{ address, fields, provider, options: provider },
    type: TYPES[kind] ?? kind,
    file: file.path,
    start: node.offset,
    name: { source: label, json: label, fields: null },
    holder: 'resource',
    filter: null,
    problem: problemOf(body, address),
    comments: comment === undefined ? [] : [comment.source],
  };
}

function filterName(fields: Fields): string {
  return (
    /^\$\{\s*(cloudflare_filter\.[\w-]+)\.id\s*\}$/.exec(String(fields.get('filter_id')?.json))?.[1] ?? ''
  );
}

/** Blocks that there is one of: they may also be written as a list of one. */
const SINGLE: ReadonlySet<string> = new Set([
  'match',
  'request',
  'response',
  'action',
  'correlate',
  'filter',
]);

function single(name: string, node: JsonNode): JsonNode {
  const [only, ...more] = SINGLE.has(name) && node.type === 'array' ? (node.children ?? []) : [];
  return only?.type === 'object' && more.length === 0 ? only : node;
}

function fieldsOf(object: JsonNode, text: string): Fields {
  return new Map(
    membersOf(object).map(({ key, value }): [string, Written] => {
      const node = single(key, value);
      const source = text.slice(node.offset, endOf(node));
      const fields = node.type === 'object' ? fieldsOf(node, text) : null;
      return [key, { source, json: plainJson(node), fields }];
    }),
  );
}

/** What is interpolated is not known, but for the name of another resource. */
function plainJson(node: JsonNode): unknown {
  if (node.type === 'string') {
    const isKnown =
      !/[$%]\{/.test(String(node.value)) || /^\$\{\s*[\w.-]+\.id\s*\}$/.test(String(node.value));
    return isKnown ? node.value : undefined;
  }
  if (node.type === 'array') return (node.children ?? []).map(plainJson);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(membersOf(node).map(({ key, value }) => [key, plainJson(single(key, value))]));
}

function problemOf(body: JsonNode, address: string): string | null {
  for (const { key, value } of membersOf(body)) {
    if (SINGLE.has(key) && value.type === 'array' && value.children?.length !== 1)
      return `${address} has several blocks ${key}`;
    const inner = single(key, value);
    if (memberNamed(inner, '//') !== undefined) return `a comment stands in ${key} of ${address}`;
    const below = inner.type === 'object' ? problemOf(inner, address) : null;
    if (below !== null) return below;
  }
  return null;
}
