import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EdgeState, type JsonObject, readState } from '../../src/edge/index.js';
import { samplesIn, samplesOf } from '../../src/verify/check/pattern-samples.js';
import { ruleExpressions, ruleNames } from '../../src/verify/check/rule-names.js';
import { inOldOrder } from '../../src/verify/check/run-order.js';
import { copiesOf, NO_FILES } from '../../src/verify/check/run-trees.js';
import { statesFor } from '../../src/verify/check/states.js';
import { optionsAsked, untriedOptions } from '../../src/verify/check/untried.js';

const ZONE = '0123456789abcdef0123456789abcdef';

describe('samples of patterns', () => {
  it.each([
    ['^ban until (\\d{4}-\\d{2}-\\d{2}):', ['ban until 2001-01-01:', 'ban until 2999-12-31:']],
    ['^(?P<team>[\\w-]+)/(.+)$', ['a/a']],
    ['^(?:office|home) #\\d+', ['office #1']],
    ['ip\\.geoip\\.country eq "([A-Z]{2})"', ['ip.geoip.country eq "ZZ"', 'ip.geoip.country eq "AA"']],
    ['^[^:]+: x?$', ['a: ']],
    ['(?=a)a', []],
    ['(a)\\1', []],
    ['a)', []],
  ])('%s', (pattern, wanted) => {
    expect(samplesOf(pattern)).toEqual(wanted);
    for (const text of wanted) expect(text).toMatch(new RegExp(pattern.replace('?P<', '?<')));
  });

  it('are those of each language, and none of a division', () => {
    const text = [
      'const match = /^tag (\\d+)$/.exec(name);',
      'UNTIL = re.compile(r"^until=(\\d+)$")',
      '[[ $name =~ ^ticket-[0-9]+$ ]]',
      'jq \'select(.description | test("^job \\\\d+"))\'',
      'const half = total / 2, whole = total / 1;',
    ].join('\n');
    expect(samplesIn(text)).toEqual(['tag 1', 'until=1', 'ticket-0', 'job 1']);
  });
});

describe('names and conditions of rules', () => {
  it.each([
    ['node geo.js block CU', "const MARK = 'geo:';", 'geo:CU'],
    ['python3 toggle.py pause sale', 'f"[{args.tag}]"', '[sale]'],
    ['node reorder.js', "const NAMES = ['office', 'everybody else'];", 'everybody else'],
    ['node expire.js', 'const m = /^ban until (\\d{4}-\\d{2}-\\d{2})$/.exec(d);', 'ban until 2001-01-01'],
  ])('%s', (command, text, wanted) => {
    const language = command.startsWith('python') ? 'python' : 'javascript';
    expect(ruleNames(command, [text], language)).toContain(wanted);
  });

  it('are conditions that parse, filled with what the command is given', () => {
    const text =
      "const one = `ip.src eq ${address}`; const two = 'http.host eq \"a.example.com\"'; 'no rule.at all';";
    expect(ruleExpressions('node ban.js add 192.0.2.7', [text], 'javascript')).toEqual(
      expect.arrayContaining(['ip.src eq 192.0.2.7', 'http.host eq "a.example.com"']),
    );
    expect(ruleExpressions('node ban.js', ["'no rule.at all'"], 'javascript')).toEqual([]);
  });

  it('are in a state of their own', () => {
    const made = { entries: ['firewall-rules'], names: ['a', 'b'], hosts: [], zones: [ZONE], accounts: [] };
    const of = (expressions: readonly string[]) =>
      statesFor({ ...made, expressions }).find(({ row }) => row.hasConditions === true);
    expect(of([])).toBeUndefined();
    const rules = of(['ip.src eq 192.0.2.7'])?.state?.zones[ZONE]?.rulesets[1]?.rules ?? [];
    expect(rules.map(({ expression }) => expression)).toContain('ip.src eq 192.0.2.7');
  });

  it('are nearly met by rules of another state', () => {
    const made = { entries: ['firewall-rules'], names: ['ban'], hosts: [], zones: [ZONE], accounts: [] };
    const near = statesFor({ ...made, expressions: ['ip.src eq 192.0.2.7'] }).find(({ name }) =>
      name.includes('nearly'),
    );
    const rules = near?.state?.zones[ZONE]?.rulesets[1]?.rules ?? [];
    const told = rules.map(({ description, action, expression }) => `${description} ${action} ${expression}`);
    expect(told).toContain('near 0 log ip.src eq 192.0.2.7');
    expect(rules.map(({ description }) => description)).toContain('ban 2');
    expect(rules.map(({ description }) => description)).not.toContain('ban');
  });
});

