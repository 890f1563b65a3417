import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HAND_CALL, HOST, projectOf, REVIEW_CALL, SAFE_CALL, SAFE_CALL_AFTER } from '../migrate/project.js';
import { edgeSunset } from './command-line.js';

const ZONE = 'const zone = process.env.ZONE;\n';

function git(folder: string, ...argv: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'core.autocrlf=false'];
  return execFileSync('git', [...identity, ...argv], { cwd: folder, encoding: 'utf8' });
}

describe('migrate, as a preview', () => {
  it('writes nothing, shows the diff and says what to run', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    const { code, stdout } = await project.run('migrate');
    expect(code).toBe(1);
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL);
    expect(stdout).toContain(`  -${SAFE_CALL.trimEnd()}`);
    expect(stdout).toContain(`  +${SAFE_CALL_AFTER.trimEnd()}`);
    expect(stdout).toContain('in-place, safe');
    expect(stdout).toContain('1 site: 1 would be migrated, 0 left');
    expect(stdout).toContain('Next: npx edge-sunset migrate --write');
  });

  it('sums up each level with its entries', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL + REVIEW_CALL + REVIEW_CALL });
    const { stdout } = await project.run('migrate');
    expect(stdout).toMatch(/^3 sites: .*\n {2}safe {4}1 {2}[\w-]+ 1\n {2}review {2}2 {2}[\w-]+ 2\n\n/m);
    expect((await project.run('migrate', '--only', 'firewall-rules')).stdout).not.toContain('  safe');
  });

  it('names commands that mean the same files and entries', async () => {
    const project = projectOf({ 'my dir/a.mjs': ZONE + SAFE_CALL + REVIEW_CALL + HAND_CALL, '$(x).mjs': '' });
    const argv = ['--no-markers', '--min-confidence', 'exact', '--include', '**/*.mjs', 'my dir'];
    const same = "--no-markers --min-confidence exact --include '**/*.mjs' 'my dir'";
    const preview = await project.run('migrate', ...argv);
    expect(preview.stdout).toContain(
      `Next: npx edge-sunset migrate --write --level review ${same}  (all 2)\n`,
    );
    expect(preview.stdout).toContain(
      `or: npx edge-sunset migrate --write ${same}  (the 1 that are proven safe)`,
    );
    const markdown = await project.run('migrate', '--format', 'markdown', ...argv);
    expect(markdown.stdout).toContain(`npx edge-sunset migrate --write ${same}`);
    const written = await project.run('migrate', '--write', ...argv);
    expect(written.stdout).toContain(`Next: npx edge-sunset migrate --level review ${same}\n`);
    const all = await project.run('migrate', '--write', '--level', 'review', 'my dir');
    expect(all.stdout).toContain("npx edge-sunset undo 'my dir' reverts them");
    expect((await project.run('undo', 'my dir')).code).toBe(0);
  });

  it('looks at one file of a program without judging the others', async () => {
    const client =
      'export const send = (method, path) => fetch(`https://api.cloudflare.com/client/v4${path}`, { method });\n';
    const caller = (path: string) =>
      `import { send } from './client.mjs';\nexport const run = (zone) => send('GET', \`/zones/\${zone}/${path}\`);\n`;
    const project = projectOf({
      'client.mjs': client,
      'bot.mjs': caller('script_monitor'),
      'scripts.mjs': caller('script_monitor/scripts'),
    });
    const { code, stdout, stderr } = await project.run('migrate', 'bot.mjs', '--level', 'review');
    expect(stderr).toBe('');
    expect(code).toBe(1);
    expect(stdout).toContain('1 site: 1 would be migrated');
    expect(stdout).not.toContain('scripts.mjs');
  });

  it('has nothing to say of a tree without dead calls', async () => {
    const { code, stdout } = await projectOf({ 'a.mjs': ZONE }).run('migrate');
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing to migrate');
    expect(stdout).not.toContain('Next:');
  });

  it('shows no secret that stands near a change, and none in the text of a pull request', async () => {
    const secret = '0123456789abcdef'.repeat(2);
    const near = `const headers = { 'X-Auth-Key': '${secret}' };\n`;
    const project = projectOf({ 'a.mjs': ZONE + near + SAFE_CALL });
    for (const format of ['text', 'markdown', 'sarif']) {
      const { stdout } = await project.run('migrate', '--format', format);
      expect(stdout, format).not.toContain(secret);
    }
    expect((await project.run('migrate')).stdout).toContain(`'X-Auth-Key': '${'*'.repeat(secret.length)}'`);
  });

  it('uses colours where they are wanted only', async () => {
    const { folder, run } = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    const coloured = await edgeSunset(['migrate'], { cwd: folder, env: { FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\u001b[32m  +');
    expect((await run('migrate')).stdout).not.toContain('\u001b');
  });
});

describe('migrate --write', () => {
  it('writes what is safe and ends with 0 where nothing is left', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    const { code, stdout } = await project.run('migrate', '--write');
    expect(code).toBe(0);
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
    expect(stdout).toContain('1 site: 1 migrated, 0 left');
  });

  it('leaves what needs review, without a comment, and ends with 1', async () => {
    const project = projectOf({ 'a.mjs': ZONE + REVIEW_CALL });
    const { code, stdout } = await project.run('migrate', '--write');
    expect(code).toBe(1);
    expect(project.read('a.mjs')).toBe(ZONE + REVIEW_CALL);
    expect(stdout).toContain('needs --level review');
    expect(stdout).toContain('Next: npx edge-sunset migrate --level review');
  });

  it('does with --level review also what is safe', async () => {
    const project = projectOf({ 'a.mjs': ZONE + REVIEW_CALL + SAFE_CALL });
    expect((await project.run('migrate', '--write', '--level', 'review')).code).toBe(0);
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
  });

  it('marks what is to be done by hand at any level, and counts it ever after', async () => {
    const project = projectOf({ 'a.mjs': ZONE + HAND_CALL + SAFE_CALL });
    expect((await project.run('migrate', '--write')).code).toBe(1);
    const text = project.read('a.mjs');
    expect(text).toMatch(
      /^const zone.*\n\/\/ edge-sunset-todo zone-analytics [0-9a-f]{8}: Query the GraphQL Analytics API .*\nawait fetch/,
    );
    const scan = await project.run('scan');
    expect(scan.code).toBe(1);
    expect(scan.stdout).toContain('1 migration marker still open');
    expect(scan.stdout).toMatch(/^zone-analytics {2}1 finding/);
    expect(scan.stdout).toMatch(/^ {2}a\.mjs:3:\d+ {2}marked$/m);
    const second = await project.run('migrate', '--write', '--level', 'review');
    expect(second.code).toBe(1);
    expect(second.stdout).toContain('1 marker of earlier runs unresolved');
    expect(project.read('a.mjs')).toBe(text);
  });

  it('reports a call again whose marker was taken away', async () => {
    const project = projectOf({ 'a.mjs': ZONE + HAND_CALL });
    await project.run('migrate', '--write');
    project.write('a.mjs', ZONE + HAND_CALL);
    expect((await project.run('scan')).stdout).toContain('zone-analytics');
  });

  it('writes no comment with --no-markers, and still counts the site', async () => {
    const project = projectOf({ 'a.mjs': ZONE + HAND_CALL });
    const { code, stdout } = await project.run('migrate', '--write', '--no-markers');
    expect(code).toBe(1);
    expect(project.read('a.mjs')).toBe(ZONE + HAND_CALL);
    expect(stdout).toContain('1 site for manual work, without a marker');
  });

  it('chooses entries with --only and --skip', async () => {
    const files = { 'a.mjs': ZONE + HAND_CALL + SAFE_CALL };
    const only = projectOf(files);
    await only.run('migrate', '--write', '--only', 'script-monitor');
    expect(only.read('a.mjs')).toBe(ZONE + HAND_CALL + SAFE_CALL_AFTER);
    const skipping = projectOf(files);
    await skipping.run('migrate', '--write', '--skip', 'script-monitor', '--skip', 'zone-analytics');
    expect(skipping.read('a.mjs')).toBe(files['a.mjs']);
    const several = projectOf(files);
    await several.run('migrate', '--write', '--skip', 'script-monitor,zone-analytics');
    expect(several.read('a.mjs')).toBe(files['a.mjs']);
    await several.run('migrate', '--write', '--only', 'brotli,script-monitor');
    expect(several.read('a.mjs')).toBe(ZONE + HAND_CALL + SAFE_CALL_AFTER);
  });

  it('lets --strategy make an entry work for a person', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    await project.run('migrate', '--write', '--strategy', 'script-monitor=marker');
    expect(project.read('a.mjs')).toContain('edge-sunset-todo script-monitor');
    expect(project.read('a.mjs')).toContain(SAFE_CALL);
  });

  it('leaves a strategy alone that is the one asked for', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    await project.run('migrate', '--write', '--strategy', 'script-monitor=in-place');
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
  });

  it('keeps marker ids right where other edits of the run change the line', async () => {
    const line = `export const calls = (zone) => [fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/analytics/dashboard\`), fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/script_monitor/scripts\`)];\n`;
    const project = projectOf({ 'a.mjs': line });
    expect((await project.run('migrate', '--write')).code).toBe(1);
    const text = project.read('a.mjs');
    expect(text).toContain('page_shield/scripts');
    expect((await project.run('migrate', '--write')).code).toBe(1);
    expect(project.read('a.mjs')).toBe(text);
    const { summary } = JSON.parse((await project.run('scan', '-f', 'json')).stdout);
    expect(summary).toMatchObject({ findings: 1, marked: 1 });
  });
});

