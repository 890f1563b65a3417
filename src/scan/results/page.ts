import {
  type Excerpt,
  type ExcerptLine,
  type Inside,
  isCode,
  linesInside,
  maskSource,
  type Range,
} from '../../report/index.js';
import { Lines } from './lines.js';

/** Lines of code shown before and after a place. */
const AROUND = 1;
/** A longer line was not written by hand: only the neighbourhood of a place is shown. */
const LONGEST_LINE = 400;
/** How far apart the masked stretches of such a line begin. */
const STEP = 2_000;
/** Masked lines kept for the next place; places come in order. */
const LINES_KEPT = 16;

/** A file whose offsets become lines and columns, and whose lines are quoted masked. */
export class Page {
  readonly path: string;
  readonly text: string;
  readonly lines: Lines;
  readonly #language: string;
  #inside: ReadonlyMap<number, Inside> | undefined;
  readonly #maskedLines = new Map<string, string>();

  constructor(path: string, text: string, language: string) {
    this.path = path;
    this.text = text;
    this.lines = new Lines(text);
    this.#language = language;
  }

  /** A line, if it is short enough to say something of a place in it. */
  shortLine(number: number): string {
    const content = this.lines.line(number);
    return content.length <= LONGEST_LINE ? content : '';
  }

  /** The lines around a place, masked. */
  excerpt(range: Range): Excerpt {
    const firstLine = Math.max(1, range.line - AROUND);
    const lastLine = Math.min(this.lines.count, range.endLine + AROUND);
    const lines: ExcerptLine[] = [];
    for (let number = firstLine; number <= lastLine; number++) lines.push(this.#quoted(number, range));
    return { firstLine, lines };
  }

  #quoted(number: number, range: Range): ExcerptLine {
    const content = this.lines.line(number);
    if (content.length <= LONGEST_LINE) return { text: this.#masked(number, content, 0), dropped: 0 };
    const from = number === range.line ? range.column - 1 : 0;
    const dropped = Math.max(0, from - LONGEST_LINE / 2);
    // Places near each other share a masked stretch, which begins before and ends behind what is kept of it.
    const start = Math.max(0, Math.floor(dropped / STEP) * STEP - LONGEST_LINE);
    const stretch = content.slice(start, start + STEP + 3 * LONGEST_LINE);
    const text = this.#masked(number, stretch, start);
    return { text: text.slice(dropped - start, dropped - start + LONGEST_LINE), dropped };
  }

  #masked(number: number, stretch: string, start: number): string {
    const key = `${number}:${start}`;
    let masked = this.#maskedLines.get(key);
    if (masked !== undefined) return masked;
    this.#inside ??= linesInside(this.#everyLine(), this.#language);
    // A stretch may begin inside of a literal: what looks like code there is as good as quoted.
    const inside = this.#inside.get(number) ?? (stretch.length > LONGEST_LINE ? 'text' : undefined);
    masked = maskSource(stretch, { isCode: isCode(this.#language), inside });
    if (this.#maskedLines.size >= LINES_KEPT) this.#maskedLines.clear();
    this.#maskedLines.set(key, masked);
    return masked;
  }

  *#everyLine(): Iterable<string> {
    for (let number = 1; number <= this.lines.count; number++) yield this.lines.line(number);
  }
}
