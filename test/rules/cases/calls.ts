import type { RuleCases } from './case.js';

const API = 'https://api.cloudflare.com/client/v4/zones/${zone}';
const ACCOUNT = 'https://api.cloudflare.com/client/v4/accounts/${account}';
const brotli =
  "'PATCH /zones/{zone_id}/settings/brotli' reached end of life on 2024-08-15, 828 days ago. Delete the call.";
const patch = `fetch(\`${API}/settings/«brotli»\`, { method: 'PATCH' })`;
const removed = "Remove the call 'PATCH /zones/{zone_id}/settings/brotli'.";
const level =
  "Security level 'medium' is accepted but has no effect after 2024-09-30, 782 days ago. Only 'off' and 'under_attack' have an effect. The specification names 2024-09-30, Cloudflare's own documentation 2025-03-17.";
const score =
  "'cf.threat_score' in a rule expression has no effect after 2024-09-30, 782 days ago. Remove the condition or replace it. The specification names 2024-09-30, Cloudflare's own documentation 2025-03-17.";
const rule = (expression: string): string =>
  `await fetch(\`${API}/rulesets/1/rules\`, { method: 'POST', body: JSON.stringify({ action: 'block', expression: ${expression} }) });`;
const fold = "Drop the conditions on 'cf.threat_score', which is always 0.";
const country = "'ip.geoip.country' in a rule expression has a new name. Use 'ip.src.country'.";

/** What would be gone with the call, and what nobody would miss. */
const WITH_WORK = [
  ['a call', 'headers: signedOnce()'],
  ['a call in a body', 'body: JSON.stringify({ value: queue.shift() })'],
  ['a counter', 'body: JSON.stringify({ value: count++ })'],
  ['an assignment', 'signal: (controller = new AbortController()).signal'],
  ['an await', 'headers: await login()'],
  ['headers of something new', 'headers: headers(session.renew())'],
  ['a tagged template', 'headers: sql`delete`'],
  ['an object of its own', 'signal: new Watch(zone)'],
  ['a spread of a call', '...audited(zone)'],
  ['a deletion', 'body: delete state.old'],
  ['a computed key', 'body: { [next()]: 1 }'],
] as const;
const WITHOUT_WORK = [
  ['texts', "body: JSON.stringify({ value: on ? 'on' : 'off' })"],
  ['objects that carry them', 'headers: new Headers({ ...auth, accept: encodeURIComponent(type) })'],
  ['headers that are made for it', 'headers: await this.authHeaders(token)'],
  ['a function that nobody calls', 'validateStatus: (status) => log(status)'],
  ['what the environment says', 'headers: { authorization: `Bearer ${process.env.TOKEN ?? token}` } as Auth'],
] as const;

