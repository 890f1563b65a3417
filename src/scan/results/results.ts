import type { Confidence, FileAnalysis, Finding } from '../../analysis/index.js';
import type { Entry } from '../../catalogue/index.js';
import type { Program } from '../../read/index.js';
import {
  compareUtf8,
  type LeftOutFiles,
  maskSecrets,
  NOTHING_LEFT_OUT,
  type Notice,
  type ReportFinding,
  type ReportSkipped,
  type ReportUndetermined,
  type Summary,
} from '../../report/index.js';
import type { BoundedResult } from '../analysis/bounded.js';
import { StageTime } from '../budget/run-budget.js';
import { directivesOf } from '../comments/directives.js';
import { eslintExcusesOf } from '../comments/eslint.js';
import { type Suppression, sift } from '../comments/suppressions.js';
import { isPart } from '../request/settings.js';
import type { RootScan } from '../root.js';
import { FindingRow } from './finding-row.js';
import { Fingerprints } from './fingerprint.js';
import type { Found } from './material.js';
import { Page } from './page.js';

export interface RootResult {
  readonly summary: Summary;
  readonly findings: readonly ReportFinding[];
  readonly undetermined: readonly ReportUndetermined[];
  readonly skipped: readonly ReportSkipped[];
  readonly notices: readonly Notice[];
  readonly suppressions: readonly ReportSuppression[];
  readonly leftOut: LeftOutFiles;
}

export interface ReportSuppression extends Suppression {
  readonly root?: string;
  readonly path: string;
}

/** What the pass over bytes gave. */
export interface Seen {
  readonly skipped: readonly ReportSkipped[];
  /** What the reader of a report should know of the list of files. */
  readonly notices: readonly { readonly path: string; readonly message: string }[];
  /** What is read in place of files of the tree, by path (latin1). */
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly seen: number;
  readonly read: number;
  readonly leftOut: LeftOutFiles;
}

export const NOTHING_SEEN: Seen = {
  skipped: [],
  notices: [],
  contents: new Map(),
  seen: 0,
  read: 0,
  leftOut: NOTHING_LEFT_OUT,
};

/** What is said of one file. */
interface FileResult {
  readonly findings: readonly FindingRow[];
  readonly suppressed: number;
  readonly markers: number;
  /** Findings below the confidence asked for. */
  readonly withheld: number;
  /** Findings of the baseline. */
  readonly known: number;
}

const CUTS: Readonly<Record<NonNullable<BoundedResult['cut']>['reason'], string>> = {
  timeout: 'the analysis took too long',
  memory: 'the scan took too much memory',
  'too-large': 'the file has more findings than a report can list',
};

const NOT_LISTED = 'its findings are not listed: the whole scan took too long (--time-limit)';

/** Suppressions of one file whose problems are told. */
const MAX_NOTICES = 100;

const CONFIDENCE: Readonly<Record<Confidence, number>> = { exact: 2, likely: 1, possible: 0 };

/** What the files of one root gave so far. */
export class Results {
  readonly #scan: RootScan;
  readonly #program: () => Program;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #byFile = new Map<string, Map<string, Finding>>();
  readonly #undetermined = new Map<string, ReportUndetermined>();
  readonly #skipped: ReportSkipped[] = [];
  readonly #notices: Notice[] = [];
  readonly #pages = new Map<string, Page | null>();
  readonly #found: Found[] = [];
  readonly #suppressions: ReportSuppression[] = [];
  /** Files of which something may have been missed. */
  readonly #partial = new Set<string>();
  #parsed = 0;
  #held = 0;

  constructor(scan: RootScan, program: () => Program) {
    this.#scan = scan;
    this.#program = program;
    this.#entries = new Map(scan.catalogue.entries.map((entry) => [entry.id, entry]));
  }

  skip(row: ReportSkipped): void {
    this.#skipped.push({ ...this.#rooted(), ...row, path: this.#scan.shown(row.path) });
  }

  /** An empty path stands for the root. */
  note(path: string, message: string): void {
    const shown = path === '' ? '' : this.#scan.shown(path);
    this.#notices.push({ ...this.#rooted(), path: shown, message });
  }

  add(path: string, { analysis, cut }: BoundedResult): void {
    this.#add(path, analysis, cut !== undefined);
    if (cut === undefined) return;
    const code = cut.read === 'all parts' ? 'the code' : 'only some of the code';
    this.skip({
      path,
      reason: cut.reason,
      detail: `${CUTS[cut.reason]}; ${code} around API keywords was analysed`,
    });
  }

