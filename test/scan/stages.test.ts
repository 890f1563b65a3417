/** Each stage of a run ends within its time, and names what it left out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { HAND_CALL, planWith, REVIEW_CALL, SAFE_CALL, SAFE_CALL_AFTER } from '../migrate/project.js';

afterEach(() => vi.restoreAllMocks());

/** Lets every look at the clock cost ten seconds where it is called from the source file, and nothing elsewhere. */
function slowIn(source: string): void {
  let spent = 0;
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
    if (new Error().stack?.includes(source)) spent += 1e7;
    return { user: spent, system: 0 };
  });
}

const TREE = { 'a.mjs': DEAD_CALL, 'b.mjs': DEAD_CALL, 'c/c.mjs': DEAD_CALL };
const PATHS = Object.keys(TREE);

interface Rows {
  readonly findings: readonly { readonly path: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly detail: string }[];
}

async function scanned(...argv: readonly string[]): Promise<Rows & { readonly code: number }> {
  const { code, stdout } = await edgeSunset(['scan', '--format', 'json', ...argv], { cwd: folderOf(TREE) });
  return { code, ...(JSON.parse(stdout) as Rows) };
}

describe('a scan', () => {
  it.each([
    ['search', 'src/scan/candidates/collect.ts', 'not searched'],
    ['listing', 'src/scan/results/results.ts', 'not listed'],
  ])('ends in time in its %s', async (_, source, detail) => {
    slowIn(source);
    const { code, findings, skipped } = await scanned('--time-limit', '1');
    expect(code).toBe(3);
    expect(findings).toEqual([]);
    expect(skipped).toEqual(
      PATHS.map((path) => ({ path, reason: 'timeout', detail: expect.stringContaining(detail) })),
    );
  });

  it('has the time that the user grants', async () => {
    slowIn('src/scan/results/results.ts');
    const { findings, skipped } = await scanned('--time-limit', '1000');
    expect(findings.map(({ path }) => path)).toEqual(PATHS);
    expect(skipped).toEqual([]);
  });
});

describe('a migration', () => {
  const FILES = { 'a.mjs': SAFE_CALL, 'b.mjs': REVIEW_CALL + HAND_CALL };
  const planned = (timeLimit: number | null) =>
    planWith(FILES, [], {}, (material) => ({ ...material, timeLimit }));

  it('writes nothing that was not planned in time, and names it', async () => {
    const { files, skipped, sites } = await planned(-1);
    expect(files).toEqual([]);
    expect(skipped.map(({ path, reason }) => [path, reason])).toEqual([
      ['a.mjs', 'timeout'],
      ['b.mjs', 'timeout'],
    ]);
    expect(sites).toHaveLength(3);
    for (const site of sites)
      expect(site).toMatchObject({ strategy: 'marker', reason: expect.stringContaining('too long') });
  });

  it('plans all of it otherwise', async () => {
    const { files, skipped } = await planned(null);
    expect(files.map(({ path }) => path)).toEqual(['a.mjs', 'b.mjs']);
    expect(skipped).toEqual([]);
  });

  it('leaves a file alone whose result was not read in time', async () => {
    const cwd = folderOf({ 'a.mjs': SAFE_CALL });
    slowIn('analyseAgain');
    const { code } = await edgeSunset(['migrate', '--write', '--no-types', '--time-limit', '1'], { cwd });
    expect(code).toBe(3);
    expect(readFileSync(join(cwd, 'a.mjs'), 'utf8')).toBe(SAFE_CALL);
  });

  it('that is cut short is incomplete, and leaves the files as they are', async () => {
    const files = { 'a.mjs': SAFE_CALL };
    const run = () =>
      edgeSunset(['migrate', '--write', '--no-types', '--time-limit', '1'], { cwd: folderOf(files) });
    expect((await run()).code).toBe(0);
    slowIn('src/migrate/plan-root.ts');
    const { code, stdout } = await run();
    expect(code).toBe(3);
    expect(stdout).toContain('not planned: the whole migration took too long (--time-limit)');
    expect(stdout).not.toContain(SAFE_CALL_AFTER.trim());
  });
});
