import type { Profile, SdkCall } from '../../../catalogue/index.js';
import {
  literally,
  type ObjectValue,
  type Property,
  text as textOf,
  unknown,
  type Value,
} from '../../../value/index.js';
import type { RecordUsage, SdkUsage } from '../../usage.js';
import { AnswerReader } from '../answers/with-answers.js';
import { isPunctuation, isWord, skip } from '../lexing/code.js';
import { bareName, functionAround } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';
import { itemsOf } from '../values/format.js';
import { argumentsOf, withNamedParts, withPlaceholders } from './sdk-arguments.js';
import { declaredVersion } from './versions.js';

/**
 * Calls of a vendor's SDK in a file that imports it: member chains that end in a method the SDK has.
 *
 * A method whose name is a common word (`Filter`) counts only on a client that the file shows to be one.
 */
const CLIENT_NAME =
  /^(?:c|cf|api|client|cfapi|cfclient|cloudflare|cloudflareclient|cfc|cf_client|cfapiclient)$/i;

export function sdkUsages(unit: Unit): (SdkUsage | RecordUsage)[] {
  const usages: (SdkUsage | RecordUsage)[] = [];
  for (const profile of unit.profiles) {
    for (const sdk of sdksOf(unit, profile)) {
      const found = chainsOf(unit, profile, sdk);
      for (const one of found) usages.push(one);
      for (const one of listedItems(unit, profile, found)) usages.push(one);
    }
  }
  return usages;
}

/** The SDKs among the packages that a file imports, by the id the profile gives their methods. */
function sdksOf(unit: Unit, profile: Profile): readonly string[] {
  // The methods are many; most files import none of the packages.
  if (unit.evidence.packages.length === 0) return [];
  const ids = new Set(profile.sdk.map((call) => call.sdk));
  return [...ids].filter((id) => {
    const [ecosystem, name = ''] = id.split(':');
    return unit.evidence.packages.some(
      (one) => one.startsWith(`${ecosystem}:`) && one.toLowerCase().endsWith(name.toLowerCase()),
    );
  });
}

const symbolSets = new WeakMap<Profile, Map<string, ReadonlySet<string>>>();

function symbolsOf(profile: Profile, sdk: string): ReadonlySet<string> {
  let sets = symbolSets.get(profile);
  if (sets === undefined) {
    sets = new Map();
    symbolSets.set(profile, sets);
  }
  let set = sets.get(sdk);
  if (set === undefined) {
    set = new Set(profile.sdk.filter((call) => call.sdk === sdk).map((call) => call.symbol));
    sets.set(sdk, set);
  }
  return set;
}

interface ChainName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function chainsOf(unit: Unit, profile: Profile, sdk: string): SdkUsage[] {
  const { tokens, syntax } = unit.code;
  const symbols = symbolsOf(profile, sdk);
  const version = declaredVersion(unit, sdk);
  const usages: SdkUsage[] = [];
  const answers = new AnswerReader(unit);
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind !== 'word') continue;
    const names: ChainName[] = [];
    let next = at;
    for (;;) {
      const token = tokens[next];
      if (token?.kind !== 'word') break;
      names.push({ name: token.text, start: token.start, end: token.end });
      next++;
      // `cf.zones.filters(zone)` names a collection on the way: Python 2.x; `client.DNS().Records()` of others.
      const mark = tokens[next];
      if (mark?.kind !== 'punctuation' || !syntax.access.includes(mark.text)) break;
      next++;
    }
    const open = next;
    for (const one of [...callBefore(unit, at)].reverse()) names.unshift(one);
    const call = isPunctuation(tokens[open], '(');
    const chain = call
      ? knownChain(names, symbols)
      : isHandedOn(unit, at, open)
        ? knownReference(names, symbols)
        : null;
    if (chain !== null && names.length > 1) {
      const symbol = chain.map((one) => one.name).join('.');
      const rows = profile.sdk.filter((one) => one.sdk === sdk && one.symbol === symbol);
      const owners = names.slice(0, names.length - chain.length + (call ? 0 : impliedNames(names, chain)));
      if (provenClient(unit, owners, chain, rows, at)) {
        const usage: SdkUsage = {
          kind: 'sdk',
          site: {
            file: unit.file.path,
            start: names[0]?.start ?? 0,
            end: (call ? tokens[skip(unit.code, open) - 1] : tokens[open - 1])?.end ?? 0,
          },
          evidence: [{ kind: 'sdk', name: sdk }, ...unit.evidence.all],
          context: unit.context,
          sdk,
          version,
          chain: chain.map((one) => ({
            name: one.name,
            origin: { file: unit.file.path, start: one.start, end: one.end },
          })),
          args: (call ? argumentsOf(unit, open) : argumentsBehind(unit, at)).map((value) =>
            withPlaceholders(value, rows),
          ),
          reads: call ? answers.readsOfCall(at, skip(unit.code, open)) : [],
        };
        for (const one of withNamedParts(unit, profile, usage, rows, at)) usages.push(one);
      }
    }
    at = Math.max(at, next - 1);
  }
  return usages;
}

