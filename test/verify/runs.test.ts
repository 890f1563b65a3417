import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import {
  Edge,
  type EdgeState,
  type Json,
  type Rehearsal,
  readState,
  type SeenCall,
} from '../../src/edge/index.js';
import { dataWords } from '../../src/verify/check/data-words.js';
import { noFindings } from '../../src/verify/check/model.js';
import { hostNames, ruleNames } from '../../src/verify/check/rule-names.js';
import { judgeRun } from '../../src/verify/check/run-judgement.js';
import { type Made, type MadeState, STATES, statesFor } from '../../src/verify/check/states.js';

const ZONE = '0123456789abcdef0123456789abcdef';
const NOBODY: Made = { entries: [], names: [], hosts: [], zones: [], accounts: [] };
const { entries } = builtinCatalogue();

function made(part: string, names: readonly string[] = ['ours'], of = ['firewall-rules']): MadeState {
  const found = statesFor({ ...NOBODY, entries: of, names, zones: [ZONE] }).find(({ name }) =>
    name.includes(part),
  );
  if (found === undefined) throw new Error(`no state is called ${part}`);
  return found;
}

interface Listed {
  readonly result: readonly Record<string, unknown>[];
}

function listed(state: EdgeState | null, path: string, now = '2024-01-01'): Listed['result'] {
  const edge = new Edge({ entries, now, ...(state === null ? {} : { state }) });
  const headers = { authorization: 'Bearer made-up' };
  return (edge.handle({ method: 'GET', path, headers }).body as unknown as Listed).result;
}

describe('the states of runs', () => {
  it('have each error of the API, for the first request and for the first write', () => {
    const answers = STATES.flatMap(({ faults }) => faults?.answers ?? []);
    const statuses = (wanted: string) =>
      new Set(answers.flatMap(({ of, status }) => (of === wanted ? [status] : [])));
    expect(statuses('request')).toEqual(new Set([403, 429, 500, 'unsuccessful']));
    expect(statuses('write')).toEqual(new Set([403, 404, 409, 429, 500, 'unsuccessful']));
    expect(answers.filter(({ status }) => status === 429).every(({ retryAfter }) => retryAfter === 1)).toBe(
      true,
    );
  });

  it('hold the rules of the program between those of others, as both APIs see them', () => {
    const { state } = made('before and behind', ['login', 'shop']);
    const rules = listed(state, `/zones/${ZONE}/firewall/rules`);
    expect(rules.map(({ description, paused }) => `${description} ${paused}`)).toEqual([
      'another team 0.2 false',
      'another team 0.1 false',
      'login false',
      'shop false',
      'another team 2.1 true',
    ]);
  });

  it('hold rules that are off with the conditions of the program, the last letters first', () => {
    const expressions = ['ip.geoip.country eq "ZZ"', 'ip.geoip.country eq "AA"'];
    const found = statesFor({ ...NOBODY, entries: ['firewall-rules'], zones: [ZONE], expressions });
    const rules = listed(
      found.find(({ name }) => name === 'disabled rules')?.state ?? null,
      `/zones/${ZONE}/firewall/rules`,
    );
    const off = rules.filter(({ paused }) => paused).map(({ filter }) => filter);
    expect(off).toEqual(
      expect.arrayContaining(expressions.map((expression) => expect.objectContaining({ expression }))),
    );
    expect(rules.some(({ paused }) => !paused)).toBe(true);
  });

  it('hold rate limits in their old and new form', () => {
    const { state } = made('disabled', ['search'], ['rate-limits']);
    const limits = listed(state, `/zones/${ZONE}/rate_limits`);
    expect(limits.map(({ description, disabled }) => [description, disabled])).toEqual([
      ['another team 0.1', false],
      ['search', true],
      ['another team 2.2', true],
      ['another team 2.1', true],
    ]);
    const [, ruleset] = state?.zones[ZONE]?.rulesets ?? [];
    expect(ruleset?.rules.map(({ description, enabled }) => [description, enabled])).toEqual([
      ['another team 0.1', true],
      ['search', false],
      ['another team 2.2', false],
      ['another team 2.1', false],
    ]);
  });

  it('are more than a page, or nothing at all', () => {
    expect(listed(made('more than a page').state, `/zones/${ZONE}/firewall/rules?per_page=100`)).toHaveLength(
      100,
    );
    expect(made('do not exist').row.isMissing).toBe(true);
  });

  it('hold the records that the program names, settings, scripts and members', () => {
    const account = ZONE.replace('0', 'f');
    const owners = { zones: [ZONE], accounts: [account], names: ['office'], hosts: ['api.example.com'] };
    const of = (path: string) => {
      const found = statesFor({ ...owners, entries: ['dns-locked'] }).find(({ row }) => row.isInUse === true);
      return listed(found?.state ?? null, path).map(({ name, url, status }) => name ?? url ?? status);
    };
    expect(of(`/zones/${ZONE}/dns_records`)).toContain('api.example.com');
    expect(of(`/zones/${ZONE}/page_shield/scripts`)).toContain('https://scripts.example.com/one.js');
    expect(of(`/accounts/${account}/cfd_tunnel`)).toEqual(['office', 'made']);
    expect(of(`/accounts/${account}/members`)).toEqual(['accepted', 'pending']);
  });

  it('are fewer for units without rules', () => {
    const names = statesFor({ ...NOBODY, entries: ['settings-minify'] }).map(({ name }) => name);
    expect(names).toContain('the first write is answered with 409');
    expect(names).not.toContain('disabled rules');
  });
});

