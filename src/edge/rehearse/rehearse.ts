/**
 * Runs a program unchanged against the emulated API. Every way out to the API's hosts ends on loopback:
 * sockets of Node programs are redirected, all others are handed a proxy, and real credentials are replaced
 * before the program starts, so that one which finds another way has nothing to give away.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../../catalogue/types.js';
import type { Edge } from '../core/edge.js';
import type { EdgeState } from '../core/state.js';
import { BodyReader } from '../server/body.js';
import { answerMessage, SITE_HEADER } from '../server/server.js';
import { createAuthority } from './authority.js';
import { rehearsalEnvironment } from './environment.js';
import { runProgram, shellCode } from './program.js';
import { intercept } from './proxy.js';
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
}

export interface Rehearsal {
  readonly now: string;
  readonly command: readonly string[];
  readonly calls: readonly SeenCall[];
  readonly others: Readonly<Record<string, 'passed' | 'refused'>>;
  readonly exitCode: number | null;
  /** Why the program could not be started, if so. */
  readonly problem: string | null;
  readonly state: EdgeState;
  /** Rules by the ids that the old API knows them by. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly output: { readonly stdout: string; readonly stderr: string };
}

export interface RehearseOptions {
  readonly edge: Edge;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile: Profile;
  readonly passEnv: readonly string[];
  readonly offline: boolean;
  /** Where the program's own output goes while it runs. */
  readonly echo: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
  readonly signal?: AbortSignal;
}

export async function rehearse(options: RehearseOptions): Promise<Rehearsal> {
  const { edge, profile } = options;
  const calls: SeenCall[] = [];
  const touched = new Touched(edge.entries, profile);
  const authority = createAuthority();
  const bodies = new BodyReader();
  const interception = await intercept({
    hosts: profile.hosts,
    authority,
    offline: options.offline,
    answer: (message) =>
      answerMessage(edge, message, bodies, ({ request, response, sites }) => {
        const { method, path } = request;
        const verdict = edge.verdict(request, response);
        const ignored = touched
          .by(request)
          .filter((entry) => edge.dates.ended(entry) && !(verdict.dead && verdict.entry === entry));
        const body = request.body ?? request.form ?? request.text ?? null;
        calls.push({ method, path, ...verdict, ignored, status: response.status, sites, body });
      }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'edge-sunset-'));
  const output = { stdout: '', stderr: '' };
  try {
    const certificateFile = join(folder, 'authority.pem');
    const bundleFile = join(folder, 'bundle.pem');
    await writeFile(certificateFile, authority.certificate);
    const preload = join(folder, 'preload.cjs');
    const target = {
      hosts: profile.hosts,
      tlsPort: interception.tlsPort,
      plainPort: interception.plainPort,
      certificate: authority.certificate,
      siteHeader: SITE_HEADER,
      offline: options.offline,
    };
    await writeFile(
      preload,
      `require(${JSON.stringify(await redirectFile(folder))}).install(${JSON.stringify(target)});\n`,
    );
    await writeFile(bundleFile, [authority.certificate, ...rootCertificates].join('\n'));
    const end = await runProgram(options.command, {
      cwd: options.cwd,
      environment: rehearsalEnvironment(options.env, {
        proxyPort: interception.proxyPort,
        certificateFile,
        bundleFile,
        preload,
        profile,
        passed: options.passEnv,
      }),
      output(chunk, stream) {
        output[stream] += chunk.toString('utf8');
        options.echo(chunk, stream);
      },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    return {
      now: edge.now,
      command: options.command,
      calls,
      others: Object.fromEntries(interception.others),
      exitCode: shellCode(end),
      problem: end.problem,
      state: edge.state,
      aliases: edge.aliases,
      output,
    };
  } finally {
    await interception.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The redirect is a CommonJS file of its own, in the package beside the bundles, which lie in `dist/` or one folder
 * below. Run from source, it is written in TypeScript and compiled into the folder of the rehearsal.
 */
async function redirectFile(folder: string): Promise<string> {
  const near = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const built = ['../rehearse/preload.cjs', './rehearse/preload.cjs']
    .map(near)
    .find((file) => existsSync(file));
  if (built !== undefined) return built;
  const source = await readFile(near('./preload.cts'), 'utf8');
  const esbuild = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const file = join(folder, 'redirect.cjs');
  await writeFile(file, (await esbuild.transform(source, { loader: 'ts', format: 'cjs' })).code);
  return file;
}
