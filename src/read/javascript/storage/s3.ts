import type { Value } from '../../../value/index.js';
import {
  headersAsParameters,
  isServiceAddress,
  operationNamed,
  type Sure,
  serviceOf,
} from '../../storage/service.js';
import { contextOf } from '../../text/plain/evidence.js';
import type { StorageUsage } from '../../usage.js';
import { lower } from '../evaluate/domain/lower.js';
import { alternatives, type External, memberNamed, type Term } from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import { freeInstance } from '../evaluate/kernel/instances.js';
import type { Call, New, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { ancestor, isClass, keyName, unwrap } from '../syntax/nodes.js';
import {
  answerPatterns,
  type Found,
  tooLongRange,
  unboundedDeletion,
  uncaughtCondition,
} from './patterns.js';

/** Calls of the S3 API through the SDKs for JavaScript, and requests that are signed by hand. */

const COMMANDS = '@aws-sdk/client-s3';
const SDK_2 = /^aws-sdk(?:\/|$)/;
const CLIENT = /^S3(?:Client)?$/;
/** Functions that take a client and a command, or the parameters of one. */
const WITH_CLIENT = /^(?:getSignedUrl|paginate[A-Z]\w+)$/;
/** Methods of clients that sign requests. */
const RAW = /^(?:fetch|sign|request|put|post|get|delete|head)$/;
/** Every operation of the S3 API names what it is about. */
const OPERATION = /^(?:[a-z]\w*?(?:Object|Bucket|Multipart|Part|Upload)|upload)/;
/** Text without which nothing of a file asks for the S3 API. */
const SIGN =
  /\baws|S3|r2\.cloudflarestorage\.com|\.(?:[a-z]\w*?(?:Object|Bucket|Multipart|Part|Upload)|upload)\w*\s*\(/;

/** What the input of a command shows beyond its parameters. */
const INPUT_PATTERNS: Readonly<
  Record<string, (module: Module, call: Call | New, command: Node) => Found | null>
> = {
  CreateMultipartUpload: uncaughtCondition,
  DeleteObjects: unboundedDeletion,
  GetObject: tooLongRange,
  PutObject: uncaughtCondition,
};

export function s3Usages(engine: Engine, module: Module): StorageUsage[] {
  return SIGN.test(module.text) ? new S3Reading(engine, module).usages() : [];
}

class S3Reading {
  readonly #engine: Engine;
  readonly #module: Module;
  #onlyClient: Sure | null | undefined;

  constructor(engine: Engine, module: Module) {
    this.#engine = engine;
    this.#module = module;
  }

  usages(): StorageUsage[] {
    const usages = this.#module.calls.flatMap((call) => this.#ofCall(call));
    const [first] = usages;
    if (first === undefined) return usages;
    // Answers are asked for what they are only in a file that uses the service, and no other.
    const isMixed = this.#onlyService() === null && this.#makesClients();
    const patterns = isMixed ? [] : answerPatterns(this.#module);
    return [
      ...usages,
      ...patterns.map((found) => ({ ...first, ...found, site: found.at, sure: 'likely' as const })),
    ];
  }

  #ofCall(call: Call | New): StorageUsage[] {
    if (call.type === 'NewExpression') return this.#constructed(call);
    const callee = unwrap(call.callee);
    const name =
      callee.type === 'Identifier'
        ? callee.name
        : callee.type === 'MemberExpression'
          ? keyName(callee.property, callee.computed)
          : null;
    if (name === null) return [];
    if (callee.type === 'MemberExpression') {
      if (name === 'send') return this.#sent(call, callee.object);
      if (/^getSignedUrl(?:Promise)?$/.test(name))
        return [...this.#signedByName(call, callee.object), ...this.#withClient(call, name)];
      if (OPERATION.test(name)) {
        const found = this.#method(call, callee, name);
        if (found.length > 0) return found;
      }
    }
    if (WITH_CLIENT.test(name)) return this.#withClient(call, name);
    return RAW.test(name) ? this.#raw(call) : [];
  }

  /** `client.send(new PutObjectCommand({…}))` */
  #sent(call: Call, client: Node): StorageUsage[] {
    const [command] = call.arguments;
    return command === undefined ? [] : this.#command(call, command, () => this.#serviceOf(client));
  }

  #command(call: Call, node: Node, service: () => Sure | null): StorageUsage[] {
    const usages: StorageUsage[] = [];
    for (const term of alternatives(this.#evaluate(node))) {
      const name = term.kind === 'external' && term.package === COMMANDS ? term.path[0] : undefined;
      if (term.kind !== 'external' || name === undefined || !name.endsWith('Command')) continue;
      const sure = service();
      if (sure === null) return [];
      const at = this.#nameOfCommand(node, term);
      const operation = name.slice(0, -'Command'.length);
      const usage = this.#usage(operation, call, at, parametersOf(term), sure);
      usages.push(usage);
      const found = INPUT_PATTERNS[operation]?.(this.#module, call, node) ?? null;
      if (found !== null) usages.push({ ...usage, ...found });
    }
    return usages;
  }

  /** The name in `new PutObjectCommand(…)`, which may be made elsewhere in the file. */
  #nameOfCommand(node: Node, term: External): Node {
    const written = unwrap(node);
    if (written.type === 'NewExpression') return written.callee;
    const start = term.config !== null && 'origin' in term.config ? term.config.origin?.start : undefined;
    const made = this.#module.calls.find((call) => {
      const [first] = call.arguments;
      return call.type === 'NewExpression' && first !== undefined && this.#origin(first).start === start;
    });
    return made === undefined ? node : made.callee;
  }

  /** `getSignedUrl(client, new PutObjectCommand({…}))`, `paginateListObjectsV2({ client }, {…})` */
  #withClient(call: Call, name: string): StorageUsage[] {
    const [client, second] = call.arguments;
    if (client === undefined || second === undefined) return [];
    if (name.startsWith('getSignedUrl')) return this.#command(call, second, () => this.#serviceOf(client));
    const listed = /^paginate([A-Z]\w+)$/.exec(name)?.[1];
    if (listed === undefined || !this.#isOf(call.callee, COMMANDS)) return [];
    const options = this.#evaluate(client);
    const given = options.kind === 'object' ? memberNamed(options, 'client')?.value : undefined;
    const sure = given === undefined ? null : this.#serviceOfTerm(given);
    return sure === null ? [] : [this.#usage(listed, call, call.callee, lower(this.#evaluate(second)), sure)];
  }

  /** `s3.getSignedUrl('putObject', {…})` of version 2. */
  #signedByName(call: Call, owner: Node): StorageUsage[] {
    const [operation, parameters] = call.arguments;
    if (operation?.type !== 'Literal' || typeof operation.value !== 'string' || parameters === undefined)
      return [];
    const sure = this.#serviceOf(owner);
    if (sure === null) return [];
    const name = operationNamed(operation.value);
    return [this.#usage(name, call, operation, lower(this.#evaluate(parameters)), sure)];
  }

  /** `s3.putObject({…})` of version 2 and of the aggregated client of version 3. */
  #method(call: Call, callee: Extract<Node, { type: 'MemberExpression' }>, name: string): StorageUsage[] {
    const sure = this.#serviceOf(callee.object, true);
    if (sure === null) return [];
    const [parameters] = call.arguments;
    const value: Value =
      parameters === undefined
        ? { kind: 'object', properties: [], open: false, origin: null }
        : lower(this.#evaluate(parameters));
    return [this.#usage(operationNamed(name), call, callee.property, value, sure)];
  }

  #constructed(call: New): StorageUsage[] {
    const callee = unwrap(call.callee);
    const name =
      callee.type === 'Identifier'
        ? callee.name
        : callee.type === 'MemberExpression'
          ? keyName(callee.property, callee.computed)
          : null;
    if (name === null || !/^(?:S3|S3Client|Upload|ManagedUpload|Request|AwsClient)$|S3/.test(name)) return [];
    const made = this.#evaluate(call);
    if (made.kind === 'external' && isClientTerm(made)) {
      const sure = this.#serviceOfTerm(made);
      return sure === null ? [] : [this.#usage('Client', call, callee, parametersOf(made), sure)];
    }
    const [options] = call.arguments;
    if (made.kind === 'external' && made.package === '@aws-sdk/lib-storage' && options !== undefined) {
      const given = this.#evaluate(options);
      if (given.kind !== 'object') return [];
      const client = memberNamed(given, 'client')?.value;
      const sure = client === undefined ? null : (this.#serviceOfTerm(client) ?? this.#fallback(client));
      const parameters = memberNamed(given, 'params')?.value;
      return sure === null || parameters === undefined
        ? []
        : [this.#usage('PutObject', call, callee, lower(parameters), sure)];
    }
    return name === 'Request' ? this.#raw(call) : [];
  }

  /** `fetch('https://….r2.cloudflarestorage.com/…', { headers })`, by whatever client signs it. */
  #raw(call: Call | New): StorageUsage[] {
    const [address, init] = call.arguments;
    if (address === undefined) return [];
    const url = lower(this.#evaluate(address));
    const shape =
      url.kind === 'text'
        ? url.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '*')).join('')
        : '';
    if (!isServiceAddress(shape)) return [];
    const options = init === undefined ? null : this.#evaluate(init);
    const method = options?.kind === 'object' ? lower(memberNamed(options, 'method')?.value ?? UNSET) : null;
    const headers = options?.kind === 'object' ? memberNamed(options, 'headers')?.value : undefined;
    const parameters: Value =
      headers === undefined
        ? { kind: 'object', properties: [], open: true, origin: null }
        : headersAsParameters(lower(headers));
    const verb = method?.kind === 'text' && method.pieces[0]?.kind === 'text' ? method.pieces[0].text : 'GET';
    const operation = operationOfRequest(verb.toUpperCase(), shape);
    return [this.#usage(operation, call, address, parameters, 'exact')];
  }

  #serviceOf(node: Node, onlyTyped = false): Sure | null {
    const term = this.#evaluate(node);
    const own = this.#serviceOfTerm(term) ?? this.#serviceOfField(node);
    if (own !== null) return own;
    return onlyTyped ? null : this.#fallback(term);
  }

  /** A client that nobody can follow, in a file that makes no client but of this service. */
  #fallback(term: Term): Sure | null {
    return term.kind === 'unknown' ? this.#onlyService() : null;
  }

  #onlyService(): Sure | null {
    if (this.#onlyClient === undefined) {
      const made = this.#module.calls.flatMap((call) => {
        if (call.type !== 'NewExpression') return [];
        const term = this.#evaluate(call);
        return term.kind === 'external' && isClientTerm(term) ? [this.#serviceOfTerm(term)] : [];
      });
      this.#onlyClient = made.length > 0 && made.every((sure) => sure !== null) ? 'likely' : null;
    }
    return this.#onlyClient;
  }

  #makesClients(): boolean {
    return this.#module.calls.some((call) => {
      const term = call.type === 'NewExpression' ? this.#evaluate(call) : null;
      return term?.kind === 'external' && isClientTerm(term);
    });
  }

  #serviceOfTerm(term: Term): Sure | null {
    const options = alternatives(term);
    const sure = options.map((option) => {
      if (option.kind !== 'external' || !isClientTerm(option)) return null;
      const { config } = option;
      if (config?.kind !== 'object') return null;
      return serviceOf(endpointOf(config), lowered(config, 'region'));
    });
    return sure.includes(null) ? null : sure.includes('likely') ? 'likely' : (sure[0] ?? null);
  }

  /** `this.client`, a field of the class that the call stands in. */
  #serviceOfField(node: Node): Sure | null {
    const member = unwrap(node);
    if (member.type !== 'MemberExpression' || member.object.type !== 'ThisExpression') return null;
    const owner = ancestor(member, isClass);
    const name = keyName(member.property, member.computed);
    if (owner === undefined || name === null) return null;
    const { outside } = this.#module;
    const instance = freeInstance(this.#engine, owner, outside);
    return this.#serviceOfTerm(this.#engine.member(instance, name, this.#origin(member), outside));
  }

  #isOf(node: Node, source: string): boolean {
    const term = this.#evaluate(unwrap(node));
    return term.kind === 'external' && term.package === source;
  }

  #evaluate(node: Node): Term {
    const { outside } = this.#module;
    return this.#engine.within(STEPS, () => this.#engine.evaluate(node, outside)).value;
  }

  #origin(node: Node) {
    return this.#engine.origin(node, this.#module);
  }

  #usage(operation: string, site: Node, at: Node, parameters: Value, sure: Sure): StorageUsage {
    return {
      kind: 'storage',
      operation,
      site: this.#origin(site),
      at: this.#origin(at),
      parameters,
      sure,
      evidence: [],
      context: contextOf(this.#module.path),
    };
  }
}

