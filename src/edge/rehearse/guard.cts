/**
 * The first process of a sandbox: started inside fresh user, network, mount, process and IPC namespaces, before the
 * rehearsed program. It brings loopback up, hands sockets that listen there to its parent outside, which answers on
 * them, covers what leads out of the network namespace by way of files, and runs the program with no rights over any
 * of these namespaces. When it ends, the kernel ends all that the program left running.
 */
import childProcess = require('node:child_process');
import fs = require('node:fs');
import net = require('node:net');
import os = require('node:os');
import path = require('node:path');

/** What the parent asks for once it serves on the sockets. */
interface Start {
  readonly tools: Tools;
  /** What is laid over which path, files over files. */
  readonly covers: readonly (readonly [source: string, target: string])[];
  /** Folders that are made empty. */
  readonly emptied: readonly string[];
  readonly user: number;
  readonly group: number;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Record<string, string>;
}

interface Tools {
  readonly unshare: string;
  readonly mount: string;
  readonly sh: string;
  readonly ip: string | null;
}

type Request =
  | { kind: 'listen'; tools: Tools; ports: Record<string, number> }
  | ({ kind: 'start' } & Start)
  | { kind: 'stop' };

const LOOPBACK = '127.0.0.1';
let program: childProcess.ChildProcess | null = null;

process.on('message', (message: Request) => {
  if (message.kind === 'stop') stop();
  else act(message).catch((error: unknown) => fail(error));
});
// Without its parent there is nobody to answer the program.
process.on('disconnect', () => process.exit(1));
// Node would open its debugger on loopback, where the program could reach it.
process.on('SIGUSR1', () => {});

async function act(message: Exclude<Request, { kind: 'stop' }>): Promise<void> {
  if (message.kind === 'start') return start(message);
  bringLoopbackUp(message.tools);
  for (const [name, port] of Object.entries(message.ports)) {
    const server = net.createServer();
    await new Promise<void>((done, failed) => {
      server.once('error', failed);
      server.listen(port, LOOPBACK, done);
    });
    const { port: bound } = server.address() as net.AddressInfo;
    // The parent has the socket then; this copy would take connections that nobody answers.
    tell({ kind: 'listening', name, port: bound }, server, () => server.close());
  }
}

/** Without `ip`, by the file of the interface, which a fresh network namespace shows in a fresh sysfs. */
function bringLoopbackUp({ ip, sh, mount }: Tools): void {
  if (ip !== null && childProcess.spawnSync(ip, ['link', 'set', 'lo', 'up']).status === 0) return;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'edge-sunset-sys-'));
  const script =
    '"$1" -t sysfs sysfs "$2" && echo 0x49 > "$2/class/net/lo/flags"; state=$?; umount "$2"; exit $state';
  const { status } = childProcess.spawnSync(sh, ['-c', script, 'sh', mount, folder]);
  fs.rmdirSync(folder);
  if (status !== 0) throw new Error('loopback cannot be brought up inside a network namespace');
}

/** A file that has just gone leads nowhere any more. */
const COVER = `mount=$1; shift
while [ "$1" != -- ]; do "$mount" -n -t tmpfs tmpfs "$1" || exit 1; shift; done; shift
while [ $# -gt 0 ]; do "$mount" -n --bind "$1" "$2" || [ ! -e "$2" ] || exit 1; shift 2; done`;

function start({ tools, covers, emptied, user, group, command, cwd, environment }: Start): void {
  const covered = childProcess.spawnSync(
    tools.sh,
    ['-c', COVER, 'sh', tools.mount, ...emptied, '--', ...covers.flat()],
    { encoding: 'utf8' },
  );
  if (covered.status !== 0) throw new Error(`mount: ${covered.stderr.trim().split('\n')[0] ?? ''}`);
  tell({ kind: 'started' });
  // A user namespace of its own, below: the program has no rights over the network and the mounts made here.
  const ids = [`--map-user=${user}`, `--map-group=${group}`];
  // A session of its own: no way to type into the terminal.
  program = childProcess.spawn(tools.unshare, ['--user', ...ids, '--', ...command], {
    cwd,
    env: environment,
    stdio: 'inherit',
    detached: true,
  });
  program.on('error', fail);
  program.on('exit', (code, signal) =>
    tell({ kind: 'ended', code, signal }, undefined, () => process.exit(0)),
  );
}

function stop(): void {
  if (program?.pid === undefined) process.exit(1);
  try {
    process.kill(-program.pid, 'SIGTERM');
  } catch {
    // It has just ended.
  }
}

function fail(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  tell({ kind: 'failed', reason }, undefined, () => process.exit(1));
}

function tell(message: object, handle?: net.Server, then: () => void = () => {}): void {
  process.send?.(message, handle, {}, then);
}
