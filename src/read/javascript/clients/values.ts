import { callGlobal } from '../evaluate/builtins/global-functions.js';
import { lazyMember } from '../evaluate/domain/lazy.js';
import {
  type External,
  type Member,
  memberNamed,
  type Sdk,
  type Term,
  UNDEFINED,
  unknown,
} from '../evaluate/domain/term.js';
import { joinBase } from '../evaluate/domain/urls.js';
import type { Engine } from '../evaluate/engine.js';
import type { Site } from '../evaluate/kernel/activate.js';
import { freeInstance } from '../evaluate/kernel/instances.js';
import { filledTemplate } from '../evaluate/packages/filled.js';
import { moduleMethod } from '../evaluate/packages/module-functions.js';
import { callParser } from './command-line.js';
import { callContext } from './context-values.js';
import { sdkPackage } from './packages.js';
import { callSchema } from './schemas.js';
import { BASE_KEYS, type ClientSpec, clientOf, OWN_CLIENT } from './specs.js';
import { exactMethod, wordsOf } from './verbs.js';

/** What calls and constructions of packages give back: clients, responses, or what they were handed. */

/** Functions that give back the function they are handed, in some disguise. */
const DISGUISES = new Set(
  'memo memoize callback throttle debounce retry limit promisify once wrap cache handler curry fetch rate ratelimit with action server async'.split(
    ' ',
  ),
);

export function callExternal(
  engine: Engine,
  external: External,
  args: readonly Term[],
  site: Site | null,
): Term {
  const sdk = sdkPackage(engine.profiles, external.package);
  if (sdk !== null) {
    // Version 2 is called without `new`; the tree-shakable entry has a factory.
    const [last] = external.path.slice(-1);
    // Version 1 wraps what it sends: `DNSRecord.create({…})`.
    if (external.path.length > 1 && last === 'create' && args[0] !== undefined) return args[0];
    return last === undefined || last === 'default' || /client$/i.test(last)
      ? { kind: 'sdk', package: external.package, chain: [], config: args[0] ?? null }
      : unknown('part of an SDK', external.origin);
  }
  if (external.package === 'global' && external.path.length === 1) {
    const own = callGlobal(external.path[0] ?? '', args);
    if (own !== null) return own;
  }
  const filled = filledTemplate(external);
  if (filled !== null) return filled;
  const parser = callParser(external, args) ?? callContext(engine, external, args, site);
  if (parser !== null) return parser;
  const schema = callSchema(external, args);
  if (schema !== null) return schema;
  const client = clientOf(external);
  const name = external.path[external.path.length - 1] ?? '';
  if (client !== null) {
    const own = client.rest[client.rest.length - 1] ?? '';
    if (client.spec.factories.includes(own)) return configured(client.spec, external, own, args);
    if (site !== null && (client.spec.senders.includes(own) || exactMethod(own) !== null)) {
      return { kind: 'response', call: site.node, at: site.at, path: [] };
    }
  }
  if (external.package !== 'global') {
    const made = moduleMethod(external.package, name === '' ? lastPart(external.package) : name, args);
    if (made !== null) return made;
  }
  if (/^useMemo$/.test(name) && args[0] !== undefined) return engine.invoke(args[0], null, [], site);
  const [onlyClass] = args;
  // A container gives out an instance of the class it is asked for.
  if (onlyClass?.kind === 'class') return freeInstance(engine, onlyClass.node, onlyClass.at);
  const handed =
    args.find((arg) => arg.kind === 'external' && clientOf(arg) !== null) ??
    args.find((arg) => arg.kind === 'closure');
  if (
    handed !== undefined &&
    wordsOf(name === '' ? lastPart(external.package) : name).some((word) => DISGUISES.has(word))
  )
    return handed;
  return unknown('result of a package', external.origin, name === '' ? lastPart(external.package) : name);
}

function lastPart(source: string): string {
  return source.slice(source.lastIndexOf('/') + 1);
}

