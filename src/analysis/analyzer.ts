/**
 * Readers and match put together: a file in, findings out. Scanner, plugin and migrations share this.
 *
 * Readers are loaded on demand, which takes a moment, so `load` is told the languages first; `analyze` itself
 * never waits.
 */
import type { Catalogue, Entry } from '../catalogue/index.js';
import {
  cipherUsages,
  type Evidence,
  LANGUAGES,
  languageOf,
  loadReader,
  loadTextReader,
  type Program,
  type Reader,
  type Reading,
  type ScriptTree,
  type SourceFile,
  type Undetermined,
  type Usage,
  withLimit,
} from '../read/index.js';
import { corsUsages, STORAGE_SIGN } from '../read/storage/index.js';
import type { Origin } from '../value/index.js';
import { Companions } from './companions.js';
import { fixFor } from './edits/index.js';
import { areExplained } from './explained.js';
import type { Finding } from './finding.js';
import { createMatcher, type Matcher } from './match/index.js';
import { neighboursIn } from './neighbours.js';
import { inParts, LARGE_CHARACTERS, partsOf, TOO_LARGE } from './parts.js';
import { type FoundRoot, type RootFinder, rootFinderOf } from './roots.js';

export interface FileAnalysis {
  readonly findings: readonly Finding[];
  readonly undetermined: readonly Undetermined[];
  /** Bugs of ours, met on the way; the rest of the analysis stands. */
  readonly problems: readonly AnalysisProblem[];
  readonly tier: 'ast' | 'text';
  /** Why a better tier could not read the file. */
  readonly degraded?: string;
  /** The better tier gave up, and a strong trigger is part of nothing that the text tier understood. */
  readonly unexplained: boolean;
}

/** A file that was read, and what is around it. */
interface Read {
  readonly file: SourceFile;
  readonly program: Program;
  readonly trees: () => readonly ScriptTree[];
}

export interface FileUsages {
  readonly usages: readonly Usage[];
  readonly undetermined: readonly Undetermined[];
  /** Why its language's own reader could not read it. */
  readonly degraded?: string;
}

export interface AnalysisProblem {
  /** Entry whose check failed; null when a reader did. */
  readonly entry: string | null;
  readonly message: string;
  /** It is no bug: the file took more than its time. */
  readonly isTimeout?: true;
}

export interface AnalyzerOptions {
  readonly catalogue: Catalogue;
  /** What shows the API elsewhere in the package of a file, if anything does. */
  readonly neighboursOf?: (path: string) => readonly Evidence[];
  /** Start from every text of a file instead of from the triggers. */
  readonly everything?: boolean;
}

export interface Analyzer {
  languageOf(path: string, text: string): string;
  /** Has to be awaited before files of these languages are analysed. */
  load(languages: Iterable<string>): Promise<void>;
  analyze(file: SourceFile, program: Program): FileAnalysis;
  /** All usages of a file, also those that no entry is about. */
  usages(file: SourceFile, program: Program): FileUsages;
  /** Reads only the surroundings of triggers, one part after the other: for files that take too much otherwise. */
  analyzeParts(file: SourceFile, program: Program): Iterable<FileAnalysis>;
}

export async function createAnalyzer(options: AnalyzerOptions): Promise<Analyzer> {
  return new LoadedAnalyzer(options, await loadTextReader(), new Map(), new Companions(options.catalogue));
}

/** For hosts that cannot wait, such as a linter: the readers are given, and every language is ready at once. */
export function readyAnalyzer(
  options: AnalyzerOptions,
  textReader: Reader,
  readers: readonly Reader[],
): Analyzer {
  const ready = new Map<string, Reader | null>(LANGUAGES.map(({ id }) => [id, null]));
  for (const reader of readers) for (const language of reader.languages) ready.set(language, reader);
  return new LoadedAnalyzer(options, textReader, ready, null);
}

const NOTHING_READ: Reading = { usages: [], undetermined: [], tier: 'text' };

class LoadedAnalyzer implements Analyzer {
  readonly #options: AnalyzerOptions;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #matcher: Matcher;
  readonly #roots: RootFinder;
  readonly #textReader: Reader;
  readonly #readsStorage: boolean;
  readonly #ciphers: readonly string[];
  /** Null for a language that only the text tier reads. */
  readonly #readers: Map<string, Reader | null>;

  /** Null for hosts that see one file at a time. */
  readonly #companions: Companions | null;

