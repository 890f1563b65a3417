/**
 * Lists a tree without git. Folders are read one after the other from a stack of our own, so depth costs no
 * call stack, and the entries of a folder are sorted as bytes with a slash behind the names of folders: that
 * makes the whole list come out sorted. Links are never followed.
 */

import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IgnoreRules } from './ignore-rules.js';
import type { LeftOut, WalkProblem } from './left-out.js';
import type { PathFilter, PlacedRules } from './path-filter.js';
import { type PathList, PathListBuilder } from './path-list.js';

export interface TreeWalk {
  readonly root: string;
  readonly filter: PathFilter;
  /** Whether `.gitignore` files count. */
  readonly gitignore: boolean;
  /** Rules from above the root, such as `.git/info/exclude`; the last is the nearest. */
  readonly rules: readonly PlacedRules[];
  readonly leftOut: LeftOut;
  readonly problems: WalkProblem[];
}

interface Visit {
  /** Bytes of the path below the root with a slash at the end; empty for the root. */
  readonly path: Buffer;
  /** The same as latin1 components, for rules. */
  readonly components: readonly string[];
  readonly rules: Chain | undefined;
}

/** The ignore files in force in a folder, the nearest first. */
interface Chain {
  readonly depth: number;
  readonly above: readonly string[];
  readonly rules: IgnoreRules;
  readonly next: Chain | undefined;
}

export const GITIGNORE = '.gitignore';
const LARGEST_IGNORE_FILE = 16 * 1024 * 1024;

export function walkTree(walk: TreeWalk): PathList {
  const builder = new PathListBuilder();
  let outer: Chain | undefined;
  for (const { above, rules } of walk.rules) outer = { depth: 0, above, rules, next: outer };
  const open: (Visit | Buffer)[] = [{ path: Buffer.alloc(0), components: [], rules: outer }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Buffer.isBuffer(next)) {
      if (walk.filter.accepts(next.toString('latin1'))) builder.addCopy(next, 0, next.length);
    } else {
      const found = visitFolder(walk, next);
      // The stack gives the last first. One by one: a folder may hold more than a call takes arguments.
      for (const item of found.reverse()) open.push(item);
    }
  }
  return builder.finish();
}

/** Files to list and folders to visit, in order. */
function visitFolder(walk: TreeWalk, visit: Visit): (Visit | Buffer)[] {
  const entries = entriesOf(walk, visit);
  const rules = ownRules(walk, visit, entries);
  const found: (Visit | Buffer)[] = [];
  for (const entry of entries) {
    if (entry.isLink) {
      walk.leftOut.link.files++;
      continue;
    }
    const components = [...visit.components, entry.name];
    if (isIgnored(rules, components, entry.isFolder)) {
      if (entry.isFolder) walk.leftOut.ignored.folders++;
      else walk.leftOut.ignored.files++;
      continue;
    }
    if (!entry.isFolder) found.push(Buffer.concat([visit.path, entry.bytes]));
    else if (walk.filter.enters(components)) {
      found.push({ path: Buffer.concat([visit.path, entry.bytes, SLASH]), components, rules });
    }
  }
  return found;
}

const SLASH = Buffer.from('/');

interface Entry {
  readonly bytes: Buffer;
  /** In latin1. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

function entriesOf(walk: TreeWalk, visit: Visit): Entry[] {
  let listed: Dirent<Buffer>[];
  try {
    listed = readdirSync(systemPath(walk.root, visit.path), { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const path = visit.path.toString('utf8');
    const why = error instanceof Error ? error.message : String(error);
    walk.problems.push({ path, message: `This folder could not be read: ${why}`, incomplete: true });
    return [];
  }
  const entries: Entry[] = [];
  for (const entry of listed) {
    const isFolder = entry.isDirectory();
    const isLink = entry.isSymbolicLink();
    // Pipes, sockets and devices are no source text.
    if (!isFolder && !isLink && !entry.isFile()) continue;
    const name = entry.name.toString('latin1');
    if (name !== '.git') entries.push({ bytes: entry.name, name, isFolder, isLink });
  }
  return entries.sort((a, b) => byBytes(a, b));
}

/** Latin1 text compares as its bytes do. */
function byBytes(a: Entry, b: Entry): number {
  const left = a.isFolder ? `${a.name}/` : a.name;
  const right = b.isFolder ? `${b.name}/` : b.name;
  return left < right ? -1 : left > right ? 1 : 0;
}

function systemPath(root: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(root.endsWith('/') ? root : `${root}/`), path]);
}

function ownRules(walk: TreeWalk, visit: Visit, entries: readonly Entry[]): Chain | undefined {
  if (
    !walk.gitignore ||
    !entries.some((entry) => entry.name === GITIGNORE && !entry.isFolder && !entry.isLink)
  ) {
    return visit.rules;
  }
  const file = Buffer.concat([systemPath(walk.root, visit.path), Buffer.from(GITIGNORE)]);
  const rules = readIgnoreFile(file, `${visit.path.toString('utf8')}${GITIGNORE}`, walk.problems);
  if (rules === undefined || rules.isEmpty) return visit.rules;
  return { depth: visit.components.length, above: [], rules, next: visit.rules };
}

function isIgnored(chain: Chain | undefined, components: readonly string[], isFolder: boolean): boolean {
  for (let link = chain; link !== undefined; link = link.next) {
    const below = link.depth === 0 ? components : components.slice(link.depth);
    const verdict = link.rules.verdict(link.above.length === 0 ? below : [...link.above, ...below], isFolder);
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
}

/** `undefined` where there is none; one that cannot be used is told of. */
export function readIgnoreFile(
  file: string | Buffer,
  shownAs: string,
  problems: WalkProblem[],
): IgnoreRules | undefined {
  const refuse = (why: string): undefined => {
    problems.push({ path: shownAs, message: `This ignore file was not used: ${why}.`, incomplete: false });
  };
  try {
    // Looked at first: opening a pipe would wait, and a link may lead anywhere.
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (status === undefined) return undefined;
    if (!status.isFile()) return refuse('it is not a regular file');
    if (status.size > LARGEST_IGNORE_FILE) return refuse('it is larger than 16 MB');
    return new IgnoreRules(readFileSync(file, 'latin1'));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** The rules of an ignore file in a folder given by its components below `top`, seen from the root. */
export function placedRules(
  folder: string,
  name: string,
  above: readonly string[],
  problems: WalkProblem[],
): PlacedRules | undefined {
  const rules = readIgnoreFile(join(folder, name), name, problems);
  return rules === undefined ? undefined : { above, rules };
}
