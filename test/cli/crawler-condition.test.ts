import { describe, expect, it } from 'vitest';
import { HOST } from '../migrate/project.js';
import { edgeSunset, folderOf } from './command-line.js';

const LIMIT = `{ threshold: 5, period: 60, action: { mode: 'ban', timeout: 60 }, match: { request: { url: 'shop.example.com/*' } } }`;
const send = (path: string, body: string) =>
  `await fetch(\`${HOST}/zones/\${process.env.ZONE}/${path}\`, { method: 'POST', body: JSON.stringify(${body}) });\n`;
const FILES = {
  'a.mjs': send('rate_limits', LIMIT),
  'b.mjs': `export const add = async (limit) => {\n  ${send('rate_limits', 'limit')}};\n`,
  'main.tf': `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 4.20"
    }
  }
}

resource "cloudflare_rate_limit" "main" {
  zone_id   = "0"
  threshold = 5
  period    = 60
  action {
    mode    = "ban"
    timeout = 60
  }
}
`,
};
const CONDITION = 'not cf.client.bot';
const HINT = '--no-crawler-condition leaves the condition out';

const added = (text: string) => text.split('\n').filter((line) => /^\s*\+/.test(line));
const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('the condition for crawlers', () => {
  it('is written by migrate, and explained once', async () => {
    const { stdout } = await edgeSunset(['migrate', '--level', 'review'], { cwd: folderOf(FILES) });
    expect(added(stdout).filter((line) => line.includes(CONDITION))).toHaveLength(3);
    expect(occurrences(stdout, HINT)).toBe(1);
  });

  it.each([
    ['the option', ['--no-crawler-condition'], {}],
    ['the configuration', [], { 'edge-sunset.config.json': '{ "crawlerCondition": false }' }],
  ])('is left out by %s', async (_, argv, files) => {
    const cwd = folderOf({ ...FILES, ...files });
    const { stdout } = await edgeSunset(['migrate', '--level', 'review', ...argv], { cwd });
    const lines = added(stdout).join('\n');
    expect(lines).toContain(`'http.host eq "shop.example.com"'`);
    expect(lines).toContain('"true"');
    expect(lines).toContain('export function toRateLimitRule');
    expect(stdout).not.toContain(CONDITION);
    expect(stdout).not.toContain(HINT);
  });

  it('stays in firewall rules, whose owners wrote it', async () => {
    const rule = `[{ action: 'block', filter: { expression: 'ip.src eq 192.0.2.1 and ${CONDITION}' } }]`;
    const cwd = folderOf({ 'a.mjs': send('firewall/rules', rule) });
    const { stdout } = await edgeSunset(['migrate', '--level', 'review', '--no-crawler-condition'], { cwd });
    expect(added(stdout).join('\n')).toContain(`ip.src eq 192.0.2.1 and ${CONDITION}`);
  });

  it.each([
    ['is in the bodies of a brief', [], true],
    ['is not, with the option', ['--no-crawler-condition'], false],
  ])('%s', async (_, argv, isThere) => {
    const cwd = folderOf({ 'a.mjs': FILES['a.mjs'] });
    const { stdout } = await edgeSunset(['brief', ...argv, 'a.mjs:1'], { cwd });
    expect(stdout).toContain('shop.example.com');
    expect(stdout.includes(CONDITION)).toBe(isThere);
  });

  it('is an option of pr, too', async () => {
    const { stdout } = await edgeSunset(['pr', '--help'], { cwd: folderOf({}) });
    expect(stdout).toContain('--no-crawler-condition');
  });
});
