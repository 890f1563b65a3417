/** Go: a package all of whose requests go to the vendor, itself or through the packages of its module that it imports. */
import { folderOfImport, moduleOf } from '../../grammar/index.js';
import type { Program, SourceFile } from '../../read/index.js';
import { inside, parentOf } from '../packages.js';

const MOST_FILES = 60;

/** What a file of the package builds can be sent nowhere else: every address in the package is one of the vendor. */
export function isPackageOfVendor(file: SourceFile, program: Program): boolean {
  const hosts = program.profiles.flatMap((profile) => profile.hosts);
  const own = addressesIn(parentOf(file.path), program);
  const imported = importsOf(file, program).map((folder) => addressesIn(folder, program));
  const all = [own, ...imported];
  return (
    all.every((one) => one !== null && [...one].every((host) => isOfVendor(host, hosts))) &&
    all.some((one) => one !== null && [...one].some((host) => hosts.includes(host)))
  );
}

/** The API itself, or pages of the vendor that messages point to. */
function isOfVendor(host: string, hosts: readonly string[]): boolean {
  return hosts.some((one) => host === one || host.endsWith(`.${one.split('.').slice(-2).join('.')}`));
}

/** Hosts of the addresses that the sources of a package write as values; null where they are too many to be read. */
function addressesIn(folder: string, program: Program): ReadonlySet<string> | null {
  const paths = (program.siblings?.(inside(folder, 'x')) ?? []).filter((path) =>
    /(?<!_test)\.go$/.test(path),
  );
  if (paths.length > MOST_FILES) return null;
  return new Set(
    paths.flatMap((path) =>
      [
        ...(program.file(path)?.text ?? '').matchAll(/^(?![ \t]*\/\/).*?["`]https?:\/\/([\w.-]{1,200})/gm),
      ].flatMap(([, host]) => host?.toLowerCase() ?? []),
    ),
  );
}

/** Folders of the packages of the same module that a file imports. */
function importsOf(file: SourceFile, program: Program): readonly string[] {
  const module = moduleOf(file.path, (path) => program.file(path)?.text ?? null);
  if (module === null) return [];
  return [...file.text.matchAll(/^[ \t]*(?:import[ \t]+)?(?:\w+[ \t]+)?"([^"\n]+)"[ \t]*$/gm)].flatMap(
    ([, path = '']) => folderOfImport(module, path) ?? [],
  );
}
