import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemas } from '../../scripts/pages/schemas.js';
import { DEAD_CALL, edgeSunset, folderOf } from './command-line.js';

const SCHEMA = JSON.parse(schemas().get('schema/config.schema.json') ?? '');
const isConfig = new Ajv2020({ allErrors: true }).compile(SCHEMA);
const answering = (...answers: readonly string[]) => {
  const left = [...answers];
  return async () => left.shift() ?? null;
};

describe('init', () => {
  it('writes a configuration that scan takes and the schema describes', async () => {
    const cwd = folderOf({ 'a.ts': DEAD_CALL });
    const { code, stdout, stderr } = await edgeSunset(['init', '--yes'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('edge-sunset.config.json\n    {');
    expect(stderr).toContain('wrote edge-sunset.config.json. Next: npx edge-sunset scan');
    const config = JSON.parse(readFileSync(join(cwd, 'edge-sunset.config.json'), 'utf8'));
    expect(isConfig(config)).toBe(true);
    expect(isConfig({ ...config, failon: 'any' })).toBe(false);
    expect((await edgeSunset(['scan'], { cwd })).code).toBe(1);
  });

  it('names the schema in node_modules where there is a package.json, and nowhere else', async () => {
    const configIn = async (files: Readonly<Record<string, string>>) => {
      const cwd = folderOf(files);
      await edgeSunset(['init', '--yes'], { cwd });
      return JSON.parse(readFileSync(join(cwd, 'edge-sunset.config.json'), 'utf8'));
    };
    expect((await configIn({ 'main.py': '' })).$schema).toBeUndefined();
    expect((await configIn({ 'package.json': '{}' })).$schema).toMatch(/^\.\/node_modules\//);
  });

  it('writes jobs for the systems it finds, and says what to add to files that exist', async () => {
    const cwd = folderOf({
      '.github/CODEOWNERS': '',
      '.gitlab-ci.yml': 'stages: []\n',
      'eslint.config.mjs': 'export default [];\n',
    });
    const { stdout } = await edgeSunset(['init', '--yes'], { cwd });
    const job = parse(readFileSync(join(cwd, '.github/workflows/edge-sunset.yml'), 'utf8')).jobs.scan;
    expect(job.steps.at(-1).if).toMatch(/^always\(\)/);
    expect(
      parse(readFileSync(join(cwd, '.gitlab/edge-sunset.yml'), 'utf8'))['edge-sunset'].script[0],
    ).toContain('junit=edge-sunset.xml');
    expect(readFileSync(join(cwd, '.gitlab-ci.yml'), 'utf8')).toBe('stages: []\n');
    expect(readFileSync(join(cwd, 'eslint.config.mjs'), 'utf8')).toBe('export default [];\n');
    expect(stdout).toContain('Add to eslint.config.mjs:');
    expect(stdout).toContain('Add to .gitlab-ci.yml:');
  });

  it('asks, and writes what was wanted', async () => {
    const cwd = folderOf({});
    await edgeSunset(['init'], { cwd, ask: answering('y', 'y', 'yes') });
    const config = JSON.parse(readFileSync(join(cwd, 'edge-sunset.config.json'), 'utf8'));
    expect(config).toMatchObject({ failOn: 'ended', baseline: 'edge-sunset.baseline.json' });
  });

  it.each([
    ['a no', answering('n', 'n', 'n')],
    ['no answer', answering()],
    ['nobody to ask', undefined],
  ])('writes nothing after %s', async (_what, ask) => {
    const cwd = folderOf({ '.github/CODEOWNERS': '' });
    const { code, stderr } = await edgeSunset(['init'], { cwd, ...(ask === undefined ? {} : { ask }) });
    expect(code).toBe(0);
    expect(stderr).toContain('nothing was written');
    expect(readdirSync(cwd)).toEqual(['.github']);
  });

  it('changes no file that exists', async () => {
    const files = {
      'edge-sunset.config.yml': 'failOn: never\n',
      '.github/workflows/edge-sunset.yml': 'mine\n',
    };
    const cwd = folderOf(files);
    const { code, stderr } = await edgeSunset(['init', '--yes'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('all files exist already');
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(cwd, name), 'utf8')).toBe(text);
  });

  it('writes through no link', async () => {
    const outside = folderOf({});
    const cwd = folderOf({ '.git/HEAD': 'ref: refs/heads/main\n' });
    symlinkSync(outside, join(cwd, '.github'));
    const { code, stderr } = await edgeSunset(['init', '--yes'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('is a link, which is not followed');
    expect(existsSync(join(outside, 'workflows'))).toBe(false);
  });
});

describe('a configuration', () => {
  const scan = (files: Readonly<Record<string, string>>) =>
    edgeSunset(['scan'], { cwd: folderOf({ 'a.ts': DEAD_CALL, ...files }) });

  it.each([
    ['edge-sunset.config.jsonc', '{\n  // for now\n  "failOn": "never",\n}\n'],
    ['package.json', '{ "name": "app", "edge-sunset": { "failOn": "never" } }'],
    ['edge-sunset.config.yml', 'failOn: never\n'],
  ])('is read from %s', async (name, text) => {
    const { code, stderr } = await scan({ [name]: text });
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each([
    ['edge-sunset.config.json', '{ "failOn": "never", }', '1:22', 'this is not JSON: property name expected'],
    ['edge-sunset.config.json', '{ // x\n}', '1:3', 'remove the comment, or name the file .jsonc'],
    ['edge-sunset.config.json', '{ "hints": true,\n "hints": false }', '2:2', 'this key occurs twice'],
    ['edge-sunset.config.jsonc', '', '', ''],
    ['edge-sunset.config.jsonc', '[', '1:2', 'this is not JSON'],
    ['edge-sunset.config.json', '['.repeat(200_000), '1:1', 'this is not JSON'],
    ['package.json', '{ "edge-sunset": { "failOn": 1 } }', '1:30', 'failOn'],
    ['package.json', '{ "edge-sunset": { "unknown": 1 } }', '1:20', 'unknown'],
  ])('%s with %j is told in the terms of JSON', async (name, text, at, says) => {
    const { code, stderr } = await scan({ [name]: text });
    if (text === '') {
      expect([code, stderr]).toEqual([1, '']);
      return;
    }
    expect(code).toBe(2);
    expect(stderr).toContain(`${name}:${at}`);
    expect(stderr).toContain(says);
  });

  it('stands in one place', async () => {
    const { code, stderr } = await scan({
      'package.json': '{ "edge-sunset": {} }',
      'edge-sunset.config.json': '{}',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('there are edge-sunset.config.json and package.json; keep one of them');
  });

  it('of a misspelled key of a manifest is told', async () => {
    expect((await scan({ 'package.json': '{ "edgeSunset": {} }' })).stderr).toContain(
      'name it "edge-sunset"',
    );
  });
});
