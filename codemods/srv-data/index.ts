/**
 * Service, protocol and name of a service record are part of its name. What is sent gets the whole name in the
 * field outside `data` and loses the three inside; what is read is cut out of the name again.
 *
 * The old API put the name together itself: from the three fields, or from two of them and the name outside. What
 * it did with the name outside where all three were given nobody has written down, so a record whose two names
 * differ is left to a person.
 */
import { isPure, removeItem } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { keyName } from '../../src/read/javascript/syntax/nodes.js';
import type { ObjectValue, Origin, Value } from '../../src/value/index.js';
import { alternatives, propertyOf } from '../../src/value/index.js';
import { optionalInType } from '../places/declared-types.js';
import { quoteOf } from '../places/indent.js';
import { insertedFirst } from '../places/insertion.js';
import {
  isKind,
  isPlain,
  isWrittenInCall,
  type ObjectNode,
  type Place,
  placeOf,
  propertyNamed,
} from '../places/trees.js';
import { editsHere, editsOf, inPlace, marker } from '../places/verdicts.js';
import { composed, partsOf, textOf } from './name.js';

export const srvData: Codemod = {
  id: 'srv-data',
  entries: ['srv-data'],
  ties: 'site',
  classify,
  checklist: [],
};

const PARTS = ['service', 'proto', 'name'] as const;

const STEPS =
  'Write the whole name, _service._proto.name, into the field name outside data, and leave service, proto and name out of data.';

const COMPUTED: Difference = {
  name: 'computed-name',
  what: 'a part that turns out empty, or a base name that turns out to be @, was left out of the name; now it is written into it',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  if (site.script === null || site.finding.kind !== 'field') return null;
  const { by } = site.finding;
  if (by === 'read') return read(site);
  return by === undefined ? sent(site, around) : null;
}

/** The record with its data, each as it is written. */
interface SrvRecord {
  readonly record: Place<ObjectNode>;
  readonly data: Place<ObjectNode>;
}

function sent(site: Site, around: Surroundings): Verdict {
  const found = recordOf(site, around);
  if (found === null) return marker('the record is put together in more than one place', STEPS);
  const { record, data } = found;
  if (!isPlain(record.node) || !isPlain(data.node))
    return marker('a spread or a computed name may bring other fields', STEPS);
  const fields = PARTS.map((part) => propertyNamed(data.node, part));
  const kept = nameEdit(found);
  if (typeof kept === 'string') return marker(kept, STEPS);
  const gone = fields.flatMap((field) => field ?? []);
  const removals = gone.map((field) => removeItem(data.script, data.node, data.node.properties, field, gone));
  if (removals.includes(null))
    return marker('a comment stands at one of the fields and would be lost', STEPS);
  const edits: FileEdit[] = [
    ...editsOf(record.file, kept.edits),
    ...editsOf(data.file, [
      ...removals.flatMap((edit) => edit ?? []),
      ...gone.flatMap(({ key, computed }) =>
        optionalInType(record.script, record.path, ['data', keyName(key, computed) ?? '']),
      ),
    ]),
  ];
  const isSafe = kept.isKnown && isWrittenInCall(record.path) && site.finding.confidence === 'exact';
  return inPlace({
    level: isSafe ? 'safe' : 'review',
    reason: isSafe
      ? kept.reason
      : kept.isKnown
        ? `${kept.reason}; what else looks at the record cannot be seen here`
        : `${kept.reason}, from values that are known at run time only`,
    edits,
    differences: kept.isKnown ? [] : [COMPUTED],
  });
}

interface NameEdit {
  readonly edits: readonly Edit[];
  /** All parts are literals. */
  readonly isKnown: boolean;
  readonly reason: string;
}

