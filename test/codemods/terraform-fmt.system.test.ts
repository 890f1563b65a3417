/** The layout of migrated Terraform files, judged by the program that users format with. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { terraformFiles } from './terraform-cases.js';

const present = spawnSync('terraform', ['version']).status === 0;

/** Paths that `terraform fmt` would change. */
function unformatted(texts: ReadonlyMap<string, string>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'terraform-fmt-'));
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { stdout, status, stderr } = spawnSync('terraform', ['fmt', '-check', '-recursive', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0 && status !== 3) throw new Error(stderr);
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (present) {
  describe('terraform fmt', () => {
    it('changes nothing in a migrated file that was formatted before', () => {
      // Files of OpenTofu and Terragrunt have the same layout, but terraform fmt does not take their names.
      const files = terraformFiles()
        .filter(({ name }) => /\.(?:tf|tofu|tfvars|hcl)$/.test(name))
        .map((file) => ({ ...file, name: file.name.replace(/\.(?:tofu|hcl)$/, '.tf') }));
      const loose = new Set(unformatted(new Map(files.map(({ name, before }) => [name, before]))));
      const after = new Map(
        files.filter(({ name }) => !loose.has(name)).map((file) => [file.name, file.after]),
      );
      expect(after.size).toBeGreaterThan(100);
      expect(unformatted(after)).toEqual([]);
    });
  });
} else {
  describe('without terraform', () => {
    it('says that its check did not run', () => {
      console.warn(
        'terraform is not installed: the layout of migrated files was not compared with terraform fmt.',
      );
      expect(present).toBe(false);
    });
  });
}
