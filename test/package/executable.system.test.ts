import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { VERSION } from '../../src/version.js';
import { edgeSunset, TODAY } from '../cli/command-line.js';
import { newFolder, output, removeFolders } from './packed.js';

/** The single executable, where there is no Node. */

let program = '';

beforeAll(() => {
  program = output(ROOT, 'npm', 'run', '--silent', 'executable').trim();
});

afterAll(removeFolders);

function ran(cwd: string, ...argv: string[]) {
  return spawnSync(program, argv, {
    cwd,
    encoding: 'utf8',
    env: { PATH: '', HOME: cwd },
    maxBuffer: 1 << 28,
  });
}

describe('the single executable', () => {
  it('is the command line', () => {
    const cwd = newFolder('executable');
    expect(ran(cwd, '--version').stdout).toBe(`${VERSION}\n`);
    expect(ran(cwd, '--help').stdout).toContain('Usage: edge-sunset <command>');
    expect(ran(cwd, 'explain', '10020').stdout).toContain('firewall-rules');
  });

  it('plans what the package plans, in every language', async () => {
    const cwd = newFolder('executable');
    cpSync(join(ROOT, 'examples/legacy-app'), cwd, { recursive: true });
    const argv = ['migrate', '--level', 'review', '--format', 'json', '--now', TODAY];
    const { stdout, stderr } = ran(cwd, ...argv);
    expect(stderr).toBe('');
    expect(stdout === (await edgeSunset(argv, { cwd })).stdout).toBe(true);
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toContain(
      'scripts/waf_report.py',
    );
  });
});