/** The edit that makes the name outside whole; or why there is none. */
function nameEdit({ record, data }: SrvRecord): NameEdit | string {
  const { script } = record;
  const [service, proto, base] = PARTS.map((part) => propertyNamed(data.node, part)?.value ?? null);
  const outer = propertyNamed(record.node, 'name')?.value ?? null;
  const outerText = outer === null ? null : textOf(partsOf(script, outer) ?? [{ code: '' }]);
  const given = [service, proto, base].map((node) =>
    node == null ? null : textOf(partsOf(data.script, node) ?? [{ code: '' }]),
  );
  if (isWhole(outerText, [service ?? null, proto ?? null, base ?? null], given))
    return { edits: [], isKnown: true, reason: 'the name outside says it all already' };
  if (startsWhole(script, outer, service ?? null, proto ?? null, base ?? null))
    return { edits: [], isKnown: true, reason: 'the name outside says it all already' };
  if (service == null || proto == null)
    return 'service or protocol is missing, and the name outside does not say it';
  const from = base ?? outer;
  if (from === null) return 'no name is given, neither in data nor outside';
  const fromText = textOf(partsOf(script, from) ?? [{ code: '' }]);
  if (fromText === '' || fromText === '@')
    return 'the base name is the zone itself, whose name is not known here';
  if (base != null && outer !== null && !isSame(script, outer, base))
    return 'the name outside and the one in data differ';
  const labels = [service, proto, from].map((node) => partsOf(script, node));
  const whole = labels.flatMap((label) => (label === null ? [] : [label]));
  if (whole.length < labels.length) return 'a part of the name is the result of a call';
  const text = composed(whole, quoteOf(script.text));
  const isKnown = whole.every((label) => textOf(label) !== null);
  const property = propertyNamed(record.node, 'name');
  const edit =
    outer === null || property === null
      ? insertedFirst(script.text, record.node, `name: ${text}`)
      : property.shorthand
        ? { start: property.range[0], end: property.range[1], text: `name: ${text}` }
        : { start: outer.range[0], end: outer.range[1], text };
  return { edits: [edit], isKnown, reason: 'the name is put together from its parts' };
}

/** `_service._proto.rest`, where what is given in data says the same. */
function isWhole(
  outer: string | null,
  nodes: readonly (Node | null)[],
  given: readonly (string | null)[],
): boolean {
  const [service = '', proto = '', ...rest] = outer?.split('.') ?? [];
  if (!service.startsWith('_') || !proto.startsWith('_') || rest.length === 0) return false;
  const base = rest.join('.');
  return [service, proto, base].every((label, index) => {
    if (nodes[index] === null) return true;
    const text = given[index];
    return text === label || (index === 2 && (text === '@' || base.startsWith(`${text}.`)));
  });
}

/** A template that begins with the very parts: `${service}.${proto}.${name}`. */
function startsWhole(
  script: Place['script'],
  outer: Node | null,
  service: Node | null,
  proto: Node | null,
  base: Node | null,
): boolean {
  if (outer?.type !== 'TemplateLiteral' || service === null || proto === null) return false;
  const parts = [service, proto, ...(base === null ? [] : [base])].map((node) => partsOf(script, node));
  const labels = parts.flatMap((part) => (part === null ? [] : [part]));
  if (labels.length < parts.length) return false;
  const wanted = composed(labels, "'");
  const inside = (source: string) => source.slice(1, -1);
  const written = script.text.slice(...outer.range);
  return base === null
    ? inside(written).startsWith(`${inside(wanted)}.`)
    : inside(written) === inside(wanted);
}

function isSame(script: Place['script'], a: Node, b: Node): boolean {
  const [left, right] = [a, b].map((node) => partsOf(script, node));
  if (left == null || right == null) return false;
  return composed([left], "'") === composed([right], "'");
}

