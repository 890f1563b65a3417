import {
  alternatives,
  choice,
  knownText,
  type Origin,
  propertyOf,
  unknown,
  type Value,
} from '../../value/index.js';
import { atMost } from '../limits.js';
import { deferred } from './deferred.js';
import { roundsOf } from './values.js';

/** What the functions of the configuration language give back, as far as that can be told from their arguments. */

/**
 * `lookup(map, key, default)`: what the map holds, which whoever sets the variable may change, or the default. A
 * map that the configuration settles itself is not asked here, so its default is none that is surely sent.
 */
function lookedUp([map, key, fallback]: readonly Value[], origin: Origin): Value {
  if (map === undefined || key === undefined || fallback === undefined || isSettled(map))
    return unknown('lookup()', origin);
  if (map.kind === 'object') return propertyOf(map, knownText(key) ?? '')?.value ?? fallback;
  return choice([unknown('lookup()', origin), fallback], origin);
}

/** A map that the configuration settles itself: nobody who runs it may change a local. */
function isSettled(map: Value | undefined): boolean {
  const [name] = map?.kind === 'text' ? map.pieces : [];
  return name?.kind === 'hole' && name.name?.startsWith('local.') === true;
}

/** Functions whose result may be told once the names in their arguments are. */
const LATER = new Set(['keys', 'values', 'setproduct', 'zipmap', 'merge', 'concat', 'flatten', 'lookup']);

export function called(name: string, values: readonly Value[], origin: Origin): Value {
  const now = result(name, values, origin);
  if (!LATER.has(name)) return now;
  // A result that is one of the arguments is told with them.
  const own: Value = values.includes(now) ? { ...now } : now;
  return deferred(own, (resolve) => {
    if (name === 'lookup' && !isSettled(values[0])) return null;
    const filled = values.map((value) => resolve(value));
    return name === 'lookup' ? foundIn(filled) : result(name, filled, origin);
  });
}

/** What `lookup` gives where the configuration itself settles map and key. */
function foundIn([map, key, fallback]: readonly Value[]): Value | null {
  const name = key === undefined ? null : knownText(key);
  if (map?.kind !== 'object' || name === null) return null;
  return propertyOf(map, name)?.value ?? (map.open ? null : (fallback ?? null));
}

/** `!value`, told once the names in it are. */
export function negation(value: Value, origin: Origin): Value {
  return deferred(unknown('computed', origin), (resolve) => {
    const told = alternatives(resolve(value));
    return told.every((one) => one.kind === 'scalar' && typeof one.value === 'boolean')
      ? choice(
          told.map(
            (one): Value => ({ kind: 'scalar', value: one.kind === 'scalar' && one.value !== true, origin }),
          ),
          origin,
        )
      : null;
  });
}

/** Combinations that are looked at. */
const MAX_PRODUCT = 400;

/** Lists in lists as one. */
function flattened(value: Value, depth = 0): readonly Value[] {
  return value.kind === 'array' && depth < 8
    ? value.items.flatMap((item) => flattened(item, depth + 1))
    : [value];
}

function productOf(lists: readonly Value[], origin: Origin): Value {
  let rows: (readonly Value[])[] = [[]];
  for (const list of lists) {
    const items = roundsOf(list).map(({ value }) => value);
    const longer = rows.flatMap((row) => items.map((item) => [...row, item]));
    rows = [...atMost(longer, MAX_PRODUCT, 'combinations')];
  }
  return {
    kind: 'array',
    items: rows.map((items): Value => ({ kind: 'array', items, open: false, origin })),
    open: true,
    origin,
  };
}

/** Functions that hand their arguments on. */
function result(name: string, values: readonly Value[], origin: Origin): Value {
  const [first, second] = values;
  switch (name) {
    case 'keys':
    case 'values': {
      if (first?.kind !== 'object') return unknown(`${name}()`, origin);
      const items = roundsOf(first).map(({ key, value }) => (name === 'keys' ? key : value));
      return { kind: 'array', items, open: first.open, origin };
    }
    case 'setproduct':
      return productOf(values, origin);
    case 'zipmap': {
      const items = second === undefined ? [] : roundsOf(second);
      const named = first === undefined ? [] : roundsOf(first);
      const properties = named.flatMap(({ value: key }, index) => {
        const text = knownText(key);
        const item = items[index];
        return text === null || item === undefined
          ? []
          : [{ key: text, keyOrigin: key.origin, value: item.value, origin }];
      });
      return { kind: 'object', properties, open: true, origin };
    }
    case 'flatten':
      return first?.kind === 'array' && first.items.some((item) => item.kind === 'array')
        ? { ...first, items: flattened(first) }
        : (first ?? unknown('nothing', origin));
    case 'jsonencode':
    case 'tolist':
    case 'toset':
    case 'tomap':
    case 'try':
    case 'coalesce':
    case 'sensitive':
    case 'nonsensitive':
    case 'trimspace':
    case 'chomp':
    case 'tostring':
    case 'compact':
    case 'distinct':
    case 'yamlencode':
      return first ?? unknown('nothing', origin);
    case 'lookup':
      return lookedUp(values, origin);
    case 'concat': {
      const lists = values.flatMap(alternatives).filter((value) => value.kind === 'array');
      return {
        kind: 'array',
        items: lists.flatMap((value) => value.items),
        open: lists.length < values.length,
        origin,
      };
    }
    case 'merge': {
      const objects = values.flatMap(alternatives).filter((value) => value.kind === 'object');
      return {
        kind: 'object',
        properties: objects.flatMap((value) => value.properties),
        open: objects.length < values.length,
        origin,
      };
    }
    default:
      return unknown(`${name}()`, origin);
  }
}
