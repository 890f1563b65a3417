import type { Origin } from '../../../../value/index.js';
import type { Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import type { At } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** The key that a constant symbol is: `this[BASE]`. Null for any other computed key. */
export function symbolName(module: Module, key: Node): string | null {
  if (key.type !== 'Identifier') return null;
  const declarator = module.resolve(key)?.declarations[0]?.parent;
  if (declarator?.type !== 'VariableDeclarator' || declarator.init?.type !== 'CallExpression') return null;
  const { callee } = declarator.init;
  const made = callee.type === 'MemberExpression' ? callee.object : callee;
  return made.type === 'Identifier' && made.name === 'Symbol' ? `@@${key.name}` : null;
}

/** A key without its quotes. */
export function keyRange(engine: Engine, key: Node, at: At): Origin {
  const origin = engine.origin(key, at.module);
  const quoted = key.type === 'Literal' && typeof key.value === 'string';
  return quoted || key.type === 'TemplateLiteral'
    ? { file: origin.file, start: origin.start + 1, end: origin.end - 1 }
    : origin;
}
