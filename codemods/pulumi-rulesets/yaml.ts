/** Old resources of a Pulumi program in YAML become rulesets. */
import { isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Edit } from '../../src/analysis/index.js';
import { documentsOf } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { literally } from '../../src/value/index.js';
import { camelCase, snakeCase } from '../places/declared/fields.js';
import { differencesIn, groupsOf, RULE_TYPES } from '../places/declared/groups.js';
import type { Declared, Fields, RuleGroup, Written } from '../places/declared/model.js';
import { objectNames } from '../places/declared/print.js';
import type { HclItem } from '../places/hcl-layout.js';
import { lineEndOf } from '../places/indent.js';
import { resourceLines } from '../places/resource-text/yaml.js';
import { Refusal } from '../places/rulesets/resources.js';
import type { Outcome, Planned } from './scripts.js';
import { stateDifferences } from './state.js';
import { OLDEST } from './versions.js';

interface YamlResource extends Declared {
  /** Whole lines, with the comments above. */
  readonly lines: { readonly start: number; readonly end: number };
  readonly key: string;
}

const STEP = '  ';

export function plannedInYaml(file: SourceFile): readonly Planned[] {
  const { path, text } = file;
  const documents = documentsOf(file);
  const [document] = documents;
  if (documents.length !== 1 || document === undefined || document.errors.length > 0) return [];
  const resources = isMap(document.contents) ? document.contents.get('resources', true) : null;
  if (!isMap(resources) || resources.flow === true) return [];
  const all = resourcesOf(resources, path, text);
  const old = all.filter(({ type }) => type !== 'Ruleset');
  const texts = { computed: [], quoted: (value: string) => yamlText(value) };
  const taken = ({ fields }: Declared, phase: string): string | null =>
    all.find(
      (one) =>
        one.type === 'Ruleset' &&
        one.fields.get('phase')?.json === phase &&
        one.fields.get('zone_id')?.source === fields.get('zone_id')?.source,
    )?.address ?? null;
  const { groups, problems } = groupsOf(old, texts, taken, ({ type }) => OLDEST.has(type));
  const outcomes = new Map<Declared, Outcome>(
    [...problems].map(([resource, problem]) => [resource, { problem }]),
  );
  for (const group of groups) {
    const isAlone = groups.every((one) => one === group || one.label !== group.label);
    const outcome = outcomeOf(group, text, isAlone);
    for (const part of group.parts) outcomes.set(part, outcome);
  }
  return old.map((resource) => ({
    resource,
    end: resource.lines.end,
    outcome: outcomes.get(resource) ?? { problem: 'its use is not known' },
  }));
}

function resourcesOf(resources: YAMLMap, file: string, text: string): readonly YamlResource[] {
  const found = new Map<string, YamlResource>();
  for (const pair of resources.items) {
    const { key, value } = pair as Pair<Node, Node | null>;
    if (!isScalar(key) || !isMap(value) || key.range == null || value.range == null) continue;
    const token = String(value.get('type') ?? '');
    const type = token.split(':').at(-1) ?? '';
    if (!/^cloudflare:/.test(token) || !RULE_TYPES.has(type)) continue;
    const name = String(key.value);
    const options = value.get('options', true);
    const fields = fieldsOf(value.get('properties', true), text);
    const filter = /^\$\{([\w-]+)\.id\}$/.exec(String(fields?.get('filter_id')?.json ?? ''))?.[1] ?? '';
    const lines = resourceLines(text, key.range[0], value.range[1]);
    found.set(name, {
      ...{ type, file, key: name },
      address: `${type} ${name}`,
      start: key.range[0],
      fields: fields ?? new Map(),
      name: { source: name, json: name, fields: null },
      options: options === undefined ? null : JSON.stringify((options as Node).toJSON()),
      holder: resources,
      filter: found.get(filter) ?? null,
      comments: commentsIn(text, lines.start),
      lines,
      problem: fields === null ? `${type} ${name} is given what is put together elsewhere` : null,
    });
  }
  return [...found.values()];
}

