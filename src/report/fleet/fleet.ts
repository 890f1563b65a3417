/** Puts together what the runs say of each repository, and compares it with an earlier time. */
import type {
  Fleet,
  FleetDecision,
  FleetEntry,
  FleetFinding,
  FleetGroup,
  FleetLevel,
  FleetRepository,
  Levels,
  Trend,
} from './model.js';
import { count, listIn, objectIn, type Row, type Source, type Sources, text, textsIn } from './sources.js';

export interface FleetOptions {
  /** Empty means all. */
  readonly only: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
  /** The earlier runs. */
  readonly against: Sources | null;
  /** The day to name where no run does. */
  readonly today: string;
}

export function fleetOf(sources: Sources, options: FleetOptions): Fleet {
  const { only, owners, against } = options;
  const notes = [...sources.notes];
  const questions = new Map<string, Pick<FleetDecision, 'question' | 'options'>>();
  const parts = [...sources.known].map(([name, own]) => {
    const all = findingsOf(name, own, questions);
    const wanted = (one: FleetFinding) =>
      (only.size === 0 || only.has(one.entry)) &&
      (owners.size === 0 ||
        (one.owners.length === 0 ? owners.has('-') : one.owners.some((o) => owners.has(o))));
    const before = against?.known.get(name);
    const earlier = before === undefined ? null : findingsOf(name, before, new Map()).filter(wanted);
    const compared = comparedWith(all.filter(wanted), earlier);
    if (earlier !== null && compared.trend === null)
      notes.push(`${name}: the earlier run has another format, so it cannot be compared`);
    return { repository: repositoryOf(name, own, compared), findings: compared.findings };
  });
  const isPart = only.size > 0 || owners.size > 0;
  const kept = parts.filter(
    ({ findings, repository }) => !isPart || findings.length > 0 || repository.error !== null,
  );
  kept.sort(
    (a, b) => b.findings.length - a.findings.length || (a.repository.name < b.repository.name ? -1 : 1),
  );
  const repositories = kept.map(({ repository }) => repository);
  const findings = kept.flatMap((one) => one.findings);
  return {
    now: sources.now || options.today,
    ...totals(findings),
    repositories,
    findings,
    entries: entriesOf(findings),
    owners: ownersOf(findings),
    decisions: decisionsOf(findings, questions),
    units: repositories.every(({ units }) => units === null)
      ? null
      : sum(repositories, ({ units }) => units ?? 0),
    blockedUnits: sum(repositories, ({ blockedUnits }) => blockedUnits),
    trend: against === null ? null : trendOf(repositories, sources, against, notes),
    notes,
  };
}

function findingsOf(
  repository: string,
  sources: readonly Source[],
  questions: Map<string, Pick<FleetDecision, 'question' | 'options'>>,
): readonly FleetFinding[] {
  const units = new Map<string, Row>();
  const planned = new Map<string, Row>();
  const inBriefs: Row[] = [];
  for (const { units: own } of sources)
    for (const unit of own ?? []) {
      for (const { name, question, options } of listIn(unit.decisions))
        questions.set(text(name), {
          question: text(question),
          options: listIn(options).map(({ value }) => text(value)),
        });
      for (const site of listIn(unit.sites)) {
        units.set(keyOf(site, ''), unit);
        inBriefs.push(site);
      }
    }
  for (const { sites, prefix } of sources)
    for (const site of sites ?? []) planned.set(keyOf(site, prefix), site);
  const scan = sources.find(({ findings }) => findings !== null);
  const migrate = sources.find(({ sites }) => sites !== null);
  const rows = scan?.findings ?? migrate?.sites ?? inBriefs;
  const prefix = (scan ?? migrate)?.prefix ?? '';
  return rows
    .filter(({ severity }) => severity !== 'hint')
    .map((row) => {
      const key = keyOf(row, prefix);
      return findingOf(repository, row, {
        path: pathOf(row, prefix),
        unit: units.get(key),
        site: planned.get(key),
      });
    });
}

interface Joined {
  readonly path: string;
  readonly unit: Row | undefined;
  readonly site: Row | undefined;
}

function findingOf(repository: string, row: Row, { path, unit, site }: Joined): FleetFinding {
  const confidence = row.confidence;
  return {
    repository,
    path,
    line: count(row.line),
    column: count(row.column),
    entry: text(row.entry),
    severity: row.severity === 'warning' ? 'warning' : 'error',
    confidence:
      confidence === 'exact' || confidence === 'likely' || confidence === 'possible' ? confidence : null,
    state: row.state === 'marked' ? 'marked' : 'open',
    method: text(row.method) || null,
    endpoint: text(row.endpoint) || null,
    endOfLife: text(row.endOfLife) || null,
    owners: textsIn(row.owners),
    level: levelOf(site?.level ?? objectIn(unit?.migrate).level ?? row.automation),
    unit: unit === undefined ? null : text(unit.id),
    decisions: listIn(unit?.decisions).map(({ name }) => text(name)),
    fingerprint: text(row.fingerprint),
    isNew: null,
  };
}

function levelOf(value: unknown): FleetLevel {
  return value === 'safe' || value === 'review' ? value : 'manual';
}

function pathOf({ path }: Row, prefix: string): string {
  const written = text(path);
  return written.startsWith(prefix) ? written.slice(prefix.length) : written;
}

/** A fingerprint is unique in its file. */
function keyOf(row: Row, prefix: string): string {
  return `${pathOf(row, prefix)}\n${text(row.fingerprint)}`;
}

interface Compared {
  readonly findings: readonly FleetFinding[];
  readonly trend: Trend | null;
}

