import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEAD_CALL, edgeSunset } from '../cli/command-line.js';
import { HANGS } from '../processor-time.js';
import { emptyFolder, git, repository, write } from '../scan/walk/trees.js';

// A scan takes the search path and the home folder from the process itself.
beforeEach(() => {
  vi.stubEnv('HOME', '/nonexistent');
  vi.stubEnv('XDG_CONFIG_HOME', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** For what a migration runs. */
const environment = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' });

async function scan(cwd: string, ...argv: string[]) {
  const { code, stdout, stderr } = await edgeSunset(['scan', '--format', 'json', ...argv], { cwd });
  const report = stdout === '' ? undefined : (JSON.parse(stdout) as Report);
  return { code, stderr, paths: report?.findings.map(({ path }) => path), skipped: report?.skipped };
}

interface Report {
  readonly findings: readonly { readonly path: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly detail?: string }[];
}

/** A committed file with a call, and another one that is staged and edited after that. */
function twoCalls(): string {
  const root = repository({ 'old.mjs': DEAD_CALL, 'new.mjs': '// nothing yet\n' });
  git(root, 'commit', '-qm', 'one');
  write(root, { 'new.mjs': DEAD_CALL });
  git(root, 'add', 'new.mjs');
  appendFileSync(join(root, 'new.mjs'), '// edited\n');
  return root;
}

/** Every way that we know in which a repository makes git start a program. */
function plantPrograms(root: string): string {
  const canary = join(emptyFolder(), 'canary');
  const script = join(root, 'evil.sh');
  writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> '${canary}'\ncat\n`);
  chmodSync(script, 0o755);
  const hook = readFileSync(script, 'utf8');
  for (const name of ['post-index-change', 'post-checkout', 'reference-transaction', 'pre-auto-gc']) {
    write(root, { [`.git/hooks/${name}`]: hook });
    chmodSync(join(root, '.git/hooks', name), 0o755);
  }
  const settings = `[core]
	fsmonitor = ${script}
	pager = ${script}
	sshCommand = ${script}
	alternateRefsCommand = ${script}
	hooksPath = ${join(root, '.git/hooks')}
[filter "plain"]
	clean = ${script}
	process = ${script}
	required = true
[filter "ev\xff"]
	clean = ${script}
	smudge = ${script}
[diff]
	external = ${script}
[diff "plain"]
	textconv = ${script}
	command = ${script}
[alias]
	diff-index = !${script}
	ls-files = !${script}
	status = !${script}
[include]
	path = ${join(root, 'more.config')}
[remote "origin"]
	url = ext::${script}
	promisor = true
[extensions]
	partialClone = origin
`;
  const config = join(root, '.git/config');
  writeFileSync(config, readFileSync(config, 'latin1') + settings, 'latin1');
  const more = `[filter "in=cluded"]\n\tclean = ${script}\n`;
  write(root, { 'more.config': more });
  const attributes = '* diff=plain\n*.mjs filter=ev\xff\n*.sh filter=plain\n*.config filter=in=cluded\n';
  writeFileSync(join(root, '.gitattributes'), attributes, 'latin1');
  return canary;
}

describe('a repository whose configuration starts programs', () => {
  const runs = [['scan'], ['scan'], ['scan', '--since', 'HEAD'], ['scan', '--staged'], ['migrate']];

  async function runAll(root: string): Promise<void> {
    for (const argv of [...runs, ['migrate', '--write', '--allow-dirty']]) {
      const { code, stderr } = await edgeSunset(argv, { cwd: root, env: environment() });
      expect([1, 0], `${argv.join(' ')}: ${stderr}`).toContain(code);
    }
    await edgeSunset(['migrate', '--write'], { cwd: root, env: environment() });
  }

  it('starts none, and what it holds is found', async () => {
    const root = twoCalls();
    const canary = plantPrograms(root);
    expect((await scan(root)).paths).toEqual(['new.mjs', 'old.mjs']);
    expect((await scan(root, '--since', 'HEAD')).paths).toEqual(['new.mjs']);
    expect((await scan(root, '--staged')).paths).toEqual(['new.mjs']);
    await runAll(root);
    expect(existsSync(canary)).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)('that belongs to another user starts none', async () => {
    const root = twoCalls();
    const canary = plantPrograms(root);
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
      chownSync(join(root, name), 65534, 65534);
    chownSync(root, 65534, 65534);
    expect((await scan(root, '--since', 'HEAD')).paths).toEqual(['new.mjs']);
    await runAll(root);
    expect(existsSync(canary)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a program called git on the search path', () => {
  /** A folder with a program called git that leaves a canary. */
  function plantGit(folder: string, canary: string): string {
    write(folder, { git: `#!/bin/sh\ntouch '${canary}'\nexit 1\n` });
    chmodSync(join(folder, 'git'), 0o755);
    return folder;
  }

  const linked = (target: string, link: string) => {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
    return link;
  };

  it.each<[string, (top: string, canary: string) => string]>([
    ['in node_modules/.bin of the tree', (top, canary) => plantGit(join(top, 'node_modules/.bin'), canary)],
    [
      'in node_modules/.bin above the tree',
      (top, canary) => plantGit(join(dirname(top), 'node_modules/.bin'), canary),
    ],
    ['in another folder of the tree', (top, canary) => plantGit(join(top, 'tools'), canary)],
    [
      'behind a link into the tree',
      (top, canary) => linked(plantGit(join(top, 'tools'), canary), join(emptyFolder(), 'bin')),
    ],
    [
      'that is a link in the tree to a program outside',
      (top, canary) => dirname(linked(join(plantGit(emptyFolder(), canary), 'git'), join(top, 'tools/git'))),
    ],
  ])('is not run %s', async (_, plant) => {
    // A folder of its own around the tree, for what is planted above it.
    const root = join(emptyFolder(), 'tree');
    renameSync(twoCalls(), root);
    const canary = join(emptyFolder(), 'canary');
    const planted = plant(root, canary);
    const home = emptyFolder();
    // An included file makes the listing ask git for its settings.
    write(home, { '.gitconfig': '[include]\n\tpath = more\n' });
    vi.stubEnv('PATH', `${planted}:${process.env.PATH}`);
    vi.stubEnv('HOME', home);
    for (const options of [[], ['--since', 'HEAD'], ['--staged']]) {
      const { code, stderr } = await edgeSunset(['scan', ...options], { cwd: root });
      expect({ options, code, stderr }).toMatchObject({ options, code: 1 });
      expect(existsSync(canary), options.join(' ')).toBe(false);
    }
    await edgeSunset(['migrate', '--write'], { cwd: root, env: environment() });
    expect(existsSync(canary)).toBe(false);
  });
});

it("another user's repository among the temporary files says nothing of what is ignored", async () => {
  const temporary = emptyFolder();
  const home = emptyFolder();
  const root = repository({ 'a.mjs': DEAD_CALL });
  write(temporary, {
    'no-repository/HEAD': 'ref: refs/heads/main\n',
    'no-repository/config': `[core]\n\texcludesFile = ${join(temporary, 'ignore')}\n`,
    'no-repository/objects/.keep': '',
    'no-repository/refs/.keep': '',
    ignore: '*.mjs\n',
  });
  write(root, { 'untracked.mjs': DEAD_CALL });
  // An included file makes the listing ask git for its settings.
  write(home, { '.gitconfig': '[include]\n\tpath = more\n' });
  vi.stubEnv('TMPDIR', temporary);
  vi.stubEnv('HOME', home);
  expect((await scan(root)).paths).toEqual(['a.mjs', 'untracked.mjs']);
});

/** Puts a pipe where a file was, or where one may be. */
function pipeAt(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
}

describe.skipIf(process.platform === 'win32')('a pipe in the place of', () => {
  it.each([
    '.git/index',
    '.git/config',
    '.git/info/exclude',
    '.gitignore',
    '.gitattributes',
    '.edgesunsetignore',
    '.git/packed-refs',
    '.git/shallow',
    '.git/refs/heads/pipe',
    '.git/objects/info/alternates',
    '.git/objects/pack/pack-0.idx',
    '.git/commondir',
    'edge-sunset.config.json',
  ])('%s is waited for by no scan', async (file) => {
    const root = twoCalls();
    pipeAt(join(root, file));
    const started = Date.now();
    const whole = await scan(root);
    expect(whole.paths ?? []).toEqual(file.startsWith('edge-') ? [] : ['new.mjs', 'old.mjs']);
    for (const option of [['--since', 'HEAD'], ['--staged']]) {
      const { code, stderr } = await scan(root, ...option);
      expect([1, 2, 3], stderr).toContain(code);
    }
    expect(Date.now() - started).toBeLessThan(HANGS);
    expect(lstatSync(join(root, file)).isFIFO()).toBe(true);
  });
});

describe('an index that is', () => {
  it.each([
    ['filled with zeros', (file: string) => truncateSync(writeEmpty(file), 64 * 1024)],
    ['six gigabytes without contents', (file: string) => truncateSync(writeEmpty(file), 6 * 1024 ** 3)],
    ['of the right beginning and six gigabytes', (file: string) => truncateSync(file, 6 * 1024 ** 3)],
    ['cut off', (file: string) => truncateSync(file, 100)],
  ])('%s is not used, and told', async (_, damage) => {
    const root = twoCalls();
    damage(join(root, '.git/index'));
    const { code, paths, skipped } = await scan(root);
    expect({ code, paths }).toEqual({ code: 3, paths: ['new.mjs', 'old.mjs'] });
    expect(skipped).toEqual([
      expect.objectContaining({
        reason: 'unreadable',
        detail: expect.stringContaining('The git index could not be used'),
      }),
    ]);
    expect([2, 3]).toContain((await scan(root, '--since', 'HEAD')).code);
  });
});

function writeEmpty(file: string): string {
  writeFileSync(file, '');
  return file;
}

describe('--since', () => {
  it.each(['^HEAD', 'HEAD..HEAD', 'HEAD...HEAD', 'HEAD^@', ':/one', 'HEAD^{tree}', 'HEAD@{0}', '--all', ''])(
    '%s is a commit, or a mistake of the user',
    async (since) => {
      const { code, paths, stderr } = await scan(twoCalls(), `--since=${since}`);
      if (code !== 2) expect({ since, paths }).toEqual({ since: ':/one', paths: ['new.mjs'] });
      else expect(stderr).toContain('--since');
    },
  );
});

describe.skipIf(process.platform === 'win32')('outside the root', () => {
  it('nothing is listed that the index names below a link', async () => {
    const outside = emptyFolder();
    write(outside, { 'secret.mjs': DEAD_CALL, 'deep/secret.mjs': DEAD_CALL });
    const root = repository({
      'in/secret.mjs': '',
      'in/deep/secret.mjs': '',
      'f\xfc/secret.mjs': '',
      'a.mjs': DEAD_CALL,
    });
    const odd = Buffer.concat([Buffer.from(`${root}/f`), Buffer.from([0xff])]);
    renameSync(join(root, 'f\xfc'), odd);
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'one');
    rmSync(join(root, 'in'), { recursive: true });
    rmSync(odd, { recursive: true });
    symlinkSync(outside, join(root, 'in'));
    symlinkSync(outside, odd);
    for (const options of [[], ['--tracked-only'], ['--no-gitignore'], ['--since', 'HEAD']]) {
      const { paths } = await scan(root, ...options);
      expect({ options, paths }).toEqual({ options, paths: options[0] === '--since' ? [] : ['a.mjs'] });
    }
  });
});
