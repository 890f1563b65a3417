import type { Finding } from '../../analysis/index.js';
import type { Entry } from '../../catalogue/index.js';
import type { Evidence } from '../../read/index.js';
import {
  daysBetween,
  documentationOf,
  type Excerpt,
  maskSecrets,
  messageOf,
  type Range,
  type RelatedPlace,
  type ReportFinding,
  type ReportFix,
  ruleName,
  subjectOf,
} from '../../report/index.js';
import { automationOf } from './automation.js';
import type { Fingerprints } from './fingerprint.js';
import type { Page } from './page.js';

/** What is quoted of the file, in one way or another. */
interface Quotes {
  /** What is reported, as it is: whoever shows it masks it. */
  readonly text: string;
  readonly fix: ReportFix | undefined;
  readonly excerpt: Excerpt;
}

export interface RowContext {
  readonly now: string;
  readonly root: string | undefined;
  /** As the report names the file. */
  readonly path: string;
  readonly shown: (path: string) => string;
  readonly entry: (id: string) => Entry;
  /** Another file of the same root, for related places. */
  readonly pageOf: (path: string) => Page | null;
}

/**
 * A finding as a person reads it: with lines and columns, and everything quoted from the source masked. The texts are
 * made when a format asks for them, since a tree may hold hundreds of thousands of findings.
 */
export class FindingRow implements ReportFinding {
  readonly finding: Finding;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly related: readonly RelatedPlace[];
  readonly #entry: Entry;
  readonly #now: string;
  readonly #root: string | undefined;
  readonly #fingerprint: () => string;
  #quotes: Quotes;
  #isMarked = false;

  constructor(finding: Finding, page: Page, fingerprints: Fingerprints, context: RowContext) {
    this.finding = finding;
    this.#entry = context.entry(finding.entry);
    this.#now = context.now;
    this.#quotes = new QuotesOf(finding, page, this);
    this.#root = context.root;
    this.path = context.path;
    this.related = finding.related.flatMap((place) => relatedPlace(place, page, context));
    const { start, end } = finding.at;
    const { line, column, endLine, endColumn } = page.lines.range(start, end);
    this.line = line;
    this.column = column;
    this.endLine = endLine;
    this.endColumn = endColumn;
    this.#fingerprint = fingerprints.next({
      entry: finding.entry,
      kind: finding.kind,
      method: finding.method,
      endpoint: finding.endpoint,
      text: page.text.slice(start, end),
      line: page.shortLine(line),
    });
  }

  get entry() {
    return this.finding.entry;
  }

  get rule() {
    return ruleName(this.finding.entry);
  }

  get kind() {
    return this.finding.kind;
  }

  get state() {
    return this.#isMarked ? 'marked' : 'open';
  }

  get root() {
    return this.#root;
  }

  get offset(): readonly [number, number] {
    return [this.finding.at.start, this.finding.at.end];
  }

  get language() {
    return this.finding.language;
  }

  get method() {
    return this.finding.method;
  }

  get endpoint() {
    return this.finding.endpoint === null ? null : maskSecrets(this.finding.endpoint);
  }

  get confidence() {
    return this.finding.confidence;
  }

  get severity() {
    return this.finding.severity;
  }

  get context() {
    return this.finding.context;
  }

  get evidence() {
    return [...new Set(this.finding.evidence.map((item) => maskSecrets(evidenceText(item))))];
  }

  get endOfLife() {
    return this.#entry.endOfLife;
  }

  get daysPast() {
    return this.#entry.endOfLife === null ? null : daysBetween(this.#entry.endOfLife, this.#now);
  }

  get vendor() {
    return vendorOf(this.#entry);
  }

  get message() {
    return messageOf(this.#entry, this.#parts());
  }

  get subject() {
    return subjectOf(this.#entry, this.#parts());
  }

  get replacement() {
    return this.#entry.replacement;
  }

  get codemod() {
    return this.#entry.codemod ?? null;
  }

  get documentation() {
    return documentationOf(this.#entry.id);
  }

  get automation() {
    return automationOf(this.#entry, this.finding);
  }

  get fix() {
    return this.#quotes.fix;
  }

  get fingerprint() {
    return this.#fingerprint();
  }

  get excerpt() {
    return this.#quotes.excerpt;
  }

  /** A migration marker stands for it. */
  mark(): void {
    this.#isMarked = true;
  }

  /** Makes all quotes now, and holds the text of the file no longer. */
  letGoOfText(): void {
    const { text, fix, excerpt } = this.#quotes;
    // A part of a text keeps all of it in memory; a clone does not.
    this.#quotes = structuredClone({ text, fix, excerpt });
  }

  #parts() {
    const { kind, method, endpoint, confidence, value, advice } = this.finding;
    const { text } = this.#quotes;
    const named = { ...(value === undefined ? {} : { value }), ...(advice === undefined ? {} : { advice }) };
    return { kind, method, endpoint, confidence, text, ...named, now: this.#now };
  }
}

/** Quotes made when they are asked for. */
class QuotesOf implements Quotes {
  readonly #finding: Finding;
  readonly #page: Page;
  readonly #range: Range;
  #excerpt: Excerpt | undefined;

  constructor(finding: Finding, page: Page, range: Range) {
    this.#finding = finding;
    this.#page = page;
    this.#range = range;
  }

  get text() {
    return this.#page.text.slice(this.#finding.at.start, this.#finding.at.end);
  }

  get fix() {
    return fixOf(this.#finding, this.#page);
  }

  /** Several formats show it, and masking takes time. */
  get excerpt() {
    this.#excerpt ??= this.#page.excerpt(this.#range);
    return this.#excerpt;
  }
}

function vendorOf({ vendor }: Entry): ReportFinding['vendor'] {
  if (vendor === undefined) return undefined;
  const { date, state } = vendor;
  return { ...(date === undefined ? {} : { date }), ...(state === undefined ? {} : { state }) };
}

function relatedPlace(place: Finding['related'][number], page: Page, context: RowContext): RelatedPlace[] {
  const { file, start, end } = place.at;
  const other = file === page.path ? page : context.pageOf(file);
  return other === null
    ? []
    : [{ path: context.shown(file), ...other.lines.range(start, end), message: maskSecrets(place.message) }];
}

function fixOf(finding: Finding, page: Page): ReportFix | undefined {
  if (finding.fix === undefined) return undefined;
  // A fix that would quote a secret cannot be both masked and right.
  if (finding.fix.edits.some((edit) => maskSecrets(edit.text) !== edit.text)) return undefined;
  return {
    level: finding.fix.level,
    edits: finding.fix.edits.map((edit) => ({
      ...page.lines.range(edit.start, edit.end),
      offset: [edit.start, edit.end],
      text: edit.text,
    })),
  };
}

function evidenceText(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'host':
      return `the URL names the host ${evidence.host}`;
    case 'sdk':
      return `the vendor's SDK ${evidence.name.replace(/^\w+:/, '')}`;
    case 'auth-header':
      return `the header ${evidence.name} is sent`;
    case 'environment':
      return `the variable ${evidence.name} is used`;
    case 'client':
      return `sent through ${evidence.name}`;
    case 'neighbour':
      return `the API is used nearby: ${evidence.name}`;
    case 'against':
      return `evidence against it: ${evidence.what}`;
  }
}
