import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Output name to source; a face whose source does not exist yet is left out. */
const FACES: Readonly<Record<string, string>> = {
  'cli/main': 'src/cli/main.ts',
  index: 'src/index.ts',
  expression: 'src/expression/index.ts',
  eslint: 'rules/index.ts',
};

const PACKAGE_KEYS = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** Packages stay outside the bundles: npm installs them. */
function packages(): readonly string[] {
  const manifest: Partial<Record<(typeof PACKAGE_KEYS)[number], Record<string, string>>> = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return PACKAGE_KEYS.flatMap((key) => Object.keys(manifest[key] ?? {}));
}

/**
 * The ESLint plugin is its own module: it imports itself. Left to the bundler that would become a copy, and
 * ESLint refuses two plugins of one name.
 */
const pluginIsItself: Plugin = {
  name: 'plugin-is-itself',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/index\.js$/ }, ({ importer }) =>
      importer === join(ROOT, 'rules', 'index.ts') ? { path: './eslint.js', external: true } : undefined,
    );
  },
};

/**
 * Writes the bundles to a folder below the root: one file for each public face, what they share and what is
 * loaded lazily in chunks.
 */
export async function bundle(outdir: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      Object.entries(FACES).filter(([, source]) => existsSync(join(ROOT, source))),
    ),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunks/[name]-[hash]',
    external: packages().flatMap((name) => [name, `${name}/*`]),
    plugins: [pluginIsItself],
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  // The redirect of a rehearsal is loaded by `--require` into programs of any kind: CommonJS, one file.
  await build({
    absWorkingDir: ROOT,
    entryPoints: { preload: 'src/edge/rehearse/preload.cts' },
    outdir: join(outdir, 'rehearse'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    logLevel: 'warning',
  });
  chmodSync(join(ROOT, outdir, 'cli/main.js'), 0o755);
}
