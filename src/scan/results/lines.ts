import type { Range } from '../../report/index.js';

/** Lines of a text: turns offsets into lines and columns. Lines end with LF, CRLF or a lone CR, as in editors. */
export class Lines {
  readonly #text: string;
  /** Offset at which each line starts. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    if (text.includes('\r')) this.#startAtEach(text);
    else
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  #startAtEach(text: string): void {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit === 10 || (unit === 13 && text.charCodeAt(index + 1) !== 10)) this.#starts.push(index + 1);
    }
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Number of the line an offset stands on, counted from 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  range(start: number, end: number): Range {
    const line = this.lineAt(start);
    const endLine = this.lineAt(end);
    return {
      line,
      column: start - this.start(line) + 1,
      endLine,
      endColumn: end - this.start(endLine) + 1,
    };
  }

  start(line: number): number {
    return this.#starts[line - 1] ?? this.#text.length;
  }

  /** The text of a line without its line break. */
  line(number: number): string {
    const start = this.start(number);
    let end = this.start(number + 1);
    while (end > start && isLineBreak(this.#text.charCodeAt(end - 1))) end--;
    return this.#text.slice(start, end);
  }
}

function isLineBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}
