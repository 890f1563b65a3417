/** Programs that look limits up by their URL pattern, for which rules have no field. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { isCompared, isNameCompared } from '../places/compared.js';

const SCRIPTS = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'];
/** `limit.match.request.url`, `{ match: { request: { url } } }` */
const READS_URL = /\brequest(?:[?!]?\.|!?\?\.|\s?:\s?\{[\w\s,]{0,80}\b)(?=url(?:_pattern)?\b)/g;

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
  return isNameCompared(script, read.value.type === 'AssignmentPattern' ? read.value.left : read.value);
}
