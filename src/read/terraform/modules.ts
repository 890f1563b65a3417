import { posix } from 'node:path';
import { hole, type Origin, type Value } from '../../value/index.js';
import type { Program, SourceFile } from '../reader.js';
import { vendorWord } from '../text/plain/evidence.js';
import { configurationOf, moduleFilesIn } from './configurations.js';
import { attributeIn, calledFolder, sourceIn, terragruntFiles, terragruntFolder } from './module-source.js';
import type { Attribute, Block, Body } from './parse.js';
import { References } from './references.js';
import { objectOf, referencesOf, resolved, roundsOfBlock } from './values.js';

/**
 * Modules of the scanned tree that a file calls: what it gives them reaches the resources in them. A file calls a
 * module with a block `module`, as inputs of Terragrunt, or with values for the variables of its own folder (`.tfvars`).
 */
export interface ModuleCall {
  readonly folder: string;
  /** Values of variables by name, told as far as the calling file tells them. */
  readonly inputs: ReadonlyMap<string, Value>;
}

/** A resource of a called module, with the values that it gets from the call. */
export interface CalledResource {
  /** The file of the module. */
  readonly file: SourceFile;
  readonly block: Block;
  readonly attributes: Value;
}

/** What a `module` block says of itself, and not to the module. */
const OWN: ReadonlySet<string> = new Set([
  'source',
  'version',
  'providers',
  'count',
  'for_each',
  'depends_on',
]);
/** Modules that call modules. */
const MAX_DEPTH = 4;
/** Parts of values that a call of a module counts as: modules that call each other are called without end. */
const COST_OF_CALL = 100;

export function callsOf(file: SourceFile, references: References, program: Program): readonly ModuleCall[] {
  const { body } = configurationOf(file);
  if (file.path.endsWith('.tfvars'))
    return [{ folder: posix.dirname(file.path), inputs: inputsFrom(body.attributes, references) }];
  if (file.path.endsWith('.hcl')) return terragruntCalls(file, program);
  return blockCalls(file, references);
}

function blockCalls(file: SourceFile, references: References): readonly ModuleCall[] {
  return configurationOf(file).body.blocks.flatMap((block) => {
    const source = block.type === 'module' ? attributeIn(block.body, 'source') : undefined;
    const folder = source === undefined ? null : calledFolder(source, file.path);
    if (folder === null) return [];
    const given = block.body.attributes.filter(({ name }) => !OWN.has(name));
    return roundsOfBlock(objectOf(block.body, block.origin), references).map((names) => ({
      folder,
      inputs: inputsFrom(given, names),
    }));
  });
}

function inputsFrom(attributes: readonly Attribute[], references: References): ReadonlyMap<string, Value> {
  return new Map(attributes.map(({ name, value }) => [name, sealed(resolved(value, references))]));
}

/** The inputs of a file of Terragrunt, over those of the files that it includes. */
function terragruntCalls(file: SourceFile, program: Program): readonly ModuleCall[] {
  if (!/\binputs\b/.test(file.text)) return [];
  return runsOf(file, program).flatMap((child) => {
    const files = terragruntFiles(child, program);
    const folder = [...files.included, child].includes(file) ? terragruntFolder(files, program) : null;
    if (folder === null) return [];
    const inputs = new Map<string, Value>();
    for (const one of [...files.included, child]) {
      const given = inputsIn(configurationOf(one).body);
      if (given?.kind !== 'object') continue;
      for (const { key, value } of given.properties) inputs.set(key, value);
    }
    return [{ folder, inputs }];
  });
}

/** Files of Terragrunt that are asked whether they include another. */
const MAX_RUNS = 200;

/** The files that Terragrunt is run for: this one, or those that include it. */
function runsOf(file: SourceFile, program: Program): readonly SourceFile[] {
  const { body } = configurationOf(file);
  const isRun = sourceIn(body) !== undefined || body.blocks.some(({ type }) => type === 'include');
  if (isRun && posix.basename(file.path) === 'terragrunt.hcl') return [file];
  return (program.filesEndingWith?.('terragrunt.hcl') ?? [])
    .filter((path) => path !== file.path && posix.basename(path) === 'terragrunt.hcl')
    .slice(0, MAX_RUNS)
    .flatMap((path) => program.file(path) ?? []);
}

function inputsIn(body: Body): Value | undefined {
  const inputs = attributeIn(body, 'inputs');
  return inputs === undefined ? undefined : sealed(resolved(inputs, new References(referencesOf(body))));
}

/** The vendor's resources of a called module that get something which the calling file writes. */
export function* calledResources(
  call: ModuleCall,
  caller: SourceFile,
  { references, program }: { readonly references: References; readonly program: Program },
  depth = 0,
): Generator<CalledResource> {
  const files = moduleFilesIn(call.folder, program);
  references.budget.left -= COST_OF_CALL;
  if (references.isSpent) return;
  const vendors = program.profiles.flatMap(({ hosts }) => hosts.map(vendorWord));
  const isOfVendor = (type = ''): boolean => vendors.some((vendor) => type.startsWith(`${vendor}_`));
  const named = new Map(files.flatMap((file) => [...referencesOf(configurationOf(file).body)]));
  for (const [name, value] of call.inputs) named.set(`var.${name}`, value);
  const names = new References(named, references.budget);
  for (const file of files) {
    for (const block of configurationOf(file).body.blocks) {
      if (block.type !== 'resource' || !isOfVendor(block.labels[0]?.text)) continue;
      const written = objectOf(block.body, block.origin);
      for (const round of roundsOfBlock(written, names)) {
        const attributes = resolved(written, round);
        if (isWrittenIn(attributes, caller.path)) yield { file, block, attributes };
      }
    }
    if (depth < MAX_DEPTH)
      for (const inner of blockCalls(file, names))
        yield* calledResources(inner, caller, { references: names, program }, depth + 1);
  }
}

/** A value whose open names mean nothing elsewhere: `local.zone` of the caller is not that of the module. */
function sealed(value: Value): Value {
  switch (value.kind) {
    case 'text':
      return {
        ...value,
        pieces: value.pieces.map((piece) => (piece.kind === 'hole' ? hole(piece.origin) : piece)),
      };
    case 'object':
      return {
        ...value,
        properties: value.properties.map((property) => ({ ...property, value: sealed(property.value) })),
      };
    case 'array':
      return { ...value, items: value.items.map(sealed) };
    case 'choice':
      return { ...value, of: value.of.map(sealed) };
    default:
      return { ...value };
  }
}

function isWrittenIn(value: Value, path: string): boolean {
  const isHere = (origin: Origin | null): boolean => origin?.file === path;
  if (isHere(value.origin)) return true;
  switch (value.kind) {
    case 'text':
      return value.pieces.some(({ origin }) => isHere(origin));
    case 'object':
      return value.properties.some((one) => isHere(one.keyOrigin) || isWrittenIn(one.value, path));
    case 'array':
      return value.items.some((item) => isWrittenIn(item, path));
    case 'choice':
      return value.of.some((one) => isWrittenIn(one, path));
    default:
      return false;
  }
}
