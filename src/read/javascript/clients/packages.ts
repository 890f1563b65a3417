import type { Profile } from '../../../catalogue/index.js';

/** Which npm packages speak an API: SDKs, and resource libraries of infrastructure tools. */

const TOOLS: readonly { readonly prefix: string; readonly tool: string }[] = [
  { prefix: '@pulumi/', tool: 'pulumi' },
  { prefix: '@cdktf/provider-', tool: 'cdktf' },
];

export interface PackageMatch {
  /** Name of the package without a path below it. */
  readonly name: string;
  readonly profile: Profile;
}

/** The package of a profile that an import source belongs to. */
function packageOf(profiles: readonly Profile[], source: string): PackageMatch | null {
  let known = packages.get(profiles);
  if (known === undefined) {
    known = new Map();
    packages.set(profiles, known);
  }
  let found = known.get(source);
  if (found === undefined) {
    found = findPackage(profiles, source);
    known.set(source, found);
  }
  return found;
}

/** What sources belong to, by the profiles they were compared with. */
const packages = new WeakMap<readonly Profile[], Map<string, PackageMatch | null>>();

function findPackage(profiles: readonly Profile[], source: string): PackageMatch | null {
  for (const profile of profiles) {
    for (const id of profile.packages) {
      if (!id.startsWith('npm:')) continue;
      const name = id.slice('npm:'.length);
      if (source === name || source.startsWith(`${name}/`)) return { name, profile };
    }
  }
  return null;
}

/** The SDK an import source belongs to. */
export function sdkPackage(profiles: readonly Profile[], source: string): PackageMatch | null {
  const found = packageOf(profiles, source);
  return found === null || toolOf(found.name) !== null ? null : found;
}

/** Whether a text may import an SDK: it holds the name of one as a text of its own. */
export function mayImportSdk(profiles: readonly Profile[], text: string): boolean {
  return profiles.some(({ packages: ids }) =>
    ids.some((id) => {
      const name = id.startsWith('npm:') ? id.slice('npm:'.length) : null;
      return name !== null && (text.includes(`'${name}`) || text.includes(`"${name}`));
    }),
  );
}

/** Whether an import source is a package that a profile names. */
export function isProfilePackage(profiles: readonly Profile[], source: string): boolean {
  return packageOf(profiles, source) !== null;
}

/** The infrastructure tool whose resources an import source holds; generated bindings count too. */
export function resourcePackage(
  profiles: readonly Profile[],
  source: string,
): { tool: string; profile: Profile } | null {
  const found = packageOf(profiles, source);
  const tool = found === null ? null : toolOf(found.name);
  if (found !== null && tool !== null) return { tool, profile: found.profile };
  // `cdktf get` writes the bindings of a provider into the program itself.
  const generated = /(?:^|\/)\.gen\/providers\/([\w-]+)/.exec(source)?.[1];
  if (generated === undefined) return null;
  const profile = profiles.find((candidate) =>
    candidate.packages.some((id) => id.endsWith(`-${generated}`) && id.startsWith('npm:')),
  );
  return profile === undefined ? null : { tool: 'cdktf', profile };
}

function toolOf(name: string): string | null {
  return TOOLS.find((row) => name.startsWith(row.prefix))?.tool ?? null;
}
