/**
 * Builds `dist/`: one bundled file per public face, what they share and what is loaded lazily in chunks, and
 * the declarations. Packages stay outside: npm installs them.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Output name to source; a face whose source does not exist yet is left out. */
const FACES: Readonly<Record<string, string>> = {
  'cli/main': 'src/cli/main.ts',
  index: 'src/index.ts',
  expression: 'src/expression/index.ts',
  eslint: 'rules/index.ts',
};

function packages(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const keys = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  return keys.flatMap((key) => Object.keys(Object(Reflect.get(Object(manifest), key)) as object));
}

async function bundle(): Promise<void> {
  const entryPoints = Object.fromEntries(
    Object.entries(FACES).filter(([, source]) => existsSync(join(ROOT, source))),
  );
  await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunks/[name]-[hash]',
    external: packages().flatMap((name) => [name, `${name}/*`]),
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  chmodSync(join(ROOT, 'dist/cli/main.js'), 0o755);
}

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await bundle();
if (!process.argv.includes('--no-types')) {
  execFileSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  );
}
