/**
 * Lists a tree without git. Folders are read one after the other from a stack of our own, so depth costs no
 * call stack, and the entries of a folder are sorted as bytes with a slash behind the names of folders: that
 * makes the whole list come out sorted. Links are never followed.
 */

import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Chain, GITIGNORE, isIgnored, nearer, outerChain, readIgnoreFile } from './ignore-chain.js';
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

export function walkTree(walk: TreeWalk): PathList {
  const builder = new PathListBuilder();
  const open: (Visit | Buffer)[] = [{ path: Buffer.alloc(0), components: [], rules: outerChain(walk.rules) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Buffer.isBuffer(next)) {
      if (walk.filter.accepts(next, 0, next.length)) builder.addCopy(next, 0, next.length);
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
  return rules === undefined ? visit.rules : nearer(rules, visit.components.length, visit.rules);
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
