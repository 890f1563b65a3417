/** Lines that end a heredoc are searched for as plain text: a label may be of any length, and is no pattern of ours. */

export interface ClosingLine {
  /** Where the line begins. */
  readonly start: number;
  /** Behind the label. */
  readonly end: number;
}

const SPACE = 32;
const TAB = 9;

/**
 * The first line between two offsets that begins with the label as a whole word, after white space; `alone` if
 * nothing may follow it. Null for none.
 */
export function closingLine(
  text: string,
  label: string,
  from: number,
  to: number,
  alone: boolean,
): ClosingLine | null {
  for (let at = text.indexOf(label, from); at >= 0 && at < to; at = text.indexOf(label, at + label.length)) {
    let start = at;
    while (start > from && isBlank(text.charCodeAt(start - 1))) start--;
    if (start > from && text.charCodeAt(start - 1) !== 10) continue;
    const end = at + label.length;
    if (end > to || /\w/.test(text.charAt(end))) continue;
    if (!alone || isEmptyTo(text, end, to)) return { start, end };
  }
  return null;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isEmptyTo(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at >= to || /[\r\n]/.test(text.charAt(at));
}

/** Heredocs of one file that may lack their end; past that, what looks like one is none. */
const MAX_UNCLOSED = 1_000;

/** Labels whose end was looked for in vain. */
export class Unclosed {
  readonly #labels = new Set<string>();

  has(label: string): boolean {
    return this.#labels.size >= MAX_UNCLOSED || this.#labels.has(label);
  }

  add(label: string): void {
    this.#labels.add(label);
  }
}
