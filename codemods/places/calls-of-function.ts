/** Whether a call calls the function of the program that has its name, and not that of an object nobody sees. */
import { type Call, encloses, isClass, nameOf } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { importedFrom } from './imports.js';
import type { NamedFunction, NodeInFile } from './named-functions.js';

/** It has to be seen that the object is of this class, or that the name comes from a file of the program. */
export function isCallOf({ declared, holder }: NamedFunction, call: NodeInFile<Call>): boolean {
  const { script, node } = call;
  const isSameFile = call.file === declared.file;
  const receiver = node.callee.type === 'MemberExpression' ? node.callee.object : null;
  const name = nameOf(receiver ?? node.callee);
  const owner = holder.parent?.parent;
  if (isClass(owner)) {
    if (name === 'this') return isSameFile && encloses(owner, node);
    const header = declared.script.text.slice(owner.range[0], owner.body.range[0]);
    const types = (header.match(/[\w$]+/g) ?? []).filter((word) => !KEYWORDS.has(word));
    return name !== null && types.some((type) => givesType(script.text, name, type));
  }
  if (name === null) return false;
  // `this` and `exports` of a module are what it exports.
  if (isSameFile && /^(?:this|(?:module\.)?exports)$/.test(name))
    return holder.type === 'ExpressionStatement';
  return (isSameFile && receiver === null) || OWN_FILE.test(importedFrom(script, name) ?? '');
}

/** A file beside it, or one by an alias of the project: `@/lib/filters`. */
const OWN_FILE = /^(?:\.|[@~#]?\/|#|src\/)/;
const KEYWORDS = new Set(['class', 'extends', 'implements']);

/** `client: Filters`, `this.filters = new Filters(…)` */
function givesType(text: string, name: string, type: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return new RegExp(`\\b${literally(last)}\\??\\s*[:=]\\s*(?:new\\s+)?${literally(type)}\\b`).test(text);
}
