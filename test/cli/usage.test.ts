import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/run/commands.js';
import { SCAN_FLAGS } from '../../src/cli/scan/flags.js';
import { VERSION } from '../../src/version.js';
import { DEAD_CALL, edgeSunset, folderOf } from './command-line.js';

describe('the command line', () => {
  const cwd = process.cwd();

  it('says what it is without a command, exit 2', async () => {
    const outcome = await edgeSunset([], { cwd });
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain('Usage: edge-sunset <command>');
  });

  it('prints the version and the help on standard output', async () => {
    expect(await edgeSunset(['--version'], { cwd })).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
    for (const argv of [['--help'], ['-h'], ['help']]) {
      const outcome = await edgeSunset(argv, { cwd });
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      for (const row of COMMANDS) expect(outcome.stdout).toContain(row.name);
    }
  });

  it.each(COMMANDS.map((row) => row.name))('%s has a help of its own', async (name) => {
    const outcome = await edgeSunset([name, '--help'], { cwd });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain(`edge-sunset ${name}`);
    expect(await edgeSunset(['help', name], { cwd })).toEqual(outcome);
  });

  it('names the values of a flag, once', async () => {
    const { stdout } = await edgeSunset(['ruleset', '--help'], { cwd });
    expect(stdout).toContain('one of: ruleset, entry-point, rule, change');
    expect(stdout.match(/text \(default\) or json/g)).toHaveLength(1);
    expect(stdout).not.toContain('one of: text');
  });

  it('names every flag of scan in its help', async () => {
    const { stdout } = await edgeSunset(['scan', '--help'], { cwd });
    for (const name of Object.keys(SCAN_FLAGS)) expect(stdout).toContain(`--${name}`);
  });

  it('guesses a mistyped command, exit 2', async () => {
    const near = await edgeSunset(['scna'], { cwd });
    expect(near).toMatchObject({ code: 2, stdout: '' });
    expect(near.stderr).toContain("Did you mean 'scan'?");
    const far = await edgeSunset(['xylophone'], { cwd });
    expect(far.code).toBe(2);
    expect(far.stderr).not.toContain('Did you mean');
  });

  it('escapes what it repeats', async () => {
    const outcome = await edgeSunset(['sc\n::error::x\u001b[31m'], { cwd });
    expect(outcome.stderr).not.toContain('\n::error');
    expect(outcome.stderr).not.toContain('\u001b');
  });
});

