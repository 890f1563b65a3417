/** A fenced block of code, without its fences. */
export interface Fence {
  readonly language: string;
  readonly start: number;
  readonly end: number;
}

const OPENING = /^[ \t>]*(`{3,}(?!`)|~{3,}(?!~))(?=[^\n`]*$)[ \t]*\{?\.?([\w+#-]*)/;

/** The fences of a document in order. One that is not closed goes to the end, as it is shown. */
export function fencesOf(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: { readonly mark: string; readonly language: string; readonly start: number } | null = null;
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const after = newline < 0 ? text.length : newline + 1;
    // A line longer than this is no fence.
    const line = end - at > 300 ? '' : text.slice(at, end).trimEnd();
    if (open === null) {
      const found = OPENING.exec(line);
      if (found !== null) open = { mark: found[1] ?? '', language: found[2] ?? '', start: after };
    } else if (closes(line, open.mark)) {
      fences.push({ language: open.language, start: open.start, end: at });
      open = null;
    }
    at = after;
  }
  if (open !== null) fences.push({ language: open.language, start: open.start, end: text.length });
  return fences;
}

function closes(line: string, mark: string): boolean {
  const bare = line.replace(/^[ \t>]*/, '');
  return bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length);
}
