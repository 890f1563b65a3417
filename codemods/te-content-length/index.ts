/** One of the two headers that tell the length of a body: which one depends on the body, and on who sends it. */
import { removeItem } from '../../src/analysis/edits/index.js';
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { HttpUsage } from '../../src/read/index.js';
import { keyName } from '../../src/read/javascript/syntax/index.js';
import { alternatives, type Value } from '../../src/value/index.js';
import { httpUsages } from '../places/requests.js';
import { isPlain, placeOf } from '../places/trees.js';
import { editsOf, inPlace, marker } from '../places/verdicts.js';

export const teContentLength: Codemod = {
  id: 'te-content-length',
  entries: ['te-content-length'],
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS =
  'Keep Content-Length for a body that is known as a whole (text, buffer, file), and Transfer-Encoding for a stream whose length nobody knows; fetch sets both by itself and takes neither.';
const TODO = 'Send Content-Length for a body known as a whole, Transfer-Encoding for a stream, not both.';

function classify(site: Site, around: Surroundings): Verdict | null {
  const { script, finding } = site;
  if (script === null || finding.kind !== 'header') return null;
  const gone = new Set(httpUsages(site).map((usage) => headerToDrop(usage, site, around)));
  const [name, ...others] = gone;
  if (name === undefined || name === null || others.length > 0)
    return marker('what kind of body is sent cannot be told', STEPS, TODO);
  const place = placeOf(around, finding.at, 'ObjectExpression');
  const property = place?.node.properties.find(
    (one) => one.type === 'Property' && keyName(one.key, one.computed)?.toLowerCase() === name,
  );
  if (place === null || property === undefined || !isPlain(place.node))
    return marker('the headers are put together elsewhere', STEPS, TODO);
  const edit = removeItem(place.script, place.node, place.node.properties, property);
  if (edit === null) return marker('a comment stands in the headers and would be lost', STEPS, TODO);
  return inPlace({
    level: 'review',
    reason:
      name === 'transfer-encoding'
        ? 'the length of the body is known, so it is not sent in chunks'
        : 'the body is a stream, which is sent in chunks',
    edits: editsOf(place.file, [edit]),
  });
}

/** Null where it cannot be told. */
function headerToDrop(usage: HttpUsage, site: Site, around: Surroundings): string | null {
  const kinds = new Set(alternatives(usage.body).map((body) => kindOf(body, site, around)));
  const [kind, ...others] = kinds;
  if (others.length > 0) return null;
  if (kind === 'whole') return 'transfer-encoding';
  return kind === 'stream' ? 'content-length' : null;
}

const STREAM =
  /^(?:await )?(?:(?:fs\.)?createReadStream|Readable\.from|new (?:ReadableStream|PassThrough|Readable))\b|\.pipe\(|\.stream\(\)$/;
const WHOLE =
  /^(?:await )?(?:JSON\.stringify|Buffer\.(?:from|concat|alloc)|(?:fs\.)?(?:promises\.)?readFile(?:Sync)?|new (?:TextEncoder|URLSearchParams|Blob))\b/;

function kindOf(body: Value, site: Site, around: Surroundings): 'whole' | 'stream' | null {
  if (body.kind === 'text' && body.pieces.some(({ kind }) => kind === 'text')) return 'whole';
  if (body.kind === 'object' || body.kind === 'array') return 'whole';
  const { origin } = body;
  const written =
    origin === null ? '' : (around.file(origin.file)?.text.slice(origin.start, origin.end) ?? '');
  if (STREAM.test(written)) return 'stream';
  return WHOLE.test(written) || measures(site) ? 'whole' : null;
}

/** `'Content-Length': Buffer.byteLength(body)`: who measures a body has all of it. */
function measures({ finding: { at }, nodes, file }: Site): boolean {
  const headers = nodes.findLast(({ type }) => type === 'ObjectExpression');
  const text = headers === undefined ? file.text.slice(at.start, at.end) : file.text.slice(...headers.range);
  return /content-length['"]?\s*:\s*(?:String\()?(?:Buffer\.byteLength\(|[\w.]+\.(?:byteLength|length)\b)/i.test(
    text,
  );
}
