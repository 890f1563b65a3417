/**
 * Which calls of a cluster may hand ids to each other: those of one function, those of functions that one function
 * calls, what a call makes with all that sends something, and what takes an id that none of these gives with all that
 * give one. Calls that only share a client, or a file, do not.
 */
import type { Finding } from '../analysis/index.js';
import {
  type Call,
  isFunction,
  keyName,
  Module,
  type New,
  type Node,
} from '../read/javascript/syntax/index.js';
import { alternatives, literally, propertyOf, type Value } from '../value/index.js';
import type { MigratedPackages } from './packages.js';
import type { JudgedSite } from './plan.js';
import type { Sources } from './sites.js';

/** A function with a name, a case of a switch, a branch for one text, or all that is in neither. */
interface Unit {
  readonly key: string;
  /** What it is called by; null where that cannot be told. */
  readonly name: string | null;
  /** The class of a static method. */
  readonly owner: string | null;
  /** The class of any method. */
  readonly type: string | null;
  readonly node: Node | null;
}

/** The groups of members that depend on each other, one within the other's reach. */
export function dependentGroups(
  members: readonly JudgedSite[],
  packages: MigratedPackages,
  sources: Sources,
): readonly (readonly JudgedSite[])[] {
  return groupsOf(members, packages, sources, joinTakers);
}

/** The same, as far as one function calls another: an id from anywhere else ties nothing. */
export function groupsByCalls(
  members: readonly JudgedSite[],
  packages: MigratedPackages,
  sources: Sources,
): readonly (readonly JudgedSite[])[] {
  return groupsOf(members, packages, sources, () => {});
}

function groupsOf(
  members: readonly JudgedSite[],
  packages: MigratedPackages,
  sources: Sources,
  joinOthers: typeof joinTakers,
): readonly (readonly JudgedSite[])[] {
  const units = members.map(({ site }) => unitOf(site.file.path, site.nodes));
  const groups = new Map<string, string>();
  const find = (key: string): string => {
    const up = groups.get(key);
    return up === undefined || up === key ? key : find(up);
  };
  const join = (a: string, b: string) => groups.set(find(a), find(b));
  const paths = new Set<string>();
  for (const { site } of members) {
    const reached = packages.reaching(site.file.path);
    if (reached === null) return [members];
    for (const path of reached) paths.add(path);
  }
  members.forEach(({ site }, index) => {
    const unit = units[index];
    if (unit?.name !== null || unit.key.includes('case')) return;
    // Nothing says who calls it.
    const reached = packages.reaching(site.file.path);
    members.forEach((other, position) => {
      const known = units[position];
      if (known !== undefined && reached?.has(other.site.file.path) === true) join(unit.key, known.key);
    });
  });
  const called = new Map<string, Unit[]>();
  for (const unit of units)
    if (unit.name !== null) called.set(unit.name, [...(called.get(unit.name) ?? []), unit]);
  for (const path of paths) joinCallers(path, { sources, called, join });
  joinMakers(members, units, join);
  joinByState(members, units, join);
  joinOthers(members, units, { find, join });
  const found = new Map<string, JudgedSite[]>();
  members.forEach((one, index) => {
    const key = find(units[index]?.key ?? '');
    found.set(key, [...(found.get(key) ?? []), one]);
  });
  return [...found.values()];
}

interface Callers {
  readonly sources: Sources;
  readonly called: ReadonlyMap<string, readonly Unit[]>;
  readonly join: (a: string, b: string) => void;
}

/** `client.delete('/zones/…')` calls the client, and no method of that name that has an id as its argument. */
function isRequest({ callee, arguments: [first] }: Call | New): boolean {
  if (callee.type !== 'MemberExpression' || !VERB.test(keyName(callee.property, callee.computed) ?? ''))
    return false;
  const text =
    first?.type === 'TemplateLiteral'
      ? first.quasis.map(({ value }) => value.raw).join('')
      : first?.type === 'Literal'
        ? String(first.value)
        : '';
  return text.includes('/');
}

const VERB = /^(?:get|post|put|patch|delete|del)$/;

function joinCallers(path: string, { sources, called, join }: Callers): void {
  const text = sources.file(path)?.text ?? '';
  if (![...called.keys()].some((name) => text.includes(name))) return;
  for (const script of sources.scripts(path)) {
    if (!(script instanceof Module)) continue;
    for (const call of script.calls) {
      const { callee } = call;
      if (isRequest(call)) continue;
      const name = calledName(callee);
      const object = callee.type === 'MemberExpression' ? callee.object : null;
      for (const unit of meantBy(object, called.get(name ?? '') ?? [])) {
        const isOther = unit.owner !== null && object?.type === 'Identifier' && object.name !== unit.owner;
        if (!isOther) join(unitOf(path, pathTo(callee)).key, unit.key);
      }
    }
  }
}

