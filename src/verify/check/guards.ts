/** Whether a statement is only reached where something is missing, told from the indented lines around it. */

interface Line {
  readonly indent: number;
  readonly text: string;
}

const BRANCH = /^\}?\s*(?:if|elif|elsif|else if|unless)\b/;
const OTHERWISE = /^\}?\s*(?:else\b(?!\s*if)|catch\b|except\b|rescue\b)/;
const HANDLER = /^\}?\s*(?:catch|except|rescue)\b/;
const LEAVES = /\b(?:return|throw|raise|continue|exit)\b/;
const NOT_FOUND = /\b(?:404|10003)\b|not_?found/i;
/** What a condition says of something that is missing. */
const MISSING =
  /[(&|]\s{0,4}!\s{0,4}[\w$(]|\b(?:if !|not \w|unless\b|is None\b|empty\()|[^!]===?\s{0,4}["']?(?:null|undefined|None|nil|404|"|')|\.nil\?|\[ -z |length === 0|\s=\s{0,2}(?:""|'')|"id" not in/;

/** Of a choice whose condition says that something is missing. */
const MISSING_HEAD = /!\s?[\w$]|=== (?:null|undefined)|404/;

/**
 * Of the text, the statement at `start`. Where it is so, the statements at `others` are reached where the same thing is
 * there: they stand on the other side of the condition.
 */
export function isForMissing(text: string, start: number, others: readonly number[]): boolean {
  const lines = linesOf(text);
  const own = lineAt(text, start);
  const far = others.map((other) => lineAt(text, other));
  const line = lines[own];
  if (line === undefined) return false;
  if (isMissingSide(lines, own) && far.some((one) => one !== own)) return true;
  let indent = line.indent;
  // A choice over several lines: `ruleset`, `? await post(…)`, `: await put(…)`.
  if (line.text.startsWith(': ')) {
    const then = lines.findLastIndex(
      (one, at) => at < own && one.indent <= line.indent && one.text.startsWith('? '),
    );
    const head = lines[then - 1]?.text ?? '';
    if (then >= 0 && !MISSING_HEAD.test(head) && far.some((one) => one >= then && one < own)) return true;
  }
  for (let at = own - 1; at >= 0; at--) {
    const above = lines[at];
    if (above === undefined || above.text === '' || above.indent > indent) continue;
    if (above.indent < indent) {
      if (isMissingSide(lines, at)) return far.some((one) => one < at || one >= endOf(lines, at));
      indent = above.indent;
    } else if (leaves(lines, at)) {
      const end = endOf(lines, at);
      if (!MISSING.test(above.text) && far.some((one) => one >= at && one < end)) return true;
    }
  }
  return false;
}

/** The line opens, or is, what is done where something is missing. */
function isMissingSide(lines: readonly Line[], at: number): boolean {
  const text = lines[at]?.text ?? '';
  if (HANDLER.test(text)) return NOT_FOUND.test(blockOf(lines, at));
  if (OTHERWISE.test(text)) return !MISSING.test(headOf(lines, at));
  return BRANCH.test(text) && MISSING.test(text);
}

/** The condition that an `else` belongs to. */
function headOf(lines: readonly Line[], at: number): string {
  const { indent } = lines[at] ?? { indent: 0 };
  for (let above = at - 1; above >= 0; above--) {
    const line = lines[above];
    if (line !== undefined && line.text !== '' && line.indent <= indent && BRANCH.test(line.text))
      return line.text;
  }
  return '';
}

function leaves(lines: readonly Line[], at: number): boolean {
  const text = lines[at]?.text ?? '';
  return (BRANCH.test(text) || /^try\b/.test(text)) && LEAVES.test(blockOf(lines, at));
}

function blockOf(lines: readonly Line[], at: number): string {
  return lines
    .slice(at, endOf(lines, at))
    .map(({ text }) => text)
    .join('\n');
}

/** The first line behind the block that this line opens. */
function endOf(lines: readonly Line[], at: number): number {
  const { indent } = lines[at] ?? { indent: 0 };
  const end = lines.findIndex((line, index) => index > at && line.text !== '' && line.indent <= indent);
  return end < 0 ? lines.length : end;
}

function linesOf(text: string): readonly Line[] {
  return text.split('\n').map((line) => {
    const trimmed = line.trim();
    return { text: trimmed, indent: line.length - line.trimStart().length };
  });
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}
