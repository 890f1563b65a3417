import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { FORMATS, SKIP_REASONS } from '../../src/report/index.js';
import { ruleName } from '../../src/report/words/rule-name.js';
import { entryNamed, finding, PLAIN, rendered, report } from './sample.js';

const schema = JSON.parse(readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'));
const isValid = new Ajv2020({ allErrors: true }).compile(schema);

const full = report(
  [
    finding(),
    finding({ path: 'src/z.ts', severity: 'hint', context: 'docs', vendor: { date: '2025-06-15' } }),
    finding({ path: 'src/zz.ts', endOfLife: null, daysPast: null, method: null, codemod: null, root: 'app' }),
    finding({
      fix: {
        level: 'safe',
        edits: [{ offset: [1, 2], text: '', line: 1, column: 2, endLine: 1, endColumn: 3 }],
      },
    }),
  ],
  {
    skipped: SKIP_REASONS.map((reason) => ({ path: 'a.ts', reason })),
    undetermined: [
      { path: 'a.ts', line: 1, column: 1, endLine: 1, endColumn: 2, why: 'the path is computed' },
    ],
  },
);

describe('json', () => {
  it('obeys the published schema', () => {
    expect(isValid(JSON.parse(rendered('json', full)))).toBe(true);
    expect(isValid(JSON.parse(rendered('json', report([]))))).toBe(true);
  });

  it('is refused by the schema when a key is missing or unknown', () => {
    const good = JSON.parse(rendered('json', full));
    expect(isValid({ ...good, extra: 1 })).toBe(false);
    const { fingerprint, ...without } = good.findings[0];
    expect(fingerprint).toBeDefined();
    expect(isValid({ ...good, findings: [without] })).toBe(false);
  });

  it('carries no times and no excerpts', () => {
    expect(rendered('json', full)).not.toMatch(/excerpt|duration|elapsed|milliseconds/);
  });

  it('keeps one finding a line', () => {
    const lines = rendered('json', full).split('\n');
    expect(lines.filter((line) => /^,?\{"entry"/.test(line))).toHaveLength(full.findings.length);
  });
});

describe('ndjson', () => {
  it('carries the same findings in the same order as json', () => {
    const rows = rendered('ndjson', full)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const findings = rows.filter((row) => row.type === 'finding').map(({ type, ...rest }) => rest);
    expect(findings).toEqual(JSON.parse(rendered('json', full)).findings);
    expect(rows.at(-1)).toEqual({ type: 'done', summary: full.summary });
  });
});

describe('sarif', () => {
  const parsed = JSON.parse(rendered('sarif', full));
  const [run] = parsed.runs;

  it('lists every rule of the catalogue, hit or not', () => {
    const ids = run.tool.driver.rules.map((rule: { readonly id: string }) => rule.id);
    expect(ids).toEqual(full.entries.map((entry) => ruleName(entry.id)));
    for (const rule of run.tool.driver.rules) {
      for (const key of ['shortDescription', 'fullDescription', 'help']) {
        expect(rule[key].text.length).toBeGreaterThan(10);
        expect(rule[key].text.length).toBeLessThanOrEqual(1024);
      }
    }
  });

  it('gives each result all four corners, its rule and a hash without the line', () => {
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(Object.keys(result.locations[0].physicalLocation.region)).toEqual(
        expect.arrayContaining(['startLine', 'startColumn', 'endLine', 'endColumn']),
      );
    }
    const hash = (change: Parameters<typeof finding>[0]) =>
      JSON.parse(rendered('sarif', report([finding(change)]))).runs[0].results[0].partialFingerprints
        .primaryLocationLineHash;
    expect(hash({ line: 9, endLine: 9 })).toBe(hash({}));
    expect(hash({ path: 'other.ts' })).not.toBe(hash({}));
    expect(hash({ fingerprint: 'f'.repeat(32) })).not.toBe(hash({}));
  });

  it('turns fixes into replacements', () => {
    const [fix] = run.results.at(-1).fixes;
    expect(fix.artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 1, startColumn: 2, endLine: 1, endColumn: 3 },
        insertedContent: { text: '' },
      },
    ]);
  });

  it('keeps the worst within the limits of code scanning, and says so', () => {
    const notices: string[] = [];
    const many = Array.from({ length: 25_001 }, (_, index) =>
      finding({ path: `f${index}.ts`, severity: index === 0 ? 'hint' : 'error' }),
    );
    const context = { ...PLAIN, notice: (text: string) => notices.push(text) };
    const { results } = JSON.parse(rendered('sarif', report(many), context)).runs[0];
    expect(results).toHaveLength(25_000);
    expect(results.every((result: { readonly level: string }) => result.level === 'error')).toBe(true);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('25001 findings');
  });
});

