import { describe, expect, it } from 'vitest';
import { batteryCases } from '../../bench/battery/cases.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { DEAD_URL } from './texts.js';

/** A few cases of `npm run battery`, inside this process; the command measures all of them. */
const SAMPLE = [
  'a pattern that backtracks, replace',
  'a pattern that backtracks, test',
  '143,000 resources, HCL',
  'a heredoc label of 40 kB, sh',
  'a heredoc label of 40 kB, rb',
  'package.json: nested dependencies',
  'pnpm-lock.yaml: aliases',
  '400 damaged samples, seed 1',
];
const SECONDS = 10;

const CASES = (await batteryCases()).filter(({ name }) => SAMPLE.includes(name));

describe('a sample of the battery', () => {
  it('holds every case named', () => {
    expect(CASES.map(({ name }) => name).sort()).toEqual([...SAMPLE].sort());
  });

  it.each(CASES)('$name', async ({ file, content, beside }) => {
    const cwd = folderOf({ ...beside, 'good/good.sh': `curl -X POST ${DEAD_URL}\n`, [file]: content() });
    const before = process.cpuUsage();
    const { code, stdout } = await edgeSunset(['scan', '--format', 'json'], { cwd });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(SECONDS);
    const { findings, skipped } = JSON.parse(stdout);
    expect(findings.filter(({ path }: { path: string }) => path === 'good/good.sh')).toHaveLength(1);
    expect(skipped.filter(({ reason }: { reason: string }) => reason === 'internal')).toEqual([]);
    expect([1, 3]).toContain(code);
  });
});
