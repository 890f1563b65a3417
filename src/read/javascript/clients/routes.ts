import type { At, Term } from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import type { Call, Node } from '../syntax/estree.js';
import { ancestor, isClass, nameOf, unwrap } from '../syntax/nodes.js';

/** Calls that name a path to serve it, not to ask for it. */

/** Whether a call declares what a server answers. */
export function isRoute(
  engine: Engine,
  node: Call,
  args: readonly Term[],
  receiver: string | null,
  at: At,
): boolean {
  const lastReceiver = receiver?.slice(receiver.lastIndexOf('.') + 1) ?? '';
  return (
    node.arguments.some(isHandler) ||
    isRouteDecorator(node) ||
    args.some(describesRoute) ||
    ((SERVERS.test(lastReceiver) || isMadeByServer(engine, unwrap(node.callee), at)) &&
      node.arguments.length > 1 &&
      args.slice(1).some(mayBeHandler))
  );
}

const HANDLER_PARAMETERS = /^(?:_?req|_?request|ctx|context|c|_?res|event)$/;

/** A function with the parameters of a request handler. */
export function isHandler(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type !== 'ArrowFunctionExpression' && inner.type !== 'FunctionExpression') return false;
  const [first, second] = inner.params;
  if (first === undefined) return true;
  if (first.type === 'ObjectPattern') return second === undefined;
  return first.type === 'Identifier' && HANDLER_PARAMETERS.test(first.name);
}

/** A function, or something of elsewhere that nothing says is data: what a server is handed for a route. */
function mayBeHandler(arg: Term): boolean {
  return arg.kind === 'closure' || arg.kind === 'unknown' || arg.kind === 'bound' || arg.kind === 'external';
}

/** `@Post('/zones/:zone/rate_limits')` on a method of a controller. */
function isRouteDecorator(node: Node): boolean {
  if ((node.parent as { readonly type: string } | undefined)?.type !== 'Decorator') return false;
  const owner = ancestor(node, isClass);
  return (owner?.decorators ?? []).some(({ expression }) =>
    /(?:^|\.)(?:\w*Controller|Controller|Route|Router)$/.test(
      nameOf(expression.type === 'CallExpression' ? expression.callee : expression) ?? '',
    ),
  );
}

/** `{ method, url, handler }`: a route with what answers it. */
function describesRoute(arg: Term): boolean {
  return arg.kind === 'object' && arg.members.some(({ key }) => key === 'handler' || key === 'handlers');
}

const SERVER_PACKAGES =
  /^(?:express|express-promise-router|@?koa[-/]router|@hapi\/hapi|fastify|restify|polka|hono|elysia|itty-router|find-my-way|h3|router|worktop|@oak\/oak|@tinyhttp\/app|sunder|@feathersjs\/express|json-server|miragejs)$/;

/** The receiver is made by a package that serves. */
function isMadeByServer(engine: Engine, callee: Node, at: At): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const receiver = engine.evaluate(callee.object, at);
  return receiver.kind === 'external' && SERVER_PACKAGES.test(receiver.package);
}

const SERVERS =
  /^(?:app|router|server|fastify|express|route|routes|hono|koa|api(?:Router|Server)|.*[rR]outer|.*Routes)$/;
