import type { RuleCases } from './case.js';

/** Rules about what belongs to an account, or to nobody. */

const API = 'https://api.cloudflare.com/client/v4';

export const ACCOUNT_CASES: readonly RuleCases[] = [
  {
    rule: 'no-billing',
    valid: [
      {
        name: 'subscriptions live',
        code: `await fetch(\`${API}/accounts/\${accountId}/subscriptions\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'billing/profile' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/«billing/profile»\`, { headers });`,
        errors: [
          {
            message:
              "'GET /accounts/{account_identifier}/billing/profile' reached end of life on 2023-06-06, 1264 days ago and has no replacement. Remove the call.",
            suggestions: [
              { desc: "Remove the call 'GET /accounts/{account_identifier}/billing/profile'.", output: '' },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-organizations',
    valid: [
      {
        name: 'the new Organizations API',
        code: `await fetch(\`${API}/organizations/\${organizationId}/profile\`, { headers });`,
      },
      {
        name: 'reads of an organization work again',
        code: `await fetch(\`${API}/organizations/\${organizationId}\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'invites' is what is reported",
        code: `await fetch(\`${API}/organizations/\${organizationId}/«invites»\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ invited_member_email: 'someone@example.com' }),
});`,
        errors: [
          {
            message:
              "'POST /organizations/{organization_identifier}/invites' reached end of life on 2020-02-04, 2482 days ago. Use the accounts API. The specification names 2020-02-04, Cloudflare's own documentation 2020-04-02.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the path is new, and so are the names of what is read of the answer.",
                output: `await fetch(\`${API}/accounts/\${organizationId}/members\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ email: 'someone@example.com' }),
});`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-images-v1-direct-upload',
    valid: [
      {
        name: 'version 2, and uploads of images in version 1, still work',
        code: `await fetch(\`${API}/accounts/\${account}/images/v2/direct_upload\`, { method: 'POST', headers });
await fetch(\`${API}/accounts/\${account}/images/v1\`, { method: 'POST', headers, body: form });`,
      },
    ],
    invalid: [
      {
        name: "'v1/direct_upload' is what is reported",
        code: `await fetch(\`${API}/accounts/\${process.env.ACCOUNT}/images/«v1/direct_upload»\`, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
});`,
        errors: [
          {
            message:
              "'POST /accounts/{account_identifier}/images/v1/direct_upload' reached end of life on 2022-07-01, 1604 days ago. Use POST /accounts/{account_identifier}/images/v2/direct_upload.",
            suggestions: [
              {
                desc: "Replace 'v1' with 'v2' (check the request body).",
                output: `await fetch(\`${API}/accounts/\${process.env.ACCOUNT}/images/v2/direct_upload\`, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
});`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-notification-email',
    valid: [
      {
        name: "a field of the program's own users",
        code: 'await db.users.update({ where: { id }, data: { notification_email: email } });',
      },
    ],
    invalid: [
      {
        name: "'notification_email' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/load_balancers/pools\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ name: 'primary', origins, «notification_email»: 'ops@example.com' }),
});`,
        errors: [
          {
            message:
              "'notification_email' has no effect since 2023-04-03, 1328 days ago. Use a notification policy of type load_balancing_health_alert.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the API ignores the field; a notification policy sends the mails in its place.",
                output: `await fetch(\`${API}/accounts/\${accountId}/load_balancers/pools\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ name: 'primary', origins }),
});
await fetch(\`${API}/accounts/\${accountId}/alerting/v3/policies\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({
    name: 'Health of the pool primary',
    enabled: true,
    alert_type: 'load_balancing_health_alert',
    mechanisms: { email: [{ id: 'ops@example.com' }] },
  }),
});`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-service-key',
    valid: [
      {
        name: 'a token',
        code: `await fetch('${API}/certificates', { headers: { Authorization: \`Bearer \${token}\` } });`,
      },
    ],
    invalid: [
      {
        name: "'X-Auth-User-Service-Key' is what is reported",
        code: `await fetch('${API}/certificates', {
  headers: { '«X-Auth-User-Service-Key»': process.env.SERVICE_KEY },
});`,
        errors: [
          {
            message:
              "'X-Auth-User-Service-Key' is no longer supported since 2026-09-30, 52 days ago. Use an API token in the header Authorization.",
          },
        ],
      },
      {
        name: "'X-Auth-User-Service-Key' is what is reported",
        code: `const axios = require('axios');
const headers = { '«X-Auth-User-Service-Key»': process.env.SERVICE_KEY };
await axios.get('${API}/certificates', { headers });`,
        errors: [
          {
            message:
              "'X-Auth-User-Service-Key' is no longer supported since 2026-09-30, 52 days ago. Use an API token in the header Authorization.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-registrar-domains',
    valid: [
      {
        name: 'the new registrar API',
        code: `await fetch(\`${API}/accounts/\${accountId}/registrar/registrations\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'registrar/domains' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/«registrar/domains»\`, { headers });`,
        errors: [
          {
            message:
              "'GET /accounts/{account_id}/registrar/domains' reached end of life on 2026-09-27, 55 days ago. Use the registrar API, below /accounts/{account_id}/registrar/registrations.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the path is new, and so are the names of what is read of the answer.",
                output: `await fetch(\`${API}/accounts/\${accountId}/registrar/registrations\`, { headers });`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-custom-ns-availability',
    valid: [
      {
        name: 'the custom nameservers themselves still work',
        code: `await fetch(\`${API}/accounts/\${accountId}/custom_ns\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'custom_ns/availability' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/«custom_ns/availability»\`, { headers });`,
        errors: [
          {
            message:
              "'GET /accounts/{account_id}/custom_ns/availability' reached end of life on 2025-03-23, 608 days ago. Delete the call.",
            suggestions: [
              { desc: "Remove the call 'GET /accounts/{account_id}/custom_ns/availability'.", output: '' },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-account-default-nameservers',
    valid: [
      {
        name: 'another setting of an account',
        code: `await fetch(\`${API}/accounts/\${accountId}\`, {
  method: 'PUT',
  headers,
  body: JSON.stringify({ name: 'Example', settings: { enforce_twofactor: true } }),
});`,
      },
    ],
    invalid: [
      {
        name: "'default_nameservers' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}\`, {
  method: 'PUT',
  headers,
  body: JSON.stringify({ name: 'Example', settings: { «default_nameservers»: 'custom.account' } }),
});`,
        errors: [
          {
            message:
              "'settings.default_nameservers' is no longer supported since 2025-03-14, 617 days ago. Use PATCH /accounts/{account_id}/dns_settings with zone_defaults.nameservers.type.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-radar-verified-bots',
    valid: [{ name: 'the replacement', code: `await fetch('${API}/radar/bots/summary/bot', { headers });` }],
    invalid: [
      {
        name: "'verified_bots/top/bots' is what is reported",
        code: `await fetch('${API}/radar/«verified_bots/top/bots»?limit=5', { headers });`,
        errors: [
          {
            message:
              "'GET /radar/verified_bots/top/bots' reached end of life on 2026-01-01, 324 days ago. Use GET /radar/bots/summary/bot and GET /radar/bots/summary/category.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-radar-attacks-top',
    valid: [
      {
        name: 'the replacement',
        code: `await fetch('${API}/radar/attacks/layer7/summary/industry', { headers });`,
      },
    ],
    invalid: [
      {
        name: "'top/industry' is what is reported",
        code: `await fetch('${API}/radar/attacks/layer7/«top/industry»?limit=5', { headers });`,
        errors: [
          {
            message:
              "'GET /radar/attacks/layer7/top/industry' reached end of life on 2025-09-20, 427 days ago. Use the same paths with summary instead of top.",
            suggestions: [
              {
                desc: "Replace 'top' with 'summary'.",
                output: `await fetch('${API}/radar/attacks/layer7/summary/industry?limit=5', { headers });`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-radar-magnitude',
    valid: [
      {
        name: 'without the parameter',
        code: `await fetch('${API}/radar/attacks/layer7/top/attacks?limit=5', { headers });`,
      },
    ],
    invalid: [
      {
        name: "'magnitude' is what is reported",
        code: `await fetch('${API}/radar/attacks/layer7/top/attacks?«magnitude»=MITIGATED_REQUESTS', { headers });`,
        errors: [
          {
            message: "'magnitude' is no longer supported since 2025-06-11, 528 days ago. Leave it out.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the parameter is gone; what it could choose is the default.",
                output: `await fetch('${API}/radar/attacks/layer7/top/attacks', { headers });`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-kv-namespaces',
    valid: [
      {
        name: 'the routes of today, and namespaces of other kinds',
        code: `await fetch(\`${API}/accounts/\${accountId}/storage/kv/namespaces\`, { headers });
await fetch(\`${API}/accounts/\${accountId}/workers/dispatch/namespaces\`, { headers });
await fetch(\`${API}/accounts/\${accountId}/workers/durable_objects/namespaces\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'workers/namespaces' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/«workers/namespaces»\`, { headers });`,
        output: `await fetch(\`${API}/accounts/\${accountId}/storage/kv/namespaces\`, { headers });`,
        errors: [
          {
            message:
              "'GET /accounts/{account_id}/workers/namespaces' reached end of life on 2026-10-15, 37 days ago. Use the same routes below /accounts/{account_id}/storage/kv/namespaces.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-gateway-audit-ssh',
    valid: [
      {
        name: 'another action',
        code: `await fetch(\`${API}/accounts/\${accountId}/gateway/rules\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ name: 'dns', action: 'block', traffic: 'dns.fqdn == "example.com"' }),
});`,
      },
    ],
    invalid: [
      {
        name: "'audit_ssh' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/gateway/rules\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ name: 'ssh', action: '«audit_ssh»', traffic: 'net.dst.port == 22' }),
});`,
        errors: [
          {
            message:
              "'audit_ssh' is no longer supported for 'action' since 2026-07-15, 129 days ago. Use SSH with Access for Infrastructure.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-access-self-hosted-domains',
    valid: [
      {
        name: 'the replacement',
        code: `await fetch(\`${API}/accounts/\${accountId}/access/apps\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ type: 'self_hosted', name: 'wiki', destinations: [{ type: 'public', uri: 'wiki.example.com' }] }),
});`,
      },
    ],
    invalid: [
      {
        name: "'self_hosted_domains' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/access/apps\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ type: 'self_hosted', name: 'wiki', «self_hosted_domains»: ['wiki.example.com'] }),
});`,
        errors: [
          {
            message:
              "'self_hosted_domains' is no longer supported since 2025-11-21, 365 days ago. Use destinations, a list of { type: public, uri }.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: each domain is a destination of type public.",
                output: `await fetch(\`${API}/accounts/\${accountId}/access/apps\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ type: 'self_hosted', name: 'wiki', destinations: [{ type: 'public', uri: 'wiki.example.com' }] }),
});`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-devices',
    valid: [
      {
        name: 'machines, registrations and posture still work',
        code: `await fetch(\`${API}/accounts/\${accountId}/devices/physical-devices\`, { headers });
await fetch(\`${API}/accounts/\${accountId}/devices/registrations\`, { headers });
await fetch(\`${API}/accounts/\${accountId}/devices/posture\`, { headers });`,
      },
      {
        name: 'devices of another API',
        code: 'await fetch(`https://iot.example.com/accounts/${accountId}/devices`);',
      },
    ],
    invalid: [
      {
        name: "'devices' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/«devices»\`, { headers });`,
        errors: [
          {
            message:
              "'GET /accounts/{account_id}/devices' reached end of life on 2025-11-11, 375 days ago. Use /accounts/{account_id}/devices/physical-devices for machines, /accounts/{account_id}/devices/registrations for users on machines, override codes and revoking.",
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the path is new, and so are the names of what is read of the answer.",
                output: `await fetch(\`${API}/accounts/\${accountId}/devices/physical-devices\`, { headers });`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    rule: 'no-tunnel-routes-by-network',
    valid: [
      {
        name: 'routes by their id, and looking one up by an address, still work',
        code: `await fetch(\`${API}/accounts/\${accountId}/teamnet/routes/\${routeId}\`, { method: 'DELETE', headers });
await fetch(\`${API}/accounts/\${accountId}/teamnet/routes/ip/192.0.2.1\`, { headers });`,
      },
    ],
    invalid: [
      {
        name: "'routes/network' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/teamnet/«routes/network»/\${network}\`, { method: 'DELETE', headers });`,
        errors: [
          {
            message:
              "'DELETE /accounts/{account_id}/teamnet/routes/network/{ip_network_encoded}' reached end of life on 2026-10-05, 47 days ago. Use POST /accounts/{account_id}/teamnet/routes with network and tunnel_id in the body, and PATCH or DELETE with the id of the route.",
          },
        ],
      },
    ],
  },
  {
    rule: 'no-access-bookmarks',
    valid: [
      {
        name: 'Access applications still work',
        code: `await fetch(\`${API}/accounts/\${accountId}/access/apps\`, { method: 'POST', headers, body });`,
      },
      {
        name: 'bookmarks of another product',
        code: 'await fetch(`https://links.example.com/accounts/${id}/bookmarks`);',
      },
    ],
    invalid: [
      {
        name: "'access/bookmarks' is what is reported",
        code: `await fetch(\`${API}/accounts/\${accountId}/«access/bookmarks»\`, { headers });`,
        errors: [
          {
            message:
              "'GET /accounts/{identifier}/access/bookmarks' reached end of life on 2023-03-19, 1343 days ago. Use access applications of type bookmark, below /accounts/{account_id}/access/apps.",
          },
        ],
      },
    ],
  },
];
