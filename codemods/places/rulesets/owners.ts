/** Rules of one zone in a module and in what calls it: a zone has one ruleset of a phase, and it has one owner. */

import { posix } from 'node:path';
import type { Surroundings } from '../../../src/migrate/index.js';
import type { Block } from '../../../src/read/terraform/index.js';
import { literally } from '../../../src/value/index.js';
import { attributeText, type HclFile, isResource, moduleFiles } from '../hcl.js';
import type { Group } from './groups.js';
import { PER_INSTANCE, plain, Refusal, zoneOf } from './resources.js';

interface Owned {
  readonly phase: string;
  readonly types: readonly [string, ...string[]];
}

/** A `module` block with the files of its module, which lies in the same tree. */
export interface ModuleCall {
  readonly name: string;
  readonly file: HclFile;
  readonly block: Block;
  readonly files: readonly HclFile[];
}

/** Name of the module whose zone it is: `module.site.zone_id`. */
export function moduleOf(zone: string): string | null {
  return /^module\.([\w-]+)(?:\[[^\]]*\])?\./.exec(zone)?.[1] ?? null;
}

/** The call of the module that has rules of the phase for the zone of a group, which stands outside of it. */
export function owningCall(
  { zone }: Group,
  owned: Owned,
  files: readonly HclFile[],
  around: Surroundings,
): ModuleCall | null {
  const owner = callsIn(files, around).find((call) =>
    call.files.some((file) =>
      file.blocks.some((block) =>
        call.name === moduleOf(zone)
          ? hasRules(file, block, owned)
          : isResource(block, owned.types[0]) && givesZone(call, zone, zoneOf({ file, block }) ?? ''),
      ),
    ),
  );
  return owner ?? null;
}

/** Where the rules of the phase stand in a module, for the message. */
export function ruleFile({ files }: ModuleCall, owned: Owned): string {
  return files.find((file) => file.blocks.some((block) => hasRules(file, block, owned)))?.path ?? '';
}

function callsIn(files: readonly HclFile[], around: Surroundings): readonly ModuleCall[] {
  return files.flatMap((file) =>
    file.blocks.flatMap((block) => {
      const name = block.labels[0]?.text;
      if (block.type !== 'module' || name === undefined) return [];
      const source = /^"(\.{1,2}\/[^"]*)"$/.exec(attributeText(file, block, 'source') ?? '')?.[1];
      if (source === undefined) return [];
      const folder = posix.join(posix.dirname(file.path), source);
      return [{ name, file, block, files: filesIn(folder, around) }];
    }),
  );
}

function filesIn(folder: string, around: Surroundings): readonly HclFile[] {
  return moduleFiles(posix.join(folder, 'main.tf'), around);
}

function hasRules(file: HclFile, block: Block, { phase, types }: Owned): boolean {
  if (isResource(block, types[0])) return true;
  return isResource(block, 'cloudflare_ruleset') && attributeText(file, block, 'phase') === `"${phase}"`;
}

/** A call with the files beside it. */
export interface Caller {
  readonly call: ModuleCall;
  readonly beside: readonly HclFile[];
}

/** How far what calls a module may stand from it, upwards and then downwards: `modules/waf`, `environments/prod/eu`. */
const MAX_ABOVE = 4;
const MAX_BELOW = 4;
const MAX_FOLDERS = 400;

/** Calls of the module that these files are, wherever they stand near it. */
export function callersOf(own: readonly HclFile[], around: Surroundings): readonly Caller[] {
  const paths = new Set(own.map(({ path }) => path));
  const folder = posix.dirname(own[0]?.path ?? '.');
  return foldersAround(folder, around).flatMap((one) => {
    const beside = filesIn(one, around);
    return callsIn(beside, around)
      .filter((call) => call.files.some(({ path }) => paths.has(path)))
      .map((call) => ({ call, beside }));
  });
}

