import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { edgeSunset, folderOf } from './command-line.js';

const read = (cwd: string, path: string) => readFileSync(join(cwd, path), 'utf8');

describe('init --agents', () => {
  it('writes a skill, instructions and a server, after showing them', async () => {
    const cwd = folderOf({});
    const { code, stdout, stderr } = await edgeSunset(['init', '--agents', '--yes'], { cwd });
    expect(code).toBe(0);
    const skill = read(cwd, '.claude/skills/edge-sunset/SKILL.md');
    expect(parse(skill.split('---\n')[1] ?? '')).toMatchObject({ name: 'edge-sunset' });
    expect(read(cwd, 'AGENTS.md')).toContain('brief <id>');
    expect(JSON.parse(read(cwd, '.mcp.json')).mcpServers['edge-sunset'].args.at(-1)).toBe('mcp');
    for (const path of ['.claude/skills/edge-sunset/SKILL.md', 'AGENTS.md', '.mcp.json'])
      expect(stdout).toContain(path);
    expect(stderr).toContain('wrote');
    // Clients that are not used here get no folder.
    expect(existsSync(join(cwd, '.cursor'))).toBe(false);
    expect(existsSync(join(cwd, 'edge-sunset.config.json'))).toBe(false);
    const again = await edgeSunset(['init', '--agents', '--yes'], { cwd });
    expect(again.stderr).toContain('nothing was written');
  });

  it('keeps what is in the files', async () => {
    const mine = '{\n  // mine\n  "servers": { "other": { "command": "other" } }\n}\n';
    const cwd = folderOf({
      'AGENTS.md': '# My rules\n',
      '.vscode/mcp.json': mine,
      '.cursor/rules/a.mdc': '',
    });
    await edgeSunset(['init', '--agents', '--yes'], { cwd });
    const agents = read(cwd, 'AGENTS.md');
    expect(agents.startsWith('# My rules\n\n<!-- edge-sunset: start -->')).toBe(true);
    const code = read(cwd, '.vscode/mcp.json');
    expect(code).toContain('// mine');
    expect(parseJsonc(code)).toMatchObject({
      servers: { other: { command: 'other' }, 'edge-sunset': { type: 'stdio' } },
    });
    expect(JSON.parse(read(cwd, '.cursor/mcp.json')).mcpServers).toHaveProperty('edge-sunset');
  });

  it('writes nothing that nobody agreed to, and nothing into a broken file', async () => {
    const cwd = folderOf({ 'AGENTS.md': '# My rules\n' });
    const asked = await edgeSunset(['init', '--agents'], { cwd, ask: async () => 'n' });
    expect(asked.stdout).toContain('## Retired Cloudflare APIs');
    expect(read(cwd, 'AGENTS.md')).toBe('# My rules\n');
    expect(existsSync(join(cwd, '.mcp.json'))).toBe(false);
    const broken = folderOf({ '.mcp.json': '{ "mcpServers": ' });
    const { code, stderr } = await edgeSunset(['init', '--agents', '--yes'], { cwd: broken });
    expect([code, stderr]).toEqual([2, expect.stringContaining('.mcp.json is not a JSON object')]);
    expect(read(broken, '.mcp.json')).toBe('{ "mcpServers": ');
    expect(existsSync(join(broken, 'AGENTS.md'))).toBe(false);
  });

  const pipe = (file: string) => execFileSync('mkfifo', [file]);
  it.each<[string, string, (file: string, outside: string) => unknown]>([
    ['a link', 'AGENTS.md', (file, outside) => symlinkSync(outside, file)],
    ['a link to nothing', 'AGENTS.md', (file, outside) => symlinkSync(`${outside}.none`, file)],
    ['a link', '.mcp.json', (file, outside) => symlinkSync(outside, file)],
    ['a file with a hard link', 'AGENTS.md', (file, outside) => linkSync(outside, file)],
    ['a folder', 'AGENTS.md', (file) => mkdirSync(file)],
    ['a pipe', 'AGENTS.md', pipe],
    ['a pipe', '.mcp.json', pipe],
  ])('writes nothing at all if %s is named %s', async (_, name, make) => {
    const above = folderOf({ 'outside.json': '{}\n', 'tree/.git/HEAD': '' });
    const [cwd, outside] = [join(above, 'tree'), join(above, 'outside.json')];
    make(join(cwd, name), outside);
    const { code, stderr } = await edgeSunset(['init', '--agents', '--yes'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(name)]);
    expect(stderr).not.toContain('internal error');
    expect(readFileSync(outside, 'utf8')).toBe('{}\n');
    expect(existsSync(`${outside}.none`)).toBe(false);
    expect(existsSync(join(cwd, '.claude/skills/edge-sunset/SKILL.md'))).toBe(false);
  });

  it('changes no byte that is not text, and no servers that are none', async () => {
    for (const [name, bytes] of [
      ['AGENTS.md', Buffer.from('caf\u00e9\n', 'latin1')],
      ['.mcp.json', Buffer.from('{"mcpServers": ["mine"]}')],
      ['.mcp.json', Buffer.from('{"mcpServers": "mine"}')],
    ] as const) {
      const cwd = folderOf({ [name]: bytes });
      const { code, stderr } = await edgeSunset(['init', '--agents', '--yes'], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining(name)]);
      expect(stderr).not.toContain('internal error');
      expect(readFileSync(join(cwd, name))).toEqual(bytes);
    }
    const cwd = folderOf({ 'AGENTS.md': '\ufeff# Mine\r\n' });
    chmodSync(join(cwd, 'AGENTS.md'), 0o640);
    await edgeSunset(['init', '--agents', '--yes'], { cwd });
    expect(read(cwd, 'AGENTS.md').startsWith('\ufeff# Mine')).toBe(true);
    expect(statSync(join(cwd, 'AGENTS.md')).mode & 0o777).toBe(0o640);
  });
});
