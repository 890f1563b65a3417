/** The tag `@deprecated` in the comment above a declaration. */
import type { Edit } from '../../analysis/index.js';

interface Comment {
  readonly start: number;
  readonly end: number;
}

/** The comment for documentation that ends right above an offset. */
function commentAbove(text: string, offset: number): Comment | null {
  const end = offset - (/\s*$/.exec(text.slice(Math.max(0, offset - MOST_SPACE), offset))?.[0].length ?? 0);
  if (text.slice(end - 2, end) !== '*/') return null;
  const start = text.lastIndexOf('/*', end - 3);
  return text.startsWith('/**', start) ? { start, end } : null;
}

const MOST_SPACE = 200;

export function isDeprecated(text: string, offset: number): boolean {
  const comment = commentAbove(text, offset);
  return comment !== null && /@deprecated\b/.test(text.slice(comment.start, comment.end));
}

/** Puts the tag behind the description, before other tags. */
export function deprecatedAt(text: string, offset: number, reason: string): Edit {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const prefix = `${indent} * `;
  const tag = wrapped(`@deprecated ${reason}`, LONGEST - prefix.length).map(
    (line) => `${prefix}${line}${eol}`,
  );
  const comment = commentAbove(text, offset);
  if (comment === null) {
    const block = `/**${eol}${tag.join('')}${indent} */${eol}${indent}`;
    return { start: offset, end: offset, text: block };
  }
  const whole = text.slice(comment.start, comment.end);
  if (!/[\r\n]/.test(whole)) {
    const said = whole.slice(3, -2).trim();
    const lines = `/**${eol}${prefix}${said}${eol}${indent} *${eol}${tag.join('')}${indent} */`;
    return { start: comment.start, end: comment.end, text: lines };
  }
  const first = /^[ \t]*\* @/m.exec(whole);
  const end = /[ \t]*\*\/$/.exec(whole);
  const at = comment.start + (first?.index ?? end?.index ?? 0);
  const blank = `${indent} *${eol}`;
  return { start: at, end: at, text: first === null ? `${blank}${tag.join('')}` : `${tag.join('')}${blank}` };
}

const LONGEST = 100;

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