  constructor(
    options: AnalyzerOptions,
    textReader: Reader,
    readers: Map<string, Reader | null>,
    companions: Companions | null,
  ) {
    this.#companions = companions;
    this.#options = options;
    this.#entries = new Map(options.catalogue.entries.map((entry) => [entry.id, entry]));
    this.#matcher = createMatcher(options.catalogue);
    this.#roots = rootFinderOf(options.catalogue);
    this.#textReader = textReader;
    this.#readsStorage = options.catalogue.entries.some((entry) => entry.storage.length > 0);
    this.#ciphers = options.catalogue.entries.flatMap(({ ciphers }) => ciphers);
    this.#readers = readers;
  }

  languageOf(path: string, text: string): string {
    const end = text.indexOf('\n');
    return languageOf(path, end < 0 ? text.slice(0, 200) : text.slice(0, end));
  }

  async load(languages: Iterable<string>): Promise<void> {
    for (const language of languages) {
      if (!this.#readers.has(language)) this.#readers.set(language, await loadReader(language));
    }
  }

  analyze(file: SourceFile, program: Program): FileAnalysis {
    const reader = this.#readers.get(file.language);
    if (reader === undefined)
      throw new Error(`the reader of ${file.language} was not loaded before ${file.path}`);
    if (file.text.length > LARGE_CHARACTERS) return inParts([...this.analyzeParts(file, program)], TOO_LARGE);
    const problems: AnalysisProblem[] = [];
    const all = this.#roots.find(file.text);
    const found =
      reader === null || this.#companions === null
        ? all
        : this.#companions.telling(all, file, reader, program, () => this.#neighbours(file).length > 0);
    const roots = this.#options.everything === true ? 'all' : found;
    const reading = this.#mayTell(reader, file, roots, program)
      ? this.#read(reader, file, roots, program, problems)
      : NOTHING_READ;
    const usages = [...reading.usages, ...this.#apart(reader, file, program, problems)];
    const matched = this.#matcher.match(usages, {
      languageOf: (path) => (path === file.path ? file : program.file(path))?.language ?? file.language,
      neighbours: reading.usages.length === 0 ? [] : this.#neighbours(file),
    });
    const trees = () => reader?.trees?.(file.path, program) ?? [];
    for (const one of matched.problems.map(({ entry, message }) => ({ entry, message }))) problems.push(one);
    return {
      findings: matched.findings.map((finding) => this.#withFix(finding, { file, program, trees }, problems)),
      undetermined: merged(reading.undetermined, matched.undetermined),
      problems,
      tier: reading.tier,
      ...(reading.degraded === undefined ? {} : { degraded: reading.degraded }),
      unexplained:
        reading.degraded !== undefined && !areExplained(found, explaining(reading), file, this.#counts(file)),
    };
  }

  usages(file: SourceFile, program: Program): FileUsages {
    const reader = this.#readers.get(file.language);
    if (reader === undefined)
      throw new Error(`the reader of ${file.language} was not loaded before ${file.path}`);
    if (file.text.length > LARGE_CHARACTERS) return { usages: [], undetermined: [], degraded: TOO_LARGE };
    return this.#read(reader, file, 'all', program, []);
  }

  *analyzeParts(file: SourceFile, program: Program): Generator<FileAnalysis> {
    const roots = this.#roots.find(file.text);
    const neighbours = this.#neighbours(file);
    const hasReader = this.#readers.get(file.language) !== null;
    const counts = this.#counts(file);
    const inPart = (start: number) => (at: Origin) =>
      at.file === file.path ? { ...at, start: at.start + start, end: at.end + start } : at;
    let next = 0;
    for (const { start, end } of partsOf(file.text, roots)) {
      const part = { ...file, text: file.text.slice(start, end) };
      const own: FoundRoot[] = [];
      for (let root = roots[next]; root !== undefined && root.end <= end; root = roots[++next])
        own.push({ ...root, start: root.start - start, end: root.end - start });
      const problems: AnalysisProblem[] = [];
      const reading = this.#read(null, part, own, program, problems);
      const matched = this.#matcher.match(reading.usages, {
        languageOf: (path) => (path === file.path ? file : program.file(path))?.language ?? file.language,
        neighbours,
      });
      for (const { entry, message } of matched.problems) problems.push({ entry, message });
      const inFile = inPart(start);
      yield {
        findings: matched.findings.map((finding) => {
          const related = finding.related.map(({ at, message }) => ({ at: inFile(at), message }));
          // Nobody edits by what was understood in part.
          return { ...finding, at: inFile(finding.at), related, usages: [] };
        }),
        undetermined: merged(reading.undetermined, matched.undetermined).map(({ site, why }) => ({
          site: inFile(site),
          why,
        })),
        problems,
        tier: 'text',
        unexplained: !areExplained(own, explaining({ ...reading, isGivenUp: hasReader }), part, counts),
      };
    }
  }

