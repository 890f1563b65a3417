/**
 * What a linted file imports is read inside the root only. The canary outside holds the base URL of the API: if it was
 * read, the call in the linted file is found.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { folderOf } from '../cli/command-line.js';
import { TODAY } from '../rules/linter.js';

const BASE = "export const base = 'https://api.cloudflare.com/client/v4';\n";
const RULES = ['edge-sunset/no-firewall-rules'];
const FOUND = ['edge-sunset/no-legacy-tunnels'];

/** Folders with a tree in which `src/main.js` is linted, and with a file outside of it. */
function folders(more: Readonly<Record<string, string>> = {}) {
  const above = folderOf({
    'outside/base.js': BASE,
    'outside/index.js': BASE,
    'tree/src/own.js': BASE,
    ...more,
  });
  return { above, tree: join(above, 'tree'), outside: join(above, 'outside') };
}

function link(target: string, at: string): void {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(target, at);
}

function found(tree: string, code: string): readonly (string | null)[] {
  const config = [
    ...plugin.configs.recommended,
    { settings: { edgeSunset: { today: TODAY, minConfidence: 'exact' } } },
  ] as const;
  return new Linter({ cwd: tree })
    .verify(code, [...config], { filename: join(tree, 'src/main.js') })
    .map(({ ruleId }) => ruleId);
}

const calling = (module: string) =>
  `import { base } from '${module}';\nexport const run = (id) => fetch(\`\${base}/accounts/\${id}/tunnels\`, { method: 'POST' });\n`;

describe('what a linted file imports', () => {
  it('is not read through links out of the root', () => {
    const { tree, outside } = folders();
    link(join(outside, 'base.js'), join(tree, 'src/file.js'));
    link('../../outside', join(tree, 'src/folder'));
    link(outside, join(tree, 'node_modules/client'));
    link(join(tree, 'src/folder'), join(tree, 'src/twice'));
    for (const module of ['./file.js', './folder/base.js', 'client', 'client/base.js', './twice/base.js'])
      expect(found(tree, calling(module)), module).toEqual([]);
  });

  it('is not read by a path that leads out of the root', () => {
    const { tree, outside } = folders({
      'tree/node_modules/client/package.json':
        '{"main":"../../../outside/base.js","exports":{".":"./../../../outside/base.js"}}',
      'tree/package.json': '{"imports":{"#base":"./../outside/base.js"}}',
      'tree/tsconfig.json': '{"compilerOptions":{"paths":{"@base":["../outside/base.js"]}}}',
    });
    for (const module of ['../../outside/base.js', join(outside, 'base.js'), 'client', '#base', '@base'])
      expect(found(tree, calling(module)), module).toEqual([]);
  });

  it('is read inside of it, also through links and from a root that is a link', () => {
    const { above, tree } = folders({
      'tree/packages/client/index.js': BASE,
    });
    link('../packages/client', join(tree, 'src/client'));
    link('own.js', join(tree, 'src/linked.js'));
    link('tree', join(above, 'second'));
    for (const module of ['./own.js', './linked.js', './client', '../packages/client/index.js']) {
      expect(found(tree, calling(module)), module).toEqual(FOUND);
      expect(found(join(above, 'second'), calling(module)), module).toEqual(FOUND);
    }
  });

  it.skipIf(process.platform === 'win32')('is not waited for where it is a pipe', () => {
    const { tree } = folders();
    execFileSync('mkfifo', [join(tree, 'src/pipe.js')]);
    expect(found(tree, calling('./pipe.js'))).toEqual([]);
  });
});

describe('the manifest of a linted file', () => {
  const uses = '{"dependencies":{"cloudflare":"1"}}';
  // Words that many programs use, in a file that does not show the API itself.
  const client = "export const zones = 'https://api.cloudflare.com/client/v4/zones';\n";
  const call =
    "import { zones } from './client.js';\nexport const list = (id) => fetch(zones + '/' + id + '/filters');\n";

  it('counts inside the root, and not through a link or from above', () => {
    const { above, tree } = folders({
      'outside/package.json': uses,
      'twin/package.json': uses,
      'twin/src/client.js': client,
      'tree/src/client.js': client,
      'package.json': uses,
    });
    link(join(above, 'outside/package.json'), join(tree, 'package.json'));
    expect(found(join(above, 'twin'), call)).toEqual(RULES);
    expect(found(tree, call)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is not waited for where it is a pipe', () => {
    const { tree } = folders({ 'tree/src/client.js': client });
    execFileSync('mkfifo', [join(tree, 'package.json')]);
    expect(found(tree, call)).toEqual([]);
  });
});
