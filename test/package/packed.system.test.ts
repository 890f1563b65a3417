import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { VERSION } from '../../src/version.js';
import { bytesIn, installedPackages, newFolder, output, projectWith, removeFolders } from './packed.js';

/** The package as its users get it: packed, installed into an empty project, each face used. */

let tarball = '';
let project = '';

beforeAll(() => {
  tarball = inject('tarball');
  project = projectWith(tarball);
});

afterAll(removeFolders);

const DEAD =
  'fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/firewall/rules`, { method: "POST" });\n';

describe('the packed package', () => {
  it('satisfies publint', () => {
    expect(output(ROOT, 'npx', 'publint', 'run', tarball, '--strict')).toContain('All good!');
  });

  it('has types that resolve for every face', () => {
    // Schemas and presets are data and have no types.
    const argv = [
      'attw',
      tarball,
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './schema/*.json',
      './presets/*.json',
    ];
    // It fails by its exit code.
    expect(output(ROOT, 'npx', ...argv)).toContain('node16 (from ESM): 🟢 (ESM)');
  });

  it('brings at most 11 packages and 21 MB with the grammars, and none of the heavy ones', () => {
    const packages = installedPackages(project);
    const bytes = bytesIn(join(project, 'node_modules'));
    console.info(`${packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB: ${packages.join(', ')}`);
    expect(packages.length).toBeLessThanOrEqual(11);
    expect(bytes).toBeLessThanOrEqual(21e6);
    expect(bytesIn(join(project, 'node_modules/edge-sunset'))).toBeLessThanOrEqual(12e6);
    for (const heavy of ['typescript', 'eslint', 'jscodeshift', 'ts-morph'])
      expect(packages).not.toContain(heavy);
  });

  it('serves coding agents without a package more', async () => {
    const client = new Client({ name: 'test', version: '0' });
    const command = join(project, 'node_modules/.bin/edge-sunset');
    await client.connect(new StdioClientTransport({ command, args: ['mcp'], cwd: project }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('brief');
      const answer = await client.callTool({ name: 'explain', arguments: { what: 'firewall-rules' } });
      expect(JSON.stringify(answer)).toContain('10020');
    } finally {
      await client.close();
    }
    expect(installedPackages(project)).not.toContain('@modelcontextprotocol/sdk');
  });

  it('runs as a command', () => {
    writeFileSync(join(project, 'dead.ts'), DEAD);
    expect(output(project, 'npx', 'edge-sunset', '--version')).toBe(`${VERSION}\n`);
    const report = JSON.parse(
      output(project, 'npx', 'edge-sunset', 'scan', '--format', 'json', '--fail-on', 'never'),
    );
    expect(report.findings).toMatchObject([{ entry: 'firewall-rules', path: 'dead.ts' }]);
    expect(output(project, 'npx', 'edge-sunset', 'explain', 'firewall-rules')).toContain('10020');
  });

  it('runs programs against the emulated API', () => {
    writeFileSync(join(project, 'dead.ts'), DEAD);
    const after = newFolder('after');
    writeFileSync(join(after, 'dead.ts'), 'export const zone = process.env.ZONE_ID;\n');
    const argv = ['verify', '--before', project, '--after', after, '--unit', 'dead.ts:1', '--run', 'true'];
    const { stdout, stderr } = spawnSync('npx', ['edge-sunset', ...argv], { cwd: project, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('no run made the call POST /zones/{}/firewall/rules');
    const rehearsed = spawnSync('npx', ['edge-sunset', 'rehearse', '--', 'node', '-e', '0'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(rehearsed.stdout).toContain('0 calls, 0 retired; the program ended with 0.');
  });

  it('is used from JavaScript', () => {
    const program = `
      import { analyze, migrate, scan } from 'edge-sunset';
      import * as expression from 'edge-sunset/expression';
      import schema from 'edge-sunset/schema/report.schema.json' with { type: 'json' };
      const report = await scan({ paths: ['.'], now: '2026-11-21' });
      const [finding] = await analyze(${JSON.stringify(DEAD)}, { path: 'x.ts', now: '2026-11-21' });
      const { sites: [site] } = await migrate({ now: '2026-11-21' });
      console.log(JSON.stringify([report.schemaVersion, finding.entry, typeof expression.parseFilter, schema.type, site.entry]));
    `;
    writeFileSync(join(project, 'use.mjs'), program);
    expect(JSON.parse(output(project, process.execPath, '--no-warnings', 'use.mjs'))).toEqual([
      1,
      'firewall-rules',
      'function',
      'object',
      'firewall-rules',
    ]);
  });

  it('is used from TypeScript, without the types of anything else', () => {
    const program = `
      import { analyze, explain, type JsonReport, migrate, type Plan, scan } from 'edge-sunset';
      import { parseFilter } from 'edge-sunset/expression';
      export async function use(): Promise<JsonReport> {
        const findings = await analyze('', { path: 'x.ts' });
        const lines: readonly number[] = findings.map((finding) => finding.line);
        parseFilter(String(lines));
        const plan: Plan = await migrate({ level: 'review', strategies: { minify: 'marker' } });
        const answer = await explain('10020');
        if ('entries' in answer) parseFilter(answer.entries.map(({ id }) => id).join() + plan.sites[0]?.outcome);
        return scan({ paths: ['src'], minConfidence: 'likely' });
      }
    `;
    writeFileSync(join(project, 'use.ts'), program);
    const config = (name: string, file: string) =>
      writeFileSync(
        join(project, name),
        JSON.stringify({
          compilerOptions: {
            module: 'nodenext',
            target: 'es2023',
            strict: true,
            noEmit: true,
            skipLibCheck: false,
            types: [],
          },
          files: [file],
        }),
      );
    config('tsconfig.json', 'use.ts');
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(output(project, process.execPath, compiler, '-p', project)).toBe('');

    writeFileSync(
      join(project, 'misuse.ts'),
      "import { scan } from 'edge-sunset';\nvoid scan({ minConfidence: 'sure' });\n",
    );
    config('tsconfig.misuse.json', 'misuse.ts');
    expect(() =>
      output(project, process.execPath, compiler, '-p', join(project, 'tsconfig.misuse.json')),
    ).toThrow('TS2322');
  });

  it('has the page that each rule of its plugin names', () => {
    const program = `
      import { existsSync } from 'node:fs';
      import { fileURLToPath } from 'node:url';
      import plugin from 'edge-sunset/eslint';
      const urls = Object.values(plugin.rules).map(({ meta }) => meta.docs.url);
      console.log(urls.length > 20, urls.filter((url) => !existsSync(fileURLToPath(url))).join());
    `;
    writeFileSync(join(project, 'pages.mjs'), program);
    expect(output(project, process.execPath, 'pages.mjs').trim()).toBe('true');
  });

  it('is a plugin of ESLint, from JavaScript and from TypeScript', () => {
    const linted = projectWith(tarball, 'eslint@10.15.0', '@types/node@20.19.43');
    const config = `
      import { defineConfig } from 'eslint/config';
      import edgeSunset from 'edge-sunset/eslint';
      export default defineConfig([edgeSunset.configs.recommended]);
    `;
    writeFileSync(join(linted, 'eslint.config.mjs'), config);
    writeFileSync(join(linted, 'dead.js'), DEAD);
    const program = `
      import { ESLint } from 'eslint';
      const [{ messages }] = await new ESLint().lintFiles('dead.js');
      console.log(JSON.stringify(messages.map(({ ruleId }) => ruleId)));
    `;
    writeFileSync(join(linted, 'lint.mjs'), program);
    expect(JSON.parse(output(linted, process.execPath, 'lint.mjs'))).toEqual([
      'edge-sunset/no-firewall-rules',
    ]);

    writeFileSync(join(linted, 'eslint.config.ts'), config);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      types: ['node'],
    };
    writeFileSync(
      join(linted, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['eslint.config.ts'] }),
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(output(linted, process.execPath, compiler, '-p', linted)).toBe('');
  });
});
