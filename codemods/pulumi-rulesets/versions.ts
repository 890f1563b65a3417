/** How a major version of a package writes what stands below a rule. */

import { posix } from 'node:path';
import type { Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { Refusal } from '../places/rulesets/resources.js';

interface Shape {
  /** The first major version that writes so. */
  readonly since: number;
  readonly provider: 4 | 5;
  /** Names that hold a list of one, and how they are spelled. */
  readonly lists: Readonly<Record<string, string>>;
}

interface Package {
  readonly name: string;
  /** The first major version with provider 4 of Terraform. */
  readonly four: number;
  readonly shapes: readonly Shape[];
}

const PACKAGES: Readonly<Record<string, Package>> = {
  pulumi: {
    name: '@pulumi/cloudflare',
    four: 5,
    shapes: [
      { since: 6, provider: 5, lists: {} },
      { since: 0, provider: 4, lists: { response: 'responses' } },
    ],
  },
  cdktf: {
    name: '@cdktf/provider-cloudflare',
    four: 6,
    shapes: [
      { since: 12, provider: 5, lists: {} },
      {
        since: 6,
        provider: 4,
        lists: {
          action_parameters: 'actionParameters',
          overrides: 'overrides',
          ratelimit: 'ratelimit',
          response: 'response',
        },
      },
      { since: 0, provider: 4, lists: { response: 'response' } },
    ],
  },
};

/** Classes that only the oldest versions have. */
export const OLDEST: ReadonlySet<string> = new Set(['WafPackage']);

function majorFor(tool: string, type: string, file: string, around: Surroundings): number | undefined {
  return OLDEST.has(type) ? 0 : versionOf(tool, file, around)?.major;
}

/** Whether the version has provider 3 of Terraform behind it, or an older one. */
export function isOfThree(tool: string, type: string, file: string, around: Surroundings): boolean {
  return (majorFor(tool, type, file, around) ?? Number.POSITIVE_INFINITY) < (PACKAGES[tool]?.four ?? 0);
}

/** How the version writes that has a class; null where nothing names it. */
export function shapeFor(tool: string, type: string, file: string, around: Surroundings): Shape | null {
  const major = majorFor(tool, type, file, around);
  return major === undefined ? null : (PACKAGES[tool]?.shapes.find(({ since }) => major >= since) ?? null);
}

/** The major version of the Terraform provider behind the package. */
export function providerOf(tool: string, file: string, around: Surroundings): 4 | 5 | null {
  return shapeFor(tool, '', file, around)?.provider ?? null;
}

/** The oldest version of the package that the nearest manifest lets in; null where none pins its major version. */
export function versionOf(
  tool: string,
  file: string,
  around: Surroundings,
): { readonly major: number; readonly minor: number } | null {
  const known = PACKAGES[tool];
  if (known === undefined) return null;
  const isPython = file.endsWith('.py');
  const pattern = isPython
    ? /pulumi[-_]cloudflare["']?\s*(?:=\s*["'])?([^\n;#"']*)/
    : new RegExp(`"${literally(known.name)}"\\s*:\\s*"([^"]*)"`);
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const names = isPython ? ['requirements.txt', 'pyproject.toml', 'Pipfile'] : ['package.json'];
    for (const name of names) {
      const asked = pattern.exec(around.file(posix.join(folder, name))?.text ?? '')?.[1];
      if (asked !== undefined) return pinnedTo(asked);
    }
    if (folder === '.' || folder === '/') return null;
  }
}

/** `^5.20.0`, `~=5.2`, `5.x`, `>=5.0.0,<6.0.0`, `==5.49.1` */
function pinnedTo(asked: string): { readonly major: number; readonly minor: number } | null {
  const [, operator = '', major, minor = 0, rest = ''] =
    /^\s*(\^|~=|~|==|=|>=)?\s*v?(\d+)(?:\.(\d+))?[\w.*-]*\s*(.*?)\s*$/.exec(asked) ?? [];
  if (major === undefined) return null;
  const below = /^,?\s*<\s*(\d+)(?:\.0)*$/.exec(rest)?.[1];
  const isPinned = rest === '' ? operator !== '>=' : Number(below) === Number(major) + 1;
  return isPinned ? { major: Number(major), minor: Number(minor) } : null;
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
