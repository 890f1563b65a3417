import type { EdgeSunsetRule } from '../../rules/index.js';

/** Rules that report no entry of the catalogue: what they are for is said here. */
const TEXTS: Readonly<Record<string, string>> = {
  'no-custom-deprecations': `Your own catalogue stands in the settings, with the keys of a [catalogue file](../catalogue-files.md). This rule
reports it; the other rules report the built-in one. Off in \`recommended\`.

\`\`\`js
import { defineConfig } from 'eslint/config';
import edgeSunset from 'edge-sunset/eslint';

export default defineConfig([
  edgeSunset.configs.recommended,
  {
    settings: {
      edgeSunset: {
        entries: [
          {
            id: 'old-reports',
            title: 'Old reports',
            endOfLife: '2026-06-30',
            summary: 'The old reports of the platform team are gone.',
            replacement: 'The reports below /accounts/{account_id}/reports.',
            endpoints: [{ path: '/accounts/{account_id}/old_reports', methods: ['GET'] }],
          },
        ],
      },
    },
    rules: { 'edge-sunset/no-custom-deprecations': 'error' },
  },
]);
\`\`\`

## Reported

With the entry above:

\`\`\`javascript
await fetch(\`https://api.cloudflare.com/client/v4/accounts/\${accountId}/old_reports\`);
\`\`\`

## Not reported

\`\`\`javascript
await fetch(\`https://api.cloudflare.com/client/v4/accounts/\${accountId}/reports\`);
\`\`\``,
  'no-undetermined-endpoint': `A call that reaches the API with a path that is only known at run time may be alive or dead; no rule can say. This one
names such calls, so that nobody takes silence for a clean bill. Off in \`recommended\`, a warning in \`all\`.

Write the path where it is sent, or look at the call and turn the rule off for the line with the reason.

## Reported

\`\`\`javascript
const kind = process.argv[2];
const firewall = ['rate_limits', 'firewall/rules'].includes(kind);
await fetch(\`https://api.cloudflare.com/client/v4/zones/\${zoneId}/\${kind}\`);
\`\`\`

## Not reported

\`\`\`javascript
const kinds = ['rulesets', 'dns_records'];
for (const kind of kinds) await fetch(\`https://api.cloudflare.com/client/v4/zones/\${zoneId}/\${kind}\`);
\`\`\``,
  'no-unresolved-migration': `\`edge-sunset migrate\` leaves a comment where it cannot prove a change: \`edge-sunset-todo <entry> <id>: …\`, with the steps
to take. Each is an error until somebody has taken them and removed the comment. Removing the comment alone brings the
report of the call back.

## Reported

\`\`\`javascript
// edge-sunset-todo zone-analytics 0123abcd: Query the GraphQL Analytics API.
await report(zoneId);
\`\`\`

\`\`\`shell
# edge-sunset-todo rate-limits 89abcdef: Use rate limiting rules.
./limits.sh
\`\`\`

## Not reported

\`\`\`javascript
const text = 'edge-sunset-todo zone-analytics 0123abcd: a text is no comment';
\`\`\``,
};

export function ownPage(name: string, { meta }: EdgeSunsetRule): string {
  const text = TEXTS[name];
  if (text === undefined)
    throw new Error(`the rule ${name} has no page: write one in scripts/rules/own-pages.ts`);
  const { description } = meta.docs;
  return `# ${name}\n\n${description.charAt(0).toUpperCase()}${description.slice(1)}.\n\n${text}\n`;
}
