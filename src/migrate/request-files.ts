/**
 * Files of requests as REST clients of editors and hurl keep them: a line with method and address, then headers, a
 * blank line and a body. REST clients put `###` between two requests, hurl nothing. Bruno has a file for each.
 */
import type { SourceFile } from '../read/index.js';
import { endOfLine } from './judge/inner-scripts/continued.js';

export interface WrittenRequest {
  /** Where the line with the address begins. */
  readonly line: number;
  readonly lineEnd: number;
  /** The request with the comments above it. */
  readonly start: number;
  readonly end: number;
  /** Nothing else of the file is a request. */
  readonly isOnly: boolean;
}

const REQUEST_LINE = /^[ \t]*(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+\S/gm;
/** Of Bruno. */
const ADDRESS_LINE = /^[ \t]+url: /m;
const SEPARATOR = /^###.*$/gm;

/** The request around an offset; null in other languages. */
export function requestAt({ language, path, text }: SourceFile, offset: number): WrittenRequest | null {
  if (language === 'bruno') {
    const line = ADDRESS_LINE.exec(text)?.index;
    if (line === undefined) return null;
    return { line, lineEnd: endOfLine(text, line), start: 0, end: text.length, isOnly: true };
  }
  if (language !== 'http') return null;
  const lines = [...text.matchAll(REQUEST_LINE)].map(({ index }) => index);
  const index = lines.findLastIndex((line) => line <= offset);
  const line = lines[index];
  if (line === undefined) return null;
  const starts = lines.map((one) => withComments(text, one));
  const borders = path.endsWith('.hurl') ? starts : [...text.matchAll(SEPARATOR)].map((found) => found.index);
  const start = borders.findLast((border) => border <= line) ?? withComments(text, line);
  const end = borders.find((border) => border > line) ?? text.length;
  return { line, lineEnd: endOfLine(text, line), start, end, isOnly: lines.length === 1 };
}

/** The start of the comments right above a line. */
function withComments(text: string, line: number): number {
  let start = line;
  for (;;) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (start === 0 || !/^[ \t]*(?:#|\/\/)/.test(text.slice(above, start))) return start;
    start = above;
  }
}
