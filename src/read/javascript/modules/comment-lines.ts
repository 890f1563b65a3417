/** Characters of a line that are looked at; in a longer one nothing counts as a comment. */
const MAX_LINE = 2000;
/** Lines of a comment before a place in it. */
const MAX_LINES = 500;

const COMMENTED_LINE = /^[ \t]*(\/\/|\/\*|\*(?!\/))?/;

/** Whether a place stands in a line of a comment that has its lines to itself: documentation is full of calls. */
export function isInComment(text: string, at: number): boolean {
  let start = lineStart(text, at);
  if (start === null || text.slice(start, at).includes('${')) return false;
  let mark = markAt(text, start);
  if (mark === '//') return true;
  for (let lines = 0; mark === '*' && start > 0 && lines < MAX_LINES; lines++) {
    const before: number | null = lineStart(text, start - 2);
    if (before === null) return false;
    start = before;
    mark = markAt(text, start);
  }
  return mark === '/*' && !text.slice(start, at).includes('*/');
}

function lineStart(text: string, at: number): number | null {
  const least = Math.max(0, at - MAX_LINE);
  for (let index = at; index >= least; index--) if (text.charCodeAt(index) === 10) return index + 1;
  return least === 0 ? 0 : null;
}

/** The sign of a comment that a line begins with. */
function markAt(text: string, start: number): string | undefined {
  return COMMENTED_LINE.exec(text.slice(start, start + 200))?.[1];
}
