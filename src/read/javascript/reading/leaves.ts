import type { Program, Root } from '../../reader.js';
import type { ResponseRead } from '../../usage.js';
import type { Engine } from '../evaluate/engine.js';
import type { Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { pathTo } from '../syntax/nodes.js';
import type { Collected } from './collected.js';
import { configurationUsages, mayHoldConfiguration } from './embedded.js';
import { usageOf } from './emit.js';
import { expressionUsages, mayBeExpression } from './expressions.js';
import { literalRecord, schemaRecord, typeRecord } from './records.js';
import { type AnswerRead, literalReads, memberReads, patternReads } from './responses.js';
import type { Roots } from './roots.js';
import { sentDirectly } from './sent.js';

/** What a place is besides a part of a request: an expression, a read of an answer, a field of a record. */
export function readLeaf(
  engine: Engine,
  module: Module,
  leaf: Node,
  roots: Roots,
  program: Program,
  into: Collected,
): void {
  const parent = leaf.parent;
  if (parent === undefined) return;
  if (leaf.type === 'TemplateElement' || (leaf.type === 'Literal' && typeof leaf.value === 'string')) {
    const content = leaf.type === 'TemplateElement' ? leaf.value.raw : String(leaf.value);
    const inConfiguration =
      parent.type === 'TemplateLiteral' &&
      parent.quasis.some((quasi) => mayHoldConfiguration(quasi.value.raw));
    if (inConfiguration) {
      for (const usage of configurationUsages(module, parent, program)) into.add(usage);
    } else if (mayBeExpression(engine, content)) {
      for (const usage of expressionUsages(engine, module, leaf, roots)) into.add(usage);
    }
  }
  if (leaf.type === 'Literal') addReads(engine, literalReads(engine, module, leaf), roots, into);
  if (parent.type === 'MemberExpression' && parent.property === leaf) {
    if (parent.parent?.type !== 'CallExpression' || parent.parent.callee !== parent) {
      addReads(engine, memberReads(engine, module, parent), roots, into);
    }
  } else if (parent.type === 'Property' && parent.key === leaf) {
    if (parent.parent?.type === 'ObjectPattern')
      addReads(engine, patternReads(engine, module, parent), roots, into);
    else {
      const schema = schemaRecord(engine, module, leaf);
      if (schema !== null) into.add(schema);
      if (!into.covers(module.path, leaf.range[0], leaf.range[1])) {
        const record = literalRecord(engine, module, leaf);
        if (record !== null) into.add(record);
      }
    }
  }
}

/** Reads go with the calls whose answers they are of. */
function addReads(engine: Engine, found: readonly AnswerRead[], roots: Roots, into: Collected): void {
  const byCall = new Map<Node, { first: AnswerRead; reads: ResponseRead[] }>();
  for (const answer of found) {
    const group = byCall.get(answer.call);
    if (group === undefined) byCall.set(answer.call, { first: answer, reads: [answer.read] });
    else group.reads.push(answer.read);
  }
  for (const { first, reads } of byCall.values()) {
    for (const sent of sentDirectly(engine, first.call, first.at, roots)) {
      into.add(usageOf(engine, sent, { call: first.call, module: first.at.module }, reads));
    }
  }
}

/** Fields in declarations of types. */
export function readTypes(
  engine: Engine,
  module: Module,
  ranges: readonly Root[] | 'all',
  into: Collected,
): void {
  if (ranges === 'all' || module.types.length === 0) return;
  let index = 0;
  const types = [...module.types].sort((a, b) => a.range[0] - b.range[0]);
  for (const root of ranges) {
    while (index < types.length && (types[index]?.range[1] ?? 0) <= root.start) index++;
    const type = types[index];
    if (type === undefined || root.start < type.range[0]) continue;
    const path = pathTo(type, root.start);
    const last = path[path.length - 1];
    const signature = path.find((node) => node.type === 'TSPropertySignature');
    if (signature?.type !== 'TSPropertySignature' || last !== signature.key) continue;
    const record = typeRecord(engine, module, path);
    if (record !== null) into.add(record);
  }
}
