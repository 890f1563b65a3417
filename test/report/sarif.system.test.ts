import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgeSunset } from '../cli/command-line.js';
import { output, projectWith, removeFolders } from '../package/packed.js';
import { ROOT } from '../repository/sources.js';
import { finding, rendered, report } from './sample.js';

/** SARIF judged by the schema of the standard and by the validator of its authors. */

const TOOL = `@microsoft/sarif-multitool-${process.platform === 'win32' ? 'win32' : process.platform}`;
let project = '';

beforeAll(() => {
  project = projectWith(`${TOOL}@5.7.0`);
  chmodSync(join(project, 'node_modules', TOOL, 'Sarif.Multitool'), 0o755);
});
afterAll(removeFolders);

/** Rules broken, by the rule sets of the standard and of code scanning. */
function verdicts(sarif: string): readonly string[] {
  const file = join(project, 'report.sarif');
  const out = join(project, 'verdict.sarif');
  writeFileSync(file, sarif);
  // It ends with 0 even when it finds faults, so its own report is read.
  output(
    project,
    join(project, 'node_modules', TOOL, 'Sarif.Multitool'),
    'validate',
    file,
    '--rule-kind',
    'Sarif;Ghas',
    '-o',
    out,
    '--log',
    'ForceOverwrite',
  );
  const { runs } = JSON.parse(readFileSync(out, 'utf8'));
  return runs.flatMap(
    (run: { readonly results: readonly { readonly ruleId: string; readonly level?: string }[] }) =>
      run.results.map((result) => `${result.ruleId} ${result.level ?? 'warning'}`),
  );
}

function schemaErrors(sarif: string): unknown {
  const schema = JSON.parse(readFileSync(join(project, 'node_modules', TOOL, 'sarif-2.1.0.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return validate(JSON.parse(sarif)) ? null : validate.errors;
}

const hostile = report([
  finding({
    path: 'a\n::error::x/%0A [link](x) <b>.ts',
    message: 'with [brackets](javascript:x) and {0} braces.',
  }),
  finding({
    path: 'fix.ts',
    fingerprint: 'a'.repeat(32),
    related: [{ path: 'other é.ts', line: 1, column: 1, endLine: 1, endColumn: 4, message: 'sent here' }],
    fix: {
      level: 'safe',
      edits: [{ offset: [60, 66], text: '', line: 3, column: 21, endLine: 3, endColumn: 27 }],
    },
  }),
  finding({ path: 'deep/hint.md', severity: 'hint', fingerprint: 'b'.repeat(32) }),
]);

describe('the SARIF report', () => {
  it('of the example has no fault', async () => {
    const { stdout } = await edgeSunset(['scan', 'examples/legacy-app', '-f', 'sarif', '--hints'], {
      cwd: ROOT,
    });
    expect(JSON.parse(stdout).runs[0].results.length).toBeGreaterThan(5);
    expect(schemaErrors(stdout)).toBeNull();
    expect(verdicts(stdout)).toEqual([]);
  });

  it('of a migration has no fault, with the edits as fixes', async () => {
    const { stdout } = await edgeSunset(
      ['migrate', 'examples/legacy-app', '-f', 'sarif', '--level', 'review'],
      {
        cwd: ROOT,
      },
    );
    expect(stdout).toContain('"fixes"');
    expect(schemaErrors(stdout)).toBeNull();
    expect(verdicts(stdout)).toEqual([]);
  });

  it('of hostile names, links, fixes and skipped files has no fault', () => {
    const sarif = rendered('sarif', {
      ...hostile,
      skipped: [{ path: 'x y.ts', reason: 'unparsable', detail: 'at 1:1' }],
    });
    expect(schemaErrors(sarif)).toBeNull();
    expect(verdicts(sarif)).toEqual([]);
  });

  it('of nothing has no fault', () => {
    const sarif = rendered('sarif', report([]));
    expect(schemaErrors(sarif)).toBeNull();
    expect(verdicts(sarif)).toEqual([]);
  });

  it('is really judged: a broken one is refused by both', () => {
    const broken = JSON.parse(rendered('sarif', hostile));
    broken.runs[0].results[0].locations[0].physicalLocation.region.startLine = -1;
    expect(schemaErrors(JSON.stringify(broken))).not.toBeNull();
    const bare = JSON.parse(rendered('sarif', hostile));
    delete bare.runs[0].tool.driver.rules;
    expect(verdicts(JSON.stringify(bare))).not.toEqual([]);
  });
});