describe('names of hosts', () => {
  it('are those of the program, and no files, properties or hosts of the API', () => {
    const text = `const url = 'https://api.cloudflare.com/x'; open('a.json'); await set('shop.example.net', body.result);`;
    expect(hostNames([text, 'node dns.mjs www.example.org'])).toEqual([
      'shop.example.net',
      'www.example.org',
    ]);
  });
});

describe('names of rules', () => {
  it.each([
    ['node off.js "black friday"', [''], ['black friday']],
    ['node add.js 192.0.2.7', ['description: `cli ${address}`'], ['cli 192.0.2.7']],
    ['python3 ban.py drop 192.0.2.7', ['f"ban {args.address} ({args.reason})"'], ['ban drop (192.0.2.7)']],
    ['node sync.js', ["rule.description.startsWith('synced: ')"], ['synced: made']],
    ['node set.js', ["{ description: 'login', action: 'block' }"], ['login']],
    ['node set.js --file rules.json', ['`/zones/${zone}/rulesets`', '`ip.src eq "${one}"`'], []],
  ])('%s', (command, texts, wanted) => {
    const names = ruleNames(command, texts, command.startsWith('python') ? 'python' : 'javascript');
    expect(names).toEqual(expect.arrayContaining([...wanted]));
    if (wanted.length === 0) expect(names).toEqual([]);
  });
});

