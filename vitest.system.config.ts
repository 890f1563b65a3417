import { defineConfig } from 'vitest/config';

/** Tests that need more than Node, npm and git: other programs, a packed package, the network of npm. */
export default defineConfig({
  test: {
    include: ['test/**/*.system.test.ts'],
    exclude: ['**/fixtures/**', '**/node_modules/**'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
