import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { HAND_CALL, HOST, SAFE_CALL } from '../migrate/project.js';
import { type Clone, cloneOf, GIT_ENVIRONMENT, gitIn, temporaryFolder } from './clone.js';

const SHIELD = 'edge-sunset/page-shield';
const PACKAGE = '{"type":"module"}\n';
const SRV_CALL = `await fetch(\`${HOST}/zones/\${zone}/dns_records\`, {
  method: 'POST',
  body: JSON.stringify({
    type: 'SRV',
    name: '_sip._tls.example.com',
    data: { service: '_sip', proto: '_tls', name: 'example.com', priority: 1, weight: 1, port: 5061, target: 'sip.example.com' },
  }),
});
`;

function program(clone: Clone, path: string, script: string): string {
  clone.write(path, `#!/bin/sh\n${script}\n`);
  const file = join(clone.folder, path);
  chmodSync(file, 0o755);
  return file;
}

describe('the configuration of the clone', () => {
  it('is obeyed for author, signature and hooks of commit and push, and for nothing else', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    const ran = join(clone.folder, '.git/ran');
    const note = (name: string) => `echo ${name} >> ${ran}`;
    program(clone, '.git/hooks/pre-commit', note('pre-commit'));
    program(
      clone,
      '.git/hooks/commit-msg',
      `${note('commit-msg')}\necho >> "$1"; echo 'Reviewed-by: Lee' >> "$1"`,
    );
    program(clone, '.git/hooks/pre-push', note('pre-push'));
    program(clone, '.git/hooks/post-checkout', note('post-checkout'));
    const monitor = program(clone, '.git/monitor', note('monitor'));
    const signer = program(
      clone,
      '.git/signer',
      `${note('sign')}\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho '-----BEGIN PGP SIGNATURE-----'\necho 'x'\necho '-----END PGP SIGNATURE-----'`,
    );
    for (const [key, value] of [
      ['core.fsmonitor', monitor],
      ['gpg.program', signer],
      ['commit.gpgSign', 'true'],
      ['user.signingKey', 'key'],
    ] as const)
      clone.git('config', key, value);
    const env = { GIT_AUTHOR_NAME: 'Ari', GIT_AUTHOR_EMAIL: 'ari@example.com' };
    expect(await clone.run(['pr', '--push'], env)).toMatchObject({ code: 0, stdout: `created  ${SHIELD}\n` });
    expect(readFileSync(ran, 'utf8').trim().split('\n')).toEqual([
      'pre-commit',
      'commit-msg',
      'sign',
      'pre-push',
    ]);
    const commit = clone.remoteGit('cat-file', 'commit', SHIELD);
    expect(commit).toContain('author Ari <ari@example.com>');
    expect(commit).toContain('committer Sam Example <sam@example.com>');
    expect(commit).toContain('gpgsig -----BEGIN PGP SIGNATURE-----');
    expect(commit).toMatch(/\n\nReviewed-by: Lee\nEdge-Sunset: 1\/1 plan=[0-9a-f]{16} check=[0-9a-f]{16}$/);
    // What the hook wrote is no change by a person.
    expect((await clone.run(['pr', '--push'], env)).stdout).toBe(`up to date  ${SHIELD}\n`);
    writeFileSync(ran, '');
    const other = ['pr', '--push', '--no-hooks', '--prefix', 'other/'];
    expect((await clone.run(other, env)).stdout).toBe('created  other/page-shield\n');
    expect(readFileSync(ran, 'utf8')).toBe('sign\n');
  });

  it('starts no other hook, no program of a remote and no proxy, and no hook gets a token', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    const ran = join(clone.folder, '.git/ran');
    const note = (name: string) => `echo "${name} $GITHUB_TOKEN$GH_TOKEN$GITLAB_TOKEN" >> ${ran}`;
    const hooks = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-push'];
    for (const name of [...hooks, 'reference-transaction', 'post-index-change', 'post-checkout'])
      program(clone, `.git/hooks/${name}`, note(name));
    const other = program(clone, '.git/other', `${note('program')}\nexec "\${0##*/}" "$@"`);
    for (const key of ['remote.origin.receivepack', 'remote.origin.uploadpack', 'core.gitProxy'])
      clone.git('config', key, other);
    const tokens = { GITHUB_TOKEN: 'one', GH_TOKEN: 'two', GITLAB_TOKEN: 'three' };
    const pushed = await clone.run(['pr', '--push', '--host', 'none'], tokens);
    expect(pushed).toMatchObject({ code: 0, stdout: `created  ${SHIELD}\n` });
    expect(
      readFileSync(ran, 'utf8')
        .trimEnd()
        .split(/\n/)
        .map((line) => `${line.trimEnd()} `),
    ).toEqual(hooks.map((name) => `${name} `));
    writeFileSync(ran, '');
    for (const address of ['git://127.0.0.1:1/x', 'fd::7', `ext::${other} %S x`]) {
      clone.git('config', '--replace-all', 'remote.origin.url', address);
      const outcome = await clone.run(['pr', '--push', '--host', 'none', '--base', 'main'], tokens);
      expect(outcome.code, address).toBe(2);
    }
    expect(readFileSync(ran, 'utf8')).toBe('');
  });

  it('starts no program of a partial clone, of borrowed objects or of hooks that are settings', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    clone.remoteGit('config', 'uploadpack.allowFilter', 'true');
    const partial = temporaryFolder();
    gitIn(partial, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', `file://${clone.remote}`, '.');
    // A name that an option of the command line could not hold.
    gitIn(partial, 'remote', 'rename', 'origin', 'a=b');
    const ran = join(partial, '.git/ran');
    const upload = join(partial, '.git/upload');
    writeFileSync(upload, `#!/bin/sh\necho upload >> ${ran}\nexec git-upload-pack "$@"\n`, { mode: 0o755 });
    const seen = join(partial, '.git/seen');
    const hook = `#!/bin/sh\ngit config --get-regexp 'hook.*enabled' > ${seen}\n`;
    writeFileSync(join(partial, '.git/hooks/pre-commit'), hook, { mode: 0o755 });
    for (const [key, value] of [
      ['user.name', 'Sam'],
      ['user.email', 'sam@example.com'],
      ['remote.a=b.uploadpack', upload],
      ['core.alternateRefsCommand', `echo refs >> ${ran}; true`],
      // git 2.54 and later run them, wherever the other hooks are.
      ['hook.any where.event', 'post-checkout'],
      ['hook.lint.event', 'pre-commit'],
    ] as const)
      gitIn(partial, 'config', key, value);
    const run = (...argv: readonly string[]) =>
      edgeSunset(['pr', '--remote', 'a=b', '--base', 'main', ...argv], {
        cwd: partial,
        env: GIT_ENVIRONMENT,
      });
    for (const argv of [[], ['--dry-run'], ['--push']])
      expect(await run(...argv)).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(ran)).toBe(false);
    gitIn(partial, 'config', '--unset', 'remote.a=b.uploadpack');
    expect(await run('--push')).toMatchObject({ code: 0, stdout: `created  ${SHIELD}\n` });
    expect(readFileSync(seen, 'utf8')).toBe('hook.any where.enabled false\n');
    writeFileSync(join(partial, '.git/objects/info/alternates'), `${clone.folder}/.git/objects\n`);
    expect((await run('--push')).code).toBe(0);
    expect(existsSync(ran)).toBe(false);
  });

  it('does not make the clone its own remote, whose other hooks would run', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    const ran = join(clone.folder, '.git/ran');
    for (const name of ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction'])
      program(clone, `.git/hooks/${name}`, `echo ${name} >> ${ran}`);
    rmSync(ran, { force: true });
    const { folder } = clone;
    for (const address of ['.', folder, `file://${folder}/.git`, `file://${folder}/%2e`, '../remote.git']) {
      clone.git('config', '--replace-all', 'remote.origin.url', address);
      const outcome = await clone.run(['pr', '--push', '--no-hooks', '--base', 'main']);
      expect([outcome.code, outcome.stderr]).toEqual([
        2,
        expect.stringMatching(/this clone itself|a relative/),
      ]);
    }
    clone.git('config', '--replace-all', 'remote.origin.url', clone.remote);
    clone.git('config', 'remote.origin.pushurl', folder);
    expect((await clone.run(['pr', '--push', '--base', 'main'])).code).toBe(2);
    expect(existsSync(ran)).toBe(false);
  });

  it('may say no, and then nothing is left behind', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    const before = clone.git('for-each-ref');
    program(clone, '.git/hooks/pre-commit', 'echo "lint: no semicolons here" >&2; exit 1');
    const refused = await clone.run(['pr', '--push']);
    expect(refused).toMatchObject({ code: 2, stdout: `failed  ${SHIELD}\n` });
    expect(refused.stderr).toBe(
      `edge-sunset pr: ${SHIELD}: git or a hook rejected the commit. Hooks run in a fresh checkout without installed packages; --no-hooks skips them:\nlint: no semicolons here\n`,
    );
    program(clone, '.git/hooks/pre-commit', 'echo more > more.txt; git add more.txt');
    const widened = await clone.run(['pr', '--push']);
    expect(widened.code).toBe(2);
    expect(widened.stderr).toContain(
      'a hook added files to the commit that are not part of the change: more.txt',
    );
    expect(clone.git('for-each-ref')).toBe(before);
    expect(clone.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(clone.branches()).toEqual(['main']);
  });

  it('is not obeyed at all where the clone belongs to somebody else', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    // git's own switch for its own tests.
    const outcome = await clone.run(['pr'], { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toMatch(
      /^edge-sunset pr: this repository belongs to another user, and git would use its/,
    );
  });

  it('has to name an author', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    clone.git('config', '--unset', 'user.email');
    clone.git('config', 'user.useConfigOnly', 'true');
    const outcome = await clone.run(['pr']);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('git has no author for commits');
    // A preview makes no commit.
    expect((await clone.run(['pr', '--dry-run'])).code).toBe(0);
  });
});