describe('words of data files', () => {
  const words = (files: Readonly<Record<string, string>>, texts: readonly string[]) => {
    const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-tests-')));
    try {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      return dataWords(folder, texts);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it('are the texts of those that the command or the code names', () => {
    const files = {
      'limits.json': '{"owner":"shop","limits":[{"name":"login page","hits":5}]}',
      'rules.yaml': '# ours\nbad bots:\n  action: block\n',
      'list.csv': 'name,address\noffice door,192.0.2.7\n',
      'broken.json': '{"name": ',
      'other.json': '{"name":"not ours"}',
    };
    const found = words(files, [
      'node set.js limits.json',
      "read('rules.yaml'); open('list.csv')",
      'broken.json',
    ]);
    expect(found).toEqual(expect.arrayContaining(['shop', 'login page', 'bad bots', 'office door']));
    expect(found).not.toContain('not ours');
  });

  it('are none outside of the tree', () => {
    expect(words({}, ['cat ../../etc/hostname.txt', '/etc/os-release.txt'])).toEqual([]);
  });

  it('call rules as the code does', () => {
    const names = ruleNames('node set.js limits.json', ['`${owner}: ${name}`'], 'javascript', [
      'shop',
      'login page',
    ]);
    expect(names).toEqual(expect.arrayContaining(['login page', 'shop: login page']));
    expect(ruleNames('node set.js', [''], 'javascript', ['192.0.2.7', '60', 'a.json'])).toEqual([]);
  });
});

const CALL: SeenCall = {
  method: 'GET',
  path: `/zones/${ZONE}/rulesets/phases/http_request_firewall_custom/entrypoint`,
  entry: null,
  dead: false,
  status: 200,
  ignored: [],
  sites: [],
  body: null,
  answer: null,
};

function ran(exitCode: number, stdout = '', calls: readonly SeenCall[] = [CALL]): Rehearsal {
  return {
    now: '2026-01-01',
    command: ['sh'],
    calls,
    others: {},
    brokenOff: 0,
    unread: 0,
    isolation: { isolated: true },
    exitCode,
    problem: null,
    state: { now: '2026-01-01', user: { collections: {} }, accounts: {}, zones: {} },
    aliases: {},
    output: { stdout, stderr: exitCode === 0 ? '' : `failed with ${exitCode}\n` },
  };
}

function judged(part: string, before: Rehearsal, after: Rehearsal, allowed: readonly string[] = []) {
  const findings = noFindings();
  const folders = { before: '/before', after: '/after' };
  const run = { command: 'node a.js', made: made(part), before, after, folders };
  judgeRun(run, { entries, allowed: new Set(allowed) }, findings);
  return {
    names: findings.differences.map(({ name }) => name),
    refuted: findings.refutations.map(({ what }) => what.split(' ')[0]),
    open: findings.gaps.map(({ what }) => what),
  };
}

const POST: SeenCall = { ...CALL, method: 'POST', path: `/zones/${ZONE}/rulesets` };
const page = (number: number): SeenCall => ({
  ...CALL,
  path: `/zones/${ZONE}/firewall/rules?page=${number}`,
});

describe('a difference of runs', () => {
  it.each<readonly [string, string, Rehearsal, Rehearsal, object]>([
    ['none', 'fresh', ran(0, 'a\n'), ran(0, 'a\n'), { names: [], refuted: [] }],
    ['output', 'fresh', ran(0, 'a\n'), ran(0, 'b\n'), { refuted: ['stdout'] }],
    ['another exit code', 'fresh', ran(3), ran(4), { refuted: ['exit'] }],
    ['another exit code for an error', 'with 403', ran(3), ran(4), { refuted: [] }],
    ['an error that is overlooked', 'with 403', ran(3), ran(0), { refuted: ['stderr'] }],
    [
      'an error of which nothing is said any more',
      'with 403',
      ran(3),
      { ...ran(4), output: { stdout: '', stderr: '' } },
      { refuted: ['stderr'] },
    ],
    ['an error that is noticed', 'with 403', ran(0), ran(3), { names: ['error-is-noticed'], refuted: [] }],
    ['a failure without any error', 'fresh', ran(0), ran(3), { names: [], refuted: ['stderr'] }],
    [
      'a second run',
      'second run',
      ran(1, '', [{ ...CALL, method: 'POST', status: 400 }]),
      ran(0, '', [{ ...CALL, method: 'POST' }]),
      { names: ['second-run'], refuted: [] },
    ],
    [
      'a second run that does nothing and calls it success',
      'second run',
      ran(1, '', [{ ...CALL, method: 'POST', status: 400 }]),
      ran(0),
      { refuted: ['stderr'] },
    ],
    [
      'what only the retired API refuses',
      'disabled',
      ran(1, '', [{ ...CALL, method: 'PUT', status: 400 }]),
      ran(0, '', [{ ...CALL, method: 'PATCH' }]),
      { names: ['refused-before'], refuted: [] },
    ],
    ['a second run that fails', 'second run', ran(0), ran(1), { refuted: ['stderr'] }],
    [
      'rules that skip',
      'fresh',
      ran(0, 'allow x\n'),
      ran(0, 'skip x\n'),
      { names: ['allow-is-skip'], refuted: [] },
    ],
    ['rules that log', 'fresh', ran(0, 'allow x\n'), ran(0, 'log x\n'), { refuted: ['stdout'] }],
    [
      'new names',
      'fresh',
      ran(0, 'ip.geoip.country\n'),
      ran(0, 'ip.src.country\n'),
      { names: ['field-names'] },
    ],
    ['other names', 'fresh', ran(0, 'ip.geoip.country\n'), ran(0, 'ip.src.asnum\n'), { refuted: ['stdout'] }],
    ['all pages', 'than a page', ran(0, 'a\n'), ran(0, 'a\nb\n'), { names: ['all-pages'], refuted: [] }],
    [
      'lost pages',
      'than a page',
      ran(0, 'a\nb\n', [page(1), page(2)]),
      ran(0, 'a\n'),
      { refuted: ['stdout'] },
    ],
    ['a failure on many rules', 'than a page', ran(0), ran(1), { refuted: ['exit'] }],
    ['nothing there', 'not exist', ran(1), ran(0), { names: ['missing-is-empty'], refuted: [] }],
    ['nothing there, and a write', 'not exist', ran(1), ran(0, '', [CALL, POST]), { refuted: ['stderr'] }],
    ['a retired call', 'fresh', ran(0), ran(0, '', [{ ...CALL, dead: true }]), { refuted: ['the'] }],
  ])('%s', (_, part, before, after, wanted) => {
    expect(judged(part, before, after)).toMatchObject(wanted);
  });

  it('is the order of lines, where the old code sorted and the new one does not', () => {
    const gap = (what: string) => ({ check: 'meaning', what, at: null, byRuns: true }) as const;
    const refuted = (...what: readonly string[]) => {
      const findings = { ...noFindings(), gaps: what.map(gap) };
      const run = {
        command: 'node a.js',
        made: made('fresh'),
        before: ran(0, 'a\nb\n'),
        after: ran(0, 'b\na\n'),
      };
      judgeRun(
        { ...run, folders: { before: '/before', after: '/after' } },
        { entries, allowed: new Set() },
        findings,
      );
      return findings.refutations.length;
    };
    expect(refuted()).toBe(0);
    expect(refuted('something is put in order, or freed of doubles, less often than before')).toBe(1);
  });

  it('is named where the old API refused what the code sent about a rule of other runs', () => {
    const before = ran(1, '', [{ ...CALL, method: 'PUT', status: 400 }]);
    expect(judged('other runs left', before, ran(0, '', [{ ...CALL, method: 'PATCH' }]))).toMatchObject({
      names: ['refused-before'],
      refuted: [],
    });
    expect(judged('other runs left', before, ran(0))).toMatchObject({ refuted: ['stderr'] });
  });

  it('is no proof of anything where an old setting is a rule now', () => {
    const zone = (settings: Readonly<Record<string, Json>>) => {
      const read = readState(JSON.stringify({ zones: { [ZONE]: { settings } } }));
      if (!read.ok) throw new Error(read.problems.join());
      return { ...ran(0), state: read.state };
    };
    const mobile = { status: 'on', mobile_subdomain: 'm', strip_uri: false };
    const redirect = judged('fresh', zone({ mobile_redirect: mobile }), zone({}));
    expect(redirect).toMatchObject({ refuted: [], open: [expect.stringContaining('mobile_redirect')] });
    expect(judged('fresh', zone({ ssl: 'strict' }), zone({ ssl: 'off' }))).toMatchObject({
      refuted: ['state'],
    });
  });

  it('may be accepted by name, without any other', () => {
    const [before, after] = [ran(3, 'a\n'), ran(4, 'b\n')];
    const one = judged('fresh', before, after, ['stdout']);
    expect(one).toEqual({ names: ['stdout'], refuted: ['exit'], open: [] });
    expect(judged('fresh', before, after, ['stdout', 'exit'])).toMatchObject({ refuted: [] });
  });
});
