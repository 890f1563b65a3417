/** How the new functions of PHP read answers, and call each other. */

import { textOf } from '../../src/grammar/index.js';
import type { FunctionRole } from '../planner/index.js';
import { functionName, shapeOf, type Writing } from './writing.js';

/** A field of what the API gave. */
export function field(writing: Writing, of: string, name: string): string {
  return shapeOf(writing) === 'object' ? `${of}->${name}` : `${of}['${name}']`;
}

/** A field of the answer itself, which the function that sends requests may have made. */
export function answerField(writing: Writing, of: string, name: 'success' | 'result'): string {
  const { envelope } = writing.call.sender;
  return envelope === null ? field(writing, of, name) : `${of}['${envelope[name]}']`;
}

/** What the function that sends requests says that it returns. */
export function ownType({ call }: Writing): string | null {
  const { own, returns } = call.sender;
  const type = own?.node.children.find(({ field: of }) => of === 'return_type');
  if (own !== null && type !== undefined) return textOf(own.tree, type);
  const isArray = call.sender.shape === 'array' || call.sender.envelope !== null;
  return own !== null && returns !== 'text' && isArray ? 'array' : null;
}

/** `$ruleId` or `$rule_id` */
export function ruleId({ style }: Pick<Writing, 'style'>): string {
  return style.hasSnakeVariables ? '$rule_id' : '$ruleId';
}

/** Functions that send nothing. */
export const MAPPINGS: ReadonlySet<FunctionRole> = new Set(['toOld', 'toCustom']);

/** The call of another new function. */
export function newCall(writing: Writing, role: FunctionRole, ...args: readonly string[]): string {
  const { kind, style, holder, parameters, zoneParameter } = writing;
  const handed = MAPPINGS.has(role)
    ? []
    : [...parameters, ...(zoneParameter === null ? [] : [zoneParameter])];
  const names = handed.map((one) => /\$\w+/.exec(one)?.[0] ?? one);
  const target = holder === null ? '' : holder === 'class' ? 'self::' : '$this->';
  return `${target}${functionName(kind, role, style)}(${[...names, ...args].join(', ')})`;
}
