import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { builtBin } from './bin.js';
import { DEAD_CALL, folderOf, LIVE_CALL } from './command-line.js';

const bin = builtBin();

/** The command of the recipe, as a reader copies it. */
function recipe(): string {
  const text = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8');
  const [, json = ''] = /```json\n(\{\s*"hooks"[\s\S]*?)```/.exec(text) ?? [];
  return JSON.parse(json).hooks.PostToolUse[0].hooks[0].command;
}

/** A project in which edge-sunset is installed. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = folderOf(files);
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${realpathSync(bin())}' "$@"\n`;
  writeFileSync(join(folder, 'node_modules/.bin/edge-sunset'), script, { mode: 0o755 });
  return folder;
}

interface Heard {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What an agent hears after it has written a file. */
function heardAfter(project: string, file: string): Promise<Heard> {
  const input = { hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: file } };
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: project, CLAUDE_PROJECT_DIR: project };
    const child = execFile('/bin/sh', ['-c', recipe()], { cwd: '/', env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    child.stdin?.end(JSON.stringify(input));
  });
}

describe('the hook of docs/agents.md', () => {
  it('hands a retired call back as one line, and is silent about everything else', async () => {
    const project = projectWith({
      'a b.js': DEAD_CALL,
      'live.js': LIVE_CALL,
      'notes.md': 'Words alone.\n',
      'broken.js': `${LIVE_CALL}const = ;\n`,
    });
    symlinkSync(join(project, 'live.js'), join(project, 'link.js'));
    const dead = await heardAfter(project, join(project, 'a b.js'));
    expect(dead).toMatchObject({ code: 2, stdout: '' });
    expect(dead.stderr.trim().split('\n')).toEqual([expect.stringMatching(/a b\.js:1:\d+: firewall-rules/)]);
    for (const name of ['live.js', 'notes.md', 'link.js'])
      expect(await heardAfter(project, join(project, name)), name).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    // Half written: the agent hears nothing, and who looks into the log does.
    expect((await heardAfter(project, join(project, 'broken.js'))).code).toBe(0);
  });
});
