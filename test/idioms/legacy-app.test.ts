import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAnalysis } from './analyse.js';

const ROOT = join(import.meta.dirname, '../../examples/legacy-app');

const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ path: relative(ROOT, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }));

/** What a user sees by default, by file, in the order of the text. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  '.github/workflows/tunnel.yml': ['legacy-tunnels POST tunnels'],
  'infra/edge.tf': [
    'firewall-rules - cloudflare_filter',
    'firewall-rules - cloudflare_firewall_rule',
    'threat-score - cf.threat_score',
    'server-side-excludes - server_side_exclude',
    'minify - minify',
    'notification-email - notification_email',
  ],
  'scripts/deploy.mjs': ['rate-limits POST rate_limits', 'minify PATCH minify'],
  'scripts/raid.sh': ['security-level PATCH security_level', 'rate-limits GET rate_limits'],
  'scripts/waf_report.py': ['waf-packages GET firewall/waf/packages', 'firewall-rules GET filters'],
  'src/dns.ts': [
    'srv-data POST service',
    'srv-data POST proto',
    'srv-data POST name',
    'dns-error-chain POST error_chain',
    'dns-locked GET locked',
  ],
  'src/figures.ts': ['zone-analytics GET analytics/dashboard'],
  'src/firewall.ts': [
    'firewall-rules POST filters',
    'firewall-rules POST firewall/rules',
    'firewall-rules GET firewall/rules',
    'firewall-rules DELETE firewall/rules',
  ],
  'src/tuning.ts': ['brotli PATCH brotli', 'security-level PATCH security_level'],
};

describe('the legacy application', async () => {
  const analyse = await createAnalysis(false);
  const { findings, problems } = await analyse({
    name: 'the legacy application',
    files,
    expectations: [],
    negative: 'nothing',
    undetermined: null,
    tellsHost: true,
  });
  const loud = findings
    .filter((finding) => finding.confidence !== 'possible' && finding.severity !== 'hint')
    .sort((a, b) => a.at.start - b.at.start);

  it.each(files.map(({ path, text }) => [path, text] as const))('reports %s', (path, text) => {
    const reported = loud
      .filter((finding) => finding.at.file === path)
      .map(({ entry, method, at }) => `${entry} ${method ?? '-'} ${text.slice(at.start, at.end)}`);
    expect(reported).toEqual(EXPECTED[path] ?? []);
  });

  it('mentions the runbook as a hint', () => {
    const hints = findings.filter((finding) => finding.at.file === 'docs/runbook.md');
    expect(hints.map(({ entry, severity, context }) => [entry, severity, context])).toEqual([
      ['firewall-rules', 'hint', 'docs'],
    ]);
  });

  it('meets no bug of the product', () => {
    expect(problems).toEqual([]);
  });

  it('speaks in its README of every file with a finding', () => {
    const readme = files.find(({ path }) => path === 'README.md')?.text ?? '';
    for (const path of [...Object.keys(EXPECTED), 'docs/runbook.md']) expect(readme).toContain(`\`${path}\``);
  });
});
