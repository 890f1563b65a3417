/**
 * The field `locked` of DNS records: ignored when sent, missing when read, and always false while it was there; and the
 * fields of `meta`, which are never set. They are left out of what is sent; conditions on them are folded, or say what
 * they go on with; types and schemas that demand them let records through that have none.
 */
import { foldRead, removeStatement } from '../../src/analysis/edits/index.js';
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { goesElsewhere } from '../languages/elsewhere.js';
import { withoutFields } from '../languages/fields.js';
import { optionalField, toleratedRead } from '../languages/vanished/index.js';
import { optionalInType } from '../places/declared-types.js';
import { deletion, editsHere, inPlace, marker } from '../places/verdicts.js';

export const dnsLocked: Codemod = {
  id: 'dns-locked',
  entries: ['dns-locked', 'dns-record-meta-fields'],
  ties: 'site',
  classify,
  checklist: [],
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { by } = site.finding;
  if (by === 'schema') return optionalField(site, around) ?? demanded(site);
  if (site.script === null) return by === 'read' ? readOutside(site, around) : sentOutside(site, around);
  if (by === 'read') return read(site);
  return by === 'type' ? null : sent(site);
}

const nameOf = ({ file, finding: { at } }: Site): string => file.text.slice(at.start, at.end);

/** Ids were never there without the field beside them that says so. */
function insteadOf(site: Site): 'false' | 'nothing' {
  return /_id$/.test(nameOf(site)) ? 'nothing' : 'false';
}

function readOutside(site: Site, around: Surroundings): Verdict {
  return (
    toleratedRead(site, around, insteadOf(site)) ??
    marker('the field is read in a way that has no other form for a missing one', stepsOf(site))
  );
}

function stepsOf(site: Site): string {
  const always = insteadOf(site) === 'false' ? 'it was always false' : 'it was never set';
  return `Stop reading ${nameOf(site)}, which is no longer in the answer; ${always}.`;
}

/** In other languages: a pair of a map, or a member of JSON. */
function sentOutside(site: Site, around: Surroundings): Verdict | null {
  if (site.finding.kind !== 'field' || site.finding.by !== undefined) return null;
  const edits = goesElsewhere(site, around) ? null : withoutFields(around, [site.finding.at]);
  if (edits === null) return null;
  return inPlace({
    level: 'review',
    reason: 'the server ignores the field; what else looks at the body cannot be seen here',
    edits: editsHere(site, edits),
  });
}

function sent(site: Site): Verdict {
  const { script, nodes, finding } = site;
  const { fix } = finding;
  if (script !== null && fix?.action.kind === 'remove') {
    const object = nodes.findLastIndex(({ type }) => type === 'ObjectExpression');
    const types = optionalInType(script, nodes.slice(0, object + 1), ['locked']);
    const isSafe = fix.level === 'safe' && types.length === 0;
    return inPlace({
      level: isSafe ? 'safe' : 'review',
      reason: isSafe
        ? 'the server ignores the field'
        : 'the server ignores the field; what else looks at the object cannot be seen here',
      edits: editsHere(site, [...fix.edits, ...types]),
    });
  }
  const assigned = assignment(site);
  return assigned === null
    ? marker(
        'the field is not simply written into an object here',
        'Leave locked out of what is sent; the server ignores it.',
      )
    : deletion('the server ignores the field', editsHere(site, [assigned]));
}

/** `record.locked = true;` */
function assignment({ script, nodes }: Site) {
  const statement = nodes.findLast(({ type }) => type === 'ExpressionStatement');
  if (script === null || statement?.type !== 'ExpressionStatement') return null;
  const { expression } = statement;
  const isPlain =
    expression.type === 'AssignmentExpression' &&
    expression.operator === '=' &&
    expression.left.type === 'MemberExpression' &&
    nodes.includes(expression.left) &&
    (expression.right.type === 'Literal' || expression.right.type === 'Identifier');
  return isPlain ? removeStatement(script, statement) : null;
}

function read(site: Site): Verdict {
  const { script, nodes, finding } = site;
  const member = nodes.findLast(({ type }) => type === 'MemberExpression');
  const isRead =
    member?.type === 'MemberExpression' &&
    member.property.range[0] <= finding.at.start &&
    finding.at.end <= member.property.range[1];
  const isFlag = insteadOf(site) === 'false';
  const edits = isRead && isFlag && script !== null ? foldRead(script, member, false) : null;
  if (edits === null) {
    return marker('the value goes on from here, and is undefined today', stepsOf(site));
  }
  return inPlace({
    level: 'review',
    reason: 'it was always false, and the condition says the same without it',
    edits: editsHere(site, edits),
  });
}

function demanded(site: Site): Verdict {
  const name = nameOf(site);
  return marker(
    'records without the field are refused by this schema, which is written in a way of its own',
    `Make ${name} optional, or take it out: no record has it any more.`,
  );
}