describe('options that no run gives', () => {
  it.each([
    ["const dry = process.argv.includes('--dry-run');", false, ['--dry-run']],
    [
      "parseArgs({ options: { note: { type: 'string' }, 'as-json': { type: 'boolean' } } })",
      false,
      ['--note', '--as-json'],
    ],
    ['two.add_argument("-n", "--dry-run", action="store_true")', false, ['--dry-run', '-n']],
    ['while getopts "nl:" option; do', true, ['-n', '-l']],
    ['case $1 in\n  -f | --force) force=1 ;;\nesac', true, ['--force', '-f']],
    ['curl --silent --fail "$url" | jq --arg name "$name" .; api POST --data "$body"', true, []],
    ['// use --all\nrun();', false, []],
    ["parser.add_argument('--help')", false, []],
  ])('%s', (text, isShell, wanted) => {
    expect(optionsAsked(text.replaceAll('\\n', '\n'), isShell)).toEqual(wanted);
  });

  const untried = (text: string, commands: readonly string[], environment = {}) =>
    untriedOptions([text], commands, false, environment).map(({ what }) => what);

  it('are told with variables that decide', () => {
    const text = "if (argv.includes('--dry-run') || process.env.SMALL === 'yes') log(process.env.API_TOKEN);";
    expect(untried(text, ['node a.js'])).toEqual(['no run gives --dry-run, SMALL: add a --run for each']);
    expect(untried(text, ['node a.js', 'SMALL=yes node a.js --dry-run'])).toEqual([]);
    expect(untried(text, ['node a.js --dry-run'], { SMALL: 'no' })).toEqual([]);
  });

  it('may be given in their other form', () => {
    expect(untried('add_argument("-n", "--name")', ['python3 a.py -n x'])).toEqual([]);
  });
});

type Row = readonly [description: string, action: string];

function stateOf(rows: readonly Row[]): EdgeState {
  const rules = rows.map(([description, action]) => ({
    id: Buffer.from(description).toString('hex').padEnd(32, '0'),
    description,
    action,
    expression: `http.request.uri.path eq "/${description}"`,
    enabled: true,
    ...(action === 'skip' ? { action_parameters: { ruleset: 'current' } } : {}),
  }));
  const rulesets = [{ id: 'f'.repeat(32), kind: 'zone', phase: 'http_request_firewall_custom', rules }];
  const read = readState(JSON.stringify({ zones: { [ZONE]: { rulesets } } } satisfies JsonObject));
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.state;
}

describe('the order of rules without priority', () => {
  const others: readonly Row[] = [
    ['one', 'block'],
    ['two', 'block'],
  ];
  const initial = stateOf(others);

  it('may be that of the code, where a challenge was sorted before blocks', () => {
    const found = inOldOrder(
      stateOf([['new', 'js_challenge'], ...others]),
      stateOf([...others, ['new', 'js_challenge']]),
      initial,
    );
    const rules = found?.zones[ZONE]?.rulesets[0]?.rules.map(({ description }) => description);
    expect(rules).toEqual(['new', 'one', 'two']);
  });

  it('counts for a rule that skips others, and for one in front of what was there', () => {
    const [skipped, after] = [stateOf([['new', 'skip'], ...others]), stateOf([...others, ['new', 'skip']])];
    expect(inOldOrder(skipped, after, initial)).toBeNull();
    const last = stateOf([...others, ['new', 'block']]);
    expect(inOldOrder(last, stateOf([['new', 'block'], ...others]), initial)).toBeNull();
  });
});

describe('trees of runs', () => {
  it('begin with their own files, or with what an earlier run left', () => {
    const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-tests-')));
    for (const name of ['a', 'b']) {
      mkdirSync(join(folder, name, 'logs'), { recursive: true });
      writeFileSync(join(folder, name, 'ids.json'), '[]');
    }
    const trees = copiesOf(join(folder, 'a'), join(folder, 'b'));
    try {
      const { before } = trees;
      const inTree = (path: string) => join(before.folder, path);
      before.begin(NO_FILES);
      writeFileSync(inTree('ids.json'), '["one"]');
      writeFileSync(inTree('logs/new.log'), 'made');
      const left = before.end();
      before.begin(NO_FILES);
      expect(readFileSync(inTree('ids.json'), 'utf8')).toBe('[]');
      expect(existsSync(inTree('logs/new.log'))).toBe(false);
      rmSync(inTree('ids.json'));
      expect(before.end().get('ids.json')).toBeNull();
      before.begin(left);
      expect(readFileSync(inTree('ids.json'), 'utf8')).toBe('["one"]');
      expect(readFileSync(inTree('logs/new.log'), 'utf8')).toBe('made');
      expect(readFileSync(join(folder, 'a', 'ids.json'), 'utf8')).toBe('[]');
    } finally {
      trees.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
