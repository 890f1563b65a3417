import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** Where a check that adds up both suites wants the result of this one. */
const json = process.env.VITEST_JSON;

/** Tests that need more than Node, npm and git: other programs, a packed package, the network of npm. */
export default defineConfig({
  test: {
    reporters: json === undefined ? ['default'] : ['default', ['json', { outputFile: json }]],
    include: ['test/**/*.system.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    globalSetup: ['test/temporary.setup.ts', 'test/package/pack.setup.ts'],
    maxWorkers: 2,
  },
});
