/**
 * Comments that speak to edge-sunset: suppressions and migration markers. They are found by lines, not by a
 * parser, so that one form serves every language: the keyword must follow the opening of a comment.
 */

const OPENING = String.raw`(?:\/\/+!?|\/\*+|\{\/\*|^\s*\*|#+|<!--|\{#|\{\{!?(?:--|\/\*)?|--|;+|%+|^\s*(?:REM|rem)\b|'|\(\*)`;
const DIRECTIVE = new RegExp(
  String.raw`edge-sunset-(?<=${OPENING}[ \t]*edge-sunset-)(?<keyword>ignore-next-line|ignore-line|todo)(?![\w-])(?<rest>[^\r\n]*)`,
);
const CLOSING = /(?<!\s)\s*(?:\*\/\}?|-->|#\}|(?:--)?\}\}|\*\))\s*$/;
const KEYWORD = 'edge-sunset-';
const NAME = /^[A-Za-z0-9][\w-]*$/;

export type CommentDirective =
  | {
      readonly kind: 'ignore';
      /** Line of the comment, counted from 1. */
      readonly line: number;
      /** Line whose findings are meant. */
      readonly target: number;
      readonly entries: readonly string[];
      /** The last day on which it counts, as written; null for ever. */
      readonly until: string | null;
      readonly reason: string | null;
    }
  | {
      readonly kind: 'marker';
      readonly line: number;
      readonly entry: string;
      /** One comment may stand for several findings of one statement. */
      readonly ids: readonly string[];
    };

export function directivesOf(text: string): readonly CommentDirective[] {
  if (!text.includes(KEYWORD)) return [];
  const lines = text.split(/\r\n|\r|\n/);
  const found: CommentDirective[] = [];
  let next: Int32Array | undefined;
  lines.forEach((content, index) => {
    if (!content.includes(KEYWORD)) return;
    const groups = DIRECTIVE.exec(content)?.groups;
    if (groups === undefined) return;
    const rest = (groups.rest ?? '').replace(CLOSING, '').trim();
    const line = index + 1;
    if (groups.keyword === 'todo') {
      const [, entry, ids] = /^([a-z0-9-]+) ((?:[0-9a-f]{8} )*[0-9a-f]{8})\b/.exec(rest) ?? [];
      if (entry !== undefined && ids !== undefined)
        found.push({ kind: 'marker', line, entry, ids: ids.split(' ') });
      return;
    }
    next ??= nextCodeLines(lines);
    const target = groups.keyword === 'ignore-line' ? line : (next[line] ?? line + 1);
    const parts = partsOf(rest);
    // `<entry>` in a manual is no suppression.
    if (parts.entries.every((name) => NAME.test(name)))
      found.push({ kind: 'ignore', line, target, ...parts });
  });
  return found;
}

type Parts = Pick<Extract<CommentDirective, { kind: 'ignore' }>, 'entries' | 'until' | 'reason'>;

/** `minify, brotli until 2027-01-31 -- why` */
function partsOf(rest: string): Parts {
  const dashes = /(?:^|\s)--(?:\s|$)/.exec(rest);
  const names = dashes === null ? rest : rest.slice(0, dashes.index);
  const reason = dashes === null ? '' : rest.slice(dashes.index + dashes[0].length).trim();
  const words = names.split(/[\s,]+/).filter((name) => name !== '');
  const end = words.indexOf('until');
  return {
    entries: end < 0 ? words : words.slice(0, end),
    until: end < 0 ? null : words.slice(end + 1).join(' '),
    reason: reason === '' ? null : reason,
  };
}

/**
 * For each line the next with something else on it: suppressions may be stacked and blank lines may stand between.
 * Worked out from the end, since thousands of suppressions may stand above each other.
 */
function nextCodeLines(lines: readonly string[]): Int32Array {
  const next = new Int32Array(lines.length + 1);
  let code = 0;
  for (let line = lines.length; line >= 0; line--) {
    next[line] = code === 0 ? line + 1 : code;
    const content = lines[line - 1] ?? '';
    const isCode = content.trim() !== '' && !(content.includes(KEYWORD) && DIRECTIVE.test(content));
    if (isCode) code = line;
  }
  return next;
}
