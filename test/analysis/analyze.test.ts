import { describe, expect, it } from 'vitest';
import { analyze, createAnalyzer } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { endpoint, entry, PROFILE } from '../catalogue/paths/small-catalogue.js';

const CALL =
  'export const rules = (z) => fetch(`https://api.cloudflare.com/client/v4/zones/${z}/firewall/rules`);\n';

describe('one text', () => {
  it('gives findings with offsets', async () => {
    const { findings, problems, tier } = await analyze(CALL, { path: 'src/a.js' });
    expect(problems).toEqual([]);
    expect(tier).toBe('ast');
    expect(findings).toHaveLength(1);
    const { at, entry: id, language } = findings[0] ?? { at: { start: 0, end: 0 } };
    expect([id, language, CALL.slice(at.start, at.end)]).toEqual([
      'firewall-rules',
      'javascript',
      'firewall/rules',
    ]);
  });

  it('gives nothing for a live call', async () => {
    const { findings } = await analyze(CALL.replace('firewall/rules', 'rulesets'), { path: 'src/a.js' });
    expect(findings).toEqual([]);
  });

  it('is read in the language its name or its first line tells, or that is given', async () => {
    const shell =
      '#!/usr/bin/env bash\ncurl "https://api.cloudflare.com/client/v4/zones/$ZONE/rate_limits"\n';
    const languages = async (path: string, language?: string) =>
      (await analyze(shell, { path, ...(language === undefined ? {} : { language }) })).findings.map(
        (f) => f.language,
      );
    expect(await languages('bin/limits')).toEqual(['shell']);
    expect(await languages('bin/limits.txt', 'shell')).toEqual(['shell']);
  });

  it('may lean on other texts of its project', async () => {
    const text =
      "import { API } from './api.js';\nexport const f = (z) => fetch(API + '/zones/' + z + '/filters');\n";
    const files = { 'src/api.js': "export const API = 'https://api.cloudflare.com/client/v4';\n" };
    expect((await analyze(text, { path: 'src/a.js', files })).findings.map((f) => f.confidence)).toEqual([
      'exact',
    ]);
    const other = { 'src/api.js': "export const API = 'https://dns.example.org/v1';\n" };
    expect((await analyze(text, { path: 'src/a.js', files: other })).findings).toEqual([]);
  });

  it('is matched against the catalogue that is given', async () => {
    const catalogue = {
      profiles: [PROFILE],
      entries: [entry('old', { endpoints: [endpoint('/zones/{id}/old')] })],
    };
    const text = `fetch("https://api.example.com/client/v4/zones/1/old");\n${CALL}`;
    const { findings } = await analyze(text, { path: 'a.js', catalogue });
    expect(findings.map((f) => f.entry)).toEqual(['old']);
  });
});

describe('a text that its parser refuses', () => {
  const broken = CALL.replace(');', ';');

  it('is read as text, and says so', async () => {
    const result = await analyze(broken, { path: 'src/a.js' });
    expect(result.tier).toBe('text');
    expect(result.degraded).toBeTypeOf('string');
    expect(result.findings.map((f) => f.entry)).toEqual(['firewall-rules']);
  });

  it('is unexplained when a strong trigger is part of nothing', async () => {
    const text = 'const x = rate_limits ((((\n';
    expect((await analyze(text, { path: 'src/a.js' })).unexplained).toBe(true);
    expect((await analyze('const x = ((((\n', { path: 'src/a.js' })).unexplained).toBe(false);
  });
});

describe('an analyzer', () => {
  it('says which reader was not loaded', async () => {
    const catalogue = builtinCatalogue();
    const analyzer = await createAnalyzer({ catalogue });
    const file = { path: 'a.js', text: CALL, language: 'javascript' };
    const program = { profiles: catalogue.profiles, file: () => null, importers: () => [] };
    expect(() => analyzer.analyze(file, program)).toThrow('javascript');
    await analyzer.load(['javascript']);
    expect(analyzer.analyze(file, program).findings).toHaveLength(1);
  });

  it('finds the same from every text as from the triggers', async () => {
    const catalogue = builtinCatalogue();
    const everything = await createAnalyzer({ catalogue, everything: true });
    await everything.load(['javascript']);
    const file = { path: 'a.js', text: CALL, language: 'javascript' };
    const program = { profiles: catalogue.profiles, file: () => null, importers: () => [] };
    const { findings } = await analyze(CALL, { path: 'a.js' });
    expect(everything.analyze(file, program).findings).toEqual(findings);
  });

  it('takes what shows the API elsewhere in the package', async () => {
    const catalogue = builtinCatalogue();
    const text = 'export const f = (get, account) => get(`/accounts/${account}/access/bookmarks`);\n';
    const file = { path: 'a.js', text, language: 'javascript' };
    const program = { profiles: catalogue.profiles, file: () => null, importers: () => [] };
    const confidences = async (neighbours: readonly { kind: 'neighbour'; name: string }[]) => {
      const analyzer = await createAnalyzer({ catalogue, neighboursOf: () => neighbours });
      await analyzer.load(['javascript']);
      return analyzer.analyze(file, program).findings.map(({ confidence }) => confidence);
    };
    expect(await confidences([])).toEqual(['possible']);
    expect(await confidences([{ kind: 'neighbour', name: 'client/v4' }])).toEqual(['likely']);
  });
});
