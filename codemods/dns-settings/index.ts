/**
 * One endpoint for all DNS settings instead of one for each. The path loses its last segment, and the body names
 * the setting: `{ id: 'use_apex_ns', value: on }` becomes `{ multi_provider: on }`. A read loses its segment too,
 * and finds the value under that name.
 */
import { removeItem } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { alternatives, knownText, propertyOf, type Value } from '../../src/value/index.js';
import { fieldAt, isOnlySent, withoutFields } from '../languages/fields.js';
import { answerUse, readsOf, requestAround } from '../places/answers.js';
import { ownBody } from '../places/bodies.js';
import { httpUsages, methodsOf } from '../places/requests.js';
import { propertyNamed } from '../places/trees.js';
import { editsHere, editsOf, inPlace, marker } from '../places/verdicts.js';

/** The fields that took the place of the endpoints. */
const FIELDS: Readonly<Record<string, string>> = {
  use_apex_ns: 'multi_provider',
  secondary_overrides: 'secondary_overrides',
};

export const dnsSettings: Codemod = {
  id: 'dns-settings',
  entries: ['dns-settings'],
  ties: 'site',
  classify,
  checklist: [],
};

function classify(site: Site, around: Surroundings): Verdict {
  const segment = site.finding.endpoint?.split('/').at(-1) ?? '';
  const field = FIELDS[segment];
  const path = withoutSegment(site, segment);
  if (
    field === undefined ||
    path === null ||
    (site.script === null && around.treeOf(site.file.path) === null)
  )
    return byHand('the segment is not written as a part of the path', segment);
  const methods = [...methodsOf(site)];
  if (site.script === null) return writtenOutside(site, around, methods, { segment, field, path });
  if (methods.length === 1 && methods[0] === 'PATCH') return written(site, around, segment, field, path);
  if (methods.length === 1 && methods[0] === 'GET') return read(site, segment, field, path);
  return byHand('reading and writing need different edits, and which this is cannot be told', segment);
}

/** In other languages: a body of `id` and `value` that is written into the call. */
function writtenOutside(
  site: Site,
  around: Surroundings,
  methods: readonly (string | null)[],
  { segment, field, path }: { readonly segment: string; readonly field: string; readonly path: FileEdit },
): Verdict {
  if (methods.length !== 1 || methods[0] !== 'PATCH')
    return byHand('what is read of the answer is followed in JavaScript and TypeScript only', segment);
  const bodies = httpUsages(site).flatMap(({ body }) => alternatives(body));
  const edits = bodies.map((body) => renamedOutside(site, around, body, segment, field));
  if (bodies.length === 0 || edits.includes(null))
    return byHand('the body is not written where the call is', segment);
  return inPlace({
    level: 'review',
    reason: `the value goes to the field ${field}`,
    edits: [
      path,
      ...editsHere(
        site,
        edits.flatMap((edit) => edit ?? []),
      ),
    ],
    differences: [ALL_ANSWERED(field)],
  });
}

function renamedOutside(
  site: Site,
  around: Surroundings,
  body: Value,
  segment: string,
  field: string,
): readonly Edit[] | null {
  if (body.kind !== 'object' || body.open) return null;
  const value = propertyOf(body, 'value')?.keyOrigin ?? null;
  const held = value === null ? null : fieldAt(around, value);
  if (held !== null && !isOnlySent(held.tree, held.map)) return null;
  const id = propertyOf(body, 'id');
  if (
    value === null ||
    value.file !== site.file.path ||
    body.properties.length !== (id === undefined ? 1 : 2)
  )
    return null;
  if (id !== undefined && (knownText(id.value) !== segment || id.keyOrigin === null)) return null;
  const removed = id?.keyOrigin == null ? [] : withoutFields(around, [id.keyOrigin]);
  if (removed === null) return null;
  const written = site.file.text.slice(value.start, value.end);
  // The name of a field of a struct is not what is sent.
  if (!written.includes('value')) return null;
  return [...removed, { start: value.start, end: value.end, text: written.replace('value', field) }];
}

