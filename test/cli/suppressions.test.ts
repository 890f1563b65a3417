import { describe, expect, it } from 'vitest';
import { processorTime } from '../processor-time.js';
import { DEAD_CALL, edgeSunset, folderOf } from './command-line.js';

const ignoring = (what: string, call = DEAD_CALL) => `// edge-sunset-ignore-next-line ${what}\n${call}`;
const on = (now: string, text: string, command = 'scan') =>
  edgeSunset([command, '--now', now], { cwd: folderOf({ 'a.ts': text }) });

describe('a suppression that ends', () => {
  const text = ignoring('firewall-rules until 2027-01-31 -- goes in January');

  it('counts through its last day, and no day longer', async () => {
    expect((await on('2027-01-31', text)).code).toBe(0);
    const after = await on('2027-02-01', text);
    expect(after.code).toBe(1);
    expect(after.stderr).toContain('a.ts:1: this suppression expired on 2027-01-31');
  });

  it('on what is no day has no effect, and says so', async () => {
    for (const day of ['soon', '2027-02-30', '']) {
      const { code, stderr } = await on('2026-11-21', ignoring(`firewall-rules until ${day} -- why`));
      expect(code).toBe(1);
      expect(stderr).toContain("which is not a date, and has no effect; write 'until 2027-01-31'");
    }
  });
});

describe('a suppression that excuses nothing', () => {
  it('is told by a scan of the whole', async () => {
    const { code, stderr } = await on('2026-11-21', ignoring('minify, firewall-rules -- why'));
    expect(code).toBe(0);
    expect(stderr).toContain('a.ts:1: this suppression matches no finding of minify; remove it.');
  });

  it('is not told where the finding was not asked for, or the file not whole', async () => {
    const cwd = folderOf({
      'a.ts': ignoring('firewall-rules -- why'),
      'b.ts': `${ignoring('minify -- why')}const = ;`,
    });
    expect((await edgeSunset(['scan', '--only', 'minify', 'a.ts'], { cwd })).stderr).toBe('');
    expect((await edgeSunset(['scan', '--only', 'minify'], { cwd })).stderr).not.toContain('excuses nothing');
  });
});

describe('suppressions', () => {
  it('lists each with its place, end and reason', async () => {
    const { code, stdout } = await on(
      '2026-11-21',
      ignoring('firewall-rules until 2027-01-31 -- goes in January'),
      'suppressions',
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      'a.ts:1  firewall-rules  until 2027-01-31  goes in January\n1 suppression, 0 to fix\n',
    );
  });

  it('fails for those that ended, do nothing or are faulty, also where nothing is dead', async () => {
    const text = `${ignoring('firewall-rules until 2026-01-01 -- a')}${ignoring('minify -- b')}${ignoring('firewall-rules')}`;
    const cwd = folderOf({ 'a.ts': text, 'b.ts': ignoring('minify -- gone', 'go();\n') });
    const { code, stdout } = await edgeSunset(['suppressions', '-f', 'json'], { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).suppressions.map(({ state }: { state: string }) => state)).toEqual([
      'ended',
      'unused',
      'faulty',
      'unused',
    ]);
  });

  it('says that there are none', async () => {
    const { code, stdout } = await on('2026-11-21', DEAD_CALL, 'suppressions');
    expect([code, stdout]).toEqual([0, 'No suppressions.\n']);
  });
});

describe('a comment to ESLint', () => {
  const scan = async (text: string, path = 'a.ts') => {
    const { stdout } = await edgeSunset(['scan', '-f', 'json'], { cwd: folderOf({ [path]: text }) });
    const { findings, summary } = JSON.parse(stdout);
    return [findings.length, summary.suppressed];
  };
  const rule = 'edge-sunset/no-firewall-rules';

  it.each([
    `// eslint-disable-next-line ${rule}\n${DEAD_CALL}`,
    `// eslint-disable-next-line no-console, ${rule} -- goes in March\n${DEAD_CALL}`,
    `/* eslint-disable-next-line ${rule} */\n${DEAD_CALL}`,
    `${DEAD_CALL.trimEnd()} // eslint-disable-line ${rule}\n`,
    `/* eslint-disable ${rule} */\n${DEAD_CALL}`,
    `/* eslint-disable ${rule} */\n${DEAD_CALL}/* eslint-enable no-console */\n`,
  ])('that switches off our rule excuses the finding: %s', async (text) => {
    expect(await scan(text)).toEqual([0, 1]);
  });

  it.each([
    `// eslint-disable-next-line\n${DEAD_CALL}`,
    `// eslint-disable-next-line edge-sunset/no-minify\n${DEAD_CALL}`,
    `// eslint-disable-next-line ${rule}\n\n${DEAD_CALL}`,
    `// eslint-disable ${rule}\n${DEAD_CALL}`,
    `/* eslint-disable ${rule} */\n/* eslint-enable ${rule} */\n${DEAD_CALL}`,
    `/* eslint-disable ${rule} */\n/* eslint-enable */\n${DEAD_CALL}`,
    `// eslint-disabled-next-line ${rule}\n${DEAD_CALL}`,
  ])('that does not leaves it: %s', async (text) => {
    expect(await scan(text)).toEqual([1, 0]);
  });

  it('by the hundred thousand costs no more than it must', async () => {
    const pair = `/* eslint-disable ${rule} */\n/* eslint-enable ${rule} */\n`;
    const started = processorTime();
    expect(await scan(`${pair.repeat(20_000)}${DEAD_CALL}`)).toEqual([1, 0]);
    expect(processorTime() - started).toBeLessThan(20_000);
  });
});
