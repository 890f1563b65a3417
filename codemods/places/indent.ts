/** How inserted lines have to look to fit into a file. */

/** White space at the start of the line that an offset stands in. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** The quotes that most texts of the file use. */
export function quoteOf(text: string): "'" | '"' {
  const single = text.match(/'/g)?.length ?? 0;
  const double = text.match(/"/g)?.length ?? 0;
  return double > single ? '"' : "'";
}

/** Whether statements of the file end in semicolons. */
export function endsInSemicolons(text: string): boolean {
  const ends = text.match(/[^\s,;{}([:=&|?]\s*(?=\r?\n)/g)?.length ?? 0;
  const semicolons = text.match(/;[ \t]*(?=\r?\n|$)/g)?.length ?? 0;
  return semicolons > 0 || ends === 0;
}

/** One step of indentation. */
export function unitOf(text: string): string {
  if (/^\t/m.test(text)) return '\t';
  return /^( {4})/m.test(text) && !/^ {2}\S/m.test(text) ? '    ' : '  ';
}

/** A text of several lines, moved to the left so that its last line has no more indentation than the first. */
export function movedTo(indent: string, text: string): string {
  const [first = '', ...others] = text.split(/(?<=\n|\r(?!\n))/);
  const last = /^[ \t]*/.exec(others.at(-1) ?? '')?.[0] ?? '';
  const excess = last.startsWith(indent) ? last.slice(indent.length) : '';
  // Lines of a text are what they say.
  if (excess === '' || text.replace(/`[^`\r\n]*`/g, '').includes('`')) return text;
  return (
    first + others.map((line) => (line.startsWith(last) ? indent + line.slice(last.length) : line)).join('')
  );
}
