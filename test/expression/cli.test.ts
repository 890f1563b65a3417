import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf, type Outcome } from '../cli/command-line.js';

const CONTEXT = {
  fields: { 'http.host': 'a.example', 'ip.src': '192.0.2.1' },
  lists: { office: ['192.0.2.0/24'] },
};

async function expr(...argv: string[]): Promise<Outcome> {
  const cwd = folderOf({
    'context.json': JSON.stringify(CONTEXT),
    'broken.json': '{',
    'wrong.json': '{"fields":{"http.host":null}}',
    'stray.json': '{"fields":{},"headers":{}}',
  });
  return edgeSunset(['expr', ...argv], { cwd, stdin: 'ssl and http.host eq "a"\n' });
}

describe('expr check', () => {
  it('is 0 for a valid expression', async () => {
    expect(await expr('check', 'http.host eq "a"')).toEqual({ code: 0, stdout: 'valid\n', stderr: '' });
    expect(await expr('check', '-', '--strict')).toMatchObject({ code: 0, stdout: 'valid\n' });
    expect(await expr('check', 'http.host', '--value')).toMatchObject({ code: 0 });
  });

  it('is 1 for a refused one, with a caret under the place', async () => {
    const { code, stdout } = await expr('check', 'http.host = "a"');
    expect(code).toBe(1);
    expect(stdout).toBe(
      'syntax: unexpected "=", expected an operator (column 11)\n  http.host = "a"\n            ^\n  hint: equality is written eq or ==\n',
    );
    expect(await expr('check', 'http.host eq "a"', '--value')).toMatchObject({ code: 1 });
  });

  it('accepts where we read what it refuses where we write', async () => {
    const tolerant = await expr('check', 'cf.zone.plan eq "x"');
    expect(tolerant.code).toBe(0);
    expect(tolerant.stdout).toContain('unknown field cf.zone.plan');
    expect(await expr('check', 'cf.zone.plan eq "x"', '--strict')).toMatchObject({ code: 1 });
  });

  it('answers in JSON', async () => {
    const { stdout } = await expr('check', 'ssl and', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      action: 'check',
      valid: false,
      errors: [{ kind: 'syntax', start: 7 }],
    });
  });
});

describe('expr fold', () => {
  it('prints the text and the verdict', async () => {
    const { code, stdout } = await expr('fold', '(cf.threat_score gt 5) or ssl');
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 2)).toEqual(['ssl', 'verdict: rewritten']);
    expect(stdout).toContain('(cf.waf.score lt 20) or ssl');
  });

  it.each([
    ['cf.threat_score gt 5', 0, 'always false'],
    ['cf.threat_score lt 5', 0, 'always true'],
    ['ssl', 0, 'unchanged'],
    ['cf.threat_score in $scores', 1, 'undecided'],
    ['cf.threat_score gt 5 or cf.zone.plan eq "x"', 1, 'refused'],
  ])('%s', async (text, code, verdict) => {
    const outcome = await expr('fold', text);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toContain(`verdict: ${verdict}`);
    const json = JSON.parse((await expr('fold', text, '--format=json')).stdout);
    expect(json).toMatchObject({ action: 'fold', verdict });
  });

  it('does not take value expressions', async () => {
    expect(await expr('fold', 'http.host', '--value')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('expr explain', () => {
  it('tells structure and fields', async () => {
    const { code, stdout } = await expr(
      'explain',
      'not (ip.geoip.country eq "BR" or cf.zone.plan in {"x"} xor ssl)',
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'not:',
        '  at least one of:',
        '    ip.geoip.country is "BR"',
        '    an odd number of:',
        '      cf.zone.plan is one of {"x"}',
        '      ssl holds',
        '',
        'Fields:',
        '  ip.geoip.country: String; old name of ip.src.country, which holds the same value',
        '  cf.zone.plan: unknown type; not in the public list of fields',
        '  ssl: Boolean',
        '',
      ].join('\n'),
    );
  });
});

describe('expr eval', () => {
  it('evaluates against a request', async () => {
    const against = ['--context', 'context.json'];
    expect(await expr('eval', 'ip.src in $office', ...against)).toMatchObject({ code: 0, stdout: 'true\n' });
    expect(await expr('eval', 'http.host eq "b"', ...against)).toMatchObject({ code: 0, stdout: 'false\n' });
    expect(await expr('eval', 'upper(http.host)', '--value', ...against)).toMatchObject({
      stdout: 'A.EXAMPLE\n',
    });
    expect(await expr('eval', 'http.referer', '--value', ...against)).toMatchObject({ stdout: 'missing\n' });
    const unknown = await expr('eval', 'ip.src in $unknown', ...against);
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).toContain('not evaluated: the context has no list $unknown (column 11)');
  });
});

describe('wrong usage', () => {
  it.each([
    [[], 'the action is missing'],
    [['chekc', 'ssl'], 'check, fold, explain, eval'],
    [['check'], 'the expression is missing'],
    [['check', 'ssl', 'and'], 'one argument'],
    [['eval', 'ssl'], 'needs --context'],
    [['eval', 'ssl', '--context', 'gone.json'], 'cannot be read'],
    [['eval', 'ssl', '--context', 'broken.json'], 'is not JSON'],
    [['eval', 'ssl', '--context', 'wrong.json'], 'must not be null'],
    [['eval', 'ssl', '--context', 'stray.json'], '"headers"'],
    [['check', 'ssl', '--format', 'xml'], 'text, json'],
  ])('%j is 2', async (argv, message) => {
    const outcome = await expr(...argv);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });
});
