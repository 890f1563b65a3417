import type { ClassNode } from '../../syntax/estree.js';
import type { At, Instance } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** Classes above a class that are looked through for a member. */
export const MAX_INHERITANCE = 8;

/** The instance that a method works on when no construction is known: one for all methods of a class. */
export function freeInstance(engine: Engine, node: ClassNode, at: At): Instance {
  const known = engine.knowledge(at.module).instances;
  const remembered = at.env === null ? known.get(node) : undefined;
  if (remembered !== undefined) return remembered;
  const instance: Instance = {
    kind: 'instance',
    of: { kind: 'class', node, at },
    args: null,
    members: new Map(),
  };
  if (at.env === null) known.set(node, instance);
  return instance;
}
