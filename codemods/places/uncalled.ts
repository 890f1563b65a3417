/** Functions of a program that nothing calls: one with a retired call goes, where nothing else can be written. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { type NamedFunction, namedFunctionAround, withoutFunction } from './named-functions.js';
import { FOR_OTHERS, isImportedByNames, ownManifest } from './resource-text/uses.js';
import { deletion } from './verdicts.js';

const GONE: Difference = {
  name: 'function-removed',
  what: 'the function is gone: nothing here calls it',
};

/** The same codemod, which takes a function out in place of a marker if nothing calls it. */
export function removingUncalled(codemod: Codemod): Codemod {
  return {
    ...codemod,
    classify(site, around) {
      const verdict = codemod.classify(site, around);
      return (verdict?.strategy === 'marker' ? withoutUncalled(site, around) : null) ?? verdict;
    },
  };
}

function withoutUncalled(site: Site, around: Surroundings): Verdict | null {
  const { file, script, nodes, finding } = site;
  const inner = nodes.at(-1);
  if (script === null || inner === undefined || finding.context === 'test') return null;
  if (finding.kind !== 'endpoint' && finding.kind !== 'sdk') return null;
  // The cheap questions first: for the others all scripts are read.
  if (isEntry(file.path, around) || around.importers(file.path).length === 0) return null;
  const found = namedFunctionAround(file.path, script, inner, around);
  if (found === null || !isUncalled(found) || !isImportedByNames(file.path, around)) return null;
  if (isImported(file.path, found.name, around) || isNamedElsewhere(found.name, around)) return null;
  const edits = withoutFunction(found);
  if (edits === null) return null;
  const reason = `nothing calls ${found.name}, the function around the call`;
  return { ...deletion(reason, edits, [GONE]), independent: true };
}

/** A function of a module, with no name in another one. Frameworks call functions of files that nothing imports. */
function isUncalled({ declared, holder, calls, exported, signatures }: NamedFunction): boolean {
  const isOfModule = holder.parent?.type === 'Program';
  const isHandedOn = exported.some(({ file }) => file !== declared.file) || signatures.length > 0;
  return isOfModule && calls.length === 0 && !isHandedOn;
}

/** Whether others may load the file: of a package for others, or named in its manifest. */
function isEntry(file: string, around: Surroundings): boolean {
  const manifest = ownManifest(file, around);
  const stem = /([^/]+?)\.[cm]?[jt]sx?$/.exec(file)?.[1] ?? 'index';
  if (manifest === null || FOR_OTHERS.test(manifest) || stem === 'index') return true;
  return manifest.includes(`/${stem}.`) || manifest.includes(`"${stem}.`);
}

/** A test, for instance, which would no longer load. */
function isImported(file: string, name: string, around: Surroundings): boolean {
  const named = new RegExp(`(?<![\\w$])${literally(name)}(?![\\w$])`);
  return around.importers(file).some((other) => named.test(around.file(other)?.text ?? ''));
}

/** Files other than scripts in which a function may be named: handlers of functions, pages, guides. */
const OTHERS = 'json yml yaml toml tf html md mdx graphql gql sh py rb php go ejs hbs njk liquid'.split(' ');

function isNamedElsewhere(name: string, around: Surroundings): boolean {
  return OTHERS.some((ending) => {
    const files = around.filesEndingWith(`.${ending}`);
    return files?.some((one) => around.file(one)?.text.includes(name) === true) !== false;
  });
}
