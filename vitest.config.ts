import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** Where a check that adds up both suites wants the result of this one. */
const json = process.env.VITEST_JSON;

export default defineConfig({
  test: {
    reporters: json === undefined ? ['default'] : ['default', ['json', { outputFile: json }]],
    include: ['test/**/*.test.ts'],
    exclude: ['**/fixtures/**', '**/node_modules/**', 'test/**/*.system.test.ts'],
    // By default one processor stays free, which on two of them is half the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    // What is set up once for a file has as long as its tests.
    hookTimeout: 30_000,
  },
});
