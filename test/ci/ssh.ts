import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { folderOf } from '../cli/command-line.js';

/** A machine that is reached over SSH: a server of our own on loopback, with keys of its own. */
export interface Machine {
  /** A line of a --sshloginfile. */
  readonly login: string;
  /** How often somebody logged in. */
  logins(): number;
}

export async function machine(): Promise<Machine> {
  const folder = folderOf({});
  chmodSync(folder, 0o700);
  const file = (name: string) => join(folder, name);
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
  writeFileSync(file('keys'), readFileSync(file('user.pub')), { mode: 0o600 });
  const port = await freePort();
  const settings = [
    `HostKey ${file('host')}`,
    `AuthorizedKeysFile ${file('keys')}`,
    `PidFile ${file('pid')}`,
    'ListenAddress 127.0.0.1',
    `Port ${port}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    'MaxStartups 100',
  ];
  writeFileSync(file('sshd_config'), `${settings.join('\n')}\n`);
  const known = readFileSync(file('host.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
  writeFileSync(file('known'), `[127.0.0.1]:${port} ${known}\n`);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const server = spawn('/usr/sbin/sshd', ['-D', '-E', file('log'), '-f', file('sshd_config')]);
  onTestFinished(() => void server.kill());
  const log = () => (existsSync(file('log')) ? readFileSync(file('log'), 'utf8') : '');
  while (!log().includes('Server listening')) {
    if (server.exitCode !== null) throw new Error(log());
    await setTimeout(20);
  }
  const options = [
    '-F none',
    `-p ${port}`,
    `-i ${file('user')}`,
    '-o IdentitiesOnly=yes',
    `-o UserKnownHostsFile=${file('known')}`,
  ];
  return {
    login: `1/ssh ${options.join(' ')} ${userInfo().username}@127.0.0.1`,
    logins: () => log().match(/Accepted publickey/g)?.length ?? 0,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
