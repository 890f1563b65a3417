import { expect, it } from 'vitest';
import { exitCode } from '../../src/cli/migrate/exit-code.js';
import type { Codemod, MigrationPlan } from '../../src/migrate/index.js';
import type { Report } from '../../src/report/index.js';
import { HOST, planWith, SAFE_CALL } from '../migrate/project.js';

/** Writes what does not parse. */
const BROKEN: Codemod = {
  id: 'broken',
  entries: ['zone-analytics'],
  ties: 'site',
  classify: ({ finding: { at } }) => ({
    strategy: 'in-place',
    level: 'safe',
    reason: 'for a test',
    edits: [{ file: at.file, start: at.start, end: at.end, text: '`(' }],
    differences: [],
  }),
  checklist: [],
};

it.each([
  ['4 where a gate refuses all that would be written', '', 4],
  ['1 where something else is written beside it', SAFE_CALL, 1],
])('%s', async (_, other, code) => {
  const call = `await fetch(\`${HOST}/zones/\${zone}/analytics/dashboard\`);\n`;
  const plan = await planWith({ 'a.mjs': call + other }, [BROKEN]);
  expect(plan.sites.map(({ outcome }) => outcome)).toContain('refused');
  const report = { skipped: [], summary: { markers: 0 } } as unknown as Report;
  const migration = { roots: [plan] } as unknown as MigrationPlan;
  expect(exitCode(migration, report, [], [], true)).toBe(code);
});
