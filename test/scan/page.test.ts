import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { FindingRow } from '../../src/scan/results/finding-row.js';
import { Fingerprints } from '../../src/scan/results/fingerprint.js';
import { Page } from '../../src/scan/results/page.js';
import { processorTime } from '../processor-time.js';

const CALL = 'send("/zones/0123/firewall/rules", "swordfish-7Kq"); ';
const AT = CALL.indexOf('firewall');
const LENGTH = 'firewall/rules'.length;

function excerptsOf(page: Page, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const start = index * CALL.length + AT;
    const { lines } = page.excerpt(page.lines.range(start, start + LENGTH));
    return lines.map(({ text }) => text).join('\n');
  });
}

function timed(count: number): { readonly cost: number; readonly excerpts: readonly string[] } {
  const page = new Page('a.js', CALL.repeat(count), 'javascript');
  const before = processorTime();
  const excerpts = excerptsOf(page, count);
  return { cost: processorTime() - before, excerpts };
}

describe('excerpts of one long line', () => {
  it('cost little each, and show the place and no value, wherever the excerpt begins', () => {
    const few = timed(2_000);
    const { cost, excerpts } = timed(16_000);
    expect(cost).toBeLessThan(20 * few.cost);
    expect(new Set(excerpts.map((text) => text.includes('firewall/rules')))).toEqual(new Set([true]));
    expect(excerpts.filter((text) => /swordfish/.test(text))).toEqual([]);
  });

  it('are those of the place alone', () => {
    const text = CALL.repeat(100);
    const together = excerptsOf(new Page('a.js', text, 'javascript'), 100);
    const alone = together.map(
      (_, index) => excerptsOf(new Page('a.js', text, 'javascript'), index + 1)[index],
    );
    expect(together).toEqual(alone);
  });
});

describe('the row of a finding', () => {
  it('says the same when it no longer holds the text of its file', () => {
    const text = `one();\n${CALL}\ntwo();\n`;
    const start = text.indexOf('firewall');
    const finding: Finding = {
      entry: 'firewall-rules',
      kind: 'endpoint',
      at: { file: 'a.js', start, end: start + LENGTH },
      method: 'GET',
      endpoint: '/zones/{zone_id}/firewall/rules',
      confidence: 'exact',
      severity: 'error',
      context: 'code',
      evidence: [{ kind: 'host', host: 'api.cloudflare.com' }],
      related: [],
      usages: [],
      language: 'javascript',
    };
    const catalogue = new Map(builtinCatalogue().entries.map((entry) => [entry.id, entry]));
    const entry = (id: string) => {
      const known = catalogue.get(id);
      if (known === undefined) throw new Error(`no entry ${id}`);
      return known;
    };
    const row = new FindingRow(finding, new Page('a.js', text, 'javascript'), new Fingerprints(), {
      now: '2026-06-01',
      root: undefined,
      path: 'a.js',
      shown: (path) => path,
      entry,
      pageOf: () => null,
    });
    const said = () => ({ message: row.message, subject: row.subject, excerpt: row.excerpt, fix: row.fix });
    const before = structuredClone(said());
    row.letGoOfText();
    expect(said()).toEqual(before);
    expect(before.excerpt.lines.map(({ text: line }) => line)).toEqual([
      'one();',
      'send("/zones/0123/firewall/rules", "*************"); ',
      'two();',
    ]);
  });
});
