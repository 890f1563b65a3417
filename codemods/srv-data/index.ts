/**
 * Service, protocol and name of a service record are part of its name. What is sent gets the whole name in the
 * field outside `data` and loses the three inside; what is read is cut out of the name again.
 *
 * The old API put the name together itself: from the three fields, or from two of them and the name outside. What
 * it did with the name outside where all three were given nobody has written down, so a record whose two names
 * differ is left to a person.
 */
import { isPure, removeItem } from '../../src/analysis/edits/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
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
import { isCutFromName } from './cut-name.js';
import { composed, partsOf, textOf } from './name.js';
import { nameReadsBeside } from './name-reads.js';
import { type OuterName, outerNameOf, recordValues, wholeness } from './outer-name.js';
import { sentOutside } from './outside.js';
import { besideReads } from './stale-reads.js';

export const srvData: Codemod = {
  id: 'srv-data',
  entries: ['srv-data'],
  ties: 'site',
  classify: (site, around) => besideReads(classify(site, around), site, around),
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
  if (site.script === null) return sentOutside(site, around, STEPS);
  if (site.finding.kind !== 'field') return null;
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
  const written = dataOf(site);
  if (written !== null && isPlain(written.node) && isCutFromName(site, written)) return cut(written);
  const found = recordOf(site, around);
  if (found === null) return marker('the record is put together in more than one place', STEPS);
  const { record, data } = found;
  if (!isPlain(record.node) || !isPlain(data.node))
    return marker('a spread or a computed name may bring other fields', STEPS);
  const outer = outerNameOf(site, record);
  const kept = typeof outer === 'string' ? outer : nameEdit(found, outer);
  if (typeof kept === 'string') return marker(kept, STEPS);
  const removed = withoutParts(data, record);
  if (removed === null) return marker(COMMENTED, STEPS);
  const edits: FileEdit[] = [...kept.edits, ...removed];
  const isSafe =
    kept.isKnown &&
    kept.differences === undefined &&
    isWrittenInCall(record.path) &&
    site.finding.confidence === 'exact';
  return inPlace({
    level: isSafe ? 'safe' : 'review',
    reason: isSafe
      ? kept.reason
      : kept.isKnown
        ? `${kept.reason}; what else looks at the record cannot be seen here`
        : `${kept.reason}, from values that are known at run time only`,
    edits,
    differences: kept.differences ?? (kept.isKnown ? [] : [COMPUTED]),
  });
}

const COMMENTED = 'a comment stands at one of the fields and would be lost';

/** The edits that take service, protocol and name out of the data; null where a comment would go with them. */
function withoutParts(data: Place<ObjectNode>, record: Place<ObjectNode> | null): readonly FileEdit[] | null {
  const gone = PARTS.flatMap((part) => propertyNamed(data.node, part) ?? []);
  const removals = gone.map((field) => removeItem(data.script, data.node, data.node.properties, field, gone));
  if (removals.includes(null)) return null;
  const optional = gone.flatMap(({ key, computed }) =>
    record === null ? [] : optionalInType(record.script, record.path, ['data', keyName(key, computed) ?? '']),
  );
  return editsOf(data.file, [...removals.flatMap((edit) => edit ?? []), ...optional]);
}

/** The three are cut out of the name outside, which has both labels therefore. */
function cut(data: Place<ObjectNode>): Verdict {
  const record = data.path.at(-2)?.type === 'Property' ? data.path.slice(0, -2) : null;
  const node = record?.at(-1);
  const edits = withoutParts(
    data,
    record !== null && node !== undefined && isKind(node, 'ObjectExpression')
      ? { ...data, node, path: record }
      : null,
  );
  if (edits === null) return marker(COMMENTED, STEPS);
  return inPlace({
    level: 'review',
    reason:
      'the fields are cut out of the name outside, which says it all; what else looks at them cannot be seen here',
    edits,
  });
}

interface NameEdit {
  readonly edits: readonly FileEdit[];
  /** All parts are literals. */
  readonly isKnown: boolean;
  readonly reason: string;
  readonly differences?: readonly Difference[];
}

