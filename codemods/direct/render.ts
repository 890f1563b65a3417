/** A new module: the templates, written for the way in which a program sends its requests. */

import type { ModuleSystem } from '../../src/migrate/index.js';
import { parseFile } from '../../src/read/javascript/parse/index.js';
import { completeRanges } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { assemble, type Part } from './assemble.js';
import { builderIn, type Convention, parametersOf, type Slot } from './convention.js';
import { fitted, LONGEST, withTypeInPlace } from './fitting.js';
import { TEMPLATES } from './generated/templates.js';
import { withNothing } from './given-nothing.js';

export interface RuleKind {
  readonly phase: string;
  /** Names of the templates by what they are called in a program. */
  readonly names: Readonly<Record<string, string>>;
  /** Templates of the codemod, which map fields. */
  readonly mapping: readonly Part[];
  /** How many a page had where nobody said it. */
  readonly pageSize?: number;
}

export interface Wanted {
  /** As programs import them. */
  readonly names: readonly string[];
  readonly features: ReadonlySet<string>;
  readonly convention: Convention | null;
  /** How long lines of the program are. */
  readonly width?: number | undefined;
}

export function moduleText(kind: RuleKind, wanted: Wanted, language: 'typescript' | ModuleSystem): string {
  const { convention, features } = wanted;
  const isTyped = language === 'typescript';
  const own = new Map(Object.entries(kind.names).map(([template, name]) => [name, template]));
  const names = new Set(wanted.names.map((name) => own.get(name) ?? name));
  const isSdk = convention?.callee === 'sdk';
  const style = isSdk
    ? TEMPLATES.sdk
    : convention?.gives === 'result'
      ? TEMPLATES.result
      : TEMPLATES.envelope;
  const mapped = new Set([...kind.mapping.map(({ name }) => name), 'respond']);
  const types = TEMPLATES.types.filter(({ name }) => !mapped.has(name));
  const raw = TEMPLATES.response.filter(({ name }) => features.has(`raw:${name}`));
  const isRaw = ({ name }: Part) => raw.some((part) => part.name === name);
  const parsed = style.filter((part) => !isRaw(part));
  const parts: readonly Part[] = [...types, ...parsed, ...raw, ...kind.mapping];
  const asked = new Set([
    ...features,
    ...(convention?.throws === false ? ['soft', 'refused'] : []),
    convention?.told === 'status' ? 'error' : (convention?.told ?? 'success'),
    ...(isSdk ? [convention.suffix] : []),
  ]);
  const assembled = assemble(parts, isTyped, names, asked);
  const all = assembled.map(({ text }) => text).join('\n');
  const body = assembled.map(({ name, isExported, text }) => {
    const written = name === 'Request' ? requestType(convention, all, wanted.width) : text;
    const exported = isExported && language !== 'commonjs';
    return exported ? written.replace(DECLARATION, 'export $&') : written;
  });
  const client = isTyped && isSdk ? ["import type Cloudflare from 'cloudflare';"] : [];
  const joined = [...client, ...body]
    .filter((text) => text !== '')
    .join('\n\n')
    .replace(/^(type .*;)\n(?=\ntype )/gm, '$1');
  const inNames = renamed(joined, kind);
  const text = (
    convention === null || isSdk ? inNames : inConvention(inNames, convention, isTyped, wanted.width)
  ).replace(/'http_request_firewall_custom'/, `'${kind.phase}'`);
  if (isTyped) {
    const generic = features.has('untyped') ? text.replace(/(function \w+)<T>/g, '$1<T = any>') : text;
    return `${withTypeInPlace(generic, wanted.width)}\n`;
  }
  if (language !== 'commonjs') return `${text}\n`;
  return `${text}\n\nmodule.exports = { ${[...wanted.names].sort().join(', ')} };\n`;
}

/** The line with which a declaration begins, below what is said of it. */
export const DECLARATION = /^(?:async )?(?:function|const|interface|type) /m;

