import { choice, knownText, type Origin, propertyOf, unknown, type Value } from '../../value/index.js';

/** What the functions of the configuration language give back, as far as that can be told from their arguments. */

/**
 * `lookup(map, key, default)`: what the map holds, which whoever sets the variable may change, or the default. A
 * map that the configuration settles itself is not asked here, so its default is none that is surely sent.
 */
function lookedUp([map, key, fallback]: readonly Value[], origin: Origin): Value {
  const [name] = map?.kind === 'text' ? map.pieces : [];
  const settled = name?.kind === 'hole' && name.name?.startsWith('local.') === true;
  if (map === undefined || key === undefined || fallback === undefined || settled)
    return unknown('lookup()', origin);
  if (map.kind === 'object') return propertyOf(map, knownText(key) ?? '')?.value ?? fallback;
  return choice([unknown('lookup()', origin), fallback], origin);
}

/** Functions that hand their argument on. */
export function called(name: string, values: readonly Value[], origin: Origin): Value {
  const [first] = values;
  switch (name) {
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
    case 'flatten':
    case 'tostring':
    case 'compact':
    case 'distinct':
    case 'yamlencode':
      return first ?? unknown('nothing', origin);
    case 'lookup':
      return lookedUp(values, origin);
    case 'concat': {
      const lists = values.filter((value) => value.kind === 'array');
      return {
        kind: 'array',
        items: lists.flatMap((value) => value.items),
        open: lists.length < values.length,
        origin,
      };
    }
    case 'merge': {
      const objects = values.filter((value) => value.kind === 'object');
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
