/** What can be wrong with an expression, and how it is shown to the person who wrote it. */

export type ErrorKind =
  /** The text does not follow the grammar. */
  | 'syntax'
  /** A number, address or range that cannot be. */
  | 'literal'
  | 'regex'
  | 'wildcard'
  /** Too long or too deep. */
  | 'limit'
  /** Accepted by the published engine only by leniency; refused where we write. */
  | 'quirk'
  /** Operator and operand do not fit each other (strict mode only). */
  | 'type'
  /** Unknown name or wrong number of arguments (strict mode only). */
  | 'scheme'
  /** A hole stands where its content decides the structure. */
  | 'hole';

export interface ExpressionError {
  readonly kind: ErrorKind;
  /** What is wrong, as a phrase without a full stop. */
  readonly message: string;
  /** Offsets in the text that was parsed (each hole counts as one character). */
  readonly start: number;
  readonly end: number;
  /** What could have stood here instead. */
  readonly expected?: string;
  /** What to write, where the mistake is a usual one. */
  readonly hint?: string;
}

/** Thrown inside the parser and caught at its face; never leaves this folder. */
export class ExpressionFailure extends Error {
  constructor(readonly detail: ExpressionError) {
    super(detail.message);
  }
}

export function fail(
  kind: ErrorKind,
  start: number,
  end: number,
  message: string,
  more: { expected?: string | undefined; hint?: string | undefined } = {},
): never {
  throw new ExpressionFailure({
    kind,
    message,
    start,
    end,
    ...(more.expected === undefined ? {} : { expected: more.expected }),
    ...(more.hint === undefined ? {} : { hint: more.hint }),
  });
}

/** Columns of context kept on each side of the caret when a line is long. */
const CONTEXT = 60;

/** The error as a person reads it: message, the line with a caret under the place, and the hint. */
export function formatError(text: string, error: ExpressionError): string {
  const expected = error.expected === undefined ? '' : `, expected ${error.expected}`;
  const shown = pointOut(text, error, `${error.kind}: ${error.message}${expected}`);
  return error.hint === undefined ? shown : `${shown}\n  hint: ${error.hint}`;
}

/** A sentence about a place in a text, with the line and a caret under the place. */
export function pointOut(
  text: string,
  place: { readonly start: number; readonly end: number },
  sentence: string,
): string {
  const start = Math.min(place.start, text.length);
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const nextBreak = text.indexOf('\n', start);
  const lineEnd = nextBreak < 0 ? text.length : nextBreak;
  const from = Math.max(lineStart, start - CONTEXT);
  const to = Math.min(lineEnd, start + CONTEXT);
  const before = from > lineStart ? '...' : '';
  const after = to < lineEnd ? '...' : '';
  const shown = before + visible(text.slice(from, to)) + after;
  const width = Math.max(1, Math.min(place.end, to) - start);
  const caret = ' '.repeat(before.length + start - from) + '^'.repeat(width);
  const line = countLines(text, start);
  const column = `column ${start - lineStart + 1}`;
  return `${sentence} (${line > 1 ? `line ${line}, ${column}` : column})\n  ${shown}\n  ${caret}`;
}

function countLines(text: string, end: number): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Control characters would move the caret or reach the terminal; each is shown as one place-holder. */
function visible(text: string): string {
  let shown = '';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    shown += code < 32 || code === 127 || (code >= 0x80 && code < 0xa0) ? '·' : text.charAt(index);
  }
  return shown;
}
