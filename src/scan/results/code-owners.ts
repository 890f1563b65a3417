import { join } from 'node:path';
import { type Glob, matchesGlob, parseGlob } from '../walk/glob.js';
import { readRegularFile } from '../walk/regular-file.js';

/** Where code hosts look for owners; the first that is there counts. */
const FILES = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
/** GitHub reads no larger one. */
const LARGEST = 3 * 1024 * 1024;
/** Rules that every path is compared with; what comes before the last of them is not looked at. */
const MOST_RULES = 10_000;

interface Rule {
  readonly glob: Glob;
  /** Without a slash a pattern is compared with each component. */
  readonly nameOnly: boolean;
  /** Whether what lies below a folder that matches is meant, too. */
  readonly deep: boolean;
  readonly foldersOnly: boolean;
  readonly owners: readonly string[];
}

export type OwnersOf = (path: string) => readonly string[];

/** Reads who owns the files of a repository; nobody where no file says it. */
export function codeOwners(repository: string): OwnersOf {
  for (const name of FILES) {
    const file = readRegularFile(join(repository, name), LARGEST);
    if (file.kind === 'read') return ownersIn(file.bytes.toString('utf8'));
  }
  return () => [];
}

/** The last rule that matches a path, relative to the repository, names its owners. */
export function ownersIn(text: string): OwnersOf {
  const rules = rulesOf(text).slice(-MOST_RULES).reverse();
  const known = new Map<string, readonly string[]>();
  return (path) => {
    let owners = known.get(path);
    if (owners === undefined) {
      const components = latin1(path).split('/');
      owners = rules.find((rule) => owns(rule, components))?.owners ?? [];
      known.set(path, owners);
    }
    return owners;
  };
}

function rulesOf(text: string): readonly Rule[] {
  const rules: Rule[] = [];
  let sectionOwners: readonly string[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    // GitLab: a section may name owners for the patterns in it.
    const section = /^\^?\[[^\]]+\](?:\[\d+\])?(.*)$/.exec(line);
    if (section !== null) {
      sectionOwners = namesIn(section[1] ?? '');
      continue;
    }
    const [written = '', ...rest] = line.split(/(?<!\\)\s+/);
    const owners = namesIn(rest.join(' '));
    const rule = ruleOf(written.replaceAll('\\ ', ' '), owners.length > 0 ? owners : sectionOwners);
    if (rule !== null) rules.push(rule);
  }
  return rules;
}

function namesIn(text: string): readonly string[] {
  const words = text.replace(/(?:^|\s)#.*$/s, '').split(/\s+/);
  return words.filter((word) => word.includes('@'));
}

function ruleOf(written: string, owners: readonly string[]): Rule | null {
  const foldersOnly = written.endsWith('/');
  const pattern = foldersOnly ? written.slice(0, -1) : written;
  const nameOnly = !pattern.includes('/');
  const glob = parseGlob(latin1(pattern.startsWith('/') ? pattern.slice(1) : pattern));
  if (pattern === '' || glob === undefined) return null;
  // `docs/*` means the files of a folder, not those of the folders in it.
  return { glob, nameOnly, deep: !pattern.endsWith('/*'), foldersOnly, owners };
}

function owns(rule: Rule, components: readonly string[]): boolean {
  const last = components.length;
  for (let end = rule.deep ? 1 : last; end <= last; end++) {
    if (rule.foldersOnly && end === last) return false;
    const asked = rule.nameOnly ? components.slice(end - 1, end) : components.slice(0, end);
    if (matchesGlob(rule.glob, asked)) return true;
  }
  return false;
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
