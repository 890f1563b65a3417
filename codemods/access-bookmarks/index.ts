/**
 * Bookmarks are Access applications of type bookmark. Deleting one needs the new path alone; what writes one has
 * to say the type as well; what lists them would see applications of every type.
 */
import { replaceSegments } from '../../src/analysis/edits/index.js';
import type { Codemod, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { alternatives, type Value } from '../../src/value/index.js';
import { requestAround } from '../places/answers.js';
import { ownBody } from '../places/bodies.js';
import { quoteOf } from '../places/indent.js';
import { insertedFirst } from '../places/insertion.js';
import { type Judgement, moved, segmentsEdit, worst } from '../places/moved-paths.js';
import { httpUsages, methodsOf, sdkUsages } from '../places/requests.js';
import { propertyNamed } from '../places/trees.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';

export const accessBookmarks: Codemod = {
  id: 'access-bookmarks',
  entries: ['access-bookmarks'],
  ties: 'site',
  classify,
  checklist: [
    'Bookmarks that are kept by id elsewhere: nobody has said that the applications have the same ids.',
  ],
};

const LIST =
  'GET …/access/apps lists applications of every type, page by page: keep those whose type is bookmark.';
const CREATE =
  "POST …/access/apps with type: 'bookmark' in the body; the server chooses the id, so read result.id of the answer and keep it.";

function classify(site: Site, around: Surroundings): Verdict | null {
  if (site.finding.kind === 'sdk') return inSdk(site);
  if (site.finding.kind !== 'endpoint') return null;
  const byId = site.finding.endpoint?.endsWith('{uuid}') === true;
  const methods = [...methodsOf(site)];
  const judgement = worst(methods.map((method) => judge(method, byId)));
  const verdict = moved(site, around, judgement, segmentsEdit(site, 'bookmarks', 'apps'));
  const writes = methods.some((method) => method === 'PUT' || method === 'POST');
  if (verdict.strategy === 'marker' || !writes) return verdict;
  const bodies = httpUsages(site)
    .flatMap(({ body }) => alternatives(body))
    .map((body) => withType(site, around, body));
  const edits = bodies.flatMap((body) => body ?? []);
  return bodies.includes(null)
    ? marker('the body is put together elsewhere', `Call …/access/apps, with type: 'bookmark' in the body.`)
    : { ...verdict, edits: [...verdict.edits, ...edits] };
}

function judge(method: string | null, byId: boolean): Judgement {
  switch (method) {
    case 'DELETE':
      return { level: 'safe', reason: 'an application is deleted by the same call at its path' };
    case 'GET':
      return byId
        ? { level: 'review', reason: 'nobody has said that the application has the id of the bookmark' }
        : { level: 'manual', reason: 'the new list has applications of every type', steps: LIST };
    case 'PUT':
      return { level: 'review', reason: 'the body says that the application is a bookmark' };
    case 'POST':
      return byId
        ? { level: 'manual', reason: 'the caller chose the id, and no longer can', steps: CREATE }
        : { level: 'review', reason: 'the body says that the application is a bookmark' };
    default:
      return {
        level: 'manual',
        reason: 'the method of the call cannot be told',
        steps: `${LIST} ${CREATE}`,
      };
  }
}

/** The edits that name the type in a body written for this call; none where it names it already. */
function withType(site: Site, around: Surroundings, body: Value): readonly FileEdit[] | null {
  const place = ownBody(site, around, body);
  if (place === null) return null;
  if (propertyNamed(place.node, 'type') !== null) return [];
  const quote = quoteOf(place.script.text);
  return [
    { file: place.file, ...insertedFirst(place.script.text, place.node, `type: ${quote}bookmark${quote}`) },
  ];
}

/** `bookmarks.delete(account, id)` of the first versions, `bookmarks.delete(id, { account_id })` of later ones. */
function inSdk(site: Site): Verdict {
  const { script, finding, file } = site;
  const [usage] = sdkUsages(site);
  const steps = finding.method === 'GET' ? LIST : CREATE;
  const name = usage?.chain.find((step) => step.name === 'bookmarks');
  const call = requestAround(site.nodes) ?? site.nodes.findLast(({ type }) => type === 'CallExpression');
  if (script === null || usage === undefined || name === undefined || call?.type !== 'CallExpression')
    return marker('the call cannot be found', steps);
  if (usage.chain.at(-1)?.name !== 'delete' || name.origin.file !== file.path) {
    return marker(
      'applications have other parameters, and a type',
      `Call client.zeroTrust.access.applications instead. ${steps}`,
    );
  }
  const { origin } = name;
  const written = script.text.slice(origin.start, origin.end);
  const renamed = replaceSegments({ ...finding, at: origin }, written, 'bookmarks', 'applications');
  const [first, second, ...rest] = call.arguments;
  if (renamed === null || first === undefined || second === undefined || rest.length > 0)
    return marker(
      'the arguments of the call cannot be told',
      `Call client.zeroTrust.access.applications.delete(id, { account_id }).`,
    );
  const isNew = second.type === 'ObjectExpression';
  const source = (node: typeof first) => script.text.slice(...node.range);
  const isAccountNamed = first.type === 'Identifier' && first.name === 'account_id';
  const swapped = {
    start: first.range[0],
    end: second.range[1],
    text: `${source(second)}, { ${isAccountNamed ? 'account_id' : `account_id: ${source(first)}`} }`,
  };
  return inPlace({
    level: 'review',
    reason: 'the same call on applications; nobody has said that they have the ids of the bookmarks',
    edits: editsHere(site, isNew ? [renamed] : [renamed, swapped]),
  });
}
