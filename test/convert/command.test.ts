import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';

/** Runs `convert` on a value, or on a text as it is. */
function convert(kind: string, input: unknown, ...options: string[]) {
  const stdin = typeof input === 'string' ? input : JSON.stringify(input);
  return edgeSunset(['convert', kind, ...options], { cwd: folderOf({}), stdin });
}

const block = { action: 'block', filter: { expression: 'ssl' } };

describe('convert firewall-rules', () => {
  it('prints the body that creates the ruleset, in the order of evaluation', async () => {
    const { code, stdout, stderr } = await convert('firewall-rules', {
      success: true,
      result: [
        { ...block, description: 'last', id: 'a' },
        { ...block, description: 'second', priority: 7, paused: true },
        { ...block, action: 'log', description: 'first', priority: 7 },
        { ...block, action: 'log', description: 'third', ref: 'r' },
      ],
    });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      name: 'default',
      kind: 'zone',
      phase: 'http_request_firewall_custom',
      rules: [
        { description: 'first', expression: 'ssl', action: 'log' },
        { description: 'second', expression: 'ssl', action: 'block', enabled: false },
        { ref: 'r', description: 'third', expression: 'ssl', action: 'log' },
        { description: 'last', expression: 'ssl', action: 'block' },
      ],
    });
  });

  it.each([
    ['alone', { ...block, paused: true }],
    ['as the answer to a request for one', { success: true, result: { ...block, paused: true } }],
  ])('takes a single object %s', async (_, input) => {
    const { code, stdout, stderr } = await convert('firewall-rules', input);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).rules).toEqual([{ expression: 'ssl', action: 'block', enabled: false }]);
  });

  it('turns allow and bypass into skips and says so', async () => {
    const { code, stdout, stderr } = await convert('firewall-rules', [
      { ...block, action: 'allow', priority: 1 },
      { ...block, action: 'bypass', priority: 2, products: ['waf', 'hot'] },
      { ...block, action: 'bypass', priority: 3, products: ['rateLimit'] },
    ]);
    expect(
      JSON.parse(stdout).rules.map((rule: { action_parameters: object }) => rule.action_parameters),
    ).toEqual([
      { ruleset: 'current' },
      { products: ['hot'], phases: ['http_request_firewall_managed'] },
      { phases: ['http_ratelimit'] },
    ]);
    expect(stderr.split('\n')).toEqual([
      'behaviour change: [0].action: "allow" becomes a skip of the remaining custom rules',
      'behaviour change: [1].action: "bypass" becomes a skip of hot, http_request_firewall_managed',
      'behaviour change: [2].action: "bypass" becomes a skip of http_ratelimit',
      '',
    ]);
    expect(code).toBe(0);
  });

  it.each<readonly [string, object, string]>([
    [
      'a retired field',
      { filter: { expression: 'cf.threat_score gt 5' } },
      '[0].filter.expression: uses cf.threat',
    ],
    ['an invalid expression', { filter: { expression: 'ssl and' } }, '[0].filter.expression: is not a valid'],
    [
      'too long',
      { filter: { expression: `ssl${' '.repeat(4094)}` } },
      '[0].filter.expression: has 4097 char',
    ],
  ])('keeps the expression and asks for a person: %s', async (_, change, message) => {
    const { code, stdout, stderr } = await convert('firewall-rules', [{ ...block, ...change }]);
    expect(stderr).toContain(`manual follow-up: ${message}`);
    expect(JSON.parse(stdout).rules).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('leaves out refs that several rules share, and only these', async () => {
    const rules = ['same', 'same', 'other'].map((ref) => ({ ...block, ref }));
    const { code, stdout, stderr } = await convert('firewall-rules', rules);
    expect(JSON.parse(stdout).rules.map((rule: { ref?: string }) => rule.ref)).toEqual([
      undefined,
      undefined,
      'other',
    ]);
    expect(stderr.match(/manual follow-up: \[[01]\]\.ref/g)).toHaveLength(2);
    expect(code).toBe(1);
  });
});

