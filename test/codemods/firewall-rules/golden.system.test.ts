/** A program that keeps its own rules among those of others, in nine scenarios: before the end and migrated after it. */
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../../scripts/golden/run.js';
import { SCENARIOS } from '../../../scripts/golden/scenarios.js';
import { loadCases } from '../../../scripts/prove/cases.js';
import { migrated, written } from '../../../scripts/prove/migrated.js';
import { withTree } from '../../../scripts/prove/trees.js';

const found = loadCases(['firewall-rules']).find(({ name }) => name === 'parts-kept-in-order');
if (found === undefined) throw new Error('the program is gone');
const program = found;
const after = migrated(program.input, program.meta).then((result) => written(program.input, result));

describe('parts kept in order', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.title, scenario] as const))(
    '%s',
    async (_, scenario) => {
      const tree = await after;
      const row = await withTree(program.input, (before) =>
        withTree(tree, (folder) =>
          runScenario(scenario, {
            before,
            after: folder,
            command: [process.execPath, 'index.js'],
            env: { PATH: process.env.PATH, CLOUDFLARE_API_TOKEN: 't', NODE_NO_WARNINGS: '1' },
          }),
        ),
      );
      expect(row.differences).toEqual([]);
      expect(row.failsLate).toBe(true);
      if (row.again.before === 0) expect(row.again.after).toBe(0);
    },
    60_000,
  );
});
