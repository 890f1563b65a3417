/**
 * Files that get nothing but comments on lines of their own. Where the parser takes each of them for a comment, the
 * words of the program and the ends of its lines are those from before, so a second run finds in it what the first one
 * has found, in lines that read the same. What is left to ask is whether it knows the comments again.
 */
import { commentsOf } from '../../read/javascript/parse/index.js';
import type { ReportFinding } from '../../report/index.js';
import { markedIn } from '../../scan/index.js';
import { ordered } from '../compose/apply.js';
import type { ComposedFile } from '../compose/index.js';

/** Comments to tools say what is reported in the line below them, which may be another one afterwards. */
const SPEAKS_TO_TOOLS = /\b(?:edge-sunset|eslint)-/;
const COMMENT_LINE = /^([ \t]*)\/\/[^\r\n\u2028\u2029]*(?=(?:\r\n|\r|\n)$)/;

/** Whether comments are all that is new to a file, and stand for all that is found in it. */
export function onlyGetsMarkers(
  file: ComposedFile,
  found: readonly Pick<ReportFinding, 'entry' | 'fingerprint'>[],
): boolean {
  return onlyGetsComments(file) && found.every(markedIn(file.after));
}

function onlyGetsComments({ path, before, after, edits }: ComposedFile): boolean {
  if (before === null || SPEAKS_TO_TOOLS.test(before) || before.startsWith('\ufeff')) return false;
  const comments = commentsOf(path, after);
  if (comments === null) return false;
  let shift = 0;
  return ordered(edits).every(({ start, end, text }) => {
    const [line, indent] = COMMENT_LINE.exec(text) ?? [];
    if (line === undefined || indent === undefined || start !== end || !beginsLine(before, start))
      return false;
    const at = start + shift;
    shift += text.length;
    return comments.get(at + indent.length) === at + line.length;
  });
}

function beginsLine(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === '\n';
}
