import { describe, expect, it } from 'vitest';
import type { FileAnalysis } from '../../src/analysis/index.js';
import type { Program, SourceFile } from '../../src/read/reader.js';
import { BoundedAnalyses } from '../../src/scan/analysis/bounded.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';

const NOTHING: FileAnalysis = {
  findings: [],
  undetermined: [],
  problems: [],
  tier: 'text',
  unexplained: false,
};
const IN_PARTS = { ...NOTHING, degraded: 'timeout', unexplained: true };
const CURL = 'curl -X POST https://api.cloudflare.com/client/v4/zones/0123/firewall/rules\n';
const LIMITS = { file: 100, parts: 100, busyFactor: 1, findings: 10 };

function fileAt(path: string): SourceFile {
  return { path, text: '', language: 'text' };
}

/** An analyzer that never ends for files that are named so. */
function engine(whole: RegExp, parts: RegExp) {
  const log: string[] = [];
  const hangs = (path: string, named: RegExp): void => {
    while (named.test(path));
  };
  const analyzer = {
    languageOf: () => 'text',
    load: async () => {},
    usages: () => ({ usages: [], undetermined: [] }),
    analyze({ path }: SourceFile) {
      hangs(path, whole);
      log.push(path);
      return NOTHING;
    },
    *analyzeParts({ path }: SourceFile) {
      log.push(`a part of ${path}`);
      yield { ...NOTHING, unexplained: true };
      hangs(path, parts);
      log.push(`another of ${path}`);
      yield NOTHING;
    },
  };
  return { log, analyzer: async () => analyzer, renew: () => log.push('renewed') };
}

async function analysed(paths: readonly string[], whole: RegExp, parts: RegExp) {
  const { log, ...one } = engine(whole, parts);
  const bounded = new BoundedAnalyses(one, () => ({}) as Program, LIMITS);
  const results = await bounded.of(paths.map(fileAt));
  return { log, results };
}

describe('analyses within a time limit', () => {
  it('read in parts what takes too long, with a new analyzer, and go on', async () => {
    const { log, results } = await analysed(['a', 'hangs', 'b'], /hangs/, /never/);
    expect(log).toEqual(['a', 'renewed', 'a part of hangs', 'another of hangs', 'b']);
    expect(results).toEqual([
      { analysis: NOTHING },
      { analysis: IN_PARTS, cut: { reason: 'timeout', read: 'all parts' } },
      { analysis: NOTHING },
    ]);
  });

  it('keep what was read of a file whose parts take too long', async () => {
    const { log, results } = await analysed(['hangs', 'b'], /hangs/, /hangs/);
    expect(log).toEqual(['renewed', 'a part of hangs', 'renewed', 'b']);
    expect(results[0]).toEqual({ analysis: IN_PARTS, cut: { reason: 'timeout', read: 'some parts' } });
  });

  it('end with a file that has more findings than a report lists', async () => {
    const text = '"(cf.threat_score gt 10)"\n'.repeat(80_000);
    const { skipped, summary } = JSON.parse(
      (
        await edgeSunset(['scan', '--format', 'json'], {
          cwd: folderOf({ 'a.yml': `- ${text}`, 'b.sh': CURL }),
        })
      ).stdout,
    );
    expect(skipped).toEqual([
      {
        path: 'a.yml',
        reason: 'too-large',
        detail:
          'the file has more findings than a report can list; only some of the code around API keywords was analysed',
      },
    ]);
    expect(summary.findings).toBeGreaterThan(5_000);
    expect(summary.findings).toBeLessThan(10_000);
  });

  it('give a file more time where other programs use the processor', async () => {
    const { analyzer, ...one } = engine(/never/, /never/);
    const loaded = await analyzer();
    let waits = 1;
    const waiting = {
      ...loaded,
      analyze(file: SourceFile) {
        // Waits as a busy machine makes it wait: the clock runs, and nothing works.
        if (waits-- > 0)
          for (let at = 0; at < 30; at++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 7);
        return loaded.analyze(file);
      },
    };
    const bounded = new BoundedAnalyses({ ...one, analyzer: async () => waiting }, () => ({}) as Program, {
      ...LIMITS,
      busyFactor: 2.503,
    });
    expect(await bounded.of([fileAt('a')])).toEqual([{ analysis: NOTHING }]);
    expect(one.log).toEqual(['renewed', 'a']);
  });

  it('share one watch where all is well', async () => {
    const { log } = await analysed(['a', 'b', 'c'], /never/, /never/);
    expect(log).toEqual(['a', 'b', 'c']);
  });
});

describe('a file too large for one reading', () => {
  const CALL = 'requests.post("https://api.cloudflare.com/client/v4/zones/0123/firewall/rules")\n';
  const filler = 'value = compute(1, 2)\n'.repeat(100_000);

  it('is read around its triggers, and says so', async () => {
    const text = `${CALL}${filler}${CALL}`;
    const cwd = folderOf({ 'large.py': text, 'small.py': CALL });
    const { code, stdout } = await edgeSunset(['scan', '--format', 'json'], { cwd });
    const { findings, skipped } = JSON.parse(stdout);
    const places = findings.map(({ path, offset }: { path: string; offset: [number, number] }) => [
      path,
      offset[0],
    ]);
    const at = CALL.indexOf('firewall');
    expect(places).toEqual([
      ['large.py', at],
      ['large.py', CALL.length + filler.length + at],
      ['small.py', at],
    ]);
    expect(skipped).toEqual([
      { path: 'large.py', reason: 'unparsable', tier: 'text', detail: 'more than 2000000 characters' },
    ]);
    expect(code).toBe(1);
  });

  it('finds the calls of a program without lines', async () => {
    const call =
      'fetch("https://api.cloudflare.com/client/v4/zones/0123/firewall/rules", { method: "POST" });';
    const minified = 'var a=function(b,c){return b.d(c)?{e:1,f:"g"}:[b,c,h(b)]};'.repeat(20_000);
    const cwd = folderOf({ 'large.js': `${call}${minified}${call}${minified}${call}` });
    const { stdout } = await edgeSunset(['scan', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).summary).toMatchObject({ findings: 3, hints: 0 });
  });
});