/** The last name of the call whose result the chain at a token begins with: `getAPI` of `w.getAPI().FirewallRules`. */
function callBefore({ code }: Unit, at: number): readonly ChainName[] {
  const { tokens, partner, syntax } = code;
  const mark = tokens[at - 1];
  if (mark?.kind !== 'punctuation' || !syntax.access.includes(mark.text)) return [];
  const name = isPunctuation(tokens[at - 2], ')') ? tokens[(partner[at - 2] ?? 0) - 1] : undefined;
  return name?.kind === 'word' ? [{ name: name.text, start: name.start, end: name.end }] : [];
}

/** The longest end of a chain that is a method of the SDK; something must stand before it. */
function knownChain(names: readonly ChainName[], symbols: ReadonlySet<string>): readonly ChainName[] | null {
  for (let from = 1; from < names.length; from++) {
    const end = names.slice(from);
    if (symbols.has(end.map((one) => one.name).join('.'))) return end;
  }
  return null;
}

/**
 * What a chain that is not called stands for: a method that is handed on, `to_thread(cf.zones.filters.get, zone)`, or
 * a collection that somebody calls later, `for one in [cf.zones.filters]`: that is read at least.
 */
function knownReference(
  names: readonly ChainName[],
  symbols: ReadonlySet<string>,
): readonly ChainName[] | null {
  const method = knownChain(names, symbols);
  if (method !== null) return method.length > 1 ? method : null;
  const last = names.at(-1);
  if (last === undefined) return null;
  const read = knownChain([...names, { name: 'get', start: last.end, end: last.end }], symbols);
  return read !== null && read.length > 2 ? read : null;
}

/** A chain that stands alone among the arguments of a call or the items of a list, or is called by another name. */
function isHandedOn({ code, file }: Unit, start: number, end: number): boolean {
  const { tokens, enclosing, partner } = code;
  const next = tokens[end];
  const ends =
    next === undefined ||
    next.kind === 'newline' ||
    (next.kind === 'punctuation' && /^[,)\]}]$/.test(next.text));
  if (!ends) return false;
  const open = enclosing[start] ?? -1;
  if (open >= 0) {
    // `getattr(cf.zones.settings, name).patch(…)`: a method of a part of the collection is called.
    const behind = tokens[(partner[open] ?? -2) + 1];
    return !(isWord(tokens[open - 1], 'getattr') && isPunctuation(behind, '.'));
  }
  const name = isPunctuation(tokens[start - 1], '=') ? tokens[start - 2] : undefined;
  return (
    name?.kind === 'word' &&
    new RegExp(`\\b${literally(name.text)}\\.(?:get|post|put|patch|delete)\\(`).test(file.text)
  );
}

