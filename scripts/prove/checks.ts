/** What every case has to show without being run. */
import { parseSync } from 'oxc-parser';
import { type Case, expectedFiles, type Files, isPositive } from './cases.js';
import { isApplied, type Migrated, migrated, written } from './migrated.js';
import { typeFaults } from './types.js';

/** What is wrong with a case; nothing if all holds. */
export async function checkCase(one: Case): Promise<readonly string[]> {
  const first = await migrated(one.input, one.meta);
  const after = written(one.input, first);
  const early = [...textFaults(after, expectedFiles(one)), ...siteFaults(one, first)];
  if (early.length > 0) return early;
  const second = await migrated(after, one.meta);
  return [
    ...exemptionFaults(one, first),
    ...rerunFaults(first, second),
    ...first.files.flatMap((file) => [...parseFaults(file.path, file.text), ...strayFaults(one.input, file)]),
    ...first.gates
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ gate, detail }) => `the gate ${gate} refused: ${detail}`),
    ...(await typeFaults(one.input, after)),
  ];
}

export function textFaults(actual: Files, expected: Files): string[] {
  const paths = [...new Set([...actual.keys(), ...expected.keys()])].sort();
  return paths.flatMap((path) => {
    const [is, wanted] = [actual.get(path), expected.get(path)];
    if (is === undefined) return [`${path} is not written`];
    if (wanted === undefined) return [`${path} is written, and should not be`];
    return is.equals(wanted)
      ? []
      : [`${path} differs:\n${firstDifference(is.toString(), wanted.toString())}`];
  });
}

function firstDifference(actual: string, expected: string): string {
  const [is, wanted] = [actual.split('\n'), expected.split('\n')];
  const line = wanted.findIndex((text, index) => text !== is[index]);
  const at = line < 0 ? wanted.length : line;
  return `  line ${at + 1}\n  is       ${JSON.stringify(is[at])}\n  expected ${JSON.stringify(wanted[at])}`;
}

function siteFaults(one: Case, { sites }: Migrated): string[] {
  const { meta } = one;
  const applied = sites.filter(isApplied);
  const open = sites.filter((site) => !isApplied(site));
  const differences = [
    ...new Set(applied.flatMap((site) => site.differences.map(({ name }) => name))),
  ].sort();
  const announced = [...(meta.differences ?? [])].sort();
  return [
    ...(applied.length > 0 === isPositive(one)
      ? []
      : [
          applied.length > 0
            ? 'something is rewritten: the case needs a line "run:", or the reason as "not run:"'
            : 'nothing is rewritten: the case can have no line "run:" or "not run:"',
        ]),
    ...leftFaults(open, meta.left ?? []),
    ...(differences.join() === announced.join()
      ? []
      : [
          `differences: announced are ${differences.join(', ') || 'none'}, the case names ${announced.join(', ') || 'none'}`,
        ]),
  ];
}

/** Nothing may differ that is not announced, and nothing at all where every change is called safe. */
function exemptionFaults({ meta }: Case, { sites }: Migrated): string[] {
  const names = [...new Set((meta.run?.exempt ?? []).map(({ name }) => name))];
  const secret = names.filter((name) => !meta.differences?.includes(name));
  const isSafe = sites.filter(isApplied).every(({ level }) => level === 'safe');
  return [
    ...secret.map((name) => `the twins may differ by ${name}, which the migration does not announce`),
    ...(isSafe && names.length > 0
      ? [`all changes are safe, and the twins differ: ${names.join(', ')}`]
      : []),
  ];
}

function leftFaults(open: Migrated['sites'], left: NonNullable<Case['meta']['left']>): string[] {
  const rest = [...open];
  const missing = left.flatMap(({ entry, reason }) => {
    const index = rest.findIndex(
      (site) => site.entry === entry && `${site.reason} ${site.because ?? ''}`.includes(reason),
    );
    if (index < 0) return [`nothing of ${entry} is left alone because "${reason}"`];
    rest.splice(index, 1);
    return [];
  });
  return [
    ...missing,
    ...rest.map(
      ({ entry, line, path, reason }) =>
        `left alone without a word in the case: ${path}:${line} ${entry}: ${reason}`,
    ),
  ];
}

/** Nothing changes any more, and what is open is still told. */
function rerunFaults(first: Migrated, second: Migrated): string[] {
  const open = first.sites.filter((site) => !isApplied(site));
  return [
    ...second.files.map(({ path }) => `a second run changes ${path} once more`),
    ...(second.sites.length === open.length
      ? []
      : [`a second run tells of ${second.sites.length} open sites instead of ${open.length}`]),
  ];
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

function parseFaults(path: string, text: string): string[] {
  if (!SCRIPT.test(path)) return [];
  return parseSync(path, text).errors.map(({ message }) => `${path} does not parse: ${message}`);
}

/** The edits that are reported make the new text, byte for byte. */
function strayFaults(before: Files, { path, created, edits, text }: Migrated['files'][number]): string[] {
  const original = before.get(path)?.toString('utf8');
  if (created || original === undefined) return [];
  const sorted = [...edits].sort((a, b) => a.offset[0] - b.offset[0]);
  let from = 0;
  let made = '';
  for (const { offset, text: put } of sorted) {
    if (offset[0] < from) return [`${path}: edits overlap at ${offset[0]}`];
    made += original.slice(from, offset[0]) + put;
    from = offset[1];
  }
  return made + original.slice(from) === text ? [] : [`${path} changes outside of its edits`];
}
