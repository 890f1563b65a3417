import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a program and gives its standard output; a failure carries what it printed. */
export function output(cwd: string, program: string, ...argv: string[]): string {
  try {
    return execFileSync(program, argv, { cwd, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 });
  } catch (error) {
    const { stdout, stderr } = Object(error) as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ${argv.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  }
}

const made: string[] = [];

/** A temporary folder that `removeFolders` takes away. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `edge-sunset-${name}-`));
  made.push(folder);
  return folder;
}

/** Removes every folder that was made here, and nothing else. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** An empty project of its own with these packages installed. */
export function projectWith(...packages: string[]): string {
  const folder = newFolder('project');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'project', private: true, type: 'module' }),
  );
  output(folder, 'npm', 'install', '--silent', '--no-audit', '--no-fund', ...packages);
  return folder;
}

/** Names of the packages installed in a project. */
export function installedPackages(project: string): readonly string[] {
  const modules = join(project, 'node_modules');
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    );
}

export function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
