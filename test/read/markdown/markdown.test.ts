import { describe, expect, test } from 'vitest';
import { fencesOf } from '../../../src/read/markdown/fences.js';
import { readMarkdown } from '../../../src/read/markdown/index.js';
import { calls, expressions, misplaced, usagesIn } from '../text/support.js';

const API = 'https://api.cloudflare.com/client/v4';
const FENCE = '```';

describe('Markdown', () => {
  test('prose and tables', () => {
    expect(
      calls(
        {
          'a.md': `Call \`PATCH /zones/{id}/settings/a\`.\n\n| GET | /zones/:id/filters |\n|---|---|\n| **DELETE** | \`/zones/:id/filters/:f\` |\n`,
        },
        readMarkdown,
      ),
    ).toEqual([
      '# DELETE /zones/:id/filters/:f',
      '# GET /zones/:id/filters',
      '# PATCH /zones/{id}/settings/a',
    ]);
  });

  test('the characters of a quoted text in a fence have their places in the document', () => {
    const text = `# Title\n\n${FENCE}bash\ncurl -X PUT "${API}/zones/$Z/filters"\n${FENCE}\n`;
    const pieces = usagesIn({ 'a.md': text }, readMarkdown).flatMap((usage) =>
      usage.kind === 'http' && usage.url.kind === 'text' ? usage.url.pieces : [],
    );
    const placed = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece] : []));
    expect(placed.map(({ text: known }) => known).join()).toContain('/filters');
    for (const { text: known, origin, offsets } of placed)
      for (const [index, one] of [...known].entries())
        expect(text.charAt(offsets?.[index] ?? (origin?.start ?? 0) + index)).toBe(one);
  });

  test.each([
    ['bash', `curl -X PUT ${API}/zones/$Z/filters`, `# PUT ${API}/zones/{}/filters`],
    ['python', `requests.delete(f"${API}/zones/{z}/filters")`, `# DELETE ${API}/zones/{}/filters`],
    ['js', `await fetch(\`${API}/zones/\${z}/filters\`)`, `# GET ${API}/zones/{}/filters`],
    ['json', `{"method": "POST", "url": "${API}/zones/x/filters"}`, `# POST ${API}/zones/x/filters`],
    ['http', `PATCH ${API}/zones/x/filters`, `# PATCH ${API}/zones/x/filters`],
    ['unknown-language', `GET ${API}/zones/x/filters`, `# GET ${API}/zones/x/filters`],
    ['', `GET ${API}/zones/x/filters`, `# GET ${API}/zones/x/filters`],
  ])('a fence of %s', (language, code, expected) => {
    const files = {
      'a.md': `# Title\n\nIt's "text".\n\n${FENCE}${language}\n${code}\n${FENCE}\n\nIt's done.\n`,
    };
    expect(calls(files, readMarkdown)).toEqual([expected]);
    expect(misplaced(files, readMarkdown)).toEqual([]);
  });

  test('resources and expressions of a fence are documentation', () => {
    const usages = usagesIn(
      {
        'a.md': `${FENCE}hcl\nresource "cloudflare_filter" "f" {\n  expression = "(cf.threat_score gt 5)"\n}\n${FENCE}\n`,
      },
      readMarkdown,
    );
    expect(usages.map((usage) => [usage.kind, usage.context])).toEqual([
      ['resource', 'docs'],
      ['expression', 'docs'],
    ]);
  });

  test('expressions in prose', () => {
    expect(
      expressions({ 'a.md': 'Block `(cf.threat_score gt 5)`, not `cf.threat_score`.\n' }, readMarkdown),
    ).toEqual(['# (cf.threat_score gt 5)']);
  });

  test('metrics and words of other things are nothing', () => {
    expect(
      usagesIn(
        { 'a.md': '| cloudflare_waf_rules | filters of all zones | firewall/rules |\n' },
        readMarkdown,
      ),
    ).toEqual([]);
  });

  test('a fence without a name is what its first line says', () => {
    const read = (first: string): string[] =>
      calls(
        {
          'a.md': `${FENCE}\n${first}\nZ=x\nsend() {\n  curl -X PUT "${API}/zones/$Z/settings/$1" -d '{}'\n}\nsend brotli\n${FENCE}\n`,
        },
        readMarkdown,
      );
    expect(read('#!/bin/bash')).toEqual([`# PUT ${API}/zones/x/settings/brotli`]);
    expect(read('Then write this:')).toEqual([`# PUT ${API}/zones/$Z/settings/$1`]);
  });

  test('fences', () => {
    const text = `a\n${FENCE}js\nb\n${FENCE}\n~~~~ py\n${FENCE}\n~~~~\n> ${FENCE}sh title="x"\n> c\n> ${FENCE}\n${FENCE}go\nd`;
    expect(fencesOf(text).map(({ language, start, end }) => [language, text.slice(start, end)])).toEqual([
      ['js', 'b\n'],
      ['py', `${FENCE}\n`],
      ['sh', '> c\n'],
      ['go', 'd'],
    ]);
  });
});
