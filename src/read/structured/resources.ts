import type { Profile } from '../../catalogue/index.js';
import { knownText, type ObjectValue, type Origin, propertyOf, type Value } from '../../value/index.js';
import { meetLimit } from '../limits.js';
import type { SourceFile } from '../reader.js';
import { contextOf, vendorWord } from '../text/plain/evidence.js';
import type { ResourceUsage } from '../usage.js';

/** Resources of infrastructure tools that are written as data: Terraform in JSON, Pulumi in YAML, Crossplane. */
export function dataResources(file: SourceFile, profiles: readonly Profile[], root: Value): ResourceUsage[] {
  if (root.kind !== 'object') return rulesetDocuments(file, root);
  if (/\.(?:tf|tofu)\.json$/.test(file.path)) return terraformResources(file, root);
  const ofTools = [...pulumiResources(file, profiles, root), ...crossplaneResources(file, root)];
  return ofTools.length > 0 ? ofTools : rulesetDocuments(file, root);
}

/**
 * `apiVersion: <group>.crossplane.io/v1alpha1`, with what is wanted of the provider under `spec.forProvider`. A group may
 * be of one product, or hold kinds of several.
 */
function crossplaneResources(file: SourceFile, root: ObjectValue): ResourceUsage[] {
  const version = propertyOf(root, 'apiVersion')?.value;
  const spec = propertyOf(root, 'spec')?.value;
  const group = /^([\w.-]+\.(?:crossplane|upbound)\.io)\//.exec(
    version === undefined ? '' : (knownText(version) ?? ''),
  )?.[1];
  if (group === undefined || version?.kind !== 'text' || version.origin === null) return [];
  const wanted = spec?.kind === 'object' ? propertyOf(spec, 'forProvider')?.value : undefined;
  if (wanted === undefined) return [];
  const origin = { ...version.origin, end: version.origin.start + group.length };
  const kind = propertyOf(root, 'kind')?.value;
  const name = kind === undefined ? null : knownText(kind);
  return [
    usage(file, 'crossplane', 'group', group, origin, wanted),
    ...(name === null || kind?.origin == null
      ? []
      : [usage(file, 'crossplane', group, name, kind.origin, wanted)]),
  ];
}

function usage(
  file: SourceFile,
  tool: string,
  resourceKind: string,
  name: string,
  nameOrigin: Origin,
  attributes: Value,
): ResourceUsage {
  return {
    kind: 'resource',
    site: attributes.origin ?? nameOrigin,
    evidence: [],
    context: contextOf(file.path),
    tool,
    resourceKind,
    name,
    nameOrigin,
    attributes,
  };
}

/** `{"resource": {"<type>": {"<name>": {…}}}}`; each of the objects may also be a list of such. */
function terraformResources(file: SourceFile, root: ObjectValue): ResourceUsage[] {
  return ['resource', 'data'].flatMap((kind) =>
    blocksOf(propertyOf(root, kind)?.value).flatMap((types) =>
      types.properties.flatMap(({ key, keyOrigin, value }) =>
        keyOrigin === null
          ? []
          : blocksOf(value).flatMap(({ properties }) =>
              properties.map((named) => usage(file, 'terraform', kind, key, keyOrigin, only(named.value))),
            ),
      ),
    ),
  );
}

function blocksOf(value: Value | undefined): readonly ObjectValue[] {
  if (value?.kind === 'object') return [value];
  return value?.kind === 'array' ? value.items.flatMap(blocksOf) : [];
}

/** A block may be written as a list of one. */
function only(value: Value): Value {
  const [first] = value.kind === 'array' ? value.items : [];
  return first ?? value;
}

/** `resources: {name: {type: "vendor:index:Class", properties: {…}}}` */
function pulumiResources(file: SourceFile, profiles: readonly Profile[], root: ObjectValue): ResourceUsage[] {
  const resources = propertyOf(root, 'resources')?.value;
  if (resources?.kind !== 'object') return [];
  const vendors = new Set(profiles.flatMap((profile) => profile.hosts.map(vendorWord)));
  return resources.properties.flatMap((resource) => {
    if (resource.value.kind !== 'object') return [];
    const type = propertyOf(resource.value, 'type')?.value;
    const token = type === undefined ? null : knownText(type);
    if (type?.kind !== 'text' || token === null || type.origin === null) return [];
    const parts = token.split(':');
    if (parts.length < 2 || !vendors.has(parts[0] ?? '')) return [];
    const properties = propertyOf(resource.value, 'properties')?.value;
    return [usage(file, 'pulumi', 'class', parts.at(-1) ?? '', type.origin, properties ?? resource.value)];
  });
}

const PHASE = /\bhttp_(?:request|response|ratelimit|config|custom|log)/;
export function mayHoldRuleset(text: string): boolean {
  return PHASE.test(text);
}

const MAX_DEPTH = 12;
const NOT_SENT = ['version', 'last_updated', 'zoneId', 'accountId', '__defaults', '__meta'];

/**
 * Rulesets as they are sent to the API: `{"phase": "http_ratelimit", "rules": […]}`. What has a version or a time of
 * its last change was answered by the API, and the resources in a state of Pulumi have fields of their own.
 */
function rulesetDocuments(file: SourceFile, root: Value): ResourceUsage[] {
  if (!mayHoldRuleset(file.text)) return [];
  const found: ResourceUsage[] = [];
  const visit = (value: Value, depth: number): void => {
    if (depth > MAX_DEPTH) {
      meetLimit(`nested deeper than ${MAX_DEPTH} levels`);
      return;
    }
    if (value.kind === 'array') for (const item of value.items) visit(item, depth + 1);
    if (value.kind !== 'object') return;
    const phase = propertyOf(value, 'phase')?.value;
    const isAnswer = NOT_SENT.some((key) => propertyOf(value, key) !== undefined);
    if (
      phase?.kind === 'text' &&
      phase.origin !== null &&
      propertyOf(value, 'rules')?.value.kind === 'array'
    ) {
      const isPhase = PHASE.test(knownText(phase) ?? '');
      if (isPhase && !isAnswer)
        found.push(usage(file, 'rulesets-api', 'body', 'ruleset', phase.origin, value));
      return;
    }
    for (const property of value.properties) visit(property.value, depth + 1);
  };
  visit(root, 0);
  return found;
}
