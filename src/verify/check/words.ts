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

const OPENING = /"""|'''|["'`]|\/\/|\/\*|(?<![\w$&"'{])#/g;

/** Texts in quotes and comments; what is opened and never closed is none. */
function* tokensOf(text: string): Generator<Token> {
  const unclosed = new Set<string>();
  let at = 0;
  for (;;) {
    OPENING.lastIndex = at;
    const found = OPENING.exec(text);
    if (found === null) return;
    const { 0: opening, index: start } = found;
    const end = unclosed.has(opening) ? -1 : endOf(text, start + opening.length, opening);
    // Only what has to close on its line may be closed further on.
    if (end < 0 && opening !== '"') unclosed.add(opening);
    if (end >= 0) yield { opening, start, end };
    at = end < 0 ? start + opening.length : end;
  }
}

/** Where it ends that begins behind `opening`; -1 where it does not. */
function endOf(text: string, from: number, opening: string): number {
  if (opening === '#' || opening === '//') return lineEnd(text, from);
  const closing = opening === '/*' ? '*/' : opening;
  if (closing.length > 1) {
    const end = text.indexOf(closing, from);
    return end < 0 ? -1 : end + closing.length;
  }
  const limit = opening === '"' ? lineEnd(text, from) : text.length;
  let at = from;
  while (at < limit && text[at] !== opening) at += text[at] === '\\' ? 2 : 1;
  return at < limit ? at + 1 : -1;
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
  const slashes = !/^(?:python|shell|ruby|yaml|terraform)$/.test(language);
  const inside = (start: number, end: number) =>
    places.some((place) => place.start < end && start < place.end);
  const plain = (start: number, end: number) => {
    const part = text.slice(start, end);
    if (!inside(start, end)) return part;
    return [...part].map((sign, index) => (inside(start + index, start + index + 1) ? ' ' : sign)).join('');
  };
  const holes: Words[] = [];
  let code = '';
  let at = 0;
  for (const { opening, start, end } of tokensOf(text)) {
    code += plain(at, start);
    at = end;
    if (opening.startsWith('/')) code += slashes ? ' ' : plain(start, end);
    else if (opening === '#') code += hashes ? ' ' : plain(start, end);
    else if (inside(start, end)) code += '""';
    else {
      const bare = text.slice(start + opening.length, end - opening.length);
      texts.push(bare.replace(/\\(["'`\\])/g, '$1'));
      code += `"${texts.length - 1}"`;
      for (const hole of holesIn(bare, opening, text.charAt(start - 1))) holes.push(wordsOf(hole, language));
    }
  }
  code += plain(at, text.length);
  return joined([{ texts, numbers: code.match(/(?<![\w."])\d+(?![\w"])/g) ?? [], code }, ...holes]);
}

/** Code in texts: `${…}` of JavaScript, `{…}` of formatted texts of Python. */
function holesIn(text: string, opening: string, prefix: string): readonly string[] {
  const isFormatted = /[fF]/.test(prefix) && opening !== '`';
  if (opening !== '`' && !isFormatted) return [];
  const pattern = isFormatted ? /(?<!\{)\{([^{}]+)\}/g : /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;
  return [...text.matchAll(pattern)].map(([, code = '']) => code);
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