function foldersAround(folder: string, around: Surroundings): readonly string[] {
  let top = folder;
  for (let above = 0; above < MAX_ABOVE && top !== '.'; above++) top = posix.dirname(top);
  const found = [top];
  let level = [top];
  for (let below = 0; below < MAX_BELOW && found.length < MAX_FOLDERS; below++) {
    level = level.flatMap((one) => around.folders(one === '.' ? '' : one)).filter(isSource);
    found.push(...level);
  }
  return found.slice(0, MAX_FOLDERS);
}

/** Copies that tools keep are no callers. */
function isSource(folder: string): boolean {
  return !/^(?:\.|node_modules$)/.test(posix.basename(folder));
}

/** Whether a call hands its module the zone of rules that stand beside it. */
export function givesZone({ file, block }: ModuleCall, outside: string, inside: string): boolean {
  const variable = /^var\.([\w-]+)$/.exec(plain(inside))?.[1];
  if (variable === undefined) return false;
  return plain(attributeText(file, block, variable) ?? '') === plain(outside);
}

/** Throws a `Refusal` unless the zone outside is the zone that the module has its rules for. */
export function checkSameZone(call: ModuleCall, outside: string, inside: string): void {
  const output = /^module\.[\w-]+\.([\w-]+)$/.exec(outside)?.[1];
  for (const file of call.files) {
    for (const block of file.blocks) {
      if (block.type !== 'output' || block.labels[0]?.text !== output) continue;
      if (plain(attributeText(file, block, 'value') ?? '') === plain(inside)) return;
    }
  }
  throw new Refusal(`${outside} may not be the zone that the module ${call.name} has its rules for`);
}

/**
 * A module that gets its zone in a variable makes one ruleset for each call. Throws a `Refusal` where two calls mean the
 * same zone, or where there are rules of the phase for it beside the call that are not handed to it.
 */
export function checkCalls(
  { zone }: Group,
  owned: Owned,
  files: readonly HclFile[],
  around: Surroundings,
  handed: ReadonlySet<Block>,
): void {
  const variable = /\bvar\.([\w-]+)/.exec(zone)?.[1];
  if (variable === undefined) return;
  const seen = new Map<string, string>();
  for (const { call, beside } of callersOf(files, around)) {
    const { name, file, block } = call;
    const given = plain(attributeText(file, block, variable) ?? '');
    const isRepeated = ['count', 'for_each'].some((by) => attributeText(file, block, by) !== null);
    if (isRepeated && !PER_INSTANCE.test(given))
      throw new Refusal(`${file.path} calls the module ${name} several times for one zone`);
    const other = seen.get(`${posix.dirname(file.path)} ${given}`);
    if (other !== undefined)
      throw new Refusal(`the modules ${other} and ${name} of ${file.path} make rules for one zone`);
    seen.set(`${posix.dirname(file.path)} ${given}`, name);
    const place = beside.find((one) =>
      one.blocks.some(
        (resource) =>
          hasRules(one, resource, owned) && plain(zoneOf({ file: one, block: resource }) ?? '') === given,
      ),
    );
    if (place !== undefined && !handed.has(block))
      throw new Refusal(`${place.path} has rules for the zone that it hands to the module ${name}`);
  }
}

/** Throws a `Refusal` where the zone is handed to a module that has rules of the phase for it, too. */
export function checkBeside(
  { zone }: Group,
  owned: Owned,
  files: readonly HclFile[],
  around: Surroundings,
): void {
  for (const { name, file, block, files: inside } of callsIn(files, around)) {
    for (const { name: variable } of block.body.attributes) {
      if (plain(attributeText(file, block, variable) ?? '') !== plain(zone)) continue;
      const uses = new RegExp(`\\bvar\\.${literally(variable)}(?![\\w-])`);
      const place = inside.find((one) =>
        one.blocks.some(
          (resource) =>
            hasRules(one, resource, owned) && uses.test(zoneOf({ file: one, block: resource }) ?? ''),
        ),
      );
      if (place !== undefined)
        throw new Refusal(`the module ${name} has rules for the same zone, in ${place.path}`);
    }
  }
}
