import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin, transformSync } from 'esbuild';
import { GRAMMARS } from '../../src/grammar/index.js';
import { bundleCommand, commandsOf } from './command.js';

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
    plugins: [pluginIsItself],
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
  copyGrammars(join(ROOT, outdir, 'grammars'));
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

/** The parser, the grammars that are used, and their licence; the package holds four times as many. */
function copyGrammars(folder: string): void {
  const source = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(source, '../LICENSE'), join(folder, 'LICENSE'));
  const grammars = new Set(Object.values(GRAMMARS).map((name) => `tree-sitter-${name}.wasm`));
  for (const name of ['tree-sitter.wasm', ...grammars]) copyFileSync(join(source, name), join(folder, name));
  // Its makers leave it to whoever ships it to make it small.
  const parser = readFileSync(join(source, 'tree-sitter.js'), 'utf8');
  const { code } = transformSync(parser, { minify: true, target: 'node20.19' });
  writeFileSync(join(folder, 'tree-sitter.js'), code);
  // Below a package of modules Node would take it for one.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}
