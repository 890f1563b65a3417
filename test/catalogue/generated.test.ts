import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function check(script: string): string {
  try {
    return execFileSync(process.execPath, ['--import', 'tsx', script, '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('what is written from the catalogue', () => {
  it.each(['scripts/catalogue-build.ts'])('is up to date: %s', (script) => {
    expect(check(script)).toBe('');
  });
});
