import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesOf, renamed } from '../../scripts/names/rename.js';
import { derivedFiles } from '../../scripts/pages/index.js';
import { COMMANDS } from '../../src/cli/run/commands.js';
import { DOCUMENTATION, ISSUES, REPOSITORY } from '../../src/documentation.js';
import { FORMATS } from '../../src/report/index.js';
import { VERSION } from '../../src/version.js';
import { edgeSunset } from '../cli/command-line.js';
import { ROOT, repositoryFiles, textOf } from './sources.js';

const README = textOf('README.md');
const SCAN = textOf('docs/scan.md');

/** The one line of shell behind a marker, as `.ci/run` takes it. */
function commandNamed(name: string): readonly string[] {
  const block = new RegExp(`<!-- command: ${name} -->\\n+\`\`\`sh\\n([^\`]*)\`\`\``).exec(README)?.[1] ?? '';
  return block.split('\n').filter((line) => line !== '');
}

describe('the README', () => {
  it('sets everything up with two commands of one line each', () => {
    for (const name of ['example', 'test']) expect(commandNamed(name)).toHaveLength(1);
  });

  it('shows what is printed', async () => {
    const [, shown = ''] =
      /<!-- output: scan scripts\/deploy\.mjs -->\n\n```\n\$ npx edge-sunset ([\s\S]*?)```\n/.exec(SCAN) ??
      [];
    const [command = '', ...lines] = shown.split('\n');
    const { stdout } = await edgeSunset(command.split(' '), { cwd: join(ROOT, 'examples/legacy-app') });
    expect(lines.join('\n')).toBe(stdout);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('calls only npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json'));
    for (const [, name] of README.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name);
  });

  it('fits on two screens and leads to a page with every command and every format', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(130);
    expect(README).toContain('(docs/scan.md)');
    for (const { name } of COMMANDS) expect(SCAN).toContain(`\`edge-sunset ${name}`);
    for (const { name } of FORMATS) expect(SCAN).toContain(`\`${name}\``);
  });

  it('shows the words of the error people search for', () => {
    expect(README).toContain('10020');
    expect(README).toContain('firewallrules.api.maintenance_mode');
  });

  it('and the other pages link only to pages of the documentation site that are there', async () => {
    const pages = new Set([...(await derivedFiles()).keys(), ...repositoryFiles()]);
    const isPage = (path: string) =>
      pages.has(`docs/${path}.md`) ||
      pages.has(`docs/${path}/index.md`) ||
      pages.has(`scripts/site/${path}/page.html`);
    const link = new RegExp(`${DOCUMENTATION}/([^)#\\s]*?)/?(?:#[^)]*)?\\)`, 'g');
    const linking = repositoryFiles().filter((path) =>
      /^(?:[A-Z]+|docs\/.*|codemods\/[^/]+\/README)\.md$/.test(path),
    );
    const targets = linking.flatMap((path) => [...textOf(path).matchAll(link)].map(([, page = '']) => page));
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((page) => !isPage(page))).toEqual([]);
    expect(isPage('entries/nonsense')).toBe(false);
  });

  it('and the other pages link only to files that exist', () => {
    const files = new Set(repositoryFiles());
    for (const page of [
      'README.md',
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/ci.md',
      'docs/pull-requests.md',
      'docs/index.md',
      'docs/scan.md',
      'docs/faq.md',
      'docs/comparison.md',
      'docs/new-user.md',
    ]) {
      const folder = page.includes('/') ? `${page.slice(0, page.lastIndexOf('/'))}/` : '';
      for (const [, target = ''] of textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        const path = new URL(target, `file:///${folder}`).pathname.slice(1);
        expect(
          files.has(path) || [...files].some((file) => file.startsWith(path)),
          `${page}: ${target}`,
        ).toBe(true);
      }
    }
  });
});

describe('the package', () => {
  const manifest = JSON.parse(textOf('package.json'));

  it('names the owner, the address and the version for all other files', () => {
    const wanted = namesOf(manifest);
    expect({ documentation: DOCUMENTATION, repository: REPOSITORY, version: VERSION }).toEqual(wanted);
    expect(manifest.bugs).toEqual({ url: ISSUES });
    const slug = new URL(REPOSITORY).pathname.slice(1);
    const others = repositoryFiles().flatMap((path) =>
      [...textOf(path).matchAll(/([\w.<>-]+\/edge-sunset)(?:\.git|@v\d|\/v\d|\/issues|\/blob)/g)]
        .filter(([, owner]) => owner !== slug)
        .map(([found]) => `${path}: ${found}`),
    );
    expect(others).toEqual([]);
  });

  it('is renamed in every file by one command', () => {
    const slug = 'example/edge-sunset';
    const wanted = {
      documentation: 'https://docs.example.net',
      repository: `https://github.com/${slug}`,
      version: '2.0.0',
    };
    const written = namesOf(manifest);
    const result = (path: string) => renamed(path, textOf(path), written, wanted);
    expect(result('docs/ci.md')).toContain(`uses: ${slug}@v2.0.0`);
    expect(result('docs/index.md')).toContain('https://docs.example.net/errors/');
    expect(result('src/version.ts')).toContain(`VERSION = '2.0.0'`);
    expect(result('CHANGELOG.md')).toBe(textOf('CHANGELOG.md'));
  });

  it('holds whatever the README links to', () => {
    const packed: readonly string[] = [...manifest.files, 'package.json'];
    const targets = [...README.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(10);
    for (const target of targets)
      expect(
        packed.some((name) => target === name || target.startsWith(`${name}/`)),
        target,
      ).toBe(true);
  });
});
