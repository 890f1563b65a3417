/**
 * Which templates of the catalogue a URL or path means.
 *
 * A path is cut into segments (`scan`) and led through the trie from every place where a template may begin:
 * behind the base path (`/client/v4`), at its own start, behind a base that is only known at run time, and at
 * any scope (`zones/…`, `accounts/…`), because people put prefixes of their own before those. The first place
 * that matches wins; on the way down a literal child is preferred to a placeholder, so the most specific
 * template wins. A known look-alike ends the search.
 *
 * A placeholder of a template takes any one segment. A literal of a template takes only that literal, so a
 * hole never makes a match: `/zones/${rest}` is `open`. If nothing but the end of a path is known
 * (`${zoneUrl}/firewall/rules`), the trie of tails is asked, and the answer says so.
 */
import { oncePerEntries } from '../model/once.js';
import type { Catalogue, Entry, Profile } from '../model/types.js';
import { placeholderName } from './notation.js';
import { scan } from './scan.js';
import { LITERAL, MIXED, OPEN_LITERAL, PLACEHOLDER, Segments } from './segments.js';
import { rowsOf, Template } from './template.js';
import { TrieNode } from './trie.js';

/** What ties a path to its API, strongest first. */
export type Anchor =
  /** The host. */
  | 'host'
  /** The base path below another or an unknown host. */
  | 'base'
  /** The path begins with the template. */
  | 'start'
  /** Nothing but placeholders stands before the template: `${api}/zones/…`. */
  | 'hole'
  /** Segments of somebody's own stand before a scope: `/proxy/zones/…`. */
  | 'prefix'
  /** Only the segments behind the scope are known. */
  | 'tail';

export interface PathMatch {
  readonly profile: Profile;
  readonly template: Template;
  readonly anchor: Anchor;
  /** Index of the first segment of the template in the path; for a tail, of its first known segment. */
  readonly first: number;
  /** A placeholder ends the last literal (`rules${query}`): what follows is not known. */
  readonly open: boolean;
}

/** What is to be said of a path beside its matches. */
export interface HostVerdict {
  /** `none`: no host is written; `unknown`: one is, but not which. */
  readonly kind: 'own' | 'foreign' | 'other' | 'unknown' | 'none';
  readonly host: string;
  readonly profile: Profile | null;
}

export interface PathMatcher {
  /** Most specific first; empty when the path means nothing of the catalogue. */
  match(path: string): readonly PathMatch[];
  /** Whose host is written in the path. */
  host(path: string): HostVerdict;
  /** What ties a path to the API, whether or not it means anything of the catalogue. */
  belongs(path: string): { readonly profile: Profile; readonly anchor: Anchor } | null;
  /** True if the path belongs to the API and a hole hides whether it is one of the catalogue. */
  isOpen(path: string): boolean;
  /** What in the path shows another vendor's API, or null. */
  foreign(path: string): string | null;
}

const NONE: readonly PathMatch[] = [];

export function createPathMatcher(catalogue: Catalogue): PathMatcher {
  const profiles = catalogue.profiles.map(
    (profile) =>
      new ProfilePaths(
        profile,
        catalogue.entries.filter((entry) => entry.profile === profile.id),
      ),
  );
  const segments = new Segments();
  // A handful: comparing is cheaper than hashing a text that was just cut out.
  const hosts = catalogue.profiles.flatMap((profile) =>
    profile.hosts.map((host) => ({ host: host.toLowerCase(), profile })),
  );
  const ownerOf = (host: string): Profile | undefined => {
    for (const known of hosts) if (known.host === host) return known.profile;
    return undefined;
  };
  const foreignHosts = catalogue.profiles.flatMap((profile) =>
    profile.foreignHosts.map((host) => `.${host.toLowerCase()}`),
  );
  const isForeign = (host: string): boolean => {
    for (const suffix of foreignHosts) {
      if (host.endsWith(suffix) || (host.length === suffix.length - 1 && suffix.endsWith(host))) return true;
    }
    return false;
  };

  const hostOf = (): HostVerdict => {
    const { host } = segments;
    if (host === null) return { kind: 'none', host: '', profile: null };
    if (host === '') return { kind: 'unknown', host, profile: null };
    const profile = ownerOf(host);
    if (profile !== undefined) return { kind: 'own', host, profile };
    return { kind: isForeign(host) ? 'foreign' : 'other', host, profile: null };
  };

  return {
    match(path) {
      scan(path, segments);
      const owner = segments.host === null ? undefined : ownerOf(segments.host);
      if (owner === undefined && segments.host !== null && isForeign(segments.host)) return NONE;
      for (const paths of profiles) {
        if (owner !== undefined && paths.profile !== owner) continue;
        const found = paths.match(segments, owner !== undefined);
        if (found !== NONE) return found;
      }
      return NONE;
    },
    host(path) {
      scan(path, segments);
      return hostOf();
    },
    belongs(path) {
      scan(path, segments);
      const host = hostOf();
      if (host.kind === 'foreign') return null;
      if (host.profile !== null) return { profile: host.profile, anchor: 'host' };
      for (const paths of profiles) {
        const anchor = paths.anchor(segments);
        if (anchor !== null) return { profile: paths.profile, anchor };
      }
      return null;
    },
    isOpen(path) {
      scan(path, segments);
      const host = hostOf();
      if (host.kind === 'foreign') return false;
      return profiles.some(
        (paths) =>
          (host.profile === null || host.profile === paths.profile) && paths.isOpen(segments, host.kind),
      );
    },
    foreign(path) {
      scan(path, segments);
      const host = hostOf();
      if (host.kind === 'foreign') return host.host;
      for (const paths of profiles) {
        const segment = paths.foreignSegment(segments);
        if (segment !== null) return segment;
      }
      return null;
    },
  };
}