export function renamed(text: string, { names, pageSize = 25 }: RuleKind): string {
  return text
    .replace('of.per_page ?? 25', `of.per_page ?? ${pageSize}`)
    .replace(/\b\w+\b/g, (word) => (Object.hasOwn(names, word) ? (names[word] ?? word) : word));
}

export function inConvention(
  text: string,
  convention: Convention,
  isTyped: boolean,
  width = LONGEST,
): string {
  const { prefix, callee } = convention;
  const client = clientName(convention);
  const values = parametersOf(convention);
  const [host, ...rest] = callee === 'global' ? hostOf(prefix) : ['', ...prefix];
  const start = rest.map((part) => (typeof part === 'string' ? part : `\${${part.name}}`)).join('');
  const parameters = [
    ...(client === null
      ? []
      : [isTyped ? `${client}: ${callee === 'verbs' ? 'Client' : 'Request'}` : client]),
    ...values.map((name) => (isTyped ? `${name}: ${valueType(name, convention)}` : name)),
  ];
  const handed = [...(client === null ? [] : [client]), ...values];
  const isRaw = text.includes('await respond(');
  const raw = { ...convention, gives: 'result' as const, suffix: '' };
  const written = text
    .replace(RESPONDING, (_, method: string, path: string, body?: string) =>
      callee === 'global'
        ? `await ${sent(convention, method, path, body)}`
        : sending(raw, client, method, path, body),
    )
    .replace(SENDING, (_, method: string, path: string, body?: string) =>
      callee === 'global'
        ? isRaw
          ? `await (await ${sent(convention, method, path, body)}).json()`
          : `await ${sent(convention, method, path, body)}`
        : sending(convention, client, method, path, body),
    )
    .replaceAll('`/zones/${zone}/', `\`${start}`)
    .replace(/`([^`\n]*)`/g, (whole, fixed: string) => (fixed.includes('${') ? whole : `'${fixed}'`))
    .replace(
      /\(\s*((?:of|inPhase|[A-Z_]+)(?:: \w+)?, )?request(?:: Request)?,\s*zone(?:: string)?(?=[,)])/g,
      (opening, first = '') => `(${first}${(opening.includes('request:') ? parameters : handed).join(', ')}`,
    )
    .replace(/\(,\s*/g, '(');
  const all =
    callee === 'global'
      ? withSend(written, convention, { host: String(host ?? ''), isTyped, isRaw })
      : written;
  const told = withHeld(all, convention)
    .replace(UNREAD_ID, ': Promise<void>$1')
    .replace(UNREAD_ANSWER, ': Promise<void>$1')
    .replace(/\breturn await (?=\w+[.\w]*\()/g, 'return ')
    .replace(/\(\((await [^;]*?)\)\.((?:data|body|result)(?:\.result)?)\)(?= as )/g, '($1).$2')
    .replace(/^( *(?:for \([^()]*\) )?)\((await [^;\n]*)\)\.(?:data|body|result)(?:\.result)?;$/gm, '$1$2;');
  return fitted(convention.isNullable === true ? withNothing(told, isTyped) : told, width);
}

/** A function that deletes, where nobody reads what it gives back. */
const UNREAD_ID = /: Promise<\{ id: string \}>( \{\n(?: {2}(?!return \{ id \}).*\n)+\})/g;

/** One that deletes several rules, where nobody looks how that went. */
const UNREAD_ANSWER = /: Promise<Envelope<Ruleset>>( \{\n(?: {2}(?! *return\b).*\n)+\})/g;

/** How an envelope says that a request was taken, and how a program looks whether it was not. */
const TOLD = {
  success: { type: 'success: boolean; ', refused: '!$1.success' },
  ok: { type: 'ok: boolean; ', refused: '!$1.ok' },
  error: { type: '', refused: '$1.error' },
  status: { type: 'status: number; ', refused: '$1.status >= 400' },
} as const;

/** An envelope of the program, which may have more members than these, and others in their place. */
function withHeld(text: string, { held, told = 'success' }: Convention): string {
  if (held === undefined || held === 'result') return text;
  const refused = TOLD[told].refused;
  const [outer = '', inner] = held.split('.');
  if (inner !== undefined)
    return text
      .replace(
        /\{ success: boolean; result: T; errors: [^}]*\}\[\] \}/,
        `{ ${TOLD[told].type}${outer}: { result: T; [other: string]: any }; [other: string]: any }`,
      )
      .replace(/!(\w+)\.success\b/g, refused)
      .replace(/\.result\b/g, `.${held}`)
      .replace(/\{ \.\.\.(\w+), (result\b.*) \};/g, `{ ...$1, ${outer}: { ...$1.${outer}, $2 } };`)
      .replace(/\{ (success: true|ok: true|), ?result, errors: \[\] \};/g, `{ $1, ${outer}: { result } };`)
      .replace(/\{ ok: true, result \};/g, `{ ok: true, ${outer}: { result } };`)
      .replace(/\{ result, (error: null) \};/g, (_, error: string) =>
        told === 'status'
          ? `{ status: 200, ${outer}: { success: true, result, errors: [] } };`
          : `{ ${outer}: { result }, ${error} };`,
      );
  return text
    .replace(
      /\{ success: boolean; result: T; errors: [^}]*\}\[\] \}/,
      `{ ${TOLD[told].type}result: T; [other: string]: any }`,
    )
    .replace(/!(\w+)\.success\b/g, TOLD[told].refused)
    .replace(/\bresult\b/g, held);
}

function sent(convention: Convention, method: string, path: string, body: string | undefined): string {
  const given = [...extrasOf(convention), `'${method}'`, path, ...(body === undefined ? [] : [body])];
  return `send(${given.join(', ')})`;
}

/** The address of the API apart from the path below it, where it is written out and `fetch` is called itself. */
function hostOf(prefix: Convention['prefix']): Convention['prefix'] {
  const [first, ...others] = prefix;
  const host =
    typeof first === 'string' ? /^https?:\/\/[^/]+(?:\/client\/v4)?(?=\/)/.exec(first)?.[0] : undefined;
  if (typeof first !== 'string' || host === undefined) return ['', ...prefix];
  return [host, first.slice(host.length), ...others];
}

function valueType(name: string, { slots }: Convention): string {
  const builder = builderIn(slots);
  if (builder?.name === name) return `(path: string) => ${builder.suffix === '' ? 'string' : 'URL'}`;
  return valueTypeOf(name);
}

function extrasOf({ slots }: Convention): readonly string[] {
  return parametersOf({ prefix: [], slots });
}

/** One function that calls `fetch`, for all others. */
function withSend(
  text: string,
  convention: Convention,
  { host, isTyped, isRaw }: { readonly host: string; readonly isTyped: boolean; readonly isRaw: boolean },
): string {
  if (!/await (?:\(await )?send\(/.test(text)) return text;
  const extras = extrasOf(convention);
  const sends = /await (?:\(await )?send\([^;]*'(?:POST|PATCH)'/.test(text);
  const parameters = isTyped
    ? [
        ...extras.map((name) => `${name}: ${valueType(name, convention)}`),
        'method: string',
        'path: string',
        ...(sends ? ['body?: object'] : []),
      ]
    : [...extras, 'method', 'path', ...(sends ? ['body'] : [])];
  const builder = builderIn(convention.slots);
  const built = builder === undefined ? 'path' : `${builder.name}(path)${builder.suffix}`;
  const url = host === '' ? built : `\`${host}\${path}\``;
  const options = [
    'method',
    ...extras.filter((name) => name !== builder?.name),
    ...(sends ? ['body: body && JSON.stringify(body)'] : []),
  ].join(', ');
  const head = `function send(${parameters.join(', ')})`;
  const called = `fetch(${url}, { ${options} });`;
  const lines = isRaw
    ? [`${head}${isTyped ? ': Promise<Response>' : ''} {`, `  return ${called}`, '}']
    : [
        `async ${head}${isTyped ? ': Promise<unknown>' : ''} {`,
        `  const response = await ${called}`,
        '  return response.json();',
        '}',
      ];
  const send = lines.join('\n');
  const at = firstFunction(text);
  return `${text.slice(0, at)}${send}\n\n${text.slice(at)}`;
}

