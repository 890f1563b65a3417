/** Programs that look limits up by their URL pattern, for which rules have no field. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { isFunction, keyName, Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { usesOf } from '../places/trees.js';

const SCRIPTS = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'];
/** `limit.match.request.url`, `{ match: { request: { url } } }` */
const READS_URL = /\brequest(?:[?!]?\.|!?\?\.|\s*:\s*\{[\w\s,]*\b)(?=url(?:_pattern)?\b)/g;

/** Whether some file compares the pattern of a limit, or looks something up with it. */
export function comparesUrl({ file }: Site, around: Surroundings): boolean {
  const others = SCRIPTS.flatMap((ending) => around.filesEndingWith(`.${ending}`) ?? []);
  return [...new Set([file.path, ...others])].some((path) => {
    const { text = '' } = (path === file.path ? file : around.file(path)) ?? {};
    return [...text.matchAll(READS_URL)].some(({ index, 0: { length } }) => {
      const at = index + length;
      const script = around.scriptAt(path, at);
      const nodes = script instanceof Module ? around.nodesAround(script, at, at + 'url'.length) : [];
      const read = nodes.findLast(({ type }) => type === 'MemberExpression' || type === 'Property');
      return script instanceof Module && read !== undefined && isComparedAt(script, read);
    });
  });
}

function isComparedAt(script: Module, read: Node): boolean {
  if (read.type === 'MemberExpression') return isCompared(script, read);
  if (read.type !== 'Property' || read.parent?.type !== 'ObjectPattern') return false;
  const name = read.value.type === 'AssignmentPattern' ? read.value.left : read.value;
  return name.type === 'Identifier' && (usesOf(script, name) ?? []).some((use) => isCompared(script, use));
}

const COMPARING = /^(?:has|get|set|add|delete|includes|indexOf|startsWith|endsWith|match|test|replace)$/;
const EMPTY = /^(?:null|undefined|''|"")$/;

function isCompared(script: Module, read: Node): boolean {
  const { parent } = read;
  switch (parent?.type) {
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return isCompared(script, parent);
    case 'LogicalExpression':
      return parent.parent?.type !== 'IfStatement' && isCompared(script, parent);
    case 'BinaryExpression': {
      const other = parent.left === read ? parent.right : parent.left;
      return /^[!=]==?$/.test(parent.operator) && !EMPTY.test(script.text.slice(...other.range));
    }
    case 'MemberExpression':
      if (parent.property === read) return parent.computed;
      return COMPARING.test(keyName(parent.property, parent.computed) ?? '');
    case 'CallExpression': {
      const { callee } = parent;
      return (
        callee.type === 'MemberExpression' && COMPARING.test(keyName(callee.property, callee.computed) ?? '')
      );
    }
    case 'VariableDeclarator': {
      const { id } = parent;
      return id.type === 'Identifier' && (usesOf(script, id) ?? []).some((use) => isCompared(script, use));
    }
    // An entry of a map: `[limit.match.request.url, limit]`.
    case 'ArrayExpression':
      return isFunction(parent.parent);
    default:
      return isFunction(parent) && !isJoined(parent);
  }
}

/** `limits.map((limit) => limit.match.request.url).join(', ')` */
function isJoined(callback: Node): boolean {
  const member = callback.parent?.parent;
  return member?.type === 'MemberExpression' && keyName(member.property, member.computed) === 'join';
}
