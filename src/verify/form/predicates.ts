/** What an expression is, told from its form alone. */
import type { Expression } from './code.js';

export function nameOf(callee: Expression): string {
  return callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.key : '';
}

/** `client.get('rate_limits', { params })` sends a request. */
const CLIENT = /^(?:axios|got|ky|https?|api|client|requests?|httpx|session|cf|cloudflare)$/i;

/** The field of an object that is read with a method. */
export function isGet(value: Extract<Expression, { kind: 'call' }>): boolean {
  const [first, second] = value.given;
  const isWithOptions = second?.value.kind === 'object' && second.value.entries.length > 0;
  return (
    value.of.kind === 'member' &&
    value.of.key === 'get' &&
    !isWithOptions &&
    !CLIENT.test(nameOf(value.of.of)) &&
    first?.value.kind === 'constant' &&
    typeof first.value.value === 'string' &&
    /^[\w-]+$/.test(first.value.value)
  );
}

export function isEmpty(value: Expression): boolean {
  return (
    (value.kind === 'list' && value.items.length === 0) ||
    (value.kind === 'object' && value.entries.length === 0) ||
    (value.kind === 'call' && value.given.length === 0)
  );
}

export function isNothing(value: Expression): boolean {
  return (
    (value.kind === 'constant' && value.value === null) ||
    isEmpty(value) ||
    (value.kind === 'list' && value.items.every(isNothing))
  );
}

export function isAsking(value: Expression): boolean {
  if (value.kind === 'operation')
    return (
      /^(?:==|!=|<|>|<=|>=|in|not|is)$/.test(value.operator) ||
      (/^(?:and|or)$/.test(value.operator) && value.of.some(isAsking))
    );
  if (value.kind === 'loop') return false;
  return (
    value.kind === 'call' &&
    /^(?:startsWith|startswith|endsWith|endswith|includes|has|some|every|test|any|all|bool|Boolean)$/.test(
      nameOf(value.of),
    )
  );
}

export function isFlag(value: Expression): boolean {
  const key =
    value.kind === 'member' ? value.key : value.kind === 'call' && isGet(value) ? keyGot(value) : '';
  return /^(?:paused|disabled|enabled)$/.test(key);
}

/** `"paused"` of `rule.get("paused")` */
function keyGot({ given }: Extract<Expression, { kind: 'call' }>): string {
  const [first] = given;
  return first?.value.kind === 'constant' ? String(first.value.value) : '';
}

export function partsOf(value: Expression): readonly Expression[] {
  switch (value.kind) {
    case 'template':
      return value.parts;
    case 'member':
      return [value.of];
    case 'item':
      return [value.of, value.at];
    case 'call':
      return [value.of, ...value.given.map((one) => one.value)];
    case 'operation':
      return value.of;
    case 'choice':
      return [value.test, value.met, value.otherwise];
    case 'list':
      return value.items;
    case 'object':
      return value.entries.flatMap(({ key, value: inner }) => (key === null ? [inner] : [key, inner]));
    case 'assign':
      return [value.value];
    default:
      return [];
  }
}
