/**
 * Clients that the user names under `clients`: a module that is one, or what it exports (an object, a function that
 * makes one, a class), a member of a class, or a parameter. What goes through them is proven, in every language.
 */
import type { HttpUsage, OwnClient, Program } from '../../read/index.js';
import { literally } from '../../value/index.js';
import type { Site } from '../model.js';
import { calledAt } from './called.js';

export function isNamedClient(usage: HttpUsage, program: Program): boolean {
  return (program.own?.clients ?? []).some((client) => isThrough(client, usage, program));
}

/** Why entries of the configuration change nothing, for those that do not. */
export function unmatchedClients(sites: readonly Site[], program: Program): readonly string[] {
  const usages = sites.flatMap(({ finding }) => finding.usages.filter((usage) => usage.kind === 'http'));
  return (program.own?.clients ?? []).flatMap((client) => {
    const isUsed = usages.some(
      (usage) =>
        isThrough(client, usage, program) || usage.sender?.client === client.module || isHost(client, usage),
    );
    return isUsed ? [] : [`clients: ${nameOf(client)} changes nothing: ${whyUnmatched(client, program)}`];
  });
}

/** The reader has put the base URL of the client before the path. */
function isHost({ baseUrl }: OwnClient, { evidence }: HttpUsage): boolean {
  return evidence.some((one) => one.kind === 'host' && one.host === new URL(baseUrl).hostname);
}

function nameOf({ module, export: name, member, parameter }: OwnClient): string {
  const part = member ?? parameter;
  return part === undefined ? `${name} of ${module}` : `${part} in ${name} of ${module}`;
}

function whyUnmatched(client: OwnClient, program: Program): string {
  const { module, export: name, member, parameter } = client;
  const path = fileOf(module);
  if (path === null) return 'no retired call goes through it';
  const text = program.file(path)?.text;
  if (text === undefined) return `there is no file ${path} in the scanned folder`;
  for (const one of [name === 'default' ? undefined : name, member, parameter])
    if (one !== undefined && !hasWord(text, one)) return `${path} has no ${one}`;
  return 'no retired call goes through it';
}

/** The file of the scanned folder that a module is; null for a package. */
function fileOf(module: string): string | null {
  return module.startsWith('./') ? module.slice(2) : null;
}

function isThrough(client: OwnClient, usage: HttpUsage, program: Program): boolean {
  const { module, export: name, member, parameter } = client;
  const path = fileOf(module);
  const isInside = path !== null && (usage.site.file === path || usage.sender?.at.file === path);
  const steps = (calledAt(usage, program) ?? '')
    .split(/\?\.|\.|->|::/)
    .map((step) => step.replace(/^[@$#]+/, ''));
  if (parameter !== undefined) return isInside && steps[0] === parameter;
  if (member !== undefined) return isInside && steps.includes(member);
  if (isInside) return name === 'default' || hasWord(program.file(path)?.text ?? '', name);
  const text = program.file(usage.site.file)?.text ?? '';
  const holder = steps.at(-2) ?? steps[0] ?? '';
  return isMentioned(text, path ?? module) && (steps.includes(name) || isMadeOf(text, holder, name));
}

/** The file imports the module, by whatever form of its path. */
function isMentioned(text: string, module: string): boolean {
  const stem = /([^/]+?)(?:\.\w+)?$/.exec(module)?.[1] ?? module;
  return text.includes(module) || hasWord(text, stem === 'index' ? (module.split('/').at(-2) ?? stem) : stem);
}

/** A variable, parameter or field is what an exported function returns, or has the exported type. */
function isMadeOf(text: string, holder: string, name: string): boolean {
  if (holder === '' || name === 'default') return false;
  return (
    // `api = createClient(…)`, `api: Client = …`, `api := edge.New(…)`
    new RegExp(
      `\\b${literally(holder)}\\s{0,3}(?::\\s{0,3}[\\w<>|.]{1,60}\\s{0,3})?:?=\\s{0,3}(?:await\\s|new\\s|&)?\\s{0,3}(?:\\w{1,40}\\.)?${literally(name)}\\b`,
    ).test(text) ||
    // `api: Client`
    new RegExp(`\\b${literally(holder)}\\??\\s{0,3}:\\s{0,3}(?:\\w{1,40}\\.)?${literally(name)}\\b`).test(
      text,
    ) ||
    // `Client $api`, `api *edge.Client`
    new RegExp(`\\b${literally(name)}\\s{1,3}[$*&]?${literally(holder)}\\b`).test(text) ||
    new RegExp(`\\b${literally(holder)}\\s{1,3}\\*?(?:\\w{1,40}\\.)?${literally(name)}\\b`).test(text)
  );
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w$])${literally(word)}(?![\\w$])`).test(text);
}
