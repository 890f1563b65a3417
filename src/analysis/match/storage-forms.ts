import type { StorageForm } from '../../catalogue/index.js';
import { knownText, propertyOf, type Value } from '../../value/index.js';
import { constantText } from './select.js';

/** What a value of the object storage has to look like to be refused; what is not known never does. */

type Form = (value: Value) => boolean;

const HASHES = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];
const MOST_KEYS = 1000;

export const STORAGE_FORMS: Readonly<Record<StorageForm, Form>> = {
  'no-leading-slash': (value) => {
    if (value.kind !== 'text') return false;
    const [first] = value.pieces;
    // A hole at the beginning may bring the slash along, unless a known one follows the bucket.
    return first?.kind === 'text' ? !/^(?:\/|%2F|arn:)/i.test(first.text) : false;
  },
  'no-origin': (value) => {
    const text = knownText(value);
    return text !== null && text !== '*' && !isOrigin(text) && !hasOnlyTrailingSlash(text);
  },
  'trailing-slash': (value) => {
    const text = knownText(value);
    return text !== null && hasOnlyTrailingSlash(text);
  },
  empty: (value) => knownText(value) === '',
  literal: (value) => (knownText(value) ?? '') !== '',
  'over-1000': (value) => value.kind === 'array' && value.items.length > MOST_KEYS,
  'several-hashes': (value) =>
    value.kind === 'object' && HASHES.filter((name) => isGiven(value, name)).length > 1,
  'contradictory-range': (value) =>
    value.kind === 'object' &&
    ((isGiven(value, 'suffix') && (isGiven(value, 'offset') || isGiven(value, 'length'))) ||
      ['offset', 'length', 'suffix'].some((name) => isNegative(value, name))),
  'same-header-twice': (value) => {
    if (value.kind !== 'array') return false;
    const names = value.items.flatMap((item) => knownText(item)?.toLowerCase() ?? []);
    return new Set(names).size < names.length;
  },
  'no-destination': (value) =>
    value.kind === 'object' &&
    !value.open &&
    value.properties.length > 0 &&
    (propertyOf(value, 'source') === undefined || propertyOf(value, 'destination') === undefined),
};

/** Scheme, host and port alone; the host may begin with a wildcard. */
function isOrigin(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:\*|[\w*.-]+|\[[0-9a-f:]+\])(?::(?:\d{1,5}|\*))?$/i.test(text);
}

function hasOnlyTrailingSlash(text: string): boolean {
  return text.endsWith('/') && isOrigin(text.slice(0, -1));
}

function isGiven(value: Extract<Value, { kind: 'object' }>, name: string): boolean {
  const property = propertyOf(value, name);
  if (property === undefined) return false;
  const { value: given } = property;
  return given.kind !== 'scalar' || (given.value !== undefined && given.value !== null);
}

function isNegative(value: Extract<Value, { kind: 'object' }>, name: string): boolean {
  const given = propertyOf(value, name)?.value;
  const text = given === undefined ? null : constantText(given);
  return text !== null && /^-\d/.test(text);
}
