import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { edgeSunset, LIVE_CALL, type Outcome } from '../cli/command-line.js';
import { REVIEW_CALL, SAFE_CALL } from '../migrate/project.js';
import { type Fleet, type Kind, startFleet, TOKEN } from './fleet.js';

const PACKAGE = { 'package.json': '{"type":"module"}\n' };
const DEAD = { ...PACKAGE, 'a.js': SAFE_CALL };
const LIVE = { ...PACKAGE, 'a.js': LIVE_CALL };
const BRANCH = 'edge-sunset/page-shield';

async function fleetOf(
  kind: Kind,
  projects: Parameters<typeof startFleet>[1],
  campaign: string,
): Promise<Fleet> {
  const fleet = await startFleet(kind, projects);
  onTestFinished(fleet.close);
  fleet.write('campaign.yaml', campaign);
  return fleet;
}

async function run({ folder, env }: Fleet, ...argv: readonly string[]): Promise<Outcome> {
  const outcome = await edgeSunset(['campaign', ...argv], { cwd: folder, env });
  expect(outcome.stdout + outcome.stderr).not.toContain(TOKEN);
  return outcome;
}

/** State of each repository, by its last name. */
async function statesOf(fleet: Fleet, ...argv: readonly string[]) {
  const { code, stdout, stderr } = await run(fleet, '--format=json', ...argv);
  if (stdout === '') throw new Error(stderr);
  const { repositories, paused, next } = JSON.parse(stdout);
  const short = (name: string) => name.split('/').at(-1) ?? '';
  return {
    code,
    states: Object.fromEntries(
      repositories.map((one: { repository: string; state: string }) => [short(one.repository), one.state]),
    ),
    paused: paused.map(({ reason, repositories: names }: { reason: string; repositories: string[] }) =>
      [reason, ...names.map(short)].join(' '),
    ),
    next: [
      ...next.update.map((name: string) => `update ${short(name)}`),
      ...next.begin.map((name: string) => `begin ${short(name)}`),
    ],
  };
}

const writesOf = ({ server }: Fleet) => server.calls.filter(({ method }) => method !== 'GET').length;

const listOf = (kind: Kind, ...names: readonly string[]) =>
  `repositories:\n${names.map((name) => `  - https://${kind}.example.com/acme/${name}\n`).join('')}`;

