/**
 * Files that get nothing but comments on lines of their own. Where the parser takes each of them for a comment, the
 * words of the program and the ends of its lines are those from before, so a second run finds in it what the first one
 * has found, in lines that read the same. What is left to ask is whether it knows the comments again.
 */
import { areComments } from '../../grammar/index.js';
import { commentsOf } from '../../read/javascript/parse/index.js';
import type { ReportFinding } from '../../report/index.js';
import { markedIn } from '../../scan/index.js';
import { ordered } from '../compose/apply.js';
import type { ComposedFile } from '../compose/index.js';

/** Comments to tools say what is reported in the line below them, which may be another one afterwards. */
const SPEAKS_TO_TOOLS = /\b(?:edge-sunset|eslint)-/;
const COMMENT_LINE = /^([ \t]*)(?:\/\/|#)[^\r\n\u2028\u2029]*(?=(?:\r\n|\r|\n)$)/;
/** A grammar takes what follows for a comment; the shell, for the end of the command. */
const CONTINUED = /\\\r?\n$/;

/** Whether comments are all that is new to a file, and stand for all that is found in it. */
export function onlyGetsMarkers(
  file: ComposedFile,
  language: string,
  found: readonly Pick<ReportFinding, 'entry' | 'fingerprint'>[],
): boolean {
  return onlyGetsComments(file, language) && found.every(markedIn(file.after));
}

function onlyGetsComments(file: ComposedFile, language: string): boolean {
  const { path, before, after } = file;
  if (before === null || SPEAKS_TO_TOOLS.test(before) || before.startsWith('\ufeff')) return false;
  const added = addedLines(before, file.edits);
  if (added === null) return false;
  if (areComments(language, after, added)) return true;
  const comments = commentsOf(path, after);
  return comments !== null && added.every(({ start, end }) => comments.get(start) === end);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Where comments stand afterwards that are lines of their own; null where anything else is added. */
function addedLines(before: string, edits: ComposedFile['edits']): readonly Stretch[] | null {
  const added: Stretch[] = [];
  let shift = 0;
  for (const { start, end, text } of ordered(edits)) {
    const [line, indent] = COMMENT_LINE.exec(text) ?? [];
    if (line === undefined || indent === undefined || start !== end || !beginsLine(before, start))
      return null;
    const at = start + shift;
    added.push({ start: at + indent.length, end: at + line.length });
    shift += text.length;
  }
  return added;
}

function beginsLine(text: string, offset: number): boolean {
  return offset === 0 || (text[offset - 1] === '\n' && !CONTINUED.test(text.slice(offset - 3, offset)));
}