/** Where the first function of a module begins, with the comment above it. */
function firstFunction(text: string): number {
  const [script] = parseFile('module.ts', text).scripts;
  if (script !== undefined) completeRanges(script.program);
  const first = script?.program.body.find(({ range }) => FUNCTION.test(text.slice(...range)));
  if (first === undefined) throw new Error('a new module has no function');
  const above = text.slice(0, first.range[0]);
  return above.length - (/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(above)?.[0].length ?? 0);
}

const FUNCTION = /^(?:export )?(?:async )?function /;

/** One request as the templates send it. */
const RESPONDING = /await respond\(\s*request,\s*'([A-Z]+)',\s*(`[^`]*`|\w+)(?:,\s*(\w+|\{[^}]*\}))?,?\s*\)/g;
const SENDING = /await request\(\s*'([A-Z]+)',\s*(`[^`]*`|\w+)(?:,\s*(\w+|\{[^}]*\}))?,?\s*\)/g;

/** Members of what clients give back that hold what the API says. */
const HOLDERS: Readonly<Record<string, string>> = { axios: 'data', body: 'body' };

function clientName({ callee }: Convention): string | null {
  return callee === 'global' ? null : callee === 'verbs' ? 'client' : 'request';
}

function sending(
  convention: Convention,
  client: string | null,
  method: string,
  path: string,
  body: string | undefined,
): string {
  const { callee, slots, gives, suffix, methodCase } = convention;
  const isBare = method === 'GET' && (convention.isBare || callee === 'global' || callee === 'verbs');
  const verb = methodCase === 'lower' ? method.toLowerCase() : method;
  const write = (slot: Slot): string | null => {
    switch (slot.is) {
      case 'path':
        return slot.builder === undefined ? path : `${slot.builder.name}(${path})${slot.builder.suffix}`;
      case 'method':
        return isBare ? null : `'${verb}'`;
      case 'body':
        return body === undefined ? null : slot.stringified ? `JSON.stringify(${body})` : body;
      case 'extra':
        return slot.name;
      case 'options': {
        const fields = slot.fields.flatMap(({ key, slot: inner }) => {
          const value = write(inner);
          return value === null ? [] : [value === key ? key : `${key}: ${value}`];
        });
        return fields.length === 0 ? null : `{ ${fields.join(', ')} }`;
      }
    }
  };
  const given = withBody(slots, callee, body !== undefined).map((slot) => ({ slot, text: write(slot) }));
  while (given.at(-1)?.text === null) given.pop();
  const list = given.flatMap(
    ({ slot, text }) => text ?? (slot.is === 'method' ? [`'${verb}'`] : ['undefined']),
  );
  const called = `${client ?? 'fetch'}${callee === 'verbs' ? `.${verbName(convention, method)}` : ''}(${list.join(', ')})${suffix}`;
  const holder = convention.member ?? HOLDERS[gives];
  if (holder !== undefined) return `(await ${called}).${holder}`;
  return gives === 'response' ? `await (await ${called}).json()` : `await ${called}`;
}

