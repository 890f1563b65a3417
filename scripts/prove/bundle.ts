/** The program in one file, for processes that run it with mistakes in it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CODEMODS } from './cases.js';

/** Where bundles are written, and what is known of them. */
export const BUNDLES = join(CODEMODS, '..', 'node_modules', '.cache', 'edge-sunset-mutants');

/** Our own files go through `change`; they keep the place they stand in. Returns the text that is written. */
export async function bundle(
  entry: string,
  outfile: string,
  change: (path: string, text: string) => string,
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'changed',
        setup(bundled) {
          bundled.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            if (path.includes('node_modules')) return undefined;
            const text = readFileSync(path, 'utf8');
            const contents = change(path, text)
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
            return contents === text ? undefined : { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
  const text = outputFiles.map((file) => file.text).join('');
  mkdirSync(BUNDLES, { recursive: true });
  writeFileSync(outfile, text);
  return text;
}
