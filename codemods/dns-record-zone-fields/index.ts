/**
 * Records no longer say to which zone they belong. Its id is the one that was asked for; its name comes from a request
 * of its own, sent like that for the records.
 */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Node, NodeOf } from '../../src/read/javascript/syntax/index.js';
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
  if (script === null || finding.by !== 'read') return null;
  const member = nodes.findLast(({ type }) => type === 'MemberExpression');
  const read = member?.type === 'MemberExpression' && isNameRead(site, member) ? member : null;
  if (read === null) return byHand('the field is not simply read here');
  const asked = askedFor(site, around, read);
  const made = typeof asked === 'string' ? asked : nameOfZone(site, around, asked);
  if (typeof asked === 'string' || typeof made === 'string') return byHand(String(made));
  const { name, insertion } = made;
  const whole = wholeOf(read);
  const { parent } = whole;
  const isOfSameName =
    parent?.type === 'Property' && !parent.computed && site.file.text.slice(...parent.key.range) === name;
  const [start, end] = isOfSameName ? parent.range : whole.range;
  return inPlace({
    level: 'review',
    reason: 'the name of the zone is read by a request like that for the records',
    edits: editsHere(site, [insertion, { start, end, text: name }, ...idEdits(asked)]),
    differences: [ONE_MORE],
  });
}

/** The id of the zone is the one that was asked for. */
function idEdits({ ids, zone }: Asked): readonly Edit[] {
  return ids.flatMap((node) => {
    if (node.type !== 'MemberExpression') return [];
    const [start, end] = wholeOf(node).range;
    return [{ start, end, text: zone.text }];
  });
}

function byHand(reason: string): Verdict {
  return marker(
    reason,
    'Take the id of the zone from the request for the records; read its name from GET /zones/{zone_id}.',
  );
}

function isNameRead({ finding: { at }, file }: Site, member: NodeOf<'MemberExpression'>): boolean {
  const { property, computed, parent } = member;
  const isHere = property.range[0] <= at.start && at.end <= property.range[1];
  const isName = !computed && file.text.slice(...property.range) === 'zone_name';
  const isWritten =
    (parent?.type === 'AssignmentExpression' && parent.left === member) ||
    (parent?.type === 'UnaryExpression' && parent.operator === 'delete');
  return isHere && isName && !isWritten;
}

/** `record?.zone_id` as a whole. */
function wholeOf(read: Node): Node {
  return read.parent?.type === 'ChainExpression' ? read.parent : read;
}
