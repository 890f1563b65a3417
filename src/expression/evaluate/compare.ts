/** How two values compare. */
import { contains, parseAddress, parseNetwork } from '../syntax/ip.js';
import { fromBytes, isAddressValue, type RuntimeValue } from './values.js';

/** The signs of `order` under which an operator holds. */
export const ORDERS: Readonly<Record<'eq' | 'lt' | 'le' | 'gt' | 'ge', readonly number[]>> = {
  eq: [0],
  lt: [-1],
  le: [-1, 0],
  gt: [1],
  ge: [0, 1],
};

/** -1, 0 or 1; null where the two cannot be compared. */
export function order(a: RuntimeValue, b: RuntimeValue): number | null {
  if (typeof a === 'string' && typeof b === 'string') return sign(a < b, a === b);
  if (typeof a === 'bigint' && typeof b === 'bigint') return sign(a < b, a === b);
  if (typeof a === 'object' && typeof b === 'object' && isAddressValue(a) && isAddressValue(b)) {
    return a.family === b.family ? sign(a.value < b.value, a.value === b.value) : null;
  }
  return null;
}

function sign(less: boolean, equal: boolean): number {
  return less ? -1 : equal ? 0 : 1;
}

export function isListItem(item: string | number, value: RuntimeValue): boolean {
  if (typeof item === 'number') return Number.isSafeInteger(item) && order(value, BigInt(item)) === 0;
  if (!isAddressValue(value)) return typeof value === 'string' && fromBytes(value) === item;
  const network = item.includes('/') ? parseNetwork(item) : null;
  if (network !== null) return contains(network, value);
  const address = parseAddress(item);
  return address !== null && order(value, address) === 0;
}
