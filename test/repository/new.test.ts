import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../scripts/new/kinds.js';
import { planNew } from '../../scripts/new/plan.js';
import { ROOT, repositoryFiles, textOf } from './sources.js';

const GAP = ['FILL', 'IN'].join('-');
const read = (path: string) => (existsSync(join(ROOT, path)) ? textOf(path) : null);

/** Every place that still waits for its author. */
function gapsIn(path: string, text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const at = line.indexOf(GAP);
    return at < 0 ? [] : [`${path}:${index + 1}: ${line.slice(at + GAP.length).trim() || 'fill it in'}`];
  });
}

describe('npm run new', () => {
  it.each(Object.keys(KINDS))('%s plans files with gaps, and code that parses', (kind) => {
    const plan = planNew(kind, 'sample-thing', read);
    if (!plan.ok) throw new Error(plan.problem);
    const created = plan.writes.filter(({ path }) => read(path) === null);
    const changed = plan.writes.filter(({ path }) => read(path) !== null);
    expect(created.length).toBeGreaterThan(0);
    for (const { path, text } of created) {
      expect(path).toContain('sample-thing');
      expect(gapsIn(path, text), path).not.toEqual([]);
    }
    for (const { path, text } of plan.writes.filter((write) => write.path.endsWith('.ts'))) {
      const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true, fileName: path });
      expect(diagnostics, path).toEqual([]);
    }
    for (const { text } of changed) expect(text).toContain('sampleThing');
  });

  it.each([
    ['entry', 'Rate_Limits', 'is no name'],
    ['entry', '', 'is no name'],
    ['entry', '../escape', 'is no name'],
    ['format', 'sarif', 'exists already'],
    ['plugin', 'thing', 'there is no kind'],
    ['__proto__', 'thing', 'there is no kind'],
  ])('refuses %s %j', (kind, name, problem) => {
    const plan = planNew(kind, name, read);
    expect(plan.ok ? '' : plan.problem).toContain(problem);
  });
});

describe('what was scaffolded', () => {
  it('is filled in', () => {
    const sources = repositoryFiles().filter((path) =>
      /^(?:src|rules|codemods|test|docs)\/.*\.(?:ts|json|md|ya?ml|case)$/.test(path),
    );
    expect(sources.flatMap((path) => gapsIn(path, read(path) ?? ''))).toEqual([]);
  });

  it('would be missed if it were not', () => {
    expect(gapsIn('a.yaml', `title: ${GAP} the title\n`)).toEqual(['a.yaml:1: the title']);
    expect(gapsIn('a.yaml', 'title: A title\n')).toEqual([]);
  });
});