/** Steps for the value of one name or argument: a client is made where it is used, or a few files away. */
const STEPS = 1000;

const UNSET: Term = { kind: 'scalar', value: undefined, origin: null };

/** A client that was made with options: `new S3Client({…})`, `new AWS.S3({…})`, `new S3({…})`. */
function isClientTerm({ package: source, path }: External): boolean {
  const [name = ''] = path.slice(-2);
  if (path[path.length - 1] !== 'new') return false;
  if (source === COMMANDS) return CLIENT.test(name);
  return SDK_2.test(source) && (name === 'S3' || (path.length === 1 && source.endsWith('/s3')));
}

function parametersOf({ config }: External): Value {
  return config === null ? { kind: 'object', properties: [], open: false, origin: null } : lower(config);
}

function lowered(config: Extract<Term, { kind: 'object' }>, name: string): Value | undefined {
  const value = memberNamed(config, name)?.value;
  return value === undefined ? undefined : named(value);
}

/** `endpoint: new AWS.Endpoint('…')` of version 2. */
function endpointOf(config: Extract<Term, { kind: 'object' }>): Value | undefined {
  const given = memberNamed(config, 'endpoint')?.value;
  if (given?.kind === 'external' && given.path.includes('Endpoint') && given.config !== null)
    return named(given.config);
  return given === undefined ? undefined : named(given);
}

/** The value, an unknown one with the name that it goes by. */
function named(term: Term): Value {
  if (term.kind === 'unknown') return { kind: 'unknown', why: term.name ?? '', origin: term.origin };
  return lower(term);
}

const SUBRESOURCES: Readonly<Record<string, string>> = {
  tagging: 'ObjectTagging',
  acl: 'ObjectAcl',
  policy: 'BucketPolicy',
  versioning: 'BucketVersioning',
  website: 'BucketWebsite',
  logging: 'BucketLogging',
  notification: 'BucketNotificationConfiguration',
};

function operationOfRequest(method: string, address: string): string {
  const query = /\?([a-z]+)(?:=|&|$)/.exec(address)?.[1];
  const verb = { GET: 'Get', PUT: 'Put', DELETE: 'Delete' }[method];
  const sub = query === undefined ? undefined : SUBRESOURCES[query];
  if (sub !== undefined && verb !== undefined) return `${verb}${sub}`;
  return method === 'PUT' ? 'PutObject' : method === 'POST' ? 'CreateMultipartUpload' : 'Request';
}
