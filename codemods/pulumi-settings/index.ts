/** Settings that are gone, as properties of what resources of Pulumi, CDKTF and Crossplane are given. */
import { removeItem } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { camelCase } from '../places/declared/fields.js';
import { GOES } from '../places/gone-settings.js';
import {
  type Attribute,
  attributeOf,
  attributesAround,
  isOfProgram,
  patternOf,
  type ResourceText,
  resourceAt,
} from '../places/resource-text/index.js';
import { isConstant } from '../places/resource-text/script.js';
import { manifestPart } from '../places/resource-text/yaml.js';
import { isKind, isPlain, type ObjectNode, type PropertyNode } from '../places/trees.js';
import { deletion, editsHere, isCleared, keptLevel, marker, NEEDS_POLICY } from '../places/verdicts.js';
import { settingsAtOnce, withoutOverride } from './at-once.js';

export const pulumiSettings: Codemod = {
  id: 'pulumi-settings',
  entries: [
    'brotli',
    'minify',
    'server-side-excludes',
    'privacy-pass',
    'mirage',
    'security-level',
    'notification-email',
    'settings-batch',
  ],
  language: ['typescript', 'javascript', 'python', 'yaml'],
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS = 'Remove this property. There is no replacement.';
const SHARED = 'an anchor or alias stands in it, or the file is no plain YAML';
const TOOLS: ReadonlySet<string> = new Set(['pulumi', 'cdktf']);
const LEFT_OUT: Difference = {
  name: 'setting-left-out',
  what: 'the stack or manifest no longer manages the setting, which has no effect any more',
};

const RETIRED_LEVEL = /^(?:low|medium|high)$/;

/** As the classes spell them: in camel case, and what is a list there in the plural. */
const GONE: ReadonlySet<string> = new Set([
  ...[...GOES].map(camelCase),
  ...builtinCatalogue()
    .entries.filter(({ removal }) => removal === 'review')
    .flatMap(({ resources }) => resources)
    .flatMap(({ tool, attribute }) => (TOOLS.has(tool) ? (attribute?.split('.').at(-1) ?? []) : [])),
]);

function classify(site: Site, around: Surroundings): Verdict | null {
  if (site.finding.usages.some((usage) => usage.kind === 'resource' && usage.tool === 'crossplane'))
    return inManifest(site, around);
  if (!isOfProgram(site)) return null;
  const resource = resourceAt(site, around);
  if (resource?.type === 'ZoneSettingsOverride') {
    const living = livingSettings(resource);
    if (living?.length === 0) return withoutOverride(site, resource, around, LEFT_OUT);
    if (site.entry.id === 'settings-batch') return settingsAtOnce(site, resource, living ?? [], around);
  }
  return site.script === null ? outsideScripts(site, resource) : inScript(site);
}

/** Names of settings that still have an effect; null where they are not written there. */
function livingSettings({ attributes }: ResourceText): readonly string[] | null {
  const settings = attributeOf(attributes, 'settings')?.inner ?? null;
  return settings?.filter((one) => !isGoneAttribute(one)).map(({ name }) => name) ?? null;
}

function inScript({ finding, script, nodes, entry, ...site }: Site): Verdict | null {
  if (script === null) return null;
  const depth = nodes.findLastIndex(({ type }) => type === 'Property');
  const [object, property] = [nodes[depth - 1], nodes[depth]];
  if (object === undefined || property === undefined) return null;
  if (!isKind(object, 'ObjectExpression') || !isKind(property, 'Property')) return null;
  if (!isGone(property))
    return isLevel(property) ? keptLevel(script.text.slice(...property.value.range)) : null;
  if (!isPlain(object)) return marker('the object is put together from several', STEPS);
  if (!isConstant(property.value))
    return marker('the value of the property does more than give a value', STEPS);
  const gone = goneOf(object);
  if (gone.length === object.properties.length)
    return marker('nothing else would be left of the object', 'Remove the object with this property.');
  const edit = removeItem(script, object, object.properties, property, gone);
  if (edit === null) return marker('a comment stands beside the property', STEPS);
  return leftOut({ finding, script, nodes, entry, ...site }, [edit]);
}

function leftOut(site: Site, edits: readonly Edit[]): Verdict {
  const { entry } = site;
  if (entry.id === 'notification-email' && !isCleared(site)) return NEEDS_POLICY;
  return deletion(`${entry.title} is gone without a replacement`, editsHere(site, edits), [LEFT_OUT]);
}

function outsideScripts(site: Site, resource: ResourceText | null): Verdict | null {
  const found = attributesAround(resource?.attributes ?? null, site.finding.at.start);
  if (resource === null || found === null) return null;
  if (!isGoneAttribute(found.own)) {
    const { name, pieces } = found.own;
    return name === 'security_level' ? keptLevel(pieces === null ? '' : patternOf(pieces)) : null;
  }
  if (!found.own.isConstant) return marker('the value of the property does more than give a value', STEPS);
  const gone = found.all.filter(isGoneAttribute);
  if (gone.length === found.all.length)
    return marker('nothing else would be left of the object', 'Remove the object with this property.');
  const edits = resource.without([found.own], gone);
  return edits === null
    ? marker('a comment stands beside the property, or it shares a line', STEPS)
    : leftOut(site, edits);
}

function inManifest(site: Site, around: Surroundings): Verdict {
  const part = manifestPart(site);
  const name = attributesAround(part?.attributes ?? null, site.finding.at.start)?.own.name;
  const patch = name === undefined ? null : patchOf(camelCase(name), around);
  if (patch !== null)
    return marker(
      `${patch} names the path of the property`,
      `Remove the property, and the path of it in ${patch}. There is no replacement.`,
      'Remove this property, and the patches that name its path.',
    );
  return outsideScripts(site, part) ?? marker(SHARED, STEPS);
}

/** A file with a patch that fails without the property: `path: /spec/forProvider/settings/0/brotli`. */
function patchOf(name: string, around: Surroundings): string | null {
  const pattern = new RegExp(`/spec/(?:forProvider|initProvider)/(?:\\w+/)*${literally(name)}\\b`);
  const files = ['.yaml', '.yml', '.json'].flatMap((ending) => around.filesEndingWith(ending) ?? []);
  return files.find((path) => pattern.test(around.file(path)?.text ?? '')) ?? null;
}

function isGoneAttribute({ name, pieces }: Attribute): boolean {
  if (name !== 'security_level') return GONE.has(camelCase(name));
  return pieces !== null && RETIRED_LEVEL.test(patternOf(pieces));
}

function goneOf({ properties }: ObjectNode): readonly Node[] {
  return properties.filter((one) => isKind(one, 'Property') && isGone(one));
}

function isGone(property: PropertyNode): boolean {
  const { key, computed, value } = property;
  const name = keyName(key, computed);
  if (!isLevel(property)) return name !== null && GONE.has(name);
  return isKind(value, 'Literal') && RETIRED_LEVEL.test(String(value.value));
}

function isLevel({ key, computed }: PropertyNode): boolean {
  return keyName(key, computed) === 'securityLevel';
}