export const CALL_CASES: readonly RuleCases[] = [
  {
    rule: 'no-firewall-rules',
    valid: [
      { name: 'the replacement', code: `await fetch(\`${API}/rulesets\`, { method: 'POST' });` },
      { name: 'another host', code: 'await fetch(`https://example.com/zones/${zone}/firewall/rules`);' },
      { name: 'a comment', code: '// POST /zones/{zone}/firewall/rules' },
    ],
    invalid: [
      {
        name: 'across a concatenation the segment is what is reported',
        code: `const base = 'https://api.cloudflare.com/client/v4';\nawait fetch(base + '/zones/' + zone + '/«firewall/rules»', { method: 'POST' });`,
        errors: [
          {
            message:
              "'POST /zones/{zone_id}/firewall/rules' reached end of life on 2025-01-15, 675 days ago. Use WAF custom rules. The specification names 2025-01-15, Cloudflare's own documentation 2025-06-15.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-brotli',
    valid: [
      {
        name: 'a setting that still works',
        code: `await fetch(\`${API}/settings/ssl\`, { method: 'PATCH' });`,
      },
    ],
    invalid: [
      {
        name: 'a statement of its own',
        code: `before();\nawait ${patch};\nafter();\n`,
        errors: [{ message: brotli, suggestions: [{ desc: removed, output: 'before();\nafter();\n' }] }],
      },
      {
        name: 'between others on a line',
        code: `before(); void ${patch}; after();`,
        errors: [{ message: brotli, suggestions: [{ desc: removed, output: 'before(); after();' }] }],
      },
      {
        name: 'with the body of a block',
        code: `if (zone) {\n  await ${patch};\n}\n`,
        errors: [{ message: brotli, suggestions: [{ desc: removed, output: 'if (zone) {\n}\n' }] }],
      },
      {
        name: 'the result is used',
        code: `const answer = await ${patch};\nuse(answer);`,
        errors: [{ message: brotli }],
      },
      {
        name: 'the result is passed on',
        code: `await Promise.all([${patch}, other()]);`,
        errors: [
          {
            message: brotli,
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: Brotli setting is gone without a replacement, and nothing looks at what the call gives.",
                output: 'await Promise.all([other()]);',
              },
            ],
          },
        ],
      },
      {
        name: 'lines that end as on Windows',
        code: `before();\r\nawait ${patch};\r\nafter();\r\n`,
        errors: [{ message: brotli, suggestions: [{ desc: removed, output: 'before();\r\nafter();\r\n' }] }],
      },
      {
        name: 'without semicolons, where the next line opens with a bracket in one',
        code: `const a = b;\nawait ${patch}\n;[1].map(f)`,
        errors: [{ message: brotli, suggestions: [{ desc: removed, output: 'const a = b;\n[1].map(f)' }] }],
      },
      {
        name: 'the statements around it would become one',
        code: `const a = b\nawait ${patch}\n;[1].map(f)`,
        errors: [{ message: brotli }],
      },
      {
        name: 'the body of a loop',
        code: `for (const zone of zones) await ${patch};`,
        errors: [{ message: brotli }],
      },
      {
        name: 'the only statement of a condition',
        code: `if (zone) await ${patch};`,
        errors: [{ message: brotli }],
      },
      ...WITH_WORK.map(([name, more]) => ({
        name: `its arguments do something of their own: ${name}`,
        code: `await fetch(\`${API}/settings/«brotli»\`, { method: 'PATCH', ${more} });`,
        errors: [{ message: brotli }],
      })),
      ...WITHOUT_WORK.map(([name, more]) => ({
        name: `its arguments only write it down: ${name}`,
        code: `await fetch(\`${API}/settings/«brotli»\`, { method: 'PATCH', ${more} });`,
        errors: [{ message: brotli, suggestions: [{ desc: removed, output: '' }] }],
      })),
      {
        name: 'the target is made on the way',
        code: `await fetch(track(\`${API}/settings/«brotli»\`), { method: 'PATCH' });`,
        errors: [{ message: brotli.replace('PATCH ', '') }],
      },
      {
        name: 'a comment would be lost',
        code: `await fetch(\`${API}/settings/«brotli»\`, { method: 'PATCH' /* for all */ });`,
        errors: [{ message: brotli }],
      },
    ],
  },
  {
    rule: 'no-security-level',
    valid: [
      {
        name: 'a level that is left',
        code: `await fetch(\`${API}/settings/security_level\`, { method: 'PATCH', body: JSON.stringify({ value: 'under_attack' }) });`,
      },
    ],
    invalid: [
      {
        name: 'the setting itself',
        code: `await fetch(\`${API}/settings/«security_level»\`, { method: 'PATCH', body: JSON.stringify({ value: 'medium' }) });`,
        errors: [
          {
            message: level,
            suggestions: [
              { desc: "Remove the call 'PATCH /zones/{zone_id}/settings/security_level'.", output: '' },
            ],
          },
        ],
      },
      {
        name: 'a parameter of a configuration rule',
        code: `await fetch(\`${API}/rulesets/1/rules\`, { method: 'POST', body: JSON.stringify({ action: 'set_config', expression: 'true', action_parameters: { «security_level»: 'medium', polish: 'off' } }) });`,
        errors: [
          {
            message: level,
            suggestions: [
              {
                desc: "Remove 'security_level'.",
                output: `await fetch(\`${API}/rulesets/1/rules\`, { method: 'POST', body: JSON.stringify({ action: 'set_config', expression: 'true', action_parameters: { polish: 'off' } }) });`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-legacy-tunnels',
    valid: [{ name: 'the successor', code: `await fetch(\`${ACCOUNT}/cfd_tunnel\`, { method: 'POST' });` }],
    invalid: [
      {
        name: 'a segment is renamed',
        code: `await fetch(\`${ACCOUNT}/«tunnels»\`, { method: 'POST' });`,
        output: `await fetch(\`${ACCOUNT}/cfd_tunnel\`, { method: 'POST' });`,
        errors: [
          {
            message:
              "'POST /accounts/{account_identifier}/tunnels' reached end of life on 2024-02-04, 1021 days ago. Use the same calls below /accounts/{account_id}/cfd_tunnel.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-threat-score',
    valid: [
      { name: 'another field', code: rule("'cf.bot_management.score lt 10'") },
      { name: 'a name in a text', code: rule('\'http.host eq "cf.threat_score"\'') },
    ],
    invalid: [
      {
        name: 'one condition of several',
        code: rule('\'(«cf.threat_score» gt 10) or ip.src.country eq "XX"\''),
        errors: [
          { message: score, suggestions: [{ desc: fold, output: rule('\'ip.src.country eq "XX"\'') }] },
        ],
      },
      {
        name: 'a template with a hole',
        code: rule('`ip.src.country eq "${c}" and «cf.threat_score» le 10`'),
        errors: [
          { message: score, suggestions: [{ desc: fold, output: rule('`ip.src.country eq "${c}"`') }] },
        ],
      },
      {
        name: 'a rule that never matches any more: no edit leaves its meaning',
        code: rule("'«cf.threat_score» gt 10'"),
        errors: [{ message: score }],
      },
      {
        name: 'a rule that would match everything',
        code: rule("'«cf.threat_score» le 10'"),
        errors: [{ message: score }],
      },
      {
        name: 'only a part of the expression',
        code: rule("'«cf.threat_score» gt 10 or ' + more"),
        errors: [{ message: score }],
      },
    ],
  },
  {
    rule: 'no-geoip-fields',
    valid: [
      { name: 'the new name', code: rule('\'ip.src.country eq "XX"\'') },
      { name: 'a package', code: "import geoip from 'geoip-lite';\nip.geoip.lookup(x);" },
    ],
    invalid: [
      {
        name: 'each name',
        code: rule('\'«ip.geoip.country» eq "A" or «ip.geoip.country» eq "B"\''),
        output: rule('\'ip.src.country eq "A" or ip.src.country eq "B"\''),
        errors: [{ message: country }, { message: country }],
      },
    ],
  },
  {
    rule: 'no-te-content-length',
    valid: [
      { name: 'one of the two', code: `await fetch(\`${API}/x\`, { headers: { 'Content-Length': '1' } });` },
    ],
    invalid: [
      {
        name: 'both',
        code: `await fetch(\`${API}/x\`, { method: 'POST', headers: { 'Transfer-Encoding': 'chunked', '«Content-Length»': '1' } });`,
        errors: [
          {
            message:
              "'Content-Length' together with 'Transfer-Encoding' is no longer supported after 2023-07-01, 1239 days ago. Send one of the two.",
            suggestions: [
              {
                desc: "Remove 'Transfer-Encoding'.",
                output: `await fetch(\`${API}/x\`, { method: 'POST', headers: { 'Content-Length': '1' } });`,
              },
            ],
          },
        ],
      },
    ],
  },
];
