/** The script that makes an export, with a shell and curl, against the emulated API. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serveEdge } from '../../src/edge/index.js';
import { ACCOUNT, Api, ZONE } from '../edge/api.js';
import { edgeSunset, folderOf } from './command-line.js';

it('exports every page of every list, and what it exports is an inventory', async () => {
  const api = new Api('2025-01-14');
  for (let at = 0; at < 60; at++)
    api.ok('POST', `/zones/${ZONE}/firewall/rules`, [
      { action: 'block', description: `rule ${at}`, filter: { expression: `ip.src eq 192.0.2.${at}` } },
    ]);
  const cwd = folderOf({});
  const { stdout: script } = await edgeSunset(['inventory', '--script'], { cwd });
  writeFileSync(join(cwd, 'export.sh'), script);
  const server = await serveEdge(api.edge, 0);
  try {
    const env = { PATH: process.env.PATH ?? '', CLOUDFLARE_API: server.baseUrl, CLOUDFLARE_API_TOKEN: 't' };
    const run = promisify(execFile);
    const { stdout } = await run('sh', ['export.sh', ZONE, `account:${ACCOUNT}`], { cwd, env });
    writeFileSync(join(cwd, 'export.ndjson'), stdout);
  } finally {
    await server.close();
  }
  const argv = ['inventory', '--from', 'export.ndjson', '-f', 'json'];
  const made = JSON.parse((await edgeSunset(argv, { cwd, today: '2026-11-21' })).stdout);
  const rules = made.objects.filter(({ entry }: { readonly entry: string }) => entry === 'firewall-rules');
  expect(rules).toHaveLength(60);
  expect(made.rulesets).toMatchObject([
    { entry: 'firewall-rules', refused: null },
    { entry: 'waf-packages' },
  ]);
  expect(made.missing.filter((one: string) => one.includes('firewall/rules'))).toEqual([]);
});
