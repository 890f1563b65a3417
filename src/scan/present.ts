import type { Finding } from '../analysis/index.js';
import type { Entry } from '../catalogue/index.js';
import type { Evidence } from '../read/usage.js';
import {
  daysBetween,
  type Excerpt,
  type ExcerptLine,
  linesInside,
  maskSecrets,
  maskSource,
  messageOf,
  modeOf,
  type Range,
  type RelatedPlace,
  type ReportFinding,
  type ReportFix,
  ruleName,
  subjectOf,
} from '../report/index.js';
import type { Fingerprints } from './fingerprint.js';
import { Lines } from './lines.js';

/** Lines of code shown before and after a place. */
const AROUND = 1;
const LONGEST_LINE = 400;

export interface Presentation {
  readonly now: string;
  readonly root: string | undefined;
  readonly shown: (path: string) => string;
  readonly entry: (id: string) => Entry;
  /** Another file of the same root, for related places. */
  readonly pageOf: (path: string) => Page | null;
}

/** A file whose offsets become lines and columns. */
export class Page {
  readonly path: string;
  readonly text: string;
  readonly lines: Lines;
  readonly #language: string;
  #inside: ReadonlySet<number> | undefined;

  constructor(path: string, text: string, language: string) {
    this.path = path;
    this.text = text;
    this.lines = new Lines(text);
    this.#language = language;
  }

  /** A stretch of a line as it may be quoted; `shown` is what is reported of it. */
  quoted(number: number, content: string, shown: readonly [number, number]): string {
    this.#inside ??= linesInside(this.#everyLine(), this.#language);
    const isInside = this.#inside.has(number);
    return maskSource(content, { mode: modeOf(this.#language), isInside, shown });
  }

  *#everyLine(): Iterable<string> {
    for (let number = 1; number <= this.lines.count; number++) yield this.lines.line(number);
  }
}

/** Turns a finding's offsets into what a person reads. Everything quoted from the source is masked. */
export function present(
  finding: Finding,
  page: Page,
  fingerprints: Fingerprints,
  context: Presentation,
): ReportFinding {
  const entry = context.entry(finding.entry);
  const range = page.lines.range(finding.at.start, finding.at.end);
  const text = page.text.slice(finding.at.start, finding.at.end);
  const parts = {
    kind: finding.kind,
    method: finding.method,
    endpoint: finding.endpoint,
    confidence: finding.confidence,
    text,
    ...(finding.value === undefined ? {} : { value: finding.value }),
    now: context.now,
  };
  const vendor = entry.vendor;
  const fix = fixOf(finding, page);
  const fingerprint = fingerprints.next({
    entry: entry.id,
    kind: finding.kind,
    method: finding.method,
    endpoint: finding.endpoint,
    text,
    line: lineOf(page, range.line),
  });
  return {
    entry: entry.id,
    rule: ruleName(entry.id),
    kind: finding.kind,
    state: 'open',
    ...(context.root === undefined ? {} : { root: context.root }),
    path: context.shown(page.path),
    ...range,
    offset: [finding.at.start, finding.at.end],
    language: finding.language,
    method: finding.method,
    endpoint: finding.endpoint === null ? null : maskSecrets(finding.endpoint),
    confidence: finding.confidence,
    severity: finding.severity,
    context: finding.context,
    evidence: evidenceTexts(finding.evidence),
    related: finding.related.flatMap((place) => relatedPlace(place, page, context)),
    endOfLife: entry.endOfLife,
    daysPast: entry.endOfLife === null ? null : daysBetween(entry.endOfLife, context.now),
    ...(vendor === undefined
      ? {}
      : {
          vendor: {
            ...(vendor.date === undefined ? {} : { date: vendor.date }),
            ...(vendor.state === undefined ? {} : { state: vendor.state }),
          },
        }),
    message: messageOf(entry, parts),
    subject: subjectOf(parts),
    replacement: entry.replacement,
    codemod: entry.codemod ?? null,
    automation: entry.automation,
    ...(fix === null ? {} : { fix }),
    get fingerprint() {
      return fingerprint();
    },
    excerpt: excerptOf(page, range),
  };
}

/** A line too long to be written by hand says nothing of the place. */
function lineOf(page: Page, line: number): string {
  const content = page.lines.line(line);
  return content.length <= LONGEST_LINE ? content : '';
}

function excerptOf(page: Page, range: Range): Excerpt {
  const firstLine = Math.max(1, range.line - AROUND);
  const lastLine = Math.min(page.lines.count, range.endLine + AROUND);
  const lines: ExcerptLine[] = [];
  for (let line = firstLine; line <= lastLine; line++) {
    lines.push(excerptLine(page, line, range));
  }
  return { firstLine, lines };
}

/** Of a very long line only the neighbourhood is kept; the mask sees a little more than is kept. */
function excerptLine(page: Page, number: number, range: Range): ExcerptLine {
  const content = page.lines.line(number);
  const isReported = range.line <= number && number <= range.endLine;
  const from = !isReported ? 0 : number === range.line ? range.column - 1 : 0;
  const to = !isReported ? 0 : number === range.endLine ? range.endColumn - 1 : content.length;
  if (content.length <= LONGEST_LINE) return { text: page.quoted(number, content, [from, to]), dropped: 0 };
  const start = Math.max(0, from - LONGEST_LINE / 2);
  const margin = Math.min(start, LONGEST_LINE);
  const first = start - margin;
  const stretch = content.slice(first, start + 2 * LONGEST_LINE);
  const shown = [Math.max(0, from - first), Math.max(0, Math.min(stretch.length, to - first))] as const;
  const masked = page.quoted(number, stretch, shown);
  return { text: masked.slice(margin, margin + LONGEST_LINE), dropped: start };
}

function relatedPlace(place: Finding['related'][number], page: Page, context: Presentation): RelatedPlace[] {
  const { file, start, end } = place.at;
  const other = file === page.path ? page : context.pageOf(file);
  return other === null
    ? []
    : [{ path: context.shown(file), ...other.lines.range(start, end), message: maskSecrets(place.message) }];
}

function fixOf(finding: Finding, page: Page): ReportFix | null {
  if (finding.fix === undefined) return null;
  // A fix that would quote a secret cannot be both masked and right.
  if (finding.fix.edits.some((edit) => maskSecrets(edit.text) !== edit.text)) return null;
  return {
    level: finding.fix.level,
    edits: finding.fix.edits.map((edit) => ({
      ...page.lines.range(edit.start, edit.end),
      offset: [edit.start, edit.end],
      text: edit.text,
    })),
  };
}

function evidenceTexts(evidence: readonly Evidence[]): readonly string[] {
  return [...new Set(evidence.map((item) => maskSecrets(evidenceText(item))))];
}

function evidenceText(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'host':
      return `the URL names the host ${evidence.host}`;
    case 'sdk':
      return `the vendor's SDK ${evidence.name}`;
    case 'auth-header':
      return `the header ${evidence.name} is sent`;
    case 'environment':
      return `the variable ${evidence.name} is used`;
    case 'client':
      return `sent through ${evidence.name}`;
    case 'neighbour':
      return `the API is used nearby: ${evidence.name}`;
    case 'against':
      return `against it: ${evidence.what}`;
  }
}