describe.each(['github', 'gitlab'] as const)('a campaign on %s', (kind) => {
  it('goes from a list to merged requests, in waves, and makes nothing twice', async () => {
    const fleet = await fleetOf(
      kind,
      { 'acme/a': DEAD, 'acme/b': DEAD, 'acme/c': LIVE, 'acme/d': DEAD },
      `${listOf(kind, 'a', 'b', 'c.git', 'd', 'a')}waves: [1, 2]\nreviewers: [kim, '@sam']\n`,
    );
    // Told, and not done.
    expect(await statesOf(fleet)).toEqual({
      code: 0,
      states: { a: 'waiting', b: 'waiting', c: 'waiting', d: 'waiting' },
      paused: [],
      next: ['begin a'],
    });
    expect([fleet.requests(), writesOf(fleet), readdirSync(fleet.folder)]).toEqual([
      [],
      0,
      ['campaign.yaml'],
    ]);
    const first = await run(fleet, '--write');
    expect(first.stdout).toBe(
      `Wave 1
  open           ${kind}.example.com/acme/a
                   ${fleet.server.requests[0] === undefined ? '' : urlOf(kind, 'a', 1)}  no checks
Wave 2
  waiting        ${kind}.example.com/acme/b, ${kind}.example.com/acme/c
Wave 3
  waiting        ${kind}.example.com/acme/d

3 waiting, 1 open; 1 open request
Paused: wave 2 begins when wave 1 is merged or closed: ${kind}.example.com/acme/a
`,
    );
    expect(first).toMatchObject({
      code: 0,
      stderr: `edge-sunset campaign: ${kind}.example.com/acme/a: created ${BRANCH} ${urlOf(kind, 'a', 1)}\n`,
    });
    expect(fleet.server.requests).toMatchObject([{ project: 'acme/a', asked: ['kim', 'sam'] }]);
    const writes = writesOf(fleet);
    const again = await run(fleet, '--write');
    expect([again.stdout, writesOf(fleet)]).toEqual([first.stdout, writes]);

    mergeAll(fleet);
    expect(await statesOf(fleet)).toMatchObject({
      states: { a: 'merged', b: 'waiting' },
      next: ['begin b', 'begin c'],
    });
    expect(await statesOf(fleet, '--write')).toEqual({
      code: 0,
      states: { a: 'merged', b: 'open', c: 'nothing', d: 'waiting' },
      paused: ['wave b'],
      next: [],
    });
    mergeAll(fleet);
    await run(fleet, '--write');
    mergeAll(fleet);
    expect(await statesOf(fleet, '--write')).toEqual({
      code: 0,
      states: { a: 'merged', b: 'merged', c: 'nothing', d: 'merged' },
      paused: [],
      next: [],
    });
    expect(fleet.requests()).toEqual(['a', 'b', 'd'].map((name) => `acme/${name} ${BRANCH} merged`));
    expect(fleet.git('acme/d', 'show', 'main:a.js')).toContain('page_shield');
  });

  it('takes repositories that a pattern names from the host', async () => {
    const fleet = await fleetOf(
      kind,
      {
        'acme/shop': DEAD,
        'acme/edge-b': DEAD,
        'acme/edge-a': LIVE,
        'acme/edge-old': DEAD,
        'other/edge-x': DEAD,
      },
      `repositories:\n  - { host: ${kind}.example.com, match: acme/edge-*, except: [acme/*-old] }\n`,
    );
    expect(await statesOf(fleet, '--write')).toMatchObject({
      states: { 'edge-b': 'open', 'edge-a': 'nothing' },
    });
    expect(fleet.requests()).toEqual([`acme/edge-b ${BRANCH} open`]);
  });

  it('updates requests when the base moves, and closes those with nothing left to do', async () => {
    const fleet = await fleetOf(
      kind,
      { 'acme/a': DEAD, 'acme/b': DEAD },
      `${listOf(kind, 'a', 'b')}entries: [script-monitor]\n`,
    );
    await run(fleet, '--write');
    const before = fleet.git('acme/a', 'rev-parse', BRANCH);
    fleet.commit('acme/a', 'main', { 'b.js': SAFE_CALL });
    fleet.commit('acme/b', 'main', { 'a.js': '' });
    expect(await statesOf(fleet)).toMatchObject({ next: ['update a', 'update b'] });
    expect(await statesOf(fleet, '--write')).toMatchObject({ states: { a: 'open', b: 'closed' }, next: [] });
    expect(fleet.git('acme/a', 'rev-parse', BRANCH)).not.toBe(before);
    expect(fleet.requests()).toEqual([`acme/a ${BRANCH} open`, `acme/b ${BRANCH} closed`]);
  });
});

const urlOf = (kind: Kind, name: string, number: number) =>
  kind === 'github'
    ? `https://github.example.com/acme/${name}/pull/${number}`
    : `https://gitlab.example.com/acme/${name}/-/merge_requests/${number}`;

function mergeAll(fleet: Fleet): void {
  for (const request of fleet.server.requests) if (request.state === 'open') fleet.merge(request);
}

