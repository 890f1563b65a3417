import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { writeGrammars } from './grammars.js';
import { licencesOf } from './licences.js';
import { replaced } from './replaced.js';

/** The file that `action.yml` names. The tags of releases hold it, because GitHub runs an action as it stands in the repository. */
export const ACTION = 'action/index.cjs';

/** One file with everything in it, so that nothing is downloaded when it runs. Not minified: a reader of a change sees what changed. */
export async function bundleAction(root: string): Promise<string> {
  const code = await inOneFile(root, 'action/main.ts');
  return `#!/usr/bin/env node\n// Bundled from src/cli/action; do not edit.\n${code}`;
}

/** The program of the single executable (`scripts/executable.ts`). */
export function bundleExecutable(root: string): Promise<string> {
  return inOneFile(root, 'action/executable.ts');
}

/** The parser is native code elsewhere: here its WebAssembly build stands in the file. */
async function inOneFile(root: string, source: string): Promise<string> {
  const result = await build({
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    legalComments: 'none',
    logLevel: 'warning',
    absWorkingDir: root,
    entryPoints: [`src/cli/${source}`],
    outfile: ACTION,
    write: false,
    metafile: true,
    charset: 'utf8',
    define: { 'import.meta.url': '__filename' },
    loader: { '.wasm': 'binary' },
    // Its CommonJS form loads its parts by a `require` that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [insideOneFile(root)],
  });
  const [output] = result.outputFiles;
  if (output === undefined) throw new Error(`${source} was not bundled`);
  const licences = licencesOf(root, Object.keys(result.metafile.inputs));
  // Packages may lie in a folder above: the file is the same.
  const code = output.text.trimEnd().replace(/^((?: {2})*(?:\/\/ |"))(?:\.\.\/)+(?=node_modules\/)/gm, '$1');
  return `${code}\n/*\n${licences.replaceAll('*/', '* /')}*/\n`;
}

export async function writeAction(root: string): Promise<void> {
  const file = join(root, ACTION);
  writeGrammars(join(dirname(file), 'grammars'));
  writeFileSync(file, await bundleAction(root));
  // The hooks of pre-commit run it as a program.
  chmodSync(file, 0o755);
}

/** What is loaded from packages at run time everywhere else. */
function insideOneFile(root: string): Plugin {
  const parse = join(root, 'src/read/javascript/parse');
  return {
    name: 'inside-one-file',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/(?:binding|isolated)\.js$/ }, ({ path, resolveDir }) =>
        resolveDir === parse
          ? {
              path: join(
                root,
                'src/cli/action',
                path === './binding.js' ? 'wasm-binding.ts' : 'not-isolated.ts',
              ),
            }
          : undefined,
      );
      // What starts a process of its own, or a thread, of a file that is not there.
      onResolve({ filter: /^(?:\.\/server|\.\.\/\.\.\/lsp\/index)\.js$/ }, ({ resolveDir }) =>
        /^(?:mcp|lsp)$/.test(relative(join(root, 'src/cli'), resolveDir))
          ? { path: join(root, 'src/cli/action/no-server.ts') }
          : undefined,
      );
      onResolve({ filter: /^#parser\.wasm$/ }, () => ({
        path: join(root, 'node_modules/oxc-parser/parser.wasm32-wasip1.wasm'),
      }));
      onLoad({ filter: /\/parse\/flow\.ts$/ }, ({ path }) => ({
        contents: replaced(readFileSync(path, 'utf8'), "load('@babel/parser')", "require('@babel/parser')"),
        loader: 'ts',
      }));
    },
  };
}
