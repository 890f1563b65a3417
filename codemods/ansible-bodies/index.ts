/** Fields that are gone, in bodies that tasks of Ansible send through the module `uri`, and in records of a file that a script sends. */
import { isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';
import { type Codemod, documentsOf, type Site, type Verdict } from '../../src/migrate/index.js';
import { startOfLine } from '../languages/elements.js';
import {
  attributeOf,
  attributesAround,
  patternOf,
  type ResourceText,
} from '../places/resource-text/index.js';
import { hasAnchor, YamlResourceText } from '../places/resource-text/yaml.js';
import { ZONE_ASSUMED } from '../places/srv-records.js';
import { editsHere, inPlace, isCleared, marker, NEEDS_POLICY } from '../places/verdicts.js';
import { renamedRecord } from '../pulumi-srv/record.js';

export const ansibleBodies: Codemod = {
  id: 'ansible-bodies',
  entries: ['srv-data', 'dns-locked', 'notification-email'],
  language: 'yaml',
  ties: 'site',
  classify,
  checklist: [],
};

const PARTS = ['service', 'proto', 'name'] as const;
const SRV_STEPS =
  'Write _service._proto.name into the name of the record, and leave service, proto and name out of data.';
const SHARED = 'a comment stands beside the field, or it shares a line with others';

function classify(site: Site): Verdict | null {
  const { kind, by, at } = site.finding;
  const body = kind === 'field' && by === undefined ? bodyAt(site) : null;
  if (body === null) return null;
  if (hasAnchor(site.file.text, body))
    return marker('an alias may stand for a part of the body elsewhere', stepsFor(site));
  if (site.entry.id === 'srv-data') return record(site, body);
  const sent: ResourceText = new YamlResourceText(site.file.text, 'body', '', body, body);
  const found = attributesAround(sent.attributes, at.start);
  if (found === null) return null;
  const edits = sent.without([found.own]);
  if (edits === null) return marker(SHARED, `Remove ${found.own.name} from the body.`);
  if (site.entry.id === 'notification-email' && !isCleared(site)) return NEEDS_POLICY;
  return inPlace({ level: 'review', reason: 'the API ignores the field', edits: editsHere(site, edits) });
}

function stepsFor({ entry }: Site): string {
  if (entry.id === 'srv-data') return SRV_STEPS;
  return `Remove ${entry.id === 'dns-locked' ? 'locked' : 'notification_email'} from the body.`;
}

function record(site: Site, body: YAMLMap): Verdict {
  const sent: ResourceText = new YamlResourceText(site.file.text, 'the record', '', body, body);
  const data = attributeOf(sent.attributes, 'data');
  const gone = PARTS.flatMap((part) => attributeOf(data?.inner ?? null, part) ?? []);
  const above = gone[0] === undefined ? {} : { above: gone[0].start };
  const added = nameAbove(sent, site.file.text);
  const renamed = added ?? renamedRecord(sent, site.file.text);
  const isWritten = 'problem' in renamed || renamed.edits.length > 0;
  // What a template of Jinja gives may be @, which stands for the zone.
  const name = attributeOf(sent.attributes, 'name')?.pieces ?? [];
  if (isWritten && patternOf(name).startsWith('{'))
    return { ...marker('the name is computed, and may be that of the zone', SRV_STEPS), ...above };
  if ('problem' in renamed) return { ...marker(renamed.problem, SRV_STEPS), ...above };
  const removed = sent.without(gone);
  if (removed === null) return { ...marker(SHARED, SRV_STEPS), ...above };
  return inPlace({
    level: 'review',
    reason: 'service and protocol belong into the name of the record',
    edits: editsHere(site, [...renamed.edits, ...removed]),
    differences: renamed.isZoneAssumed ? [ZONE_ASSUMED] : [],
  });
}

/** A record without a name outside of its data gets one, above the data. */
function nameAbove(sent: ResourceText, text: string) {
  const data = attributeOf(sent.attributes, 'data');
  const whole = PARTS.map((part) => patternOf(attributeOf(data?.inner ?? null, part)?.pieces ?? [])).join(
    '.',
  );
  if (data === null || attributeOf(sent.attributes, 'name') !== null || !/^_\w[\w.-]*\w$/.test(whole))
    return null;
  const line = startOfLine(text, data.start);
  const [, indent, ending] = /^([ \t]*)data:[ \t]*(\r?\n)/.exec(text.slice(line)) ?? [];
  if (indent === undefined || ending === undefined || whole.includes('..')) return null;
  return {
    edits: [{ start: line, end: line, text: `${indent}name: ${whole}${ending}` }],
    isZoneAssumed: false,
  };
}

const URI: ReadonlySet<string> = new Set(['uri', 'ansible.builtin.uri', 'ansible.legacy.uri']);

/** The body of the task, or the record, around a site, where it is written out as a mapping. */
function bodyAt({ finding: { at, usages }, file }: Site): YAMLMap | null {
  const records = new Set(
    usages.flatMap((usage) => (usage.kind === 'record' ? (usage.body.origin?.start ?? []) : [])),
  );
  const documents = documentsOf(file);
  if (documents.some(({ errors }) => errors.length > 0)) return null;
  let found: YAMLMap | null = null;
  const visit = (node: unknown, isBody: boolean): void => {
    const { range } = (node ?? {}) as Node;
    if (range == null || at.start < range[0] || range[1] <= at.start) return;
    if (isMap(node)) {
      if (isBody || records.has(range[0])) found = node;
      for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
        const name = isScalar(key) ? String(key.value) : '';
        visit(URI.has(name) && isMap(value) ? value.get('body', true) : value, URI.has(name));
      }
    } else if (typeof node === 'object' && node !== null && 'items' in node)
      for (const item of node.items as Node[]) visit(item, false);
  };
  for (const { contents } of documents) visit(contents, false);
  return found;
}