/** By entry and fingerprint, which stay the same when lines move and files are renamed. */
function comparedWith(findings: readonly FleetFinding[], earlier: readonly FleetFinding[] | null): Compared {
  if (earlier === null) return { findings, trend: null };
  const isShort = ({ fingerprint }: FleetFinding) => fingerprint.length < 32;
  const [one, other] = [findings[0], earlier[0]];
  if (one !== undefined && other !== undefined && isShort(one) !== isShort(other))
    return { findings, trend: null };
  const left = new Map<string, number>();
  const idOf = ({ entry, fingerprint }: FleetFinding) => `${entry}\n${fingerprint}`;
  for (const finding of earlier) left.set(idOf(finding), (left.get(idOf(finding)) ?? 0) + 1);
  const compared = findings.map((finding) => {
    const before = left.get(idOf(finding)) ?? 0;
    if (before > 0) left.set(idOf(finding), before - 1);
    return { ...finding, isNew: before === 0 };
  });
  const gone = [...left.values()].reduce((total, some) => total + some, 0);
  return { findings: compared, trend: { added: compared.filter(({ isNew }) => isNew).length, gone } };
}

function repositoryOf(
  name: string,
  sources: readonly Source[],
  { findings, trend }: Compared,
): FleetRepository {
  const units = sources.find((one) => one.units !== null)?.units ?? null;
  const branches = sources.flatMap((one) => one.branches ?? []);
  const errors = sources.flatMap(({ error }) => error ?? []);
  return {
    name,
    commit: sources.find(({ commit }) => commit !== null)?.commit ?? null,
    ...totals(findings),
    owners: distinct(findings.flatMap(({ owners }) => owners)),
    entries: distinct(findings.map(({ entry }) => entry)),
    files: most(sources, ({ files }) => files),
    undetermined: sum(sources, ({ undetermined }) => undetermined),
    skipped: most(sources, ({ skipped }) => skipped),
    units: units?.length ?? null,
    blockedUnits: (units ?? []).filter(({ decisions }) => listIn(decisions).length > 0).length,
    decisions: distinct(findings.flatMap(({ decisions }) => decisions)),
    requests: branches.map(({ branch, status, url }) => ({
      branch: text(branch),
      status: text(status),
      url: text(url) || null,
    })),
    error: errors[0] ?? null,
    trend,
  };
}

function trendOf(
  repositories: readonly FleetRepository[],
  sources: Sources,
  against: Sources,
  notes: string[],
): Fleet['trend'] {
  const [fresh, lost] = [
    [...sources.known.keys()].filter((name) => !against.known.has(name)),
    [...against.known.keys()].filter((name) => !sources.known.has(name)),
  ];
  for (const [names, what] of [
    [fresh, 'not in the earlier run, and not compared'],
    [lost, 'in the earlier run only'],
  ] as const)
    if (names.length > 0)
      notes.push(`${names.length === 1 ? names[0] : `${names.length} repositories`}: ${what}`);
  const known = repositories.flatMap(({ trend }) => trend ?? []);
  return {
    since: against.now,
    added: sum(known, ({ added }) => added),
    gone: sum(known, ({ gone }) => gone),
  };
}

function totals(findings: readonly FleetFinding[]): { readonly calls: number; readonly levels: Levels } {
  const levels = { safe: 0, review: 0, manual: 0 };
  for (const { level } of findings) levels[level]++;
  return { calls: findings.length, levels };
}

function groupsOf(
  findings: readonly FleetFinding[],
  namesOf: (finding: FleetFinding) => readonly string[],
): readonly (FleetGroup & { readonly first: FleetFinding })[] {
  const groups = new Map<string, FleetFinding[]>();
  for (const finding of findings)
    for (const name of namesOf(finding)) {
      const own = groups.get(name);
      if (own === undefined) groups.set(name, [finding]);
      else own.push(finding);
    }
  return [...groups]
    .flatMap(([name, own]) => {
      const [first] = own;
      const repositories = new Set(own.map(({ repository }) => repository)).size;
      return first === undefined ? [] : [{ name, ...totals(own), repositories, first }];
    })
    .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

function entriesOf(findings: readonly FleetFinding[]): readonly FleetEntry[] {
  return groupsOf(findings, ({ entry }) => [entry]).map(({ first, ...group }) => ({
    ...group,
    endOfLife: first.endOfLife,
  }));
}

function ownersOf(findings: readonly FleetFinding[]): readonly FleetGroup[] {
  const named = groupsOf(findings, ({ owners }) => (owners.length === 0 ? [''] : owners));
  return named.every(({ name }) => name === '') ? [] : named.map(({ first: _first, ...group }) => group);
}

function decisionsOf(
  findings: readonly FleetFinding[],
  questions: ReadonlyMap<string, Pick<FleetDecision, 'question' | 'options'>>,
): readonly FleetDecision[] {
  return groupsOf(findings, ({ decisions }) => decisions).map(({ name, repositories }) => {
    const own = findings.filter(({ decisions }) => decisions.includes(name));
    const units = new Set(own.map(({ repository, unit }) => `${repository}\n${unit}`)).size;
    return { name, ...(questions.get(name) ?? { question: '', options: [] }), units, repositories };
  });
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function sum<T>(list: readonly T[], pick: (one: T) => number): number {
  return list.reduce((total, one) => total + pick(one), 0);
}

function most<T>(list: readonly T[], pick: (one: T) => number): number {
  return list.reduce((highest, one) => Math.max(highest, pick(one)), 0);
}