/** Names of a chain that nobody wrote. */
const impliedNames = (names: readonly ChainName[], chain: readonly ChainName[]): number =>
  chain.at(-1) === names.at(-1) ? 0 : 1;

/** What stands behind a method that is handed on, which is called with it. */
function argumentsBehind(unit: Unit, at: number): readonly Value[] {
  const open = unit.code.enclosing[at] ?? -1;
  const given =
    isPunctuation(unit.code.tokens[open], '(') && open === at - 1 ? argumentsOf(unit, open).slice(1) : [];
  return given.length > 0 ? given : [unknown('given where it is called')];
}

/** A chain of several names, or a method named with several words, is the SDK's alone; others need a client. */
function provenClient(
  unit: Unit,
  owners: readonly ChainName[],
  chain: readonly ChainName[],
  rows: readonly SdkCall[],
  at: number,
): boolean {
  const owner = owners.at(-1);
  const method = chain.at(-1);
  if (owner === undefined || method === undefined) return false;
  if (chain.length > 1) return true;
  const words = method.name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g)?.length ?? 1;
  const name = bareName(owner.name);
  // A function of the package itself is no method of its client.
  if (owners.length === 1 && unit.code.syntax.ecosystem === 'go') {
    if (isPackage(unit, name) || isOwnMethod(unit, name, method.name, at)) return false;
  }
  // `getAPI()` and `NewClient()` give what they are named for.
  if (CLIENT_NAME.test(name.replace(/^(?:get|new|make|with)_?(?=\w)/i, ''))) return true;
  const scope = functionAround(unit.scopes, at);
  if (words > 2 && scope !== null) return true;
  // A class of the SDK that is named after another part of the API has other methods of that name.
  const made = new RegExp(`\\b${literally(name)}\\s*=\\s*new\\s+[\\\\\\w]*?([A-Z][A-Za-z]*)\\s*\\(`).exec(
    unit.file.text,
  )?.[1];
  if (made !== undefined && !isClient(made)) {
    const named = rows.some(({ path }) => path.includes(firstWord(made)));
    if (!named || words > 1) return named;
  }
  const typed = new RegExp(
    `\\b${literally(name)}\\b[^\\n,;)]{0,30}\\b(?:API|Client|CloudFlare|Cloudflare)\\b|\\b${literally(name)}\\b[^\\n]{0,20}:?=[^\\n]{0,40}\\bNew\\w*\\(`,
  );
  return typed.test(unit.file.text) || (unit.code.syntax.ecosystem === 'go' && isTypedBeside(unit, name));
}

const isClient = (name: string): boolean => /API|Client|Cloud[Ff]lare/.test(name);

/** `WAF` of `WAFRules`, `access` of `AccessRules`; in lower case, as in a path. */
function firstWord(name: string): string {
  return (/^(?:[A-Z]+(?![a-z])|[A-Z][a-z]*)/.exec(name)?.[0] ?? name).toLowerCase();
}

/** Other files of the folder that are asked what a name of the package is. */
const MAX_SIBLINGS = 40;

/** A variable that another file of the package declares as a client: `var api *cloudflare.API`. */
function isTypedBeside({ file, program }: Unit, name: string): boolean {
  const declared = new RegExp(
    `^(?:var[ \\t]+|[ \\t]+)${literally(name)}[ \\t]+\\*?\\w+\\.(?:API|Client)\\b`,
    'm',
  );
  return (program.siblings?.(file.path) ?? [])
    .filter((path) => path !== file.path && path.endsWith('.go'))
    .slice(0, MAX_SIBLINGS)
    .some((path) => declared.test(program.file(path)?.text ?? ''));
}