/** One for all who ask about the same entries. */
export const pathMatcherOf = oncePerEntries(createPathMatcher);

class ProfilePaths {
  readonly #root = new TrieNode<Template>('');
  readonly #tails = new TrieNode<Template>('');
  readonly #base: readonly string[];
  readonly #scopes: ReadonlySet<string>;
  readonly #foreignNames: ReadonlySet<string>;
  /** Segments that end a template, for paths with a hole in the middle. */
  readonly #lastLiterals = new Set<string>();
  /** What the walk under way has found. */
  #found: TrieNode<Template> | null = null;
  #open = false;
  #sawLookAlike = false;

  constructor(
    readonly profile: Profile,
    entries: readonly Entry[],
  ) {
    this.#base = profile.basePath.split('/').filter((segment) => segment !== '');
    this.#scopes = new Set(profile.scopes);
    this.#foreignNames = new Set(profile.foreignSegments.map((segment) => segment.replace(/[^\w]/g, '')));
    for (const entry of entries) {
      for (const [path, row] of rowsOf(entry, profile)) this.#template(path).add(row);
    }
  }

  #template(path: string): Template {
    const template = new Template(path, this.profile);
    let node = this.#root;
    for (const segment of template.segments) node = node.grow(segment);
    const [known] = node.values;
    if (known !== undefined) return known;
    node.values.push(template);
    const tail = template.segments.slice(template.scopeLength);
    if (template.scopeLength > 0 && typeof tail[0] === 'string') {
      let tailNode = this.#tails;
      for (const segment of tail) tailNode = tailNode.grow(segment);
      tailNode.values.push(template);
    }
    const last = template.segments.findLast((segment) => segment !== null);
    if (typeof last === 'string') this.#lastLiterals.add(last);
    return template;
  }

  match(segments: Segments, ownHost: boolean): readonly PathMatch[] {
    const { count } = segments;
    const base = this.#behindBase(segments);
    const from = Math.max(base, 0);
    for (let index = from; index < count; index++) {
      const child = this.#root.childAt(segments, index);
      if (child === null || !this.#mayBegin(segments, index, from, base, child)) continue;
      this.#found = null;
      this.#open = false;
      this.#sawLookAlike = false;
      if (this.#walk(child, segments, index + 1)) {
        return this.#matches(ownHost ? 'host' : base >= 0 ? 'base' : anchorOf(segments, index), index);
      }
      if (this.#sawLookAlike || base >= 0) return NONE;
    }
    return this.#matchTail(segments, ownHost, base);
  }

  /** The first place where a path of this API may begin. */
  anchor(segments: Segments): Anchor | null {
    if (this.#behindBase(segments) >= 0) return 'base';
    for (let index = 0; index + 1 < segments.count; index++) {
      if (segments.kinds[index] === LITERAL && this.#scopes.has(segments.literal(index))) {
        return anchorOf(segments, index);
      }
    }
    return null;
  }

  /** Only scopes may stand behind a prefix that nobody knows. */
  #mayBegin(
    segments: Segments,
    index: number,
    from: number,
    base: number,
    child: TrieNode<Template>,
  ): boolean {
    if (index === from || this.#scopes.has(child.literal)) return true;
    return base < 0 && index === 1 && segments.kinds[0] === PLACEHOLDER;
  }

  /** Index behind the base path, or -1 if it is not there. */
  #behindBase(segments: Segments): number {
    const base = this.#base;
    const [first] = base;
    if (first === undefined) return -1;
    outer: for (let index = 0; index + base.length <= segments.count; index++) {
      if (!isLiteral(segments, index, first)) continue;
      for (let offset = 1; offset < base.length; offset++) {
        if (!isLiteral(segments, index + offset, base[offset] ?? '')) continue outer;
      }
      return index + base.length;
    }
    return -1;
  }

  /** True if the segments from `index` on are a template below `node`; stops at a look-alike. */
  #walk(node: TrieNode<Template>, segments: Segments, index: number): boolean {
    if (index === segments.count) return this.#accept(node);
    if (node.values[0]?.isLookAlike === true) this.#sawLookAlike = true;
    const child = node.childAt(segments, index);
    if (child !== null) {
      if (segments.kinds[index] === OPEN_LITERAL) this.#open = true;
      if (this.#walk(child, segments, index + 1)) return true;
      if (this.#found !== null) return false;
      this.#open = false;
    }
    return node.any !== null && this.#walk(node.any, segments, index + 1);
  }

  #accept(node: TrieNode<Template>): boolean {
    const [template] = node.values;
    if (template === undefined) return false;
    this.#found = node;
    if (!template.isLookAlike) return true;
    this.#sawLookAlike = true;
    return false;
  }

  #matches(anchor: Anchor, first: number): readonly PathMatch[] {
    const node = this.#found;
    if (node === null) return NONE;
    const matches: PathMatch[] = [];
    for (const template of node.values) {
      matches.push({ profile: this.profile, template, anchor, first, open: this.#open });
    }
    // Behind `rules${suffix}` an id may follow.
    if (this.#open && node.any !== null) {
      for (const template of node.any.values) {
        matches.push({ profile: this.profile, template, anchor, first, open: true });
      }
    }
    return matches;
  }

  /** `${zoneUrl}/firewall/rules`: a path that begins with placeholders, and the end of a template. */
  #matchTail(segments: Segments, ownHost: boolean, base: number): readonly PathMatch[] {
    if (ownHost || base >= 0 || segments.kinds[0] !== PLACEHOLDER) return NONE;
    let index = 0;
    while (index < segments.count && segments.kinds[index] === PLACEHOLDER) index++;
    const child = this.#tails.childAt(segments, index);
    if (child === null) return NONE;
    this.#found = null;
    this.#open = segments.kinds[index] === OPEN_LITERAL;
    if (!this.#walk(child, segments, index + 1)) return NONE;
    return this.#matches('tail', index);
  }

  isOpen(segments: Segments, host: HostVerdict['kind']): boolean {
    const { count } = segments;
    const base = this.#behindBase(segments);
    const from = Math.max(base, 0);
    for (let index = from; index < count; index++) {
      const child = this.#root.childAt(segments, index);
      if (child !== null && this.#mayBegin(segments, index, from, base, child)) {
        return this.#leadsOn(child, segments, index + 1);
      }
    }
    // The API for sure, and a placeholder where the first segment should be.
    if (base >= 0)
      return base === count ? segments.kinds[count - 1] === OPEN_LITERAL : isHole(segments, base);
    return host === 'own' && count > 0 && count <= this.#base.length + 1 && isOpenEnd(segments, count - 1);
  }

  /** True if a placeholder hides the rest of a path that is a template's so far. */
  #leadsOn(start: TrieNode<Template>, segments: Segments, from: number): boolean {
    let node: TrieNode<Template> | null = start;
    for (let index = from; index < segments.count && node !== null; index++) {
      const child: TrieNode<Template> | null = node.childAt(segments, index);
      if (child === null && isHole(segments, index)) {
        if (node.any === null) return node.hasLiterals && this.#restMayFit(segments, index);
        // Where an id is due, the last placeholder of a path may hold more than that.
        if (index === segments.count - 1) return node.any.hasChildren && !namesAnId(segments, index);
      }
      node = child ?? node.any;
    }
    return false;
  }

  #restMayFit(segments: Segments, hole: number): boolean {
    for (let index = segments.count - 1; index > hole; index--) {
      if (isHole(segments, index)) continue;
      return this.#lastLiterals.has(segments.literal(index));
    }
    return true;
  }

  foreignSegment(segments: Segments): string | null {
    if (this.#foreignNames.size === 0) return null;
    for (let index = 0; index < segments.count; index++) {
      const kind = segments.kinds[index];
      const written = segments.text.slice(segments.starts[index], segments.ends[index]);
      const name = kind === PLACEHOLDER ? placeholderName(written)?.toLowerCase() : undefined;
      if (name !== undefined && this.#foreignNames.has(name)) return written;
      if (this.#foreignNames.has(written.slice(0, Math.max(0, written.indexOf(':'))))) return written;
    }
    return null;
  }
}

function isLiteral(segments: Segments, index: number, literal: string): boolean {
  const start = segments.starts[index] ?? 0;
  const known = segments.texts[index];
  if (known !== undefined) return known === literal;
  return (segments.ends[index] ?? 0) - start === literal.length && segments.text.startsWith(literal, start);
}

function anchorOf(segments: Segments, index: number): Anchor {
  if (index === 0) return 'start';
  for (let before = 0; before < index; before++) {
    if (segments.kinds[before] !== PLACEHOLDER) return 'prefix';
  }
  return 'hole';
}

function isHole(segments: Segments, index: number): boolean {
  const kind = segments.kinds[index];
  return kind === PLACEHOLDER || kind === MIXED;
}

function isOpenEnd(segments: Segments, index: number): boolean {
  return isHole(segments, index) || segments.kinds[index] === OPEN_LITERAL;
}

/** A placeholder whose name says that it holds one id: `{zone_id}`, `$ZONE`, `this.account.id`. */
function namesAnId(segments: Segments, index: number): boolean {
  const name = placeholderName(segments.text.slice(segments.starts[index], segments.ends[index]));
  return name !== null && /(?:id|uuid|tag|identifier)$|zone|account|organi[sz]ation/i.test(name);
}
