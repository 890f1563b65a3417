/** What is handed to a new function, as its parameter takes it. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Identifier, Module, type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { constantOf } from './path-pieces.js';

/** A template takes anything, a parameter only what has its type. */
export function argumentText(script: Script, node: Node): string {
  const text = script.text.slice(...node.range);
  if (mayBeUnset(script, node)) return `${text} as string`;
  const root = rootOf(node);
  return root !== null && isOfUnknowns(script, root) ? `${text} as string` : text;
}

/** A variable of the environment, or what a map holds, which TypeScript takes for something that may be missing. */
function mayBeUnset(script: Script, node: Node): boolean {
  if (!(script instanceof Module) || !/\.[cm]?tsx?$/.test(script.path)) return false;
  if (ENVIRONMENT.test(script.text.slice(...node.range))) return true;
  const constant = node.type === 'Identifier' ? constantOf(script, node) : null;
  const declarator = constant?.declarator;
  if (declarator?.type !== 'VariableDeclarator' || declarator.init === null) return false;
  const { id, init } = declarator;
  const [name = '', value = ''] = [id, init].map(({ range }) => script.text.slice(...range));
  if (ENVIRONMENT.test(value)) return true;
  const isTested = new RegExp(`\\bif \\(!?${literally(name)}\\b`).test(script.text);
  return ENTRY.test(value) && /^\w+$/.test(name) && !isTested;
}

const ENVIRONMENT = /^process\.env(?:\.\w+|\[[^\]]*\])$/;
/** `await store.get(key)` */
const ENTRY = /^(?:await )?[\w.]+\.get(?:Item)?\([\w.]+\)$/;

function rootOf(node: Node): Identifier | null {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return rootOf(inner.object);
  return inner.type === 'Identifier' ? inner : null;
}

const VAGUE = /\b(?:unknown|Record<)|\[\w+: string\]|\?:/;

/** Declared with a type that says nothing of its members, or as another name of such a thing. */
function isOfUnknowns(script: Script, name: Identifier): boolean {
  if (!(script instanceof Module)) return false;
  const [declared] = script.resolve(name)?.declarations ?? [];
  const annotation: unknown = declared === undefined ? undefined : Reflect.get(declared, 'typeAnnotation');
  if (typeof annotation === 'object' && annotation !== null && 'range' in annotation) {
    const written = script.text.slice(...(annotation as Node).range).replace(/^:\s*/, '');
    const alias = /^\w+$/.test(written)
      ? new RegExp(`\\b(?:type|interface) ${literally(written)}\\b[^;]*`).exec(script.text)?.[0]
      : written;
    return VAGUE.test(alias ?? '');
  }
  const constant = constantOf(script, name);
  return (
    constant?.init.type === 'Identifier' && constant.init !== name && isOfUnknowns(script, constant.init)
  );
}
