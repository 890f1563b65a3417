import type { Undetermined } from '../../../usage.js';
import { sdkPackage } from '../../clients/packages.js';
import { sdkCallOf } from '../../clients/sdk.js';
import type { Engine } from '../../evaluate/engine.js';
import { PlacedCall } from '../../evaluate/language/calls.js';
import { ANY_MEMBER } from '../../evaluate/objects/members.js';
import type { Call, New, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { keyName, unwrap } from '../../syntax/nodes.js';

/** Calls of an SDK whose method is chosen at run time: `client[resource].list()`. */
export function computedChains(engine: Engine, module: Module): Undetermined[] {
  if (!usesSdk(engine, module)) return [];
  return module.calls.filter(hasComputedStep).flatMap((call) => {
    const sdk = sdkCallOf(engine, new PlacedCall(engine, call, module.outside));
    if (sdk === null || !sdk.chain.some((step) => step.name === ANY_MEMBER)) return [];
    return [{ site: engine.origin(call, module), why: 'the method of the SDK is only known at run time' }];
  });
}

function usesSdk(engine: Engine, module: Module): boolean {
  const isSdk = (source: unknown): boolean =>
    typeof source === 'string' && sdkPackage(engine.profiles, source) !== null;
  return (
    module.imports.some((node) => node.type === 'ImportDeclaration' && isSdk(node.source.value)) ||
    (module.identifiers.get('require') ?? []).some(({ parent }) => {
      const source = parent?.type === 'CallExpression' ? parent.arguments[0] : undefined;
      return source?.type === 'Literal' && isSdk(source.value);
    })
  );
}

function hasComputedStep(call: Call | New): boolean {
  let node: Node = unwrap(call.callee);
  while (node.type === 'MemberExpression') {
    if (keyName(node.property, node.computed) === null) return true;
    node = unwrap(node.object);
  }
  return false;
}