describe('names of files', () => {
  it('say nothing to a host in messages and titles', async () => {
    const clone = cloneOf({
      'package.json': PACKAGE,
      'plain.js': SAFE_CALL,
      '[skip ci] @somebody/package.json': PACKAGE,
      '[skip ci] @somebody/closes #1 GH-2.js': SAFE_CALL,
    });
    const { code, stdout } = await clone.run(['pr', '--dry-run']);
    expect(code).toBe(0);
    const titles = stdout.split('\n').filter((line) => /^(?:Replace|Commit \d)/.test(line));
    expect(titles.join('\n')).toContain('somebody');
    expect(titles.join('\n')).not.toMatch(/[[@#]/);
    await clone.run(['pr', '--push']);
    const messages = clone.remoteGit('log', '--branches=edge-sunset/*', '--format=%B');
    expect(messages).toContain('plain.js:');
    expect(messages).toMatch(/\\u\{5b\}skip\s+ci/);
    expect(messages).not.toMatch(/\[skip|@somebody|#1|GH-2/);
  });
});

it('the TypeScript of the base is run with --types only', async () => {
  const outside = join(folderOf({ 'canary.txt': 'alive' }), 'canary.txt');
  const clone = cloneOf({
    'package.json': '{}',
    'tsconfig.json': '{"include":["*.ts"]}',
    'a.ts': `export const f = (zone: string) =>\n  ${SAFE_CALL.replace('await ', '')}`,
    'node_modules/typescript/index.js': `require('node:fs').rmSync(${JSON.stringify(outside)}, { force: true });\n`,
  });
  await clone.run(['pr', '--dry-run']);
  expect(existsSync(outside)).toBe(true);
  await clone.run(['pr', '--dry-run', '--types']);
  expect(existsSync(outside)).toBe(false);
});

describe('branches', () => {
  it('are one for each product area and package, and merge in either order', async () => {
    const clone = cloneOf({
      'package.json': PACKAGE,
      'dns.js': SRV_CALL,
      'shield.js': SAFE_CALL,
      'packages/admin/package.json': PACKAGE,
      'packages/admin/shield.js': SAFE_CALL,
      'packages/shop/package.json': PACKAGE,
      'packages/shop/both.js': SAFE_CALL + SRV_CALL,
      'packages/shop/by-hand.js': HAND_CALL,
    });
    const outcome = await clone.run(['pr', '--push']);
    const branches = ['dns', 'dns-page-shield--packages.shop', 'page-shield', 'page-shield--packages.admin'];
    expect(outcome.stdout).toBe(branches.map((name) => `created  edge-sunset/${name}\n`).join(''));
    expect(outcome.stderr).toBe(
      "edge-sunset pr: zone-analytics: 1 call needs manual work and is on no branch. 'edge-sunset migrate' shows the steps.\n",
    );
    // A shared branch has a commit for each codemod.
    expect(clone.remoteGit('rev-list', '--count', 'main..edge-sunset/dns-page-shield--packages.shop')).toBe(
      '2',
    );
    const trees = [branches, branches.toReversed()].map((order) => {
      const folder = temporaryFolder();
      gitIn(folder, 'clone', '--quiet', clone.remote, '.');
      for (const name of order)
        gitIn(
          folder,
          '-c',
          'user.name=K',
          '-c',
          'user.email=k@example.com',
          'merge',
          '--quiet',
          '--no-ff',
          '-m',
          name,
          `origin/edge-sunset/${name}`,
        );
      return gitIn(folder, 'rev-parse', 'HEAD^{tree}');
    });
    expect(new Set(trees).size).toBe(1);
  });

  it('are made in the clone without --push, and not moved under a work tree', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    expect((await clone.run(['pr'])).stdout).toBe(`created  ${SHIELD}\n`);
    expect(clone.branches()).toEqual(['main']);
    expect(clone.git('show', `${SHIELD}:scripts.js`)).toContain('page_shield/scripts');
    clone.write('more.js', SAFE_CALL);
    clone.git('add', 'more.js');
    clone.git('commit', '--quiet', '--message', 'More');
    const base = clone.git('rev-parse', 'main');
    clone.git('checkout', '--quiet', SHIELD);
    const tip = clone.git('rev-parse', SHIELD);
    const refused = await clone.run(['pr', '--base', 'main']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('the branch is checked out in a work tree');
    expect(clone.git('rev-parse', SHIELD)).toBe(tip);
    clone.git('checkout', '--quiet', 'main');
    expect((await clone.run(['pr'])).stdout).toBe(`updated  ${SHIELD}\n`);
    expect(clone.git('rev-parse', `${SHIELD}~1`)).toBe(base);
    // Reworded by a person: theirs from now on.
    clone.git('checkout', '--quiet', SHIELD);
    clone.git(
      'commit',
      '--quiet',
      '--amend',
      '--message',
      clone.git('log', '-1', '--format=%B').replace('Replace', 'Exchange'),
    );
    clone.git('checkout', '--quiet', 'main');
    expect((await clone.run(['pr'])).stdout).toBe(
      `left alone  ${SHIELD}: somebody else committed to it, so it was not changed. Delete the branch to have it recreated\n`,
    );
  });

  it('are found again from other clones, which keep their history: whole, shallow, without a branch', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    const empty = 'commit refs/heads/main\ncommitter K <k@example.com> 1700000000 +0000\ndata 0\n';
    execFileSync('git', ['fast-import', '--quiet'], {
      cwd: clone.folder,
      env: GIT_ENVIRONMENT,
      input: `${empty}from refs/heads/main^0\n\n${`${empty}\n`.repeat(60)}`,
    });
    clone.git('push', '--quiet');
    expect((await clone.run(['pr', '--push'])).code).toBe(0);
    const address = `file://${clone.remote}`;
    const fetched = (...args: readonly string[]) => {
      const folder = temporaryFolder();
      gitIn(folder, 'clone', '--quiet', '--single-branch', ...args, address, '.');
      gitIn(folder, 'config', 'user.name', 'Kim');
      gitIn(folder, 'config', 'user.email', 'kim@example.com');
      return folder;
    };
    const whole = fetched();
    // As a workflow checks out a pull request: one commit, no branch, no default branch of the remote.
    const shallow = fetched('--depth=1');
    gitIn(shallow, 'checkout', '--quiet', '--detach');
    gitIn(shallow, 'remote', 'set-head', 'origin', '--delete');
    const commits = gitIn(whole, 'rev-list', '--count', 'HEAD');
    for (const cwd of [whole, shallow])
      expect(await edgeSunset(['pr', '--push'], { cwd, env: GIT_ENVIRONMENT })).toMatchObject({
        code: 0,
        stdout: `up to date  ${SHIELD}\n`,
      });
    expect(gitIn(whole, 'rev-list', '--count', 'HEAD')).toBe(commits);
    expect(gitIn(whole, 'rev-parse', '--is-shallow-repository')).toBe('false');
    // What a person added was merged, so nothing is lost when the branch begins anew.
    gitIn(whole, 'fetch', '--quiet', 'origin', SHIELD);
    gitIn(whole, 'merge', '--quiet', '--ff-only', 'FETCH_HEAD');
    gitIn(whole, 'commit', '--quiet', '--allow-empty', '-m', 'Mine');
    gitIn(whole, 'push', '--quiet', 'origin', `HEAD:${SHIELD}`, 'HEAD:main');
    writeFileSync(join(whole, 'more.js'), SAFE_CALL);
    gitIn(whole, 'add', '.');
    gitIn(whole, 'commit', '--quiet', '-m', 'More');
    gitIn(whole, 'push', '--quiet', 'origin', 'HEAD:main');
    expect(await edgeSunset(['pr', '--push'], { cwd: whole, env: GIT_ENVIRONMENT })).toMatchObject({
      code: 0,
      stdout: `updated  ${SHIELD}\n`,
    });
  });

  it('with a command that fails are not pushed', async () => {
    const clone = cloneOf({ 'package.json': PACKAGE, 'scripts.js': SAFE_CALL });
    const command = 'echo "token: $GITHUB_TOKEN, 3 tests failed"; exit 7';
    const outcome = await clone.run(['pr', '--push', '--verify', command], {
      GITHUB_TOKEN: 'not-a-real-one',
    });
    expect(outcome).toMatchObject({ code: 4, stdout: `not verified  ${SHIELD}\n` });
    expect(outcome.stderr).toContain(
      'ended with exit code 7, so nothing was pushed:\ntoken: , 3 tests failed\n',
    );
    expect(clone.branches()).toEqual(['main']);
  });
});

describe('a dry run', () => {
  it('prints description, commits and changes, without secrets, and makes nothing', async () => {
    const secret = 'c2VjcmV0LXZhbHVlLW5vdC1yZWFs0123456789';
    const clone = cloneOf({
      'package.json': PACKAGE,
      'scripts.js': `const token = '${secret}';\n${SAFE_CALL}`,
    });
    const before = [clone.git('for-each-ref'), readdirSync(join(clone.folder, '.git')).sort()];
    const { code, stdout, stderr } = await clone.run(['pr', '--dry-run']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const part of [
      `Branch ${SHIELD}`,
      '### Changes',
      'Commit 1 of 1',
      '+await fetch',
      '<!-- edge-sunset: ',
    ])
      expect(stdout).toContain(part);
    expect(stdout).not.toContain(secret);
    const after = readdirSync(join(clone.folder, '.git')).filter((name) => name !== 'worktrees');
    expect([clone.git('for-each-ref'), after.sort()]).toEqual(before);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`edge-sunset-pr-${process.pid}-`))).toEqual(
      [],
    );
  });

  it('needs a repository with a commit, and no paths', async () => {
    const folder = folderOf({ 'scripts.js': SAFE_CALL });
    expect((await edgeSunset(['pr'], { cwd: folder, env: GIT_ENVIRONMENT })).stderr).toBe(
      'edge-sunset pr: this is not a git repository.\n',
    );
    const top = temporaryFolder();
    gitIn(top, 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
    gitIn(top, 'init', '--quiet', '--initial-branch=main', 'empty');
    const empty = join(top, 'empty');
    gitIn(empty, 'remote', 'add', 'origin', join(top, 'remote.git'));
    const author = { GIT_AUTHOR_NAME: 'K', GIT_AUTHOR_EMAIL: 'k@example.com' };
    const committer = { GIT_COMMITTER_NAME: 'K', GIT_COMMITTER_EMAIL: 'k@example.com' };
    const env = { ...GIT_ENVIRONMENT, ...author, ...committer };
    expect(await edgeSunset(['pr'], { cwd: empty, env })).toMatchObject({
      code: 2,
      stderr:
        'edge-sunset pr: there is no branch "main", or it has no commit. Set another one with --base.\n',
    });
    expect(await edgeSunset(['pr', '--push'], { cwd: empty, env })).toMatchObject({
      code: 2,
      stderr: 'edge-sunset pr: origin has no branch "main". Set another one with --base.\n',
    });
    expect((await edgeSunset(['pr', 'src'], { cwd: folder, env: GIT_ENVIRONMENT })).code).toBe(2);
    expect(existsSync(join(folder, '.git'))).toBe(false);
  });
});
