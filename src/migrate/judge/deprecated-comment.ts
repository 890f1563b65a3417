/** The tag `@deprecated` in the comment above a declaration. */
import type { Edit } from '../../analysis/index.js';
import type { CommentStyle } from './other-libraries.js';

interface Comment {
  readonly start: number;
  readonly end: number;
}

/** The comment for documentation that ends right above an offset. */
function commentAbove(text: string, offset: number): Comment | null {
  const end =
    offset - (/(?<!\s)\s*$/.exec(text.slice(Math.max(0, offset - MOST_SPACE), offset))?.[0].length ?? 0);
  if (text.slice(end - 2, end) !== '*/') return null;
  const start = text.lastIndexOf('/*', end - 3);
  return text.startsWith('/**', start) ? { start, end } : null;
}

const MOST_SPACE = 200;

export function isDeprecated(text: string, offset: number, style: CommentStyle = 'docblock'): boolean {
  if (style !== 'docblock') {
    const { lines } = linesAbove(text, offset, LINE[style]);
    return lines.some((line) => (style === 'yard' ? /@deprecated\b/ : /Deprecated:/).test(line));
  }
  const comment = commentAbove(text, offset);
  return comment !== null && /@deprecated\b/.test(text.slice(comment.start, comment.end));
}

/** Puts the tag behind the description, before other tags. */
export function deprecatedAt(
  text: string,
  offset: number,
  reason: string,
  style: CommentStyle = 'docblock',
): Edit {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  if (style !== 'docblock') return inLines(text, lineStart, { indent, eol, reason, style });
  const prefix = `${indent} * `;
  const comment = commentAbove(text, offset);
  const short = `/** @deprecated ${reason} */`;
  if (comment === null && indent.length + short.length <= LONGEST)
    return { start: offset, end: offset, text: `${short}${eol}${indent}` };
  const tag = wrapped(`@deprecated ${reason}`, LONGEST - prefix.length).map(
    (line) => `${prefix}${line}${eol}`,
  );
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
  const end = /(?<![ \t])[ \t]*\*\/$/.exec(whole);
  const at = comment.start + (first?.index ?? end?.index ?? 0);
  const blank = `${indent} *${eol}`;
  if (first === null) return { start: at, end: at, text: `${blank}${tag.join('')}` };
  // As far to the right as the other tags.
  const [own] = /^[ \t]*/.exec(first[0]) ?? [''];
  const lines = [...tag, blank].map((line) => own + line.slice(indent.length + 1));
  return { start: at, end: at, text: lines.join('') };
}

const LONGEST = 100;

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  // The date stays with what it is the date of.
  for (const word of text.split(/ (?!of life: |life: |\d{4}-\d\d-\d\d\.?$)/)) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const LINE: Readonly<Record<'yard' | 'godoc', string>> = { yard: '#', godoc: '//' };

/** The lines of a comment right above an offset. */
function linesAbove(
  text: string,
  offset: number,
  mark: string,
): { readonly start: number; readonly lines: readonly string[] } {
  const lines: string[] = [];
  let start = text.lastIndexOf('\n', offset - 1) + 1;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(above, start);
    if (!line.trimStart().startsWith(mark)) break;
    lines.unshift(line);
    start = above;
  }
  return { start, lines };
}

interface LineComment {
  readonly indent: string;
  readonly eol: string;
  readonly reason: string;
  readonly style: 'yard' | 'godoc';
}

/** `# @deprecated …` before other tags; `// Deprecated: …` as the last paragraph. */
function inLines(text: string, lineStart: number, { indent, eol, reason, style }: LineComment): Edit {
  const mark = LINE[style];
  const { start, lines } = linesAbove(text, lineStart, mark);
  const prefix = `${indent}${mark} `;
  const [first = '', ...more] = wrapped(
    `${style === 'yard' ? '@deprecated' : 'Deprecated:'} ${reason}`,
    LONGEST - prefix.length,
  );
  const next = style === 'yard' ? `${prefix}  ` : prefix;
  const tag = [`${prefix}${first}${eol}`, ...more.map((line) => `${next}${line}${eol}`)].join('');
  const tagAt = style === 'yard' ? lines.findIndex((line) => /#\s*@/.test(line)) : -1;
  const at = tagAt < 0 ? lineStart : start + lines.slice(0, tagAt).join('').length;
  const blank =
    lines.length === 0 || tagAt === 0 || (style === 'yard' && tagAt > 0) ? '' : `${indent}${mark}${eol}`;
  return { start: at, end: at, text: blank + tag };
}
