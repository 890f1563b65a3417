/** What else of a module names the resources that go. */

import type { FileEdit } from '../../../src/migrate/index.js';
import type { Attribute, Block } from '../../../src/read/terraform/index.js';
import { literally } from '../../../src/value/index.js';
import {
  attributeNamed,
  attributeText,
  type HclFile,
  linesOf,
  withGap,
  writtenProperty,
  writtenValue,
} from '../hcl.js';
import { plain, Refusal, type Repetition, type Resource } from './resources.js';

/** What takes the place of old resources: its address, and how many times it is made. */
export interface Target {
  readonly address: string;
  readonly repetition: Repetition | null;
}

/**
 * Edits of `depends_on`, of outputs and of `import` blocks. Whatever else names a resource would break: throws a
 * `Refusal` with the place. Without a `target` nothing takes the place of the resources.
 */
export function referenceEdits(
  resources: readonly Resource[],
  target: Target | null,
  files: readonly HclFile[],
): readonly FileEdit[] {
  return files.flatMap((file) => {
    const places = resources.flatMap((resource) => placesOf(resource, file, resources));
    const holders = new Map<Block | Attribute, readonly FileEdit[]>();
    for (const place of places) {
      const holder = holderAt(file, place.at);
      if (holder === null) {
        const line = file.text.slice(0, place.at).split('\n').length;
        throw new Refusal(`${file.path}:${line} uses ${place.address}`);
      }
      if (!holders.has(holder)) holders.set(holder, editsOf(file, holder, resources, target));
    }
    return [...holders.values()].flat();
  });
}

/**
 * Edits of all places that name a resource which gets another type. `attribute` gives the new name of what is asked of
 * it; null where that is gone: throws a `Refusal` with the place, as for `import` and `moved` blocks.
 */
export function renamedReferences(
  resource: Resource,
  target: string,
  files: readonly HclFile[],
  attribute: (name: string) => string | null,
): readonly FileEdit[] {
  return files.flatMap((file) =>
    placesOf(resource, file, [resource]).map(({ at, address }): FileEdit => {
      const line = file.text.slice(0, at).split('\n').length;
      const holder = file.blocks.find((one) => isInside(one, at));
      if (holder === undefined || ['import', 'moved', 'removed'].includes(holder.type))
        throw new Refusal(`${file.path}:${line} names ${address} for the state`);
      const rest = file.text.slice(at + address.length);
      const [used = '', index = '', name = ''] = /^(\[[^\]]*\]|\.\*)?(?:\.(\w+))?/.exec(rest) ?? [];
      const now = name === '' ? name : attribute(name);
      if (now === null) throw new Refusal(`${file.path}:${line} uses ${name} of ${address}`);
      const end = at + address.length + used.length;
      return { file: file.path, start: at, end, text: `${target}${index}${now === '' ? '' : `.${now}`}` };
    }),
  );
}

interface Place {
  readonly address: string;
  readonly at: number;
}

function placesOf(resource: Resource, file: HclFile, own: readonly Resource[]): readonly Place[] {
  const { address } = resource;
  return [...file.text.matchAll(patternOf(address))]
    .map(({ index }) => ({ address, at: index }))
    .filter(
      ({ at }) =>
        !own.some((one) => one.file === file && isInside(one.block, at)) &&
        !file.comments.some(({ start, end }) => start <= at && at < end),
    );
}

function patternOf(address: string): RegExp {
  return new RegExp(`\\b${literally(address)}(?![\\w-])`, 'g');
}

function isInside({ origin }: Block | Attribute, offset: number): boolean {
  return origin.start <= offset && offset < origin.end;
}

/** The `import` block, the `depends_on` attribute or the value of an output around an offset. */
function holderAt(file: HclFile, at: number): Block | Attribute | null {
  const block = file.blocks.find((one) => isInside(one, at));
  if (block === undefined) return null;
  if (block.type === 'import') return block;
  const value = attributeNamed(block, 'value');
  if (block.type === 'output' && value !== undefined && isInside(value, at)) return value;
  return block.body.attributes.find((one) => one.name === 'depends_on' && isInside(one, at)) ?? null;
}

function editsOf(
  file: HclFile,
  holder: Block | Attribute,
  resources: readonly Resource[],
  target: Target | null,
): readonly FileEdit[] {
  const lines = linesOf(file, holder);
  if (lines === null) throw new Refusal(`${file.path}: a reference stands on a line with something else`);
  if ('labels' in holder) {
    const address = attributeText(file, holder, 'to') ?? '';
    if (!resources.some((one) => isAddress(address, one.address)))
      throw new Refusal(`an import block uses ${address}`);
    return [{ file: file.path, ...withGap(file.text, lines), text: '' }];
  }
  if (holder.name === 'value') return outputEdits(file, holder, resources, target);
  const items = itemsOf(file, holder);
  const left = [
    ...new Set(
      items.flatMap((item) =>
        resources.some(({ address }) => isAddress(item, address)) ? (target?.address ?? []) : item,
      ),
    ),
  ];
  if (left.length === 0) return [{ file: file.path, ...lines, text: '' }];
  const start = file.text.indexOf('[', holder.nameOrigin.end);
  const end = file.text.lastIndexOf(']', holder.origin.end) + 1;
  return [{ file: file.path, start, end, text: listLike(file.text.slice(start, end), left) }];
}

