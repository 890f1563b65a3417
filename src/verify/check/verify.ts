/** Judges a change, whoever wrote it: the tree before and the tree after, unit by unit. */
import { type Analyzer, createAnalyzer } from '../../analysis/index.js';
import { type Catalogue, PERIODS, type Profile } from '../../catalogue/index.js';
import { pathMatcherOf, verdictOf } from '../../catalogue/paths/index.js';
import type { JsonObject } from '../../edge/index.js';
import type { Codemod, RootPlan, TypeVerdict } from '../../migrate/index.js';
import type { Found, Material } from '../../scan/index.js';
import type { Origin } from '../../value/index.js';
import { decisionsOf } from '../brief/index.js';
import { type Unit, type UnitPlace, unitsAt, unitsOf } from '../units.js';
import { checkConserved } from './conserved.js';
import { isEndedLevel } from './expected.js';
import { checkHonest } from './honest.js';
import { Exercised, idlePlace, idlePlaces, unwatchedFiles } from './idle-lines.js';
import { literalObjects } from './literals.js';
import { Marks } from './marks.js';
import { checkMeaning, onlyReading } from './meaning.js';
import {
  type Findings,
  type Gap,
  type NamedDifference,
  noFindings,
  type Refutation,
  type VerdictName,
} from './model.js';
import { withNewCalls } from './new-calls.js';
import type { RunOptions } from './runs.js';
import { placesOf, type Sent, type SentResource, type TreeUsages, usagesOf } from './sent.js';
import type { ChangedFile } from './trees.js';
import { untriedOptions } from './untried.js';
import { checkValid } from './valid.js';

export interface VerifyOptions {
  readonly before: { readonly material: Material; readonly plan: RootPlan };
  /** The scan may be of the files alone that the changes reach. */
  readonly after: Material;
  readonly changes: readonly ChangedFile[];
  /** Of the changed files, by the project's own TypeScript; null where it has none. */
  readonly types: TypeVerdict | null;
  readonly codemods: readonly Codemod[];
  readonly catalogue: Catalogue;
  readonly profile: Profile;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Only the unit there; null for all. */
  readonly unit: UnitPlace | null;
  readonly runs: RunOptions;
  readonly allowed: ReadonlySet<string>;
  /** Decisions that a person has made: the value by the name. */
  readonly decided: ReadonlyMap<string, string>;
}

export interface UnitVerdict {
  readonly unit: Pick<Unit, 'id' | 'entries' | 'files'>;
  readonly verdict: VerdictName;
  readonly refutations: readonly Refutation[];
  readonly gaps: readonly Gap[];
  readonly differences: readonly NamedDifference[];
}

export interface Verification {
  readonly units: readonly UnitVerdict[];
  /** Findings of the tree before that are still there, and were not asked about. */
  readonly untouched: number;
}

export async function verify(options: VerifyOptions): Promise<Verification> {
  const { before, after, changes, catalogue, unit } = options;
  const program = before.material.program;
  const all = unitsOf({ plan: before.plan, program, codemods: options.codemods });
  const left = new Set(after.found.map(({ row }) => row.fingerprint));
  const changedPaths = new Set(changes.map(({ path }) => path));
  const isTouched = ({ sites, files }: Unit) =>
    sites.some(({ found }) => !left.has(found.row.fingerprint)) ||
    files.some((file) => changedPaths.has(file));
  const units = unit === null ? all.filter(isTouched) : unitsAt(all, unit);
  const others = all
    .filter((one) => !units.includes(one))
    .flatMap(({ sites }) => sites.map(({ found }) => found));
  const wide = withNewCalls(catalogue);
  const analyzer = await createAnalyzer({ catalogue: wide });
  const verdicts: UnitVerdict[] = [];
  // Units that were migrated together share files: they are judged as one change, and named one by one.
  const groups = unit === null ? together(units) : units.map((one) => [one]);
  for (const group of groups) {
    const judged = await judge(group, {
      ...options,
      analyzer,
      wide,
      others: [...others, ...othersOf(groups, group)],
    });
    for (const one of group) verdicts.push({ unit: one, ...judged });
  }
  return { units: verdicts, untouched: all.length - units.length };
}

