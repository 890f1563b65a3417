/**
 * Records no longer say to which zone they belong. Its id is the one that was asked for; its name comes from a request
 * of its own, sent like that for the records.
 */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Node, NodeOf } from '../../src/read/javascript/syntax/index.js';
import { optionalField, readOfAskedZone } from '../languages/vanished/index.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { type Asked, askedFor } from './asked.js';
import { nameOfZone } from './zone-name.js';

export const dnsRecordZoneFields: Codemod = {
  id: 'dns-record-zone-fields',
  entries: ['dns-record-zone-fields'],
  ties: 'site',
  classify,
  checklist: ['Where the name of a zone is read, the token needs the permission Zone > Zone > Read.'],
};

const ONE_MORE: Difference = {
  name: 'request-for-zone-name',
  what: 'the name of the zone is read by a request of its own',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { script, finding, nodes } = site;
  if (finding.by === 'schema') return optionalField(site, around);
  if (finding.by !== 'read') return null;
  if (script === null) return isIdRead(site) ? idElsewhere(site, around) : byHand(NAME_ELSEWHERE);
  const member = nodes.findLast(({ type }) => type === 'MemberExpression');
  const field = member?.type === 'MemberExpression' ? fieldRead(site, member) : null;
  if (member?.type !== 'MemberExpression' || field === null)
    return byHand('the field is not simply read here');
  const asked = askedFor(site, around, member, field);
  if (typeof asked === 'string') return byHand(asked);
  return field === 'zone_id' ? idOfAsked(site, member, asked) : nameOfAsked(site, around, member, asked);
}

const NAME_ELSEWHERE = 'the name of the zone takes a request of its own';

function idElsewhere(site: Site, around: Surroundings): Verdict {
  return readOfAskedZone(site, around) ?? byHand('the zone has no name of its own where the field is read');
}

function idOfAsked(site: Site, read: NodeOf<'MemberExpression'>, { zone }: Asked): Verdict {
  const [start, end] = wholeOf(read).range;
  return inPlace({
    level: 'review',
    reason: 'the id of the zone is the one that the records were asked for with',
    edits: editsHere(site, [{ start, end, text: zone.text }]),
  });
}

function nameOfAsked(
  site: Site,
  around: Surroundings,
  read: NodeOf<'MemberExpression'>,
  asked: Asked,
): Verdict {
  const made = nameOfZone(site, around, asked);
  if (typeof made === 'string') return byHand(made);
  const { name, insertion } = made;
  const whole = wholeOf(read);
  const { parent } = whole;
  const isOfSameName =
    parent?.type === 'Property' && !parent.computed && site.file.text.slice(...parent.key.range) === name;
  const [start, end] = isOfSameName ? parent.range : whole.range;
  return inPlace({
    level: 'review',
    reason: 'the name of the zone is read by a request like that for the records',
    edits: editsHere(site, [insertion, { start, end, text: name }]),
    differences: [ONE_MORE],
  });
}

function byHand(reason: string): Verdict {
  return marker(
    reason,
    'Take the id of the zone from the request for the records; read its name from GET /zones/{zone_id}.',
  );
}

/** `zone_id`, or `ZoneID` of a struct. */
function isIdRead({ file, finding: { at } }: Site): boolean {
  return /^zone_?id$/i.test(file.text.slice(at.start, at.end));
}

function fieldRead(
  { finding: { at }, file }: Site,
  { property, computed, parent, range }: NodeOf<'MemberExpression'>,
): 'zone_name' | 'zone_id' | null {
  const isHere = property.range[0] <= at.start && at.end <= property.range[1];
  const isWritten =
    (parent?.type === 'AssignmentExpression' && parent.left.range[0] === range[0]) ||
    (parent?.type === 'UnaryExpression' && parent.operator === 'delete');
  if (!isHere || isWritten || computed) return null;
  const name = file.text.slice(...property.range);
  return name === 'zone_name' || name === 'zone_id' ? name : null;
}

/** `record?.zone_id` as a whole. */
function wholeOf(read: Node): Node {
  return read.parent?.type === 'ChainExpression' ? read.parent : read;
}
