import type { RuleCases } from './case.js';

/** Rules about what belongs to a zone: its settings, its records, its traffic. */

const API = 'https://api.cloudflare.com/client/v4';

export const ZONE_CASES: readonly RuleCases[] = [
  {
    rule: 'no-zone-analytics',
    valid: [
      { name: 'a page of the program itself', code: 'router.push(`/analytics/dashboard?tab=overview`);' },
      { name: 'the replacement', code: `await fetch('${API}/graphql', { method: 'POST', headers, body });` },
    ],
    invalid: [
      {
        name: "'analytics/dashboard' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/«analytics/dashboard»?since=-1440&continuous=true\`, { headers });`,
        errors: [
          {
            message:
              "'GET /zones/{zone_identifier}/analytics/dashboard' reached end of life on 2021-03-01, 2091 days ago. Use the GraphQL analytics API, POST /graphql.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-dns-error-chain',
    valid: [
      {
        name: 'the root cause is read from the error itself',
        code: `const response = await fetch(\`${API}/zones/\${zoneId}/dns_records\`, { method: 'POST', headers, body });
const answer = await response.json();
if (!answer.success) throw new Error(answer.errors[0].message);`,
      },
    ],
    invalid: [
      {
        name: "'error_chain' is what is reported",
        code: `const response = await fetch(\`${API}/zones/\${zoneId}/dns_records\`, {
  method: 'POST',
  headers,
  body: JSON.stringify(record),
});
const answer = await response.json();
if (!answer.success) throw new Error(answer.errors[0].«error_chain»[0].message);`,
        errors: [
          {
            message:
              "'error_chain' is no longer returned after 2024-10-01, 781 days ago. Read the error itself.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the error itself is the cause.",
                output: `const response = await fetch(\`${API}/zones/\${zoneId}/dns_records\`, {
  method: 'POST',
  headers,
  body: JSON.stringify(record),
});
const answer = await response.json();
if (!answer.success) throw new Error(answer.errors[0].message);`,
              },
            ],
          },
        ],
      },
      {
        name: "'error_chain' is what is reported",
        code: `const axios = require('axios');
const { data } = await axios.post(\`${API}/zones/\${zone}/dns_records\`, record);
const [cause] = data.errors[0].«error_chain»;
console.log(cause.message);`,
        errors: [
          {
            message:
              "'error_chain' is no longer returned after 2024-10-01, 781 days ago. Read the error itself.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the error itself is the cause.",
                output: `const axios = require('axios');
const { data } = await axios.post(\`${API}/zones/\${zone}/dns_records\`, record);
const cause = data.errors[0];
console.log(cause.message);`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-dns-settings',
    valid: [
      {
        name: 'the replacement, with a field of the same name',
        code: `await fetch(\`${API}/zones/\${zoneId}/dns_settings\`, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ secondary_overrides: true }),
});`,
      },
    ],
    invalid: [
      {
        name: "'use_apex_ns' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/dns_settings/«use_apex_ns»\`, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ id: 'use_apex_ns', value: true }),
});`,
        output: `await fetch(\`${API}/zones/\${zoneId}/dns_settings\`, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ multi_provider: true }),
});`,
        errors: [
          {
            message:
              "'PATCH /zones/{zone_id}/dns_settings/use_apex_ns' reached end of life on 2024-09-13, 799 days ago. Use GET or PATCH /zones/{zone_id}/dns_settings with the fields multi_provider (was use_apex_ns) and secondary_overrides.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-waf-packages',
    valid: [
      {
        name: 'managed rulesets are the replacement',
        code: `await fetch(\`${API}/zones/\${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint\`);`,
      },
    ],
    invalid: [
      {
        name: "'firewall/waf/packages' is what is reported",
        code: `export const listPackages = (zoneId: string) =>
  fetch(\`${API}/zones/\${zoneId}/«firewall/waf/packages»\`, { headers });`,
        errors: [
          {
            message:
              "'GET /zones/{zone_id}/firewall/waf/packages' reached end of life on 2025-01-15, 675 days ago. Use managed rulesets. The specification names 2025-01-15, Cloudflare's own documentation 2025-06-15.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-rate-limits',
    valid: [
      {
        name: 'the rate limit status of another vendor',
        code: "await fetch('https://api.github.com/rate_limit');",
      },
      {
        name: 'the replacement',
        code: `await fetch(\`${API}/zones/\${zone}/rulesets/phases/http_ratelimit/entrypoint\`);`,
      },
    ],
    invalid: [
      {
        name: "'rate_limits' is what is reported",
        code: `class Cdn {
  private readonly base = '${API}';
  limits(zone: string) {
    return fetch(\`\${this.base}/zones/\${zone}/«rate_limits»?per_page=100\`, { headers: this.headers });
  }
}`,
        errors: [
          {
            message:
              "'GET /zones/{zone_id}/rate_limits' reached end of life on 2025-01-15, 675 days ago. Use rate limiting rules. The specification names 2025-01-15, Cloudflare's own documentation 2025-06-15.",
          },
        ],
      },
      {
        name: "'rateLimits.delete' is what is reported",
        code: `const Cloudflare = require('cloudflare');
const cf = new Cloudflare({ apiToken: process.env.CLOUDFLARE_API_TOKEN });
await cf.«rateLimits.delete»(limitId, { zone_id: zoneId });`,
        errors: [
          {
            message:
              "'rateLimits.delete' reached end of life on 2025-01-15, 675 days ago. Use rate limiting rules. The specification names 2025-01-15, Cloudflare's own documentation 2025-06-15.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-script-monitor',
    valid: [
      {
        name: 'where browsers report to, a name that lives',
        code: `const policy = \`script-src 'self'; report-uri https://example.com/cdn-cgi/script_monitor/report\`;`,
      },
      {
        name: 'the routes of today',
        code: `await fetch(\`${API}/zones/\${zoneId}/page_shield/scripts\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'script_monitor' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/«script_monitor»/scripts\`, { headers });`,
        output: `await fetch(\`${API}/zones/\${zoneId}/page_shield/scripts\`, { headers });`,
        errors: [
          {
            message:
              "'GET /zones/{zone_id}/script_monitor/scripts' reached end of life on 2022-10-11, 1502 days ago. Use the same routes below page_shield.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-minify',
    valid: [
      {
        name: 'an option of a bundler',
        code: `import { build } from 'esbuild';
await build({ entryPoints: ['src/index.ts'], bundle: true, minify: true });`,
      },
    ],
    invalid: [
      {
        name: 'one setting of several',
        code: `await fetch(\`${API}/zones/\${zone}/settings\`, { method: 'PATCH', body: JSON.stringify({ items: [{ id: '«minify»', value: {} }, { id: 'ssl', value: 'full' }] }) });`,
        errors: [
          {
            message: "'minify' is no longer supported since 2024-08-05, 838 days ago. Remove it.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: Auto Minify is gone without a replacement, and every other setting is a call of its own.",
                output: `await fetch(\`${API}/zones/\${zone}/settings/ssl\`, { method: 'PATCH', body: JSON.stringify({ value: 'full' }) });`,
              },
            ],
          },
        ],
      },
      {
        name: 'the last of a list over several lines',
        code: `await fetch(\`${API}/zones/\${zone}/settings\`, { method: 'PATCH', body: JSON.stringify({ items: [\n  { id: 'ssl', value: 'full' },\n  { id: '«minify»', value: {} },\n] }) });`,
        errors: [
          {
            message: "'minify' is no longer supported since 2024-08-05, 838 days ago. Remove it.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: Auto Minify is gone without a replacement, and every other setting is a call of its own.",
                output: `await fetch(\`${API}/zones/\${zone}/settings/ssl\`, { method: 'PATCH', body: JSON.stringify({ value: 'full' }) });`,
              },
            ],
          },
        ],
      },
      {
        name: 'the only one: the call goes',
        code: `await fetch(\`${API}/zones/\${zone}/settings\`, { method: 'PATCH', body: JSON.stringify({ items: [{ id: '«minify»', value: {} }] }) });`,
        errors: [
          {
            message: "'minify' is no longer supported since 2024-08-05, 838 days ago. Remove it.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: Auto Minify is gone without a replacement, and every other setting is a call of its own.",
                output: '',
              },
            ],
          },
        ],
      },
      {
        name: 'a comment would be lost',
        code: `await fetch(\`${API}/zones/\${zone}/settings\`, { method: 'PATCH', body: JSON.stringify({ items: [{ id: 'ssl', value: 'full' }, /* old */ { id: '«minify»', value: {} }] }) });`,
        errors: [
          {
            message: "'minify' is no longer supported since 2024-08-05, 838 days ago. Remove it.",
          },
        ],
      },
      {
        name: "'minify' is what is reported",
        code: `import Cloudflare from 'cloudflare';
const client = new Cloudflare();
await client.zones.settings.edit('«minify»', { zone_id: zoneId, value: { css: 'on', html: 'on', js: 'on' } });`,
        errors: [
          {
            message:
              "'PATCH /zones/{zone_id}/settings/minify' reached end of life on 2024-08-05, 838 days ago and has no replacement. Remove the call.",
            suggestions: [
              {
                desc: "Remove the call 'PATCH /zones/{zone_id}/settings/minify'.",
                output: `import Cloudflare from 'cloudflare';
const client = new Cloudflare();
`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-mobile-redirect',
    valid: [
      {
        name: 'a flag of the program itself',
        code: `const settings = { mobile_redirect: true };
applyTheme(settings);`,
      },
    ],
    invalid: [
      {
        name: "'mobile_redirect' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/settings/«mobile_redirect»\`, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ value: { status: 'on', mobile_subdomain: 'm', strip_uri: false } }),
});`,
        errors: [
          {
            message:
              "'PATCH /zones/{zone_identifier}/settings/mobile_redirect' reached end of life on 2024-06-30, 874 days ago. Use a single redirect.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-server-side-excludes',
    valid: [
      {
        name: 'another setting',
        code: `await fetch(\`${API}/zones/\${zoneId}/settings/ssl\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'server_side_exclude' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/settings/«server_side_exclude»\`, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ value: 'on' }),
});`,
        errors: [
          {
            message:
              "'PATCH /zones/{zone_id}/settings/server_side_exclude' reached end of life on 2024-06-14, 890 days ago. Delete the call.",
            suggestions: [
              { desc: "Remove the call 'PATCH /zones/{zone_id}/settings/server_side_exclude'.", output: '' },
            ],
          },
        ],
      },
      {
        name: "'serverSideExclude' is what is reported",
        code: `import * as cloudflare from '@pulumi/cloudflare';
new cloudflare.ZoneSettingsOverride('zone', { zoneId, settings: { «serverSideExclude»: 'on' } });`,
        errors: [
          {
            message:
              "'ZoneSettingsOverride.serverSideExclude' reached end of life on 2024-06-14, 890 days ago. Remove it.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-privacy-pass',
    valid: [
      {
        name: 'a header of the protocol',
        code: `headers.set('Authorization', \`PrivateToken token=\${privacy_pass_token}\`);`,
      },
    ],
    invalid: [
      {
        name: "'privacy_pass' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/settings/«privacy_pass»\`, { headers });`,
        errors: [
          {
            message:
              "'GET /zones/{zone_identifier}/settings/privacy_pass' reached end of life on 2024-03-31, 965 days ago. Delete the call.",
            suggestions: [
              { desc: "Remove the call 'GET /zones/{zone_identifier}/settings/privacy_pass'.", output: '' },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-dns-analytics',
    valid: [
      { name: 'a table of the program itself', code: "await db.query('select * from dns_analytics');" },
    ],
    invalid: [
      {
        name: "'dns_analytics/report' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/«dns_analytics/report»?metrics=queryCount\`, { headers });`,
        errors: [
          {
            message:
              "'GET /zones/{zone_id}/dns_analytics/report' ends on 2026-12-01, in 10 days. Use the GraphQL analytics API, POST /graphql.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-dns-filter-syntax',
    valid: [
      {
        name: 'the supported syntax, and an exact name',
        code: `await fetch(\`${API}/zones/\${zoneId}/dns_records?name.contains=staging\`, { headers });
await fetch(\`${API}/zones/\${zoneId}/dns_records?name=www.example.com\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'contains:' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/dns_records?name=«contains:»staging\`, { headers });`,
        errors: [
          {
            message:
              "'contains:' has no effect since 2025-02-21, 638 days ago. Use name.contains=x, name.startswith=x, name.endswith=x, and the same with content. Cloudflare names two dates, 2025-02-21 and 2025-05-23.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the same filter in the words of today.",
                output: `await fetch(\`${API}/zones/\${zoneId}/dns_records?name.contains=staging\`, { headers });`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-dns-record-zone-fields',
    valid: [
      {
        name: 'the id of the zone as a parameter of a call',
        code: 'await client.dns.records.list({ zone_id: zoneId });',
      },
    ],
    invalid: [
      {
        name: "'zone_name' is what is reported",
        code: `const response = await fetch(\`${API}/zones/\${zoneId}/dns_records\`, { headers });
const { result } = await response.json();
for (const record of result) console.log(record.«zone_name»);`,
        errors: [
          {
            message:
              "'zone_name' is no longer returned since 2024-11-30, 721 days ago. Take the id from the path that was asked.",
          },
        ],
      },
      {
        name: "'zone_name' is what is reported",
        code: `const axios = require('axios');
const { data } = await axios.get(\`${API}/zones/\${zone}/dns_records/\${id}\`);
console.log(data.result.«zone_name»);`,
        errors: [
          {
            message:
              "'zone_name' is no longer returned since 2024-11-30, 721 days ago. Take the id from the path that was asked.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-cname-flattening',
    valid: [
      {
        name: 'the replacement',
        code: `await fetch(\`${API}/zones/\${zoneId}/dns_settings\`, { method: 'PATCH', headers, body });`,
      },
    ],
    invalid: [
      {
        name: "'cname_flattening' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/settings/«cname_flattening»\`, { method: 'PATCH', headers, body });`,
        errors: [
          {
            message:
              "'PATCH /zones/{zone_id}/settings/cname_flattening' reached end of life on 2025-06-08, 531 days ago. Use PATCH /zones/{zone_id}/dns_settings with flatten_all_cnames.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-settings-batch',
    valid: [
      { name: 'one setting', code: `await fetch(\`${API}/zones/\${zoneId}/settings/ssl\`, { headers });` },
    ],
    invalid: [
      {
        name: "'settings' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/«settings»\`, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ items: [{ id: 'ssl', value: 'strict' }] }),
});`,
        errors: [
          {
            message:
              "'PATCH /zones/{zone_id}/settings' ends on 2027-03-31, in 130 days. Use one call for each setting, GET or PATCH /zones/{zone_id}/settings/{setting_id}.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: each setting is a call of its own.",
                output: `await fetch(\`${API}/zones/\${zoneId}/settings/ssl\`, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ value: 'strict' }),
});`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-mirage',
    valid: [
      {
        name: 'a package of that name',
        code: `import { createServer } from 'miragejs';
export const mirage = createServer({});`,
      },
    ],
    invalid: [
      {
        name: "'mirage' is what is reported",
        code: `await fetch(\`${API}/zones/\${zoneId}/settings/«mirage»\`, { method: 'PATCH', headers, body });`,
        errors: [
          {
            message:
              "'PATCH /zones/{zone_id}/settings/mirage' reached end of life on 2026-01-31, 294 days ago. Delete the call.",
            suggestions: [{ desc: "Remove the call 'PATCH /zones/{zone_id}/settings/mirage'.", output: '' }],
          },
        ],
      },
    ],
  },
];
