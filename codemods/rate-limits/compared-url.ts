/** Programs that look limits up by their URL pattern, for which rules have no field. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { isCompared, isNameCompared, oncePerFile, SCRIPT_ENDINGS } from '../places/index.js';

/** `limit.match.request.url`, `{ match: { request: { url } } }` */
const READS_URL = /\brequest(?:[?!]?\.|!?\?\.|\s?:\s?\{[\w\s,]{0,80}\b)(?=url(?:_pattern)?\b)/g;

/** Whether some file compares the pattern of a limit, or looks something up with it. */
export function comparesUrl({ file }: Site, around: Surroundings): boolean {
  const others = SCRIPT_ENDINGS.flatMap((ending) => around.filesEndingWith(`.${ending}`) ?? []);
  return [file, ...others.map((path) => around.file(path))].some(
    (one) => one !== null && comparesUrlIn(one, around),
  );
}

const comparesUrlIn = oncePerFile(({ path, text }, around) =>
  [...text.matchAll(READS_URL)].some(({ index, 0: { length } }) => {
    const at = index + length;
    const script = around.scriptAt(path, at);
    const nodes = script instanceof Module ? around.nodesAround(script, at, at + 'url'.length) : [];
    const read = nodes.findLast(({ type }) => type === 'MemberExpression' || type === 'Property');
    return script instanceof Module && read !== undefined && isComparedAt(script, read);
  }),
);

function isComparedAt(script: Module, read: Node): boolean {
  if (read.type === 'MemberExpression') return isCompared(script, read);
  if (read.type !== 'Property' || read.parent?.type !== 'ObjectPattern') return false;
  return isNameCompared(script, read.value.type === 'AssignmentPattern' ? read.value.left : read.value);
}
