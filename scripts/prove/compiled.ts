/** TypeScript programs as Node runs them: each file compiled by itself, beside where it stood. */
import { dirname, posix } from 'node:path';
import { transformSync } from 'esbuild';
import type { Files } from './cases.js';

const TYPESCRIPT = /(?<!\.d)\.([cm]?)tsx?$/;

export function compiled(files: Files): Files {
  return new Map(
    [...files].map(([path, content]) => {
      const [, kind] = TYPESCRIPT.exec(path) ?? [];
      if (kind === undefined) return [path, content];
      const isModule = kind === 'm' || (kind === '' && typeOf(files, path) === 'module');
      const { code } = transformSync(content.toString('utf8'), {
        loader: path.endsWith('x') ? 'tsx' : 'ts',
        format: isModule ? 'esm' : 'cjs',
        platform: 'node',
        target: 'node20',
      });
      return [compiledName(path), Buffer.from(code)];
    }),
  );
}

export function compiledName(path: string): string {
  return path.replace(TYPESCRIPT, '.$1js');
}

/** What the nearest manifest says of the files below it. */
function typeOf(files: Files, path: string): string {
  const folder = dirname(path);
  const manifest = files.get(posix.join(folder, 'package.json'));
  if (manifest === undefined) return folder === '.' ? 'commonjs' : typeOf(files, folder);
  const { type } = JSON.parse(manifest.toString('utf8')) as { readonly type?: string };
  return type ?? 'commonjs';
}
