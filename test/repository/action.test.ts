import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { ACTION, bundleAction } from '../../scripts/build/action.js';
import { writeGrammars } from '../../scripts/build/grammars.js';
import { folderOf } from '../cli/command-line.js';
import { workflowLinter } from '../workflow-linter.js';
import { ROOT, textOf } from './sources.js';

const WORKFLOW = '.github/workflows/release.yml';

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly steps: readonly { readonly run?: string }[];
}

describe('the file of the GitHub Action', () => {
  it('edits other languages, with the grammars beside it alone', async () => {
    const code = await bundleAction(ROOT);
    const folder = folderOf({
      'action/index.cjs': code,
      'tree/clean.py':
        'import requests\n\nrequests.patch(f"https://api.cloudflare.com/client/v4/zones/{zone}/settings/minify", json={"value": "on"})\nprint("done")\n',
    });
    writeGrammars(join(folder, 'action/grammars'));
    const argv = [join(folder, 'action/index.cjs'), 'migrate', '--level', 'review', '-f', 'json', 'tree'];
    const { stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).files).toMatchObject([
      { path: 'tree/clean.py', text: expect.not.stringContaining('minify') },
    ]);
  });

  it('has the same bytes wherever it is built, and loads nothing that is not part of Node', async () => {
    mkdirSync(join(ROOT, '.tmp'), { recursive: true });
    const elsewhere = mkdtempSync(join(ROOT, '.tmp/action-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    for (const path of ['src', 'codemods', 'package.json'])
      cpSync(join(ROOT, path), join(elsewhere, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(elsewhere, 'node_modules'), 'junction');
    const text = await bundleAction(ROOT);
    // Compared as a whole, and not shown: it has six million characters.
    expect((await bundleAction(elsewhere)) === text).toBe(true);

    const { builtinModules } = process.getBuiltinModule('node:module');
    const named = [...text.matchAll(/\brequire\("([\w@:./-]+)"\)/g)].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    const others = named.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')));
    expect(new Set(others)).toEqual(new Set());
  });

  it('is built for a release and compared on another machine', async () => {
    const text = textOf(WORKFLOW);
    const lint = await workflowLinter();
    // The linter is older than this permission.
    const isKnown = 'unknown permission scope "attestations"';
    expect(lint(text, WORKFLOW).filter(({ message }) => !message.startsWith(isKnown))).toEqual([]);
    const { jobs } = parse(text) as { jobs: Record<string, Job> };
    const commands = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []).join('\n');
    expect(commands('release')).toContain('npm run build');
    expect(commands('release')).toContain(`git add --force ${ACTION} action/grammars`);
    expect(jobs.reproduce?.needs).toBe('release');
    expect(commands('reproduce')).toContain('npm run action:build -- --check');
    // What is published is what was built and tried before the tag, and a dry run publishes nothing.
    expect(jobs.release?.needs).toEqual(['package', 'executable']);
    expect(commands('package')).toMatch(/npm pack[\s\S]*npm sbom/);
    expect(commands('executable')).toContain('npm run executable');
    const publishing = Object.entries(jobs).filter(([job]) =>
      /npm publish --provenance|gh release|git push/.test(commands(job)),
    );
    expect(publishing.map(([job]) => job)).toEqual(['release', 'publish']);
    expect(jobs.publish?.if).toBe('${{ !inputs.dry-run }}');
    expect(commands('release')).toMatch(/= true \]; then exit 0; fi\n\s*git push/);
  });
});
