import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/formats/index.js';
import { HAND_CALL, projectOf, REVIEW_CALL, SAFE_CALL } from '../migrate/project.js';

/** What `migrate --write` leaves behind: two dead calls under markers, and none that was rewritten. */
async function migrated() {
  const project = projectOf({ 'src/a.mjs': HAND_CALL + SAFE_CALL + HAND_CALL });
  await project.run('migrate', '--write', '--allow-dirty');
  expect(project.read('src/a.mjs').match(/edge-sunset-todo/g)).toHaveLength(2);
  return project;
}

describe('dead calls under a marker', () => {
  it('stay findings with their place and the state marked in JSON and NDJSON', async () => {
    const project = await migrated();
    const { code, stdout } = await project.run('scan', '-f', 'json');
    const { findings, summary } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(findings).toMatchObject([
      { entry: 'zone-analytics', state: 'marked', path: 'src/a.mjs', line: 2 },
      { entry: 'zone-analytics', state: 'marked', path: 'src/a.mjs', line: 5 },
    ]);
    expect(summary).toMatchObject({
      findings: 2,
      marked: 2,
      markers: 2,
      byEntry: { 'zone-analytics': 2 },
    });
    const rows = (await project.run('scan', '-f', 'ndjson')).stdout.trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row)).filter(({ state }) => state === 'marked')).toHaveLength(2);
  });

  it('are results of SARIF and rows of the text', async () => {
    const project = await migrated();
    const { results } = JSON.parse((await project.run('scan', '-f', 'sarif')).stdout).runs[0];
    expect(results).toHaveLength(2);
    expect(results[0].properties.state).toBe('marked');
    expect(results[0].locations[0].physicalLocation.region.startLine).toBe(2);
    const { stdout } = await project.run('scan');
    expect(stdout).toMatch(/^ {2}src\/a\.mjs:2:\d+ {2}marked$/m);
    expect(stdout).toContain('2 findings in 1 file');
    expect(stdout).toContain('2 of them marked for manual work');
    expect(stdout).not.toContain('No retired API calls found');
  });

  it.each(FORMATS)('are two results with place and state in $name', async ({ name }) => {
    const words = (text: string) => text.match(/\bmarked\b/gi)?.length ?? 0;
    const places = (text: string) => text.match(/src(?:\/|%2F)a\.mjs/g)?.length ?? 0;
    const project = await migrated();
    const { stdout } = await project.run('scan', '-f', name);
    const open = projectOf({ 'src/a.mjs': HAND_CALL });
    const report = await open.run('scan', '-f', name);
    expect(places(report.stdout)).toBeGreaterThan(0);
    expect(places(stdout)).toBeGreaterThan(0);
    expect(words(stdout)).toBeGreaterThanOrEqual(words(report.stdout) + 2);
  });

  it('do not fail a run that is to fail on nothing, and calls without a marker are open', async () => {
    const project = await migrated();
    expect((await project.run('scan', '--fail-on', 'never')).code).toBe(0);
    const open = projectOf({ 'a.mjs': REVIEW_CALL });
    const { findings, summary } = JSON.parse((await open.run('scan', '-f', 'json')).stdout);
    expect(findings).toMatchObject([{ state: 'open' }]);
    expect(summary.marked).toBe(0);
  });

  it('leave a plan as it was: nothing is marked twice', async () => {
    const project = await migrated();
    const before = project.read('src/a.mjs');
    await project.run('migrate', '--write', '--allow-dirty');
    expect(project.read('src/a.mjs')).toBe(before);
  });
});
