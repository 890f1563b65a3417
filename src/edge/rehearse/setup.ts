/**
 * What rehearsals have in common: made once for many, it saves most of the work of a short run. Each run still has its
 * own emulated API, sockets and sandbox.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { type CertificateAuthority, createAuthority } from './authority.js';
import { SocketSearch } from './ways-out.js';

export interface RehearsalSetup {
  readonly authority: CertificateAuthority;
  /** Our certificate, and the same beside the system's authorities. */
  readonly certificateFile: string;
  readonly bundleFile: string;
  /** Compiled files. */
  readonly preload: string;
  readonly guard: string;
  readonly sockets: SocketSearch;
  readonly close: () => Promise<void>;
}

export async function openSetup(): Promise<RehearsalSetup> {
  const folder = await mkdtemp(join(tmpdir(), 'edge-sunset-setup-'));
  const authority = createAuthority();
  const certificateFile = join(folder, 'authority.pem');
  const bundleFile = join(folder, 'bundle.pem');
  await writeFile(certificateFile, authority.certificate);
  await writeFile(bundleFile, [authority.certificate, ...rootCertificates].join('\n'));
  return {
    authority,
    certificateFile,
    bundleFile,
    preload: await ownFile('preload', folder),
    guard: await ownFile('guard', folder),
    sockets: new SocketSearch(),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * `preload` and `guard` are CommonJS files of their own, in the package beside the bundles, which lie in `dist/` or one
 * folder below. Run from source, they are written in TypeScript and compiled into a folder.
 */
async function ownFile(name: 'preload' | 'guard', folder: string): Promise<string> {
  // In the bundle a path stands in the place of the address.
  const own = import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url;
  const near = (path: string) => resolve(dirname(own), path);
  const built = [`../rehearse/${name}.cjs`, `./rehearse/${name}.cjs`]
    .map(near)
    .find((file) => existsSync(file));
  if (built !== undefined) return built;
  const source = await readFile(near(`./${name}.cts`), 'utf8');
  const esbuild = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const file = join(folder, `${name}.cjs`);
  await writeFile(file, (await esbuild.transform(source, { loader: 'ts', format: 'cjs' })).code);
  return file;
}
