import type { Program, Root } from '../../../reader.js';
import type { Engine } from '../../evaluate/engine.js';
import type { Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { childrenOf, pathTo } from '../../syntax/nodes.js';
import { endOf, startOf } from '../../syntax/positions.js';
import type { Roots } from '../sending/roots.js';
import type { Collected } from '../usages/collected.js';
import { literalRecord, narrowedRecord, schemaRecord, typeRecord } from '../usages/records.js';
import type { Answers } from './answers.js';
import { configurationUsages, mayHoldConfiguration } from './embedded.js';
import { expressionUsages, mayBeExpression } from './expressions.js';
import { type AnswerRead, literalReads, memberReads, patternReads } from './responses.js';

/** What a place is besides a part of a request: an expression, a read of an answer, a field of a record. */
export function readLeaf(
  engine: Engine,
  module: Module,
  leaf: Node,
  roots: Roots,
  program: Program,
  into: Collected,
  answers: Answers,
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
  if (leaf.type === 'Literal') answers.add(literalReads(engine, module, leaf));
  if (parent.type === 'MemberExpression' && parent.property === leaf) {
    if (parent.parent?.type !== 'CallExpression' || parent.parent.callee !== parent) {
      answers.add(readsAround(engine, module, memberReads(engine, module, parent)));
    }
  } else if (parent.type === 'Property' && parent.key === leaf) {
    if (parent.parent?.type === 'ObjectPattern')
      answers.add(readsAround(engine, module, patternReads(engine, module, parent)));
    else {
      const schema = schemaRecord(engine, module, leaf);
      if (schema !== null) into.add(schema);
      if (!into.covers(module.path, startOf(leaf), endOf(leaf))) {
        const record = literalRecord(engine, module, leaf);
        if (record !== null) into.add(record);
      }
      const narrowed = narrowedRecord(engine, module, leaf);
      if (narrowed !== null) into.add(narrowed);
    }
  }
}

/**
 * Reads of a member, and with them what the same program compares the kind of the same record with: whether a
 * field of one kind of record is meant is told by such a comparison.
 */
function readsAround(engine: Engine, module: Module, found: readonly AnswerRead[]): readonly AnswerRead[] {
  if (found.length === 0) return found;
  const calls = new Set(found.map((answer) => answer.call));
  const compared = DISCRIMINATORS.flatMap((name) => module.members.get(name) ?? []).flatMap((member) =>
    memberReads(engine, module, member),
  );
  return [
    ...found,
    ...compared.filter((answer) => answer.read.comparedWith !== undefined && calls.has(answer.call)),
  ];
}

/** Members that tell one kind of record from another. */
const DISCRIMINATORS = ['type', 'kind'];

/** Fields in declarations of types. */
export function readTypes(engine: Engine, module: Module, roots: Roots, into: Collected): void {
  const types = [...module.types].sort((a, b) => startOf(a) - startOf(b));
  let index = 0;
  for (const root of roots.limited ? roots.all : signaturesIn(types)) {
    let type = types[index];
    while (type !== undefined && endOf(type) <= root.start) type = types[++index];
    if (type === undefined || root.start < startOf(type)) continue;
    const path = pathTo(type, root.start);
    const last = path[path.length - 1];
    const signature = path.findLast((node) => node.type === 'TSPropertySignature');
    if (signature?.type !== 'TSPropertySignature' || last !== signature.key) continue;
    const record = typeRecord(engine, module, path);
    if (record !== null) into.add(record);
  }
}

/** Where the fields of some declarations stand. */
function signaturesIn(types: readonly Node[]): Root[] {
  const found: Root[] = [];
  const pending = [...types];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'TSPropertySignature') found.push({ start: startOf(node.key), end: endOf(node.key) });
    for (const one of childrenOf(node)) pending.push(one);
  }
  return found.sort((a, b) => a.start - b.start);
}
