import { join } from 'node:path';
import { type Prefilter, TIER_BITS } from '../analysis/prefilter/index.js';
import { compareUtf8, type ReportSkipped } from '../report/index.js';
import { isManifest, Packages } from './packages.js';

export interface Collected {
  /** In the order of the report. */
  readonly candidates: readonly string[];
  readonly skipped: readonly ReportSkipped[];
  readonly seen: number;
  readonly read: number;
}

export interface CollectOptions {
  /** Absolute path of the root. */
  readonly root: string;
  readonly paths: readonly string[];
  readonly prefilter: Prefilter;
  readonly maxFileSize: number;
  /** Without the prefilter every file that can be read is a candidate. */
  readonly everything: boolean;
  /** Called now and then, so that signals are heard and progress is shown. */
  readonly breathe: (seen: number, candidates: number) => Promise<void>;
}

/** Files read between two breaths. */
const STRIDE = 256;

/**
 * First pass over a root: bytes only. A strong trigger makes a candidate; a weak one does so if its package
 * shows the API, be it in another file.
 */
export async function collect(options: CollectOptions): Promise<Collected> {
  const strong: string[] = [];
  const weak: string[] = [];
  const shown: string[] = [];
  const skipped: ReportSkipped[] = [];
  let read = 0;
  for (const [index, path] of options.paths.entries()) {
    if (index % STRIDE === 0) await options.breathe(index, strong.length);
    const scan = options.prefilter.scanFile(join(options.root, path), options.maxFileSize);
    switch (scan.status) {
      case 'scanned':
        read++;
        if ((scan.tiers & TIER_BITS.context) !== 0) shown.push(path);
        if (options.everything || (scan.tiers & TIER_BITS.strong) !== 0) strong.push(path);
        else if ((scan.tiers & TIER_BITS.weak) !== 0) weak.push(path);
        break;
      case 'too-large':
        // Nothing is lost where no trigger stands.
        if (scan.tiers !== 0) {
          skipped.push({
            path,
            reason: 'too-large',
            detail: `${scan.size} bytes; --max-file-size raises the limit`,
          });
        }
        break;
      case 'unreadable':
        skipped.push({ path, reason: 'unreadable', detail: scan.code });
        break;
      case 'not-a-file':
      case 'missing':
        break;
    }
  }
  const packages = new Packages(options.paths.filter(isManifest));
  const usesApi = new Set(shown.map((path) => packages.of(path)));
  const candidates = [...strong, ...weak.filter((path) => usesApi.has(packages.of(path)))];
  return { candidates: candidates.sort(compareUtf8), skipped, seen: options.paths.length, read };
}