function verbName({ verbs }: Convention, method: string): string {
  const name = method.toLowerCase();
  return verbs?.[name] ?? name;
}

/** Methods named after verbs take no body where they send none. */
function withBody(slots: readonly Slot[], callee: Convention['callee'], sends: boolean): readonly Slot[] {
  if (callee !== 'verbs' || sends) return slots;
  return slots.filter((slot) => slot.is !== 'body' && (slot.is !== 'options' || !isBodyAlone(slot.fields)));
}

function isBodyAlone(fields: Extract<Slot, { readonly is: 'options' }>['fields']): boolean {
  return fields.length > 0 && fields.every(({ slot }) => slot.is === 'body' || slot.is === 'method');
}

/** What the program hands to new functions, as far as they use it. */
export function requestType(convention: Convention | null, text: string, width = LONGEST): string {
  if (convention === null || convention.callee === 'global') return '';
  const used = ['GET', 'POST', 'PATCH', 'DELETE'].filter((method) =>
    new RegExp(`await (?:request\\(|respond\\(\\s*request,)\\s*'${literally(method)}'`).test(text),
  );
  // Nobody names the method of a request that only reads.
  const isUnnamed = sending(convention, null, 'GET', '', undefined).search(/'get'/i) < 0;
  const named = isUnnamed && used.length > 1 ? used.filter((method) => method !== 'GET') : used;
  const methods = named.map((method) => `'${method}'`).join(' | ');
  const steps = (convention.member ?? HOLDERS[convention.gives] ?? '').split('.');
  const held = steps.reduceRight((inner, step) => typeWith(step, inner), 'unknown');
  const parsed = convention.suffix === '.json()' ? `{ json(): Promise<${held}> }` : null;
  const given = parsed ?? `Promise<${convention.gives === 'response' ? 'Response' : held}>`;
  const parameters = signature(convention.slots, methods).map((one) =>
    convention.takesInit === true ? one.replace(/(?<=\boptions\?: )\{.*\}/, 'RequestInit') : one,
  );
  if (convention.callee === 'function') return typeText(parameters, given, width);
  const verbs = used.map((method) => {
    const slots = withBody(convention.slots, 'verbs', method === 'POST' || method === 'PATCH');
    return `  ${verbName(convention, method)}(${signature(slots, methods).join(', ')}): ${given};`;
  });
  return `interface Client {\n${verbs.join('\n')}\n}`;
}