describe('convert rate-limits', () => {
  it('writes conditions, the counter and the exemption of crawlers', async () => {
    const { code, stdout, stderr } = await convert('rate-limits', [
      {
        description: 'login',
        threshold: 5,
        period: 60,
        action: { mode: 'ban', timeout: 600, response: { content_type: 'text/html', body: 'Slow down' } },
        match: {
          request: { url: 'shop.example.com/login', methods: ['POST'], schemes: ['HTTPS'] },
          response: { status: [401, 403], origin_traffic: false },
        },
      },
    ]);
    const expression =
      'http.host eq "shop.example.com" and http.request.uri.path wildcard "/login" and ssl and http.request.method in {"POST"} and not cf.client.bot';
    expect(JSON.parse(stdout).rules).toEqual([
      {
        description: 'login',
        expression,
        action: 'block',
        action_parameters: {
          response: { status_code: 429, content_type: 'text/html', content: 'Slow down' },
        },
        ratelimit: {
          characteristics: ['cf.colo.id', 'ip.src'],
          period: 60,
          requests_per_period: 5,
          mitigation_timeout: 600,
          requests_to_origin: false,
          counting_expression: `${expression} and http.response.code in {401 403}`,
        },
      },
    ]);
    expect(stderr).toBe(
      'note: Rules made of rate limits exempt known crawlers (not cf.client.bot), as the old API did without being told. --no-crawler-condition leaves the condition out, so that crawlers are limited, too.\nbehaviour change: [0].match.response: requests counted by their response are no longer served from cache\n',
    );
    expect(code).toBe(0);
  });

  it('leaves the exemption of crawlers out where that is asked for, and takes the option for rate limits alone', async () => {
    const limits = [{ threshold: 5, period: 60, action: { mode: 'ban', timeout: 600 } }];
    const { stdout, stderr } = await convert('rate-limits', limits, '--no-crawler-condition');
    expect(JSON.parse(stdout).rules).toMatchObject([{ expression: 'true' }]);
    expect(stderr).toBe('');
    const other = await convert('firewall-rules', [block], '--no-crawler-condition');
    expect(other).toMatchObject({ code: 2, stdout: '' });
  });

  it('takes the nearest period, and the response away from what does not block', async () => {
    const limit = {
      threshold: 1,
      period: 50,
      action: { mode: 'simulate', timeout: 100, response: { body: 'x' } },
    };
    const { code, stdout, stderr } = await convert('rate-limits', [limit]);
    expect(JSON.parse(stdout).rules[0].ratelimit).toMatchObject({ period: 45, mitigation_timeout: 90 });
    expect(stderr).toContain('[0].period: 50 seconds become 45');
    expect(stderr).toContain('[0].action.timeout: 100 seconds become 90');
    expect(stderr).toContain('manual follow-up: [0].action.response');
    expect(code).toBe(1);
  });
});

describe('convert waf-packages', () => {
  it('executes the managed rulesets, with the level and threshold of the sensitivity', async () => {
    const { code, stdout } = await convert('waf-packages', [
      { name: 'CloudFlare', detection_mode: 'traditional' },
      { name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'medium', action_mode: 'simulate' },
    ]);
    const [managed, owasp] = JSON.parse(stdout).rules;
    expect(managed.action_parameters).toEqual({ id: 'efb7b8c949ac4650a09736fc376e9aee' });
    expect(owasp.action_parameters.overrides).toEqual({
      categories: [2, 3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
      rules: [{ id: '6179ae15870a4bb7b2d480d4843b323c', action: 'log', score_threshold: 25 }],
    });
    expect(code).toBe(1);
  });

  it('keeps a package that is off as a disabled rule', async () => {
    const off = { name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'off', action_mode: 'block' };
    const { stdout } = await convert('waf-packages', [off]);
    expect(JSON.parse(stdout).rules[0].enabled).toBe(false);
  });
});

describe('bad input', () => {
  it.each<readonly [string, string, unknown, string]>([
    ['no JSON', 'firewall-rules', '{', 'standard input: the input is not JSON'],
    ['an object of another kind', 'firewall-rules', { result: {} }, 'result.filter is missing'],
    ['an empty object', 'rate-limits', {}, 'action is missing'],
    [
      'an error answer',
      'rate-limits',
      { success: false, result: null },
      'result (null) must be an object or',
    ],
    ['a text', 'rate-limits', '"x"', 'the input ("x") must be an object or a list of objects'],
    ['an item that is no object', 'firewall-rules', [1], '[0] (1) must be an object'],
    [
      'an unknown action',
      'firewall-rules',
      [{ ...block, action: 'drop' }],
      '[0].action ("drop") must be one of log',
    ],
    [
      'an id for a filter',
      'firewall-rules',
      [{ action: 'block', filter: { id: 'f' } }],
      '[0].filter.expression is',
    ],
    [
      'no filter',
      'firewall-rules',
      [block, { action: 'block' }],
      '[1].filter is missing and must be an object',
    ],
    [
      'a priority',
      'firewall-rules',
      [{ ...block, priority: -1 }],
      '[0].priority (-1) must be a whole number',
    ],
    [
      'a bypass of nothing',
      'firewall-rules',
      [{ ...block, action: 'bypass', products: [] }],
      '[0].products (a list)',
    ],
    [
      'no prototype',
      'firewall-rules',
      [{ filter: { expression: 'ssl' }, action: 'constructor' }],
      '[0].action',
    ],
    [
      'no action',
      'rate-limits',
      [{ threshold: 1, period: 10 }],
      '[0].action is missing and must be an object',
    ],
    [
      'a URL with a port',
      'rate-limits',
      [
        {
          threshold: 1,
          period: 10,
          action: { mode: 'ban', timeout: 60 },
          match: { request: { url: 'a:8/' } },
        },
      ],
      '[0].match.request.url ("a:8/") cannot become a condition: the pattern has a port',
    ],
    [
      'the same package twice',
      'waf-packages',
      Array.from({ length: 2 }, () => ({ name: 'CloudFlare', detection_mode: 'traditional' })),
      '[1] (an object) is the second package',
    ],
  ])('names the place: %s', async (_, kind, input, message) => {
    const { code, stdout, stderr } = await convert(kind, input);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it.each([
    [['convert'], 'the kind of object is missing'],
    [['convert', 'rules'], 'cannot be "rules"'],
    [['convert', 'rate-limits', 'missing.json'], 'missing.json cannot be read'],
    [['convert', 'rate-limits', 'a', 'b'], 'takes one file'],
    [['convert', 'rate-limits', '--provider', '4'], '--provider needs --to terraform'],
  ])('of the command line: %j', async (argv, message) => {
    const { code, stdout, stderr } = await edgeSunset(argv, { cwd: folderOf({}) });
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
