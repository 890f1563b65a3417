/** A method for another verb in a client of the program's own: a copy of one that differs in nothing but the verb. */
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import { isFunction, keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { indentAt, lineEndOf } from '../places/indent.js';

/** `patch`, made of `put`; null where that is not written once, or says its verb in another way. */
export function withVerb(file: string, around: Surroundings, name: string, model: string): FileEdit | null {
  const text = around.file(file)?.text ?? '';
  const found = [...text.matchAll(new RegExp(`\\b${literally(model)}(?=\\s{0,3}[<(=:])`, 'g'))].flatMap(
    ({ index }) => {
      const script = around.scriptAt(file, index);
      const nodes = script === null ? [] : around.nodesAround(script, index, index + model.length);
      const position = nodes.findLastIndex((node) => isMember(node, index));
      const [member, list] = [nodes[position], nodes[position - 1]];
      return member === undefined || list === undefined
        ? []
        : [{ member, list, path: nodes.slice(0, position) }];
    },
  );
  const [only, ...others] = found;
  if (only === undefined || others.length > 0 || only.path.some(isOfInterface)) return null;
  const [start, end] = only.member.range;
  const written = text.slice(start, end);
  const verbs = [
    ...written.matchAll(new RegExp(`(['"\`])${literally(model)}\\1|\\.${literally(model)}(?=[<(])`, 'gi')),
  ];
  if (verbs.length !== 1) return null;
  const copy = written
    .replace(new RegExp(`\\b${literally(model)}(?=\\s{0,3}[<(=:])`), name)
    .replace(new RegExp(`(['"\`])${literally(model)}\\1|\\.${literally(model)}(?=[<(])`, 'i'), (verb) =>
      verb.replace(/\w+/, (word) => likeIn(word, name)),
    );
  const newline = lineEndOf(text);
  const isLast = only.list.type === 'ObjectExpression';
  const between = isLast ? `,${newline}` : newline + (written.includes('\n') ? newline : '');
  return { file, start: end, end, text: between + indentAt(text, start) + copy };
}

function isMember(node: Node, at: number): boolean {
  if (node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition' && node.type !== 'Property')
    return false;
  const [start, end] = node.key.range;
  return start <= at && at < end && keyName(node.key, node.computed) !== null && isFunction(node.value);
}

/** Who calls it by the interface would not know the method. */
function isOfInterface(node: Node): boolean {
  const implemented: unknown = Reflect.get(node, 'implements');
  return Array.isArray(implemented) && implemented.length > 0;
}

/** `PATCH` in the place of `PUT`. */
function likeIn(word: string, name: string): string {
  return word === word.toUpperCase() ? name.toUpperCase() : name;
}
