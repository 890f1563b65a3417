/**
 * Runs a program unchanged against the emulated API. Every way out to the API's hosts ends on loopback:
 * sockets of Node programs are redirected, all others are handed a proxy, and real credentials are replaced
 * before the program starts, so that one which finds another way has nothing to give away.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../../catalogue/types.js';
import type { Edge } from '../core/edge.js';
import type { EdgeState } from '../core/state.js';
import { answerMessage } from '../server/server.js';
import { createAuthority } from './authority.js';
import { rehearsalEnvironment } from './environment.js';
import { runProgram, shellCode } from './program.js';
import { intercept } from './proxy.js';

/** One call of the program, in the order they were answered. */
export interface SeenCall {
  readonly method: string;
  /** Path and query below the base URL. */
  readonly path: string;
  readonly entry: string | null;
  readonly dead: boolean;
  readonly status: number;
  /** `file:line:column` in the program, where its stack shows it. */
  readonly site: string | null;
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
  const authority = createAuthority();
  const interception = await intercept({
    hosts: profile.hosts,
    authority,
    offline: options.offline,
    answer: (message) =>
      answerMessage(edge, message, ({ request, response, site }) => {
        const { method, path } = request;
        const body = request.body ?? request.form ?? null;
        calls.push({ method, path, ...edge.verdict(method, path), status: response.status, site, body });
      }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'edge-sunset-'));
  const output = { stdout: '', stderr: '' };
  try {
    const certificateFile = join(folder, 'authority.pem');
    const bundleFile = join(folder, 'bundle.pem');
    await writeFile(certificateFile, authority.certificate);
    await writeFile(bundleFile, [authority.certificate, ...rootCertificates].join('\n'));
    const end = await runProgram(options.command, {
      cwd: options.cwd,
      environment: rehearsalEnvironment(options.env, {
        ...interception,
        hosts: profile.hosts,
        certificate: authority.certificate,
        certificateFile,
        bundleFile,
        preload: preloadFile(),
        credentials: profile.environment,
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
 * The redirect is a CommonJS file of its own: in the package beside the bundles, which lie in `dist/` or one folder
 * below; when run from source, where the last build put it.
 */
function preloadFile(): string {
  const places = ['../rehearse/preload.cjs', './rehearse/preload.cjs', '../../../dist/rehearse/preload.cjs'];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined)
    throw new Error(`the redirect is missing: ${files.join(', ')}; run the build first`);
  return found;
}