function othersOf(groups: readonly (readonly Unit[])[], own: readonly Unit[]): readonly Found[] {
  return groups
    .filter((group) => group !== own)
    .flatMap((group) => group.flatMap(({ sites }) => sites.map(({ found }) => found)));
}

/** Units of one package: a change of a shared helper belongs to all of them. */
function together(units: readonly Unit[]): readonly (readonly Unit[])[] {
  const byPackage = new Map<string, Unit[]>();
  for (const unit of units) byPackage.set(unit.package, [...(byPackage.get(unit.package) ?? []), unit]);
  return [...byPackage.values()];
}

interface Judging extends VerifyOptions {
  readonly analyzer: Analyzer;
  /** With the methods of SDKs that send the new requests. */
  readonly wide: Catalogue;
  readonly others: readonly Found[];
}

async function judge(group: readonly Unit[], options: Judging): Promise<Omit<UnitVerdict, 'unit'>> {
  const { before, after, changes, analyzer, catalogue } = options;
  const findings = noFindings();
  const wanted = group.flatMap(({ sites }) => sites.map(({ found }) => found));
  const folder = group[0]?.package ?? '';
  checkHonest({
    before: before.material,
    after,
    changes,
    wanted,
    others: options.others,
    package: folder,
    findings,
  });
  openDecisions(group, options, findings);
  const inPackage = changes.filter(({ path }) => folder === '' || path.startsWith(`${folder}/`));
  const marks = new Marks();
  const reading = { analyzer, catalogue: options.wide, marks };
  const files = new Set(group.flatMap((one) => one.files));
  const oldPaths = [
    ...new Set([...files, ...inPackage.flatMap(({ path, before: text }) => (text === null ? [] : [path]))]),
  ];
  const newPaths = [
    ...new Set([...files, ...inPackage.flatMap(({ path, after: text }) => (text === null ? [] : [path]))]),
  ];
  const old = await usagesOf(oldPaths, { ...reading, program: before.material.program });
  const now = onlyReading(await usagesOf(newPaths, { ...reading, program: after.program }));
  const stays = stayingBy(before.material, after);
  // Nothing was done: there is nothing to compare.
  if (wanted.every(stays)) return { ...settled(findings, options), differences: findings.differences };
  const isStaying = requestsOf(before.material.found.filter(stays), wanted);
  const ended = retiredBy(wanted, catalogue);
  const isRetired = (one: Sent | SentResource) => ended(one) && !isStaying(one);
  const retired = old.requests.filter((one) => isRetired(one) || isEndedLevel(one));
  const conserved = checkConserved({ changes: inPackage, retired, wanted, catalogue, findings });
  checkMeaning({
    before: old,
    after: now,
    isRetired,
    marks,
    findings,
    ...conserved,
  });
  checkValid(old, now, after.program, marks, findings);
  checkWhole(after, now, findings);
  tellTypes(options.types, findings);
  if (options.runs.commands.length > 0 && !findings.refutations.some(({ check }) => check === 'honest')) {
    const exercised = new Exercised();
    const { runChecks } = await import('./runs.js');
    await runChecks(
      {
        ...options,
        old,
        isRetired,
        changes: inPackage,
        entries: [...new Set(group.flatMap(({ entries }) => entries))],
        exercised,
      },
      findings,
    );
    unreached(inPackage, exercised, findings);
  }
  untried(inPackage, options, findings);
  return { ...settled(findings, options), differences: findings.differences };
}

