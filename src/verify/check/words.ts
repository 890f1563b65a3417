/** The words of a program in any language: its texts, its numbers, and what is left without them. */
export interface Words {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  /** Code without texts and comments. */
  readonly code: string;
}

interface Token {
  readonly opening: string;
  readonly start: number;
  readonly end: number;
}

/** Of a text that may go over several lines. */
const LONGEST = 20_000;

/** What begins code in a text that ends with a bracket. */
const NESTED: Readonly<Record<string, string>> = { shell: '$(', jq: '\\(' };

const OPENING = /"""|'''|["'`]|\/\/|\/\*|(?<![\w$&"'{])#/g;

/** Texts in quotes and comments; what is opened and never closed is none. */
function* tokensOf(text: string, language: string): Generator<Token> {
  const unclosed = new Set<string>();
  let at = 0;
  for (;;) {
    OPENING.lastIndex = at;
    const found = OPENING.exec(text);
    if (found === null) return;
    const { 0: opening, index: start } = found;
    if (opening.startsWith('/') && !hasSlashes(language)) {
      at = start + opening.length;
      continue;
    }
    const end = unclosed.has(opening) ? -1 : endOf(text, start + opening.length, opening, language);
    // Only what has to close on its line may be closed further on.
    if (end < 0 && opening !== '"') unclosed.add(opening);
    if (end >= 0) yield { opening, start, end };
    at = end < 0 ? start + opening.length : end;
  }
}

/** Whether slashes begin a comment. */
function hasSlashes(language: string): boolean {
  return !/^(?:python|shell|jq|ruby|yaml|terraform)$/.test(language);
}

/** Where it ends that begins behind `opening`; -1 where it does not. */
function endOf(text: string, from: number, opening: string, language: string): number {
  const isShell = language === 'shell';
  if (opening === '#' || opening === '//') return lineEnd(text, from);
  const closing = opening === '/*' ? '*/' : opening;
  if (closing.length > 1) {
    const end = text.indexOf(closing, from);
    return end < 0 ? -1 : end + closing.length;
  }
  const limit = opening === '"' && !isShell ? lineEnd(text, from) : Math.min(text.length, from + LONGEST);
  let at = from;
  const nested = opening === '"' ? NESTED[language] : undefined;
  while (at < limit && text[at] !== opening) {
    const close =
      nested !== undefined && text.startsWith(nested, at)
        ? substitutionEnd(text, at + 2, limit, language)
        : -1;
    at = close >= 0 ? close + 1 : at + (text[at] === '\\' && !(isShell && opening === "'") ? 2 : 1);
  }
  return at < limit ? at + 1 : -1;
}

/** The bracket that closes `$(`, past quotes and brackets in it. */
function substitutionEnd(text: string, from: number, limit: number, language = 'shell'): number {
  for (let at = from; at < limit; at++) {
    const sign = text[at] ?? '';
    if (sign === ')') return at;
    if (sign === '\\') at++;
    else if (sign === '(' || text.startsWith('$(', at)) {
      const close = substitutionEnd(text, at + (sign === '(' ? 1 : 2), limit, language);
      if (close < 0) return -1;
      at = close;
    } else if (sign === '"' || sign === "'") {
      const close = endOf(text, at + 1, sign, language);
      if (close < 0) return -1;
      at = close - 1;
    }
  }
  return -1;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Templates and quoted programs of other languages hold code of their own. What lies in `places` is left out, and
 * texts that touch one are.
 */
export function wordsOf(text: string, language: string, places: readonly Place[] = []): Words {
  const texts: string[] = [];
  const hashes = !/^(?:javascript|typescript|java|go|csharp|rust|php|json)$/.test(language);
  const inside = (start: number, end: number) =>
    places.some((place) => place.start < end && start < place.end);
  const plain = (start: number, end: number) => {
    const part = text.slice(start, end);
    if (!inside(start, end)) return part;
    return [...part].map((sign, index) => (inside(start + index, start + index + 1) ? ' ' : sign)).join('');
  };
  const inner: Words[] = [];
  let code = '';
  let at = 0;
  for (const { opening, start, end } of tokensOf(text, language)) {
    code += plain(at, start);
    at = end;
    if (opening.startsWith('/')) code += ' ';
    else if (opening === '#') code += hashes ? ' ' : plain(start, end);
    else if (isDocumentation(text, opening, start)) code += ' ';
    else if (language === 'shell' && /(?<!<)<<-?\s{0,2}$/.test(text.slice(Math.max(0, start - 5), start)))
      code += ' ';
    else {
      const from = start + opening.length;
      const bare = text.slice(from, end - opening.length);
      const holes = holesIn(bare, opening, text.charAt(start - 1), language);
      const isLeftOut = inside(start, end);
      if (isLeftOut) code += '""';
      else {
        texts.push(withoutSubstitutions(bare, holes, language).replace(/\\(["'`\\])/g, '$1'));
        code += `"${texts.length - 1}"`;
      }
      for (const hole of isLeftOut && language !== 'shell' ? [] : holes) {
        const shift = from + hole.start;
        const moved = places.map((place) => ({ start: place.start - shift, end: place.end - shift }));
        inner.push(wordsOf(hole.code, hole.language, moved));
      }
    }
  }
  code += plain(at, text.length);
  if (language === 'shell') code = code.replace(/(?<!<)<<-?\s*\\?\w+/g, '<<');
  // A list, and not a test of a script.
  if (language === 'jq') code = code.replace(/\[(?=\s)/g, '(');
  return joined([{ texts, numbers: code.match(/(?<![\w."])\d+(?![\w"])/g) ?? [], code }, ...inner]);
}

/** A text that stands alone and says what a function is for. */
function isDocumentation(text: string, opening: string, start: number): boolean {
  return (
    opening.length === 3 && /(?:^|\n)[ \t]{0,60}[rRuU]?$/.test(text.slice(Math.max(0, start - 60), start))
  );
}

/** A program of jq or awk in the quotes of a script. */
export function isProgram(text: string): boolean {
  return /\b(?:select|any|all)\(/.test(text) || (/\||printf/.test(text) && text.includes('"'));
}

interface InnerCode {
  readonly code: string;
  readonly start: number;
  readonly language: string;
}

/** Code in texts: `${…}` of JavaScript, `{…}` of formatted texts of Python, `$(…)` and programs of jq in a script. */
function holesIn(text: string, opening: string, prefix: string, language: string): readonly InnerCode[] {
  if (language === 'shell') {
    if (opening === '"') return substitutionsIn(text);
    return opening === "'" && isProgram(text) ? [{ code: text, start: 0, language: 'jq' }] : [];
  }
  if (language === 'jq') return [];
  const isFormatted = /[fF]/.test(prefix) && opening !== '`';
  if (opening !== '`' && !isFormatted) return [];
  const pattern = isFormatted ? /(?<!\{)\{([^{}]+)\}/g : /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;
  return [...text.matchAll(pattern)].map(({ 0: whole, 1: code = '', index }) => ({
    code,
    start: index + whole.length - code.length - 1,
    language,
  }));
}

function substitutionsIn(text: string): readonly InnerCode[] {
  const found: InnerCode[] = [];
  for (let at = text.indexOf('$('); at >= 0; at = text.indexOf('$(', at + 1)) {
    const close = substitutionEnd(text, at + 2, text.length);
    if (close < 0) break;
    found.push({ code: text.slice(at + 2, close), start: at + 2, language: 'shell' });
    at = close;
  }
  return found;
}

/** `jq -r .enabled <<<"$rule"` */
const FIELD_OF_JQ =
  /^\s*(?:(?:echo|printf)\s[^|\n]{1,60}\|\s*)?jq\s+(?:-\w+\s+)*['"]?(\.[a-z_]{1,40})['"]?\s{0,3}(?:<<<|$|"?\$|\|)/;

/** A text of a script without the commands in it, which are told apart. */
function withoutSubstitutions(text: string, holes: readonly InnerCode[], language: string): string {
  if (language !== 'shell') return text;
  return holes.reduceRight(
    (left, { code, start, language: inner }) =>
      inner === 'jq'
        ? left
        : left.slice(0, start) + (FIELD_OF_JQ.exec(code)?.[1] ?? '') + left.slice(start + code.length),
    text,
  );
}

/** Words of several files. */
export function joined(words: readonly Words[]): Words {
  const texts: string[] = [];
  const code = words.map((one) => {
    const first = texts.length;
    texts.push(...one.texts);
    return one.code.replace(/"(\d+)"/g, (_, index: string) => `"${first + Number(index)}"`);
  });
  return { texts, numbers: words.flatMap(({ numbers }) => numbers), code: code.join('\n') };
}