describe('wrong usage of scan is exit 2, says what to do, and reports nothing', () => {
  it.each([
    [['--formt', 'json'], 'Did you mean --format?'],
    [['--format'], '--format needs a value'],
    [['--format', '--stats'], '--format needs a value'],
    [['--format', 'jsn'], "Did you mean 'json'?"],
    [['--hints=yes'], '--hints takes no value'],
    [['--now', 'tomorrow'], '--now must be a date'],
    [['--now', '2026-02-30'], '--now must be a date'],
    [['--now', '2026-13-45'], '--now must be a date'],
    [['--min-confidence', 'sure'], '--min-confidence must be one of exact, likely, possible'],
    [['--only', 'firewall-rule'], "Did you mean 'firewall-rules'?"],
    [['--only', 'no-firewall-rule'], "Did you mean 'firewall-rules'?"],
    [['--only', 'minify,firewall-rule'], 'unknown entry "firewall-rule". Did you mean \'firewall-rules\'?'],
    [['--skip', 'nothing-like-it'], 'unknown entry'],
    [['--skip', 'minify,nothing-like-it'], 'unknown entry "nothing-like-it"'],
    [['--skip', 'minify,'], '--skip has an empty name in "minify,": --skip ENTRY,ENTRY'],
    [['--only='], '--only has an empty name in ""'],
    [['--schedule', 'sepc'], "Did you mean 'spec'?"],
    [['--schedule', 'vendor-2026,sepc'], "Did you mean 'spec'?"],
    [['--max-file-size', 'big'], '--max-file-size must be a size'],
    [['--max-file-size', '0'], '--max-file-size must be a size'],
    [['--output', 'report.json'], '--output must be <format>=<file>'],
    [['--output', 'nope=report.json'], '--output must be <format>=<file>'],
    [['--output', 'json='], '--output must be <format>=<file>'],
    [['--output', 'json=no/such/folder/r.json'], 'does not exist'],
    [['--output', 'json=folder'], 'this is a folder'],
    [['--output', 'json=a.ts'], 'this file exists and is not a report'],
    [['--config', 'missing.json'], 'there is no such file'],
    [['--catalogue', 'missing.yaml'], 'does not exist'],
    [['--catalogue', 'folder'], 'is not a file'],
    [['missing/path'], 'the path "missing/path" does not exist'],
    [['-'], "'-' needs --stdin-filename"],
    [['-', 'a.ts', '--stdin-filename', 'a.ts'], "'-' (standard input) cannot be combined"],
    [['-', '--roots', '-', '--stdin-filename', 'a.ts'], 'cannot both read'],
    [['--roots', 'list.txt'], 'list.txt cannot be read (ENOENT)'],
  ])('%j', async (argv, message) => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    mkdirSync(join(cwd, 'folder'));
    const outcome = await edgeSunset(['scan', ...argv], { cwd });
    expect(outcome.stderr).toContain(message);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('a config file', () => {
  const withConfig = (name: string, text: string) => folderOf({ 'a.ts': DEAD_CALL, [name]: text });

  it('is found in the root and obeyed, unless --no-config', async () => {
    const cwd = withConfig('edge-sunset.config.yaml', 'skip: [firewall-rules]\n');
    expect((await edgeSunset(['scan'], { cwd })).code).toBe(0);
    expect((await edgeSunset(['scan', '--no-config'], { cwd })).code).toBe(1);
  });

  it('may be JSON, indented with tabs', async () => {
    const cwd = withConfig('edge-sunset.config.json', '{\n\t"skip": [\n\t\t"firewall-rules"\n\t]\n}\n');
    expect(await edgeSunset(['scan'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('gives way to a flag', async () => {
    const cwd = withConfig('edge-sunset.config.yaml', 'failOn: never\n');
    expect((await edgeSunset(['scan'], { cwd })).code).toBe(0);
    expect((await edgeSunset(['scan', '--fail-on', 'any'], { cwd })).code).toBe(1);
  });

  it('is the same from every current directory', async () => {
    const cwd = withConfig('edge-sunset.config.yaml', 'skip: [firewall-rules]\n');
    expect((await edgeSunset(['scan', cwd], { cwd: '/' })).code).toBe(0);
  });

  it('of a folder above is used up to the top of the repository, and no further', async () => {
    const cwd = folderOf({
      'repo/app/a.ts': DEAD_CALL,
      'edge-sunset.config.yaml': 'skip: [firewall-rules]\n',
    });
    expect((await edgeSunset(['scan', 'repo/app'], { cwd })).code).toBe(1);
    mkdirSync(join(cwd, 'repo/.git'));
    expect((await edgeSunset(['scan', 'repo/app'], { cwd })).code).toBe(1);
    writeFileSync(join(cwd, 'repo/edge-sunset.config.yaml'), 'skip: [firewall-rules]\n');
    expect((await edgeSunset(['scan', 'repo/app'], { cwd })).code).toBe(0);
  });

  it.each([
    [
      'skpi: []\n',
      'edge-sunset.config.yaml:1:1: skpi: unknown key "skpi" in the configuration; did you mean "skip"?',
    ],
    [
      'hints: "yes"\n',
      'edge-sunset.config.yaml:1:8: hints: expected true or false; write true or false, without quotes',
    ],
    ['only:\n  - 3\n', 'edge-sunset.config.yaml:2:5: only[0]: '],
    ['minConfidence: certain\n', 'edge-sunset.config.yaml:1:16: minConfidence: '],
    ['skip: [firewall-rules\n', 'edge-sunset.config.yaml:2:1: this is not YAML'],
    ['skip: []\nskip: []\n', 'edge-sunset.config.yaml:2:1: this is not YAML'],
    ['- a\n', 'edge-sunset.config.yaml:1:1: expected the configuration, found a list'],
    ['__proto__:\n  hints: true\n', 'unknown key "__proto__"'],
    ['failOn: sometimes\n', 'failOn must be any, ended, never'],
    ['maxFileSize: huge\n', 'maxFileSize must be a size'],
    ['only: [firewall-rulez]\n', "Did you mean 'firewall-rules'?"],
    ['catalogues: [missing.yaml]\n', '"missing.yaml" does not exist'],
  ])('%j is refused with its place', async (text, message) => {
    const cwd = withConfig('edge-sunset.config.yaml', text);
    const outcome = await edgeSunset(['scan'], { cwd });
    expect(outcome.stderr).toContain(message);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
  });

  it('names all its faults at once', async () => {
    const cwd = withConfig('edge-sunset.config.yaml', 'hints: 1\nstaged: true\nonly: minify\n');
    const { stderr } = await edgeSunset(['scan'], { cwd });
    for (const line of [':1:8:', ':2:1:', ':3:7:']) expect(stderr).toContain(line);
  });

  it('may be empty', async () => {
    const cwd = withConfig('edge-sunset.config.yaml', '\n');
    expect((await edgeSunset(['scan'], { cwd })).code).toBe(1);
  });
});

describe('a custom catalogue', () => {
  it('that is wrong is refused with file, line and column', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL, 'own.yaml': 'entries:\n  - id: mine\n    titel: x\n' });
    const outcome = await edgeSunset(['scan', '--catalogue', 'own.yaml'], { cwd });
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/own\.yaml:3:5: .*did you mean "title"/);
  });
});
