/** Constraints that keep the provider at a version without the rulesets that are written: they are raised with them. */
import { posix } from 'node:path';
import type { Difference, FileEdit, Surroundings } from '../../../src/migrate/index.js';
import { type Attribute, type Block, calledFolder } from '../../../src/read/terraform/index.js';
import { knownText, type Origin, propertyOf, type Value } from '../../../src/value/index.js';
import { attributeNamed, type HclFile, moduleFiles } from '../hcl.js';
import { allows } from '../provider-versions.js';
import { callersOf } from './owners.js';

export interface RaisedProvider {
  readonly edits: readonly FileEdit[];
  readonly difference: Difference;
}

/** What is written for the raised version raises it, too. */
export function withRaised<
  One extends { readonly edits: readonly FileEdit[]; readonly differences: readonly Difference[] },
>(outcome: One, raised: RaisedProvider | null): One {
  if (raised === null) return outcome;
  const { edits, differences } = outcome;
  return {
    ...outcome,
    edits: [...edits, ...raised.edits],
    differences: [raised.difference, ...differences],
  };
}

/** A version between its quotes. */
interface Pin {
  readonly file: HclFile;
  readonly version: string;
  readonly origin: Origin;
}

/** Null where a constraint is of an unknown kind, or where resources are written for the old version. */
export function raisedProvider(
  files: readonly HclFile[],
  since: string,
  around: Surroundings,
): RaisedProvider | null {
  const together = connected(files, around);
  if (together === null || together.some(({ path }) => path.endsWith('.json'))) return null;
  const all = together.flatMap(pinsIn);
  if (all.some(({ version }) => !allows(version, since) && raisedConstraint(version, since) === null))
    return null;
  const pins = all.filter(({ version }) => raisedConstraint(version, since) !== null);
  const [first] = pins;
  const before = Math.min(...pins.map(({ version }) => majorOf(version)));
  if (first === undefined || before < 2 || (before === 2 && together.some(isWrittenForTwo))) return null;
  const edits = pins.flatMap(({ file, version, origin }): FileEdit[] => {
    const raised = raisedConstraint(version, since);
    const { start, end } = origin;
    const isWhole = file.text.slice(start, end) === version;
    return raised === null || !isWhole ? [] : [{ file: file.path, start, end, text: raised }];
  });
  if (edits.length < pins.length) return null;
  const guide = before === 2 ? ', after a look at the upgrade guide for version 3' : '';
  const what = `the provider is raised from ${first.version} to ${edits[0]?.text}, which has these rulesets: run terraform init -upgrade before terraform plan${guide}`;
  return { edits, difference: { name: 'provider-raised', what } };
}

function majorOf(version: string): number {
  return Number(/\d+/.exec(version)?.[0] ?? 0);
}

/** The last version 3 of the provider. */
const LAST = '3.35.0';

/** Null for constraints that are more than a version or `~>`, and for new enough ones. */
function raisedConstraint(version: string, since: string): string | null {
  const [, operator = '', parts = ''] = /^(=?\s*|~>\s*)v?(\d+(?:\.\d+){0,2})$/.exec(version.trim()) ?? [];
  if (parts === '' || allows(parts, since)) return null;
  if (!operator.startsWith('~>')) return `${operator}${LAST}`;
  return `${operator}${parts.split('.').length > 2 ? LAST : since.replace(/\.0$/, '')}`;
}

/** Modules that call each other have one version of the provider. */
const MAX_FOLDERS = 40;

function connected(files: readonly HclFile[], around: Surroundings): readonly HclFile[] | null {
  const all = new Map<string, readonly HclFile[]>([[posix.dirname(files[0]?.path ?? '.'), files]]);
  for (const own of all.values()) {
    const called = own.flatMap((file) => file.blocks.flatMap((block) => folderOf(block, file.path) ?? []));
    const calling = callersOf(own, around).map(({ call }) => posix.dirname(call.file.path));
    for (const folder of [...called, ...calling])
      if (!all.has(folder)) all.set(folder, moduleFiles(posix.join(folder, 'main.tf'), around));
    if (all.size > MAX_FOLDERS) return null;
  }
  return [...all.values()].flat();
}

function folderOf(block: Block, path: string): string | null {
  const source = block.type === 'module' ? attributeNamed(block, 'source') : undefined;
  return source === undefined ? null : calledFolder(source.value, path);
}

function pinsIn(file: HclFile): readonly Pin[] {
  return file.blocks.flatMap((block): readonly Pin[] => {
    if (block.type === 'provider' && block.labels[0]?.text === 'cloudflare')
      return pinOf(file, attributeNamed(block, 'version')?.value);
    const asked = block.type === 'terraform' ? block.body.blocks : [];
    return asked
      .filter(({ type }) => type === 'required_providers')
      .flatMap((one) => pinOf(file, providerOf(one)?.value));
  });
}

function providerOf({ body }: Block): Attribute | undefined {
  return body.attributes.find(({ name }) => name === 'cloudflare');
}

function pinOf(file: HclFile, value: Value | undefined): readonly Pin[] {
  const version = value?.kind === 'object' ? propertyOf(value, 'version')?.value : value;
  const text = version === undefined ? null : knownText(version);
  const origin = version?.origin ?? null;
  return text === null || origin === null ? [] : [{ file, version: text, origin }];
}

/** Maps of version 2 that are blocks of version 3. */
const BLOCKS_IN_THREE: Readonly<Record<string, string>> = {
  cloudflare_access_rule: 'configuration',
  cloudflare_custom_ssl: 'custom_ssl_options',
  cloudflare_load_balancer: 'fixed_response',
  cloudflare_record: 'data',
};

function isWrittenForTwo({ blocks }: HclFile): boolean {
  return blocks.some((block) => {
    const name = block.type === 'resource' ? BLOCKS_IN_THREE[block.labels[0]?.text ?? ''] : undefined;
    return name !== undefined && attributeNamed(block, name) !== undefined;
  });
}
