import type { Profile } from '../../../../catalogue/index.js';
import type { Origin } from '../../../../value/index.js';
import type { Root, SourceFile } from '../../../reader.js';
import { alternatives, type Closure, type Sdk, type Term } from '../../evaluate/domain/term.js';
import type { Sent } from './sent.js';

const MAX_DEPTH = 10;

/** Texts of the profiles, as a root may spell them. */
interface ProfileTexts {
  /** What shows that a text is about an API at all: its host, base path and collections, headers, packages. */
  readonly common: ReadonlySet<string>;
  readonly hosts: ReadonlySet<string>;
}

const textsOf = new WeakMap<readonly Profile[], ProfileTexts>();

function profileTexts(profiles: readonly Profile[]): ProfileTexts {
  const known = textsOf.get(profiles);
  if (known !== undefined) return known;
  const common = new Set<string>();
  const hosts = new Set<string>();
  for (const profile of profiles) {
    for (const host of profile.hosts) hosts.add(plain(host)).add(plain(host + profile.basePath));
    for (const text of [profile.basePath, ...profile.scopes, ...profile.authHeaders, ...profile.environment])
      common.add(plain(text));
    for (const id of profile.packages) common.add(plain(id.slice(id.indexOf(':') + 1)));
  }
  for (const host of hosts) common.add(host);
  const texts = { common, hosts };
  textsOf.set(profiles, texts);
  return texts;
}

function plain(text: string): string {
  return text.replace(/^\W+|\W+$/g, '').toLowerCase();
}

/** Whether a stretch touches one of some sorted ranges. */
function overlaps(ranges: readonly Root[], start: number, end: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found !== undefined && found.start < end;
}

/** The places of one file that usages are wanted of. */
export class Roots {
  readonly file: string;
  /** False if every place is wanted. */
  readonly limited: boolean;
  readonly #ranges: readonly Root[];
  /** The roots that name something below the API's base, not the API itself. */
  readonly #own: readonly Root[];
  readonly #hosts: readonly Root[];
  readonly #carrying = new Map<Term, boolean>();

  constructor(
    { path, text }: Pick<SourceFile, 'path' | 'text'>,
    roots: readonly Root[] | 'all',
    profiles: readonly Profile[],
  ) {
    this.file = path;
    this.limited = roots !== 'all';
    this.#ranges = roots === 'all' ? [] : [...roots].sort((a, b) => a.start - b.start);
    const { common, hosts } = profileTexts(profiles);
    this.#hosts = this.#ranges.filter((root) => hosts.has(plain(text.slice(root.start, root.end))));
    this.#own = this.#ranges.filter((root) => !common.has(plain(text.slice(root.start, root.end))));
  }

  /** Whether reading would start nowhere: what is left shows that there is an API, and asks it for nothing. */
  get isEmpty(): boolean {
    return this.limited && this.#own.length === 0 && this.#hosts.length === 0;
  }

  get all(): readonly Root[] {
    return this.#ranges;
  }

  /** What names something of an API: where reading starts. */
  get own(): readonly Root[] {
    return this.#own;
  }

  /** Of those the ones that a request may hold: from there on calls are looked for. */
  get sent(): readonly Root[] {
    return this.#own.filter(({ answered }) => answered !== true);
  }

  /** Where the API's host stands: every call of it is counted. */
  get hosts(): readonly Root[] {
    return this.#hosts;
  }

  /** Whether a known text names something below the API's base, on a root. */
  names(term: Term): boolean {
    if (!this.limited) return false;
    return alternatives(term).every((option) => {
      const text = option.kind === 'url' ? option.href : option;
      return (
        text.kind === 'text' &&
        text.pieces.some(
          (piece) =>
            piece.kind === 'text' &&
            piece.origin !== null &&
            piece.origin.file === this.file &&
            overlaps(this.#own, piece.origin.start, piece.origin.end),
        )
      );
    });
  }

  /** Whether a place lies on a root. */
  at(origin: Origin | null): boolean {
    if (origin === null) return false;
    if (!this.limited) return true;
    return origin.file === this.file && this.within(origin.start, origin.end);
  }

  /** Whether a stretch of the file touches a root. */
  within(start: number, end: number): boolean {
    if (!this.limited) return true;
    return overlaps(this.#ranges, start, end);
  }

  /** Whether any known text, key or value of a term was written on a root. */
  touches(term: Term, depth = 0): boolean {
    if (depth > MAX_DEPTH) return false;
    switch (term.kind) {
      case 'text':
        return term.pieces.some((piece) => piece.kind === 'text' && this.at(piece.origin));
      case 'url':
        return this.touches(term.href, depth + 1);
      case 'scalar':
        return term.origin !== null && this.at(term.origin);
      case 'object':
        return term.members.some(
          (member) => this.at(member.keyOrigin) || this.touches(member.value, depth + 1),
        );
      case 'array':
        return term.items.some((item) => this.touches(item, depth + 1));
      case 'choice':
        return term.of.some((option) => this.touches(option, depth + 1));
      default:
        return false;
    }
  }

  /** Whether what stands on a root can get into a function by a call: as argument, receiver or in its scope. */
  reach(closure: Closure, args: readonly Term[], receiver: Term | null): boolean {
    if (args.some((arg) => this.carries(arg)) || (receiver !== null && this.carries(receiver))) return true;
    for (let env = closure.at.env; env !== null; env = env.outer) {
      if (env.values.size === 0) continue;
      for (const value of env.values.values()) if (this.carries(value)) return true;
    }
    return false;
  }

  /** The same objects are handed to one function after the other: they are searched once. */
  carries(term: Term): boolean {
    if (term.kind === 'unknown' || term.kind === 'scalar' || term.kind === 'text')
      return this.#carriedBy(term, 0);
    let carries = this.#carrying.get(term);
    if (carries === undefined) {
      carries = this.#carriedBy(term, 0);
      this.#carrying.set(term, carries);
    }
    return carries;
  }

  /** As `touches`, through instances and functions too. */
  #carriedBy(term: Term, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    switch (term.kind) {
      case 'instance':
        return [...(term.args ?? []), ...(term.fields?.values() ?? [])].some((part) =>
          this.#carriedBy(part, depth + 1),
        );
      case 'bound':
        return term.args.some((arg) => this.#carriedBy(arg, depth + 1));
      case 'object':
        return term.members.some(
          (member) => this.at(member.keyOrigin) || this.#carriedBy(member.value, depth + 1),
        );
      case 'choice':
        return term.of.some((option) => this.#carriedBy(option, depth + 1));
      case 'closure':
        return depth < 2 && closureCarries(this, term, depth);
      case 'external':
      case 'sdk':
        return term.config !== null && this.touches(term.config, depth + 1);
      default:
        return this.touches(term, depth);
    }
  }

  touchesChain(sdk: Sdk): boolean {
    return sdk.chain.some((step) => this.at(step.origin));
  }

  touchesSent(sent: Sent): boolean {
    if (sent.kind === 'sdk') return this.touchesChain(sent.sdk) || sent.args.some((arg) => this.touches(arg));
    const { request } = sent;
    return (
      this.touches(request.url) ||
      this.touches(request.body) ||
      this.touches(request.headers) ||
      this.touches(request.method)
    );
  }
}

/** A function that is handed over brings along what its scope holds. */
function closureCarries(roots: Roots, closure: Closure, depth: number): boolean {
  for (let env = closure.at.env; env !== null; env = env.outer) {
    for (const value of env.values.values())
      if (value.kind !== 'closure' && roots.touches(value, depth + 1)) return true;
  }
  return false;
}
