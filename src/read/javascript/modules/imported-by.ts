/**
 * Which files of a program import a module, told by their text alone: a large package has hundreds of importers
 * of its types and helpers, and few of them say anything that a question is about. Only those are parsed.
 */
import type { Program, SourceFile } from '../../reader.js';
import { isInComment } from './comment-lines.js';

/** What somebody wants to know of importers: none but those whose text could hold the answer matters. */
export interface Question {
  /** The same question has the same key. */
  readonly key: string;
  readonly concerns: (text: string) => boolean;
  /** A word of the language without which no text concerns it; of each file that is found out once. */
  readonly keyword?: string;
  /** Whether files that pass on all they import concern it, whatever they name. */
  readonly throughAll?: boolean;
  /** Whether it is about the import itself: files behind barrels are asked when the barrel is. */
  readonly isDirect?: boolean;
}

/** Importers of one module that are looked at. */
export const MAX_IMPORTERS = 60;
/** Barrels between a module and who uses it. */
const MAX_BARRELS = 3;
/** Files tied to each other by imports that are looked at. */
const MAX_TIED = 20_000;

const SOURCE =
  /\b(?:from|import|require)\b\s*(?:\(\s*)?(?:\/\*[^*]*\*\/\s*)?(?:'([^'\n]+)'|"([^"\n]+)"|`([^`$\n]+)`)/g;
/** Whether a module hands on what it imports: `export … from`, `exports … require`. In time in proportion to its size. */
function passesOn(text: string): boolean {
  return follows(text, /[;'"]/, /\bexport\b/, /\bfrom\b/) || follows(text, ';', /\bexports\b/, /\brequire\b/);
}

function follows(text: string, between: RegExp | string, first: RegExp, second: RegExp): boolean {
  if (!first.test(text) || !second.test(text)) return false;
  return text.split(between).some((part) => {
    const at = part.search(first);
    return at >= 0 && second.test(part.slice(at));
  });
}

export function saying(keyword: string, ...words: readonly string[]): Question {
  return {
    key: [keyword, ...words].join('\0'),
    keyword,
    concerns: (text) => words.every((word) => text.includes(word)),
  };
}

/**
 * Whether a member of some name is asked for anywhere: `x.name`, `x['name']`. A name alone stands in far more files,
 * and those would be parsed for nothing.
 */
export function accessing(name: string): Question {
  return { key: `\0member\0${name}`, concerns: (text) => isAccessed(text, name) };
}

const NAME_CHARACTER = /[\w$]/;
const BLANK = /\s/;
/** Characters of a comment between a sign and a word. */
const MAX_COMMENT = 4000;

/** Whether a name stands right behind a dot, or as a key in brackets, blanks and a comment aside. */
function isAccessed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const after = text.charAt(at + name.length);
    const isQuoted = (after === "'" || after === '"') && text.charAt(at - 1) === after;
    if (!isQuoted && NAME_CHARACTER.test(after)) continue;
    const start = isQuoted ? at - 1 : at;
    if (text.charAt(behindBlanks(text, start)) === (isQuoted ? '[' : '.') && !isInComment(text, start))
      return true;
  }
  return false;
}

/** The last place before another one that is no blank and in no comment. */
function behindBlanks(text: string, at: number): number {
  const last = behindSpaces(text, at);
  if (!text.startsWith('*/', last - 1)) return last;
  const window = text.slice(Math.max(0, last - MAX_COMMENT), last - 1);
  const opening = window.lastIndexOf('/*');
  return opening < 0 ? last : behindSpaces(text, last - 1 - window.length + opening);
}

function behindSpaces(text: string, at: number): number {
  let last = at - 1;
  while (last >= 0 && BLANK.test(text.charAt(last))) last--;
  return last;
}

/** Whether a name stands anywhere as such: not as a part of a longer one, nor in a comment. */
function standsAlone(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isPart =
      NAME_CHARACTER.test(text.charAt(at - 1)) || NAME_CHARACTER.test(text.charAt(at + name.length));
    if (!isPart && !isInComment(text, at)) return true;
  }
  return false;
}

