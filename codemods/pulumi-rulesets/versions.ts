/** How a major version of a package writes what stands below a rule. */

import { posix } from 'node:path';
import type { Surroundings } from '../../src/migrate/model.js';
import { literally } from '../../src/value/index.js';
import { Refusal } from '../places/rulesets/resources.js';

interface Shape {
  /** The first major version that writes so. */
  readonly since: number;
  readonly provider: 4 | 5;
  /** Names that hold a list of one, and how they are spelled. */
  readonly lists: Readonly<Record<string, string>>;
}

const PACKAGES: Readonly<Record<string, { readonly name: string; readonly shapes: readonly Shape[] }>> = {
  pulumi: {
    name: '@pulumi/cloudflare',
    shapes: [
      { since: 6, provider: 5, lists: {} },
      { since: 0, provider: 4, lists: { response: 'responses' } },
    ],
  },
  cdktf: {
    name: '@cdktf/provider-cloudflare',
    shapes: [
      { since: 12, provider: 5, lists: {} },
      {
        since: 6,
        provider: 4,
        lists: { action_parameters: 'actionParameters', ratelimit: 'ratelimit', response: 'response' },
      },
      { since: 0, provider: 4, lists: { response: 'response' } },
    ],
  },
};

/** Null where no manifest above the file names the version. */
export function shapeFor(tool: string, file: string, around: Surroundings): Shape | null {
  const known = PACKAGES[tool];
  if (known === undefined) return null;
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const text = around.file(posix.join(folder, 'package.json'))?.text ?? '';
    const major = new RegExp(`"${literally(known.name)}"\\s*:\\s*"[^"\\d]*(\\d+)`).exec(text)?.[1];
    if (major !== undefined) return known.shapes.find(({ since }) => Number(major) >= since) ?? null;
    if (folder === '.' || folder === '/') return null;
  }
}

/** Throws a `Refusal` where the versions write one of the names differently and nothing says which it is. */
export function listsFor(
  tool: string,
  shape: Shape | null,
  names: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  if (shape !== null) return shape.lists;
  const unclear = PACKAGES[tool]?.shapes.some(({ lists }) =>
    Object.keys(lists).some((name) => names.has(name)),
  );
  if (unclear)
    throw new Refusal(
      `no package.json says which version of ${PACKAGES[tool]?.name} is used, and they differ here`,
    );
  return {};
}
