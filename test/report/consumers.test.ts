import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { finding, PLAIN, rendered, report } from './sample.js';

const parts = (severity: 'error' | 'warning' | 'hint', count: number) =>
  Array.from({ length: count }, (_, index) => finding({ path: `${severity}${index}.ts`, severity }));

describe('compact', () => {
  it('is one line a finding, as editors read it', () => {
    const rows = rendered('compact', report([finding(), finding({ state: 'marked' })])).split('\n');
    expect(rows[0]).toMatch(/^src\/deploy\.ts:3:21: minify 'PATCH /);
    expect(rows[1]).toMatch(/^src\/deploy\.ts:3:21: minify \(marked\) 'PATCH /);
    expect(rows).toHaveLength(3);
  });
});

describe('github', () => {
  it('names each place from the root of the repository', () => {
    const places = { cwd: '/project/app', repositories: ['/project'] };
    const [row] = rendered('github', report([finding()], { places })).split('\n');
    expect(row).toMatch(
      /^::error file=app\/src\/deploy\.ts,line=3,endLine=3,col=21,endColumn=27,title=minify::'PATCH /,
    );
  });

  it('gives no columns of a place over several lines', () => {
    const output = rendered('github', report([finding({ endLine: 4 })]));
    expect(output).not.toContain('col=');
    expect(output).toContain('endLine=4');
  });

  it('shows what GitHub shows, and tells of the rest', () => {
    const notices: string[] = [];
    const context = { ...PLAIN, notice: (text: string) => notices.push(text) };
    const whole = report([...parts('hint', 3), ...parts('error', 14), ...parts('warning', 10)]);
    const lines = rendered('github', whole, context).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::notice '))).toHaveLength(3);
    expect(notices).toEqual([expect.stringContaining('4 findings are only in the summary')]);
  });

  it('adds to the summary of the job and to the outputs of the step', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL, 'summary.md': 'before\n', 'output.txt': 'a=1\n' });
    const env = { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'), GITHUB_OUTPUT: join(cwd, 'output.txt') };
    const { code } = await edgeSunset(['scan', '-f', 'github', 'a.ts'], { cwd, env });
    expect(code).toBe(1);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(
      /^before\n[\s\S]*## 1 call of retired APIs in 1 file/,
    );
    expect(readFileSync(join(cwd, 'output.txt'), 'utf8')).toBe(
      'a=1\nfindings=1\nundetermined=0\nmarked=0\nskipped=0\n',
    );
  });

  it('touches no such file for another format, and says when one cannot be written', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL, 'output.txt': '' });
    const env = {
      GITHUB_STEP_SUMMARY: join(cwd, 'no', 'summary.md'),
      GITHUB_OUTPUT: join(cwd, 'output.txt'),
    };
    await edgeSunset(['scan', '-f', 'markdown', 'a.ts'], { cwd, env });
    expect(readFileSync(join(cwd, 'output.txt'), 'utf8')).toBe('');
    const { code, stderr } = await edgeSunset(['scan', '-f', 'github', 'a.ts'], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain('GITHUB_STEP_SUMMARY');
  });
});

describe('rdjson', () => {
  const edit = { offset: [60, 66] as const, text: 'x', line: 3, column: 21, endLine: 3, endColumn: 27 };

  it('counts columns in bytes', () => {
    const text = '  `/zönes/${zone}/settings/minify`,';
    const change = {
      excerpt: { firstLine: 3, lines: [{ text, dropped: 0 }] },
      fix: { level: 'safe' as const, edits: [edit] },
    };
    const { diagnostics } = JSON.parse(rendered('rdjson', report([finding(change)])));
    const range = { start: { line: 3, column: 22 }, end: { line: 3, column: 28 } };
    expect(diagnostics[0]).toMatchObject({
      location: { path: 'src/deploy.ts', range },
      severity: 'ERROR',
      suggestions: [{ range, text: 'x' }],
    });
  });

  it('suggests nothing where the place of an edit cannot be told', () => {
    const fix = { level: 'safe' as const, edits: [edit, { ...edit, line: 90, endLine: 90 }] };
    const { diagnostics } = JSON.parse(rendered('rdjson', report([finding({ fix, endLine: 99 })])));
    expect(diagnostics[0]).not.toHaveProperty('suggestions');
    expect(diagnostics[0].location.range.end).toEqual({ line: 99 });
  });
});