/** Other systems have no such names. */
describe.runIf(process.platform === 'linux')('a file whose name is not valid UTF-8', () => {
  const BAD = [Buffer.from('bad-'), Buffer.from([0xff]), Buffer.from('.mjs')];
  const CALL = ZONE + SAFE_CALL;
  const bytesIn = (folder: string) =>
    readFileSync(Buffer.concat([Buffer.from(`${folder}/`), ...BAD]), 'utf8');

  function projectWithBadName(inRepository: boolean) {
    const project = projectOf({ 'a.mjs': CALL, 'z.mjs': CALL });
    writeFileSync(Buffer.concat([Buffer.from(`${project.folder}/`), ...BAD]), CALL);
    if (!inRepository) return project;
    git(project.folder, 'init', '-q');
    git(project.folder, 'add', '.');
    git(project.folder, 'commit', '-q', '-m', 'start');
    return project;
  }

  it.each([
    ['in a repository', true],
    ['in a folder', false],
  ])('is left alone and named, and the others are written: %s', async (_place, inRepository) => {
    const project = projectWithBadName(inRepository);
    expect((await project.run('scan', '--format', 'compact')).stdout.match(/^\S+mjs:/gm)).toHaveLength(3);
    const { code, stdout, stderr } = await project.run('migrate', '--write');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('bad-\ufffd.mjs  name  its name is not valid UTF-8; rename it first');
    expect(stdout).toContain('3 sites: 2 migrated, 1 left');
    expect(project.read('z.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
    expect(bytesIn(project.folder)).toBe(CALL);
  });

  it('stops neither pr nor verify, which does not take it for deleted', async () => {
    const project = projectWithBadName(true);
    const shown = await project.run('pr', '--dry-run');
    expect(shown.stdout).toContain('This replaces 2 calls');
    expect(shown.stdout).toContain('bad-\ufffd.mjs:2');
    await project.run('migrate', '--write');
    expect((await project.run('verify')).stdout).not.toContain('deleted');
  });
});

describe('uncommitted changes', () => {
  const files = { 'a.mjs': ZONE + SAFE_CALL, 'b.mjs': ZONE };

  function repository() {
    const project = projectOf(files);
    git(project.folder, 'init', '-q');
    git(project.folder, 'add', '.');
    git(project.folder, 'commit', '-q', '-m', 'start');
    return project;
  }

  it('of a file that would change stop the run, and are named', async () => {
    const project = repository();
    project.write('a.mjs', `${ZONE}${SAFE_CALL}// mine\n`);
    const { code, stderr } = await project.run('migrate', '--write');
    expect(code).toBe(2);
    expect(stderr).toContain('a.mjs');
    expect(stderr).toContain('--allow-dirty');
    expect(project.read('a.mjs')).toBe(`${ZONE}${SAFE_CALL}// mine\n`);
  });

  it('that cannot be told stop the run as well', async () => {
    const { folder, read } = repository();
    writeFileSync(join(folder, '.git/index'), 'no index');
    const { code, stderr } = await edgeSunset(['migrate', '--write', '--allow-incomplete'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('the git index cannot be used: it is not a git index');
    expect(read('a.mjs')).toBe(files['a.mjs']);
  });

  it('are no matter with --allow-dirty', async () => {
    const project = repository();
    project.write('a.mjs', `${ZONE}${SAFE_CALL}// mine\n`);
    expect((await project.run('migrate', '--write', '--allow-dirty')).code).toBe(0);
    expect(project.read('a.mjs')).toBe(`${ZONE}${SAFE_CALL_AFTER}// mine\n`);
  });

  it('of other files are no matter at all', async () => {
    const project = repository();
    project.write('b.mjs', `${ZONE}// mine\n`);
    expect((await project.run('migrate', '--write')).code).toBe(0);
  });

  it('leave no trace in the repository but the changed file', async () => {
    const project = repository();
    await project.run('migrate', '--write');
    expect(project.has('.git/edge-sunset')).toBe(false);
    expect(git(project.folder, 'status', '--porcelain', '--ignored')).toBe(' M a.mjs\n');
  });

  it('of a linked worktree are taken back there', async () => {
    const project = repository();
    git(project.folder, 'worktree', 'add', '-q', 'tree');
    const around = { cwd: `${project.folder}/tree`, env: { PATH: process.env.PATH ?? '' } };
    const { code } = await edgeSunset(['migrate', '--write', '.'], around);
    expect(code).toBe(0);
    expect((await project.run('undo')).code).toBe(1);
    const undone = await edgeSunset(['undo'], around);
    expect(undone.code).toBe(0);
    expect(project.read('tree/a.mjs')).toBe(files['a.mjs']);
  });

  it('of an ignored file are found', async () => {
    const project = repository();
    git(project.folder, 'rm', '-q', '--cached', 'a.mjs');
    project.write('.gitignore', 'a.mjs\n');
    const { code, stderr } = await project.run('migrate', '--write', 'a.mjs');
    expect([code, stderr]).toEqual([2, expect.stringContaining('a.mjs (git does not track it)')]);
    expect(project.read('a.mjs')).toBe(files['a.mjs']);
  });

  it.each([
    ['is not tracked', 'git does not track it', [['rm', '-q', '--cached', 'a.mjs']]],
    ['is staged', 'staged, not committed', [['add', 'a.mjs']]],
    ['is hidden from git', 'assume-unchanged', [['update-index', '--assume-unchanged', 'a.mjs']]],
    ['is left out of the checkout', 'skip-worktree', [['update-index', '--skip-worktree', 'a.mjs']]],
    ['was never committed', 'staged, not committed', [['update-ref', '-d', 'HEAD']]],
    [
      'has an index in parts',
      'changed',
      [
        ['config', 'splitIndex.maxPercentChange', '100'],
        ['update-index', '--split-index'],
      ],
    ],
  ])('of a file that %s are found', async (_, why, commands) => {
    const project = repository();
    project.write('a.mjs', `${ZONE}${SAFE_CALL}// mine\n`);
    for (const argv of commands) git(project.folder, ...argv);
    const { code, stderr } = await project.run('migrate', '--write');
    expect(stderr).toContain('  a.mjs (');
    expect(stderr).toContain(why);
    expect(code).toBe(2);
    expect(project.read('a.mjs')).toBe(`${ZONE}${SAFE_CALL}// mine\n`);
    expect((await project.run('migrate', '--write', '--allow-dirty')).code).toBe(0);
  });

  it.each([
    ['an index in parts', [['update-index', '--split-index']], SAFE_CALL],
    ['an index of version 4', [['update-index', '--index-version', '4']], SAFE_CALL],
    ['line ends that git converts', [['config', 'core.autocrlf', 'true']], SAFE_CALL.replace('\n', '\r\n')],
  ])('are none in a committed file with %s', async (_, commands, text) => {
    const project = projectOf({ 'a.mjs': text });
    git(project.folder, 'init', '-q');
    for (const argv of commands.filter(([name]) => name === 'config')) git(project.folder, ...argv);
    execFileSync('git', ['add', '.'], { cwd: project.folder, stdio: 'ignore' });
    git(project.folder, 'commit', '-q', '-m', 'start');
    for (const argv of commands.filter(([name]) => name !== 'config')) git(project.folder, ...argv);
    const { code, stderr } = await project.run('migrate', '--write');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });
});

describe('undo', () => {
  it('puts every byte back: line ends, byte order mark, new files, file modes', async () => {
    const crlf = Buffer.from(`\ufeff${ZONE}${HAND_CALL}${SAFE_CALL}`.replaceAll('\n', '\r\n'));
    const project = projectOf({ 'a.mjs': crlf, 'b.mjs': ZONE + SAFE_CALL });
    await project.run('migrate', '--write');
    const changed = project.bytes('a.mjs');
    expect(changed.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(changed.toString('utf8').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const { code, stdout } = await project.run('undo');
    expect(code).toBe(0);
    expect(stdout).toContain('a.mjs');
    expect(project.bytes('a.mjs')).toEqual(crlf);
    expect(project.read('b.mjs')).toBe(ZONE + SAFE_CALL);
    expect((await project.run('undo')).code).toBe(1);
  });

  it('names files that were edited since, and changes none', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL, 'b.mjs': ZONE + SAFE_CALL });
    await project.run('migrate', '--write');
    project.write('a.mjs', '// mine\n');
    const { code, stderr } = await project.run('undo');
    expect(code).toBe(2);
    expect(stderr).toContain('a.mjs');
    expect(stderr).not.toContain('b.mjs');
    expect(project.read('b.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
  });

  it('takes runs back one by one, the newest first', async () => {
    const project = projectOf({ 'a.mjs': ZONE + REVIEW_CALL + SAFE_CALL });
    await project.run('migrate', '--write');
    await project.run('migrate', '--write', '--level', 'review');
    expect(project.read('a.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
    await project.run('undo');
    expect(project.read('a.mjs')).toBe(ZONE + REVIEW_CALL + SAFE_CALL_AFTER);
    await project.run('undo');
    expect(project.read('a.mjs')).toBe(ZONE + REVIEW_CALL + SAFE_CALL);
  });

  it('takes one folder', async () => {
    expect((await projectOf({}).run('undo', 'a', 'b')).code).toBe(2);
    expect((await projectOf({}).run('undo', 'nowhere')).code).toBe(2);
  });
});

describe('formats of migrate', () => {
  const files = { 'a.mjs': ZONE + HAND_CALL + SAFE_CALL, 'sub/b.mjs': ZONE + REVIEW_CALL };

  it('json tells verdicts and texts', async () => {
    const { stdout } = await projectOf(files).run('migrate', '--format', 'json', '--level', 'review');
    const report: {
      readonly summary: object;
      readonly sites: readonly { readonly entry: string; readonly outcome: string }[];
      readonly files: readonly { readonly path: string; readonly text: string }[];
    } = JSON.parse(stdout);
    expect(report.sites.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual([
      'zone-analytics marked',
      'script-monitor migrated',
      'minify migrated',
    ]);
    expect(report.files.map(({ path }) => path)).toEqual(['a.mjs', 'sub/b.mjs']);
    // The zone was asked for by the call alone.
    expect(report.files[1]?.text).toBe('');
    expect(report.summary).toMatchObject({ sites: 3, open: 1, files: 2 });
  });

  it('patch is what git applies', async () => {
    const [project, other] = [projectOf(files), projectOf(files)];
    const { stdout } = await project.run('migrate', '--format', 'patch', '--level', 'review');
    project.write('all.patch', stdout);
    git(project.folder, 'apply', 'all.patch');
    await other.run('migrate', '--write', '--level', 'review');
    for (const path of Object.keys(files)) expect(project.read(path)).toBe(other.read(path));
  });

  it('markdown is the text of a pull request', async () => {
    const { stdout } = await projectOf(files).run('migrate', '--format', 'markdown', '--level', 'review');
    expect(stdout).toContain('2 of 3 calls are migrated in 2 files; 1 needs manual work.');
    expect(stdout).toContain('| `sub/b.mjs:2` | minify | delete, review |');
    expect(stdout).toContain('- [ ] `a.mjs:2` (zone-analytics): ');
    expect(stdout).toContain('`npx edge-sunset migrate --write --level review`');
  });

  it('names what to do afterwards only for entries that it changes', async () => {
    const read = `const headers = { Authorization: process.env.AUTH };
const answer = await fetch(\`${HOST}/zones/\${zone}/analytics/dashboard?since=-1440\`, { headers });
const { result } = await answer.json();
console.log(result.totals.requests.all);
`;
    const followUp = 'Give the token the permission Zone > Analytics > Read';
    const said = async (call: string, level: string) =>
      (await projectOf({ 'a.mjs': ZONE + call }).run('migrate', '--level', level)).stdout.includes(followUp);
    expect(await said(HAND_CALL, 'review')).toBe(false);
    expect(await said(read, 'review')).toBe(true);
    expect(await said(read, 'safe')).toBe(false);
  });

  it('says once why a file is left alone', async () => {
    const project = projectOf({ 'testdata/a.mjs': ZONE + SAFE_CALL });
    const { stdout } = await project.run('migrate');
    expect(
      stdout.match(/testdata\/a\.mjs is not changed: it is test data or recorded traffic/g),
    ).toHaveLength(1);
    expect(stdout).toContain('1 site: 0 would be migrated, 1 left\n');
  });

  it('sarif carries the edits as fixes', async () => {
    const { stdout } = await projectOf(files).run('migrate', '--format', 'sarif');
    const results: readonly { readonly ruleId: string; readonly fixes?: readonly object[] }[] =
      JSON.parse(stdout).runs[0].results;
    expect(results.map(({ ruleId, fixes }) => [ruleId, fixes?.length ?? 0])).toEqual([
      ['no-zone-analytics', 0],
      ['no-script-monitor', 1],
      ['no-minify', 1],
    ]);
  });
});

describe('migrate -i', () => {
  const files = { 'a.mjs': ZONE + SAFE_CALL, 'b.mjs': ZONE + SAFE_CALL, 'c.mjs': ZONE + SAFE_CALL };
  const DONE = ZONE + SAFE_CALL_AFTER;

  async function answering(...answers: readonly string[]) {
    const project = projectOf(files);
    const rest = [...answers];
    const edited: string[] = [];
    const outcome = await edgeSunset(['migrate', '-i'], {
      cwd: project.folder,
      ask: async () => rest.shift() ?? null,
      edit: (path) => {
        edited.push(path.slice(project.folder.length + 1));
        return true;
      },
    });
    return { outcome, edited, rest, done: Object.keys(files).filter((path) => project.read(path) === DONE) };
  }

  it('writes what is wanted', async () => {
    const { outcome, done } = await answering('y', 'n', 'y');
    expect(done).toEqual(['a.mjs', 'c.mjs']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('page_shield');
  });

  it('takes all that follow, or none', async () => {
    expect((await answering('n', 'a')).done).toEqual(['b.mjs', 'c.mjs']);
    expect((await answering('y', 'q')).done).toEqual(['a.mjs']);
    expect((await answering('y')).done).toEqual(['a.mjs']);
  });

  it('touches nothing after q, not even with comments', async () => {
    const project = projectOf({ ...files, 'd.mjs': ZONE + HAND_CALL });
    const said = ['y', 'q'];
    const around = { cwd: project.folder, ask: async () => said.shift() ?? null };
    const { code, stdout } = await edgeSunset(['migrate', '-i'], around);
    expect(code).toBe(1);
    expect(project.read('a.mjs')).toBe(DONE);
    expect(project.read('b.mjs')).toBe(ZONE + SAFE_CALL);
    expect(project.read('d.mjs')).toBe(ZONE + HAND_CALL);
    expect(stdout).toContain('3 sites declined');
  });

  it.each([
    ['n', 'n', false, false],
    ['y', 'n', true, false],
    ['n', 'y', false, true],
  ])('asks for comments, too: %s, then %s', async (edit, comment, isDone, isMarked) => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL, 'd.mjs': ZONE + HAND_CALL });
    const said = [edit, comment];
    const { stderr } = await edgeSunset(['migrate', '-i'], {
      cwd: project.folder,
      ask: async () => said.shift() ?? null,
    });
    expect(said).toEqual([]);
    expect(stderr).toContain('manual; a comment is written');
    expect(project.read('a.mjs')).toBe(isDone ? DONE : ZONE + SAFE_CALL);
    expect(project.read('d.mjs').includes('edge-sunset-todo')).toBe(isMarked);
    if (!isMarked) expect(project.read('d.mjs')).toBe(ZONE + HAND_CALL);
  });

  it.each([
    ['q', ZONE + SAFE_CALL, false],
    ['a', DONE, true],
  ])('asks nothing more after %s, in other folders neither', async (answer, text, isMarked) => {
    const project = projectOf({
      'a/x.mjs': ZONE + SAFE_CALL,
      'b/x.mjs': ZONE + SAFE_CALL,
      'c/x.mjs': HAND_CALL,
    });
    const questions: string[] = [];
    const ask = async (question: string) => {
      questions.push(question);
      return answer;
    };
    await edgeSunset(['migrate', '-i', 'a', 'b', 'c'], { cwd: project.folder, ask });
    expect(questions).toHaveLength(1);
    expect(['a/x.mjs', 'b/x.mjs'].map((path) => project.read(path))).toEqual([text, text]);
    expect(project.read('c/x.mjs').includes('edge-sunset-todo')).toBe(isMarked);
  });

  it.each([60, 80])('breaks what it says into lines of the terminal, of %s columns', async (width) => {
    const list = `const answer = await fetch(\`${HOST}/zones/\${zone}/firewall/rules\`);\n`;
    const project = projectOf({ 'a.mjs': `${ZONE}${list}console.log(await answer.json());\n` });
    const { stderr } = await edgeSunset(['migrate', '-i', '--level', 'review'], {
      cwd: project.folder,
      terminal: true,
      env: { COLUMNS: String(width), NO_COLOR: '1' },
      ask: async () => 'n',
    });
    const [said = ''] = stderr.split('@@');
    expect(said).toContain('    differs priority-is-position: ');
    expect(said.split('\n').filter((line) => line.length > width)).toEqual([]);
    expect(said).toMatch(/^ {6}\w/m);
  });

  it('says once what several findings of a call have in common', async () => {
    const data =
      "{ service: '_sip', proto: '_tcp', name: 'example.com', priority: 1, weight: 1, port: 1, target: 'a.example.com' }";
    const call = `await fetch(\`${HOST}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: ${data} }) });\n`;
    const project = projectOf({ 'a.mjs': ZONE + call });
    const { stderr } = await edgeSunset(['migrate', '-i'], {
      cwd: project.folder,
      terminal: true,
      env: { NO_COLOR: '1' },
      ask: async () => 'n',
    });
    expect(stderr.match(/a\.mjs:2 {2}srv-data/g)).toHaveLength(1);
    expect(stderr.match(/@@ .* @@/g)).toHaveLength(1);
  });

  it('explains the answers to one it does not know', async () => {
    const { outcome, done } = await answering('what', 'a');
    expect(outcome.stderr).toContain('open the file in your editor');
    expect(done).toHaveLength(3);
  });

  it('opens the editor and leaves the place', async () => {
    const { done, edited } = await answering('e', 'y', 'n');
    expect(edited).toEqual(['a.mjs']);
    expect(done).toEqual(['b.mjs']);
  });

  it('needs somebody to ask', async () => {
    const { code, stderr } = await projectOf(files).run('migrate', '-i');
    expect(code).toBe(2);
    expect(stderr).toContain('terminal');
  });
});

describe('wrong use of migrate', () => {
  it.each([
    [['nowhere'], 'does not exist'],
    [['--level', 'manual'], '--level must be one of safe, review'],
    [['--strategy', 'minify'], '--strategy must be <entry>=<strategy>'],
    [['--strategy', 'minify=rewrite'], '--strategy must be <entry>=<strategy>'],
    [['--strategy', 'minfy=marker'], "Did you mean 'minify'?"],
    [['--only', 'minfy'], "Did you mean 'minify'?"],
    [['--only', 'brotli,minfy'], "Did you mean 'minify'?"],
    [['--skip', 'minify,,brotli'], '--skip has an empty name'],
    [['--now', 'soon'], '--now must be a date'],
  ])('%j ends with 2 and says why', async (argv, message) => {
    const { code, stderr } = await projectOf({}).run('migrate', ...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('what cannot be read', () => {
  it('is left alone, named, and ends with 3', async () => {
    const broken = `${ZONE}${SAFE_CALL}function (\n`;
    const project = projectOf({ 'a.mjs': broken, 'b.mjs': ZONE + SAFE_CALL });
    const { code, stdout } = await project.run('migrate', '--write');
    expect(code).toBe(1);
    expect(project.read('a.mjs')).toBe(broken);
    expect(project.read('b.mjs')).toBe(ZONE + SAFE_CALL_AFTER);
    expect(stdout).toContain('a.mjs  unparsable');
  });

  it('counts for the exit code where its trigger stays unexplained', async () => {
    const project = projectOf({ 'a.mjs': "const x = 'firewall/rules' (((\n" });
    const { code } = await project.run('migrate', '--write');
    expect(code).toBe(3);
    expect((await project.run('migrate', '--write', '--allow-incomplete')).code).toBe(0);
  });
});
