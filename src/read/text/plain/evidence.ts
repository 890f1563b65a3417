import type { Profile } from '../../../catalogue/index.js';
import { literally } from '../../../value/index.js';
import type { SourceFile } from '../../reader.js';
import type { Context, Evidence } from '../../usage.js';

/** What a file as a whole says about the APIs it talks to. */
export interface FileEvidence {
  /** Everything found, strongest first. */
  readonly all: readonly Evidence[];
  /** Packages of a vendor that the file imports: `pypi:cloudflare`. */
  readonly packages: readonly string[];
  /** The file names the vendor: paths without an own anchor may be looked at. */
  readonly vendor: boolean;
  /** Servers of others that the file sends relative paths to, as far as it shows any server at all. */
  readonly against: readonly Evidence[];
}

/** What shows that a text calls the API or imports an SDK: comments and prose do not count. */
export function calledIn(text: string, profiles: readonly Profile[]): Evidence | null {
  for (const { hosts, packages } of profiles) {
    const host = hosts.find((one) => text.includes(`https://${one}/`));
    if (host !== undefined) return { kind: 'host', host };
    const bare = packages.map((name) => name.slice(name.indexOf(':') + 1));
    const name = bare.find((one) => text.includes(`'${one}'`) || text.includes(`"${one}"`));
    if (name !== undefined) return { kind: 'sdk', name };
  }
  return null;
}

/** The distinctive word of a host: `api.example.com` is known by `example`. */
export function vendorWord(host: string): string {
  const labels = host.toLowerCase().split('.');
  return labels.at(-2) ?? host.toLowerCase();
}

export function evidenceOf(
  file: SourceFile,
  profiles: readonly Profile[],
  ecosystem: string | null,
): FileEvidence {
  const { text } = file;
  const lower = text.toLowerCase();
  const all: Evidence[] = [];
  const packages = profiles.flatMap((profile) =>
    profile.packages.filter((name) => imports(text, name, ecosystem)),
  );
  for (const name of packages) all.push({ kind: 'sdk', name });
  for (const profile of profiles) {
    for (const name of profile.authHeaders) {
      if (lower.includes(name.toLowerCase())) all.push({ kind: 'auth-header', name });
    }
    for (const name of profile.environment) if (text.includes(name)) all.push({ kind: 'environment', name });
    for (const host of profile.hosts) {
      if (lower.includes(host)) all.push({ kind: 'neighbour', name: host });
      const word = vendorWord(host);
      if (lower.includes(word) || file.path.toLowerCase().includes(word))
        all.push({ kind: 'neighbour', name: word });
    }
  }
  return { all, packages, vendor: all.length > 0, against: [] };
}

/** An address that others are put behind: a host with a short path, nothing else. */
const BASE_ADDRESS = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?(?:\/[\w.~-]*){0,4}$/i;
const BASE_NAME = /base|api|url|uri|host|endpoint|server|root|prefix|site/i;

/** The host of a text that a name or a client of this kind makes the base of others; null if it is no base. */
export function baseHost(text: string, name: string): string | null {
  return BASE_NAME.test(name) ? (BASE_ADDRESS.exec(text.trim())?.[1]?.toLowerCase() ?? null) : null;
}

/** `API := https://…`, `ENV API=https://…`, `export API=…`, `@api = https://…`: a name at the beginning of a line. */
const LINE_BASE =
  /^[ \t]*(?:(?:export|override|ENV|ARG)[ \t]+|@)?([A-Za-z_][\w-]*)(?:[ \t]*[:?]{0,2}=[ \t]*|[ \t]+)["']?(https?:\/\/[^\s"']+)["']?[ \t]*$/gm;

/** Hosts of the bases that the lines of a file set. */
export function lineBases(text: string): readonly string[] {
  return [...text.matchAll(LINE_BASE)].flatMap(([, name = '', base = '']) => baseHost(base, name) ?? []);
}

/**
 * The evidence of a file together with the bases it sets: where all of them are somebody else's, its relative
 * paths are so too.
 */
export function withBases(
  evidence: FileEvidence,
  hosts: readonly string[],
  text: string,
  profiles: readonly Profile[],
): FileEvidence {
  const [host] = hosts;
  if (host === undefined) return evidence;
  const own = profiles.some(
    (profile) => profile.hosts.some((host) => text.includes(host)) || text.includes(profile.basePath),
  );
  return own ? evidence : { ...evidence, against: [{ kind: 'against', what: host }] };
}

/** How the languages of a registry name a package they use. */
function imports(text: string, named: string, ecosystem: string | null): boolean {
  const colon = named.indexOf(':');
  if (ecosystem === null || named.slice(0, colon) !== ecosystem) return false;
  let pattern = IMPORTS.get(named);
  if (pattern === undefined) {
    pattern = patternOf(ecosystem, named.slice(colon + 1));
    IMPORTS.set(named, pattern);
  }
  return pattern?.test(text) === true;
}

/** By the name of a package with its registry; made once, for each file is searched for all of them. */
const IMPORTS = new Map<string, RegExp | null>();

function patternOf(ecosystem: string, name: string): RegExp | null {
  switch (ecosystem) {
    case 'pypi':
      return new RegExp(
        `^[ \\t]*(?:from[ \\t]+${literally(name.replaceAll('-', '_'))}\\b|import[ \\t]+(?:[\\w., ]+,[ \\t]*)?${literally(name.replaceAll('-', '_'))}\\b)`,
        'm',
      );
    case 'go':
      return new RegExp(`"${literally(name)}(?:/[\\w./-]*)?"`);
    case 'packagist':
      // The namespace of a package is its vendor and name in another case.
      return new RegExp(
        `\\b(?:use|new)\\s+\\\\?${name
          .split('/')
          .map((part) => literally(part.replace('sdk', '')))
          .join('\\\\?')}`,
        'i',
      );
    case 'crates':
      return new RegExp(
        `\\b(?:use|extern\\s+crate)\\s+(?:::)?${literally(name.replaceAll('-', '_'))}\\b|\\b${literally(name.replaceAll('-', '_'))}::`,
      );
    case 'rubygems':
      return new RegExp(`\\brequire\\s*\\(?["']${literally(name)}["'/]`);
    default:
      return null;
  }
}

const TEST_PATH =
  /(?:^|\/)(?:tests?|specs?|__tests__|testdata|testing)\/|(?:_test|\.test|\.spec|_spec|Tests?)\.\w+$|(?:^|\/)test_[^/]*\.py$|(?:^|\/)conftest\.py$/;

export function contextOf(path: string): Context {
  return TEST_PATH.test(path) ? 'test' : 'code';
}