describe('text', () => {
  const text = rendered('text', full);

  it('shows the line of the place with its exact text underlined', () => {
    expect(text).toContain(
      [
        '  src/deploy.ts:3:21',
        '    3 │ `/zones/${zone}/settings/minify`,',
        `      │ ${' '.repeat(18)}^^^^^^`,
      ].join('\n'),
    );
  });

  it('shows no code of the thousands of places of one file that nobody reads', () => {
    const many = Array.from({ length: 1_002 }, () => finding({ path: 'a.ts' }));
    const shown = rendered('text', report([...many, finding({ path: 'b.ts' })]));
    expect(shown.match(/\^{6}/g)).toHaveLength(1_001);
    expect(shown.match(/^ {2}[ab]\.ts:3:21$/gm)).toHaveLength(1_003);
  });

  it('puts what is most urgent first', () => {
    const order = (...findings: readonly ReturnType<typeof finding>[]) =>
      [...rendered('text', report(findings)).matchAll(/^([a-z-]+) {2}\d+ findings?, /gm)].map(([, id]) => id);
    const named = (entry: string, change: object = {}) => finding({ entry, path: `${entry}.ts`, ...change });
    expect(
      order(
        named('brotli', { severity: 'warning' }),
        named('dns-locked', { daysPast: -30 }),
        named('minify'),
        named('organizations', { endOfLife: null, daysPast: null }),
        named('rate-limits', { daysPast: -3 }),
        named('srv-data'),
        named('srv-data', { line: 9 }),
      ),
    ).toEqual(['srv-data', 'minify', 'rate-limits', 'dns-locked', 'organizations', 'brotli']);
  });

  it('goes by files, or shows sums only, when asked to', () => {
    const files = rendered('text', full, { ...PLAIN, groupBy: 'file' });
    expect(files.indexOf('src/deploy.ts\n  3:21  minify\n')).toBe(0);
    expect(files).toContain('src/z.ts\n  3:21  minify  hint\n');
    const sums = rendered('text', full, { ...PLAIN, summaryOnly: true });
    expect(sums).toMatch(/^minify {2}4 findings, retired 838 days ago/);
    expect(sums).toContain('3 findings in 2 files');
    expect(sums).not.toContain('src/deploy.ts');
    expect(sums).not.toMatch(/^ {2}(?:Do|You see|Dates|Run)\b/m);
    expect(sums).not.toContain('listed above');
  });

  it('says what the caller sees today, as people search for it', () => {
    const firewall = finding({ entry: 'firewall-rules', rule: 'no-firewall-rules' });
    expect(rendered('text', report([firewall]))).toContain(
      '  You see  code 10020, firewallrules.api.maintenance_mode (on every write)\n',
    );
  });

  it('names an answer that no source proves as expected', () => {
    expect(entryNamed('minify').symptoms).toMatchObject([{ status: 410, assumed: 'answer' }]);
    expect(text).toContain('  You see  HTTP 410, Gone (expected, not documented)\n');
    for (const name of ['text', 'sarif', 'html', 'markdown'])
      expect(rendered(name, full), name).not.toMatch(/minify.{0,400}410, Gone(?! \(expected)/s);
  });

  it('says which source names which date, in the words of every other place', () => {
    const firewall = finding({ entry: 'firewall-rules', rule: 'no-firewall-rules' });
    const sentence = "The specification names 2025-01-15, Cloudflare's own documentation 2025-06-15.";
    expect(rendered('text', report([firewall])).replace(/\s+/g, ' ')).toContain(sentence);
    const { driver } = JSON.parse(rendered('sarif', report([firewall]))).runs[0].tool;
    const rule = driver.rules.find(({ id }: { readonly id: string }) => id === 'no-firewall-rules');
    expect(rule.help.text).toContain(sentence);
    expect(rendered('html', report([firewall]))).toContain(sentence.replace("'", '&#39;'));
  });

  it('ends with the sum and the next step', () => {
    expect(text).toContain('3 findings in 2 files');
    expect(text).toContain('Next: npx edge-sunset migrate\n');
    expect(rendered('text', report([]))).toContain('No retired API calls found (12 files seen).');
  });

  it('keeps the caret under its text behind tabs, and cuts very long lines with a mark', () => {
    const tabbed = finding({
      column: 3,
      endColumn: 9,
      excerpt: { firstLine: 3, lines: [{ text: '\t\tminify', dropped: 0 }] },
    });
    expect(rendered('text', report([tabbed]))).toContain('    3 │ minify\n      │ ^^^^^^');
    for (const dropped of [0, 4800]) {
      const long = finding({
        column: 201 + dropped,
        endColumn: 207 + dropped,
        excerpt: {
          firstLine: 3,
          lines: [{ text: `${'x'.repeat(200)}minify${'y'.repeat(194)}`, dropped }],
        },
      });
      const lines = rendered('text', report([long]), { ...PLAIN, width: 80 }).split('\n');
      const at = lines.findIndex((line) => line.includes('^'));
      const [row = '', carets = ''] = lines.slice(at - 1);
      expect(row.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('minify');
      expect(row).toMatch(/│ ….*…$/);
      expect(row).toHaveLength(80);
    }
  });

  it('speaks of the future before the end of life', () => {
    expect(rendered('text', report([finding({ daysPast: -1 })]))).toContain('ends in 1 day');
    expect(rendered('text', report([finding({ daysPast: 0 })]))).toContain('retired today');
    const nextDay = { endOfLife: '2024-09-30', entry: 'threat-score' };
    expect(rendered('text', report([finding({ ...nextDay, daysPast: 0 })]))).toContain('ends today');
    expect(rendered('text', report([finding({ ...nextDay, daysPast: 1 })]))).toContain('retired 1 day ago');
  });

  it('is coloured only when asked for', () => {
    const coloured = rendered('text', full, { ...PLAIN, colours: true });
    expect(coloured).toContain('\u001b[31m');
    expect(text).not.toContain('\u001b');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text);
  });

  it('fits 80 columns in a pipe, and a narrow terminal', () => {
    for (const width of [60, 80]) {
      const lines = rendered('text', full, { ...PLAIN, width }).split('\n');
      for (const line of lines)
        if (/\s\S+\s/.test(line.trim())) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  });
});

it('every format writes many findings in small pieces', () => {
  const many = report(
    Array.from({ length: 20_000 }, (_, index) => finding({ path: `src/${index % 400}.ts`, line: index + 1 })),
  );
  for (const format of FORMATS) {
    if (format.kind === 'stream') continue;
    let longest = 0;
    let pieces = 0;
    for (const piece of format.render(many, PLAIN)) {
      longest = Math.max(longest, piece.length);
      pieces++;
    }
    expect(longest, format.name).toBeLessThan(300_000);
    expect(pieces, format.name).toBeGreaterThan(1);
  }
});

it('every format has a name of its own', () => {
  expect(new Set(FORMATS.map((format) => format.name)).size).toBe(FORMATS.length);
});