/** `api.filters.create(…)` calls no method of `FirewallRules` where there is a class `Filters` with one. */
function meantBy(object: Node | null, units: readonly Unit[]): readonly Unit[] {
  const name = object === null ? null : calledName(object)?.toLowerCase();
  const own = units.filter(({ type }) => type !== null && type.toLowerCase() === name);
  return own.length === 0 ? units : own;
}

/** What a call that is not rewritten would make, where another one may name it in what it sends. */
function joinMakers(
  members: readonly JudgedSite[],
  units: readonly Unit[],
  join: (a: string, b: string) => void,
): void {
  const methods = members.map(({ site }) => site.finding.method);
  members.forEach(({ site, verdict }, index) => {
    const unit = units[index];
    if (unit === undefined || verdict.strategy !== 'marker' || methods[index] !== 'POST') return;
    if (!isNamedInBodies(site.finding)) return;
    members.forEach((of, position) => {
      const other = units[position];
      const isSent = /^(?:POST|PUT|PATCH)$/.test(methods[position] ?? '');
      const isNamed = !makesFilter(site.finding) || mayNameFilter(of.site.finding);
      if (other !== undefined && isSent && isNamed) join(unit.key, other.key);
    });
  });
}

function makesFilter({ endpoint }: Finding): boolean {
  return /\bfilters(?:\.create)?$/.test(endpoint ?? '');
}

/** A rule that it sends has a filter without an expression: one that was made before. */
function mayNameFilter({ usages }: Finding): boolean {
  return usages.some(
    (usage) =>
      usage.kind !== 'http' || alternatives(usage.body).some((body) => rulesIn(body).some(namesFilter)),
  );
}

function rulesIn(body: Value): readonly Value[] {
  return body.kind === 'array' ? body.items.flatMap(alternatives) : [body];
}

function namesFilter(rule: Value): boolean {
  const filter = rule.kind === 'object' ? propertyOf(rule, 'filter')?.value : undefined;
  return (
    filter !== undefined && !(filter.kind === 'object' && propertyOf(filter, 'expression') !== undefined)
  );
}

/** A rule that is sent names its filter; rules and limits themselves are only named in paths. */
function isNamedInBodies({ endpoint }: Finding): boolean {
  return !/\brules$|\brules\.create$|\brate_?limits(?:\.create)?$/i.test(endpoint ?? '');
}

/**
 * A call that takes an id, where none of its group gives one: the id comes from a file, a database, or whoever calls
 * the program, and was given by any of the others. One of them that is rewritten gives it ids that exist; those that
 * are not give none any more.
 */
function joinTakers(
  members: readonly JudgedSite[],
  units: readonly Unit[],
  { find, join }: { find(key: string): string; join(a: string, b: string): void },
): void {
  const keys = (isWanted: (one: JudgedSite) => boolean) =>
    members.flatMap((one, index) => (isWanted(one) ? (units[index]?.key ?? []) : []));
  const givers = keys(({ site }) => givesIds(site.finding));
  const withGiver = new Set(givers.map(find));
  const causes = new Set(keys(({ verdict }) => verdict.strategy === 'marker').map(find));
  const gives = ({ site: { finding } }: JudgedSite) => givesIds(finding) && isRead(finding);
  if (keys(gives).some((key) => !causes.has(find(key)))) return;
  const takers = keys(({ site }) => takesId(site.finding)).filter((taker) => !withGiver.has(find(taker)));
  for (const taker of takers) for (const giver of givers) join(taker, giver);
}

function isRead({ method }: Finding): boolean {
  return (method ?? 'GET') === 'GET';
}

export function takesId({ endpoint }: Finding): boolean {
  return /\/(?:rules|filters|rate_limits|packages|groups)\/\{\w+\}/.test(endpoint ?? '');
}

export function givesIds(finding: Finding): boolean {
  return !takesId(finding) && /^(?:GET|POST)$/.test(finding.method ?? 'GET');
}

/** Variables and fields that outlive a call, where one writes them and the other has them, too. */
function joinByState(
  members: readonly JudgedSite[],
  units: readonly Unit[],
  join: (a: string, b: string) => void,
): void {
  const users = new Map<string, string>();
  members.forEach(({ site: { file } }, index) => {
    const unit = units[index];
    if (unit === undefined) return;
    const own = unit.node === null ? file.text : file.text.slice(...unit.node.range);
    for (const name of stateIn(file.text)) {
      if (!new RegExp(`${literally(name)}\\b`).test(own)) continue;
      const user = users.get(`${file.path} ${name}`);
      if (user === undefined) users.set(`${file.path} ${name}`, unit.key);
      else join(user, unit.key);
    }
  });
}

