import { type Origin, type TextValue, text as textOf } from '../../value/index.js';
import type { SourceFile } from '../reader.js';

/**
 * The text of a scalar with the place of each of its characters. Quotes, escapes, indentation and folded lines
 * make the written form longer than the text; the two are walked side by side.
 */
export function scalarText(file: SourceFile, content: string, origin: Origin): TextValue {
  const written = file.text.slice(origin.start, origin.end);
  if (written === content) return textOf(content, origin);
  const first = written.charAt(0);
  if ((first === '"' || first === "'") && written.slice(1, -1) === content) {
    return textOf(content, { ...origin, start: origin.start + 1, end: origin.end - 1 });
  }
  const offsets: number[] = [];
  let at = /["']/.test(first) ? 1 : /[|>]/.test(first) ? written.indexOf('\n') + 1 : 0;
  for (let index = 0; index < content.length; index++) {
    at = next(written, at, content.charAt(index));
    offsets.push(origin.start + Math.min(at, written.length));
    at++;
  }
  const end = origin.start + Math.min(at, written.length);
  const start = offsets[0] ?? origin.start;
  return textOf(content, { file: file.path, start, end }, [...offsets, end]);
}

/** How far a written form may run ahead of its text: an escape, or the indentation of a line. */
const MAX_GAP = 200;

function next(written: string, from: number, wanted: string): number {
  const blank = wanted === ' ' || wanted === '\n';
  for (let at = from; at < written.length && at < from + MAX_GAP; at++) {
    const char = written.charAt(at);
    if (char === wanted) return at;
    // A folded line end reads as a blank.
    if (blank && (char === '\n' || char === ' ')) return at;
    if (char === '\\') {
      const marked = written.charAt(at + 1);
      if (marked === wanted || /[ntr0abefvxuU]/.test(marked)) return marked === wanted ? at + 1 : at;
    }
  }
  return from;
}