/** Runs settle a doubt about the code only where they reach it. */
function untried(changes: readonly ChangedFile[], { runs, env }: Judging, findings: Findings): void {
  if (runs.commands.length === 0 || !findings.gaps.some(({ byRuns }) => byRuns)) return;
  const texts = changes.flatMap(({ path, before }) =>
    /\.(?:md|json|ya?ml|txt|lock)$/.test(path) ? [] : [before ?? ''],
  );
  const isShell = changes.some(
    ({ path, before }) => /\.(?:ba|z)?sh$/.test(path) || /^#!.*\b(?:ba|da|z)?sh\b/.test(before ?? ''),
  );
  findings.gaps.push(...untriedOptions(texts, runs.commands, isShell, env));
}

/** They settle nothing about lines that did not run: those of the doubt or, where it has no place, those of the change. */
function unreached(changes: readonly ChangedFile[], exercised: Exercised, findings: Findings): void {
  const doubts = findings.gaps.filter(({ byRuns }) => byRuns);
  if (findings.refutations.length > 0 || doubts.length === 0) return;
  const isPlaced = ({ at }: Gap) => at !== null && at.end > 0;
  const places = doubts.every(isPlaced)
    ? doubts.flatMap(({ at }) => (at === null ? [] : idlePlace(at, changes, exercised)))
    : idlePlaces(changes, exercised);
  if (places.length > 0)
    findings.gaps.push({
      check: 'runs',
      what: `no run reached ${[...new Set(places)].slice(0, 4).join(', ')}: add a --run that does`,
      at: null,
      byRuns: false,
    });
  const unwatched = unwatchedFiles(changes, exercised);
  if (unwatched.length > 0)
    findings.differences.push({
      name: 'lines-not-watched',
      what: `which lines of ${unwatched.slice(0, 4).join(', ')} ran could not be seen: the runs settle all that is unclear in it`,
    });
}

/** What only a person can decide: no check can tell whether the answer is the one that is wanted. */
function openDecisions(group: readonly Unit[], options: Judging, findings: Findings): void {
  const { before, catalogue, decided } = options;
  const { program } = before.material;
  for (const { name, question, options: choices } of group.flatMap((unit) =>
    decisionsOf({ unit, program, catalogue }),
  )) {
    const value = decided.get(name);
    const values = choices.map((one) => one.value);
    if (value !== undefined && values.includes(value)) continue;
    if (name === 'period' && hasKnownPeriods(group, options)) continue;
    const choice = `--decide ${name}=${values.join('|')}`;
    findings.gaps.push({
      check: 'meaning',
      what:
        value === undefined
          ? `a person has to decide: ${question} (${choice})`
          : `${JSON.stringify(value)} is no option of the decision ${name} (${choice})`,
      at: null,
      byRuns: false,
    });
  }
}

/** The rows of a table stand in the code, and no period of them has to change. */
function hasKnownPeriods(group: readonly Unit[], { before }: Judging): boolean {
  const rows = group
    .flatMap(({ files }) => files)
    .flatMap((file) => literalObjects(before.material.program.file(file)?.text ?? '', isRateLimit));
  const accepted: readonly unknown[] = PERIODS;
  return rows.length > 0 && rows.every(({ object }) => accepted.includes(object.period));
}

function isRateLimit({ match, threshold }: JsonObject): boolean {
  return match !== undefined && threshold !== undefined;
}

function settled(
  findings: Findings,
  { runs }: Pick<VerifyOptions, 'runs'>,
): Pick<UnitVerdict, 'verdict' | 'refutations' | 'gaps'> {
  const { refutations } = findings;
  const ran =
    runs.commands.length > 0 &&
    ![...findings.gaps, ...findings.refutations].some(({ check }) => check === 'runs');
  const gaps = unique(findings.gaps.filter(({ byRuns }) => !(byRuns && ran)));
  const verdict: VerdictName =
    refutations.length > 0 ? 'refuted' : gaps.length > 0 ? 'not proven' : ran ? 'verified' : 'consistent';
  return { verdict, refutations: unique(refutations), gaps };
}

