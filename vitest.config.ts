import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** Where a check that adds up both suites wants the result of this one. */
const json = process.env.VITEST_JSON;

export default defineConfig({
  test: {
    reporters: json === undefined ? ['default'] : ['default', ['json', { outputFile: json }]],
    include: ['test/**/*.test.ts'],
    exclude: ['**/fixtures/**', '**/node_modules/**', 'test/**/*.system.test.ts'],
    testTimeout: 30_000,
  },
});
