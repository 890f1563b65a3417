import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from './command-line.js';

const printed = async (shell: string) => {
  const { code, stdout } = await edgeSunset(['completions', shell], { cwd: folderOf({}) });
  expect(code).toBe(0);
  return stdout;
};

describe('completions', () => {
  it('bash completes commands, options, values, entries and files', async () => {
    const script = await printed('bash');
    const cwd = folderOf({ 'deploy.ts': '' });
    const lines = [
      ['sc'],
      ['scan', '--form'],
      ['scan', '--format', 'sa'],
      ['scan', '--only', 'mini'],
      ['explain', 'rate'],
      ['scan', 'dep'],
      ['expr', 'ev'],
      ['scan', '--nothing'],
    ];
    const ask = lines.map((words) => {
      const all = ['edge-sunset', ...words].map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(${all}); COMP_CWORD=${words.length}; _edge_sunset; echo "\${COMPREPLY[*]}"`;
    });
    const answers = execFileSync('bash', ['-c', `set -u\n${script}\n${ask.join('\n')}`], {
      cwd,
      encoding: 'utf8',
    });
    expect(answers.split('\n')).toEqual([
      'scan',
      '--format',
      'sarif',
      'minify',
      'rate-limits',
      'deploy.ts',
      'eval',
      '',
      '',
    ]);
  });

  it('zsh and fish name every command and each option with what it does', async () => {
    const zsh = await printed('zsh');
    expect(zsh).toContain("'scan:report calls of retired APIs, with their replacements'");
    expect(zsh).toMatch(/ {4}scan\) _arguments .*'\*--format\[[^']*\]: :\(text /);
    const fish = await printed('fish');
    expect(fish).toContain("-a scan -d 'report calls of retired APIs, with their replacements'");
    expect(fish).toMatch(/__fish_seen_subcommand_from scan' -l format -s f -x -a 'text /);
    // An apostrophe in a summary ends no quotation.
    for (const line of fish.split('\n')) expect(line.replaceAll("\\'", '').split("'").length % 2).toBe(1);
  });

  it.each([[], ['tcsh'], ['bash', 'zsh'], ['__proto__']])('%j is a usage error', async (...argv) => {
    const { code, stdout, stderr } = await edgeSunset(['completions', ...argv], { cwd: folderOf({}) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('name one shell: bash, zsh, fish.');
  });
});

it.each(['version', '-v', '--version'])('%s prints the version', async (argument) => {
  const { code, stdout } = await edgeSunset([argument], { cwd: folderOf({}) });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
