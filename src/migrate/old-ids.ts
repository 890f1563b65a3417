/**
 * Ids that a program has from outside: from its arguments, a file, a data store, or whoever calls it. A rule has another
 * id once it is migrated, so a call that takes such an id finds nothing. It is migrated, and the plan says so. Where it
 * deletes, a comment in the code says so, too: what was to be deleted stays in force.
 */
import type { Finding } from '../analysis/index.js';
import type { SourceFile, Usage } from '../read/index.js';
import { sourceOfValue, type ValueSource } from '../read/javascript/index.js';
import { isFunction, namesIn } from '../read/javascript/syntax/index.js';
import { literally, type Origin, propertyOf, type Value } from '../value/index.js';
import { ID_LENGTH, markerEdit } from './compose/marker-edit.js';
import { givesIds, groupsByCalls, takesId } from './id-ties.js';
import type { Difference, FileEdit, Site, Verdict } from './model.js';
import type { MigratedPackages } from './packages.js';
import type { JudgedSite } from './plan.js';
import type { Sources } from './sites.js';

const OLD_IDS: Difference = {
  name: 'ids-of-old-rules',
  what: 'ids of old rules: an id that was stored or handed over before the migration names no rule any more, because rules have new ids; look the rule up in the list by its description or expression',
};

const REPLACE_THEM =
  'Ids kept from before this migration name no rule: replace them by the ids of the new rules.';

export function withOldIds(
  members: readonly JudgedSite[],
  packages: MigratedPackages,
  sources: Sources,
): readonly JudgedSite[] {
  if (!members.some(isTaker)) return members;
  const listed = new Set(
    groupsByCalls(members, packages, sources)
      .filter((group) => group.some(isLister))
      .flat(),
  );
  const reads = members.flatMap(({ site }) => site.finding.usages.flatMap(idsReadOf));
  return members.map((one) => {
    const { verdict } = one;
    if (!isTaker(one) || verdict.strategy === 'marker') return one;
    const source = sourceOfId(one.site, reads, sources);
    const isWritten = one.site.finding.usages.every(hasWrittenId);
    const isGiven = isWritten || (source !== 'answer' && isGivenFromOutside(one));
    if (listed.has(one) && !isGiven) return one;
    const isKept = isWritten || (source === null ? isKeptOutside(one.site) : source === 'other');
    const edits =
      isKept && deletes(one.site) ? [...verdict.edits, ...commentOn(one, verdict)] : verdict.edits;
    return {
      ...one,
      verdict: { ...verdict, level: 'review', edits, differences: [...verdict.differences, OLD_IDS] },
    };
  });
}

function deletes({ finding }: Site): boolean {
  return finding.method === 'DELETE';
}

/** The comment above the statement, where no edit replaces what is around it. */
function commentOn(
  { site }: JudgedSite,
  { edits }: Extract<Verdict, { edits: unknown }>,
): readonly FileEdit[] {
  const id = site.fingerprint.slice(0, ID_LENGTH);
  const edit = markerEdit(site, { entry: site.entry.id, ids: [id], todo: REPLACE_THEM }, new Set([id]));
  if (
    edit === null ||
    edits.some(({ file, start, end }) => file === site.file.path && start < edit.start && edit.start < end)
  )
    return [];
  // A new function may go to the same place.
  return [{ ...edit, file: site.file.path, isDefinition: true }];
}

/** Null where it cannot be told. */
function sourceOfId(
  { finding, nodes }: Site,
  reads: readonly Origin[],
  { program }: Sources,
): ValueSource | null {
  const places = finding.usages.flatMap((usage) => holeOf(usage)?.origin ?? []);
  if (places.some((place) => reads.some((read) => encloses(place, read)))) return 'answer';
  const known = places.flatMap((place) => sourceOfValue(program, place.file, place) ?? []);
  const source = known.find((one) => one !== 'other') ?? known[0] ?? null;
  return source === 'other' && isPartOfParameter({ finding, nodes }) ? 'caller' : source;
}

/** `const { zone, id } = args` in a function of `args`. */
function isPartOfParameter({ finding, nodes }: Pick<Site, 'finding' | 'nodes'>): boolean {
  const holes = finding.usages.map(holeOf);
  const roots = holes.map((hole) => (hole?.kind === 'hole' ? hole.name?.split('.')[0] : undefined));
  return nodes.some(
    (node) => isFunction(node) && node.params.flatMap(namesIn).some(({ name }) => roots.includes(name)),
  );
}

function encloses(outer: Origin, { file, start, end }: Origin): boolean {
  return file === outer.file && outer.start <= start && end <= outer.end;
}

function isTaker({ codemod, site: { finding }, verdict }: JudgedSite): boolean {
  if (codemod?.ties !== 'ids' || verdict.strategy !== 'in-place') return false;
  return takesId(finding) || takesIdInSdk(finding);
}

/** `rules.delete`, `rules.get`, `UpdateFirewallRule`: all methods but those that list and create. */
function takesIdInSdk({ kind, method, endpoint }: Finding): boolean {
  if (kind !== 'sdk') return false;
  return method === 'GET'
    ? /(?:^|\.)(?:get|FirewallRule|RateLimit|Filter)$/.test(endpoint ?? '')
    : method !== 'POST';
}

