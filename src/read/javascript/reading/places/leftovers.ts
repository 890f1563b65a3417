import { literally } from '../../../../value/index.js';
import type { Evidence, HttpUsage, Usage } from '../../../usage.js';
import { schemaValue } from '../../clients/schemas.js';
import { isPathShaped } from '../../clients/seeming.js';
import { methodNamed } from '../../clients/verbs.js';
import { lower } from '../../evaluate/domain/lower.js';
import {
  alternatives,
  asText,
  known,
  type Member,
  memberNamed,
  type ObjectTerm,
  type Term,
  type Text,
  unknown,
} from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { exportedNames } from '../../flow/importers.js';
import type { Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { keyName } from '../../syntax/nodes.js';
import { endOf, startOf } from '../../syntax/positions.js';
import type { Roots } from '../sending/roots.js';
import type { Collected } from '../usages/collected.js';
import { contextOf, hostOf, isProse } from '../usages/evidence.js';
import { commandUsages } from './commands.js';
import { describedBy } from './descriptors.js';
import { wholeText } from './expressions.js';
import { isOpen } from './open.js';

/**
 * Paths that no call was seen to take: rows of a table that leaves the program, a URL handed to a function
 * nobody knows. Only what surely is a request counts: the API's own host, or a row that also names a method.
 */
export function leftoverUsages(
  engine: Engine,
  module: Module,
  leaf: Node,
  roots: Roots,
  into: Collected,
): readonly Usage[] {
  const command = commandUsages(engine, module, leaf);
  if (command.length > 0) return command;
  const usage = leftoverUsage(engine, module, leaf, roots, into);
  return usage === null ? describedUsages(engine, module, leaf) : [usage];
}

/** Requests of a table of methods that is written beside the path they share. */
function describedUsages(engine: Engine, module: Module, leaf: Node): readonly HttpUsage[] {
  if (leaf.type !== 'Literal' || typeof leaf.value !== 'string') return [];
  return describedBy(engine, module, leaf).flatMap(({ url, row }): HttpUsage[] => {
    const method = methodIn(row);
    return method === null ||
      !(isAnchored(url, engine) || namesHost(module, engine)) ||
      row.members.some(isAnswer)
      ? []
      : [handedOn(engine, module, leaf, url, { method, body: null }, null)];
  });
}

function leftoverUsage(
  engine: Engine,
  module: Module,
  leaf: Node,
  roots: Roots,
  into: Collected,
): HttpUsage | null {
  if (leaf.type !== 'TemplateElement' && !(leaf.type === 'Literal' && typeof leaf.value === 'string'))
    return null;
  const whole = wholeText(leaf);
  if (into.covers(module.path, startOf(whole), endOf(whole))) return null;
  const context = contextOf(whole, module.path, false);
  if (isProse(whole) || isOnlyShown(module, whole) || (context !== 'test' && isCompared(whole))) return null;
  const url = engine.evaluate(whole, { module, env: null });
  if (
    (roots.limited && !roots.names(url)) ||
    !isPathShaped(url, engine.profiles) ||
    isOpen(url, engine.profiles)
  )
    return null;
  const host = hostOf(url);
  const ownHost = host !== null && engine.profiles.some((profile) => profile.hosts.includes(host));
  const row = rowOf(engine, module, whole);
  if (host !== null && !ownHost) return null;
  if (!ownHost && (row === null || !(isAnchored(url, engine) || namesHost(module, engine)))) return null;
  return handedOn(engine, module, whole, url, row, ownHost ? host : null);
}

/** A request that is handed on to somebody who is not seen. */
function handedOn(
  engine: Engine,
  module: Module,
  whole: Node,
  url: Term,
  row: Row | null,
  host: string | null,
): HttpUsage {
  const method: Term = row?.method ?? unknown('method', engine.origin(whole, module));
  return {
    kind: 'http',
    method: lower(method),
    url: lower(url),
    body: lower(row?.body ?? { kind: 'scalar', value: undefined, origin: null }),
    headers: lower({ kind: 'scalar', value: undefined, origin: null }),
    reads: [],
    site: engine.origin(whole, module),
    evidence: evidenceFor(engine, module, host),
    context: contextOf(whole, module.path, false),
  };
}

/** Of a path without a host: the module that writes it may say whose paths it speaks of. */
function evidenceFor(engine: Engine, module: Module, host: string | null): Evidence[] {
  if (host !== null) return [{ kind: 'host', host }];
  const other = namesHost(module, engine) ? null : otherHostIn(module, engine);
  return other === null ? [] : [{ kind: 'against', what: `host ${other}` }];
}

const WHOLE_URL = /(['"`])https?:\/\/([\w.-]+)(?![\w.-])[^'"`\s]*\1/g;

/** The host of a URL that stands in a module as a text of its own, if it is of another domain than the API's. */
function otherHostIn(module: Module, engine: Engine): string | null {
  for (const [, , host = ''] of module.text.matchAll(WHOLE_URL)) {
    const own = engine.profiles.some(({ hosts }) => hosts.some((one) => domainOf(one) === domainOf(host)));
    if (!own) return host;
  }
  return null;
}

function domainOf(host: string): string {
  return host.split('.').slice(-2).join('.').toLowerCase();
}

/** A variable that nobody uses but to print it. */
function isOnlyShown(module: Module, whole: Node): boolean {
  const declarator = whole.parent;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return false;
  const binding = module.resolve(declarator.id);
  if (binding === null || exportedNames(module, binding).length > 0) return false;
  return module.references(binding).every((use) => isProse(use));
}

/** A text that is looked for, or compared with what somebody else asks for. */
function isCompared(node: Node): boolean {
  const parent = node.parent;
  if (parent?.type === 'BinaryExpression') return parent.operator !== '+';
  if (
    parent?.type === 'SwitchCase' ||
    parent?.type === 'JSXAttribute' ||
    parent?.type === 'ImportDeclaration'
  )
    return true;
  if (parent?.type !== 'CallExpression') return false;
  const { callee } = parent;
  const name =
    callee.type === 'MemberExpression'
      ? keyName(callee.property, callee.computed)
      : callee.type === 'Identifier'
        ? callee.name
        : null;
  return /^(?:includes|startsWith|endsWith|indexOf|test|match|matches|equal|toBe|toEqual|toContain|toHaveBeenCalledWith|has|delete|navigate|push|replace|redirect)$/.test(
    name ?? '',
  );
}

interface Row {
  readonly method: Term | null;
  readonly body: Term | null;
}

/** The row of a table that a path stands in, or its place under a name that says it is a path. */
function rowOf(engine: Engine, module: Module, whole: Node): Row | null {
  const parent = whole.parent;
  if (parent?.type === 'Property' && parent.value === whole && parent.parent?.type === 'ObjectExpression') {
    const object = engine.evaluate(parent.parent, { module, env: null });
    if (object.kind !== 'object') return null;
    const method = methodIn(object);
    if (object.members.some(isAnswer)) return null;
    const name = keyName(parent.key, parent.computed) ?? '';
    if (
      method === null &&
      !(ASKED.test(name) && whole.type === 'TemplateLiteral' && importsHost(module, engine))
    )
      return null;
    const body = ['body', 'data', 'json', 'payload']
      .map((key) => memberNamed(object, key)?.value)
      .find((value) => value !== undefined);
    return { method, body: body ?? null };
  }
  if (parent?.type === 'ArrayExpression') {
    const row = engine.evaluate(parent, { module, env: null });
    if (row.kind !== 'array') return null;
    const method = row.items.find((item) => isMethod(item));
    return method === undefined ? null : { method, body: null };
  }
  return null;
}

/** Names under which a description of a request says what is asked; a path may as well be one that is served. */
const ASKED = /^(?:endpoint|endPoint|apiPath|apiUrl|url|uri)$/;

/** Whether a module imports one that says whose paths it speaks of: the one that sends what is described. */
function importsHost(module: Module, engine: Engine): boolean {
  return module.imports.some((declaration) => {
    const source = declaration.type === 'ImportDeclaration' ? declaration.source.value : null;
    const path = typeof source === 'string' ? engine.project.resolve(module.path, source) : null;
    const text = path === null ? undefined : engine.project.program.file(path)?.text;
    return (
      text !== undefined && engine.profiles.some(({ hosts }) => hosts.some((host) => text.includes(host)))
    );
  });
}

/** Members of the description of a route: what answers there. */
const ANSWERS = /^(?:handlers?|controller|component|element|middlewares?|resolver|reply|response)$/;

/** Whether a member answers a request; a schema of the answer only says what a client gets. */
function isAnswer({ key, value }: Member): boolean {
  return (
    ANSWERS.test(key) && !(key === 'response' && (value.kind === 'unknown' || schemaValue(value) !== null))
  );
}

function methodIn(object: ObjectTerm): Term | null {
  for (const key of ['method', 'verb', 'httpMethod', 'type']) {
    const value = memberNamed(object, key)?.value;
    if (value !== undefined && isMethod(value)) return value;
  }
  return null;
}

function isMethod(term: Term): boolean {
  const text = known(term);
  return text !== null && methodNamed(text) !== null;
}

/** Whether a module says whose paths it speaks of. */
function namesHost(module: Module, engine: Engine): boolean {
  return engine.profiles.some(({ hosts }) => hosts.some((host) => module.text.includes(host)));
}

/** Whether a path begins below one of the API's own collections. */
function isAnchored(url: Term, engine: Engine): boolean {
  return (alternatives(asText(url)) as readonly Text[]).some((text) => {
    const shape = text.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
    return engine.profiles.some((profile) =>
      profile.scopes.some((scope) => new RegExp(`^(?:\\{\\})?/?${literally(scope)}/[^/]+/`).test(shape)),
    );
  });
}
