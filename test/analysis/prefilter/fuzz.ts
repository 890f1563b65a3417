/**
 * One round of the comparison with the naive search: a random list of triggers over a small alphabet, so that
 * windows collide and spellings overlap, and a text full of whole and torn spellings, of every length around
 * the blocks of sixteen, put into memory that still holds an older, longer text.
 */

import {
  createPrefilter,
  TIER_BITS,
  type Tier,
  type Trigger,
} from '../../../src/analysis/prefilter/index.js';
import { naiveHits, random } from './naive.js';

const ALPHABETS = [
  'ab',
  'abcAB/',
  'firewal/_RULES',
  'abcdefghijklmnopqrstuvwxyz_-/',
  'aé/ü0',
  'ab_%\\/ ',
  // Differ in the one bit that windows do not look at.
  'aA[{_\x7f0\x10',
];
const TIERS: readonly Tier[] = ['strong', 'weak', 'context'];

export interface Mismatch {
  readonly seed: number;
  readonly engine: string;
  readonly triggers: readonly Trigger[];
  readonly text: string;
  readonly found: unknown;
  readonly expected: unknown;
}

export function fuzzRound(seed: number): Mismatch | undefined {
  const next = random(seed);
  const alphabet = [...(ALPHABETS[next(ALPHABETS.length)] ?? 'ab')];
  const word = (length: number) =>
    Array.from({ length }, () => alphabet[next(alphabet.length)] ?? 'a').join('');
  const triggers: Trigger[] = Array.from({ length: 1 + next(60) }, () => ({
    text: word(next(20) === 0 ? 1 + next(3) : 4 + next(12)),
    tier: TIERS[next(3)] ?? 'strong',
    ...(next(4) === 0 ? { caseInsensitive: true } : {}),
    ...(next(3) === 0 ? { wholeWord: true } : {}),
  }));
  const engines = [createPrefilter(triggers), createPrefilter(triggers, { engine: 'javascript' })];
  for (let text = 0; text < 6; text++) {
    const bytes = randomText(next, triggers, word);
    const expected = naiveHits(triggers, bytes);
    const tiers = expected.reduce((set, hit) => set | TIER_BITS[triggers[hit.trigger]?.tier ?? 'strong'], 0);
    for (const prefilter of engines) {
      const report = (found: unknown, wanted: unknown): Mismatch => ({
        seed,
        engine: prefilter.engine,
        triggers,
        text: Buffer.from(bytes).toString('latin1'),
        found,
        expected: wanted,
      });
      const found = prefilter.scan(bytes);
      if (found !== tiers) return report(found, tiers);
      const hits = prefilter.hits();
      if (JSON.stringify(hits) !== JSON.stringify(expected)) return report(hits, expected);
      if (Buffer.compare(prefilter.content(), bytes) !== 0) return report('content', 'the text itself');
    }
  }
  return undefined;
}

function randomText(
  next: (below: number) => number,
  triggers: readonly Trigger[],
  word: (length: number) => string,
): Uint8Array {
  const length = next(3) === 0 ? next(40) : next(160);
  const parts: Buffer[] = [];
  let filled = 0;
  while (filled < length) {
    const text = triggers[next(triggers.length)]?.text ?? '';
    const slash = ['/', '\\/', '%2F', '%2f'][next(4)] ?? '/';
    const whole = Buffer.from(next(3) === 0 ? text.toUpperCase() : text.replaceAll('/', slash));
    const part = [
      whole,
      whole.subarray(next(whole.length)),
      Buffer.from(word(1 + next(8))),
      Buffer.from([next(256)]),
    ];
    const chosen = part[next(4)] ?? whole;
    parts.push(chosen);
    filled += chosen.length;
  }
  // Cut at the length, so that a spelling often ends exactly at the end or one byte behind it.
  return Uint8Array.from(Buffer.concat(parts).subarray(0, length));
}
