import { describe, expect, it } from 'vitest';
import { builtinSamples } from '../../src/catalogue/index.js';
import { ruleName } from '../../src/report/index.js';
import { lint, textAt } from './linter.js';

/** Every sample of the catalogue that a script can hold, through ESLint: reported where it says, or not. */

const SCRIPTS = new Set(['javascript', 'typescript']);
const samples = await builtinSamples();

describe('samples that match', () => {
  for (const { id, match } of samples) {
    for (const sample of match.filter(({ language }) => SCRIPTS.has(language))) {
      it(`${id}: ${sample.at ?? sample.code.split('\n', 1)[0]}`, () => {
        const messages = lint(sample.code, { filename: sample.path ?? 'example.ts' });
        const own = messages.filter(({ ruleId }) => ruleId === `edge-sunset/${ruleName(id)}`);
        expect(own.length).toBeGreaterThan(0);
        if (sample.at !== undefined)
          expect(own.map((message) => textAt(sample.code, message))).toContain(sample.at);
      });
    }
  }
});

describe('samples that do not match', () => {
  for (const { id, noMatch } of samples) {
    for (const sample of noMatch.filter(({ language }) => SCRIPTS.has(language))) {
      it(`${id}: ${sample.why ?? sample.code.split('\n', 1)[0]}`, () => {
        const messages = lint(sample.code, { filename: sample.path ?? 'example.ts' });
        expect(messages.filter(({ ruleId }) => ruleId === `edge-sunset/${ruleName(id)}`)).toEqual([]);
      });
    }
  }
});
