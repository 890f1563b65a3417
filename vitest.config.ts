import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where a check that adds up both suites wants the result of this one. */
const json = process.env.VITEST_JSON;

/** Those that take longest, longest first: they begin first, or all but one processor wait for them in the end. */
const LONGEST = [
  'codemods/cases.test.ts',
  'repository/pattern-times.test.ts',
  'read/javascript/nesting.test.ts',
  'read/text/hostile.test.ts',
  'rules/hostile.test.ts',
  'cli/compare.test.ts',
  'idioms/programs.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/**
 * They replace modules, look at which are loaded, or measure code that is slow in a process which has run much else.
 * All others share a process with the files before them.
 */
const ALONE = [
  'test/read/json/json.test.ts',
  'test/rules/failures.test.ts',
  'test/rules/imports.test.ts',
  'test/rules/optional-languages.test.ts',
  'test/scan/stages.test.ts',
];

const EXCLUDED = ['**/node_modules/**', 'test/**/*.system.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: json === undefined ? ['default'] : ['default', ['json', { outputFile: json }]],
    globalSetup: 'test/temporary.setup.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...EXCLUDED, ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    // By default one processor stays free, which on two of them is half the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // They end what hangs. What has to be fast is measured on the processor, for others may use the machine, too.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
