/** The calls that send what stands at a site: around it, or wherever a constant with the path is used. */
import type { Site, Surroundings } from '../../src/migrate/model.js';
import type { Call, Node } from '../../src/read/javascript/syntax/estree.js';
import type { HttpUsage } from '../../src/read/usage.js';
import { methodsOf } from '../places/requests.js';
import { usesOf } from '../places/trees.js';
import { constantOf } from './path-pieces.js';

export interface SendingCall {
  readonly call: Call;
  readonly method: string;
  /** A variable that holds the path and nothing else. */
  readonly pathVariable: Node | null;
}

/** The calls of a site, or why they cannot be told. */
export function sendingCallsOf(site: Site, around: Surroundings): readonly SendingCall[] | string {
  const { script, nodes, finding, file } = site;
  if (script === null) return 'the file is not read as a script';
  const method = [...methodsOf(site)];
  const [only] = method;
  const direct = nodes.findLast((node) => isRequest(node, file.path, around));
  if (direct?.type === 'CallExpression') {
    if (method.length !== 1 || only === undefined || only === null) return 'its method cannot be told';
    return [{ call: direct, method: only, pathVariable: null }];
  }
  const declarator = nodes.findLast((node) => node.type === 'VariableDeclarator');
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier')
    return 'the call that sends it is somewhere else';
  const constant = constantOf(script, declarator.id);
  const uses = constant === null ? null : usesOf(script, declarator.id);
  if (uses === null || uses.length === 0) return 'the call that sends it is somewhere else';
  const calls: SendingCall[] = [];
  for (const use of uses) {
    const path = around.nodesAround(script, ...use.range);
    const call = path.findLast((node) => isRequest(node, file.path, around));
    if (call?.type !== 'CallExpression') return 'the path is used for something else, too';
    const usage = finding.usages.find(
      (one): one is HttpUsage =>
        one.kind === 'http' && one.site.file === file.path && one.site.start === call.range[0],
    );
    const known =
      usage?.method.kind === 'text'
        ? usage.method.pieces.map((one) => ('text' in one ? one.text : '')).join('')
        : null;
    const verb = known ?? (method.length === 1 ? only : null);
    if (verb === null || verb === undefined) return 'its method cannot be told';
    calls.push({ call, method: verb, pathVariable: declarator });
  }
  return calls;
}

function isRequest(node: Node, path: string, around: Surroundings): boolean {
  return node.type === 'CallExpression' && around.answerOf(path, node).some(({ kind }) => kind === 'answer');
}

/** Whether an expression holds the path: the place of the site, or the variable. */
export function holdsPath({ finding: { at } }: Site, node: Node, pathVariable: Node | null): boolean {
  if (pathVariable?.type === 'VariableDeclarator')
    return (
      node.type === 'Identifier' &&
      pathVariable.id.type === 'Identifier' &&
      node.name === pathVariable.id.name
    );
  return node.range[0] <= at.start && at.end <= node.range[1] && node.type !== 'ObjectExpression';
}
