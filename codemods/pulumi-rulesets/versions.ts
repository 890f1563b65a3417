/** Which major version of the Terraform provider stands behind the classes of a program. */
import { posix } from 'node:path';
import type { Surroundings } from '../../src/migrate/model.js';

/** First major versions of the packages that have provider 5. */
const WITH_PROVIDER_5: Readonly<Record<string, number>> = {
  '@pulumi/cloudflare': 6,
  '@cdktf/provider-cloudflare': 12,
};

/** Null where no manifest above the file says so. */
export function providerMajor(file: string, around: Surroundings): 4 | 5 | null {
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const text = around.file(posix.join(folder, 'package.json'))?.text ?? '';
    for (const [name, first] of Object.entries(WITH_PROVIDER_5)) {
      const major = new RegExp(`"${name}"\\s*:\\s*"[^"\\d]*(\\d+)`).exec(text)?.[1];
      if (major !== undefined) return Number(major) >= first ? 5 : 4;
    }
    if (folder === '.' || folder === '/') return null;
  }
}
