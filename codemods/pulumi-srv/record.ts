/** The edits that make the name of a service record whole, wherever the record is written. */
import { attributeOf, type Piece, patternOf, type ResourceText } from '../places/resource-text/index.js';
import { wholeName } from './name.js';

const OF_ZONE = /(['"]|:[ \t]*)@(?:\1|[ \t]*$)/m;

export interface Renamed {
  /** Nothing says what the name is that the labels go before. */
  readonly isComputed: boolean;
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly isZoneAssumed: boolean;
}

export function renamedRecord(resource: ResourceText, text: string): Renamed | { readonly problem: string } {
  const { attributes } = resource;
  const outer = attributeOf(attributes, 'name');
  const inner = attributeOf(attributes, 'data', 'name');
  const [service, proto] = ['service', 'proto'].map((part) => attributeOf(attributes, 'data', part)?.pieces);
  if (attributes === null || attributeOf(attributes, 'data')?.inner == null)
    return { problem: 'the record is put together in more than one place' };
  if (service == null || outer?.pieces == null)
    return { problem: 'service or the name of the record is missing or computed' };
  // Since version 5 of the provider, data has no other part of the name.
  if (proto === undefined && inner === null && patternOf(outer.pieces).startsWith(`${patternOf(service)}._`))
    return { edits: [], isZoneAssumed: false, isComputed: false };
  if (proto == null) return { problem: 'the protocol is missing or computed' };
  if (inner !== null && inner.pieces === null) return { problem: 'the name in data is computed' };
  const labels: readonly Piece[] = [...service, { text: '.' }, ...proto];
  if (
    [service, proto].some(([first]) => first !== undefined && 'text' in first && !first.text.startsWith('_'))
  )
    return { problem: 'service or protocol has no underscore in front' };
  const name = wholeName({
    labels: patternOf(labels),
    inner: inner?.pieces == null ? null : patternOf(inner.pieces),
    outer: patternOf(outer.pieces),
  });
  if ('problem' in name) return name;
  const { is, isZoneAssumed } = name;
  if (is === 'kept') return { edits: [], isZoneAssumed, isComputed: false };
  const isComputed = is === 'before' && outer.pieces.every((piece) => 'code' in piece || piece.text === '');
  if (isComputed && OF_ZONE.test(text)) return { problem: 'the name may be @, which stands for the zone' };
  const edit = resource.withText(
    outer,
    is === 'labels' ? labels : [...labels, { text: '.' }, ...outer.pieces],
  );
  return edit === null
    ? { problem: 'a part of the name is computed, and cannot be put into a text here' }
    : { edits: [edit], isZoneAssumed, isComputed };
}
