/** What the prefilter must agree with: every spelling tried at every place. */

import type { Trigger, TriggerHit } from '../../../src/analysis/prefilter/index.js';

export function naiveHits(triggers: readonly Trigger[], bytes: Uint8Array): TriggerHit[] {
  const hits: TriggerHit[] = [];
  triggers.forEach((trigger, index) => {
    for (const spelling of spellings(trigger.text)) {
      const wanted = Buffer.from(spelling);
      for (let start = 0; start + wanted.length <= bytes.length; start++) {
        const equal = equalAt(bytes, start, wanted, trigger.caseInsensitive === true);
        if (equal && (trigger.wholeWord !== true || standsAlone(bytes, start, start + wanted.length))) {
          hits.push({ trigger: index, start, end: start + wanted.length });
        }
      }
    }
  });
  return hits.sort((a, b) => a.start - b.start || a.trigger - b.trigger);
}

function spellings(text: string): Set<string> {
  return new Set(['/', '\\/', '%2F', '%2f'].map((slash) => text.split('/').join(slash)));
}

function equalAt(bytes: Uint8Array, start: number, wanted: Uint8Array, anyCase: boolean): boolean {
  const fold = (byte: number | undefined) => {
    const letter = String.fromCharCode(byte ?? 0);
    return anyCase && letter < '\u0080' ? letter.toLowerCase() : letter;
  };
  return wanted.every((byte, index) => fold(byte) === fold(bytes[start + index]));
}

function standsAlone(bytes: Uint8Array, start: number, end: number): boolean {
  const before = Buffer.from(bytes.subarray(0, start)).toString('latin1');
  const text = Buffer.from(bytes.subarray(start, end)).toString('latin1');
  const after = Buffer.from(bytes.subarray(end)).toString('latin1');
  if (/\w$/.test(text) && /^\w/.test(after)) return false;
  return !/^\w/.test(text) || !/\w$/.test(before) || /[\\%][\s\S]$|%[\s\S]{2}$/.test(before);
}

/** Numbers from a seed, the same on every machine (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
