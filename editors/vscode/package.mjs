/**
 * Builds the extension with the server of this repository in it (`npm run build` comes first), and packs it. The parser is
 * native code, so the package is for the system on which it is made.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const SERVER = join(HERE, 'server');

rmSync(SERVER, { recursive: true, force: true });
mkdirSync(SERVER);
cpSync(join(ROOT, 'dist'), join(SERVER, 'dist'), { recursive: true });
rmSync(join(SERVER, 'dist/types'), { recursive: true, force: true });
cpSync(join(ROOT, 'LICENSE'), join(HERE, 'LICENSE'));

const { version, type, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
writeFileSync(
  join(SERVER, 'package.json'),
  `${JSON.stringify({ name: 'edge-sunset-server', version, type, private: true, dependencies }, null, 2)}\n`,
);
const npm = (...args) => execFileSync('npm', args, { cwd: SERVER, stdio: 'inherit' });
npm('install', '--omit=dev', '--no-package-lock', '--no-audit', '--no-fund');

await build({
  absWorkingDir: HERE,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  external: ['vscode'],
  logLevel: 'warning',
});
// Not among the dependencies: it brings two hundred packages, and only this line needs it.
const target = `${process.platform}-${process.arch}`;
const vsce = ['--yes', '@vscode/vsce@3.6.0', 'package', '--no-dependencies', '--target', target];
execFileSync('npx', [...vsce, '--out', 'edge-sunset.vsix'], { cwd: HERE, stdio: 'inherit' });
