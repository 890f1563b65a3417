import type { Value } from '../../../value/index.js';
import { honoursInclude, type WranglerConfig } from '../../storage/wrangler.js';
import { contextOf } from '../../text/plain/evidence.js';
import type { StorageUsage } from '../../usage.js';
import { lower } from '../evaluate/domain/lower.js';
import type { Engine } from '../evaluate/engine.js';
import type { Call, Identifier, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { keyName, nameOf, unwrap } from '../syntax/nodes.js';
import { bindingPatterns } from './binding-patterns.js';
import { originOf, textOf } from './patterns.js';

/** Calls of a bucket that is bound to a worker: by its type, or by the name that a wrangler file gives it. */

const METHODS = new Set([
  'put',
  'get',
  'head',
  'delete',
  'list',
  'createMultipartUpload',
  'resumeMultipartUpload',
]);
/** Where the options of a method stand. */
const OPTIONS: Readonly<Record<string, number>> = { put: 2, get: 1, list: 0, createMultipartUpload: 1 };
const ENVIRONMENT = /(?:^|\.)(?:env|bindings|Bindings)$/;
const DECLARED = /(?<![\w$])([A-Za-z_$][\w$]*)['"]?\s*(?:[?!]\s*)?:\s*(?:readonly\s+)?([A-Za-z_$][\w$.]*)/g;
const MAX_ALIASES = 6;

export interface BucketCall {
  readonly call: Call;
  readonly method: string;
  readonly options: Value | null;
}

/** What a listing honours, by what is known of the environments that have the bucket. */
export type Include = 'yes' | 'no' | 'between' | 'unknown';

export function bindingUsages(engine: Engine, module: Module, config: WranglerConfig | null): StorageUsage[] {
  const buckets = new Buckets(module, config);
  if (!buckets.areNamed) return [];
  const calls = module.calls.flatMap((call): BucketCall[] => {
    if (call.type !== 'CallExpression') return [];
    const callee = unwrap(call.callee);
    if (callee.type !== 'MemberExpression') return [];
    const method = keyName(callee.property, callee.computed);
    if (method === null || !METHODS.has(method) || !buckets.isBucket(callee.object, 0)) return [];
    const options = call.arguments[OPTIONS[method] ?? -1];
    return [
      {
        call,
        method,
        options: options === undefined ? null : lower(engine.evaluate(options, module.outside)),
      },
    ];
  });
  if (calls.length === 0) return [];
  const include = includeOf(config);
  const usage = (operation: string, site: Node, at: Node, parameters: Value): StorageUsage => ({
    kind: 'storage',
    operation,
    site: originOf(module, site),
    at: originOf(module, at),
    parameters,
    sure: 'exact',
    evidence: [],
    context: contextOf(module.path),
  });
  const usages = calls.flatMap(({ call, method, options }) => {
    const callee = unwrap(call.callee);
    const at = callee.type === 'MemberExpression' ? callee.property : callee;
    const suffix =
      method === 'list' && (include === 'no' || include === 'between') ? `-include-${include}` : '';
    const made = usage(`binding.${method}${suffix}`, call, at, options ?? EMPTY);
    return method === 'put' && options !== null
      ? [made, { ...made, operation: 'binding.put-options', parameters: withOptions(options) }]
      : [made];
  });
  const [first] = usages;
  if (first === undefined) return [];
  const found = bindingPatterns(module, calls, include);
  return [...usages, ...found.map((one) => ({ ...first, ...one, parameters: EMPTY, site: one.at }))];
}

const EMPTY: Value = { kind: 'object', properties: [], open: false, origin: null };

/** The options as a whole, for what several of them say together. */
function withOptions(options: Value): Value {
  const property = { key: 'options', keyOrigin: null, value: options, origin: null };
  return { kind: 'object', properties: [property], open: false, origin: null };
}

function includeOf(config: WranglerConfig | null): Include {
  const states = (config?.environments ?? [])
    .filter(({ bindings }) => bindings.length > 0)
    .map((environment) => honoursInclude(environment) ?? 'unknown');
  const [first = 'unknown'] = states;
  return states.every((state) => state === first) ? first : 'unknown';
}

class Buckets {
  readonly #module: Module;
  readonly #typed: ReadonlySet<string>;
  readonly #configured: ReadonlySet<string>;

  constructor(module: Module, config: WranglerConfig | null) {
    this.#module = module;
    this.#typed = namesOfType(module.text);
    this.#configured = new Set(
      (config?.environments ?? []).flatMap(({ bindings }) => bindings.map(({ text }) => text)),
    );
  }

  get areNamed(): boolean {
    return this.#typed.size > 0 || this.#configured.size > 0;
  }

  isBucket(node: Node, depth: number): boolean {
    if (depth > MAX_ALIASES) return false;
    const expression = unwrap(node);
    if (expression.type === 'Identifier') return this.#isNamed(expression, depth);
    if (expression.type !== 'MemberExpression') return false;
    const name = keyName(expression.property, expression.computed);
    if (name === null) return false;
    if (this.#typed.has(name)) return true;
    return this.#configured.has(name) && ENVIRONMENT.test(nameOf(expression.object) ?? '');
  }

  #isNamed(identifier: Identifier, depth: number): boolean {
    const binding = this.#module.resolve(identifier);
    // A worker in the old format has its bindings as globals.
    if (binding === null) return this.#configured.has(identifier.name);
    const [declaration] = binding.declarations;
    if (declaration === undefined) return false;
    const type = declaration.typeAnnotation;
    if (type !== undefined && type !== null) return /:\s*R2Bucket\b/.test(textOf(this.#module, type));
    const { parent } = declaration;
    if (parent?.type === 'VariableDeclarator' && parent.id === declaration && parent.init)
      return this.isBucket(parent.init, depth + 1);
    if (parent?.type !== 'Property') return false;
    const key = keyName(parent.key, parent.computed);
    const declarator = parent.parent?.parent;
    const source = declarator?.type === 'VariableDeclarator' ? declarator.init : null;
    return (
      key !== null &&
      (this.#typed.has(key) || this.#configured.has(key)) &&
      source !== null &&
      source !== undefined &&
      ENVIRONMENT.test(nameOf(source) ?? '')
    );
  }
}

/** Names that are declared as buckets, and as nothing else. */
function namesOfType(text: string): ReadonlySet<string> {
  if (!text.includes('R2Bucket')) return new Set();
  const names = new Set<string>();
  const others = new Set<string>();
  for (const [, name = '', type = ''] of text.matchAll(DECLARED)) {
    if (/(?:^|\.)R2Bucket$/.test(type)) names.add(name);
    else if (/^[A-Z]/.test(type)) others.add(name);
  }
  for (const name of others) names.delete(name);
  return names;
}
