import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { readInputs } from '../../src/cli/action/inputs.js';
import { scanMode } from '../../src/cli/action/scan.js';
import type { Io } from '../../src/cli/base/command.js';
import { DEAD_CALL, folderOf, TODAY } from '../cli/command-line.js';

async function scanOf(workspace: string, path: string) {
  let stdout = '';
  const env = { INPUT_PATH: path, RUNNER_TEMP: folderOf({}), GITHUB_OUTPUT: join(folderOf({}), 'outputs') };
  const io: Io = {
    stdout: (text) => {
      stdout += text;
    },
    stderr: () => {},
    stdin: async () => new Uint8Array(),
    cwd: workspace,
    env,
    isTerminal: { stdout: false, stderr: false },
    readingOnly: (work) => work(),
    today: () => TODAY,
    interruption: () => new AbortController().signal,
  };
  return { code: await scanMode(readInputs(env), io), stdout };
}

it.skipIf(process.platform === 'win32')(
  'the action scans folders of the workspace and no others',
  async () => {
    const outside = folderOf({ 'secret.js': DEAD_CALL });
    const workspace = folderOf({ 'packages/api/a.js': DEAD_CALL });
    symlinkSync(outside, join(workspace, 'packages/link'));
    symlinkSync(join(workspace, 'packages/api'), join(workspace, 'alias'));
    for (const path of ['packages/api', 'alias', '.'])
      expect(await scanOf(workspace, path)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('a.js'),
      });
    for (const path of ['packages/link', '..', '../', outside])
      await expect(scanOf(workspace, path)).rejects.toThrow('leads out of it');
    await expect(scanOf(workspace, 'packages/none')).rejects.toThrow('there is no "packages/none"');
  },
);
