/**
 * Runs a program unchanged against the emulated API. Where the system allows it, the program has no other network
 * (`sandbox.ts`); else sockets of Node programs are redirected and all others are handed a proxy. Real credentials are
 * replaced before it starts, in its environment and, in a sandbox, in the files it reads variables from.
 */
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from '../../catalogue/index.js';
import type { Edge } from '../core/edge.js';
import type { Json } from '../core/json.js';
import type { EdgeState } from '../core/state.js';
import { BodyReader } from '../server/body.js';
import { answerMessage, type Exchange, SITE_HEADER } from '../server/server.js';
import { type EnvFile, envFiles } from './env-files.js';
import { rehearsalEnvironment, secretsOf } from './environment.js';
import { type ProgramEnd, runProgram, shellCode } from './program.js';
import { type Interception, intercept } from './proxy.js';
import { type Opened, openSandbox } from './sandbox.js';
import { Mask } from './secrets.js';
import { openSetup, type RehearsalSetup } from './setup.js';
import { Touched } from './touched.js';

/** One call of the program, in the order they were answered. */
export interface SeenCall {
  readonly method: string;
  /** Path and query below the base URL. */
  readonly path: string;
  readonly entry: string | null;
  readonly dead: boolean;
  readonly status: number;
  /** Ended entries that the call falls under although it was not refused for them. */
  readonly ignored: readonly string[];
  /** `file:line:column` in the program, the call itself first, where its stack shows it. */
  readonly sites: readonly string[];
  readonly body: unknown;
  readonly answer: Json;
}

