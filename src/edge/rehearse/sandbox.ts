/**
 * Runs a program where the emulated API is the only network there is: on Linux, in fresh namespaces that any user may
 * make. `guard.cts` is the first process inside. Where the system refuses, the reason is told and nothing was run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { type OutputChunk, type ProgramEnd, reach, resolveProgram } from './program.js';
import { type SocketSearch, waysOut } from './ways-out.js';

export interface Sandbox {
  /** Sockets that listen on loopback inside; whoever answers on them answers the program. */
  readonly listeners: Readonly<Record<'secure' | 'plain' | 'proxy', Server>>;
  run(start: SandboxStart): Promise<ProgramEnd>;
  /** Ends all that runs inside. */
  close(): Promise<void>;
}

export interface SandboxStart {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Files that the program sees in the place of others. */
  readonly covers: readonly (readonly [source: string, target: string])[];
  readonly sockets: SocketSearch;
  readonly output: OutputChunk;
  readonly signal?: AbortSignal;
}

export type Opened =
  | { readonly ok: true; readonly sandbox: Sandbox }
  | { readonly ok: false; readonly reason: string };

/** For tests: a system without one of these programs has no sandbox. */
export interface SystemTools {
  readonly platform: NodeJS.Platform;
  readonly folders: readonly string[];
}

const SYSTEM: SystemTools = {
  platform: process.platform,
  folders: ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'],
};
const PORTS = { secure: 443, plain: 80, proxy: 0 };
/** A sandbox that fails ends by itself; a machine with much to do may take long. */
const TIME_TO_OPEN_MS = 60_000;

type Told =
  | { readonly kind: 'listening'; readonly name: keyof typeof PORTS; readonly port: number }
  | { readonly kind: 'started' }
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'failed'; readonly reason: string };

export async function openSandbox(guardFile: string, system: SystemTools = SYSTEM): Promise<Opened> {
  if (system.platform !== 'linux') return { ok: false, reason: 'programs are isolated on Linux only' };
  const tool = (name: string) =>
    system.folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
  const [unshare, mount, sh, ip] = ['unshare', 'mount', 'sh', 'ip'].map(tool);
  if (!unshare || !mount || !sh) {
    const missing = Object.entries({ unshare, mount, sh }).filter(([, file]) => !file);
    return {
      ok: false,
      reason: `the system has no ${missing.map(([name]) => name).join(', ')} (util-linux)`,
    };
  }
  const tools = { unshare, mount, sh, ip: ip ?? null };
  // Two steps: what belongs to the network namespace is then owned by the user inside.
  const namespaces = ['--net', '--mount', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn(
    unshare,
    ['--user', '--map-root-user', '--', unshare, ...namespaces, '--', process.execPath, guardFile],
    // Of the environment nothing: the program could look for credentials there.
    { env: {}, stdio: ['inherit', 'pipe', 'pipe', 'ipc'] },
  );
  const guard = new Guard(child);
  const listeners: Partial<Record<keyof typeof PORTS, Server>> = {};
  const opened = await new Promise<string | null>((done) => {
    const timer = setTimeout(() => done('it did not start in time'), TIME_TO_OPEN_MS);
    timer.unref();
    guard.listen((told, handle) => {
      if (told.kind === 'failed') done(told.reason);
      if (told.kind !== 'listening' || handle === undefined) return;
      listeners[told.name] = handle;
      if (Object.keys(listeners).length === Object.keys(PORTS).length) done(null);
    });
    guard.ended.then((said) => done(said));
    child.send({ kind: 'listen', tools, ports: PORTS }, () => {});
  });
  const { secure, plain, proxy } = listeners;
  if (opened !== null || secure === undefined || plain === undefined || proxy === undefined) {
    for (const server of Object.values(listeners)) server.close();
    await guard.close();
    return { ok: false, reason: `the system does not allow it (${opened ?? 'no sockets'})` };
  }
  return {
    ok: true,
    sandbox: {
      listeners: { secure, plain, proxy },
      run: (start) => guard.run(start, tools),
      close: () => guard.close(),
    },
  };
}

class Guard {
  /** The first thing it said on its way out. */
  readonly ended: Promise<string>;
  #listener: (told: Told, handle?: Server) => void = () => {};
  #output: OutputChunk | null = null;
  #said = '';

  constructor(private readonly child: ChildProcess) {
    child.on('message', (told, handle) => this.#listener(told as Told, handle as Server | undefined));
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.on('data', (chunk: Buffer) => {
        if (this.#output === null) this.#said += chunk.toString('utf8').slice(0, 1000);
        else this.#output(chunk, stream);
      });
    }
    this.ended = new Promise((done) => {
      child.on('error', (error) => done(error.message));
      child.on('close', () => done(this.#said.trim().split('\n')[0] ?? ''));
    });
  }

  listen(listener: (told: Told, handle?: Server) => void): void {
    this.#listener = listener;
  }

  async run(start: SandboxStart, tools: object): Promise<ProgramEnd> {
    const { command, cwd, environment, covers, sockets, signal } = start;
    const [program = '', ...args] = command;
    const found = reach(resolveProgram(program), environment.PATH ?? '', cwd);
    if (found === null)
      return { code: null, signal: null, problem: `there is no program "${program}" on the search path` };
    this.#output = start.output;
    let end: ProgramEnd = { code: null, signal: null, problem: 'the sandbox broke off' };
    this.listen((told) => {
      if (told.kind === 'failed') end = { code: null, signal: null, problem: told.reason };
      if (told.kind === 'ended') end = { code: told.code, signal: told.signal, problem: null };
    });
    const stop = () => this.child.send({ kind: 'stop' }, () => {});
    signal?.addEventListener('abort', stop, { once: true });
    const ways = waysOut(cwd, environment, sockets);
    this.child.send(
      {
        kind: 'start',
        tools,
        emptied: ways.folders,
        covers: [...ways.files.map((file) => ['/dev/null', file]), ...covers],
        user: process.getuid?.() ?? 0,
        group: process.getgid?.() ?? 0,
        command: [found, ...args],
        cwd,
        environment,
      },
      () => {},
    );
    if (signal?.aborted === true) stop();
    await this.ended;
    signal?.removeEventListener('abort', stop);
    return end;
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
