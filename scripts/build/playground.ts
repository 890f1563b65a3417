/**
 * The playground of the documentation site: the commands, bundled for a worker of a browser with the parser and the grammars
 * as WebAssembly beside it, and the script of the page. Modules of Node have stand-ins (`scripts/site/playground/node`).
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { GRAMMARS } from '../../src/grammar/index.js';
import { ROOT } from './bundle.js';
import { licencesOf } from './licences.js';
import { replaced } from './replaced.js';

const SOURCES = join(ROOT, 'scripts/site/playground');
const require = createRequire(import.meta.url);
/** Modules of Node that have a stand-in of their own; all others share one. */
const STAND_INS = new Set(['crypto', 'fs', 'fs-promises', 'os', 'process', 'vm']);

export async function writePlayground(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // The page itself is written by the generator of the site.
  for (const name of readdirSync(folder)) if (name !== 'index.html') rmSync(join(folder, name));
  const shared: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    outdir: folder,
  };
  await build({ ...shared, entryPoints: [join(SOURCES, 'page.js')] });
  const { metafile } = await build({
    ...shared,
    entryPoints: [join(SOURCES, 'worker.mjs')],
    splitting: true,
    chunkNames: '[name]-[hash]',
    metafile: true,
    inject: [join(SOURCES, 'node/globals.mjs')],
    // Its CommonJS form loads its parts by a `require` that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [forBrowsers],
  });
  const used = Object.keys(metafile.inputs).filter((path) => !path.startsWith('(disabled):'));
  const grammars = dirname(require.resolve('@vscode/tree-sitter-wasm'));
  for (const name of ['tree-sitter', ...Object.values(GRAMMARS).map((grammar) => `tree-sitter-${grammar}`)])
    copyFileSync(join(grammars, `${name}.wasm`), join(folder, `${name}.wasm`));
  copyFileSync(join(ROOT, 'node_modules/oxc-parser/parser.wasm32-wasip1.wasm'), join(folder, 'parser.wasm'));
  writeFileSync(join(folder, 'licences.txt'), licencesOf(ROOT, used));
}

const forBrowsers: Plugin = {
  name: 'for-browsers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:.*|path|url|fs|fs\/promises|module)$/ }, ({ path }) => {
      const name = path.replace(/^node:/, '').replace('/', '-');
      if (name === 'path') return { path: require.resolve('path-browserify') };
      const file = STAND_INS.has(name) ? name : 'others';
      return { path: join(SOURCES, `node/${file}.mjs`), sideEffects: false };
    });
    onResolve({ filter: /^\.\/(?:binding|isolated)\.js$/ }, ({ path, resolveDir }) => {
      if (resolveDir !== join(ROOT, 'src/read/javascript/parse')) return undefined;
      const name = path === './binding.js' ? 'wasm-binding.ts' : 'not-isolated.ts';
      return { path: join(ROOT, 'src/cli/action', name) };
    });
    onResolve({ filter: /^\.\/files\.js$/ }, ({ resolveDir }) =>
      resolveDir === join(ROOT, 'src/grammar') ? { path: join(SOURCES, 'grammar-files.mjs') } : undefined,
    );
    onResolve({ filter: /^#parser\.wasm$/ }, () => ({ path: join(SOURCES, 'parser.mjs') }));
    // It takes a place with a process for Node.
    onLoad({ filter: /\/tree-sitter\.js$/ }, ({ path }) => ({
      contents: `var process, __filename = '/tree-sitter.js';\n${readFileSync(path, 'utf8')}`,
    }));
    onLoad({ filter: /\/parse\/flow\.ts$/ }, ({ path }) => ({
      contents: replaced(readFileSync(path, 'utf8'), "load('@babel/parser')", "require('@babel/parser')"),
      loader: 'ts',
    }));
  },
};
