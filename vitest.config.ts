import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/fixtures/**', '**/node_modules/**', 'test/**/*.system.test.ts'],
    testTimeout: 30_000,
  },
});
