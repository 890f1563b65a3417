import { describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../src/verify/check/trees.js';
import { compareActs } from '../../src/verify/form/index.js';

const lossesOf = (path: string, before: string, after: string) => {
  const changes: readonly ChangedFile[] = [{ path, before, after }];
  return compareActs(changes, [])?.losses.map(({ what }) => what) ?? null;
};

const OLD_SCRIPT = `
const dryRun = process.argv.includes('--dry-run');
const api = async (method, path) => {
  const response = await fetch(\`https://api.cloudflare.com/client/v4/zones/\${process.env.ZONE}\${path}\`, { method });
  const { success, result, errors } = await response.json();
  if (!success) throw new Error(errors[0].message);
  return result;
};
for (const rule of await api('GET', '/firewall/rules')) {
  if (rule.paused || !rule.description.startsWith('ban ')) continue;
  console.log(\`\${dryRun ? 'would remove' : 'removing'} \${rule.description}\`);
  if (!dryRun) await api('DELETE', \`/firewall/rules/\${rule.id}\`);
}
`;

const NEW_SCRIPT = `
const onlyShow = process.argv.includes('--dry-run');
async function send(verb, end) {
  const answer = await fetch(\`https://api.cloudflare.com/client/v4/zones/\${process.env.ZONE}/rulesets\${end}\`, { method: verb });
  const body = await answer.json();
  if (!body.success) throw new Error(body.errors[0].message);
  return body.result;
}
const isBan = ({ description = '', enabled }) => enabled && description.startsWith('ban ');
const ruleset = await send('GET', '/phases/http_request_firewall_custom/entrypoint');
const bans = (ruleset.rules ?? []).filter(isBan);
for (const ban of bans) {
  if (onlyShow) {
    console.log('would remove', ban.description);
    continue;
  }
  console.log('removing', ban.description);
  await send('DELETE', \`/\${ruleset.id}/rules/\${ban.id}\`);
}
`;

const OLD_PYTHON = `
import sys, requests
def rules(zone):
    answer = requests.get(f"https://api.cloudflare.com/client/v4/zones/{zone}/firewall/rules").json()
    if not answer["success"]:
        sys.exit(5)
    return answer["result"]

for rule in rules(sys.argv[1]):
    state = "off" if rule["paused"] else "on"
    print(rule.get("description", ""), state)
`;

const NEW_PYTHON = `
import sys, requests
ON = {True: "on"}
def custom(zone):
    response = requests.get(f"https://api.cloudflare.com/client/v4/zones/{zone}/rulesets/phases/http_request_firewall_custom/entrypoint")
    if response.status_code == 404:
        return
    body = response.json()
    if not body["success"]:
        sys.exit(5)
    yield from body["result"].get("rules", [])

def line(rule):
    if rule["enabled"]:
        return f'{rule.get("description", "")} on'
    return f'{rule.get("description", "")} off'

for one in custom(sys.argv[1]):
    print(line(one))
`;

describe('what a program does', () => {
  it('is the same in other words', () => {
    expect(lossesOf('a.mjs', OLD_SCRIPT, NEW_SCRIPT)).toEqual([]);
    expect(lossesOf('a.py', OLD_PYTHON, NEW_PYTHON)).toEqual([]);
  });

  it.each([
    ['what an option decides', 'if (onlyShow) {', 'if (!onlyShow) {'],
    [
      'a condition of a filter',
      "enabled && description.startsWith('ban ')",
      "description.startsWith('ban ')",
    ],
    ['which side of a flag is meant', 'enabled && ', '!enabled && '],
    ['a text', "'would remove'", "'remove'"],
    ['a failure', 'if (!body.success) throw new Error(body.errors[0].message);', ''],
    ['a field that is shown', "console.log('removing', ban.description)", "console.log('removing')"],
  ])('is not when %s changes', (_, from, to) => {
    const after = NEW_SCRIPT.replace(from, to);
    expect(after).not.toBe(NEW_SCRIPT);
    expect(lossesOf('a.mjs', OLD_SCRIPT, after)).not.toEqual([]);
  });

  it.each([
    ['an exit code', 'sys.exit(5)', 'sys.exit(1)'],
    ['a state', 'if rule["enabled"]:', 'if not rule["enabled"]:'],
    ['a column', `return f'{rule.get("description", "")} off'`, `return 'off'`],
  ])('is not when %s changes in Python', (_, from, to) => {
    const after = NEW_PYTHON.replace(from, to);
    expect(after).not.toBe(NEW_PYTHON);
    expect(lossesOf('a.py', OLD_PYTHON, after)).not.toEqual([]);
  });

  it('is not known of other languages, and of what does not parse', () => {
    expect(lossesOf('a.sh', 'echo', 'echo')).toBeNull();
    expect(lossesOf('a.py', 'print(1)', 'def (')).toBeNull();
  });
});

describe('the rules that a program makes', () => {
  const OLD = `
const table = [{ name: 'one', when: 'ip.geoip.country eq "DE"', off: true }, { name: 'two', when: 'http.host eq "a.example.com"' }];
for (const row of table) {
  await fetch('https://api.cloudflare.com/client/v4/zones/z/firewall/rules', {
    method: 'POST',
    body: JSON.stringify([{ action: 'allow', description: row.name, filter: { expression: row.when } }]),
  });
}
`;
  const NEW = `
const rule = (description, expression) => ({ action: 'skip', action_parameters: { ruleset: 'current' }, description, expression });
const rules = [rule('one', 'ip.src.country eq "DE"'), rule('two', 'http.host eq "a.example.com"')];
await fetch('https://api.cloudflare.com/client/v4/zones/z/rulesets/phases/http_request_firewall_custom/entrypoint', {
  method: 'PUT',
  body: JSON.stringify({ rules }),
});
`;
  const areEqual = (after: string) =>
    compareActs([{ path: 'a.mjs', before: OLD, after }], [])?.areRulesEqual === true;

  it('are the same, whatever makes them', () => {
    expect(areEqual(NEW)).toBe(true);
  });

  it.each([
    ['an expression', 'country eq', 'country ne'],
    ['a description', "'two'", "'three'"],
    ['what is skipped', "ruleset: 'current'", "phases: ['http_ratelimit']"],
    ['a row', ", rule('two', 'http.host eq \"a.example.com\"')", ''],
  ])('are not when %s changes', (_, from, to) => {
    expect(NEW).toContain(from);
    expect(areEqual(NEW.replace(from, to))).toBe(false);
  });
});

describe('parameters that are replaced', () => {
  it.each([
    [
      'a.js',
      'async function f(zone) { await g(zone.id); }',
      'async function f(zone) { zone = all[0]; await g(zone.id); }',
    ],
    ['a.py', 'def f(zone):\n  g(zone)', 'def f(zone):\n  zone = everything[0]\n  g(zone)'],
  ])('are told: %s', (path, before, after) => {
    expect(lossesOf(path, before, after)).toContain('the parameter zone is replaced by another value');
  });

  it.each([
    ['a.js', 'function f(zone) { g(zone); }', 'function f(zone) { zone = zone ?? all[0]; g(zone); }'],
    ['a.js', 'function f(zone) { zone = all[0]; g(zone); }', 'function f(zone) { zone = all[1]; g(zone); }'],
    [
      'a.py',
      'def f(zone):\n  g(zone)',
      'def f(zone=None):\n  if zone is None:\n    zone = first()\n  g(zone)',
    ],
  ])('are none where the value has to do with them: %s', (path, before, after) => {
    expect(lossesOf(path, before, after)?.filter((one) => one.startsWith('the parameter'))).toEqual([]);
  });
});

describe('fields of rules that are there', () => {
  const before = `const client = make();
async function tune(limit, threshold) { await client.put(\`/rate_limits/\${limit.id}\`, { ...limit, threshold }); }`;
  const after = (more: string) => `const client = make();
async function tune(rule, threshold) {
  await client.patch(\`/rulesets/\${rule.of}/rules/\${rule.id}\`, { ...rule, ratelimit: { ...rule.ratelimit, requests_per_period: threshold${more} } });
}`;
  const told = (more: string) =>
    lossesOf('a.js', before, after(more))?.filter((one) => one.includes('that is there'));

  it('are told where only the new code sets them', () => {
    expect(told(', period: 10')).toEqual([
      '.period of a rule that is there is set to something else than before',
    ]);
  });

  it('are none that both set', () => {
    expect(told('')).toEqual([]);
  });
});
