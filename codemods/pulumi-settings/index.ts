/** Settings that are gone, as properties of what resources of Pulumi and CDKTF are given. */
import { isPure, removeItem } from '../../src/analysis/edits/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Codemod, Difference, Site, Verdict } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { keyName } from '../../src/read/javascript/syntax/nodes.js';
import { GOES } from '../places/gone-settings.js';
import { isKind, isPlain, type ObjectNode, type PropertyNode } from '../places/trees.js';
import { deletion, editsHere, marker, NO_ADDRESS } from '../places/verdicts.js';

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
  ],
  language: ['typescript', 'javascript'],
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS = 'Remove this property. There is no replacement.';
const TOOLS: ReadonlySet<string> = new Set(['pulumi', 'cdktf']);

const LEFT_OUT: Difference = {
  name: 'setting-left-out',
  what: 'the stack no longer manages the setting, which has no effect any more',
};

/** As the classes spell them: in camel case, and what is a list there in the plural. */
const GONE: ReadonlySet<string> = new Set([
  ...[...GOES].map((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  ...builtinCatalogue()
    .entries.filter(({ removal }) => removal === 'review')
    .flatMap(({ resources }) => resources)
    .flatMap(({ tool, attribute }) => (TOOLS.has(tool) ? (attribute?.split('.').at(-1) ?? []) : [])),
]);

function classify({ finding, script, nodes, entry, ...site }: Site): Verdict | null {
  const isClass = finding.usages.some((usage) => usage.kind === 'resource' && TOOLS.has(usage.tool));
  if (finding.kind !== 'resource' || script === null || !isClass) return null;
  const depth = nodes.findLastIndex(({ type }) => type === 'Property');
  const [object, property] = [nodes[depth - 1], nodes[depth]];
  if (object === undefined || property === undefined) return null;
  if (!isKind(object, 'ObjectExpression') || !isKind(property, 'Property') || !isGone(property)) return null;
  if (!isPlain(object)) return marker('the object is put together from several', STEPS);
  if (!isConstant(property.value))
    return marker('the value of the property does more than give a value', STEPS);
  const gone = goneOf(object);
  if (gone.length === object.properties.length)
    return marker('nothing else would be left of the object', 'Remove the object with this property.');
  const edit = removeItem(script, object, object.properties, property, gone);
  if (edit === null) return marker('a comment stands beside the property', STEPS);
  return deletion(
    `${entry.title} is gone without a replacement`,
    editsHere({ finding, script, nodes, entry, ...site }, [edit]),
    [entry.id === 'notification-email' ? NO_ADDRESS : LEFT_OUT],
  );
}

function goneOf({ properties }: ObjectNode): readonly Node[] {
  return properties.filter((one) => isKind(one, 'Property') && isGone(one));
}

function isGone({ key, computed, value }: PropertyNode): boolean {
  const name = keyName(key, computed);
  if (name !== 'securityLevel') return name !== null && GONE.has(name);
  return isKind(value, 'Literal') && /^(?:low|medium|high|essentially_off)$/.test(String(value.value));
}

/** Objects and lists of what changes nothing when it is left out. */
function isConstant(node: Node): boolean {
  if (isKind(node, 'ObjectExpression'))
    return node.properties.every((one) => isKind(one, 'Property') && !one.computed && isConstant(one.value));
  if (isKind(node, 'ArrayExpression')) return node.elements.every((one) => one !== null && isConstant(one));
  return isPure(node);
}
