import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { RootResult } from '../../src/scan/index.js';
import { DEFAULT_SETTINGS, runScan, targetsOf } from '../../src/scan/index.js';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';

async function events(cwd: string, paths: readonly string[]): Promise<readonly string[]> {
  const found = targetsOf(paths, cwd);
  if (!found.ok) throw new Error(found.problem);
  const seen: string[] = [];
  const targets = found.targets.map((target) => ({
    target,
    settings: DEFAULT_SETTINGS,
    catalogue: builtinCatalogue(),
  }));
  await runScan(
    { targets, now: '2026-11-21', cwd },
    {
      findings: (findings) => seen.push(findings.map(({ path }) => path).join()),
      root: (label: string | undefined, { summary }: RootResult) =>
        seen.push(`done ${label ?? ''} ${summary.findings}`),
    },
  );
  return seen;
}

test('findings are handed on file by file, each root before the next', async () => {
  const cwd = folderOf({ 'one/b.ts': DEAD_CALL, 'one/a.ts': DEAD_CALL + DEAD_CALL, 'two/c.ts': DEAD_CALL });
  expect(await events(cwd, ['one', 'two'])).toEqual([
    'one/a.ts,one/a.ts',
    'one/b.ts',
    'done one 3',
    'two/c.ts',
    'done two 1',
  ]);
});

test('lines of the first root are written while the second is still to be read', async () => {
  const cwd = folderOf({ 'one/a.ts': DEAD_CALL, 'two/b.ts': '// none\n' });
  let written = '';
  const outcome = await edgeSunset(['scan', '-f', 'ndjson', 'one', 'two'], {
    cwd,
    onStdout: (text) => {
      written += text;
      // What is found in the second root was not there when the first line came.
      if (text.includes('"finding"')) writeFileSync(join(cwd, 'two/b.ts'), DEAD_CALL);
    },
  });
  expect(outcome.stdout).toBe(written);
  const rows = outcome.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ type, path }) => [type, path].join(' ').trim())).toEqual([
    'start',
    'finding one/a.ts',
    'done',
    'finding two/b.ts',
    'done',
  ]);
});

test('the lines of a stream come in the order of the JSON report', async () => {
  const cwd = folderOf({ 'z.py': 'x = 1\n', 'b/a.ts': DEAD_CALL, 'B.ts': DEAD_CALL, 'a.ts': DEAD_CALL });
  const json = JSON.parse((await edgeSunset(['scan', '-f', 'json'], { cwd })).stdout);
  const rows = (await edgeSunset(['scan', '-f', 'ndjson'], { cwd })).stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const findings = rows.filter(({ type }) => type === 'finding').map(({ type: _, ...row }) => row);
  expect(findings).toEqual(json.findings);
  expect(findings).toHaveLength(3);
});
