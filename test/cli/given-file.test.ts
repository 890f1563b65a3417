import { execFileSync, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { boundedBytes, fileGiven } from '../../src/cli/base/given-file.js';
import { builtBin, runBin } from './bin.js';
import { folderOf } from './command-line.js';

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(1024);
}

describe('what a person hands over', () => {
  it('is read to its end', async () => {
    const cwd = folderOf({ 'list.json': '[1]' });
    expect(Buffer.from(await fileGiven('the list', 'list.json', cwd)).toString()).toBe('[1]');
  });

  it('is refused where it has no end', async () => {
    await expect(boundedBytes(endless(), 'standard input', 1024 * 1024)).rejects.toThrow(
      'standard input is larger than 1 MB.',
    );
  });

  it.runIf(process.platform === 'linux').each(['/dev/zero', '/dev/ptmx', '/dev/null'])(
    'is refused where it is a device: %s',
    async (device) => {
      await expect(fileGiven('the list', device, '/')).rejects.toThrow('the list is not a file or a pipe.');
    },
  );
});

const bin = builtBin();

describe.skipIf(process.platform === 'win32')('a pipe that nobody writes to', () => {
  it('is read when somebody does', async () => {
    const cwd = folderOf({});
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const read = fileGiven('the list', 'pipe', cwd);
    const writer = spawn('sh', ['-c', 'sleep 0.1; (printf "[1"; sleep 0.1; printf "]") > pipe'], { cwd });
    const ended = new Promise((resolve) => writer.on('close', resolve));
    expect(Buffer.from(await read).toString()).toBe('[1]');
    await ended;
  });

  it.each([
    ['convert', 'firewall-rules', 'pipe'],
    ['expr', 'eval', 'ip.src eq 192.0.2.1', '--context', 'pipe'],
    ['edge', '--faults', 'pipe'],
    ['compare', '--before', '.', '--after', '.', '--exempt', 'pipe', '--', 'true'],
  ])('is waited for until an interrupt: %s', async (...args) => {
    const cwd = folderOf({ 'a.js': '' });
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const outcome = await runBin(bin(), args, {
      cwd,
      // Opening a pipe to write to it waits for somebody who reads.
      during: (child) => {
        void open(join(cwd, 'pipe'), 'w').then((writer) => {
          child.once('close', () => void writer.close());
          child.kill('SIGTERM');
        });
      },
    });
    expect(outcome.stdout).toBe('');
    expect([outcome.code, outcome.signal]).toContain(outcome.signal === null ? 143 : 'SIGTERM');
  });
});
