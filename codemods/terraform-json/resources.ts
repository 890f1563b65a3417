/** Resources of a Terraform module that is written as JSON. */
import type { SourceFile } from '../../src/read/index.js';
import type { Declared, Fields, Written } from '../places/declared/model.js';
import { endOf, type JsonNode, jsonTree, memberNamed, membersOf } from '../places/json-tree.js';
import { repetitionText } from '../places/rulesets/groups.js';
import { conditionOf, type Repetition, uninterpolated } from '../places/rulesets/resources.js';

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
  readonly meta: JsonMeta;
}

/** What every resource can have. */
export interface JsonMeta {
  /** `count` or `for_each`; the value of `source` is as it is written. */
  readonly repetition: (Repetition & { readonly source: string }) | null;
  /** Addresses. */
  readonly dependsOn: readonly string[];
  readonly isProtected: boolean;
}

const META = ['provider', '//', 'count', 'for_each', 'depends_on', 'lifecycle'];

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
    const { name, index } = filterReference(one.fields);
    const filter = filters.get(name);
    return filter === undefined || !isOwnInstance(one, filter, index) ? one : { ...one, filter };
  });
}

/** Whether the filter is made as often as the rule, and the index picks the one that belongs to it. */
function isOwnInstance({ meta }: JsonResource, filter: JsonResource, index: string): boolean {
  const { repetition } = meta;
  if (repetitionText(repetition) !== repetitionText(filter.meta.repetition)) return false;
  if (repetition === null) return index === '';
  if (repetition.by === 'for_each') return index === '[each.key]';
  return index === '[count.index]' || (index === '[0]' && conditionOf(repetition) !== null);
}

type Place = Pick<JsonResource, 'kind' | 'label' | 'node' | 'typeNode' | 'body'>;

function resourceOf(place: Place, file: SourceFile): JsonResource {
  const { kind, label, node, body } = place;
  const address = `${kind}.${label}`;
  const fields = new Map(fieldsOf(body, file.text));
  const provider = fields.get('provider')?.source ?? null;
  const comment = fields.get('//');
  const meta = metaOf(fields);
  const problem = problemOf(body, address) ?? metaProblem(fields, address);
  for (const name of META) fields.delete(name);
  return {
    ...place,
    ...{ address, fields, provider, options: provider, meta, problem },
    type: TYPES[kind] ?? kind,
    file: file.path,
    start: node.offset,
    name: { source: label, json: label, fields: null },
    holder: 'resource',
    filter: null,
    comments: comment === undefined ? [] : [comment.source],
  };
}

function metaOf(fields: Fields): JsonMeta {
  const by = (['count', 'for_each'] as const).find((name) => fields.has(name));
  const source = fields.get(by ?? '')?.source ?? '';
  const dependsOn = fields.get('depends_on')?.json;
  return {
    repetition: by === undefined ? null : { by, source, value: uninterpolated(source) },
    dependsOn: Array.isArray(dependsOn) ? dependsOn.map(String) : [],
    isProtected: fields.get('lifecycle')?.fields?.get('prevent_destroy')?.json === true,
  };
}

/** What of the meta-arguments cannot be carried over. */
function metaProblem(fields: Fields, address: string): string | null {
  const dependsOn = fields.get('depends_on');
  const isList = Array.isArray(dependsOn?.json) && dependsOn.json.every((one) => typeof one === 'string');
  if (dependsOn !== undefined && !isList) return `the depends_on of ${address} is more than a list of names`;
  const lifecycle = fields.get('lifecycle');
  if (lifecycle === undefined) return null;
  for (const [name, { json }] of lifecycle.fields ?? [['', { json: null }]])
    if (!/^(?:create_before|prevent)_destroy$/.test(name) || typeof json !== 'boolean')
      return `${address} has a lifecycle with ${name === '' ? 'several blocks' : name}`;
  return null;
}

function filterReference(fields: Fields): { readonly name: string; readonly index: string } {
  const written = fields.get('filter_id')?.source ?? '';
  const [, name = '', index = ''] =
    /^"\$\{\s*(cloudflare_filter\.[\w-]+)(\[[\w.]+\])?\.id\s*\}"$/.exec(written) ?? [];
  return { name, index };
}

/** Blocks that there is one of: they may also be written as a list of one. */
const SINGLE: ReadonlySet<string> = new Set([
  'lifecycle',
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
