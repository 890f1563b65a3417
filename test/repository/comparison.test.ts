import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { edgeSunset } from '../cli/command-line.js';
import { ROOT, textOf } from './sources.js';

/** What a person would search for who knows every path, field and resource that is dead. */
const WORDS =
  'firewall/(rules|waf)|/filters|rate_limits|minify|brotli|mobile_redirect|security_level|threat_score|server_side_exclude|privacy_pass|dns_settings/|error_chain|locked|notification_email|analytics/(dashboard|colos)|/tunnels|access/bookmarks|script_monitor|images/v1/direct_upload|user/billing|billing/profile|cloudflare_(filter|firewall_rule|rate_limit)|service|proto';

it('the comparison of the documentation says what is measured', async () => {
  const cwd = join(ROOT, 'examples/legacy-app');
  const { stdout } = await edgeSunset(['scan', '-f', 'json', '--no-config'], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: { path: string; line: number }[] };
  const dead = new Set(findings.map(({ path, line }) => `${path}:${line}`));
  const matches = execFileSync('grep', ['-rnE', WORDS, '.'], { cwd, encoding: 'utf8' });
  const lines = new Set(
    matches
      .trimEnd()
      .split('\n')
      .map((row) => row.replace(/^\.\/(.*?:\d+):.*$/, '$1')),
  );
  const hits = [...lines].filter((line) => dead.has(line)).length;
  const patterns = [...textOf('bench/comparison.yml').matchAll(/regex: (.*)/g)].map(([, text = '']) => text);
  expect(new Set(patterns)).toEqual(new Set([JSON.stringify(WORDS)]));
  const page = textOf('docs/comparison.md');
  expect(page).toContain(`| \`edge-sunset scan\` | ${dead.size} | ${dead.size} | 0 |`);
  expect(page).toContain(`resources | ${lines.size} | ${hits} | ${lines.size - hits} |`);
});
