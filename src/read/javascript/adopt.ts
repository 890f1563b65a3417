import type { Program } from '../reader.js';
import { projectOf } from './modules/project.js';
import type { Program as Tree } from './syntax/estree.js';
import { Module } from './syntax/module.js';
import { isNode } from './syntax/nodes.js';
import { knownComplete } from './syntax/ranges.js';

/**
 * Hands the reader a tree that somebody else has parsed, such as a linter: reading the file then needs no parser.
 * False if the tree is none of JavaScript.
 */
export function adoptTree(program: Program, path: string, text: string, tree: unknown): boolean {
  if (!isScript(tree)) return false;
  projectOf(program).adopt(new Module(path, text, knownComplete(tree)));
  return true;
}

/** Trees of data languages begin with a `Program` too; their statements are named after the language. */
function isScript(tree: unknown): tree is Tree {
  if (!isNode(tree) || tree.type !== 'Program' || !Array.isArray(tree.body)) return false;
  return tree.body.every((statement) => isNode(statement) && !/^(?:YAML|TOML|JSON)/.test(statement.type));
}
