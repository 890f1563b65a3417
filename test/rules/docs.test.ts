import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { lint } from './linter.js';

/** The code blocks of the pages, linted: what a page calls reported is, and the rest is not. */

const PAGES = join(import.meta.dirname, '../../docs/rules');
const SCRIPT = /```(?:typescript|javascript|ts|js)\n([\s\S]*?)\n```/g;

function blocksIn(page: string, title: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(SCRIPT)].map(([, code]) => `${code ?? ''}\n`);
}

describe('pages of rules', () => {
  for (const [name, { meta }] of Object.entries(plugin.rules)) {
    const page = readFileSync(join(PAGES, `${name}.md`), 'utf8');
    const reports = (code: string) => lint(code).filter(({ ruleId }) => ruleId === `edge-sunset/${name}`);

    it(`${name}: blocks are reported as the page says`, () => {
      for (const code of blocksIn(page, 'Reported')) expect(reports(code), code).not.toEqual([]);
      for (const code of blocksIn(page, 'Not reported')) expect(reports(code), code).toEqual([]);
      if (meta.docs.entries.length > 0) expect(page).toMatch(/^## Reported$/m);
    });
  }

  it('a wrong page would be noticed', () => {
    const page = '## Reported\n\n```typescript\nfetch("https://example.com");\n```\n';
    expect(blocksIn(page, 'Reported').map((code) => lint(code))).toEqual([[]]);
  });
});