describe('a campaign', () => {
  it('pauses while too many requests are open', async () => {
    const fleet = await fleetOf(
      'github',
      { 'acme/a': DEAD, 'acme/b': DEAD, 'acme/c': DEAD },
      `${listOf('github', 'a', 'b', 'c')}limits: { open: 2 }\n`,
    );
    expect(await statesOf(fleet, '--write')).toMatchObject({
      code: 0,
      states: { a: 'open', b: 'open', c: 'waiting' },
      paused: ['open a b'],
    });
    expect((await run(fleet)).stdout).toContain(
      `Paused: 2 requests open (limits.open: 2): github.example.com/acme/a, github.example.com/acme/b\n`,
    );
    const [request] = fleet.server.requests;
    if (request !== undefined) request.state = 'closed';
    expect(await statesOf(fleet, '--write')).toMatchObject({
      states: { a: 'closed', b: 'open', c: 'open' },
      paused: [],
    });
  });

  it('pauses while checks fail, and updates what is open', async () => {
    const fleet = await fleetOf(
      'github',
      { 'acme/a': DEAD, 'acme/b': DEAD, 'acme/c': DEAD },
      `${listOf('github', 'a', 'b', 'c')}limits: { open: 1 }\n`,
    );
    await run(fleet, '--write');
    fleet.server.checks = ({ project }) => (project === 'acme/a' ? 'failure' : 'success');
    fleet.write('campaign.yaml', listOf('github', 'a', 'b', 'c'));
    const paused = await run(fleet, '--write');
    expect(paused.code).toBe(1);
    expect(paused.stdout).toContain(
      `Paused: 1 request with failing checks (limits.failing: 0): github.example.com/acme/a\n`,
    );
    fleet.commit('acme/a', 'main', { 'b.js': SAFE_CALL });
    expect((await run(fleet, '--write')).stderr).toContain(`acme/a: updated ${BRANCH}`);
    expect(fleet.server.requests).toHaveLength(1);
    fleet.server.checks = () => 'pending';
    expect(await statesOf(fleet, '--write')).toMatchObject({
      code: 0,
      states: { a: 'open', b: 'open', c: 'open' },
    });
  });

  it('finds what is there without its journal, and asks no reviewer again that was taken off with it', async () => {
    const fleet = await fleetOf(
      'github',
      { 'acme/a': DEAD, 'acme/b': DEAD },
      `${listOf('github', 'a', 'b')}reviewers: [kim]\n`,
    );
    await run(fleet, '--write');
    const [first, second] = fleet.server.requests;
    if (first === undefined || second === undefined) throw new Error('two requests');
    first.asked = [];
    fleet.commit('acme/a', 'main', { 'b.js': SAFE_CALL });
    await run(fleet, '--write');
    expect(first.asked).toEqual([]);
    fleet.merge(second);
    const journal = join(fleet.folder, 'campaign.yaml.journal');
    expect(readFileSync(journal, 'utf8')).not.toContain(TOKEN);
    rmSync(journal);
    expect(await statesOf(fleet)).toMatchObject({
      states: { a: 'open', b: 'merged' },
      next: ['update a', 'update b'],
    });
    expect(await statesOf(fleet, '--write')).toMatchObject({ states: { a: 'open', b: 'merged' }, next: [] });
    expect(fleet.requests()).toEqual([`acme/a ${BRANCH} open`, `acme/b ${BRANCH} merged`]);
  });

  it('goes on where a repository cannot be worked on, and holds the next wave', async () => {
    const fleet = await fleetOf(
      'github',
      { 'acme/a': {}, 'acme/b': DEAD, 'acme/d': DEAD },
      `${listOf('github', 'a', 'gone', 'b', 'd')}waves: [3]\n`,
    );
    const { code, states, paused } = await statesOf(fleet, '--write');
    expect([code, states, paused]).toEqual([
      2,
      { a: 'nothing', gone: 'failed', b: 'open', d: 'waiting' },
      ['wave gone b'],
    ]);
    const { stdout, stderr } = await run(fleet, '--write');
    expect(stderr).toMatch(
      /^edge-sunset campaign: github\.example\.com\/acme\/gone: git cannot read https:\/\/github\.example\.com\/acme\/gone: /,
    );
    expect(stdout).toMatch(/^ {2}failed {9}github\.example\.com\/acme\/gone: git cannot read /m);
  });

  it('counts a repository of which the host tells nothing as one with an open request', async () => {
    const fleet = await fleetOf(
      'github',
      { 'acme/a': DEAD, 'acme/b': DEAD, 'acme/c': DEAD },
      `${listOf('github', 'a', 'b', 'c')}limits: { open: 2 }\n`,
    );
    fleet.server.fault = ({ path }) =>
      path === '/repos/acme/a/pulls' ? { status: 404, body: { message: 'Not Found' } } : null;
    const { code, stdout } = await run(fleet, '--write');
    expect(code).toBe(2);
    expect(fleet.requests()).toEqual([`acme/b ${BRANCH} open`]);
    expect(stdout).toContain(
      'Paused: 2 requests open or not known (limits.open: 2): github.example.com/acme/b, github.example.com/acme/a\n',
    );
    expect(stdout).toMatch(
      /^ {2}failed {9}github\.example\.com\/acme\/a: the pull requests could not be listed: there is no acme\/a on/m,
    );
    fleet.server.fault = () => null;
    expect(await statesOf(fleet, '--write')).toMatchObject({
      states: { a: 'open', b: 'open', c: 'waiting' },
    });
  });

  it('counts a branch whose command fails as one with failing checks', async () => {
    const fleet = await fleetOf(
      'github',
      { 'acme/a': DEAD, 'acme/b': DEAD },
      `${listOf('github', 'a', 'b')}verify: test -e ok\n`,
    );
    expect(await statesOf(fleet, '--write')).toMatchObject({
      code: 4,
      states: { a: 'not-verified', b: 'waiting' },
      paused: ['failing a'],
    });
    for (const name of ['acme/a', 'acme/b']) fleet.commit(name, 'main', { ok: 'yes\n' });
    expect(await statesOf(fleet, '--write')).toMatchObject({ code: 0, states: { a: 'open', b: 'open' } });
  });

  it('passes its settings on to each request', async () => {
    const files = { ...DEAD, 'b.js': REVIEW_CALL };
    const fleet = await fleetOf(
      'github',
      { 'acme/a': files },
      `${listOf('github', 'a')}level: safe\ndraft: true\nprefix: fleet/\ntitle: 'fix: '\n`,
    );
    await run(fleet, '--write');
    expect(fleet.server.requests).toMatchObject([
      { branch: 'fleet/page-shield', draft: true, title: expect.stringMatching(/^fix: Replace/) },
    ]);
    expect(fleet.git('acme/a', 'diff', '--name-only', 'main', 'fleet/page-shield')).toBe('a.js');
  });

  it('is carried out by one run at a time', async () => {
    const fleet = await fleetOf('github', { 'acme/a': DEAD }, listOf('github', 'a'));
    writeFileSync(join(fleet.folder, 'campaign.yaml.journal.lock'), `${process.pid}\n`);
    expect(await run(fleet, '--write')).toMatchObject({
      code: 2,
      stderr: `edge-sunset campaign: the journal campaign.yaml.journal: another run writes to this file (process ${process.pid}). Wait until it has ended; if there is no such process, remove campaign.yaml.journal.lock beside it.\n`,
    });
    expect((await run(fleet)).code).toBe(0);
  });
});