/** `m.DeleteFilter(…)` inside of a method of `m`, whose type declares `DeleteFilter` in the same file. */
function isOwnMethod({ code, file }: Unit, receiver: string, method: string, at: number): boolean {
  const around = file.text.lastIndexOf('\nfunc ', code.tokens[at]?.start);
  const head = file.text.slice(around + 1, file.text.indexOf('\n', around + 1));
  const [, name, type = ''] = /^func \((\w+)\s+\*?(\w+)\)/.exec(head) ?? [];
  if (name !== receiver) return false;
  return new RegExp(`^func \\(\\w+\\s+\\*?${literally(type)}\\) ${literally(method)}\\(`, 'm').test(
    file.text,
  );
}

function isPackage(unit: Unit, name: string): boolean {
  return new RegExp(
    `(?:\\b${literally(name)}\\s+)?"[^"\\n]*/${literally(name)}(?:-go)?(?:/v\\d+)?"|\\b${literally(name)}\\s+"[^"\\n]+"`,
  ).test(unit.file.text);
}

/**
 * A call that sends a list of named items it was given by another function: the names stand in a `switch` on
 * the items' ids. Each of them is an item that the call sends.
 */
function listedItems(unit: Unit, profile: Profile, found: readonly SdkUsage[]): RecordUsage[] {
  const usages: RecordUsage[] = [];
  for (const call of found) {
    const symbol = call.chain.map((one) => one.name).join('.');
    const row = profile.sdk.find((one) => one.sdk === call.sdk && one.symbol === symbol);
    if (row === undefined || row.method !== 'PATCH' || !row.path.endsWith('/settings')) continue;
    for (const label of caseLabels(unit, call.site.start))
      usages.push(itemUsage(unit, call, row.path, label));
    for (const item of call.args.flatMap(itemsOf)) {
      if (item.kind === 'object') usages.push(bulkUsage(call, row.path, item));
    }
  }
  return usages;
}

interface Label {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The literals of `switch item.ID { case "a": … }` in the function around an offset. */
function caseLabels(unit: Unit, offset: number): readonly Label[] {
  const { tokens, partner } = unit.code;
  const at = tokens.findIndex((token) => token.start >= offset);
  const scope = functionAround(unit.scopes, at);
  if (scope === null) return [];
  const labels: Label[] = [];
  for (let index = scope.start; index < scope.end; index++) {
    if (!isWord(tokens[index], 'switch')) continue;
    const subject = tokens.slice(index + 1, index + 6).findIndex((token) => isPunctuation(token, '{'));
    const field = tokens[index + subject];
    if (subject < 0 || field?.kind !== 'word' || !/^(?:id|name)$/i.test(field.text)) continue;
    const open = index + 1 + subject;
    const end = partner[open] ?? -1;
    for (let inner = open; inner < end; inner++) {
      const token = tokens[inner];
      if (!isWord(tokens[inner - 1], 'case') || token?.kind !== 'string') continue;
      const [part] = token.parts;
      if (part?.kind === 'text') labels.push({ text: part.text, start: part.start, end: part.end });
    }
  }
  return labels;
}

function itemUsage(unit: Unit, call: SdkUsage, path: string, label: Label): RecordUsage {
  const origin = { file: unit.file.path, start: label.start, end: label.end };
  const value = unknown('set by the program');
  const properties: Property[] = [
    { key: 'id', keyOrigin: null, value: textOf(label.text, origin), origin },
    { key: 'value', keyOrigin: null, value, origin: null },
  ];
  return bulkUsage(call, path, { kind: 'object', properties, open: true, origin });
}

/** One item as a part of what is sent to the collection. */
function bulkUsage(call: SdkUsage, path: string, item: ObjectValue): RecordUsage {
  const { origin } = item;
  const items: Value = { kind: 'array', items: [item], open: true, origin };
  return {
    kind: 'record',
    site: call.site,
    evidence: call.evidence,
    context: call.context,
    path,
    body: {
      kind: 'object',
      properties: [{ key: 'items', keyOrigin: null, value: items, origin }],
      open: true,
      origin,
    },
    reads: [],
  };
}
