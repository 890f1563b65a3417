import { describe, expect, it } from 'vitest';
import { EXIT, worst } from '../../src/cli/base/exit-code.js';
import { DEAD_CALL, edgeSunset, folderOf, LIVE_CALL } from './command-line.js';

const MARKER = '// edge-sunset-todo firewall-rules 0123abcd: dead since 2025-01-15. Create a custom rule.\n';
/** A file that holds a trigger and is too large to be analysed with the limit the tests set. */
const LARGE = `${'// filler\n'.repeat(400)}${DEAD_CALL}`;

describe('precedence', () => {
  it('2 wins over 4 over 3 over 1 over 0, whatever the order', () => {
    const order = [EXIT.usage, EXIT.gate, EXIT.incomplete, EXIT.findings, EXIT.clean];
    for (let mask = 0; mask < 2 ** order.length; mask++) {
      const codes = order.filter((_, index) => (mask & (1 << index)) !== 0);
      expect(worst(codes)).toBe(codes[0] ?? EXIT.clean);
      expect(worst([...codes].reverse())).toBe(codes[0] ?? EXIT.clean);
    }
  });
});

describe('exit codes of scan in all combinations', () => {
  const parts = {
    finding: { 'finding.ts': DEAD_CALL },
    marker: { 'marker.ts': MARKER },
    incomplete: { 'large.ts': LARGE },
    clean: { 'clean.ts': LIVE_CALL },
  };
  const names = Object.keys(parts) as (keyof typeof parts)[];

  for (let mask = 1; mask < 2 ** names.length; mask++) {
    const chosen = names.filter((_, index) => (mask & (1 << index)) !== 0);
    const has = (name: keyof typeof parts) => chosen.includes(name);
    const expected = has('incomplete') ? 3 : has('finding') || has('marker') ? 1 : 0;

    it(`${chosen.join(' + ')} gives ${expected}`, async () => {
      const cwd = folderOf(Object.assign({}, ...chosen.map((name) => parts[name])));
      const limit = ['--max-file-size', '2K'];
      expect((await edgeSunset(['scan', ...limit], { cwd })).code).toBe(expected);
      const allowed = has('finding') || has('marker') ? 1 : 0;
      expect((await edgeSunset(['scan', ...limit, '--allow-incomplete'], { cwd })).code).toBe(allowed);
      const never = has('incomplete') ? 3 : 0;
      expect((await edgeSunset(['scan', ...limit, '--fail-on', 'never'], { cwd })).code).toBe(never);
      // A usage error beats everything.
      expect((await edgeSunset(['scan', ...limit, '--now', 'soon'], { cwd })).code).toBe(2);
    });
  }

  it('nothing to scan is 0, with a notice', async () => {
    const outcome = await edgeSunset(['scan'], { cwd: folderOf({}) });
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain('nothing to scan');
  });
});

describe('--fail-on', () => {
  const at = async (failOn: string, now: string) =>
    (await edgeSunset(['scan', '--fail-on', failOn, '--now', now], { cwd: folderOf({ 'a.ts': DEAD_CALL }) }))
      .code;

  it('any fails before the end of life too', async () => {
    expect(await at('any', '2024-01-01')).toBe(1);
  });

  it('ended fails from the day of the end of life on', async () => {
    expect(await at('ended', '2025-01-14')).toBe(0);
    expect(await at('ended', '2025-01-15')).toBe(1);
    expect(await at('ended', '2026-11-21')).toBe(1);
  });

  it('<n>d looks so many days ahead', async () => {
    expect(await at('30d', '2024-12-15')).toBe(0);
    expect(await at('31d', '2024-12-15')).toBe(1);
    expect(await at('0d', '2025-01-15')).toBe(1);
  });

  it('never does not fail', async () => {
    expect(await at('never', '2026-11-21')).toBe(0);
  });

  it('refuses anything else', async () => {
    for (const text of ['', 'always', '-1d', '3 d', '1.5d', '999999d'])
      expect(await at(text, '2026-01-01')).toBe(2);
  });
});
