/**
 * Which exported objects belong to retired APIs, or have retired fields and values: each is scanned as the request that
 * would write it, so that an inventory and a scan never disagree.
 */
import type { Catalogue } from '../../catalogue/index.js';
import { DEFAULT_SETTINGS, runScan } from '../../scan/index.js';
import { type ExportedList, type Fields, listIn } from './exported.js';

export interface RetiredObject {
  readonly path: string;
  readonly entry: string;
  readonly object: Fields;
  /** What is retired of it, without a date. */
  readonly subject: string;
  readonly replacement: string;
  readonly endOfLife: string | null;
}

interface Written {
  readonly path: string;
  readonly object: Fields;
  readonly line: string;
}

/** Of a text that is scanned at once; larger ones would only be searched. */
const MOST_CHARACTERS = 400_000;
/** An object that is larger is none of ours to read. */
const LARGEST_OBJECT = 200_000;

export async function retiredObjects(
  lists: readonly ExportedList[],
  { catalogue, now, cwd }: { readonly catalogue: Catalogue; readonly now: string; readonly cwd: string },
): Promise<readonly RetiredObject[]> {
  const [host = 'api.cloudflare.com'] = catalogue.profiles.flatMap(({ hosts }) => hosts);
  const written = lists.flatMap((list) => requestsOf(list, `https://${host}/client/v4`));
  const harmless = new Set(catalogue.entries.filter(({ removal }) => removal === 'safe').map(({ id }) => id));
  const found: RetiredObject[] = [];
  for (const part of partsOf(written)) {
    const target = { root: cwd, label: '.', files: ['requests.ndjson'] };
    const report = await runScan({
      targets: [{ target, settings: DEFAULT_SETTINGS, catalogue }],
      now,
      cwd,
      stdin: new TextEncoder().encode(part.map(({ line }) => line).join('\n')),
    });
    // What the API ignores when it is sent is nothing that still exists.
    const counted = report.findings.filter(
      ({ entry, severity }) => severity !== 'hint' && !harmless.has(entry),
    );
    for (const { line, entry, subject, replacement, endOfLife } of counted) {
      const written = part[line - 1];
      if (written !== undefined)
        found.push({ path: written.path, object: written.object, entry, subject, replacement, endOfLife });
    }
  }
  return distinct(found);
}

function requestsOf({ path, items }: ExportedList, base: string): readonly Written[] {
  const objects = path.includes('/rulesets/') ? items.flatMap(({ rules }) => listIn(rules)) : items;
  return objects.flatMap((object) => {
    const line = JSON.stringify(writeOf(path, `${base}${path}`, object));
    return line.length > LARGEST_OBJECT ? [] : [{ path, object, line }];
  });
}

function writeOf(path: string, url: string, object: Fields) {
  if (/\/settings$/.test(path) && typeof object.id === 'string')
    return { method: 'PATCH', url: `${url}/${encodeURIComponent(object.id)}`, body: { value: object.value } };
  if (path.includes('/rulesets/')) return { method: 'PUT', url, body: { rules: [object] } };
  return { method: 'POST', url, body: object };
}

function* partsOf(written: readonly Written[]): Iterable<readonly Written[]> {
  let part: Written[] = [];
  let size = 0;
  for (const one of written) {
    if (size + one.line.length > MOST_CHARACTERS && part.length > 0) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(one);
    size += one.line.length;
  }
  if (part.length > 0) yield part;
}

/** Several findings in one object are one thing to do. */
function distinct(found: readonly RetiredObject[]): readonly RetiredObject[] {
  const known = new Map<Fields, Map<string, RetiredObject>>();
  for (const one of found) {
    const own = known.get(one.object) ?? new Map<string, RetiredObject>();
    if (!own.has(one.entry)) own.set(one.entry, one);
    known.set(one.object, own);
  }
  return [...known.values()].flatMap((own) => [...own.values()]);
}