/**
 * An output of old resources or their ids gives the rulesets or theirs, also under several names. Throws a `Refusal`
 * where it gives anything else.
 */
function outputEdits(
  file: HclFile,
  value: Attribute,
  resources: readonly Resource[],
  target: Target | null,
): readonly FileEdit[] {
  return partsOf(file, value).flatMap(({ start, written }) => {
    const found = resources.filter(({ address }) => patternOf(address).test(written));
    if (found.length === 0) return [];
    const rest = found.reduce((text, { address }) => text.replace(patternOf(address), '@'), written);
    const text = target === null || found.length > 1 ? null : givenInstead(plain(rest), target);
    if (text === null) {
      const line = file.text.slice(0, start).split('\n').length;
      throw new Refusal(`${file.path}:${line} uses ${found[0]?.address}`);
    }
    return [{ file: file.path, start, end: start + written.length, text }];
  });
}

/** The value of an output, or those of the object that it is. */
function partsOf(file: HclFile, output: Attribute) {
  const { nameOrigin, value } = output;
  const from = (written: string, at: number) => ({ start: file.text.indexOf(written, at), written });
  if (value.kind !== 'object' || value.open || value.properties.length === 0)
    return [from(writtenValue(file, output), file.text.indexOf('=', nameOrigin.end))];
  return value.properties.map((property) =>
    from(writtenProperty(file, property), property.keyOrigin?.end ?? 0),
  );
}

const TRIED = /^try\((.+), (?:null|""|\[\])\)$/;
/** The id of what is made once or not at all. */
const ONE_ID = /^(?:one\(|join\("", )@(?:\.\*|\[\*\])\.id\)$/;
const INDEX = /^@(\[[^\]*]+\])(\.id|\["id"\])?$/;
/** All ids in a list, in the ways in which people write it. */
const ID_LIST =
  /^(?:@(?:\.\*|\[\*\])\.id|values\(@\)\[\*\](?:\.id|\["id"\])|\[ ?for (?:\w+, )?(\w+) in (?:@|values\(@\)) : \1(?:\.id|\["id"\]) ?\])$/;
const ID_MAP = /^\{ ?for (\w+), (\w+) in @ : \1 => \2(?:\.id|\["id"\]) ?\}$/;

/** What an output gives in place of old resources, which are written as `@`; null where nothing is known to do. */
function givenInstead(written: string, target: Target): string | null {
  const { address, repetition } = target;
  const tried = TRIED.exec(written)?.[1];
  if (tried !== undefined) {
    const given = givenInstead(tried, target);
    // Where the rulesets may be missing, too, the rest stays.
    return given === null || repetition === null ? given : written.replace(tried, () => given);
  }
  const [, index, id] = INDEX.exec(written) ?? [];
  if (written === '@' || (index !== undefined && id === undefined)) return address;
  if (written === '@.id' || written === '@["id"]') return idsOf(target, null);
  if (index !== undefined) return idsOf(target, index);
  if (ONE_ID.test(written)) {
    if (repetition === null) return `${address}.id`;
    return repetition.by === 'count' ? `one(${address}[*].id)` : null;
  }
  if (ID_LIST.test(written)) {
    if (repetition === null) return `[${address}.id]`;
    return repetition.by === 'count' ? `${address}[*].id` : `values(${address})[*].id`;
  }
  return ID_MAP.test(written) ? idsOf(target, null) : null;
}

function idsOf({ address, repetition }: Target, index: string | null): string {
  if (repetition === null) return `${address}.id`;
  if (index !== null) return `${address}${index}.id`;
  return repetition.by === 'count'
    ? `${address}[*].id`
    : `{ for key, ruleset in ${address} : key => ruleset.id }`;
}

/** Names of the outputs that give one of the resources. */
export function outputsOf(resources: readonly Resource[], files: readonly HclFile[]): readonly string[] {
  return files.flatMap((file) =>
    file.blocks
      .filter(
        (block) =>
          block.type === 'output' &&
          resources.some((one) => placesOf(one, file, resources).some(({ at }) => isInside(block, at))),
      )
      .flatMap(({ labels }) => labels[0]?.text ?? []),
  );
}

function itemsOf(file: HclFile, attribute: Attribute): readonly string[] {
  const written = writtenValue(file, attribute);
  const list = /^\[([^[\]#/]*(?:\[[^[\]]*\][^[\]#/]*)*)\]$/.exec(written)?.[1];
  if (list === undefined) throw new Refusal(`a depends_on of ${file.path} is more than a list of names`);
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The list on one line, or with one item on each, as it was. */
function listLike(before: string, items: readonly string[]): string {
  if (!before.includes('\n')) return `[${items.join(', ')}]`;
  const indent = /\n([ \t]*)\S/.exec(before)?.[1] ?? '    ';
  const close = /\n([ \t]*)\]$/.exec(before)?.[1] ?? '  ';
  const eol = before.includes('\r\n') ? '\r\n' : '\n';
  return `[${eol}${items.map((item) => `${indent}${item},${eol}`).join('')}${close}]`;
}

function isAddress(item: string, address: string): boolean {
  return item === address || item.startsWith(`${address}[`);
}
