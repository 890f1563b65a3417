/** Structs of a package of Go that nothing needs after its calls are replaced. */
import { fieldOf, textOf } from '../../src/grammar/index.js';
import { nameOf, type Replaced } from './followed.js';
import type { NamedRules } from './kind.js';
import { jsonNames, literalOf } from './literals.js';
import { fieldsOf, type GoType, type GoTypes, namesOf } from './scope.js';
import { isChanged } from './structs.js';

/** Names of structs that may be unused. */
export function goneTypes(types: GoTypes, kind: NamedRules, all: readonly Replaced[]): readonly string[] {
  return [...partTypes(types, kind, all), ...answerTypes(types, all)];
}

/** Structs of fields that rules do not have any more. */
function partTypes(types: GoTypes, kind: NamedRules, all: readonly Replaced[]): readonly string[] {
  const names = new Set<string>();
  const add = (of: GoType | null, isTop: boolean) => {
    const struct = types.underlying(of);
    if (struct === null || 'foreign' in struct || struct.node.type !== 'struct_type') return;
    for (const field of fieldsOf(struct.node)) {
      const own = jsonNames(struct)?.get(namesOf(struct.spot, field)[0] ?? '') ?? '';
      if (isTop && !isChanged(kind, own)) continue;
      const type = types.written(struct.spot, fieldOf(field, 'type'));
      const name = type === null || 'foreign' in type ? '' : textOf(type.spot.tree, type.node);
      if (!/^\w+$/.test(name) || names.has(name)) continue;
      names.add(name);
      add(type, false);
    }
  };
  for (const { one } of all) {
    for (const type of [one.struct, one.read]) add(type, true);
    const { call, body } = one;
    const sent = kind.isWhole && body !== null ? literalOf(types, { ...call, node: body.node }) : null;
    if (sent === null || 'foreign' in sent.type) continue;
    names.add(textOf(sent.type.spot.tree, sent.type.node));
    add(sent.type, false);
  }
  return [...names];
}

/** Structs of answers that are decoded elsewhere now. */
function answerTypes(types: GoTypes, all: readonly Replaced[]): readonly string[] {
  return all.flatMap(({ one: { call, chain } }) => {
    const { decoded } = chain;
    const type = decoded === null || decoded.isResult ? null : types.of({ ...call, node: decoded.node });
    return type === null ? [] : nameOf(type);
  });
}
