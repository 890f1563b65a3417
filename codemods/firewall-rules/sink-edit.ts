/** The call that hands a request to its client: the client is wrapped there, and nowhere else. */
import { posix } from 'node:path';
import type { FileEdit, Surroundings } from '../../src/migrate/model.js';
import type { Call, Node } from '../../src/read/javascript/syntax/estree.js';
import { nameOf, unwrap } from '../../src/read/javascript/syntax/nodes.js';
import type { Usage } from '../../src/read/usage.js';
import { knownSender } from './own-wrapper.js';

const VERBS = /^(?:get|delete|post|put|patch)$/;

interface Wrapping {
  readonly wrapper: string;
  /** What is wrapped: the function that is called, or the object whose method it is; `loose` needs no object. */
  readonly what: 'callee' | 'owner' | 'loose';
}

type Choose = (callee: Node, call: Call) => Wrapping | null;

/** Clients that have methods named after verbs, and can be called themselves. */
function withVerbs(wrapper: string, others: RegExp): Choose {
  return (callee) => {
    if (callee.type !== 'MemberExpression') {
      const isLoose = callee.type === 'Identifier' && (VERBS.test(callee.name) || others.test(callee.name));
      return isLoose ? null : { wrapper, what: 'callee' };
    }
    const method = callee.computed ? null : nameOf(callee.property);
    if (method === null) return { wrapper, what: 'owner' };
    if (VERBS.test(method) || others.test(method)) return { wrapper, what: 'owner' };
    return /^(?:stream|paginate|native|head|options)$/.test(method) ? null : { wrapper, what: 'callee' };
  };
}

const CLIENTS: Readonly<Record<string, Choose>> = {
  fetch: () => ({ wrapper: 'fetchOverRulesets', what: 'callee' }),
  axios: withVerbs('axiosOverRulesets', /^request$/),
  got: withVerbs('gotOverRulesets', /^$/),
  ky: withVerbs('kyOverRulesets', /^$/),
  ofetch: (callee) => {
    const name = nameOf(callee.type === 'MemberExpression' ? callee.property : callee) ?? '';
    if (/^use/.test(name) || name === 'native') return null;
    return { wrapper: 'ofetchOverRulesets', what: name === 'raw' ? 'owner' : 'callee' };
  },
  undici: (callee) => {
    const name = nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
    if (name === 'fetch') return { wrapper: 'fetchOverRulesets', what: 'callee' };
    return name === 'request' && isModule(callee) ? { wrapper: 'undiciOverRulesets', what: 'callee' } : null;
  },
  /** `request(…)`, `https.request(…)` and the same of `get`. */
  http: () => ({ wrapper: 'httpOverRulesets', what: 'loose' }),
  superagent: (callee, call) =>
    stepsAfter(call).some((name) => STREAMED.test(name))
      ? null
      : withVerbs('superagentOverRulesets', /^del$/)(callee, call),
  request: withVerbs('requestOverRulesets', /^del$/),
  'nest-axios': (callee) => {
    if (callee.type !== 'MemberExpression') return null;
    const isInner =
      callee.object.type === 'MemberExpression' && nameOf(callee.object.property) === 'axiosRef';
    return { wrapper: isInner ? 'axiosOverRulesets' : 'nestOverRulesets', what: 'owner' };
  },
  /** The verbs of the vendor's SDK. */
  cloudflare: (callee) =>
    callee.type === 'MemberExpression' ? { wrapper: 'cloudflareOverRulesets', what: 'owner' } : null,
};

/** Steps of superagent that send or receive something else than JSON. */
const STREAMED = /^(?:pipe|attach|field|parse|responseType)$/;

/** Names of the methods that are called on the result of a call, one after the other. */
function stepsAfter(call: Node): readonly string[] {
  const member = call.parent;
  const next = member?.parent;
  if (member?.type !== 'MemberExpression' || next?.type !== 'CallExpression' || next.callee !== member)
    return [];
  return [nameOf(member.property) ?? '', ...stepsAfter(next)];
}

/** `request(…)` or `undici.request(…)`; clients and pools of undici take paths without a host. */
function isModule(callee: Node): boolean {
  return (
    callee.type === 'Identifier' ||
    (callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      /^undici$/i.test(callee.object.name))
  );
}

