/** Folders for programs that are migrated or run: written, with the packages they name, and thrown away. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Files } from './cases.js';

const PACKAGES = join(import.meta.dirname, '../../node_modules');

export function withTree<T>(files: Files, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-prove-'));
  const done = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeTree(folder, files);
    const result = use(folder);
    if (result instanceof Promise) return result.finally(done) as T;
    done();
    return result;
  } catch (error) {
    done();
    throw error;
  }
}

export function writeTree(folder: string, files: Files): void {
  writeFiles(folder, files);
  linkPackages(folder, files);
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** What a `package.json` depends on is linked from our own packages: an SDK by its major version. */
function linkPackages(folder: string, files: Files): void {
  for (const [path, content] of files) {
    if (!path.endsWith('package.json')) continue;
    const { dependencies } = JSON.parse(content.toString('utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    for (const [name, range] of Object.entries(dependencies ?? {})) {
      const installed = join(PACKAGES, installedName(name, range));
      if (!existsSync(installed)) throw new Error(`${path} depends on ${name}, which is not installed here`);
      const link = join(folder, dirname(path), 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(installed, link, 'junction');
    }
  }
}

/** The first release of major 3 has calls of its own, which later ones gave up; axios was another one before its 1. */
function installedName(name: string, range: string): string {
  if (name === 'axios' && /^\D*0\./.test(range)) return 'axios-0-21';
  if (name !== 'cloudflare') return name;
  if (range === '3.0.0') return 'cloudflare-3-0';
  const major = /\d+/.exec(range)?.[0];
  return major === undefined ? name : `cloudflare-${major}`;
}
