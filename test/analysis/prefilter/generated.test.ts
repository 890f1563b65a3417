import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { teddyModuleText } from '../../../scripts/prefilter-build.js';
import { TEDDY_MODULE } from '../../../src/analysis/prefilter/generated/teddy.js';

const committed = new URL('../../../src/analysis/prefilter/generated/teddy.ts', import.meta.url);

test('the committed module is what its source assembles to', async () => {
  expect(readFileSync(committed, 'utf8').replaceAll('\r\n', '\n')).toBe(await teddyModuleText());
  expect(Buffer.from(TEDDY_MODULE, 'base64').subarray(0, 4).toString('latin1')).toBe('\0asm');
});
