/** Which lines of a file begin in the middle of a text, where nothing on the line itself says what they are. */

/** A text in quotes or a here document, or a key in PEM. */
export type Inside = 'text' | 'key';

type Open =
  | { readonly kind: 'until'; readonly isKey?: true; readonly isEnd: (line: string) => boolean }
  | { readonly kind: 'block'; readonly indent: number };

const TEMPLATES: ReadonlySet<string> = new Set([
  'javascript',
  'typescript',
  'vue',
  'svelte',
  'astro',
  'go',
  'html',
]);
/** No line of a longer file is looked at from its beginning. */
const MOST_LINES = 200_000;

/** Which lines of a file begin in the middle of a text: here documents, blocks of YAML, keys in PEM, long literals. */
export function linesInside(lines: Iterable<string>, language: string): ReadonlyMap<number, Inside> {
  const inside = new Map<number, Inside>();
  let open: Open | null = null;
  let number = 0;
  for (const line of lines) {
    number++;
    if (number > MOST_LINES) break;
    if (open !== null) {
      const isOver: boolean =
        open.kind === 'until' ? open.isEnd(line) : line.trim() !== '' && indentOf(line) <= open.indent;
      if (!isOver || open.kind === 'until')
        inside.set(number, open.kind === 'until' && open.isKey ? 'key' : 'text');
      if (!isOver) continue;
      const wasBlock = open.kind === 'block';
      open = null;
      if (!wasBlock) continue;
    }
    open = opening(line, language);
  }
  return inside;
}

function opening(line: string, language: string): Open | null {
  if (/-----BEGIN [A-Z ]+-----/.test(line) && !line.includes('-----END '))
    return { kind: 'until', isKey: true, isEnd: (text) => text.includes('-----END ') };
  const [, label] = /<<[-~<]?["'\\]?([A-Za-z_]\w{0,60})["']?(?!\w)/.exec(line) ?? [];
  if (label !== undefined)
    return { kind: 'until', isEnd: (text) => /^\w*/.exec(text.trimStart())?.[0] === label };
  const [, mark] = /@(["'])\s*$/.exec(line) ?? [];
  if (mark !== undefined) return { kind: 'until', isEnd: (text) => text.trimStart().startsWith(`${mark}@`) };
  if (language === 'yaml' && /$(?<=(?:^|\s)[|>][-+]?\d?\s*(?:#.*)?)/.test(line))
    return { kind: 'block', indent: indentOf(line) };
  if (language === 'shell' && hasOpenQuote(line)) return { kind: 'until', isEnd: hasOpenQuote };
  const closing = closingOf(line, language);
  if (closing !== null) return { kind: 'until', isEnd: (text) => text.includes(closing) };
  for (const quotes of ['"""', "'''"])
    if (isOdd(line, quotes)) return { kind: 'until', isEnd: (text) => isOdd(text, quotes) };
  if (TEMPLATES.has(language) && isOdd(line.replace(/\\`/g, ''), '`') && !/^\s*(?:\/\/|\*)/.test(line))
    return { kind: 'until', isEnd: (text) => isOdd(text.replace(/\\`/g, ''), '`') || STATEMENT.test(text) };
  return null;
}

/** Whether a text of a shell goes on below the line, or ends in it: the quotes are odd. */
function hasOpenQuote(line: string): boolean {
  return !/^\s*#/.test(line) && isOdd(line.replace(/\\.|'[^']*'/g, ''), '"');
}

/** What closes a long text of a language that begins in a line and goes on below it. */
function closingOf(line: string, language: string): string | null {
  if (language === 'nix') return line.split("''").length % 2 === 0 ? "''" : null;
  const [, opening, signs = ''] = LONG_TEXTS.get(language)?.exec(line) ?? [];
  if (opening === undefined) return null;
  const closing = opening === '[' ? `]${signs}]` : opening === 'r' ? `"${signs}` : `)${signs}"`;
  return line.includes(closing, line.indexOf(opening) + 2) ? null : closing;
}

/** `[==[` of Lua, `r#"` of Rust, `R"x(` of C++. */
const LONG_TEXTS: ReadonlyMap<string, RegExp> = new Map([
  ['lua', /(\[)(={0,9})\[/],
  ['rust', /\bb?(r)(#{1,9})"/],
  ['c', /\b(R)"(\w{0,16})\(/],
]);

/** No literal goes on here: a quote that was counted was none. */
const STATEMENT = /^(?:import|export|const|let|var|function|class|func|package|type)\s/;

function isOdd(line: string, quotes: string): boolean {
  return line.includes(quotes) && line.split(quotes).length % 2 === 0;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
