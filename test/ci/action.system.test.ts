import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { DEAD_CALL, edgeSunset, LIVE_CALL } from '../cli/command-line.js';
import { SAFE_CALL } from '../migrate/project.js';
import { atHost, cloneOf, GIT_ENVIRONMENT, temporaryFolder } from '../pull-request/clone.js';
import { githubServer } from '../pull-request/servers.js';

interface Step {
  readonly code: number | null;
  readonly stdout: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the committed file as a runner does: no arguments, everything in the environment. */
async function step(workspace: string, env: Readonly<Record<string, string>>): Promise<Step> {
  const temp = temporaryFolder();
  const [outputFile, summaryFile] = [join(temp, 'output'), join(temp, 'summary')];
  writeFileSync(outputFile, '');
  writeFileSync(summaryFile, '');
  const child = spawn(process.execPath, [join(ROOT, 'action/index.cjs')], {
    cwd: temp,
    env: {
      ...GIT_ENVIRONMENT,
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: summaryFile,
      RUNNER_TEMP: temp,
      ...env,
    },
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const written = readFileSync(outputFile, 'utf8');
  const outputs = [
    ...written.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm),
    ...[...written.matchAll(/^([\w-]+)=(.*)$/gm)].map(([all, name, value]) => [all, name, '', value]),
  ].map(([, name = '', , value = '']) => [name, value]);
  return { code, stdout, outputs: Object.fromEntries(outputs), summary: readFileSync(summaryFile, 'utf8') };
}

describe('mode scan', () => {
  it('finds what the command finds, and leaves reports although it fails', async () => {
    const app = join(ROOT, 'examples/legacy-app');
    const { code, stdout, outputs, summary } = await step(ROOT, {
      INPUT_PATH: 'examples/legacy-app',
      'INPUT_FAIL-ON': 'any',
    });
    expect(code).toBe(1);
    const report = JSON.parse(readFileSync(outputs.json ?? '', 'utf8'));
    const same = await edgeSunset(['scan', '--format', 'json'], { cwd: app, today: report.now });
    expect(report).toEqual(JSON.parse(same.stdout));
    expect(outputs).toMatchObject({
      'exit-code': '1',
      findings: String(report.summary.findings),
      marked: '0',
    });
    expect(JSON.parse(readFileSync(outputs.sarif ?? '', 'utf8')).runs[0].results).toHaveLength(
      report.findings.length,
    );
    expect(stdout).toContain('::error file=examples/legacy-app/infra/edge.tf,line=');
    expect(summary).toContain('firewall-rules');
    const quiet = await step(ROOT, {
      INPUT_PATH: 'examples/legacy-app',
      INPUT_ONLY: 'brotli, minify',
      INPUT_ANNOTATIONS: 'false',
      'INPUT_FAIL-ON': 'never',
    });
    expect(quiet).toMatchObject({ code: 0, stdout: '' });
  });

  it('says what is wrong with an input', async () => {
    expect(await step(ROOT, { INPUT_MODE: 'scna' })).toMatchObject({
      code: 2,
      stdout:
        '::error title=edge-sunset::the input mode must be one of scan, migrate, comment, not "scna".\n',
    });
    const unknown = await step(ROOT, { INPUT_ONLY: 'nothing', INPUT_PATH: 'examples/legacy-app' });
    expect(unknown.code).toBe(2);
    expect(unknown.outputs).toMatchObject({ 'exit-code': '2' });
    expect(unknown.outputs.sarif).toBeUndefined();
  });
});

describe('mode migrate', () => {
  it('opens a pull request with the token of the input', async () => {
    const clone = cloneOf({ 'package.json': '{"type":"module"}\n', 'scripts.js': SAFE_CALL });
    const server = await githubServer();
    atHost(clone, 'https://github.example.com/owner/shop.git');
    const env = {
      INPUT_MODE: 'migrate',
      INPUT_TOKEN: 'not-a-real-token',
      INPUT_TITLE: 'fix:',
      INPUT_VERIFY: 'test -z "$INPUT_TOKEN$GITHUB_TOKEN"',
      GITHUB_SERVER_URL: 'https://github.example.com',
      GITHUB_API_URL: server.url,
    };
    const first = await step(clone.folder, env);
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.outputs.requests ?? '')).toEqual([
      'https://github.example.com/owner/shop/pull/1',
    ]);
    expect(server.requests).toMatchObject([{ branch: 'edge-sunset/page-shield', base: 'main' }]);
    expect(server.requests[0]?.title).toMatch(/^fix: Replace /);
    expect(server.requests[0]?.body).toContain('succeeded on this branch');
    expect(clone.remoteGit('log', '-1', '--format=%an', 'edge-sunset/page-shield')).toBe(
      'github-actions[bot]',
    );
    expect(first.stdout + first.summary).not.toContain('not-a-real-token');
  });
});