function isLister({ site: { finding } }: JudgedSite): boolean {
  return givesIds(finding) && !takesIdInSdk(finding) && (finding.method ?? 'GET') === 'GET';
}

/** The id is written as something from outside, or was given a value of there. */
function isGivenFromOutside({ site: { file, finding } }: JudgedSite): boolean {
  return finding.usages.some((usage) => {
    const written = writtenId(usage, file);
    if (OUTSIDE.test(written) || isArgumentOfScript(written, file)) return true;
    const [root] = /[A-Za-z_]\w*/.exec(written) ?? [];
    return root !== undefined && isFilledFromOutside(file.text, root);
  });
}

/** The same without the callers of a function, where no value is known: it stands there, or in the assignment of its name. */
function isKeptOutside({ file, finding }: Site): boolean {
  return finding.usages.some((usage) => {
    const written = writtenId(usage, file);
    if (OUTSIDE.test(written) || isArgumentOfScript(written, file)) return true;
    const [root] = /[A-Za-z_]\w*/.exec(written) ?? [];
    if (root === undefined) return false;
    const assigned = new RegExp(`^[ \\t]*(?:\\w+ )?${literally(root)}[ \\t]*:?=[ \\t]*(.*)`, 'gm');
    return [...file.text.matchAll(assigned)].some(
      ([, value = '']) => OUTSIDE.test(value) && !/\b(?:for|lambda|find|next|curl)\b/.test(value),
    );
  });
}

/** `$1` of a shell script that has no functions. */
function isArgumentOfScript(written: string, { language, text }: SourceFile): boolean {
  return (
    language === 'shell' &&
    /^\d$/.test(written.replace(/[${}]/g, '')) &&
    !/^[ \t]{0,40}[\w-]+[ \t]{0,4}\(\)/m.test(text)
  );
}

/** Where the program reads an id of an answer. */
function idsReadOf(usage: Usage): readonly Origin[] {
  return 'reads' in usage
    ? usage.reads.filter(({ at }) => /(?:^|\.)id$/.test(at)).map(({ origin }) => origin)
    : [];
}

function holeOf(usage: Usage) {
  const given = usage.kind === 'http' ? usage.url : usage.kind === 'sdk' ? idGivenTo(usage.args) : undefined;
  const value = given?.kind === 'choice' ? given.of[0] : given;
  if (value?.kind !== 'text') return value;
  const last = value.pieces.at(-1);
  return last?.kind === 'hole' ? last : undefined;
}

/** The id is part of the path, as it is written. */
function hasWrittenId(usage: Usage): boolean {
  const value = usage.kind === 'http' ? usage.url : undefined;
  const last = value?.kind === 'text' ? value.pieces.at(-1) : undefined;
  return last?.kind === 'text' && /\/[\da-f]{32}$/.test(last.text);
}

/** In the rule that is handed over, where it is an object, or in an argument of its own. */
function idGivenTo(args: readonly Value[]): Value | undefined {
  const last = args.at(-1);
  if (last?.kind === 'object') return (propertyOf(last, 'ID') ?? propertyOf(last, 'id'))?.value;
  return args.findLast(({ kind }) => kind === 'text' || kind === 'unknown');
}

/** What stands for the id in the address: the last part of it that only the program knows. */
function writtenId(usage: Usage, { path, text }: SourceFile): string {
  const hole = holeOf(usage);
  const origin = hole?.origin?.file === path ? hole.origin : null;
  const source = origin === null ? '' : text.slice(origin.start, origin.end);
  return hole?.kind === 'hole' && !source.includes('.') ? (hole.name ?? source) : source;
}

/** `const [zone, id] = process.argv`, `state = json.load(file)`, `remove(zone, sys.argv[1])` of `def remove(zone, id):` */
function isFilledFromOutside(text: string, name: string): boolean {
  const assigned = new RegExp(`\\b${literally(name)}\\b[^=\\n(]{0,60}(?<![=!<>])=(?![=>])(.*)`, 'g');
  if ([...text.matchAll(assigned)].some(([, value = '']) => OUTSIDE.test(value))) return true;
  const taking = new RegExp(`\\b(\\w+)\\s*\\([^()\\n]{0,100}\\b${literally(name)}\\b`, 'g');
  const functions = new Set([...text.matchAll(taking)].map(([, called = '']) => called));
  return [...functions].some((called) =>
    [...text.matchAll(new RegExp(`\\b${literally(called)}\\(([^\\n]*)`, 'g'))].some(([, given = '']) =>
      ARGUMENTS.test(given),
    ),
  );
}

const ARGUMENTS =
  /\bargv\b|\bARGV\b|\bos\.Args\b|\bflag\.Arg\b|\breq(?:uest)?\.(?:params|query|body)\b|\bsearchParams\b/;
const OUTSIDE = new RegExp(
  `${ARGUMENTS.source}|\\bprocess\\.env\\b|\\benviron\\b|\\bgetenv\\b|\\bGetenv\\b|\\bENV\\b|\\bJSON\\.parse\\b|\\bjson\\.loads?\\b|\\breadFile|\\bread_text\\b|\\$\\((?:cat\\b|<)|\\blocalStorage\\b`,
);
