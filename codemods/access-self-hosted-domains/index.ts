/** Domains of an Access application are destinations of type public. */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { type Identifier, keyName } from '../../src/read/javascript/syntax/index.js';
import { quoteOf } from '../places/indent.js';
import { httpUsages } from '../places/requests.js';
import { isOwn, isPlain, placeOf, propertyNamed, usesOf } from '../places/trees.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';

export const accessSelfHostedDomains: Codemod = {
  id: 'access-self-hosted-domains',
  entries: ['access-self-hosted-domains'],
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS =
  "Send destinations: [{ type: 'public', uri: domain }], one for each domain; in answers, the domains are the uri of destinations whose type is public.";

function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  if (script === null || finding.kind !== 'field' || finding.by === 'type' || finding.by === 'schema')
    return null;
  if (finding.context === 'test') return marker('it stands in a test', STEPS);
  const edit = finding.by === 'read' ? readEdit(site) : sentEdit(site, around);
  if (typeof edit === 'string') return marker(edit, STEPS);
  return inPlace({
    level: 'review',
    reason: 'each domain is a destination of type public',
    edits: editsHere(site, [edit]),
  });
}

/** In a body that is written for this call alone. */
function sentEdit(site: Site, around: Surroundings): Edit | string {
  const {
    finding: { at },
    nodes,
    file,
  } = site;
  const elsewhere = 'the body is put together elsewhere';
  const property = nodes.findLast(({ type }) => type === 'Property');
  const assigned = assignedEdit(site);
  if (assigned !== null) return assigned;
  const place = placeOf(around, at, 'ObjectExpression');
  const calls = httpUsages(site).map((usage) => usage.site);
  if (property?.type !== 'Property' || place === null || !isPlain(place.node)) return elsewhere;
  if (calls.length === 0 || !calls.every((call) => isOwn(place, call))) return elsewhere;
  if (propertyNamed(place.node, 'destinations') !== null) return 'it sends destinations, too';
  const [start, end] = property.range;
  const { value } = property;
  const source = file.text.slice(...value.range);
  if (value.type === 'ArrayExpression') {
    const written = value.elements.map((one) =>
      one === null || one.type === 'SpreadElement'
        ? null
        : destination(file.text, file.text.slice(...one.range)),
    );
    if (written.includes(null)) return 'the list is put together of others';
    return { start, end, text: `destinations: [${written.join(', ')}]` };
  }
  if (value.type !== 'Identifier' && value.type !== 'MemberExpression') return elsewhere;
  return { start, end, text: `destinations: ${source}.map((uri) => (${destination(file.text, 'uri')}))` };
}

/** `body.self_hosted_domains = domains`, of an object that is only put together and sent. */
function assignedEdit({ nodes, script, file, finding }: Site): Edit | null {
  const member = nodes.findLast(({ type }) => type === 'MemberExpression');
  const assignment = member?.parent;
  if (member?.type !== 'MemberExpression' || assignment?.type !== 'AssignmentExpression') return null;
  const { object, property } = member;
  if (assignment.left !== member || script === null || object.type !== 'Identifier') return null;
  const isSent = ({ range, parent }: Identifier) =>
    (parent?.type === 'MemberExpression' && parent.parent?.type === 'AssignmentExpression') ||
    finding.usages.some(({ site }) => site.start <= range[0] && range[1] <= site.end);
  if (usesOf(script, object)?.every(isSent) !== true) return null;
  const { right } = assignment;
  if (right.type !== 'Identifier' && right.type !== 'MemberExpression') return null;
  const name = file.text.slice(...property.range).replace('self_hosted_domains', 'destinations');
  const between = file.text.slice(property.range[1], right.range[0]);
  const list = `${file.text.slice(...right.range)}.map((uri) => (${destination(file.text, 'uri')}))`;
  return { start: property.range[0], end: right.range[1], text: `${name}${between}${list}` };
}

function destination(text: string, uri: string): string {
  const quote = quoteOf(text);
  return `{ type: ${quote}public${quote}, ${uri === 'uri' ? 'uri' : `uri: ${uri}`} }`;
}

/** `app.self_hosted_domains` */
function readEdit({ nodes, file }: Site): Edit | string {
  const member = nodes.findLast(({ type }) => type === 'MemberExpression');
  const isRead =
    member?.type === 'MemberExpression' &&
    keyName(member.property, member.computed) === 'self_hosted_domains';
  const { parent } = member ?? {};
  const isWritten = parent?.type === 'AssignmentExpression' && parent.left === member;
  if (!isRead || isWritten) return 'it is read in a way that cannot be written anew';
  const object = file.text.slice(...member.object.range);
  const optional = member.optional === true ? '?.' : '.';
  const type = `${quoteOf(file.text)}public${quoteOf(file.text)}`;
  const text = `${object}${optional}destinations.filter(({ type }) => type === ${type}).map(({ uri }) => uri)`;
  return { start: member.range[0], end: member.range[1], text };
}
