import { describe, expect, it } from 'vitest';
import { KeySet } from '../../../src/scan/memory/key-set.js';
import { random } from '../../analysis/prefilter/naive.js';

describe('a set of keys', () => {
  it('has what was put into it and nothing else, however much it is', () => {
    const next = random(7);
    const number = () => next(2 ** 32) | 0;
    const keys = Array.from({ length: 20_000 }, () => [number(), number()] as const);
    const others = Array.from({ length: 20_000 }, () => [number(), number()] as const);
    const set = KeySet.empty();
    for (const [first, second] of keys) set.add(first, second);
    expect(set.count).toBe(keys.length);
    expect(keys.every(([first, second]) => set.has(first, second))).toBe(true);
    expect(others.some(([first, second]) => set.has(first, second))).toBe(false);
  });

  it('tells keys apart that share a half, and those that begin at the same place', () => {
    const set = KeySet.empty();
    set.add(1, 2);
    expect(set.has(1, 2)).toBe(true);
    expect(set.has(1, 3)).toBe(false);
    expect(set.has(2, 1)).toBe(false);
    for (let turn = 0; turn < 50; turn++) set.add(1 + turn * 2 ** 20, 7);
    expect(set.has(1 + 49 * 2 ** 20, 7)).toBe(true);
    expect(set.has(1 + 50 * 2 ** 20, 7)).toBe(false);
  });

  it('counts a key once, and the key of two zeros never', () => {
    const set = KeySet.empty();
    for (let turn = 0; turn < 3; turn++) set.add(-1, 5);
    set.add(0, 0);
    expect(set.count).toBe(1);
    expect(set.has(0, 0)).toBe(false);
  });

  it('takes over the keys of another', () => {
    const [one, other] = [KeySet.empty(), KeySet.empty()];
    one.add(1, 1);
    other.add(2, 2);
    one.addAll(other);
    expect([one.has(1, 1), one.has(2, 2), other.has(1, 1)]).toEqual([true, true, false]);
  });

  it('comes back from how it lay in memory', () => {
    const set = KeySet.empty();
    set.add(3, -4);
    const back = KeySet.from(Int32Array.from(set.places()), 1);
    expect(back?.has(3, -4)).toBe(true);
    expect(back?.has(3, 4)).toBe(false);
  });

  it('is refused where it would be searched without end, or is not what was kept', () => {
    const full = new Int32Array(2 * 4096).fill(1);
    expect(KeySet.from(full, 4096)).toBeUndefined();
    expect(KeySet.from(full, 5)).toBeUndefined();
    expect(KeySet.from(new Int32Array(2 * 4096), 1)).toBeUndefined();
    expect(KeySet.from(new Int32Array(2 * 5000), 0)).toBeUndefined();
    expect(KeySet.from(new Int32Array(8), 0)).toBeUndefined();
    expect(KeySet.from(new Int32Array(0), 0)).toBeUndefined();
  });
});
