import type { Method } from './types.js';

/** Comparing path templates with each other; matching paths of programs is the trie's work, in `paths/`. */

export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

export function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

/**
 * How a call of an SDK relates to a path of the catalogue: the same path, or one that becomes it when an
 * argument is filled in (`/zones/{zone_id}/settings/{setting_id}` and `/zones/{zone_id}/settings/minify`).
 */
export function relation(general: readonly string[], exact: readonly string[]): 'same' | 'filled' | 'other' {
  if (general.length !== exact.length) return 'other';
  let result: 'same' | 'filled' = 'same';
  for (let index = 0; index < general.length; index++) {
    const segment = general[index] ?? '';
    const other = exact[index] ?? '';
    if (isPlaceholder(segment)) {
      if (!isPlaceholder(other)) result = 'filled';
    } else if (segment !== other) return 'other';
  }
  return result;
}

/** `PATCH /zones/{zone_id}/settings/minify` */
export function callText(methods: readonly Method[], path: string): string {
  return methods.length === 0 ? path : `${methods.join(', ')} ${path}`;
}
