import { execFileSync, fork } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, ROOT } from '../../scripts/build/bundle.js';
import { projectOf } from './project.js';

/** The package as it is installed: what is built, and the transforms beside it. */
const PACKAGE = join(ROOT, `.tmp/jscodeshift-${process.pid}`);
const JSCODESHIFT = dirname(createRequire(import.meta.url).resolve('jscodeshift/package.json'));

beforeAll(async () => {
  await bundle(`.tmp/jscodeshift-${process.pid}/dist`);
  for (const name of readdirSync(join(ROOT, 'codemods')).filter((file) => file.endsWith('.cjs')))
    cpSync(join(ROOT, 'codemods', name), join(PACKAGE, 'codemods', name));
});
afterAll(() => rmSync(PACKAGE, { recursive: true, force: true }));

const transform = (codemod: string) => join(PACKAGE, 'codemods', `${codemod}.cjs`);

const FILES = {
  'package.json': '{"name":"x"}\n',
  'lib/client.js': `const axios = require('axios');

module.exports = axios.create({ baseURL: 'https://api.cloudflare.com/client/v4' });
`,
  'src/list.js': `const client = require('../lib/client.js');

exports.list = async (zone) => {
  const { data } = await client.get(\`/zones/\${zone}/firewall/rules\`);
  return data.result.map((rule) => rule.filter.expression);
};
`,
  'src/remove.js': `const client = require('../lib/client.js');\r
\r
exports.remove = async (zone, id) => {\r
  await client.delete(\`/zones/\${zone}/firewall/rules/\${id}\`);\r
};\r
`,
  'src/main.js': `const { list } = require('./list.js');
const { remove } = require('./remove.js');

module.exports = { list, remove };
`,
  'src/other.js': 'module.exports = 1;\n',
};

const SOURCES = Object.keys(FILES).filter((path) => path.endsWith('.js'));
const HELPER = 'src/customRules.js';

async function expected(...argv: readonly string[]): Promise<Record<string, string>> {
  const project = projectOf(FILES);
  await project.run('migrate', '--write', '--only', 'firewall-rules', ...argv);
  return textsIn(project.folder);
}

function textsIn(folder: string): Record<string, string> {
  const paths = [...SOURCES, HELPER].filter((path) => existsSync(join(folder, path)));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** The command as people type it. */
function jscodeshift(folder: string, ...argv: readonly string[]): string {
  return execFileSync(process.execPath, [join(JSCODESHIFT, 'bin/jscodeshift.js'), ...argv], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
  });
}

describe('npx jscodeshift', () => {
  it('writes what migrate writes, byte for byte, with the new module', async () => {
    const wanted = await expected('--level', 'review');
    expect(wanted[HELPER]).toBeDefined();
    expect(wanted['src/remove.js']).toContain('\r\n');
    const project = projectOf(FILES);
    const output = jscodeshift(project.folder, '-t', transform('firewall-rules'), 'src', 'lib');
    expect(output).toContain('0 errors');
    expect(output).toContain('2 ok');
    expect(textsIn(project.folder)).toEqual(wanted);
    expect(jscodeshift(project.folder, '-t', transform('firewall-rules'), 'src')).toContain('0 ok');
    expect(textsIn(project.folder)).toEqual(wanted);
  });

  it('does the same in one process', async () => {
    const project = projectOf(FILES);
    jscodeshift(project.folder, '--run-in-band', '-t', transform('firewall-rules'), 'src', 'lib');
    expect(textsIn(project.folder)).toEqual(await expected('--level', 'review'));
  });

  it('takes a level', async () => {
    const project = projectOf(FILES);
    const output = jscodeshift(project.folder, '--level=safe', '-t', transform('firewall-rules'), 'src');
    expect(output).toContain('0 ok');
    expect(textsIn(project.folder)).toEqual(await expected('--level', 'safe'));
  });

  it('writes nothing when it is dry', () => {
    const project = projectOf(FILES);
    const output = jscodeshift(project.folder, '--dry', '-t', transform('firewall-rules'), 'src');
    expect(output).toContain('2 ok');
    expect(project.has(HELPER)).toBe(false);
    expect(project.read('src/list.js')).toBe(FILES['src/list.js']);
  });

  it('tells an error where the program fails', () => {
    const { folder, read } = projectOf({ ...FILES, 'edge-sunset.config.json': '{' });
    const output = jscodeshift(folder, '-t', transform('firewall-rules'), 'src');
    expect(output).toContain('4 errors');
    expect(output).toContain('the configuration cannot be used');
    expect(read('src/list.js')).toBe(FILES['src/list.js']);
  });
});

describe('several workers', () => {
  /** As jscodeshift starts them, with more than this machine may have processors for. */
  function work(folder: string, files: readonly string[]): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      const worker = fork(join(JSCODESHIFT, 'src/Worker.js'), [transform('firewall-rules'), 'babel'], {
        cwd: folder,
        execArgv: [],
      });
      const statuses: string[] = [];
      worker.on(
        'message',
        (message: { readonly action: string; readonly status?: string; readonly msg?: string }) => {
          if (message.action === 'status') statuses.push(`${message.status} ${message.msg}`);
          if (message.action === 'free') worker.send({ files: [] });
        },
      );
      worker.on('error', reject);
      worker.on('exit', () => resolve(statuses));
      worker.send({ files: files.map((path) => join(folder, path)), options: {} });
    });
  }

  it('that start together give one result', async () => {
    const project = projectOf(FILES);
    const statuses = await Promise.all(SOURCES.map((path) => work(project.folder, [path])));
    expect(statuses.flat().filter((status) => status.startsWith('error'))).toEqual([]);
    expect(textsIn(project.folder)).toEqual(await expected('--level', 'review'));
  });
});