/** The edit that makes the name outside whole; or why there is none. */
function nameEdit({ record, data }: SrvRecord, outer: OuterName | null): NameEdit | string {
  const { script } = data;
  const [service = null, proto = null, base = null] = PARTS.map(
    (part) => propertyNamed(data.node, part)?.value ?? null,
  );
  const standing = outer === null ? 'bare' : wholeness(outer, { script, service, proto, base });
  switch (standing) {
    case 'whole':
      return { edits: [], isKnown: true, reason: 'the name outside says it all already' };
    case 'counts':
      return {
        edits: [],
        isKnown: true,
        reason: 'the name outside has both labels already',
        differences: [OUTER_COUNTS],
      };
    case 'differs':
      return 'the name outside and the one in data differ';
    case 'unclear':
      return 'whether the name outside has both labels already cannot be told';
    case 'bare':
      break;
  }
  if (service === null || proto === null)
    return 'service or protocol is missing, and the name outside does not say it';
  const from = base ?? outer?.node ?? null;
  if (from === null) return 'no name is given, neither in data nor outside';
  const fromText = textOf(partsOf(script, from) ?? [{ code: '' }]);
  if (fromText === '' || fromText === '@')
    return 'the base name is the zone itself, whose name is not known here';
  if (base !== null && outer !== null && !isSame(script, outer.node, base))
    return 'the name outside and the one in data differ';
  if (outer !== null && outer.place.file !== data.file) return 'the name is written in another file';
  const labels = [service, proto, from].map((node) => partsOf(script, node));
  const whole = labels.flatMap((label) => (label === null ? [] : [label]));
  if (whole.length < labels.length) return 'a part of the name is the result of a call';
  const text = composed(whole, quoteOf(script.text));
  const isKnown = whole.every((label) => textOf(label) !== null);
  const edit =
    outer === null
      ? insertedFirst(record.script.text, record.node, `name: ${text}`)
      : outer.shorthand !== null
        ? { start: outer.shorthand.range[0], end: outer.shorthand.range[1], text: `name: ${text}` }
        : { start: outer.node.range[0], end: outer.node.range[1], text };
  return {
    edits: editsOf(outer?.place.file ?? record.file, [edit]),
    isKnown,
    reason: 'the name is put together from its parts',
  };
}

const OUTER_COUNTS: Difference = {
  name: 'outer-name-counts',
  what: 'the record gets the name that stands outside data; the parts in data, which may have said something else, are no longer sent',
};

function isSame(script: Place['script'], a: Node, b: Node): boolean {
  const [left, right] = [a, b].map((node) => partsOf(script, node));
  if (left == null || right == null) return false;
  return composed([left], "'") === composed([right], "'");
}

/** The data in which the finding stands. */
function dataOf({ script, nodes, file }: Site): Place<ObjectNode> | null {
  const index = nodes.findLastIndex(({ type }) => type === 'ObjectExpression');
  const node = nodes[index];
  if (script === null || node === undefined || !isKind(node, 'ObjectExpression')) return null;
  return { file: file.path, script, node, path: nodes.slice(0, index + 1) };
}

/** The record around the data, wherever the two are written. */
function recordOf(site: Site, around: Surroundings): SrvRecord | null {
  const data = dataOf(site);
  if (data === null) return null;
  const [property, outer] = [data.path.at(-2), data.path.at(-3)];
  if (
    property?.type === 'Property' &&
    keyName(property.key, property.computed) === 'data' &&
    outer?.type === 'ObjectExpression'
  )
    return { record: { ...data, node: outer, path: data.path.slice(0, -2) }, data };
  const origins = recordValues(site).flatMap(({ origin }) => origin ?? []);
  const [origin] = origins;
  const isOne = origins.every((other) => other.file === origin?.file && other.start === origin.start);
  const record = origin === undefined || !isOne ? null : placeOf(around, origin, 'ObjectExpression');
  return record === null ? null : { record, data };
}

/** The label of the name that a field was. */
const LABEL = {
  service: ".split('.')[0]",
  proto: ".split('.')[1]",
  name: ".split('.').slice(2).join('.')",
} as const;

function isLabel(part: string): part is keyof typeof LABEL {
  return Object.hasOwn(LABEL, part);
}

/** `record.data.service` is the first label of `record.name`. */
function read(site: Site): Verdict {
  const { script, nodes, finding } = site;
  const index = nodes.findLastIndex(({ type }) => type === 'MemberExpression');
  const member = nodes[index];
  const part = script?.text.slice(finding.at.start, finding.at.end) ?? '';
  const label = isLabel(part) ? LABEL[part] : undefined;
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
  const name = `${record}${data.optional === true ? '?.' : '.'}name`;
  const edits = [member, ...nameReadsBeside(script, member)].map(({ range: [start, end] }, index) => ({
    start,
    end,
    text: `${name}${(index === 0 ? label : LABEL.name).replaceAll("'", quote)}`,
  }));
  return inPlace({
    level: 'review',
    reason: 'names that do not follow the pattern are legal today, and have other labels',
    edits: editsHere(site, edits),
  });
}

function isTarget(holder: Node | undefined, member: Node | undefined): boolean {
  return (
    (holder?.type === 'AssignmentExpression' && holder.left === member) ||
    (holder?.type === 'UnaryExpression' && holder.operator === 'delete')
  );
}
