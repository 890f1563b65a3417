import type { FunctionNode } from '../../syntax/estree.js';
import { keyName } from '../../syntax/nodes.js';
import { endOf, startOf } from '../../syntax/positions.js';
import { type At, concat, type Instance, type Term } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { instanceMember, isThis } from './classes.js';

/** The instance after a method of it has run: what the method assigns to `this` counts from then on. */
export function afterMethod(engine: Engine, instance: Instance, node: FunctionNode, ran: At): Instance {
  const fields = new Map(instance.fields);
  for (const write of ran.module.memberWrites) {
    if (write.left.type !== 'MemberExpression' || !/^\+?=$/.test(write.operator)) continue;
    if (startOf(write) < startOf(node) || endOf(write) > endOf(node)) continue;
    const name = keyName(write.left.property, write.left.computed);
    if (name === null || !isThis(write.left.object, ran.module)) continue;
    const value = engine.evaluate(write.right, ran);
    if (write.operator === '=') fields.set(name, value);
    else {
      const before = fields.get(name) ?? initialField(engine, instance, name);
      if (before !== null) fields.set(name, concat([before, value], engine.origin(write, ran.module)));
    }
  }
  pushedFields(engine, instance, node, ran, fields);
  const { of } = instance;
  return {
    kind: 'instance',
    of,
    get args() {
      return instance.args;
    },
    members: new Map(),
    fields,
  };
}

/** What a field is declared with, before any method has written to it. */
function initialField(engine: Engine, { of }: Instance, name: string): Term | null {
  if (of.kind !== 'class') return null;
  for (const member of of.node.body.body) {
    if (member.type !== 'PropertyDefinition' || member.static || member.value === null) continue;
    if (keyName(member.key, member.computed) === name) return engine.evaluate(member.value, of.at);
  }
  return null;
}

/** `this.parts.push(…)` in a method: the list of the field, and what is put behind it. */
function pushedFields(
  engine: Engine,
  instance: Instance,
  node: FunctionNode,
  ran: At,
  fields: Map<string, Term>,
): void {
  for (const call of ran.module.callsWithin(node)) {
    const callee = call.callee;
    if (callee.type !== 'MemberExpression' || keyName(callee.property, callee.computed) !== 'push') continue;
    const target = callee.object;
    if (target.type !== 'MemberExpression' || !isThis(target.object, ran.module)) continue;
    const name = keyName(target.property, target.computed);
    if (name === null) continue;
    const before =
      fields.get(name) ?? instanceMember(engine, instance, name, engine.origin(call, ran.module));
    if (before.kind !== 'array') continue;
    const items = call.arguments.flatMap((argument): readonly Term[] => {
      if (argument.type !== 'SpreadElement') return [engine.evaluate(argument, ran)];
      const spread = engine.evaluate(argument.argument, ran);
      return spread.kind === 'array' ? spread.items : [spread];
    });
    fields.set(name, { ...before, items: [...before.items, ...items] });
  }
}