describe('markdown', () => {
  it('groups by entry with what to do, and folds long tables', () => {
    const output = rendered('markdown', report(Array.from({ length: 12 }, (_, line) => finding({ line }))));
    expect(output).toContain('## 12 calls of retired APIs in 1 file');
    expect(output).toContain('<details><summary>12 places</summary>');
    expect(output.match(/^\| `src/gm)).toHaveLength(12);
  });

  it('lists no hints, and is short for 100,000 findings', () => {
    const one = finding();
    const output = rendered('markdown', report(Array.from({ length: 100_000 }, () => one)));
    expect(output.length).toBeLessThan(65_536);
    expect(output).toContain('… and 99800 more');
    expect(rendered('markdown', report(parts('hint', 2)))).toContain('## No calls of retired APIs');
  });
});

describe('csv', () => {
  it('quotes what needs it and starts no formula', () => {
    const output = rendered('csv', report([finding({ path: '=1+1,"a".ts', endpoint: null })]));
    const [head, row] = output.split('\r\n');
    expect(head).toMatch(/^path,line,column,severity,entry,/);
    expect(row).toMatch(/^"'=1\+1,""a"".ts",3,21,error,minify,exact,open,PATCH,,2024-08-05,/);
  });
});

describe('junit', () => {
  it('is a suite a file, and one passed test when all is well', () => {
    const output = rendered('junit', report([finding(), finding({ line: 9 }), finding({ path: 'z.ts' })]));
    expect(output).toContain('<testsuites name="edge-sunset" tests="3" failures="3" errors="0">');
    expect(output).toContain('<testsuite name="src/deploy.ts" tests="2" failures="2" errors="0">');
    expect(output.match(/<\/testsuite>/g)).toHaveLength(2);
    expect(rendered('junit', report([]))).toContain('tests="1" failures="0"');
  });
});

describe('what this program has written is not scanned', () => {
  const scanOf = async (cwd: string) => {
    const { stdout, stderr } = await edgeSunset(['scan', '-f', 'json', '--hints'], { cwd });
    return {
      summary: JSON.parse(stdout).summary,
      told: stderr.match(/(?<=^)\S+(?=: not scanned: this is)/gm),
    };
  };

  it('reports, in any format that can be told from source', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const outputs = [
      'markdown=r.md',
      'junit=r.xml',
      'csv=r.csv',
      'rdjson=r.json',
      'codequality=q.json',
      'gitlab-sast=s.json',
      'text=report',
    ].flatMap((one) => ['-o', one]);
    await edgeSunset(['scan', ...outputs], { cwd });
    const plan = await edgeSunset(['migrate', '-f', 'text'], { cwd });
    writeFileSync(join(cwd, 'plan.out'), plan.stdout);
    const { summary, told } = await scanOf(cwd);
    expect(summary).toMatchObject({ findings: 1, hints: 0 });
    expect(told).toHaveLength(8);
  });

  it('a baseline whose rows name what is searched for, and the records of undo', async () => {
    const path = 'src/api.cloudflare.com/client/v4/zones/1/firewall/rules/rate_limits.ts';
    const cwd = folderOf({ [path]: DEAD_CALL, 'other/b.ts': DEAD_CALL });
    await edgeSunset(['scan', 'src', '--update-baseline'], { cwd });
    const env = { EDGE_SUNSET_STATE: join(cwd, 'state') };
    await edgeSunset(['migrate', '--write', '--level', 'review', 'other'], { cwd, env });
    expect(readdirSync(join(cwd, 'state'), { recursive: true }).join(' ')).toContain('.done');
    const { summary, told } = await scanOf(cwd);
    expect(summary).toMatchObject({ findings: 2, files: { skipped: 0 }, hints: 0 });
    expect(told).toEqual(['edge-sunset.baseline.json']);
  });

  it('but a text is that only speaks of a command', async () => {
    const cwd = folderOf({
      'deploy.sh': `curl -X DELETE https://api.cloudflare.com/client/v4/zones/1/rate_limits/1
echo Next: npx edge-sunset explain minify
`,
    });
    const { summary, told } = await scanOf(cwd);
    expect(summary.findings).toBe(1);
    expect(told).toBeNull();
  });
});