const ALL_ANSWERED = (field: string): Difference => ({
  name: 'all-settings-answered',
  what: `the answer holds all DNS settings, the value among them as ${field}, instead of id and value`,
});

function byHand(reason: string, segment: string): Verdict {
  const field = FIELDS[segment] ?? segment;
  return marker(
    reason,
    `Send PATCH /zones/{zone_id}/dns_settings with { ${field}: <value> }, and read result.${field} of GET on the same path instead of result.value.`,
  );
}

function withoutSegment({ finding: { at }, file }: Site, segment: string): FileEdit | null {
  if (file.text.slice(at.start - 1, at.end) !== `/${segment}`) return null;
  return { file: at.file, start: at.start - 1, end: at.end, text: '' };
}

function written(site: Site, around: Surroundings, segment: string, field: string, path: FileEdit): Verdict {
  const edits: FileEdit[] = [path];
  for (const usage of httpUsages(site)) {
    for (const body of alternatives(usage.body)) {
      const renamed = renamedBody(site, around, body, segment, field);
      if (renamed === null) return byHand('the body is not written where the call is', segment);
      edits.push(...renamed);
    }
  }
  const use = site.script === null ? 'read' : answerUse(site.script, site.nodes);
  const isSafe = use !== 'read' && site.finding.confidence === 'exact';
  return inPlace({
    level: isSafe ? 'safe' : 'review',
    reason: isSafe
      ? `the value goes to the field ${field}; nothing of the answer is read`
      : `the value goes to the field ${field}`,
    edits,
    differences: use === 'read' ? [ALL_ANSWERED(field)] : [],
  });
}

/** `{ id: '…', value: x }`, written for this call alone. */
function renamedBody(
  site: Site,
  around: Surroundings,
  body: Value,
  segment: string,
  field: string,
): FileEdit[] | null {
  const place = ownBody(site, around, body);
  if (place === null) return null;
  const value = propertyNamed(place.node, 'value');
  const id = propertyNamed(place.node, 'id');
  const { properties } = place.node;
  if (value === null || properties.length !== (id === null ? 1 : 2)) return null;
  if (id !== null && !(id.value.type === 'Literal' && id.value.value === segment)) return null;
  const removed = id === null ? [] : [removeItem(place.script, place.node, properties, id)];
  const { key } = value;
  const name = value.shorthand
    ? { start: key.range[0], end: key.range[0], text: `${field}: ` }
    : { start: key.range[0], end: key.range[1], text: field };
  const edits = removed.flatMap((edit) => edit ?? []);
  return edits.length === removed.length ? editsOf(place.file, [...edits, name]) : null;
}

/** A read whose value can be followed to where its name stands. */
function read(site: Site, segment: string, field: string, path: FileEdit): Verdict {
  const call = requestAround(site.nodes);
  const reads = site.script === null || call === null ? null : readsOf(site.script, call);
  const values = reads?.filter(({ steps }) => steps.at(-1) === 'value' && steps.includes('result')) ?? [];
  const others =
    reads?.filter(({ steps }) => ['id', 'editable', 'modified_on'].includes(steps.at(-1) ?? '')) ?? [];
  if (reads === null || values.length === 0 || others.length > 0)
    return byHand('what is read of the answer cannot be followed', segment);
  return inPlace({
    level: 'review',
    reason: `the value is read under its new name, ${field}; nobody has said that the old answer had no more to it`,
    edits: [
      path,
      ...editsHere(
        site,
        values.map(({ node, name }) =>
          node.type === 'Property' && node.shorthand
            ? { start: name.range[0], end: name.range[0], text: `${field}: ` }
            : { start: name.range[0], end: name.range[1], text: field },
        ),
      ),
    ],
  });
}
