/** What is written in a block by name: attributes, blocks, and the properties of objects below them. */
import type { Block, Body } from '../../src/read/terraform/index.js';
import type { Origin, Value } from '../../src/value/index.js';

export interface Entry {
  /** Of a `dynamic` block, what it makes; of an item of a list, nothing. */
  readonly name: string;
  readonly nameOrigin: Origin;
  readonly origin: Origin;
  readonly kind: 'attribute' | 'block' | 'property' | 'item';
  readonly inner: readonly Entry[];
}

export function entriesOf({ attributes, blocks }: Body): readonly Entry[] {
  return [
    ...attributes.map(
      ({ name, nameOrigin, origin, value }): Entry => ({
        ...{ name, nameOrigin, origin },
        kind: 'attribute',
        inner: entriesIn(value),
      }),
    ),
    ...blocks.map(blockEntry),
  ].sort((left, right) => left.origin.start - right.origin.start);
}

function blockEntry({ type, typeOrigin, labels, origin, body }: Block): Entry {
  const [label] = labels;
  const made =
    type === 'dynamic' && label !== undefined ? { name: label.text, nameOrigin: label.origin } : null;
  return {
    ...(made ?? { name: type, nameOrigin: typeOrigin }),
    origin,
    kind: 'block',
    inner: entriesOf(body),
  };
}

function entriesIn(value: Value): readonly Entry[] {
  if (value.kind === 'object')
    return value.properties.flatMap(({ key, keyOrigin, origin, value: inner }): Entry[] =>
      keyOrigin === null || origin === null
        ? []
        : [{ name: key, nameOrigin: keyOrigin, origin, kind: 'property', inner: entriesIn(inner) }],
    );
  if (value.kind !== 'array') return [];
  return value.items.flatMap((item): Entry[] =>
    item.origin === null
      ? []
      : [{ name: '', nameOrigin: item.origin, origin: item.origin, kind: 'item', inner: entriesIn(item) }],
  );
}

/** The innermost entry around an offset, with the entry that holds it and its siblings. */
export interface Found {
  readonly entry: Entry;
  readonly holder: Entry | null;
  readonly siblings: readonly Entry[];
}

export function entryAt(
  entries: readonly Entry[],
  offset: number,
  holder: Entry | null = null,
): Found | null {
  const entry = entries.find(({ origin }) => origin.start <= offset && offset < origin.end);
  if (entry === undefined) return null;
  return entryAt(entry.inner, offset, entry) ?? { entry, holder, siblings: entries };
}
