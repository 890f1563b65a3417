import { describe, expect, it } from 'vitest';
import { RunBudget, runLimits } from '../../src/scan/budget/run-budget.js';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';

const LIMITS = { milliseconds: 1e9, heap: 1000 };

function work(milliseconds: number): void {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system > milliseconds * 1000) return;
  }
}

describe('the budget of a run', () => {
  it('lets all be read where little is used', () => {
    const budget = new RunBudget(LIMITS, expect.unreachable, () => 10);
    expect(budget.next()).toEqual({ read: 'whole' });
  });

  it.each([
    ['caches filled it', 10, { read: 'whole' }],
    ['what is known fills it', 1100, { read: 'parts', reason: 'memory' }],
    ['what is known fills much more', 1600, { read: 'nothing', reason: 'memory' }],
  ])('in memory: %s', (_, left, allowed) => {
    let used = 2000;
    const budget = new RunBudget(
      LIMITS,
      () => (used = left),
      () => used,
    );
    expect(budget.next()).toEqual(allowed);
  });

  it('in time: first in parts, then not at all', () => {
    const budget = new RunBudget(
      { ...LIMITS, milliseconds: 40 },
      () => {},
      () => 0,
    );
    work(50);
    expect(budget.next()).toEqual({ read: 'parts', reason: 'timeout' });
    work(40);
    expect(budget.next()).toEqual({ read: 'nothing', reason: 'timeout' });
  });

  it('grows with the tree unless the user says otherwise', () => {
    expect(runLimits(null, 200_000).milliseconds).toBeGreaterThan(runLimits(null, 1).milliseconds);
    expect(runLimits(7, 200_000).milliseconds).toBe(7000);
  });

  it('has its files listed, and the scan is incomplete', async () => {
    const slow = `${DEAD_CALL}${'let a = a + a;\n'.repeat(20_000)}`;
    const files = Array.from(
      { length: 64 },
      (_, at) => [`f${at + 10}.mjs`, at < 56 ? slow : DEAD_CALL] as const,
    );
    const cwd = folderOf(Object.fromEntries(files));
    const { code, stdout } = await edgeSunset(['scan', '--format', 'json', '--time-limit', '1'], { cwd });
    const { skipped } = JSON.parse(stdout);
    const paths = skipped.map(({ path }: { path: string }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(new Set(skipped.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['timeout']));
    expect(code).toBe(3);
  });

  it('takes seconds alone', async () => {
    for (const written of ['0', 'long', '-1', '1.5']) {
      const { code, stderr } = await edgeSunset(['scan', `--time-limit=${written}`], { cwd: folderOf({}) });
      expect(code).toBe(2);
      expect(stderr).toContain('--time-limit must be a number of seconds');
    }
  });
});