  /** Everyday words may stand in any file; most hold nothing that a usage could be made of. */
  #mayTell(
    reader: Reader | null,
    file: SourceFile,
    roots: readonly FoundRoot[] | 'all',
    program: Program,
  ): boolean {
    if (this.#companions === null || roots === 'all' || roots.some(({ strong }) => strong)) return true;
    return (reader ?? this.#textReader).mayTell?.(file, program) ?? true;
  }

  /** What a better reader gives up, or fails on, is read as text. */
  #read(
    reader: Reader | null,
    file: SourceFile,
    roots: readonly FoundRoot[] | 'all',
    program: Program,
    problems: AnalysisProblem[],
  ): Reading & { readonly isGivenUp?: boolean } {
    let degraded: string | undefined;
    if (reader !== null) {
      const reading = attempt(() => reader.read(file, roots, program), problems);
      const gaveUp =
        reading === null ||
        (reading.tier === 'text' && reading.usages.length === 0 && reading.undetermined.length === 0);
      if (!gaveUp) return reading;
      degraded = reading === null ? 'internal' : reading.degraded;
    }
    const reading = attempt(() => this.#textReader.read(file, roots, program), problems);
    const { usages, undetermined } = reading ?? { usages: [], undetermined: [] };
    degraded ??= reading?.degraded;
    const tried = reader === null ? {} : { isGivenUp: true };
    return { usages, undetermined, tier: 'text', ...tried, ...(degraded === undefined ? {} : { degraded }) };
  }

  /** What is no call of the API: uses of the object storage, cipher suites. */
  #apart(
    reader: Reader | null,
    file: SourceFile,
    program: Program,
    problems: AnalysisProblem[],
  ): readonly Usage[] {
    const ciphers = cipherUsages(file, this.#ciphers);
    if (!this.#readsStorage || !STORAGE_SIGN.test(file.text)) return ciphers;
    const storage = (reader ?? this.#textReader).storage;
    try {
      return [...ciphers, ...(storage?.(file, program) ?? []), ...corsUsages(file)];
    } catch (error) {
      problems.push({ entry: null, message: error instanceof Error ? error.message : String(error) });
      return ciphers;
    }
  }

  /**
   * Edits are made for what stands in this file; what stands elsewhere gets those that need its text alone: when that
   * file is read, its calls may not be found.
   */
  #withFix(finding: Finding, { file, program, trees }: Read, problems: AnalysisProblem[]): Finding {
    const entry = this.#entries.get(finding.entry);
    const isHere = finding.at.file === file.path;
    const text = isHere ? file.text : program.file(finding.at.file)?.text;
    if (entry === undefined || text === undefined || !(isHere || finding.kind === 'expression'))
      return finding;
    try {
      const fix = fixFor(entry, finding, text, isHere ? trees : () => []);
      return fix === null ? finding : { ...finding, fix };
    } catch (error) {
      problems.push({ entry: entry.id, message: error instanceof Error ? error.message : String(error) });
      return finding;
    }
  }

  /** A common word is a trigger in a file that shows the API, and a word elsewhere. */
  #counts(file: SourceFile): (root: FoundRoot) => boolean {
    const shows = neighboursIn(file.text, this.#options.catalogue.profiles).length > 0;
    return (root) => shows || root.strong;
  }

  #neighbours(file: SourceFile): readonly Evidence[] {
    const { catalogue, neighboursOf } = this.#options;
    const own = neighboursIn(file.text, catalogue.profiles);
    return own.length > 0 ? own : (neighboursOf?.(file.path) ?? []);
  }
}

/**
 * A reading, with the limit that ended it if there was one. A bug in a reader costs its file that reader, and nothing
 * else; the end of the stack is a limit of depth that nobody had thought of.
 */
function attempt(read: () => Reading, problems: AnalysisProblem[]): Reading | null {
  try {
    const { value: reading, limit } = withLimit(read);
    return limit === null || reading.degraded !== undefined ? reading : { ...reading, degraded: limit };
  } catch (error) {
    if (isStackOverflow(error)) return { usages: [], undetermined: [], tier: 'text', degraded: 'nesting' };
    problems.push({ entry: null, message: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}

function merged(a: readonly Undetermined[], b: readonly Undetermined[]): readonly Undetermined[] {
  const bySite = new Map<string, Undetermined>();
  for (const row of [...a, ...b]) {
    const key = `${row.site.file}\0${row.site.start}:${row.site.end}`;
    if (!bySite.has(key)) bySite.set(key, row);
  }
  return [...bySite.values()];
}

/** Where the reader of a language gave up, nobody knows for sure what is a comment: one may be part of a text. */
function explaining({ usages, isGivenUp }: Reading & { readonly isGivenUp?: boolean }): readonly Usage[] {
  return isGivenUp === true ? usages.filter((one) => !('context' in one) || one.context !== 'docs') : usages;
}