export interface Rehearsal {
  readonly now: string;
  readonly command: readonly string[];
  readonly calls: readonly SeenCall[];
  readonly others: Readonly<Record<string, 'passed' | 'refused'>>;
  /** Connections to the API's host that ended before a request. */
  readonly brokenOff: number;
  /** Requests that were too large, or no HTTP, so that what they call is not known. */
  readonly unread: number;
  readonly isolation: Isolation;
  readonly exitCode: number | null;
  /** Why the program could not be started, if so. */
  readonly problem: string | null;
  readonly state: EdgeState;
  /** Rules by the ids that the old API knows them by. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly output: { readonly stdout: string; readonly stderr: string };
}

/** Whether the system itself kept the program from every other network. */
export type Isolation =
  | { readonly isolated: true }
  | {
      readonly isolated: false;
      readonly reason: string;
      /** Programs that were seen and that no hook of ours is in. */
      readonly unheld: readonly string[];
    };

export interface RehearseOptions {
  readonly edge: Edge;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile: Profile;
  readonly passEnv: readonly string[];
  /** Other hosts that the program may reach by the proxy. */
  readonly allowHosts?: readonly string[];
  /** Whether the program is run in a sandbox; where it can be had, unless somebody says otherwise. */
  readonly isolation?: 'auto' | 'never';
  /** Where the program's own output goes while it runs: whole characters, without credentials. */
  readonly echo: (text: string, stream: 'stdout' | 'stderr') => void;
  readonly signal?: AbortSignal;
  /** What it shares with other rehearsals; by default it has its own. */
  readonly setup?: RehearsalSetup;
}

export async function rehearse(options: RehearseOptions): Promise<Rehearsal> {
  const { setup } = options;
  if (setup !== undefined) return rehearseWith(setup, options);
  const own = await openSetup();
  try {
    return await rehearseWith(own, options);
  } finally {
    await own.close();
  }
}

async function rehearseWith(setup: RehearsalSetup, options: RehearseOptions): Promise<Rehearsal> {
  const { edge, profile, allowHosts = [] } = options;
  const { calls, see } = recorder(edge, profile);
  const bodies = new BodyReader();
  const files = envFiles(options.cwd);
  const mask = new Mask([
    ...secretsOf(options.env),
    ...files.flatMap(({ secrets }) => [...secrets.values()]),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'edge-sunset-'));
  const opened = await isolate(options, setup);
  const interception = await intercept({
    hosts: profile.hosts,
    authority: setup.authority,
    allowHosts,
    ...(opened.ok ? { listeners: opened.sandbox.listeners } : {}),
    answer: (message) => answerMessage(edge, message, bodies, see),
  });
  const { output, write, end: endOutput } = collected(mask, options.echo);
  // Node would open its debugger, with all that this process knows.
  process.on('SIGUSR1', ignore);
  try {
    const environment = await environmentOf({ folder, interception, files }, setup, options);
    const program = {
      command: options.command,
      cwd: options.cwd,
      environment,
      output: write,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    };
    let unheld: readonly string[] = [];
    let end: ProgramEnd;
    if (opened.ok) {
      const covers = await coversOf(folder, setup.bundleFile, profile.hosts, files);
      end = await opened.sandbox.run({ ...program, covers, sockets: setup.sockets });
    } else {
      const ran = await runProgram(options.command, program);
      end = ran;
      unheld = ran.others;
    }
    endOutput();
    return {
      now: edge.now,
      command: mask.value(options.command),
      calls: mask.value(calls),
      others: Object.fromEntries(interception.others),
      brokenOff: interception.brokenOff(),
      unread: interception.unread() + calls.filter(({ status, dead }) => status === 413 && !dead).length,
      isolation: opened.ok ? { isolated: true } : { isolated: false, reason: opened.reason, unheld },
      exitCode: shellCode(end),
      problem: end.problem,
      state: mask.value(edge.state),
      aliases: edge.aliases,
      output,
    };
  } finally {
    process.off('SIGUSR1', ignore);
    if (opened.ok) await opened.sandbox.close();
    await interception.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function recorder(edge: Edge, profile: Profile) {
  const calls: SeenCall[] = [];
  const touched = new Touched(edge.entries, profile);
  const see = ({ request, response, sites }: Exchange) => {
    const { method, path } = request;
    const verdict = edge.verdict(request, response);
    const ignored = touched
      .by(request)
      .filter((entry) => edge.dates.ended(entry) && !(verdict.dead && verdict.entry === entry));
    const body = request.body ?? request.form ?? request.text ?? null;
    const answer = response.text ?? response.body;
    calls.push({ method, path, ...verdict, ignored, status: response.status, sites, body, answer });
  };
  return { calls, see };
}

/** What the program says, handed on while it runs. */
function collected(mask: Mask, echo: RehearseOptions['echo']) {
  const output = { stdout: '', stderr: '' };
  const streams = { stdout: mask.stream(), stderr: mask.stream() };
  const say = (text: string, stream: 'stdout' | 'stderr') => {
    output[stream] += text;
    if (text !== '') echo(text, stream);
  };
  return {
    output,
    write: (chunk: Buffer, stream: 'stdout' | 'stderr') => say(streams[stream].push(chunk), stream),
    end: () => {
      for (const stream of ['stdout', 'stderr'] as const) say(streams[stream].end(), stream);
    },
  };
}

interface Surrounding {
  readonly folder: string;
  readonly interception: Interception;
  readonly files: readonly EnvFile[];
}

async function environmentOf(
  { folder, interception, files }: Surrounding,
  setup: RehearsalSetup,
  { env, profile, passEnv, allowHosts = [] }: RehearseOptions,
): Promise<Record<string, string>> {
  const { tlsPort, plainPort, proxyPort } = interception;
  const target = { hosts: profile.hosts, tlsPort, plainPort, allowHosts, siteHeader: SITE_HEADER };
  return rehearsalEnvironment(env, {
    proxyPort,
    certificateFile: setup.certificateFile,
    bundleFile: setup.bundleFile,
    preload: await writeRedirect(folder, setup, target),
    profile,
    passed: passEnv,
    fromFiles: new Map(files.flatMap(({ secrets }) => [...secrets])),
  });
}

function ignore(): void {}

async function isolate({ isolation }: RehearseOptions, { guard }: RehearsalSetup): Promise<Opened> {
  if (isolation === 'never') return { ok: false, reason: 'it was turned off' };
  return openSandbox(guard);
}

/** What makes programs of Node come to us and trust us. */
async function writeRedirect(
  folder: string,
  { preload, authority }: RehearsalSetup,
  target: Readonly<Record<string, unknown>>,
): Promise<string> {
  const file = join(folder, 'preload-target.cjs');
  const redirect = JSON.stringify({ ...target, certificate: authority.certificate });
  await writeFile(file, `require(${JSON.stringify(preload)}).install(${redirect});\n`);
  return file;
}

/** Where systems keep the authorities that all programs trust. */
const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/ssl/cert.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
];

/** In a sandbox also programs that look at no variable find the emulated API, and no credentials in files. */
async function coversOf(
  folder: string,
  bundle: string,
  hosts: readonly string[],
  files: readonly EnvFile[],
): Promise<[string, string][]> {
  const covers: [string, string][] = [];
  const write = async (target: string, text: string) => {
    const source = join(folder, `cover-${covers.length}`);
    await writeFile(source, text);
    covers.push([source, target]);
  };
  const names = ['127.0.0.1 localhost', '::1 localhost', ...hosts.map((host) => `127.0.0.1 ${host}`)];
  if (existsSync('/etc/hosts')) await write('/etc/hosts', `${names.join('\n')}\n`);
  for (const path of new Set(
    SYSTEM_BUNDLES.filter((file) => existsSync(file)).map((file) => realpathSync(file)),
  ))
    covers.push([bundle, path]);
  for (const { path, masked, secrets } of files) if (secrets.size > 0) await write(path, masked);
  return covers;
}
