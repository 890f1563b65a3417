import { describe, expect, it } from 'vitest';
import { endsWithin } from '../../src/analysis/deadline.js';

describe('work with a time limit', () => {
  it('is stopped in a loop', () => {
    expect(
      endsWithin(50, () => {
        for (;;);
      }),
    ).toBe(false);
  });

  it('is stopped inside a regular expression', () => {
    expect(endsWithin(50, () => /(a+)+$/.test(`${'a'.repeat(60)}!`))).toBe(false);
  });

  it('is stopped although it catches what it throws', () => {
    const stubborn = () => {
      try {
        for (;;);
      } catch {
        stubborn();
      }
    };
    expect(endsWithin(50, stubborn)).toBe(false);
  });

  it('comes to its end within other work', () => {
    const done: string[] = [];
    const ended = endsWithin(1000, () => {
      endsWithin(1000, () => done.push('inner'));
      done.push('outer');
    });
    expect(ended).toBe(true);
    expect(done).toEqual(['inner', 'outer']);
  });

  it('throws what it throws', () => {
    const fault = new RangeError('a fault');
    expect(() =>
      endsWithin(1000, () => {
        throw fault;
      }),
    ).toThrow(fault);
  });
});