/** Some declare `result` as what may be missing. */
function typeWith(step: string, inner: string): string {
  return step === '' ? inner : `{ ${step}${step === 'result' ? '?' : ''}: ${inner} }`;
}

function typeText(parameters: readonly string[], given: string, width: number): string {
  const line = `type Request = (${parameters.join(', ')}) => ${given};`;
  if (line.length <= width) return line;
  return `type Request = (\n${parameters.map((one) => `  ${one},\n`).join('')}) => ${given};`;
}

function signature(slots: readonly Slot[], methods: string): string[] {
  const isOptional = (index: number) => slots.slice(index).every(({ is }) => is !== 'path' && is !== 'extra');
  return slots.map((slot, index) => {
    const name = slot.is === 'extra' ? slot.name : slot.is;
    return `${name}${isOptional(index) ? '?' : ''}: ${typeOf(slot, methods)}`;
  });
}

/** Types of what is handed on beside method, path and body; a token is a text. */
const EXTRA_TYPES: Readonly<Record<string, string>> = { headers: 'Record<string, string>' };
function valueTypeOf(name: string): string {
  return EXTRA_TYPES[name] ?? (CONTEXT.test(name) ? 'any' : 'string');
}

/** Objects of the program, whose types the new module does not know. */
const CONTEXT =
  /^(?:env|c|ctx|context|config|credentials|client|options|opts|request|req|session|user|this|retry|hooks|timeout|signal|agent|dispatcher|cache)$/i;

function typeOf(slot: Slot, methods: string): string {
  switch (slot.is) {
    case 'path':
      return 'string';
    case 'extra':
      return valueTypeOf(slot.name);
    case 'method':
      return methods;
    case 'body':
      if (slot.stringified) return 'string';
      return slot.isOwn === true ? 'any' : 'Record<string, unknown>';
    case 'options':
      return `{ ${slot.fields
        .map(({ key, slot: inner }) => `${key}${inner.is === 'extra' ? '' : '?'}: ${typeOf(inner, methods)}`)
        .join('; ')} }`;
  }
}
