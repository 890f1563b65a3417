/**
 * Comments to ESLint that switch off a rule of ours: what they excuse in the editor is excused in a scan, too. Only
 * those that name a rule count; one that switches off everything says nothing of us.
 */

const NAMESPACE = 'edge-sunset/';
const COMMENT =
  /(?<open>\/\/|\/\*|#|<!--)[ \t]*eslint-(?<verb>disable|enable)(?<where>-next-line|-line)?(?![\w-])(?<rest>[^\r\n]*)/g;
const RULE = /^edge-sunset\/(?:no|valid)-([a-z0-9-]+)$/;

/** What the comments of one file switch off. */
export interface EslintExcuses {
  /** Entries by the one line that is meant. */
  readonly lines: ReadonlyMap<number, ReadonlySet<string>>;
  /** Whether a line stands between a comment that switches off a rule and the one that switches it on again. */
  readonly covers: (entry: string, line: number) => boolean;
}

export const NO_EXCUSES: EslintExcuses = { lines: new Map(), covers: () => false };

interface Span {
  readonly from: number;
  to: number;
}

export function eslintExcusesOf(text: string): EslintExcuses {
  if (!text.includes(NAMESPACE) || !text.includes('eslint-disable')) return NO_EXCUSES;
  const lines = new Map<number, Set<string>>();
  const spans = new Map<string, Span[]>();
  text.split(/\r\n|\r|\n/).forEach((content, index) => {
    if (!content.includes('eslint-')) return;
    for (const { groups = {} } of content.matchAll(COMMENT)) {
      const entries = entriesIn(groups.rest ?? '');
      const line = index + 1;
      if (groups.where !== undefined) {
        if (groups.verb !== 'disable') continue;
        const target = groups.where === '-line' ? line : line + 1;
        const known = lines.get(target) ?? new Set();
        for (const entry of entries) known.add(entry);
        lines.set(target, known);
      } else if (groups.open !== '//') {
        // ESLint reads these in block comments alone.
        if (groups.verb === 'disable') for (const entry of entries) begin(spans, entry, line);
        else
          for (const entry of entries.length > 0 || named(groups.rest ?? '') ? entries : spans.keys())
            end(spans, entry, line);
      }
    }
  });
  return { lines, covers: (entry, line) => isWithin(spans.get(entry) ?? [], line) };
}

/** The list of rules, which a reason may follow. */
function listOf(rest: string): readonly string[] {
  const [names = ''] = rest.replace(/(?:\*\/|-->).*$/s, '').split(/\s--\s/);
  return names.split(/[\s,]+/).filter((name) => name !== '');
}

function named(rest: string): boolean {
  return listOf(rest).length > 0;
}

function entriesIn(rest: string): readonly string[] {
  return listOf(rest).flatMap((name) => RULE.exec(name)?.[1] ?? []);
}

function begin(spans: Map<string, Span[]>, entry: string, line: number): void {
  const known = spans.get(entry) ?? [];
  if (known.at(-1)?.to !== Number.POSITIVE_INFINITY) known.push({ from: line, to: Number.POSITIVE_INFINITY });
  spans.set(entry, known);
}

function end(spans: Map<string, Span[]>, entry: string, line: number): void {
  const last = spans.get(entry)?.at(-1);
  if (last !== undefined && last.to === Number.POSITIVE_INFINITY) last.to = line;
}

/** The spans of one entry are in order and apart. */
function isWithin(spans: readonly Span[], line: number): boolean {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined || line < span.from) high = middle - 1;
    else if (line > span.to) low = middle + 1;
    else return true;
  }
  return false;
}
