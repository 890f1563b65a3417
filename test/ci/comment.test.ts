import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commentMode } from '../../src/cli/action/comment.js';
import { readInputs } from '../../src/cli/action/inputs.js';
import type { Io } from '../../src/cli/base/command.js';
import { DEAD_CALL, TODAY } from '../cli/command-line.js';
import { cloneOf, GIT_ENVIRONMENT, temporaryFolder } from '../pull-request/clone.js';

type Environment = Readonly<Record<string, string>>;

/** The action on a pull request that adds one dead call. */
function pullRequest() {
  const clone = cloneOf({ 'README.md': 'Nothing yet\n' });
  const [base, temp] = [clone.git('rev-parse', 'HEAD'), temporaryFolder()];
  const event = join(temp, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7, base: { sha: base } } }));
  clone.write('a.js', DEAD_CALL);
  return async (inputs: Environment, today = TODAY) => {
    const summary = join(temp, 'summary');
    writeFileSync(summary, '');
    const env = {
      ...GIT_ENVIRONMENT,
      ...inputs,
      GITHUB_EVENT_PATH: event,
      GITHUB_STEP_SUMMARY: summary,
    };
    const io: Io = {
      stdout: () => {},
      stderr: () => {},
      stdin: async () => new Uint8Array(),
      cwd: clone.folder,
      env,
      isTerminal: { stdout: false, stderr: false },
      readingOnly: (work) => work(),
      today: () => today,
      interruption: () => new AbortController().signal,
    };
    const code = await commentMode(readInputs(env), io);
    return { code, summary: readFileSync(summary, 'utf8') };
  };
}

it('a comment fails the step as --fail-on says', async () => {
  const run = pullRequest();
  const failOn = (when: string, today?: string) => run({ 'INPUT_FAIL-ON': when }, today);
  const told = { summary: expect.stringContaining('adds 1 call') };
  expect(await failOn('ended')).toMatchObject({ code: 1, ...told });
  expect(await failOn('ended', '2020-01-01')).toMatchObject({ code: 0, ...told });
  expect(await failOn('any', '2020-01-01')).toMatchObject({ code: 1 });
  expect(await failOn('never')).toMatchObject({ code: 0 });
  await expect(failOn('soon')).rejects.toThrow(
    'the input fail-on is any, ended, a number of days such as 30d, or never',
  );
});

it('a comment of somebody else that begins like ours takes the place of none', async () => {
  const list = [{ id: 1, body: '<!-- edge-sunset comment -->\nAll is well' }];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const isForeign = request.url?.endsWith('/comments/1') === true;
      if (request.method === 'POST') list.push({ id: 2, body: JSON.parse(text).body });
      response.writeHead(isForeign ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(request.method === 'GET' ? list : {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const run = pullRequest();
  const env = {
    INPUT_TOKEN: 'not-a-real-token',
    GITHUB_REPOSITORY: 'owner/shop',
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  await run(env);
  await run(env);
  expect(list).toHaveLength(2);
  expect(list[1]?.body).toContain('This pull request adds 1 call of retired APIs');
});
