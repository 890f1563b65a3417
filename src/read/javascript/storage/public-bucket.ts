import { isPublicAddress } from '../../storage/service.js';
import { contextOf } from '../../text/plain/evidence.js';
import type { StorageUsage } from '../../usage.js';
import { known, memberNamed, type Term } from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import type { Call } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { enclosingFunction } from '../syntax/nodes.js';
import { originOf, textOf } from './patterns.js';

/** OPTIONS requests to public buckets whose status is compared with the one of before. */
export function publicBucketUsages(engine: Engine, module: Module): StorageUsage[] {
  if (!module.text.includes('OPTIONS') || !module.text.includes('401')) return [];
  return module.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || !asksOptions(engine, module, call)) return [];
    const around = enclosingFunction(call);
    return module.leaves.flatMap((leaf): StorageUsage[] => {
      if (leaf.type !== 'Literal' || leaf.value !== 401 || enclosingFunction(leaf) !== around) return [];
      const { parent } = leaf;
      if (parent?.type !== 'BinaryExpression' || !/\bstatus\b/.test(textOf(module, parent))) return [];
      return [
        {
          kind: 'storage',
          operation: 'options-status-compared-with-401',
          site: originOf(module, call),
          at: originOf(module, leaf),
          parameters: { kind: 'unknown', why: 'an answer', origin: null },
          sure: 'exact',
          evidence: [],
          context: contextOf(module.path),
        },
      ];
    });
  });
}

function asksOptions(engine: Engine, module: Module, call: Call): boolean {
  const [address, init] = call.arguments;
  if (address === undefined || init === undefined) return false;
  const options = engine.evaluate(init, module.outside);
  if (options.kind !== 'object' || options.open) return false;
  const headers = memberNamed(options, 'headers')?.value;
  const method = memberNamed(options, 'method')?.value;
  if (method === undefined || known(method)?.toUpperCase() !== 'OPTIONS') return false;
  return isPublicAddress(shapeOfTerm(engine.evaluate(address, module.outside))) && hasNoOrigin(headers);
}

function hasNoOrigin(headers: Term | undefined): boolean {
  if (headers === undefined) return true;
  return (
    headers.kind === 'object' &&
    !headers.open &&
    headers.members.every(({ key }) => key.toLowerCase() !== 'origin')
  );
}

function shapeOfTerm(term: Term): string {
  return term.kind === 'text'
    ? term.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '*')).join('')
    : '';
}
