import { type MaskingMode, maskLine, maskQuoted } from './lines.js';
import { maskSecrets } from './shapes.js';

/** Source text as reports may quote it. */
export interface Quoted {
  /** How the file is written. */
  readonly mode: MaskingMode;
  /** Whether the line is the middle of a text that began above. */
  readonly isInside: boolean;
}

/**
 * A line of source without the values of the program: a text in quotes, an argument or a value that is not known to be
 * harmless is hidden, whatever it looks like. Every hidden character becomes one `*`, so that columns stay. Masked once
 * for all that is reported of the line: there may be thousands of places.
 */
export class MaskedLine {
  readonly #line: string;
  readonly #strict: string;
  readonly #masked: string;

  constructor(line: string, { mode, isInside }: Quoted) {
    this.#line = line;
    const quoted = line.slice(0, LONGEST_LINE);
    this.#strict =
      maskLine(quoted, isInside ? 'text' : mode === 'prose' ? modeOfSentence(quoted) : mode) +
      '*'.repeat(line.length - quoted.length);
    this.#masked = maskSecrets(this.#strict);
  }

  /**
   * From `from` to `to` stands what is reported: it is shown, but for texts in quotes inside of it and for what looks
   * like a secret itself.
   */
  showing(from: number, to: number): string {
    const reported = this.#line.slice(from, to);
    if (this.#strict.slice(from, to) === reported) return this.#masked;
    return maskSecrets(this.#strict.slice(0, from) + maskQuoted(reported) + this.#strict.slice(to));
  }
}

export function maskSource(line: string, quoted: Quoted): string {
  return new MaskedLine(line, quoted).showing(0, 0);
}

/** Lines that nobody wrote by hand are not quoted to their end. */
const LONGEST_LINE = 4000;

/** Notes hold commands and settings, too. */
function modeOfSentence(line: string): MaskingMode {
  if (
    /^\s*(?:[$>#] )?(?:curl|wget|http|https|xh|export|set|env|docker|export)\s|\s-{1,2}[A-Za-z][\w-]*[ =]\S/.test(
      line,
    )
  )
    return 'words';
  return /^\s*(?:- )?[\w.-]{1,60}\s?(?:=|: )\s?\S+\s*$/.test(line) ? 'values' : 'prose';
}

const CMDLETS: ReadonlySet<string> = new Set(['powershell']);
const SHELLS: ReadonlySet<string> = new Set(['shell', 'batch', 'dockerfile', 'makefile', 'just', 'http']);
const VALUES: ReadonlySet<string> = new Set(['bruno', 'yaml', 'dotenv', 'toml', 'ini']);
const PROSE: ReadonlySet<string> = new Set(['markdown', 'prose', 'csv', 'css', 'graphql', 'text', '']);

/** How the values of a language are written. */
export function modeOf(language: string): MaskingMode {
  if (SHELLS.has(language)) return 'words';
  if (VALUES.has(language)) return 'values';
  if (CMDLETS.has(language)) return 'cmdlets';
  return PROSE.has(language) ? 'prose' : 'code';
}

type Inside =
  | { readonly kind: 'until'; readonly isEnd: (line: string) => boolean }
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
export function linesInside(lines: Iterable<string>, language: string): ReadonlySet<number> {
  const inside = new Set<number>();
  let open: Inside | null = null;
  let number = 0;
  for (const line of lines) {
    number++;
    if (number > MOST_LINES) break;
    if (open !== null) {
      const isOver: boolean =
        open.kind === 'until' ? open.isEnd(line) : line.trim() !== '' && indentOf(line) <= open.indent;
      if (!isOver || open.kind === 'until') inside.add(number);
      if (!isOver) continue;
      const wasBlock = open.kind === 'block';
      open = null;
      if (!wasBlock) continue;
    }
    open = opening(line, language);
  }
  return inside;
}

function opening(line: string, language: string): Inside | null {
  if (/-----BEGIN [A-Z ]+-----/.test(line) && !line.includes('-----END '))
    return { kind: 'until', isEnd: (text) => text.includes('-----END ') };
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
