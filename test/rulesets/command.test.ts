import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';

/** Runs `ruleset check` on a value, or on a text as it is. */
function check(input: unknown, ...options: string[]) {
  const stdin = typeof input === 'string' ? input : JSON.stringify(input);
  return edgeSunset(['ruleset', 'check', ...options], { cwd: folderOf({}), stdin });
}

const WRONG = `{
  "phase": "http_request_firewall_custom",
  "rules": [
    { "action": "allow", "expression": "cf.threat_score gt 5" },
    { "action": "skip", "expression": "true", "action_parameters": { "ruleset": "current" } }
  ]
}
`;

describe('ruleset check', () => {
  it('tells the place, what is wrong and what to do, in the order of the input', async () => {
    const folder = folderOf({ 'ruleset.json': WRONG });
    const { code, stdout, stderr } = await edgeSunset(['ruleset', 'check', 'ruleset.json'], { cwd: folder });
    expect(stderr).toBe('');
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      'ruleset.json:4:18 error rules[0].action (ruleset-action)',
      '  Rulesets have no action "allow". Use the action skip with action_parameters {"ruleset": "current"}, in front of the rules it lets pass.',
      'ruleset.json:4:41 error rules[0].expression (threat-score)',
      "  The field cf.threat_score is retired after 2024-09-30. See 'edge-sunset explain threat-score'.",
      'ruleset.json:5:18 warning rules[1].action (ruleset-order)',
      '  The skip rule is the last one, so it skips nothing. Put it in front of the rules that it skips.',
      '',
      '3 problems, 2 rejected by the API',
      '',
    ]);
  });

  it('writes the same as JSON', async () => {
    const { code, stdout } = await check(WRONG, '--format', 'json');
    expect(code).toBe(1);
    const { valid, problems } = JSON.parse(stdout);
    expect(valid).toBe(false);
    expect(
      problems.map(({ check, line, refused }: Record<string, unknown>) => [check, line, refused]),
    ).toEqual([
      ['ruleset-action', 4, true],
      ['threat-score', 4, true],
      ['ruleset-order', 5, false],
    ]);
  });

  it.each<readonly [string, unknown, readonly string[]]>([
    [
      'a ruleset',
      { phase: 'http_request_firewall_custom', rules: [{ action: 'block', expression: 'ssl' }] },
      [],
    ],
    ['an answer', { success: true, result: { id: 'a', kind: 'zone', version: '3', rules: [] } }, []],
    ['a list of rules', [{ action: 'block', expression: 'ssl' }], []],
    ['a list of rulesets', [{ phase: 'http_ratelimit', rules: [] }, { kind: 'zone' }], []],
    ['a rule', { action: 'log', expression: 'ssl' }, []],
    ['a change', { action: 'log', expression: 'ssl', enabled: false }, ['--as', 'change']],
    ['a rule of a phase', { action: 'rewrite', expression: 'ssl' }, ['--phase', 'http_request_transform']],
    ['a text with a mark of its encoding', `\uFEFF${JSON.stringify({ rules: [] })}`, []],
  ])('takes %s', async (_, input, options) => {
    expect(await check(input, ...options)).toEqual({
      code: 0,
      stdout: 'standard input: nothing to report\n',
      stderr: '',
    });
  });

  it.each<readonly [string, unknown, readonly string[], string]>([
    [
      'a rule of another phase',
      { action: 'block', expression: 'ssl' },
      ['--phase', 'http_request_transform'],
      'not allowed in the phase',
    ],
    ['a change of one field', { enabled: false }, ['--as', 'change'], 'omits action and expression'],
    [
      'an entry point',
      { rules: [{ action: 'block', expression: 'ssl' }] },
      ['--as', 'entry-point'],
      'replaces all rules',
    ],
    [
      'a rule in an answer',
      { result: { rules: [{ action: 'ban', expression: 'ssl' }] } },
      [],
      'result.rules[0].action',
    ],
    [
      'the second of a list',
      [
        { action: 'block', expression: 'ssl' },
        { action: 'ban', expression: 'ssl' },
      ],
      [],
      'rules[1].action',
    ],
  ])('reports %s', async (_, input, options, message) => {
    const { code, stdout } = await check(input, ...options);
    expect(stdout).toContain(message);
    expect(code).toBe(1);
  });

  it.each<readonly [string, readonly string[], string, string]>([
    ['no action', ['ruleset'], '', 'the action is missing'],
    ['another action', ['ruleset', 'fix'], '', 'cannot be "fix"'],
    ['two files', ['ruleset', 'check', 'a', 'b'], '', 'takes one file'],
    ['a file that is not there', ['ruleset', 'check', 'missing.json'], '', 'missing.json cannot be read'],
    ['nothing', ['ruleset', 'check'], '', 'standard input is empty'],
    ['no JSON', ['ruleset', 'check'], '{"rules": [', 'not JSON'],
    ['a number', ['ruleset', 'check'], '7', 'is not a ruleset'],
    ['an empty object', ['ruleset', 'check'], '{}', 'is not a ruleset'],
    ['a list of numbers', ['ruleset', 'check'], '[1]', '[0] is not a ruleset'],
    ['a phase that is none', ['ruleset', 'check', '--phase', 'waf'], '{}', 'unknown --phase "waf"'],
    ['brackets without end', ['ruleset', 'check'], '['.repeat(5000) + ']'.repeat(5000), 'nested too deep'],
  ])('ends with 2 for %s', async (_, argv, stdin, message) => {
    const { code, stdout, stderr } = await edgeSunset(argv, { cwd: folderOf({}), stdin });
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('has nothing to say about what convert writes', async () => {
    const lists: readonly (readonly [string, unknown])[] = [
      [
        'firewall-rules',
        ['allow', 'bypass', 'block', 'log', 'js_challenge'].map((action, index) => ({
          action,
          priority: index,
          products: action === 'bypass' ? ['waf', 'bic', 'rateLimit'] : [],
          filter: { expression: 'ssl' },
        })),
      ],
      [
        'rate-limits',
        ['ban', 'simulate', 'challenge'].map((mode) => ({
          threshold: 5,
          period: 61,
          action: { mode, timeout: 7 },
          match: { request: { url: '*.example.com/api/*' }, response: { status: [404] } },
        })),
      ],
      [
        'waf-packages',
        ['medium'].map((sensitivity) => ({
          name: 'OWASP ModSecurity Core Rule Set',
          detection_mode: 'anomaly',
          sensitivity,
          action_mode: 'challenge',
        })),
      ],
    ];
    for (const [kind, list] of lists) {
      const converted = await edgeSunset(['convert', kind], {
        cwd: folderOf({}),
        stdin: JSON.stringify(list),
      });
      expect(await check(converted.stdout), kind).toMatchObject({
        code: 0,
        stdout: 'standard input: nothing to report\n',
      });
    }
  });
});
