/** Types that a call is given. */
import type { Call, Node } from '../../src/read/javascript/syntax/index.js';

/** As written, without the brackets. */
export function typeArgumentOf(call: Call, text: (node: Node) => string): string | null {
  const written = typeArgumentsOf(call);
  return written === null ? null : text(written).slice(1, -1).trim();
}

export function typeArgumentsOf(call: Call): Node | null {
  const written: unknown = Reflect.get(call, 'typeArguments') ?? Reflect.get(call, 'typeParameters');
  return typeof written === 'object' && written !== null && 'range' in written ? (written as Node) : null;
}