/** The record around the data in which the finding stands, wherever the two are written. */
function recordOf(site: Site, around: Surroundings): SrvRecord | null {
  const { script, nodes, file, finding } = site;
  const index = nodes.findLastIndex(({ type }) => type === 'ObjectExpression');
  const node = nodes[index];
  if (script === null || node === undefined || !isKind(node, 'ObjectExpression')) return null;
  const data: Place<ObjectNode> = { file: file.path, script, node, path: nodes.slice(0, index + 1) };
  const [property, outer] = [nodes[index - 1], nodes[index - 2]];
  if (
    property?.type === 'Property' &&
    keyName(property.key, property.computed) === 'data' &&
    outer?.type === 'ObjectExpression'
  )
    return { record: { file: file.path, script, node: outer, path: nodes.slice(0, index - 1) }, data };
  const origins = finding.usages.flatMap((usage) =>
    usage.kind === 'http' || usage.kind === 'record'
      ? recordsIn(usage.body, finding.at)
      : usage.kind === 'sdk'
        ? usage.args.flatMap((argument) => recordsIn(argument, finding.at))
        : [],
  );
  const [origin] = origins;
  const isOne = origins.every((other) => other.file === origin?.file && other.start === origin.start);
  const record = origin === undefined || !isOne ? null : placeOf(around, origin, 'ObjectExpression');
  return record === null ? null : { record, data };
}

/** Where records are written whose data has a key at a place. */
function recordsIn(value: Value, at: Origin): Origin[] {
  return alternatives(value).flatMap((option): Origin[] => {
    if (option.kind === 'array') return option.items.flatMap((item) => recordsIn(item, at));
    if (option.kind !== 'object') return [];
    const data = propertyOf(option, 'data');
    const isIts = data !== undefined && alternatives(data.value).some((one) => hasKeyAt(one, at));
    const own = isIts && option.origin !== null ? [option.origin] : [];
    return [...own, ...option.properties.flatMap((property) => recordsIn(property.value, at))];
  });
}

function hasKeyAt(value: Value, at: Origin): boolean {
  return (
    value.kind === 'object' && keysOf(value).some((key) => key.file === at.file && key.start === at.start)
  );
}

function keysOf({ properties }: ObjectValue): Origin[] {
  return properties.flatMap(({ keyOrigin }) => keyOrigin ?? []);
}

/** The label of the name that a field was. */
const LABEL: Readonly<Record<string, string>> = {
  service: ".split('.')[0]",
  proto: ".split('.')[1]",
  name: ".split('.').slice(2).join('.')",
};

/** `record.data.service` is the first label of `record.name`. */
function read(site: Site): Verdict {
  const { script, nodes, finding } = site;
  const index = nodes.findLastIndex(({ type }) => type === 'MemberExpression');
  const member = nodes[index];
  const part = script?.text.slice(finding.at.start, finding.at.end) ?? '';
  const label = LABEL[part];
  const steps = `Cut it out of the name: service is the first label of record.name, proto the second, name the rest.`;
  const data = member?.type === 'MemberExpression' ? member.object : undefined;
  const isRead =
    member?.type === 'MemberExpression' &&
    member.property.range[0] <= finding.at.start &&
    finding.at.end <= member.property.range[1] &&
    data?.type === 'MemberExpression' &&
    keyName(data.property, data.computed) === 'data' &&
    isPure(data.object);
  const holder = nodes[index - 1]?.type === 'ChainExpression' ? nodes[index - 2] : nodes[index - 1];
  if (
    script === null ||
    label === undefined ||
    !isRead ||
    data?.type !== 'MemberExpression' ||
    isTarget(holder, member)
  )
    return marker('the fields are not read one by one from the record here', steps);
  const quote = quoteOf(script.text);
  const record = script.text.slice(...data.object.range);
  const text = `${record}${data.optional === true ? '?.' : '.'}name${label.replaceAll("'", quote)}`;
  const [start, end] = member.range;
  return inPlace({
    level: 'review',
    reason: 'names that do not follow the pattern are legal today, and have other labels',
    edits: editsHere(site, [{ start, end, text }]),
  });
}

function isTarget(holder: Node | undefined, member: Node | undefined): boolean {
  return (
    (holder?.type === 'AssignmentExpression' && holder.left === member) ||
    (holder?.type === 'UnaryExpression' && holder.operator === 'delete')
  );
}
