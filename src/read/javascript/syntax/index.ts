/** Syntax trees of JavaScript and TypeScript, and what every question about a file is answered from. */

export { type Binding, namesIn } from './bindings.js';
export type {
  Call,
  ForEach,
  FunctionNode,
  Identifier,
  Loop,
  New,
  Node,
  NodeOf,
  Program,
  Return,
} from './estree.js';
export { append } from './lists.js';
export { Module } from './module.js';
export {
  childrenOf,
  encloses,
  enclosingFunction,
  isClass,
  isFunction,
  isWrapper,
  keyName,
  nameOf,
  parametersOf,
  pathTo,
  unwrap,
} from './nodes.js';
export { Note } from './notes.js';
export { completeRanges } from './ranges.js';