/** A client with options, on top of those it had. */
function configured(spec: ClientSpec, external: External, name: string, args: readonly Term[]): External {
  const [first] = args;
  const path = external.package === 'global' ? external.path.slice(0, 1) : [];
  const base = { ...external, path };
  if (
    (spec.urlFirst === true || spec.mock === true) &&
    first !== undefined &&
    (first.kind === 'text' || first.kind === 'unknown' || first.kind === 'choice' || first.kind === 'url')
  ) {
    if (name !== '' && name !== 'url') return base;
    const before = baseOf(external.config, spec.baseKeys);
    const whole = before === null ? first : joinBase(before, first);
    return {
      ...base,
      config: {
        kind: 'object',
        members: [lazyMember('baseURL', null, null, () => whole)],
        open: true,
        origin: null,
      },
    };
  }
  if (first === undefined) return base;
  if (external.config?.kind === 'object' && first.kind === 'object') {
    const members: Member[] = [...external.config.members, ...first.members];
    return { ...base, config: { ...first, members, open: external.config.open || first.open } };
  }
  return { ...base, config: first };
}

/** The base URL among a client's options. */
export function baseOf(config: Term | null, keys: readonly string[] = BASE_KEYS): Term | null {
  if (config?.kind !== 'object') return null;
  for (let index = 0; index < keys.length; index++) {
    const member = memberNamed(config, keys[index] ?? '');
    if (member !== undefined && !(member.value.kind === 'scalar')) return member.value;
  }
  return null;
}

/** `new X(…)` of a package or of the platform. */
export function constructExternal(
  engine: Engine,
  external: External,
  args: readonly Term[],
  site: Site,
): Term {
  const sdk = sdkPackage(engine.profiles, external.package);
  const [first = UNDEFINED, second] = args;
  if (sdk !== null) return constructSdk(external, args);
  const name = external.path[external.path.length - 1];
  // What a proxy is asked, it asks what it stands for.
  if (external.package === 'global' && name === 'Proxy') return first;
  if (name === 'Request') {
    const init: Term = second ?? { kind: 'object', members: [], open: false, origin: null };
    if (first.kind === 'object') return first;
    const url = lazyMember('url', null, null, () => first);
    return init.kind === 'object'
      ? { ...init, members: [...init.members, url] }
      : { kind: 'object', members: [url], open: true, origin: engine.origin(site.node, site.at.module) };
  }
  const client = clientOf(external);
  if (client !== null) {
    const path = external.package === 'global' ? external.path.slice(0, 1) : [];
    const own = external.package === OWN_CLIENT ? external.config : null;
    if (own === null && (first.kind === 'text' || first.kind === 'url')) {
      const config: Term = {
        kind: 'object',
        members: [lazyMember('baseURL', null, null, () => first)],
        open: true,
        origin: null,
      };
      return { ...external, path, config };
    }
    return { ...external, path, config: first.kind === 'object' && own === null ? first : own };
  }
  return { ...external, path: [...external.path, 'new'], config: first };
}

/** What `new X(…)` of an SDK is: its client, or the resource that its file is named after. */
export function constructSdk(external: External, args: readonly Term[]): Sdk {
  const config = args[0] ?? null;
  const [, ...below] = external.package.split('/resources/');
  const names = [
    ...(below[0]?.split('/') ?? []),
    ...external.path.filter((part) => part !== 'Cloudflare' && part !== 'default'),
  ];
  const chain: string[] = [];
  for (const name of names) {
    if (name === 'index') continue;
    const camel =
      name.charAt(0).toLowerCase() +
      name.slice(1).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (chain[chain.length - 1] !== camel && !/client$/i.test(camel)) chain.push(camel);
  }
  const origin = external.origin ?? { file: '', start: 0, end: 0 };
  return { kind: 'sdk', package: external.package, chain: chain.map((name) => ({ name, origin })), config };
}

/** A call at the end of an SDK chain answers; a call of the package itself makes a client. */
export function callSdk(sdk: Sdk, _args: readonly Term[], site: Site | null): Term {
  if (site === null) return unknown('SDK call');
  if (sdk.chain[sdk.chain.length - 1]?.name === 'withOptions')
    return { ...sdk, chain: sdk.chain.slice(0, -1) };
  return { kind: 'response', call: site.node, at: site.at, path: [] };
}
