import { type Catalogue, oncePerEntries } from '../catalogue/index.js';
import { templatesOf } from '../catalogue/paths/index.js';
import type { SourceFile } from '../read/index.js';
import type { FoundRoot } from './roots.js';

/** A segment of a path as it is written; null for one with a hole in it, which may stand for several. */
type Written = string | null;

interface WrittenPath {
  readonly segments: readonly Written[];
  /** Which segment the word begins in. */
  readonly at: number;
  /** A method is called on it at once: it may become another path. */
  readonly isChanged: boolean;
}

const PATH_CHARACTER = /[\w\-.:/~@]/;
const QUERY_CHARACTER = /[\w\-.:/~@=&,]/;
const QUOTE = /['"`]/;
/** Where a path ends in a longer text. */
const OUTSIDE_OF_PATHS = /['"`\s*()<>,;|]/;
/** Folder of the vendor's SDK whose files are named after what they hold: `cloudflare/resources/filters`. */
const SDK_FILES = 'resources';
/** Texts that go on for longer are no paths. */
const LONGEST = 300;

/**
 * Tells the words in paths that no path of the catalogue can hold from those that may lead to one. In
 * `/accounts/${id}/email/routing/rules` the `rules` are not those of a zone, whatever the hole and the rest of the
 * address are. Only words in a quoted text that is a path and nothing else are told; all others may lead anywhere.
 */
export class WrittenPaths {
  readonly #all: readonly (readonly Written[])[];
  /** Those that something is reported of. */
  readonly #templates: readonly (readonly Written[])[];
  /** Paths that work, of which a template with a placeholder must not take the last word for an id. */
  readonly #lookAlikes = new Set<string>();
  readonly #scopes: ReadonlySet<string>;
  /** The addresses that an API begins at. */
  readonly #bases: readonly string[];

  constructor(catalogue: Catalogue) {
    const templates = templatesOf(catalogue);
    const written = templates.map(({ segments }) =>
      segments.map((segment) => segment?.toLowerCase() ?? null),
    );
    this.#all = written;
    this.#templates = written.filter((_, index) => templates[index]?.isLookAlike === false);
    for (const segments of written)
      if (!this.#templates.includes(segments)) this.#lookAlikes.add(keyOf(segments));
    this.#scopes = new Set(catalogue.profiles.flatMap(({ scopes }) => scopes));
    this.#bases = catalogue.profiles.flatMap(({ hosts, basePath }) =>
      hosts.map((host) => `${host}${basePath}/`.toLowerCase()),
    );
  }

  /**
   * Without the words that stand in a path of something else. Beside the address of the API every path of it counts: it
   * tells what a function sends that is given one.
   */
  telling(roots: readonly FoundRoot[], file: SourceFile): readonly FoundRoot[] {
    const ofBase = new Set(
      roots.filter(({ start, end }) => {
        const word = file.text.slice(start, end).toLowerCase();
        return this.#bases.some((base) => base.includes(word));
      }),
    );
    return roots.filter((root) => {
      if (ofBase.has(root)) return true;
      const path = pathAround(file.text, root.start, root.end);
      return path === null || this.#fits(path, ofBase.size > 0);
    });
  }

  /** Whether a word may be one of a path of the catalogue; true where it stands in no path. */
  mayHold(text: string, start: number, end: number): boolean {
    const isSegment = text.charAt(start - 1) === '/' || text.charAt(end) === '/';
    const path = isSegment ? pathAround(text, start, end, true) : null;
    return path === null || path.segments.includes(SDK_FILES) || this.#fits(path, false);
  }

  #fits({ segments, at, isChanged }: WrittenPath, anyPath: boolean): boolean {
    const scope = segments.findLastIndex(
      (segment, index) => index <= at && this.#isScope(segment, segments[index + 1]),
    );
    const withLookAlikes = anyPath || isChanged;
    if (scope >= 0 && !withLookAlikes && this.#lookAlikes.has(keyOf(segments.slice(scope)))) return false;
    const templates = withLookAlikes ? this.#all : this.#templates;
    return templates.some((template) =>
      scope < 0
        ? fitsAnywhere(segments, at, template)
        : template[0] === segments[scope] &&
          template[1] === null &&
          fitsFrom(segments, scope + 2, template, 2),
    );
  }

  /** `zones/${id}`: a path of the API begins here, and the hole is one segment. */
  #isScope(segment: Written, next: Written | undefined): boolean {
    return segment !== null && next === null && this.#scopes.has(segment);
  }
}

function keyOf(segments: readonly Written[]): string {
  return segments.map((segment) => segment ?? '').join('/');
}

export const writtenPathsOf = oncePerEntries((catalogue) => new WrittenPaths(catalogue));

/** The text may begin amid the path, or hold somebody's own prefix before it. */
function fitsAnywhere(segments: readonly Written[], at: number, template: readonly Written[]): boolean {
  for (let first = 1; first < template.length; first++)
    if (fitsFrom(segments, 0, template, first)) return true;
  for (let first = 0; first <= at; first++) if (fitsFrom(segments, first, template, 0)) return true;
  return false;
}

/** Whether what is written from one segment on can be a template from one of its segments on. */
function fitsFrom(
  written: readonly Written[],
  index: number,
  template: readonly Written[],
  at: number,
): boolean {
  const segment = written[index];
  const isLast = index === written.length - 1;
  if (segment === undefined || (segment === '' && isLast)) return true;
  if (segment === null) {
    for (let next = at + 1; next <= template.length; next++)
      if (fitsFrom(written, index + 1, template, next)) return true;
    return false;
  }
  const wanted = template[at];
  if (wanted === undefined) return false;
  // Of the segments at both ends a part may be written elsewhere.
  const fits =
    wanted === null ||
    wanted === segment ||
    (isLast && wanted.startsWith(segment)) ||
    (index === 0 && wanted.endsWith(segment));
  return fits && fitsFrom(written, index + 1, template, at + 1);
}

/** The path that a word stands in, if the quoted text around it is one, or a word of that text (`isWord`). */
function pathAround(text: string, start: number, end: number, isWord = false): WrittenPath | null {
  const from = beginningOf(text, start, isWord ? OUTSIDE_OF_PATHS : QUOTE);
  const to = from === null ? null : endOf(text, end, PATH_CHARACTER, isWord ? OUTSIDE_OF_PATHS : QUOTE);
  if (from === null || to === null) return null;
  if (text.charAt(to) === '?' && endOf(text, to + 1, QUERY_CHARACTER) === null) return null;
  const segments: Written[] = [];
  let at = -1;
  let depth = 0;
  let first = from;
  for (let index = from; index <= to; index++) {
    const character = index === to ? '' : text.charAt(index);
    if (character === '{') depth++;
    else if (character === '}') depth--;
    if (index < to && (character !== '/' || depth > 0)) continue;
    const segment = text.slice(first, index);
    if (first <= start && start < index) at = segments.length;
    if (segment !== '' || index === to) segments.push(/[{:]/.test(segment) ? null : segment.toLowerCase());
    first = index + 1;
  }
  const isChanged = text.charAt(to + 1) === '.';
  return at < 0 || segments.length < 2 ? null : { segments, at, isChanged };
}

/** Where the quoted text around an offset begins; null if it holds more than a path before that. */
function beginningOf(text: string, start: number, outside: RegExp): number | null {
  let at = start;
  for (const least = Math.max(0, start - LONGEST); at > least; at--) {
    const before = text.charAt(at - 1);
    if (outside.test(before)) return at;
    if (before === '}') {
      const opening = text.lastIndexOf('${', at - 1);
      if (opening < least || MORE_THAN_AN_EXPRESSION.test(text.slice(opening + 2, at - 1))) return null;
      at = opening + 1;
    } else if (!PATH_CHARACTER.test(before)) return null;
  }
  return null;
}

/** Where a path that goes on at an offset ends: before its query, or its quote; null if something else follows. */
function endOf(text: string, end: number, within: RegExp, outside = QUOTE): number | null {
  let at = end;
  for (const most = Math.min(text.length, end + LONGEST); at < most; at++) {
    const character = text.charAt(at);
    if (character === '?' || outside.test(character)) return at;
    if (outside !== QUOTE && /^\\[nrt]/.test(text.slice(at, at + 2))) return at;
    if (text.startsWith('${', at)) {
      const closing = text.indexOf('}', at);
      if (closing < 0 || closing >= most || MORE_THAN_AN_EXPRESSION.test(text.slice(at + 2, closing)))
        return null;
      at = closing;
    } else if (!within.test(character)) return null;
  }
  return null;
}

const MORE_THAN_AN_EXPRESSION = /[{}\n]/;
