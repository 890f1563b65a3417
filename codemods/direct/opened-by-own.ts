/** Functions of the program around a request that take its answer apart: `unwrap(fetch(…))`, `fetch(…).then(check)`. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { type Call, keyName, type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import type { Convention } from './convention.js';

export interface OpenedByOwn {
  /** The whole expression that stands for what these functions give. */
  readonly node: Node;
  readonly gives: Extract<Convention['gives'], 'result' | 'envelope'>;
  /** What is written before and behind the request. */
  readonly before: string;
  readonly behind: string;
}

const MOST = 3;

/** The outermost of them, where it gives what the API says; null where there is none. */
export function openedByOwn(site: Site, around: Surroundings, call: Call): OpenedByOwn | null {
  let found: OpenedByOwn | null = null;
  let node: Call | null = call;
  for (let depth = 0; depth < MOST && node !== null; depth++) {
    node = takerOf(node);
    const gives = node === null ? null : givenBy(around.answerOf(site.file.path, node));
    if (node !== null && gives !== null) found = openedBy(site, call, node, gives);
  }
  return found;
}

export function openedBy(
  { file: { text } }: Site,
  call: Call,
  node: Node,
  gives: OpenedByOwn['gives'],
): OpenedByOwn {
  const [start, end] = node.range;
  return { node, gives, before: text.slice(start, call.range[0]), behind: text.slice(call.range[1], end) };
}

/** `unwrap(…)` and `….then(unwrap)` around an expression. */
function takerOf({ parent, range }: Call): Call | null {
  if (parent?.type === 'CallExpression') {
    const [only, ...others] = parent.arguments;
    const isArgument = only !== undefined && unwrap(only).range[0] === range[0] && others.length === 0;
    return isArgument && isName(parent.callee) ? parent : null;
  }
  if (parent?.type !== 'MemberExpression' || parent.object.range[0] !== range[0]) return null;
  const outer = parent.parent;
  if (keyName(parent.property, parent.computed) !== 'then' || outer?.type !== 'CallExpression') return null;
  return outer.callee === parent && outer.arguments.length === 1 ? outer : null;
}

function isName(callee: Node): boolean {
  const inner = unwrap(callee);
  return inner.type === 'Identifier' || inner.type === 'MemberExpression';
}

function givenBy(parts: ReturnType<Surroundings['answerOf']>): OpenedByOwn['gives'] | null {
  const last = parts.map((part) => (part.kind === 'answer' ? part.steps.at(-1) : undefined));
  if (last.length > 0 && last.every((step) => step === 'result')) return 'result';
  return last.length > 0 && last.every((step) => step === 'json()') ? 'envelope' : null;
}