describe('mode comment', () => {
  /** A server with the comments of one pull request. */
  async function comments(status = 200) {
    const list: { id: number; body: string }[] = [{ id: 1, body: 'Nice work' }];
    const calls: string[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        calls.push(`${request.method} ${request.url?.split('?')[0]}`);
        const sent = text === '' ? {} : JSON.parse(text);
        if (status === 200 && request.method === 'POST') list.push({ id: list.length + 1, body: sent.body });
        const own = list.find(({ id }) => request.url?.endsWith(`/comments/${id}`));
        if (status === 200 && request.method === 'PATCH' && own !== undefined) own.body = sent.body;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(status === 200 ? (request.method === 'GET' ? list : {}) : { message: 'No' }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, list, calls };
  }

  function pullRequest(files: Readonly<Record<string, string>>) {
    const clone = cloneOf({ 'old.js': DEAD_CALL, 'live.js': LIVE_CALL });
    const base = clone.git('rev-parse', 'HEAD');
    for (const [path, text] of Object.entries(files)) clone.write(path, text);
    clone.git('add', '.');
    clone.git('commit', '--quiet', '--allow-empty', '-m', 'Change');
    const event = join(temporaryFolder(), 'event.json');
    writeFileSync(event, JSON.stringify({ pull_request: { number: 7, base: { sha: base } } }));
    const env = (url: string) => ({
      INPUT_MODE: 'comment',
      INPUT_TOKEN: 'not-a-real-token',
      GITHUB_REPOSITORY: 'owner/shop',
      GITHUB_EVENT_PATH: event,
      GITHUB_API_URL: url,
    });
    return { clone, env };
  }

  it('tells of calls that are added, in one comment, until they are gone', async () => {
    const server = await comments();
    // A line more above an old call adds none.
    const { clone, env } = pullRequest({ 'old.js': `// moved\n${DEAD_CALL}`, 'new.js': DEAD_CALL });
    const first = await step(clone.folder, env(server.url));
    expect(first).toMatchObject({ code: 1, outputs: { findings: '1' } });
    expect(server.list).toHaveLength(2);
    expect(server.list[1]?.body).toContain('This pull request adds 1 call of retired APIs');
    expect(server.list[1]?.body).toContain('`new.js:1`');
    expect(server.list[1]?.body).not.toContain('old.js');
    await step(clone.folder, env(server.url));
    expect(server.calls.filter((call) => !call.startsWith('GET'))).toEqual([
      'POST /repos/owner/shop/issues/7/comments',
    ]);
    writeFileSync(join(clone.folder, 'new.js'), LIVE_CALL);
    expect(await step(clone.folder, env(server.url))).toMatchObject({ code: 0 });
    expect(server.list).toHaveLength(2);
    expect(server.list[1]?.body).toContain('This pull request adds no calls of retired APIs.');
    expect(clone.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('writes none where none are added, and fails no pull request of a fork', async () => {
    const server = await comments();
    const quiet = pullRequest({ 'live.js': `${LIVE_CALL}${LIVE_CALL}` });
    expect(await step(quiet.clone.folder, quiet.env(server.url))).toMatchObject({ code: 0, stdout: '' });
    expect(server.list).toHaveLength(1);
    const closed = await comments(403);
    const { clone, env } = pullRequest({ 'new.js': DEAD_CALL });
    const outcome = await step(clone.folder, { ...env(closed.url), 'INPUT_FAIL-ON': 'never' });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/^::warning::edge-sunset: the comment was not written: /);
    expect(outcome.summary).toContain('`new.js:1`');
  });
});

it('the committed file runs without any package beside it', async () => {
  const [alone, folder] = [temporaryFolder(), temporaryFolder()];
  copyFileSync(join(ROOT, 'action/index.cjs'), join(alone, 'index.cjs'));
  writeFileSync(join(folder, 'a.ts'), DEAD_CALL);
  const output = spawn(process.execPath, [join(alone, 'index.cjs')], {
    env: {
      ...GIT_ENVIRONMENT,
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: temporaryFolder(),
      INPUT_ONLY: 'firewall-rules',
    },
  });
  let text = '';
  output.stdout.on('data', (chunk) => {
    text += chunk;
  });
  expect(await new Promise((resolve) => output.on('close', resolve))).toBe(1);
  expect(text).toContain('file=a.ts,line=1');
});