function unique<Row>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** Findings that the tree after still has, of this unit or of others: what they send is not looked for anew. */
function stayingBy(before: Material, after: Material): (found: Found) => boolean {
  const left = new Set(after.found.map(({ row }) => row.fingerprint));
  const known = new Set(before.found.map(({ row }) => row.fingerprint).filter((one) => left.has(one)));
  return ({ row }) => known.has(row.fingerprint);
}

/**
 * Whether a request or resource is one of those that were found: by its place, or, where it is told where a shared
 * function sends it, by its method and path if no other call is like it.
 */
function requestsOf(
  found: readonly Found[],
  others: readonly Found[],
): (one: Sent | SentResource) => boolean {
  const keyOf = (method: string | null, path: string | null) =>
    `${method} ${(path ?? '').replace(/\{[^{}]*\}/g, '{}')}`;
  const kept = new Set(found.map(({ row }) => row.fingerprint));
  const asked = new Set(
    others
      .filter(({ row }) => !kept.has(row.fingerprint))
      .map(({ finding }) => keyOf(finding.method, finding.endpoint)),
  );
  const keys = new Set(found.map(({ finding }) => keyOf(finding.method, finding.endpoint)));
  const known = new Set(
    found.flatMap(({ finding }) => [finding.at, ...finding.usages.map(({ site }) => site)].map(placeOf)),
  );
  return (one) => {
    if (known.has(placeOf(one.at))) return true;
    if ('type' in one) return false;
    const key = keyOf(one.method, one.template);
    return placesOf(one).some((at) => known.has(placeOf(at))) || (keys.has(key) && !asked.has(key));
  };
}

function retiredBy(wanted: readonly Found[], catalogue: Catalogue): (one: Sent | SentResource) => boolean {
  const matcher = pathMatcherOf(catalogue);
  const ended = new Map<string, boolean>();
  const resources = new Set(
    wanted.filter(({ finding }) => finding.kind === 'resource').map(({ finding }) => placeOf(finding.at)),
  );
  return (one) => {
    if ('type' in one)
      return (
        resources.has(placeOf(one.at)) ||
        wanted.some(
          ({ finding }) =>
            finding.kind === 'resource' &&
            finding.at.file === one.at.file &&
            finding.at.start === one.at.start,
        )
      );
    const key = `${one.method} ${one.path}`;
    let is = ended.get(key);
    if (is === undefined) {
      const path = one.template.replaceAll('{}', '0'.repeat(32));
      is = matcher
        .match(path)
        .some(({ template }) =>
          template.rows.some(
            (row) =>
              row.kind === 'endpoint' &&
              ['dead', 'gone', 'possible'].includes(verdictOf(row.endpoint, one.method)),
          ),
        );
      ended.set(key, is);
    }
    return is;
  };
}

function placeOf({ file, start, end }: Origin): string {
  return `${file}:${start}:${end}`;
}

/** A type error that the change brings is one; where nothing can be said of types, that is said. */
function tellTypes(types: TypeVerdict | null, { refutations, differences }: Findings): void {
  if (types?.outcome === 'failed')
    for (const { path, detail } of types.faults)
      refutations.push({ check: 'whole', what: detail, at: { file: path, start: 0, end: 0 } });
  if (types?.outcome === 'not-run') differences.push({ name: 'types-not-checked', what: types.detail });
}

/** Other readers read what they can of any text: what they leave out met a limit of theirs. */
const PARSED = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

function checkWhole(after: Material, now: TreeUsages, findings: Findings): void {
  const rows = [
    ...after.result.skipped.map(({ path, detail }) => ({ path, what: `could not be read: ${detail}` })),
    ...now.unread.map((path) => ({
      path,
      what: PARSED.test(path) ? 'does not parse' : 'was not read to its end',
    })),
  ];
  for (const { path, what } of rows) {
    const row = { check: 'whole', what: `${path} ${what}`, at: { file: path, start: 0, end: 0 } } as const;
    if (PARSED.test(path)) findings.refutations.push(row);
    else findings.gaps.push({ ...row, byRuns: true });
  }
}
