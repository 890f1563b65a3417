import { describe, expect, it } from 'vitest';
import { ROOT } from '../repository/sources.js';
import { edgeSunset } from './command-line.js';

/** What is dead in `examples/legacy-app`, and since when: counted by hand in its files. */
const DEAD: readonly (readonly [day: string, entry: string, count: number])[] = [
  ['2021-03-01', 'zone-analytics', 1],
  ['2023-04-03', 'notification-email', 1],
  ['2024-02-04', 'legacy-tunnels', 1],
  ['2024-05-31', 'srv-data', 3],
  ['2024-06-14', 'server-side-excludes', 1],
  ['2024-07-14', 'dns-locked', 1],
  ['2024-08-05', 'minify', 2],
  ['2024-08-15', 'brotli', 1],
  ['2024-09-30', 'security-level', 2],
  ['2024-09-30', 'threat-score', 1],
  ['2024-10-01', 'dns-error-chain', 1],
  ['2025-01-15', 'firewall-rules', 7],
  ['2025-01-15', 'rate-limits', 2],
  ['2025-01-15', 'waf-packages', 1],
  ['2027-03-31', 'settings-batch', 1],
];

async function scanAt(now: string) {
  const outcome = await edgeSunset(['scan', 'examples/legacy-app', '--format', 'json', '--now', now], {
    cwd: ROOT,
  });
  return { ...outcome, report: JSON.parse(outcome.stdout) };
}

describe('the bundled example through time', () => {
  it.each(['2019-12-31', '2021-03-01', '2024-06-14', '2025-01-14', '2025-01-15', '2026-11-21'])(
    'on %s',
    async (now) => {
      const { report, code } = await scanAt(now);
      const ended = report.findings.filter((finding: { readonly daysPast: number }) => finding.daysPast >= 0);
      const counts: Record<string, number> = {};
      for (const { entry } of ended) counts[entry] = (counts[entry] ?? 0) + 1;
      const expected = DEAD.filter(([day]) => day <= now).map(([, entry, count]) => [entry, count]);
      expect(counts).toEqual(Object.fromEntries(expected));
      // What will be dead is reported all along, with another wording.
      expect(report.summary.byEntry).toEqual(
        Object.fromEntries(DEAD.map(([, entry, count]) => [entry, count])),
      );
      expect(code).toBe(1);
    },
  );

  it('fails by what has ended, or ends soon', async () => {
    const at = async (now: string, failOn: string) =>
      (await edgeSunset(['scan', 'examples/legacy-app', '--now', now, '--fail-on', failOn], { cwd: ROOT }))
        .code;
    expect(await at('2021-02-28', 'ended')).toBe(0);
    expect(await at('2021-03-01', 'ended')).toBe(1);
    expect(await at('2021-02-01', '27d')).toBe(0);
    expect(await at('2021-02-01', '28d')).toBe(1);
  });

  it('says so in words', async () => {
    const before = (
      await edgeSunset(['scan', 'examples/legacy-app/src/figures.ts', '--now', '2021-02-28'], { cwd: ROOT })
    ).stdout;
    expect(before).toContain('ends in 1 day');
    const after = (
      await edgeSunset(['scan', 'examples/legacy-app/src/figures.ts', '--now', '2021-03-02'], { cwd: ROOT })
    ).stdout;
    expect(after).toContain('retired 1 day ago');
  });
});

describe('the bundled example', () => {
  it('gives the same findings without the prefilter', async () => {
    const run = async (...argv: string[]) => {
      const { stdout } = await edgeSunset(['scan', 'examples/legacy-app', '-f', 'json', ...argv], {
        cwd: ROOT,
      });
      return JSON.parse(stdout).findings.map(
        ({ path, offset, entry, kind, severity }: Readonly<Record<string, unknown>>) =>
          JSON.stringify([path, offset, entry, kind, severity]),
      );
    };
    expect(await run('--no-prefilter')).toEqual(await run());
  });

  it('has hints that are listed on request and never fail', async () => {
    const docs = ['scan', 'examples/legacy-app/docs', '-f', 'json'];
    const plain = await edgeSunset(docs, { cwd: ROOT });
    expect({ code: plain.code, findings: JSON.parse(plain.stdout).findings }).toEqual({
      code: 0,
      findings: [],
    });
    expect(JSON.parse(plain.stdout).summary.hints).toBeGreaterThan(0);
    const listed = await edgeSunset([...docs, '--hints'], { cwd: ROOT });
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.stdout).findings).toMatchObject([
      { path: 'examples/legacy-app/docs/runbook.md', severity: 'hint', context: 'docs' },
    ]);
  });
});
