/** The zone setting cname_flattening is a field of the DNS settings: true where every CNAME is flattened. */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { alternatives, type Value } from '../../src/value/index.js';
import { ownBody } from '../places/bodies.js';
import { movedAnswer } from '../places/moved-answers.js';
import type { NewRead } from '../places/new-reads.js';
import { httpUsages, methodsOf } from '../places/requests.js';
import { propertyNamed } from '../places/trees.js';
import { editsOf, marker } from '../places/verdicts.js';

export const cnameFlattening: Codemod = {
  id: 'cname-flattening',
  entries: ['cname-flattening'],
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS =
  'Call PATCH /zones/{zone_id}/dns_settings with { flatten_all_cnames: true } for flatten_all, false for every other value; GET on the same path answers result.flatten_all_cnames.';
const ALL_SETTINGS: Difference = {
  name: 'all-settings-answered',
  what: 'the answer holds all DNS settings, and tells only whether every CNAME is flattened',
};

/** Values of the setting, and whether every CNAME was flattened. */
const VALUES: Readonly<Record<string, boolean>> = {
  flatten_all: true,
  on: true,
  flatten_at_root: false,
  flatten_none: false,
  apex: false,
  off: false,
};

const VALUE: NewRead = {
  expression: (object) => `${object}.flatten_all_cnames ? 'flatten_all' : 'flatten_at_root'`,
  around(object, read) {
    const { parent } = read;
    if (parent?.type !== 'BinaryExpression' || parent.left !== read || parent.right.type !== 'Literal')
      return null;
    const isAll = VALUES[String(parent.right.value)];
    if (isAll === undefined || !/^[!=]==?$/.test(parent.operator)) return null;
    const isEqual = parent.operator.startsWith('=');
    return { node: parent, text: `${isAll === isEqual ? '' : '!'}${object}.flatten_all_cnames` };
  },
  isLeaf: true,
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  if (script === null || finding.kind !== 'endpoint') return null;
  const [method, ...others] = methodsOf(site);
  if ((method !== 'GET' && method !== 'PATCH') || others.length > 0)
    return marker('the method of the call cannot be told', STEPS);
  const verdict = movedAnswer(
    site,
    around,
    { method, from: '', to: '', fields: { value: VALUE }, differences: [ALL_SETTINGS] },
    { steps: STEPS, edit: pathEdit(site) },
  );
  if (method === 'GET' || verdict.strategy === 'marker') return verdict;
  const bodies = httpUsages(site).flatMap(({ body }) => alternatives(body));
  const edits = bodies.map((body) => bodyEdit(site, around, body));
  if (bodies.length === 0 || edits.includes(null))
    return marker('the body is not written where the call is', STEPS);
  return { ...verdict, edits: [...verdict.edits, ...edits.flatMap((edit) => edit ?? [])] };
}

/** `settings/cname_flattening` becomes `dns_settings`. */
function pathEdit({ finding: { at }, file }: Site): Edit | null {
  const old = 'settings/cname_flattening';
  const start = at.end - old.length;
  return file.text.slice(start, at.end) === old ? { start, end: at.end, text: 'dns_settings' } : null;
}

/** `{ value: 'flatten_all' }`, written for this call alone. */
function bodyEdit(site: Site, around: Surroundings, body: Value): readonly FileEdit[] | null {
  const place = ownBody(site, around, body);
  if (place?.node.properties.length !== 1) return null;
  const value = propertyNamed(place.node, 'value');
  if (value === null) return null;
  const written = place.script.text.slice(...value.value.range);
  const known = value.value.type === 'Literal' ? VALUES[String(value.value.value)] : undefined;
  if (value.value.type === 'Literal' && known === undefined) return null;
  if (
    value.value.type !== 'Literal' &&
    value.value.type !== 'Identifier' &&
    value.value.type !== 'MemberExpression'
  )
    return null;
  const text = `flatten_all_cnames: ${known ?? `${written} === 'flatten_all'`}`;
  return editsOf(place.file, [{ start: value.range[0], end: value.range[1], text }]);
}
