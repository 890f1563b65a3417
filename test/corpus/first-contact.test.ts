import { describe, expect, it } from 'vitest';
import { type MigrateReport, measured } from '../../scripts/first-contact/measure.js';
import { withContact, withLater, withVerdict } from '../../scripts/first-contact/page.js';

const SITE: MigrateReport['sites'][number] = {
  path: 'src/a.ts',
  outcome: 'migrated',
  codemod: 'rate-limits',
  endpoint: '/zones/{}/rate_limits',
  reason: 'the request moves',
};
const REPORT: MigrateReport = {
  sites: [
    { ...SITE, evidence: { grade: 'assumed' } },
    { ...SITE, outcome: 'needs-evidence', reason: 'needs evidence: nothing proves it' },
    { ...SITE, path: 'main.tf', outcome: 'marked', reason: 'a pattern | with a bar' },
  ],
};
const contact = (repo: string) => measured(repo, '0123456789abcdef', '2026-01-02', REPORT);
const rowOf = (page: string, repo: string) => page.split('\n').find((line) => line.includes(` ${repo} `));

describe('the figures of a repository', () => {
  it('counts sites by kind of file, grade of evidence and reason', () => {
    const { kinds, evidence, reasons, rewritten, markers } = contact('a/b');
    expect([...kinds]).toEqual([
      ['scripts', { sites: 2, rewritten: 1 }],
      ['infrastructure', { sites: 1, rewritten: 0 }],
    ]);
    expect([...evidence]).toEqual([
      ['assumed', 1],
      ['none', 1],
      ['proven', 1],
    ]);
    expect(reasons.map(({ reason }) => reason)).toEqual(['needs evidence', 'a pattern | with a bar']);
    expect([rewritten, markers]).toEqual([1, 1]);
  });
});

describe('the page of first contacts', () => {
  it('has a row for a repository, and sums of all of them', () => {
    const page = withContact(withContact('', contact('a/b')), contact('c/d'));
    expect(rowOf(page, 'a/b')).toBe(
      '| 2026-01-02 | a/b | 0123456789 | scripts 1/2, infrastructure 0/1 | 3 | 1 | 1 | assumed 1, none 1, proven 1 | ' +
        '1 × needs evidence; 1 × a pattern ¦ with a bar | – | – |',
    );
    expect(page).toContain('| scripts | 4 | 2 | 50 % |');
    expect(page).toContain('| infrastructure | 2 | 0 | 0 % |');
  });

  it('refuses to write a row again, whatever the case of its name', () => {
    const page = withContact('', contact('a/b'));
    expect(() => withContact(page, contact('A/b'))).toThrow('has a row already');
  });

  it('takes a verdict and a later score once, and leaves the rest of the row', () => {
    const page = withVerdict(withContact('', contact('a/b')), 'a/b', 'remarks', 'a column moved');
    const later = withLater(page, 'a/b', '2026-02-03', { sites: 3, rewritten: 2, markers: 0 });
    expect(rowOf(later, 'a/b')).toMatch(/needs evidence.*\| remarks: a column moved \| 2026-02-03: 2\/3 \|$/);
    expect(later).toContain('merge 0, remarks 1,');
    expect(later).toContain('| scripts | 2 | 1 | 50 % |');
    expect(() => withVerdict(later, 'a/b', 'merge', '')).toThrow('does not change');
    expect(() => withLater(later, 'a/b', '2026-02-04', contact('a/b'))).toThrow('does not change');
  });

  it('needs a row for a verdict', () => {
    expect(() => withVerdict('', 'a/b', 'merge', '')).toThrow('has no row yet');
  });
});
