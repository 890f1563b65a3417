import { propertyOf } from '../../../value/index.js';
import type { Binding } from '../syntax/bindings.js';
import type { Call, Identifier, Member, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import {
  ancestor,
  encloses,
  enclosingFunction,
  isFunction,
  keyName,
  parametersOf,
  unwrap,
} from '../syntax/nodes.js';
import type { BucketCall, Include } from './bindings.js';
import { type Found, originOf, textOf } from './patterns.js';

/** Code around calls of a bucket that expects of a result what it does not have. */
export function bindingPatterns(module: Module, calls: readonly BucketCall[], include: Include): Found[] {
  return calls
    .flatMap((bucket) => {
      switch (bucket.method) {
        case 'list':
          return [...listing(module, bucket, include)];
        case 'put':
          return [...conditionalPut(module, bucket), ...etagHeaders(module, bucket)];
        case 'get':
          return [
            ...conditionalGet(module, bucket),
            ...missing(module, bucket),
            ...etagHeaders(module, bucket),
          ];
        case 'head':
          return etagHeaders(module, bucket);
        default:
          return [];
      }
    })
    .concat(unprotected(module, calls), singleDeletions(module, calls));
}

/** The variable that a call's result is given to. */
function resultOf(module: Module, call: Call): Binding | null {
  let node: Node = call;
  while (node.parent !== undefined && unwrap(node.parent) === call) node = node.parent;
  const { parent } = node;
  if (parent?.type === 'VariableDeclarator' && parent.init === node && parent.id.type === 'Identifier')
    return module.resolve(parent.id) ?? null;
  if (parent?.type === 'AssignmentExpression' && parent.right === node && parent.left.type === 'Identifier')
    return module.resolve(parent.left);
  return null;
}

/** Members that are read of a result, at once or by its variable. */
function readsOf(module: Module, call: Call, names: readonly string[]): readonly Member[] {
  const binding = resultOf(module, call);
  return names
    .flatMap((name) => module.members.get(name) ?? [])
    .filter((member) => {
      const object = unwrap(member.object);
      return (
        object === call ||
        (object.type === 'Identifier' && binding !== null && module.resolve(object) === binding)
      );
    });
}

function* listing(module: Module, { call, options }: BucketCall, include: Include): Generator<Found> {
  const limit = options?.kind === 'object' ? propertyOf(options, 'limit') : undefined;
  const objects = readsOf(module, call, ['objects']);
  if (limit !== undefined) {
    for (const member of objects) {
      const length = member.parent;
      if (length?.type !== 'MemberExpression' || length.object !== member) continue;
      const compared = length.parent;
      if (compared?.type !== 'BinaryExpression' || keyName(length.property, length.computed) !== 'length')
        continue;
      const other = unwrap(compared.left === length ? compared.right : compared.left);
      const isZero = other.type === 'Literal' && (other.value === 0 || other.value === 1);
      if (!isZero && /^(?:[<>]=?|[!=]==?)$/.test(compared.operator))
        yield { operation: 'listing-length-compared-with-limit', at: originOf(module, length) };
    }
  }
  const cursors = readsOf(module, call, ['cursor']);
  const [cursor] = cursors;
  if (cursor !== undefined && !/\btruncated\b/.test(module.text))
    yield { operation: 'cursor-without-truncated', at: originOf(module, cursor.property) };
  if (include === 'no' || include === 'between' || (options !== null && options.kind !== 'object')) return;
  if (options?.kind === 'object' && (options.open || propertyOf(options, 'include') !== undefined)) return;
  const members = metadataOfItems(module, objects).map(({ property }) => property);
  const reads = [...members, ...metadataOfPatterns(objects)];
  const names = METADATA.filter((name) => reads.some((read) => keyName(read, false) === name));
  const correction = inclusionOf(module, call, names);
  for (const read of reads) {
    const at = originOf(module, read);
    yield { operation: 'listed-metadata-not-included', at, ...(correction === null ? {} : { correction }) };
  }
}

/** The options of a listing with what it has to include; null where they are not written there. */
function inclusionOf(
  module: Module,
  call: Call,
  names: readonly string[],
): NonNullable<Found['correction']> | null {
  const quote = module.text.split('"').length > module.text.split("'").length ? '"' : "'";
  const include = `include: [${names.map((name) => quote + name + quote).join(', ')}]`;
  const [options] = call.arguments;
  if (options === undefined) {
    const [none] = /\(\s*\)$/.exec(textOf(module, call)) ?? [];
    const at = originOf(module, call);
    return none === undefined
      ? null
      : { at: { ...at, start: at.end - none.length }, text: `({ ${include} })` };
  }
  const last = options.type === 'ObjectExpression' ? options.properties.at(-1) : undefined;
  if (last === undefined) return null;
  return { at: originOf(module, last), text: `${textOf(module, last)}, ${include}` };
}

/** `listed.objects.map((one) => one.customMetadata)`, `for (const one of listed.objects) … one.httpMetadata` */
function metadataOfItems(module: Module, objects: readonly Member[]): readonly Member[] {
  const items = itemBindings(module, objects);
  return METADATA.flatMap((name) => module.members.get(name) ?? []).filter((member) => {
    const object = unwrap(member.object);
    if (object.type === 'Identifier') {
      const binding = module.resolve(object);
      return binding !== null && items.has(binding);
    }
    return (
      object.type === 'MemberExpression' &&
      object.computed &&
      objects.some((one) => unwrap(object.object) === one)
    );
  });
}

const ITERATIONS = /^(?:map|forEach|filter|find|some|every|flatMap|sort)$/;

const METADATA = ['httpMetadata', 'customMetadata'];

/** `listed.objects.map(({ customMetadata }) => …)`: the keys that are taken apart. */
function metadataOfPatterns(objects: readonly Member[]): readonly Node[] {
  return objects.flatMap((member) =>
    keysOf(itemOf(member)).filter((key) => METADATA.includes(keyName(key, false) ?? '')),
  );
}

/** The keys of `{ a, b: c }` where it takes a value apart. */
function keysOf(pattern: Node | null): readonly Node[] {
  if (pattern?.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((one) => (one.type === 'Property' && !one.computed ? [one.key] : []));
}

function itemBindings(module: Module, objects: readonly Member[]): ReadonlySet<Binding> {
  return new Set(
    objects.flatMap((member) => {
      const item = itemOf(member);
      return (item?.type === 'Identifier' ? module.resolve(item) : null) ?? [];
    }),
  );
}

/** What each object of a listing is given to: the variable of a loop, the parameter of a callback. */
function itemOf(objects: Member): Node | null {
  const { parent } = objects;
  if (parent?.type === 'ForOfStatement' && unwrap(parent.right) === objects) {
    const declared =
      parent.left.type === 'VariableDeclaration' ? parent.left.declarations[0]?.id : parent.left;
    return declared ?? null;
  }
  if (parent?.type !== 'MemberExpression' || parent.object !== objects) return null;
  const call = parent.parent;
  if (call?.type !== 'CallExpression' || !ITERATIONS.test(keyName(parent.property, parent.computed) ?? ''))
    return null;
  const [run] = call.arguments;
  const [item] = run !== undefined && isFunction(run) ? parametersOf(run) : [];
  return item ?? null;
}

/** `(await bucket.put(key, value, { onlyIf })).etag`: null where the condition fails. */
function conditionalPut(module: Module, { call, options }: BucketCall): Found[] {
  if (options?.kind !== 'object' || propertyOf(options, 'onlyIf') === undefined) return [];
  const [read] = uncheckedReads(module, call);
  return read === undefined
    ? []
    : [{ operation: 'conditional-put-without-check', at: originOf(module, read) }];
}

/** `(await bucket.get(key)).body`: null where no such object is. */
function missing(module: Module, { call, options }: BucketCall): Found[] {
  if (options?.kind === 'object' && propertyOf(options, 'onlyIf') !== undefined) return [];
  const [read] = uncheckedReads(module, call);
  return read === undefined ? [] : [{ operation: 'get-without-check', at: originOf(module, read) }];
}

/** Names read of a result of which nothing asks whether it is there. */
function uncheckedReads(module: Module, call: Call): readonly Node[] {
  const binding = resultOf(module, call);
  const direct = parentOf(call);
  if (binding === null) {
    if (direct?.type === 'VariableDeclarator') return keysOf(direct.id);
    return direct?.type === 'MemberExpression' && unwrap(direct.object) === call && direct.optional !== true
      ? [direct.property]
      : [];
  }
  const reads: Node[] = [];
  for (const reference of module.references(binding)) {
    if (isWritten(reference)) continue;
    const { parent } = reference;
    if (parent?.type !== 'MemberExpression' || parent.object !== reference || parent.optional === true)
      return [];
    reads.push(parent.property);
  }
  return reads;
}

function isWritten(reference: Identifier): boolean {
  return reference.parent?.type === 'AssignmentExpression' && reference.parent.left === reference;
}

/** The first ancestor that is more than brackets, `await` and assertions around a node. */
function parentOf(node: Node): Node | undefined {
  let current = node.parent;
  while (current !== undefined && unwrap(current) === node) current = current.parent;
  return current;
}

/** Bodies of a get under a condition, where nothing asks whether there is one. */
function conditionalGet(module: Module, { call, options }: BucketCall): Found[] {
  if (options?.kind !== 'object' || propertyOf(options, 'onlyIf') === undefined) return [];
  const around = enclosingFunction(call);
  const text = around === undefined ? module.text : textOf(module, around);
  if (
    /['"]body['"]\s+in\b|\bif\s*\(\s*[\w.]+\.body\b|\.body\s*(?:===|!==|==|!=|\?|&&|\|\|)|!\w+\.body\b|\?\.body\b/.test(
      text,
    )
  )
    return [];
  const [read] = readsOf(module, call, ['body', 'text', 'json', 'arrayBuffer', 'blob']);
  return read === undefined
    ? []
    : [{ operation: 'conditional-get-body-without-check', at: originOf(module, read.property) }];
}

/** `headers.set('etag', object.etag)`: the ETag of a header stands in quotes. */
function etagHeaders(module: Module, { call }: BucketCall): Found[] {
  return readsOf(module, call, ['etag']).flatMap((member) => {
    const { parent } = member;
    const isHeader =
      (parent?.type === 'CallExpression' && parent.arguments[1] === member && isEtag(parent.arguments[0])) ||
      (parent?.type === 'Property' &&
        parent.value === member &&
        keyName(parent.key, parent.computed)?.toLowerCase() === 'etag' &&
        isAmongHeaders(parent));
    if (!isHeader) return [];
    const at = originOf(module, member.property);
    return [{ operation: 'etag-without-quotes-in-header', at, correction: { at, text: 'httpEtag' } }];
  });
}

function isEtag(node: Node | undefined): boolean {
  return node?.type === 'Literal' && typeof node.value === 'string' && node.value.toLowerCase() === 'etag';
}

function isAmongHeaders(property: Node): boolean {
  const holder = property.parent?.parent;
  if (holder?.type === 'Property') return keyName(holder.key, holder.computed)?.toLowerCase() === 'headers';
  return (
    holder?.type === 'NewExpression' &&
    holder.callee.type === 'Identifier' &&
    holder.callee.name === 'Headers'
  );
}

/** Deletions one by one of what a listing has. */
function singleDeletions(module: Module, calls: readonly BucketCall[]): Found[] {
  const listed = calls.filter(({ method }) => method === 'list');
  const items = itemBindings(
    module,
    listed.flatMap(({ call }) => readsOf(module, call, ['objects'])),
  );
  return calls.flatMap(({ call, method }) => {
    const [key] = call.arguments;
    const owner = method === 'delete' && key !== undefined ? unwrap(key) : null;
    if (owner?.type !== 'MemberExpression' || owner.object.type !== 'Identifier') return [];
    const binding = module.resolve(owner.object);
    const callee = unwrap(call.callee);
    return binding !== null && items.has(binding) && callee.type === 'MemberExpression'
      ? [{ operation: 'listed-objects-deleted-one-by-one', at: originOf(module, callee.property) }]
      : [];
  });
}

const AUTHORISED =
  /\bauthoriz|\bauthoris|\bauth\b|auth[A-Z_-]|[aA]uth(?:Key|Token|enticat)|\btoken\b|\bsecret\b|\bjwt\b|verify|permission|session|signature|basicAuth|bearer|cf-access|access-jwt|40[13]\b|Forbidden|Unauthorized/i;

/** A fetch handler that writes to a bucket by the method of the request and asks nobody who sends it. */
function unprotected(module: Module, calls: readonly BucketCall[]): Found[] {
  const writes = calls.filter(({ method }) => method === 'put' || method === 'delete');
  if (writes.length === 0 || AUTHORISED.test(module.text)) return [];
  const [found] = writes.flatMap(({ call }) => {
    const handler = handlerAround(call);
    const callee = unwrap(call.callee);
    return handler !== null &&
      /\.method\b/.test(textOf(module, handler)) &&
      callee.type === 'MemberExpression'
      ? [callee.property]
      : [];
  });
  return found === undefined
    ? []
    : [{ operation: 'binding-without-authorization', at: originOf(module, found) }];
}

/** `fetch(request, env)` of the worker's export, or `onRequest…` of a page's function. */
function handlerAround(call: Call): Node | null {
  const isHandler = (node: Node): node is Node => {
    if (!isFunction(node)) return false;
    const { parent } = node;
    const name =
      parent?.type === 'Property' || parent?.type === 'MethodDefinition'
        ? keyName(parent.key, parent.computed)
        : null;
    return name === 'fetch' && parametersOf(node).length >= 2;
  };
  const found = ancestor<Node>(call, isHandler);
  return found !== undefined && encloses(found, call) ? found : null;
}
