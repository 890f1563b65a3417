import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/build/bundle.js';
import { DEAD_CALL, folderOf, LIVE_CALL } from '../cli/command-line.js';
import { SAFE_CALL } from '../migrate/project.js';
import { cloneOf, GIT_ENVIRONMENT } from '../pull-request/clone.js';
import { textOf } from '../repository/sources.js';
import { workflowLinter } from '../workflow-linter.js';

const EXAMPLES = join(ROOT, 'examples/fleet');
/** The command as a program of its own, as a worker starts it. */
const EDGE_SUNSET = `${process.execPath} --import ${pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href} ${join(ROOT, 'src/cli/main.ts')}`;

function rowsOf(stream: string): readonly Readonly<Record<string, unknown>>[] {
  return stream
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The shell of a step or a container, with a worker that only says what it was given. */
function given(script: string, env: Readonly<Record<string, string>>, folder: string): readonly string[] {
  mkdirSync(join(folder, 'examples/fleet'), { recursive: true });
  mkdirSync(join(folder, 'fleet'), { recursive: true });
  mkdirSync(join(folder, 'streams'), { recursive: true });
  const names = Array.from({ length: 137 }, (_, at) => `https://code.example.com/shop/r${at}.git\n`).join('');
  for (const file of ['repositories.txt', 'fleet/repositories.txt']) writeFileSync(join(folder, file), names);
  for (const file of ['examples/fleet/worker.sh', 'fleet/worker.sh'])
    writeFileSync(join(folder, file), 'printf "%s\\n" "$@"\n');
  execFileSync('sh', ['-eu', '-c', script], { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } });
  const index = env.SHARD ?? env.JOB_COMPLETION_INDEX;
  const file = env.SHARD === undefined ? `streams/scan-${index}.ndjson` : `scan-${index}.ndjson`;
  return readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
}

function isEachOnce(script: string, name: string): boolean {
  const folder = folderOf({});
  const all = Array.from({ length: 20 }, (_, shard) =>
    given(script, { [name]: String(shard), SHARDS: '20' }, folder),
  ).flat();
  return all.length === 137 && new Set(all).size === 137;
}

describe('the examples for many machines', () => {
  it('clone, scan and remove repositories, and tell of those that cannot be cloned', () => {
    const clones = [cloneOf({ 'a.mjs': DEAD_CALL }), cloneOf({ 'a.mjs': LIVE_CALL })];
    const urls = [...clones.map(({ remote }) => `file://${remote}`), 'file:///nowhere/none.git'];
    const temporary = folderOf({});
    const stdout = execFileSync('sh', [join(EXAMPLES, 'worker.sh'), ...urls], {
      cwd: ROOT,
      env: { ...GIT_ENVIRONMENT, EDGE_SUNSET, TMPDIR: temporary },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(rowsOf(stdout).map(({ type, exit }) => [type, exit])).toEqual([
      ['start', undefined],
      ['finding', undefined],
      ['done', 1],
      ['done', 0],
      ['done', 2],
    ]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('tmp.'))).toEqual([]);
  });

  it('fail where the command does, and leave nothing behind', () => {
    const temporary = folderOf({});
    const env = { ...GIT_ENVIRONMENT, EDGE_SUNSET: 'false', TMPDIR: temporary };
    const argv = [join(EXAMPLES, 'worker.sh'), `file://${cloneOf({ 'a.mjs': LIVE_CALL }).remote}`];
    expect(() => execFileSync('sh', argv, { env, stdio: 'ignore' })).toThrow('Command failed');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('have a workflow that the linter accepts, and whose jobs share the repositories', async () => {
    const lint = await workflowLinter();
    const text = textOf('examples/fleet/actions.yml');
    expect(lint(text, '.github/workflows/retired-apis.yml')).toEqual([]);
    expect(lint(text.replace('needs: list', 'needs: lost'), '.github/workflows/a.yml')).not.toEqual([]);
    const { jobs } = parse(text);
    expect(jobs.scan.strategy.matrix.shard).toHaveLength(jobs.scan.env.SHARDS);
    const { run } = jobs.scan.steps.find(({ name }: { readonly name?: string }) => name === 'scan');
    expect(isEachOnce(run, 'SHARD')).toBe(true);
  });

  it('have a job of Kubernetes whose pods share the repositories', () => {
    const { spec } = parse(textOf('examples/fleet/job.yaml'));
    const [{ env, args }] = spec.template.spec.containers;
    expect(env).toContainEqual({ name: 'SHARDS', value: String(spec.completions) });
    expect(spec.completionMode).toBe('Indexed');
    expect(isEachOnce(args[0], 'JOB_COMPLETION_INDEX')).toBe(true);
  });

  it.each([
    ['change.sh', () => readFileSync(join(EXAMPLES, 'change.sh'), 'utf8')],
    ['batch.yaml', () => parse(textOf('examples/fleet/batch.yaml')).steps[0].run],
  ])('leave what %s changes in the work tree, and fail with the command', (_file, scriptOf) => {
    const clone = cloneOf({ 'a.mjs': SAFE_CALL + DEAD_CALL });
    const folder = folderOf({ 'edge-sunset': `#!/bin/sh\nexec ${EDGE_SUNSET} "$@"\n` });
    chmodSync(join(folder, 'edge-sunset'), 0o755);
    const path = `${folder}:${GIT_ENVIRONMENT.PATH}`;
    const run = (edgeSunset: string) =>
      execFileSync('sh', ['-eu', '-c', scriptOf()], {
        cwd: clone.folder,
        env: { ...GIT_ENVIRONMENT, PATH: path, EDGE_SUNSET: edgeSunset, EDGE_SUNSET_STATE: folder },
        stdio: 'ignore',
      });
    run('edge-sunset');
    expect(clone.git('status', '--short')).toBe('M a.mjs');
    expect(clone.read('a.mjs')).toContain('edge-sunset-todo firewall-rules');
    writeFileSync(join(folder, 'edge-sunset'), '#!/bin/sh\nexit 2\n');
    expect(() => run('edge-sunset')).toThrow('Command failed');
  });
});
