/** What a function gets that is handed to a call beside a description of it: a schema, or the options of a command. */
import { builtOptions, EMPTY_YARGS, handlerArguments } from '../../clients/command-line.js';
import { objectOf, schemaValue } from '../../clients/schemas.js';
import type { Call, Node } from '../../syntax/estree.js';
import { isFunction, unwrap } from '../../syntax/nodes.js';
import type { At, Term } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** What the handler of a command is called with: `.action((zone, setting) => …)`, `.command(name, text, build, handle)`. */
export function commandArguments(
  engine: Engine,
  call: Call,
  receiver: Node,
  method: string | null,
  index: number,
  at: At,
): readonly Term[] | null {
  if (method === 'action') return handlerArguments(engine.evaluate(receiver, at));
  const [build] = method === 'command' && index > 1 ? call.arguments.slice(index - 1) : [];
  if (build === undefined || !isFunction(unwrap(build))) return null;
  const built = builtOptions(engine.invoke(engine.evaluate(build, at), null, [EMPTY_YARGS], null));
  return built === null ? null : [built];
}

/** `tool(name, { level: z.enum([…]) }, async ({ level }) => …)`: the callback gets what the schema lets through. */
export function validatedArgument(engine: Engine, call: Call, index: number, at: At): Term | null {
  for (const argument of call.arguments.slice(0, index)) {
    const inner = unwrap(argument);
    if (inner.type === 'Literal' || inner.type === 'TemplateLiteral' || isFunction(inner)) continue;
    const term = engine.evaluate(inner, at);
    const value = schemaValue(term) ?? (term.kind === 'object' ? shapeIn(term) : null);
    if (value !== null) return value;
  }
  return null;
}

const HOLDS_SCHEMA = /^(?:inputSchema|schema|input|parameters|args|paramsSchema)$/;

/** An object of schemas, or options that hold one. */
function shapeIn(term: Term & { kind: 'object' }): Term | null {
  if (term.members.some((member) => schemaValue(member.value) !== null)) {
    const own = term.members.find(({ key }) => HOLDS_SCHEMA.test(key));
    return own === undefined ? objectOf(term) : schemaValue(own.value);
  }
  const nested = term.members.find(({ key }) => HOLDS_SCHEMA.test(key));
  return nested?.value.kind === 'object' ? shapeIn(nested.value) : null;
}
