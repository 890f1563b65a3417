import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { folderOf } from '../cli/command-line.js';
import { SAFE_CALL } from '../migrate/project.js';
import { newFolder, output } from '../package/packed.js';

const EXTENSION = join(ROOT, 'editors/vscode');
const require = createRequire(import.meta.url);

interface Extension {
  activate(context: object): Promise<void>;
  deactivate(): Promise<void>;
}

interface Tree {
  getChildren(): Promise<{ readonly entry: string; readonly endOfLife: string }[]>;
}

/** Packs the extension, and unpacks it as VS Code does. */
let installed = '';
beforeAll(() => {
  output(EXTENSION, 'npm', 'ci', '--silent', '--no-audit', '--no-fund');
  output(EXTENSION, 'npm', 'run', '--silent', 'package');
  const folder = newFolder('extension');
  output(folder, 'python3', '-m', 'zipfile', '-e', join(EXTENSION, 'edge-sunset.vsix'), folder);
  installed = join(folder, 'extension');
});

describe('the extension of VS Code', () => {
  it('is typed, and holds the server with all that it needs', () => {
    output(EXTENSION, join(ROOT, 'node_modules/.bin/tsc'), '-p', '.');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    for (const path of [
      manifest.main,
      'server/dist/cli/main.js',
      'server/node_modules/oxc-parser/package.json',
    ])
      expect(existsSync(join(installed, path))).toBe(true);
    expect(existsSync(join(installed, 'src'))).toBe(false);
    const folder = folderOf({ 'a.js': SAFE_CALL });
    const report = output(
      installed,
      process.execPath,
      'server/dist/cli/main.js',
      'scan',
      folder,
      '--fail-on',
      'never',
    );
    expect(report).toContain('script-monitor');
    expect(report).not.toContain('unparsable');
    const version = output(installed, process.execPath, 'server/dist/cli/main.js', '--version').trim();
    expect(version).toBe(manifest.version);
  });

  it('starts its server by the client library, shows problems, and lists them by entry and date', async () => {
    const folder = folderOf({});
    mkdirSync(join(folder, 'src'));
    const path = join(folder, 'src/limits.py');
    const text =
      'import requests\nrequests.get("https://api.cloudflare.com/client/v4/zones/1/rate_limits")\n';
    const heard: { readonly kind: string; readonly value: unknown }[] = [];
    let show = () => {};
    const shown = new Promise<void>((resolve) => {
      show = resolve;
    });
    const vscode = require('./fake-vscode.cjs')({
      folder,
      documents: [{ path, languageId: 'python', text }],
      log: (kind: string, value: unknown) => {
        heard.push({ kind, value });
        if (kind === 'problems') show();
      },
    });
    const extension = withModule(
      'vscode',
      vscode,
      () => require(join(installed, 'dist/extension.js')) as Extension,
    );
    await extension.activate({ subscriptions: [], asAbsolutePath: (name: string) => join(installed, name) });
    await shown;
    const of = (kind: string) => heard.filter((one) => one.kind === kind).map(({ value }) => value);
    expect(of('problems')).toMatchObject([
      { diagnostics: [{ source: 'edge-sunset', code: { value: 'rate-limits' } }] },
    ]);
    expect(of('command')).toEqual(
      expect.arrayContaining(['edgeSunset.scan', 'edgeSunset.migrate', 'edgeSunset.openBrief']),
    );
    const [{ provider }] = of('tree') as [{ provider: Tree }];
    expect(await provider.getChildren()).toMatchObject([{ entry: 'rate-limits', endOfLife: '2025-01-15' }]);
    await extension.deactivate();
    expect(of('message')).toEqual([]);
  });
});

/** Loads something that asks for a module which only its host has. */
function withModule<T>(name: string, module: unknown, load: () => T): T {
  const own = Module as unknown as { _load: (asked: string, ...rest: unknown[]) => unknown };
  const before = own._load;
  own._load = (asked, ...rest) => (asked === name ? module : before(asked, ...rest));
  try {
    return load();
  } finally {
    own._load = before;
  }
}