  #add(path: string, analysis: FileAnalysis, isCut: boolean): void {
    this.#parsed++;
    if (!this.#byFile.has(path)) this.#byFile.set(path, new Map());
    if (isCut || analysis.degraded !== undefined) this.#partial.add(path);
    for (const finding of analysis.findings) this.#keep(finding);
    for (const row of analysis.undetermined) this.#keepUndetermined(row.site, row.why);
    for (const { entry, message } of analysis.problems) {
      const what = entry === null ? 'a reader' : `the check of ${entry}`;
      this.skip({ path, reason: 'internal', detail: `${what} failed: ${maskSecrets(message)}` });
    }
    if (analysis.degraded !== undefined && !isCut) {
      // The tier is named only where it explained what the better one gave up.
      const tier = analysis.unexplained ? {} : { tier: analysis.tier };
      this.skip({ path, reason: 'unparsable', ...tier, detail: maskSecrets(analysis.degraded) });
    }
  }

  /**
   * All is in order only now: a call of the last file may point at a text of the first. From here on each file's
   * findings are handed on as soon as they are worded.
   */
  finish({ seen, read, leftOut }: Seen): RootResult {
    const { settings, reported } = this.#scan;
    const findings: ReportFinding[] = [];
    const byEntry = new Map<string, number>();
    let errors = 0;
    let hints = 0;
    let marked = 0;
    let suppressed = 0;
    let withheld = 0;
    let known = 0;
    let markers = 0;
    const { shown } = this.#scan;
    const time = new StageTime(settings.timeLimit);
    let listed: Set<string> | null = null;
    for (const path of [...this.#byFile.keys()].sort((a, b) => compareUtf8(shown(a), shown(b)))) {
      if (time.isOver(this.#parsed)) {
        listed ??= new Set(this.#skipped.map((row) => row.path));
        if (this.#byFile.get(path)?.size !== 0 && !listed.has(shown(path)))
          this.skip({ path, reason: 'timeout', detail: NOT_LISTED });
        continue;
      }
      const page = this.#page(path);
      if (page === null) continue;
      const sifted = this.#sift(page, this.#byFile.get(path) ?? new Map());
      this.#byFile.delete(path);
      const severe = sifted.findings.filter((finding) => finding.severity !== 'hint');
      const asked = settings.hints ? sifted.findings : severe;
      for (const one of asked) findings.push(one);
      reported?.(asked);
      this.#holdTextOf(page, asked);
      for (const { entry, state } of severe) {
        byEntry.set(entry, (byEntry.get(entry) ?? 0) + 1);
        if (state === 'marked') marked++;
      }
      errors += severe.length;
      hints += sifted.findings.length - severe.length;
      suppressed += sifted.suppressed;
      withheld += sifted.withheld;
      known += sifted.known;
      markers += sifted.markers;
    }
    const undetermined = [...this.#undetermined.values()].sort(
      (a, b) => compareUtf8(a.path, b.path) || a.line - b.line || a.column - b.column,
    );
    const skipped = [...this.#skipped].sort((a, b) => compareUtf8(a.path, b.path));
    return {
      summary: {
        files: { seen, read, parsed: this.#parsed, skipped: skipped.length },
        findings: errors,
        hints,
        byEntry: Object.fromEntries([...byEntry].sort(([a], [b]) => compareUtf8(a, b))),
        markers,
        marked,
        undetermined: undetermined.length,
        suppressed,
        withheld,
        known,
      },
      findings,
      undetermined: settings.undetermined ? undetermined : [],
      skipped,
      notices: this.#notices,
      suppressions: this.#suppressions,
      leftOut,
    };
  }

  /** The text of a file stays at hand for as long as its findings are; beyond a limit all is quoted at once. */
  #holdTextOf({ text }: Page, rows: readonly FindingRow[]): void {
    if (rows.length === 0) return;
    this.#held += text.length;
    if (this.#held > CHARACTERS_HELD) for (const row of rows) row.letGoOfText();
  }

  /** What is reported or marked, known when all is finished. */
  get found(): readonly Found[] {
    return this.#found;
  }

  #sift(page: Page, found: ReadonlyMap<string, Finding>): FileResult {
    const fingerprints = new Fingerprints();
    const context = {
      now: this.#scan.now,
      root: this.#scan.label,
      path: this.#scan.shown(page.path),
      shown: this.#scan.shown,
      entry: (id: string) => this.#entry(id),
      pageOf: (path: string) => this.#page(path),
    };
    const ordered = [...found.values()].sort(byPlace);
    const rows = ordered.map((finding) => new FindingRow(finding, page, fingerprints, context));
    const selected = rows.filter((row) => this.#isSelected(row));
    const directives = directivesOf(page.text);
    const sifted = sift({
      findings: selected.filter((row) => this.#isSure(row)),
      unsure: selected.filter((row) => row.severity !== 'hint' && !this.#isSure(row)),
      all: this.#partial.has(page.path) || isPart(this.#scan) ? null : rows,
      directives,
      eslint: eslintExcusesOf(page.text),
      entries: this.#entries,
      now: this.#scan.now,
    });
    this.#keepSuppressions(context.path, sifted.suppressions);
    const { baseline } = this.#scan;
    const isKnown = (row: ReportFinding) => row.severity !== 'hint' && baseline?.takes(row) === true;
    const fresh = baseline === undefined ? sifted.findings : sifted.findings.filter((row) => !isKnown(row));
    for (const row of sifted.marked) row.mark();
    if (this.#scan.material !== undefined)
      for (const row of fresh)
        this.#found.push({ finding: row.finding, row, marked: sifted.marked.has(row) });
    const { withheld, suppressed, markers } = sifted;
    return { findings: fresh, withheld, suppressed, markers, known: sifted.findings.length - fresh.length };
  }

  #keepSuppressions(path: string, suppressions: readonly Suppression[]): void {
    const rooted = this.#rooted();
    for (const one of suppressions) this.#suppressions.push({ ...rooted, path, ...one });
    const problems = suppressions.flatMap(({ line, problem }) =>
      problem === null ? [] : [{ line, problem }],
    );
    for (const [index, { line, problem }] of problems.slice(0, MAX_NOTICES).entries()) {
      const more = index === MAX_NOTICES - 1 && problems.length > MAX_NOTICES;
      const message = more ? `${problem} Later ones are not listed.` : problem;
      this.#notices.push({ ...rooted, path, line, message });
    }
  }

  #isSure({ confidence }: ReportFinding): boolean {
    return CONFIDENCE[confidence] >= CONFIDENCE[this.#scan.settings.minConfidence];
  }

  #isSelected(finding: ReportFinding): boolean {
    const { only, skip } = this.#scan.settings;
    return (only === null || only.has(finding.entry)) && !skip.has(finding.entry);
  }

  /** The same place may be reached from several files. */
  #keep(finding: Finding): void {
    const key = `${finding.at.start}:${finding.at.end}:${finding.entry}:${finding.kind}`;
    const file = this.#byFile.get(finding.at.file) ?? new Map<string, Finding>();
    const known = file.get(key);
    // What an edit needs is needed by nobody else, and holds much.
    const kept = this.#scan.material === undefined ? { ...finding, usages: [] } : finding;
    file.set(key, known === undefined ? kept : together(known, kept));
    this.#byFile.set(finding.at.file, file);
  }

  #keepUndetermined(site: Finding['at'], why: string): void {
    const page = this.#page(site.file);
    if (page === null) return;
    const path = this.#scan.shown(site.file);
    const row = { ...this.#rooted(), path, ...page.lines.range(site.start, site.end), why };
    this.#undetermined.set(`${site.file}\0${site.start}:${site.end}`, row);
  }

  #page(path: string): Page | null {
    const known = this.#pages.get(path);
    if (known !== undefined) return known;
    const file = this.#program().file(path);
    const page = file === null ? null : new Page(path, file.text, file.language);
    if (this.#pages.size >= PAGES_KEPT) this.#pages.clear();
    this.#pages.set(path, page);
    return page;
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`a finding names the unknown entry ${id}`);
    return entry;
  }

  #rooted(): { readonly root?: string } {
    return this.#scan.label === undefined ? {} : { root: this.#scan.label };
  }
}

/** Each file that reaches a place tells of its own calls; the one it stands in tells of its edits. */
function together(known: Finding, again: Finding): Finding {
  const fix = known.fix ?? again.fix;
  return { ...known, usages: usagesOf(known, again), ...(fix === undefined ? {} : { fix }) };
}

function usagesOf(known: Finding, again: Finding): Finding['usages'] {
  const keyOf = ({ kind, site, sender }: Finding['usages'][number]) =>
    [kind, site.file, site.start, site.end, sender?.at.file, sender?.at.start].join('\0');
  const keys = new Set(known.usages.map(keyOf));
  const others = again.usages.filter((usage) => !keys.has(keyOf(usage)));
  return others.length === 0 ? known.usages : [...known.usages, ...others];
}

const PAGES_KEPT = 64;
const CHARACTERS_HELD = 64 * 1024 * 1024;

/** Of one file. */
function byPlace(a: Finding, b: Finding): number {
  return a.at.start - b.at.start || a.at.end - b.at.end || compareUtf8(a.entry, b.entry);
}
