import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';

const RULES = [
  { action: 'block', description: 'say "no"', filter: { expression: 'http.host eq "${x}"' } },
  { action: 'bypass', products: ['waf', 'hot'], filter: { expression: 'ssl' }, paused: true },
];

async function terraform(kind: string, list: unknown, ...options: string[]): Promise<string> {
  const { stdout } = await edgeSunset(['convert', kind, '-', '--to', 'terraform', ...options], {
    cwd: folderOf({}),
    stdin: JSON.stringify(list),
  });
  return stdout;
}

describe('convert --to terraform', () => {
  it('writes the syntax of provider 5', async () => {
    expect(await terraform('firewall-rules', RULES)).toBe(`resource "cloudflare_ruleset" "custom_rules" {
  zone_id = var.zone_id
  name    = "default"
  kind    = "zone"
  phase   = "http_request_firewall_custom"

  rules = [
    {
      expression = "ssl"
      action     = "skip"
      enabled    = false
      action_parameters = {
        products = ["hot"]
        phases   = ["http_request_firewall_managed"]
      }
    },
    {
      description = "say \\"no\\""
      expression  = "http.host eq \\"$\${x}\\""
      action      = "block"
    },
  ]
}
`);
  });

  it('writes the syntax of provider 4', async () => {
    const limit = { threshold: 1, period: 10, action: { mode: 'challenge' } };
    expect(await terraform('rate-limits', [limit, limit], '--provider', '4')).toBe(
      `resource "cloudflare_ruleset" "rate_limits" {
  zone_id = var.zone_id
  name    = "default"
  kind    = "zone"
  phase   = "http_ratelimit"
${`
  rules {
    expression = "not cf.client.bot"
    action     = "challenge"
    ratelimit {
      characteristics     = ["cf.colo.id", "ip.src"]
      period              = 10
      requests_per_period = 1
      mitigation_timeout  = 0
      requests_to_origin  = true
    }
  }
`.repeat(2)}}
`,
    );
  });

  it('repeats blocks for lists in provider 4', async () => {
    const owasp = { name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'high', action_mode: 'block' };
    const text = await terraform('waf-packages', [owasp], '--provider', '4');
    expect(text.match(/categories \{/g)).toHaveLength(2);
    expect(await terraform('waf-packages', [owasp])).toContain('categories = [');
  });

  it('writes an empty list', async () => {
    expect(await terraform('firewall-rules', [])).toContain('rules = []');
    expect(await terraform('firewall-rules', [], '--provider', '4')).not.toContain('rules {');
  });
});
