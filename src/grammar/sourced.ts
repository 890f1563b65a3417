/** Files that a shell script reads into itself: `source lib.sh`, `. "$(dirname "$0")/lib.sh"`. */
import { posix } from 'node:path';
import { literally } from '../value/index.js';
import { type SyntaxTree, textOf, walk } from './nodes.js';

export interface SourcedFile {
  readonly tree: SyntaxTree;
  readonly path: string;
}

const MOST_FILES = 40;

/** With those that they source themselves; files whose path is not written are left out. */
export function sourcedFiles(
  tree: SyntaxTree,
  path: string,
  treeOf: (path: string) => SyntaxTree | null,
): readonly SourcedFile[] {
  const found = new Map<string, SourcedFile>([[path, { tree, path }]]);
  for (const script of found.values()) {
    for (const written of writtenPaths(script.tree)) {
      const sourced = fileAt(written, posix.dirname(script.path), treeOf);
      if (sourced !== null && found.size < MOST_FILES)
        found.set(sourced.path, found.get(sourced.path) ?? sourced);
    }
  }
  return [...found.values()].slice(1);
}

function writtenPaths(tree: SyntaxTree): readonly string[] {
  if (!SOURCES.test(tree.text)) return [];
  return walk(tree.root).flatMap((node) => {
    const [name, path] = node.type === 'command' ? node.children : [];
    const isSource = name !== undefined && /^(?:source|\.)$/.test(textOf(tree, name));
    if (!isSource || path === undefined) return [];
    const [, plain, braced, written] = FROM_FOLDER.exec(textOf(tree, path).replaceAll('"', '')) ?? [];
    const variable = plain ?? braced;
    const isNear = variable === undefined || isFolder(tree.text, variable);
    return written === undefined || !isNear ? [] : written;
  });
}

/** The variable holds the folder of the script, or one above it. */
function isFolder(text: string, name: string): boolean {
  return new RegExp(
    `(?:^|[\\s;])${literally(name)}=[^\\n]*(?:\\b(?:dirname|pwd|realpath|readlink|BASH_SOURCE|rev-parse)\\b|%/\\*)`,
  ).test(text);
}

const SOURCES = /(?:^|[\s;&|])(?:source|\.)[ \t]/;
/** What stands before the path is the folder of the script, or one above it. */
const FROM_FOLDER =
  /^(?:(?:\$(\w+)|\$\{(\w+)\}|\$\{[^{}]*\}|\$\(dirname [^()]*\)|\$\(cd \$\(dirname [^()]*\)[^()]*pwd[^()]*\))\/)?'?([\w.-]+(?:\/[\w.-]+)*)'?$/;

/** The nearest file of that name, from the folder of the script upwards. */
function fileAt(
  written: string,
  folder: string,
  treeOf: (path: string) => SyntaxTree | null,
): SourcedFile | null {
  for (let from = folder; ; from = posix.dirname(from)) {
    const path = posix.join(from, written);
    const tree = path.startsWith('..') ? null : treeOf(path);
    if (tree?.language === 'shell') return { tree, path };
    if (from === '.') return null;
  }
}