/** The edits at the call that sends, none where it is wrapped already, or why there can be none. */
export function wrapEdit(usage: Usage, around: Surroundings): readonly FileEdit[] | string {
  if (usage.sender === undefined) return 'the call that sends it is not known';
  const sender = knownSender(usage.sender, around);
  if (!sender.known) return `it is handed to ${sender.client}, which is not known to be an HTTP client`;
  const choose = CLIENTS[sender.client];
  if (choose === undefined) return `${sender.client} is not among the clients that the helper can wrap`;
  const { file, start, end } = sender.at;
  const other = sender.client === 'axios' ? otherAxios(file, around) : null;
  if (other !== null) return `${other} is called as axios is, but cannot be wrapped as it can`;
  const call = callAt(around, file, start, end);
  if (call === null) return 'the call that sends it is not written as a call';
  const callee = unwrap(call.callee);
  const wrapping = choose(callee, call);
  if (wrapping === null || isOptional(call.callee))
    return `this form of a call of ${sender.client} cannot be wrapped`;
  const target = wrapping.what === 'owner' && callee.type === 'MemberExpression' ? callee.object : callee;
  if (isWrapped(target) || isWrapped(callee)) return [];
  if (target.type === 'Super') return 'what sends it cannot be handed to a function';
  const text = around.file(file)?.text.slice(...target.range) ?? '';
  const bound = wrapping.what === 'callee' && needsThis(target) ? boundTo(target, text, around, file) : text;
  if (bound === null) return `this form of a call of ${sender.client} cannot be wrapped`;
  const [from, to] = target.range;
  const local = around.fromHelper(file, wrapping.wrapper);
  return [{ file, start: from, end: to, text: `${local}(${bound})` }];
}

/** Packages with the methods of axios that have none of its adapters, where the package has one of them. */
function otherAxios(file: string, around: Surroundings): string | null {
  const texts = [around.file(file)?.text ?? ''];
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const manifest = around.file(posix.join(folder, 'package.json'));
    if (manifest !== null) texts.push(manifest.text);
    if (manifest !== null || folder === '.') break;
  }
  return (
    texts.map((text) => /["'](redaxios|xior)["']/.exec(text)?.[1] ?? null).find((name) => name !== null) ??
    null
  );
}

function callAt(around: Surroundings, file: string, start: number, end: number): Call | null {
  const script = around.scriptAt(file, start);
  if (script === null) return null;
  const nodes = around.nodesAround(script, start, end);
  const call = nodes.findLast((node) => node.type === 'CallExpression');
  return call?.type === 'CallExpression' &&
    call.range[0] <= start &&
    call.range[1] >= end &&
    call.range[0] === start
    ? call
    : null;
}

function isOptional(callee: Node): boolean {
  return 'optional' in callee && callee.optional === true;
}

function isWrapped(node: Node): boolean {
  const call = unwrap(node);
  return call.type === 'CallExpression' && /OverRulesets\d*$/.test(nameOf(call.callee) ?? '');
}

const PLATFORM = /^(?:globalThis|window|self|global|undici)$/;

/** A method that is called on anything but the platform may use it. */
function needsThis(target: Node): boolean {
  return (
    target.type === 'MemberExpression' &&
    !(target.object.type === 'Identifier' && PLATFORM.test(target.object.name))
  );
}

function boundTo(target: Node, text: string, around: Surroundings, file: string): string | null {
  if (target.type !== 'MemberExpression') return text;
  const { object } = target;
  if (object.type !== 'Identifier' && object.type !== 'ThisExpression') return null;
  return `${text}.bind(${around.file(file)?.text.slice(...object.range) ?? ''})`;
}

const RESOURCES: Readonly<Record<string, string>> = {
  'firewall.rules': 'firewallRulesOf',
  filters: 'filtersOf',
};

/** `client.firewall.rules.create(…)` becomes `firewallRulesOf(client).create(…)`. */
export function chainEdit(usage: Usage, around: Surroundings): readonly FileEdit[] | string {
  if (usage.kind !== 'sdk') return wrapEdit(usage, around);
  const major = Number(/\d+/.exec(usage.version ?? '')?.[0] ?? 4);
  if (usage.sdk !== 'npm:cloudflare' || major < 3)
    return `version ${usage.version ?? ''} of the SDK is not known`;
  const names = usage.chain.map(({ name }) => name);
  const key = names[0] === 'filters' ? 'filters' : names.slice(0, 2).join('.');
  const helper = RESOURCES[key];
  const [first] = usage.chain;
  const last = usage.chain[key === 'filters' ? 0 : 1];
  if (helper === undefined || first === undefined || last === undefined)
    return 'this part of the SDK is not known';
  const { file } = last.origin;
  const outer = memberAt(around, last.origin);
  const inner = key === 'filters' ? outer : memberAt(around, first.origin);
  const isOne = outer !== null && inner !== null && (outer === inner || unwrap(outer.object) === inner);
  if (!isOne) return 'the resource of the SDK is not reached in one expression';
  if (isOptional(outer) || isOptional(inner))
    return 'an optional step to a resource of the SDK cannot be wrapped';
  const client = around.file(file)?.text.slice(...inner.object.range) ?? '';
  const [start, end] = [outer.range[0], outer.range[1]];
  return [{ file, start, end, text: `${around.fromHelper(file, helper)}(${client})` }];
}

function memberAt(around: Surroundings, { file, start, end }: { file: string; start: number; end: number }) {
  const script = around.scriptAt(file, start);
  if (script === null) return null;
  const member = around.nodesAround(script, start, end).findLast((node) => node.type === 'MemberExpression');
  if (member?.type !== 'MemberExpression') return null;
  const [from, to] = member.property.range;
  return from <= start && end <= to ? member : null;
}