function commentsIn(text: string, start: number): readonly string[] {
  const comments: string[] = [];
  for (const line of text.slice(start).split('\n')) {
    if (!/^\s*#/.test(line)) break;
    comments.push(line.trim());
  }
  return comments;
}

/** Null for what is no mapping that is written out. */
function fieldsOf(node: unknown, text: string): Fields | null {
  if (!isMap(node)) return null;
  const fields = new Map<string, Written>();
  for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
    if (!isScalar(key) || key.value === '<<' || value?.range == null) return null;
    const json: unknown = value.toJSON();
    const isBlock = isScalar(value) && String(value.type).startsWith('BLOCK');
    const source = isBlock ? yamlText(String(json)) : text.slice(value.range[0], value.range[1]);
    fields.set(snakeCase(String(key.value)), {
      source,
      json: plainJson(json),
      fields: fieldsOf(value, text),
    });
  }
  return fields;
}

/** Names in snake case; what is interpolated is not known. */
function plainJson(value: unknown): unknown {
  if (typeof value === 'string') return /\$\{(?!\w[\w-]*\.id\})/.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snakeCase(name), plainJson(inner)]),
  );
}

function outcomeOf(group: RuleGroup, text: string, isAlone: boolean): Outcome {
  try {
    const parts = group.parts as readonly YamlResource[];
    if (objectNames(group).has('response'))
      throw new Refusal(
        'a response of its own is written in another way by each major version of the package',
      );
    checkUses(parts, text);
    const known = parts.map((part) => ({ ...part, tool: 'pulumi' }));
    return {
      edits: editsOf(group, parts, text, isAlone),
      differences: [...stateDifferences(group, known, null), ...differencesIn(group)],
    };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

function checkUses(parts: readonly YamlResource[], text: string): void {
  for (const { key, address } of parts) {
    for (const { index } of text.matchAll(new RegExp(`\\$\\{${literally(key)}[.}[]`, 'g'))) {
      if (parts.some(({ lines }) => lines.start <= index && index < lines.end)) continue;
      throw new Refusal(`line ${text.slice(0, index).split('\n').length} uses ${address}`);
    }
  }
}

function editsOf(
  group: RuleGroup,
  parts: readonly YamlResource[],
  text: string,
  isAlone: boolean,
): readonly Edit[] {
  const last = parts.reduce((latest, one) => (one.start > latest.start ? one : latest));
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.start - 1) + 1))?.[0] ?? '';
  const own = `${parts[0]?.key}-${group.label}`;
  const key = isAlone ? group.label : own;
  if (new RegExp(`^${indent}${literally(key)}:`, 'm').test(text))
    throw new Refusal(`a resource is called ${key} already`);
  const eol = lineEndOf(text);
  const lines = [`${key}:`, ...indented(rulesetLines(group))].map((line) => `${indent}${line}${eol}`);
  return parts.map((one) => ({ ...one.lines, text: one === last ? lines.join('') : '' }));
}

function rulesetLines({ zone, phase, rules, options }: RuleGroup): readonly string[] {
  return [
    'type: cloudflare:Ruleset',
    'properties:',
    ...indented([
      `zoneId: ${zone.source}`,
      'name: default',
      'kind: zone',
      `phase: ${phase}`,
      'rules:',
      ...indented(
        rules.flatMap(({ parts, items }) => [
          ...new Set(parts.flatMap(({ comments }) => comments)),
          ...listed(items),
        ]),
      ),
    ]),
    ...(options === null ? [] : [`options: ${options}`]),
  ];
}

function listed(items: readonly HclItem[]): readonly string[] {
  return itemLines(items).map((line, index) => `${index === 0 ? '- ' : STEP}${line}`);
}

/** What YAML takes for nothing else than a text. */
const PLAIN_TEXT = /^"(?!(?:true|false|null|yes|no|on|off|y|n)")([a-z][a-z_]*)"$/;

function itemLines(items: readonly HclItem[]): readonly string[] {
  return items.flatMap((item) => {
    const name = camelCase(item.name);
    if ('value' in item) return [`${name}: ${item.value.replace(PLAIN_TEXT, '$1')}`];
    if ('list' in item) return [`${name}:`, ...indented(item.list.flatMap(({ object }) => listed(object)))];
    return 'object' in item ? [`${name}:`, ...indented(itemLines(item.object))] : [];
  });
}

function yamlText(value: string): string {
  return JSON.stringify(value);
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => STEP + line);
}
