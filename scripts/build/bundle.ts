import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { bundleCommand, commandsOf, TEXTS } from './command.js';
import { writeGrammars } from './grammars.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Output name to source; a face whose source does not exist yet is left out. */
const FACES: Readonly<Record<string, string>> = {
  index: 'src/index.ts',
  expression: 'src/expression/index.ts',
  eslint: 'rules/index.ts',
};

const SHARED: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  minify: true,
  logLevel: 'warning',
};

/** Loaded into programs of other people, who may want to read it. */
const READABLE: BuildOptions = { ...SHARED, minify: false, minifySyntax: true };

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

/** Large texts are in the package once: chunks read those of the command line. */
const textsOfTheCommand: Plugin = {
  name: 'texts-of-the-command',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/\w+\.js$/ }, ({ path, resolveDir }) => {
      const source = relative(ROOT, join(resolveDir, path)).replaceAll(sep, '/').replace(/js$/, 'ts');
      const name = TEXTS[source];
      return name === undefined ? undefined : { path: `../cli/${name}.js`, external: true };
    });
  },
};

/**
 * Writes the bundles to a folder below the root: one file for each public face and command, what they share and
 * what is loaded lazily in chunks; and the command line itself (`command.ts`).
 */
export async function bundle(outdir: string): Promise<void> {
  const external = packages().flatMap((name) => [name, `${name}/*`]);
  await build({
    ...SHARED,
    absWorkingDir: ROOT,
    entryPoints: {
      ...Object.fromEntries(Object.entries(FACES).filter(([, source]) => existsSync(join(ROOT, source)))),
      ...Object.fromEntries([...commandsOf(ROOT)].map(([name, source]) => [`commands/${name}`, source])),
    },
    outdir,
    splitting: true,
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
    external,
    plugins: [pluginIsItself, textsOfTheCommand],
  });
  letRequire(join(ROOT, outdir, 'chunks'));
  await bundleCommand(ROOT, outdir, external, SHARED);
  // The redirect of a rehearsal is loaded by `--require` into programs of any kind, its guard runs by itself:
  // CommonJS, one file each.
  await build({
    ...READABLE,
    absWorkingDir: ROOT,
    entryPoints: { preload: 'src/edge/rehearse/preload.cts', guard: 'src/edge/rehearse/guard.cts' },
    outdir: join(outdir, 'rehearse'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  });
  // What the jscodeshift transforms share: CommonJS too, for jscodeshift requires it.
  await build({
    ...READABLE,
    absWorkingDir: ROOT,
    entryPoints: { transform: 'codemods/jscodeshift/transform.cts' },
    outdir: join(outdir, 'codemods'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  });
  writeGrammars(join(ROOT, outdir, 'grammars'));
  chmodSync(join(ROOT, outdir, 'cli/main.js'), 0o755);
}

/** Packages of CommonJS ask for modules of Node by `require`, which modules do not have: the chunk that stands for it gets it. */
function letRequire(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const code = readFileSync(path, 'utf8');
    if (!code.includes(NO_REQUIRE)) continue;
    const head = `import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);`;
    writeFileSync(path, head + code);
  }
}

/** What the bundler throws in place of it. */
const NO_REQUIRE = 'Dynamic require of';
