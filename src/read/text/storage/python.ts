import { literally, type Origin, type Property, type Value } from '../../../value/index.js';
import { syntaxOf } from '../../languages.js';
import type { Program, SourceFile } from '../../reader.js';
import { isRangeOneTooLong, operationNamed, type Sure, serviceOf } from '../../storage/service.js';
import type { StorageUsage } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation, skip } from '../lexing/code.js';
import { literalText } from '../lexing/tokens.js';
import { type Unit, unitOf } from '../requests/unit.js';
import { argumentsOf } from '../usages/sdk-arguments.js';
import { constantsAround } from '../values/constants.js';

/** Calls of boto3 and of the libraries with its interface. */

const OPERATION =
  /^(?:put|get|delete|head|list|copy|create|complete|abort|upload|restore|select)_(?:object|bucket|multipart|part|public|file|parts)\w*$|^(?:list_objects(?:_v2)?|copy)$/;
/** Methods that take the parameters of the API in `ExtraArgs`. */
const WITH_EXTRAS = /^(?:upload_file|upload_fileobj|copy)$/;
/** Classes of `boto3.resource("s3")`, and the operations that their methods are. */
const RESOURCE =
  /^(?:(?:Bucket|Object)(?:Acl|Tagging)?|Bucket(?:Cors|Policy|Versioning|Website|Logging|RequestPayment|Notification))$/;
const RESOURCE_METHODS: Readonly<Record<string, string>> = {
  put: 'Put',
  get: 'Get',
  delete: 'Delete',
  copy_from: 'Copy',
  create: 'Create',
  enable: 'Put',
  suspend: 'Put',
};

export function pythonStorageUsages(file: SourceFile, program: Program): StorageUsage[] {
  const syntax = syntaxOf(file.language);
  if (syntax === null || !/\b(?:boto3|botocore|aiobotocore|aioboto3|session)\b/.test(file.text)) return [];
  return new BotoReading(
    unitOf(file, syntax, program, ({ file: own, program: whole }) => constantsAround(own, whole)),
  ).usages();
}

class BotoReading {
  readonly #unit: Unit;
  readonly #clients = new Map<string, Sure | null>();
  /** Variables that hold a resource, with its class and the client that it is made of. */
  readonly #resources = new Map<string, readonly [owner: string, noun: string]>();
  readonly #made: (Sure | null)[] = [];
  readonly #found: StorageUsage[] = [];

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  usages(): StorageUsage[] {
    const { tokens } = this.#unit.code;
    const opens = tokens.flatMap((token, at) => (isPunctuation(token, '(') ? [at] : []));
    for (const open of opens) this.#client(open);
    this.#handedOn();
    if (this.#made.some((sure) => sure !== null)) for (const open of opens) this.#call(open);
    return this.#found;
  }

  /** `boto3.client("s3", endpoint_url=…)`, and the name it is given. */
  #client(open: number): void {
    const { code } = this.#unit;
    const names = calleeOf(code, open);
    const last = names.at(-1) ?? '';
    if (!/^(?:client|resource|create_client)$/.test(last) || names.length < 2) return;
    const { named, plain } = this.#arguments(open);
    const service = plain[0] ?? valueNamed(named, 'service_name');
    if (service?.kind !== 'text' || service.pieces[0]?.kind !== 'text' || service.pieces[0].text !== 's3')
      return;
    const sure = serviceOf(valueNamed(named, 'endpoint_url'), valueNamed(named, 'region_name'));
    this.#made.push(sure);
    const name = this.#nameFor(open, 2 * names.length - 1);
    if (name !== null) this.#clients.set(name, this.#clients.has(name) ? null : sure);
    if (sure !== null) {
      const site = this.#span(open, (code.partner[open] ?? open) + 1);
      this.#found.push(this.#usage('Client', site, this.#span(open - 1, open), renamed(named), sure));
    }
  }