/** `let filter;` and `const filters = {};` of a module, and fields that methods set: `this.filter = …`. */
function stateIn(text: string): ReadonlySet<string> {
  const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].filter(
    ({ 0: declared, 1: name = '', index }) => isFilled(text.slice(index + declared.length), name),
  );
  const holders = text.matchAll(/^(?:export )?const (\w+)[^=\n]{0,100}= (?:new \w+|\{\}|\[\])/gm);
  // What a constructor is given, or makes a client of, says nothing of ids.
  const fields = text.matchAll(
    /\bthis\.#?(\w+)(?:\.(?:push|set|add)\(| = (?!\1\b|['"`]|new |axios|process))/g,
  );
  const lists = text.matchAll(/\bthis\.#?(\w+)\[[^\]\n]{0,100}\] = /g);
  return new Set([...variables, ...holders, ...fields, ...lists].map(([, name = '']) => name));
}

/** Something is put into a variable behind its declaration. */
function isFilled(behind: string, name: string): boolean {
  const member = new RegExp(
    `(?<![\\w.])${literally(name)}(?:\\.\\w{1,40}|\\[[^\\]\\n]{0,80}\\]){0,4}(?: ?[?|&+]{0,2}=(?![=>])|\\.(?:push|unshift|set|add)\\()`,
  );
  const pattern = new RegExp(`[[{,] ?${literally(name)} ?[,}\\]][^=\\n]{0,80}=(?!=)`);
  return member.test(behind) || pattern.test(behind);
}

function calledName(callee: Node): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
}

function pathTo(node: Node): readonly Node[] {
  const nodes: Node[] = [];
  for (let one: Node | undefined = node; one !== undefined; one = one.parent) nodes.unshift(one);
  return nodes;
}

function unitOf(path: string, nodes: readonly Node[]): Unit {
  for (let index = nodes.length - 1; index > 0; index--) {
    const node = nodes[index];
    const key = `${path} ${node?.range[0]}`;
    if (node !== undefined && isChosen(node, nodes[index + 1]))
      return { key: `${key} case`, name: null, owner: null, type: null, node };
    const name = isFunction(node) ? nameOf(node, nodes[index - 1]) : null;
    if (name === null) continue;
    const [owner, type] = [staticOwner(nodes, index), classAround(nodes.slice(0, index))];
    return { key, name, owner, type, node: node ?? null };
  }
  return { key: path, name: null, owner: null, type: null, node: null };
}

/** What is only done for one text, and then left: `case 'list':`, `if (action === 'list') {`. */
function isChosen(node: Node, part: Node | undefined): boolean {
  if (node.type === 'SwitchCase') return leaves(node.consequent.at(-1));
  return (
    node.type === 'IfStatement' &&
    node.consequent === part &&
    leaves(node.consequent) &&
    node.test.type === 'BinaryExpression' &&
    node.test.operator === '===' &&
    [node.test.left, node.test.right].some((one) => one.type === 'Literal' && typeof one.value === 'string')
  );
}

function leaves(node: Node | undefined): boolean {
  if (node?.type === 'BlockStatement') return leaves(node.body.at(-1));
  return (
    node?.type === 'ReturnStatement' || node?.type === 'BreakStatement' || node?.type === 'ThrowStatement'
  );
}

function nameOf(node: Node, parent: Node | undefined): string | null {
  if (node.type === 'FunctionDeclaration') return node.id?.name ?? null;
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : null;
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'Property':
      return parent.value === node ? keyName(parent.key, parent.computed) : null;
    case 'AssignmentExpression':
      return calledNameOfTarget(parent.left);
    default:
      return null;
  }
}

/** `exports.list = …`; what a module exports as a whole has no name. */
function calledNameOfTarget(target: Node): string | null {
  const name = calledName(target);
  return name === 'exports' ? null : name;
}

function staticOwner(nodes: readonly Node[], index: number): string | null {
  const method = nodes[index - 1];
  if (method === undefined || Reflect.get(method, 'static') !== true) return null;
  return classAround(nodes.slice(0, index));
}

function classAround(nodes: readonly Node[]): string | null {
  const owner = nodes.findLast(({ type }) => /^Class(?:Declaration|Expression)$/.test(type));
  const id: unknown = owner === undefined ? undefined : Reflect.get(owner, 'id');
  return typeof id === 'object' && id !== null && 'name' in id ? String(id.name) : null;
}
