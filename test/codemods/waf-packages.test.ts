/** What markers of the previous WAF say: the very sensitivity and mode that a call sets. */
import { describe, expect, it } from 'vitest';
import { projectOf } from '../migrate/project.js';

const CALLS = {
  low: "{ sensitivity: 'low', action_mode: 'simulate' }",
  off: "{ sensitivity: 'off' }",
  open: '{ sensitivity: level }',
};

describe('steps for a package', () => {
  it('say what the sensitivity and the mode became', async () => {
    const calls = Object.entries(CALLS).map(
      ([name, body]) => `export const ${name} = (zone, owasp, headers, level) =>
  fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/firewall/waf/packages/\${owasp}\`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify(${body}),
  });`,
    );
    const project = projectOf({ 'waf.mjs': `${calls.join('\n')}\n` });
    const { stdout } = await project.run('migrate', '--format', 'json', '--level', 'review');
    const { sites } = JSON.parse(stdout) as { sites: { steps: string }[] };
    const [low = '', off = '', open = ''] = sites.map(({ steps }) => steps);
    expect(low).toContain('6179ae15870a4bb7b2d480d4843b323c, action: log }]');
    expect(low).toContain('score_threshold: 40 and categories paranoia-level-2, paranoia-level-3');
    expect(off).toContain('enabled: false.');
    expect(off).not.toContain('score_threshold');
    expect(open).toContain('medium is score_threshold 25');
  });
});
