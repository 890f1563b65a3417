import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.js';
import { ROOT, repositoryFiles, textOf } from './sources.js';

/** What may lie at the top: the house, and the few files that tools look for there. */
const TOP_LEVEL = new Set([
  '.ci',
  '.dockerignore',
  '.gitattributes',
  '.github',
  '.gitignore',
  '.npmrc',
  '.pre-commit-hooks.yaml',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'action.yml',
  'bench',
  'biome.json',
  'ci',
  'codemods',
  'docs',
  'editors',
  'examples',
  'knip.json',
  'package-lock.json',
  'package.json',
  'rules',
  'schema',
  'scripts',
  'src',
  'test',
  'tsconfig.build.json',
  'tsconfig.json',
  'vitest.config.ts',
  'vitest.system.config.ts',
]);

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FILES = repositoryFiles();
const isText = (path: string) =>
  /\.(?:[cm]?[jt]sx?|json|md|ya?ml|sh|py|tf|wat|txt)$|^\.ci\/run$|^\.npmrc$/.test(path);

describe('the repository', () => {
  it('has nothing at the top that does not belong there', () => {
    const strangers = new Set(
      FILES.map((path) => path.split('/')[0] ?? '').filter((name) => !TOP_LEVEL.has(name)),
    );
    expect([...strangers]).toEqual([]);
  });

  it('has one version', () => {
    expect(JSON.parse(textOf('package.json')).version).toBe(VERSION);
    expect(textOf('CHANGELOG.md')).toContain(`## ${VERSION}`);
  });

  it('pins every dependency to one version and gives each its reason in CONTRIBUTING.md', () => {
    const manifest = JSON.parse(textOf('package.json'));
    const contributing = textOf('CONTRIBUTING.md');
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, name).toMatch(/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/);
      expect(contributing, `a reason for ${name}`).toContain(`\`${name}\``);
    }
  });

  it('has a lock file for every platform', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      readonly packages: Record<string, Locked>;
    };
    const missing = Object.entries(packages).flatMap(([key, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).filter((name) => {
        // The nearest folder above that holds it, as Node looks it up.
        const nested = `${key}/node_modules/${name}`;
        const beside = `${key.slice(0, key.lastIndexOf('node_modules/'))}node_modules/${name}`;
        return !(nested in packages || beside in packages || `node_modules/${name}` in packages);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('needs at run time what scan needs, and no more', () => {
    const { dependencies } = JSON.parse(textOf('package.json'));
    expect(Object.keys(dependencies)).toEqual([
      '@babel/parser',
      'jsonc-parser',
      'oxc-parser',
      'smol-toml',
      'yaml',
    ]);
  });

  it('names no machine path and no host of a package registry', () => {
    // Put together here, so that this file does not name them either.
    const words = [
      ['/wo', 'rk/'],
      ['/ho', 'me/runner'],
      ['registry.np', 'mjs.org'],
      ['registry.ya', 'rnpkg.com'],
    ];
    const patterns = words.map((parts) => parts.join(''));
    const ours = FILES.filter((path) => isText(path) && !path.startsWith('test/idioms/programs/'));
    const named = ours.filter((path) => {
      const text = textOf(path);
      return patterns.some((pattern) => text.includes(pattern));
    });
    expect(named).toEqual([]);
  });

  it('skips no test and silences no check', () => {
    const silenced = [
      ['@ts-', 'ignore'],
      ['@ts-', 'expect-error'],
      ['it.', 'skip('],
      ['describe.', 'skip('],
      ['it.', 'only('],
      ['it.', 'todo('],
    ];
    const patterns = silenced.map((parts) => parts.join(''));
    const ours = FILES.filter(
      (path) =>
        /^(?:src|rules|codemods|scripts|test)\/.*\.[cm]?ts$/.test(path) && !path.includes('/programs/'),
    );
    const found = ours.flatMap((path) =>
      patterns.filter((pattern) => textOf(path).includes(pattern)).map((pattern) => `${path}: ${pattern}`),
    );
    expect(found).toEqual([]);
  });

  it('keeps files short enough to read', () => {
    const long = FILES.filter(
      (path) => /^(?:src|rules|codemods)\/.*\.ts$/.test(path) && !/\/generated\//.test(path),
    )
      .map((path) => ({ path, lines: textOf(path).split('\n').length }))
      .filter(({ lines }) => lines > 800);
    expect(long).toEqual([]);
  });

  it('is found where it is', () => {
    expect(FILES).toContain('package.json');
    expect(ROOT.length).toBeGreaterThan(1);
  });
});
