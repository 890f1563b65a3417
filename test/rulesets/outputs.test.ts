import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCases } from '../../scripts/prove/cases.js';
import { writeFiles } from '../../scripts/prove/trees.js';
import { edgeSunset } from '../cli/command-line.js';

const root = mkdtempSync(join(tmpdir(), 'edge-sunset-outputs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What is reported and right: the resource that was replaced had no effect either. */
const KNOWN = ['terraform-firewall-rules/order/main.tf:39 ruleset-order'];
/** A wrong action among them, which has to be seen. */
const SPOILED = 'terraform-firewall-rules/order/main.tf';

async function reported(folder: string): Promise<readonly string[]> {
  const args = [
    '--schedule',
    'checks',
    '--format',
    'json',
    '--no-config',
    '--vendored',
    '--allow-incomplete',
  ];
  const { stdout } = await edgeSunset(['scan', folder, ...args], { cwd: root });
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly path: string; readonly line: number; readonly entry: string }[];
  };
  return findings.map(({ path, line, entry }) => `${path}:${line} ${entry}`);
}

describe('what codemods write', () => {
  it('passes the checks of rulesets', async () => {
    let copied = 0;
    for (const { codemod, name, expected } of loadCases()) {
      if (expected.size === 0) continue;
      writeFiles(join(root, codemod, name), expected);
      copied++;
    }
    expect(copied).toBeGreaterThan(100);
    expect(await reported('.')).toEqual(KNOWN);
    const file = join(root, SPOILED);
    writeFileSync(file, readFileSync(file, 'utf8').replace('= "log"', '= "simulate"'));
    expect(await reported('terraform-firewall-rules/order')).toEqual([
      `${SPOILED}:23 ruleset-action`,
      ...KNOWN,
    ]);
  });
});
