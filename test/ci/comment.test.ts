import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commentMode } from '../../src/cli/action/comment.js';
import { readInputs } from '../../src/cli/action/inputs.js';
import type { Io } from '../../src/cli/command.js';
import { DEAD_CALL, TODAY } from '../cli/command-line.js';
import { cloneOf, GIT_ENVIRONMENT, temporaryFolder } from '../pull-request/clone.js';

it('a comment fails the step as --fail-on says', async () => {
  const clone = cloneOf({ 'README.md': 'Nothing yet\n' });
  const base = clone.git('rev-parse', 'HEAD');
  const temp = temporaryFolder();
  const event = join(temp, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7, base: { sha: base } } }));
  clone.write('a.js', DEAD_CALL);
  const run = async (failOn: string, today = TODAY) => {
    const summary = join(temp, 'summary');
    writeFileSync(summary, '');
    const env = {
      ...GIT_ENVIRONMENT,
      'INPUT_FAIL-ON': failOn,
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
  expect(await run('ended')).toMatchObject({ code: 1, summary: expect.stringContaining('adds 1 call') });
  const early = await run('ended', '2020-01-01');
  expect(early).toMatchObject({ code: 0, summary: expect.stringContaining('adds 1 call') });
  expect(await run('any', '2020-01-01')).toMatchObject({ code: 1 });
  expect(await run('never')).toMatchObject({ code: 0 });
  await expect(run('soon')).rejects.toThrow(
    'the input fail-on is any, ended, a number of days such as 30d, or never',
  );
});