  /** `name = boto3.client(`, `with session.client(…) as name`, `return boto3.client(`: the name of the function. */
  #nameFor(open: number, length: number): string | null {
    const { tokens, partner } = this.#unit.code;
    let before = open - length - 1;
    if (tokens[before]?.kind === 'word' && /^await$/.test(textAt(this.#unit, before))) before--;
    if (isPunctuation(tokens[before], '=')) return textAt(this.#unit, before - 1);
    const after = (partner[open] ?? open) + 1;
    if (textAt(this.#unit, after) === 'as') return textAt(this.#unit, after + 1);
    if (textAt(this.#unit, before) !== 'return') return null;
    for (let at = before; at > 0; at--)
      if (textAt(this.#unit, at) === 'def') return textAt(this.#unit, at + 1);
    return null;
  }

  /** `s3 = get_client()`: the name that the result of a function is given. */
  #handedOn(): void {
    for (const [name, sure] of [...this.#clients]) {
      const given = new RegExp(`([\\w]+)\\s*=\\s*(?:self\\.)?${literally(name)}\\(`, 'g');
      for (const [, other = ''] of this.#unit.file.text.matchAll(given))
        if (!this.#clients.has(other)) this.#clients.set(other, sure);
    }
  }

  #call(open: number): void {
    const { code } = this.#unit;
    const names = calleeOf(code, open);
    const method = names.at(-1) ?? '';
    if (names.length < 2) return;
    if (RESOURCE.test(method)) this.#resource(open, names);
    else if (Object.hasOwn(RESOURCE_METHODS, method)) this.#ofResource(open, names);
    else if (method === 'generate_presigned_url') this.#presigned(open, names);
    else if (method === 'paginate') this.#paginated(open);
    else if (OPERATION.test(method)) {
      const sure = this.#serviceOf(names);
      if (sure === null) return;
      const { named, isOpen } = this.#arguments(open);
      const extras = WITH_EXTRAS.test(method) ? valueNamed(named, 'ExtraArgs') : undefined;
      const parameters: Value = WITH_EXTRAS.test(method)
        ? (extras ?? { kind: 'object', properties: [], open: true, origin: null })
        : { kind: 'object', properties: named, open: isOpen, origin: null };
      this.#add(operationNamed(method), open, parameters, sure);
      this.#range(open, named, sure);
    }
  }

  /** `media = s3.Object("a", "b")` */
  #resource(open: number, names: readonly string[]): void {
    const name = this.#nameFor(open, 2 * names.length - 1);
    if (name !== null) this.#resources.set(name, [names.at(-2) ?? '', names.at(-1) ?? '']);
  }

  /** `s3.Object("a", "b").put(…)`, also by way of a variable. */
  #ofResource(open: number, names: readonly string[]): void {
    const [written, method = ''] = names.slice(-2);
    const made = this.#resources.get(written ?? '');
    const [owner, noun] = made ?? [names.at(-3) ?? '', written ?? ''];
    const sure = RESOURCE.test(noun) && owner !== '' ? this.#serviceOf([owner, noun]) : null;
    if (sure === null) return;
    const { named, isOpen } = this.#arguments(open);
    const about = noun === 'BucketNotification' ? 'BucketNotificationConfiguration' : noun;
    const parameters: Value = { kind: 'object', properties: named, open: isOpen, origin: null };
    this.#add(`${RESOURCE_METHODS[method]}${about}`, open, parameters, sure);
    this.#range(open, named, sure);
  }

  #range(open: number, named: readonly Property[], sure: Sure): void {
    const at = named.find(({ key }) => key === 'Range')?.keyOrigin ?? null;
    const [written = ''] = this.#unit.file.text
      .slice(at?.end ?? 0, (at?.end ?? 0) + LONGEST_RANGE)
      .split('\n');
    if (at === null || !isRangeOneTooLong(written)) return;
    const site = this.#span(open - 1, (this.#unit.code.partner[open] ?? open) + 1);
    this.#found.push(this.#usage('range-one-byte-too-long', site, at, NOTHING, sure));
  }

  #presigned(open: number, names: readonly string[]): void {
    const { plain, named } = this.#arguments(open);
    const sure = this.#serviceOf(names);
    const operation = plain[0] ?? valueNamed(named, 'ClientMethod');
    const name =
      operation?.kind === 'text' && operation.pieces[0]?.kind === 'text' ? operation.pieces[0].text : null;
    if (sure === null || name === null) return;
    const parameters = valueNamed(named, 'Params') ?? plain[1];
    if (parameters !== undefined) this.#add(operationNamed(name), open, parameters, sure);
  }

  /** `s3.get_paginator("list_objects_v2").paginate(…)`, also by way of a variable. */
  #paginated(open: number): void {
    const { code, file } = this.#unit;
    const before = file.text.slice(
      Math.max(0, (code.tokens[open]?.start ?? 0) - 2_000),
      code.tokens[open]?.start,
    );
    const at = before.lastIndexOf('.get_paginator(');
    const [owner] = /(?<!\w)\w+$/.exec(before.slice(0, Math.max(0, at))) ?? [];
    const [, name] = /^\.get_paginator\(\s*["'](\w+)["']/.exec(before.slice(at)) ?? [];
    const sure = owner === undefined ? null : this.#serviceOf([owner, 'get_paginator']);
    if (sure === null || name === undefined) return;
    const { named, isOpen } = this.#arguments(open);
    this.#add(
      operationNamed(name),
      open,
      { kind: 'object', properties: named, open: isOpen, origin: null },
      sure,
    );
  }

  /** The client in front of a method; where nobody can tell, a file whose clients are all of the service. */
  #serviceOf(names: readonly string[]): Sure | null {
    const owner = names.at(-2) ?? '';
    const known = this.#clients.get(owner);
    if (known !== undefined) return known;
    return this.#made.every((sure) => sure !== null) ? 'likely' : null;
  }

  #arguments(open: number): { plain: readonly Value[]; named: readonly Property[]; isOpen: boolean } {
    const values = argumentsOf(this.#unit, open);
    const last = values.at(-1);
    const isNamed = last?.kind === 'object' && last.origin === null;
    const end = skip(this.#unit.code, open);
    const isOpen = this.#unit.code.tokens.slice(open, end).some((token) => isPunctuation(token, '**'));
    return { plain: isNamed ? values.slice(0, -1) : values, named: isNamed ? last.properties : [], isOpen };
  }

  #add(operation: string, open: number, parameters: Value, sure: Sure): void {
    const site = this.#span(open - 1, (this.#unit.code.partner[open] ?? open) + 1);
    this.#found.push(this.#usage(operation, site, this.#span(open - 1, open), parameters, sure));
  }

  #usage(operation: string, site: Origin, at: Origin, parameters: Value, sure: Sure): StorageUsage {
    const { context } = this.#unit;
    return { kind: 'storage', operation, site, at, parameters, sure, evidence: [], context };
  }

  /** From the start of one token to the end of the token before another. */
  #span(from: number, to: number): Origin {
    const { tokens } = this.#unit.code;
    const start = tokens[from]?.start ?? 0;
    return { file: this.#unit.file.path, start, end: tokens[to - 1]?.end ?? start };
  }
}

const LONGEST_RANGE = 200;
const NOTHING: Value = { kind: 'object', properties: [], open: true, origin: null };

function textAt({ code }: Unit, at: number): string {
  const token = code.tokens[at];
  return token?.kind === 'word' ? token.text : (literalText(token) ?? '');
}

function valueNamed(named: readonly Property[], name: string): Value | undefined {
  return named.find(({ key }) => key === name)?.value;
}

/** Options of a client as JavaScript calls them. */
function renamed(named: readonly Property[]): Value {
  const properties = named.map((property) =>
    property.key === 'region_name' ? { ...property, key: 'region' } : property,
  );
  return { kind: 'object', properties, open: true, origin: null };
}