describe('a campaign file', () => {
  const fault = async (text: string, env: Readonly<Record<string, string>> = {}) => {
    const fleet = await fleetOf('github', { 'acme/a': DEAD }, text);
    const { code, stderr } = await edgeSunset(['campaign'], {
      cwd: fleet.folder,
      env: { ...fleet.env, ...env },
    });
    expect(code).toBe(2);
    expect(fleet.server.calls.every(({ method }) => method === 'GET')).toBe(true);
    return stderr.replace(/^edge-sunset campaign: (?:the campaign file is not valid:\n)?/, '').trimEnd();
  };
  const ONE = listOf('github', 'a');

  it.each([
    [
      '',
      'campaign.yaml:1:1: expected the campaign, found nothing; write it as keys and values: repositories, entries, level, agent …',
    ],
    [
      'level: safe\n',
      'campaign.yaml:1:1: repositories: the key "repositories" is missing in the campaign; add a list of repositories',
    ],
    ['repositories: []\n', 'campaign.yaml:1:15: repositories: the list is empty; name a repository'],
    [
      `${ONE}wave: [1]\n`,
      'campaign.yaml:3:1: wave: unknown key "wave" in the campaign; did you mean "waves"?',
    ],
    [`${ONE}waves: [1, 0]\n`, 'campaign.yaml:3:8: waves: a number is less than 1; write 1 or more'],
    [
      `${ONE}limits: { open: 0 }\n`,
      'campaign.yaml:3:17: limits.open: a number is less than 1; write 1 or more',
    ],
    [
      `${ONE}entries: [rate-limit]\n`,
      'campaign.yaml:3:11: entries[0]: there is no entry "rate-limit"; did you mean rate-limits?',
    ],
    [
      `${ONE}reviewers: [a b]\n`,
      'campaign.yaml:3:13: reviewers[0]: "a b" is no user; write the name as in the URL of its page',
    ],
    [
      `${ONE}prefix: -x\n`,
      'campaign.yaml:3:9: prefix: "-x" cannot begin the name of a branch; write a prefix such as edge-sunset/',
    ],
    [
      `${ONE}draft: yes please\n`,
      'campaign.yaml:3:8: draft: expected true or false; write true or false, without quotes',
    ],
    [
      'repositories: [https://user:secret@github.example.com/acme/a]\n',
      'campaign.yaml:1:16: repositories[0]: the URL holds a login; remove it; git asks your credential helper',
    ],
    [
      'repositories: [acme/a]\n',
      expect.stringMatching(
        /^campaign\.yaml:1:16: repositories\[0\]: "acme\/a" is no repository of a known host; write a URL such as/,
      ),
    ],
    [
      'repositories: [{ host: code.example.com, match: acme/* }]\n',
      expect.stringContaining('"code.example.com" is no known host'),
    ],
    [
      'repositories: [{ host: github.com, match: "*/a" }]\n',
      expect.stringContaining('"*/a" does not begin with an owner or a group; write the owner'),
    ],
    [
      'repositories: [{ host: github.example.com, match: acme/z* }]\n',
      'no repository of github.example.com matches "acme/z*".',
    ],
  ])('%j', async (text, message) => {
    expect(await fault(text)).toEqual(message);
  });

  it('has to be there, and needs a token', async () => {
    const fleet = await fleetOf('github', { 'acme/a': DEAD }, ONE);
    expect((await run(fleet, 'other.yaml')).stderr).toContain('other.yaml: there is no such file.');
    expect(await fault(ONE, { GITHUB_TOKEN: '' })).toBe(
      'there is no token for github.example.com. Set GITHUB_TOKEN in the environment, or log in with gh.',
    );
  });
});