/** `import x from`, `{ default as x }`, and whatever takes a module as a whole. */
const MAY_IMPORT_DEFAULT =
  /\bimport\s+(?:type\s+)?(?!type\b)[^\s{*'"]|\bimport\s*(?:\/|\()|\bdefault\b|\*\s*as\b|\brequire\b/;

const PASSES_ALL_ON = /\bexport\s*\*|\.\.\.\s*require\b/;

/** Uses of one export, and the files that pass it on unnamed. */
export function naming(name: string): Question {
  if (name === 'default')
    return { key: '\0default', concerns: (text) => MAY_IMPORT_DEFAULT.test(text), isDirect: true };
  return {
    key: `\0names\0${name}`,
    concerns: (text) => standsAlone(text, name),
    throughAll: true,
    isDirect: true,
  };
}

export class ImportedBy {
  readonly #program: Program;
  readonly #resolve: (from: string, source: string) => string | null;
  readonly #direct = new Map<string, readonly string[]>();
  readonly #all = new Map<string, readonly string[]>();
  readonly #tied = new Map<string, readonly SourceFile[] | null>();
  readonly #answers = new Map<string, readonly string[]>();
  readonly #facts = new Facts((path) => this.#text(path));
  readonly #sources = new Map<string, ReadonlySet<string>>();

  constructor(program: Program, resolve: (from: string, source: string) => string | null) {
    this.#program = program;
    this.#resolve = resolve;
  }

  /** Paths of importers that a question concerns, those behind barrels last. */
  of(path: string, question: Question): readonly string[] {
    const key = `${path}\0${question.key}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const found: string[] = [];
    for (const importer of question.isDirect === true ? this.#directly(path) : this.#importers(path)) {
      if (found.length === MAX_IMPORTERS) break;
      if (this.#isConcerned(importer, question)) found.push(importer);
    }
    this.#answers.set(key, found);
    return found;
  }

  #isConcerned(path: string, { key, keyword, concerns, throughAll }: Question): boolean {
    if (keyword !== undefined && !this.#facts.has(path, keyword, (text) => text.includes(keyword)))
      return false;
    // Methods of many classes have the same names, and the same files are asked for them.
    if (this.#facts.has(path, `?${key}`, concerns)) return true;
    return throughAll === true && this.#facts.has(path, '*', (text) => PASSES_ALL_ON.test(text));
  }

  /** False too where nobody has asked: to find out takes a look at every file of a package. */
  isKnownUnimported(path: string): boolean {
    return this.#direct.get(path)?.length === 0;
  }

  /** Found once for all files that are tied to each other. */
  tied(path: string): readonly SourceFile[] | null {
    const known = this.#tied.get(path);
    if (known !== undefined) return known;
    const members = new Set([path]);
    let tooMany = false;
    for (const member of members) {
      // Who is tied to one of too many files is one of them.
      tooMany = members.size > MAX_TIED || this.#tied.get(member) === null;
      if (tooMany) break;
      for (const other of [...this.#sourcesOf(member), ...this.#directly(member)]) members.add(other);
    }
    const tied = tooMany ? null : [...members].flatMap((member) => this.#program.file(member) ?? []);
    for (const member of members) this.#tied.set(member, tied);
    return tied;
  }

  #importers(path: string): readonly string[] {
    const known = this.#all.get(path);
    if (known !== undefined) return known;
    const found = new Set<string>();
    let next: readonly string[] = [path];
    for (let depth = 0; depth <= MAX_BARRELS && next.length > 0; depth++) {
      const barrels: string[] = [];
      for (const importer of next.flatMap((one) => this.#directly(one))) {
        if (importer === path || found.has(importer)) continue;
        found.add(importer);
        if (this.#facts.has(importer, 'export', passesOn)) barrels.push(importer);
      }
      next = barrels;
    }
    const all = [...found];
    this.#all.set(path, all);
    return all;
  }

  #directly(path: string): readonly string[] {
    let found = this.#direct.get(path);
    if (found === undefined) {
      found = this.#program
        .importers(path)
        .filter((other) => other !== path && !other.endsWith('.json') && this.#sourcesOf(other).has(path));
      this.#direct.set(path, found);
    }
    return found;
  }

  /** The files of the program that a file imports. */
  #sourcesOf(path: string): ReadonlySet<string> {
    let sources = this.#sources.get(path);
    if (sources === undefined) {
      const found = new Set<string>();
      for (const [, single, double, template] of this.#text(path).matchAll(SOURCE)) {
        const target = this.#resolve(path, single ?? double ?? template ?? '');
        if (target !== null) found.add(target);
      }
      sources = found;
      this.#sources.set(path, sources);
    }
    return sources;
  }

  #text(path: string): string {
    return this.#program.file(path)?.text ?? '';
  }
}

/** What was found out of the texts of files. */
class Facts {
  readonly #textOf: (path: string) => string;
  readonly #known = new Map<string, Map<string, boolean>>();

  constructor(textOf: (path: string) => string) {
    this.#textOf = textOf;
  }

  has(path: string, fact: string, test: (text: string) => boolean): boolean {
    let files = this.#known.get(fact);
    if (files === undefined) {
      files = new Map();
      this.#known.set(fact, files);
    }
    let holds = files.get(path);
    if (holds === undefined) {
      holds = test(this.#textOf(path));
      files.set(path, holds);
    }
    return holds;
  }
}
