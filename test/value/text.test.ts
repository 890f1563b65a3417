import { describe, expect, it } from 'vitest';
import {
  choice,
  hole,
  joinPieces,
  knownText,
  MAX_CHOICES,
  originWithin,
  propertyOf,
  shapeOf,
  slicePiece,
  spanOf,
  text,
  textPiece,
  unknown,
} from '../../src/value/index.js';

const at = (start: number, end: number) => ({ file: 'a', start, end });

describe('texts', () => {
  it('are known if no piece is a hole', () => {
    expect(knownText(text('ab', null))).toBe('ab');
    expect(knownText(joinPieces([[textPiece('a', null)], [hole(null, 'x')]], null))).toBeNull();
    expect(knownText({ kind: 'scalar', value: 4, origin: null })).toBe('4');
    expect(knownText({ kind: 'scalar', value: true, origin: null })).toBeNull();
  });

  it('show their holes as marks', () => {
    expect(shapeOf([textPiece('a', null), hole(null), textPiece('b', null)])).toBe('a{}b');
  });

  it('know where each of their characters was written', () => {
    const piece = textPiece('abcd', at(10, 14));
    expect(originWithin(piece, 1, 3)).toEqual(at(11, 13));
    expect(slicePiece(piece, 1, 3)).toEqual({ kind: 'text', text: 'bc', origin: at(11, 13) });
    const escaped = textPiece('a\nb', at(10, 14), [10, 11, 13, 14]);
    expect(originWithin(escaped, 1, 2)).toEqual(at(11, 13));
    expect(slicePiece(escaped, 2, 3)).toEqual({
      kind: 'text',
      text: 'b',
      origin: at(13, 14),
      offsets: [13, 14],
    });
    expect(originWithin(textPiece('a', null), 0, 1)).toBeNull();
  });

  it('span what lies in one file', () => {
    expect(spanOf([null, at(5, 6), at(1, 2), { file: 'b', start: 0, end: 99 }])).toEqual(at(1, 6));
    expect(spanOf([null])).toBeNull();
  });
});

describe('choices', () => {
  const values = (count: number) => Array.from({ length: count }, (_, index) => text(String(index), null));

  it('are flat, and one alone is itself', () => {
    expect(choice([choice(values(2)), text('x', null)])).toMatchObject({ kind: 'choice', of: { length: 3 } });
    expect(choice(values(1))).toEqual(text('0', null));
  });

  it(`hold at most ${MAX_CHOICES}`, () => {
    expect(choice(values(MAX_CHOICES)).kind).toBe('choice');
    expect(choice(values(MAX_CHOICES + 1)).kind).toBe('unknown');
  });
});

it('the last property of a name counts', () => {
  const property = (value: number) => ({
    key: 'a',
    keyOrigin: null,
    origin: null,
    value: unknown(String(value)),
  });
  const object = {
    kind: 'object',
    properties: [property(1), property(2)],
    open: false,
    origin: null,
  } as const;
  expect(propertyOf(object, 'a')?.value).toMatchObject({ why: '2' });
  expect(propertyOf(object, 'b')).toBeUndefined();
});
