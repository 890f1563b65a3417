import type { Binding } from '../../syntax/bindings.js';
import { keyName } from '../../syntax/nodes.js';
import { lazyMember } from '../domain/lazy.js';
import { type At, type Member, type Term, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { keyRange } from '../kernel/keys.js';

/** An enum reads as an object: members without a value count up from the one before. */
export function enumTerm(engine: Engine, binding: Binding, at: At): Term {
  const node = binding.declarations[0]?.parent;
  if (node?.type !== 'TSEnumDeclaration') return unknown('enum');
  const listed = node.body?.members ?? node.members ?? [];
  let next = 0;
  const members: Member[] = listed.map((member) => {
    const key = keyName(member.id, false) ?? '';
    const { initializer } = member;
    const count = next++;
    const origin = engine.origin(member, at.module);
    return lazyMember(key, keyRange(engine, member.id, at), origin, () =>
      initializer ? engine.evaluate(initializer, at) : { kind: 'scalar', value: count, origin },
    );
  });
  return { kind: 'object', members, open: false, origin: engine.origin(node, at.module) };
}
