/**
 * Packages whose methods are calls of the API, one to one: their callers have to move, and until these have, the
 * methods stay. Such a method is marked as deprecated, with what takes its place; its tests stay with it.
 */
import type { Script } from '../../analysis/edits/index.js';
import { type FunctionNode, isFunction, keyName, type Node } from '../../read/javascript/syntax/index.js';
import type { FileEdit, Site, Verdict } from '../model.js';
import { type Manifest, MigratedPackages } from '../packages.js';
import type { JudgedSite } from '../plan.js';
import type { Sources } from '../sites.js';
import { deprecatedAt, isDeprecated } from './deprecated-comment.js';
import { methodOutside } from './other-libraries.js';

export class Libraries {
  readonly #packages: MigratedPackages;
  readonly #sources: Sources;
  /** Names of the vendor's SDK among packages of npm. */
  readonly #sdks: ReadonlySet<string>;

  constructor(sources: Sources) {
    this.#packages = new MigratedPackages(sources.program);
    this.#sources = sources;
    this.#sdks = new Set(
      sources.program.profiles.flatMap(({ packages }) =>
        packages.flatMap((name) => (name.startsWith('npm:') ? name.slice('npm:'.length) : [])),
      ),
    );
  }

  /** The package is the vendor's SDK itself, so its requests go to the vendor. */
  isSdk({ file }: Site): boolean {
    const manifest = this.#packages.manifestOf(file.path);
    return this.#sdks.has(String(manifest.name)) && !isApplication(manifest);
  }

  /** The same in other languages, where the package as a whole shows where its requests go. */
  verdictOutside(site: Site): Verdict | null {
    const method = methodOutside(site, this.#sources);
    if (method === null) return null;
    const { file } = site;
    if (isDeprecated(file.text, method.start, method.style)) return settled(KEPT);
    const edit = deprecatedAt(file.text, method.start, reasonOf(site), method.style);
    return deprecated([{ ...edit, file: file.path }]);
  }

  /** What becomes of a call for which nothing else can be written; null where it is no method of a library. */
  verdictOf(site: Site): Verdict | null {
    if (!CALLS.has(site.finding.kind)) return null;
    const isSdk = this.isSdk(site);
    if (!isSdk && !isPublished(this.#packages.manifestOf(site.file.path))) return null;
    const method = site.finding.context === 'test' ? null : methodAround(site);
    if (method !== null) return deprecation(site, method);
    // A request of its own, outside of its methods, is work as everywhere.
    const isUse = site.finding.kind === 'sdk' || site.finding.context === 'test';
    return isSdk && isUse ? settled('it uses a method of this package that is kept for its callers') : null;
  }

  /** Tests of methods that stay, too. */
  withTests(judged: readonly JudgedSite[]): readonly JudgedSite[] {
    const keyOf = ({ site }: JudgedSite) => `${this.#packages.folderOf(site.file.path)}\0${site.entry.id}`;
    const kept = new Map<string, boolean>();
    for (const one of judged)
      if (!isTest(one)) kept.set(keyOf(one), (kept.get(keyOf(one)) ?? true) && isKept(one));
    return judged.map((one) =>
      isTest(one) && kept.get(keyOf(one)) === true
        ? { ...one, verdict: settled('it tests a method that is kept and marked as deprecated'), helper: [] }
        : one,
    );
  }
}

const CALLS: ReadonlySet<string> = new Set(['endpoint', 'sdk', 'field', 'resource']);

function isTest({ site }: JudgedSite): boolean {
  return site.finding.context === 'test';
}

function isKept({ verdict }: JudgedSite): boolean {
  return verdict.strategy === 'deprecate' || (verdict.strategy === 'marker' && verdict.settled === true);
}

function settled(reason: string): Verdict {
  return { strategy: 'marker', reason, steps: '', settled: true, independent: true };
}

/** One that is started, or that nobody else gets; it may have the name of its vendor. */
function isApplication(manifest: Manifest): boolean {
  const scripts: unknown = Reflect.get(manifest, 'scripts');
  const isStarted = typeof scripts === 'object' && scripts !== null && 'start' in scripts;
  return manifest.private === true || isStarted;
}

/** What only packages for others have; `main` is what every new package is given. */
function isPublished(manifest: Manifest): boolean {
  const { name, version } = manifest;
  if (typeof name !== 'string' || typeof version !== 'string' || manifest.private === true) return false;
  return ['exports', 'module', 'types', 'typings', 'publishConfig', 'files'].some((key) => key in manifest);
}

interface ApiMethod {
  /** What its comment stands above: itself and its overloads. */
  readonly heads: readonly Node[];
  /** The class, whose comment speaks for it. */
  readonly owner: Node | null;
}

/** The public method or function that does nothing but send the request of a site, or make its resource. */
function methodAround({ finding, nodes, script }: Site): ApiMethod | null {
  if (script === null) return null;
  const depth = nodes.findIndex(isFunction);
  const body = nodes[depth];
  const holder = nodes[depth - 1];
  if (body === undefined || holder === undefined || !isFunction(body) || !isForwarding(body)) return null;
  const isMirror = finding.kind === 'endpoint' || (finding.kind === 'resource' && makesAsGiven(body));
  if (!isMirror) return null;
  if (holder.type === 'MethodDefinition') {
    const owner = nodes.find(({ type }) => type === 'ClassDeclaration');
    const name = keyName(holder.key, holder.computed);
    if (owner?.type !== 'ClassDeclaration' || name === null || holder.kind !== 'method') return null;
    if (/^[_#]/.test(name) || holder.key.type === 'PrivateIdentifier') return null;
    if (/\b(?:private|protected)\b/.test(script.text.slice(holder.range[0], holder.key.range[0])))
      return null;
    if (!isExported(script, owner, owner.id?.name)) return null;
    const isSame = (one: Node) =>
      'key' in one && 'computed' in one && keyName(one.key as Node, one.computed === true) === name;
    return { heads: owner.body.body.filter(isSame), owner };
  }
  if (body.type !== 'FunctionDeclaration' || !isExported(script, body, body.id?.name)) return null;
  return { heads: [holder.type === 'Program' ? body : holder], owner: null };
}

/** Checks, and names for parts of what it is handed, then the call whose answer it returns. */
function isForwarding({ body }: FunctionNode): boolean {
  if (body?.type !== 'BlockStatement') return body !== null && body !== undefined;
  const statements = body.body.filter((one) => !isCheck(one));
  const last = body.body.at(-1);
  return (
    last?.type === 'ReturnStatement' &&
    statements.length <= 3 &&
    statements.slice(0, -1).every(({ type }) => type === 'VariableDeclaration')
  );
}

/** `if (!zone) throw new Error(…)` */
function isCheck(statement: Node): boolean {
  if (statement.type !== 'IfStatement' || statement.alternate !== null) return false;
  const { consequent } = statement;
  const [only, ...others] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  return only?.type === 'ThrowStatement' && others.length === 0;
}

/** `return new FirewallRule(id, { ...props, zoneId })`: a resource with the properties that the caller gives. */
function makesAsGiven({ params, body }: FunctionNode): boolean {
  const last = body?.type === 'BlockStatement' ? body.body.at(-1) : body;
  const made = last?.type === 'ReturnStatement' ? last.argument : last;
  if (made?.type !== 'NewExpression') return false;
  const names = params.flatMap((one) => (one.type === 'Identifier' ? [one.name] : []));
  const isGiven = (node: Node) => node.type === 'Identifier' && names.includes(node.name);
  const objects = made.arguments.flatMap((one) => (one.type === 'ObjectExpression' ? [one] : []));
  if (objects.length === 0) return made.arguments.slice(1).some(isGiven);
  return objects.some(({ properties }) =>
    properties.some((one) => one.type === 'SpreadElement' && isGiven(one.argument)),
  );
}

function isExported({ text, program }: Script, node: Node, name: string | undefined): boolean {
  if (/^Export/.test(node.parent?.type ?? '')) return true;
  return program.body.some((statement) => {
    const written = text.slice(...statement.range);
    return EXPORTS.test(written) && (written.match(/\w+/g) ?? []).some((word) => word === name);
  });
}

/** `export { A }`, `export default A`, `module.exports = { A }`, `exports.A = A` */
const EXPORTS = /^(?:export\s*(?:default\s+\w+\s*;?$|\{)|(?:module\.)?exports\b)/;

function deprecation(site: Site, { heads, owner }: ApiMethod): Verdict | null {
  const { file } = site;
  const outer = owner?.parent?.type.startsWith('Export') === true ? owner.parent : owner;
  const open = heads.filter((head) => !isDeprecated(file.text, head.range[0]));
  if (open.length === 0 || (outer !== null && isDeprecated(file.text, outer.range[0]))) return settled(KEPT);
  const edits = open.map(
    (head): FileEdit => ({ ...deprecatedAt(file.text, head.range[0], reasonOf(site)), file: file.path }),
  );
  return deprecated(edits);
}

const KEPT = 'its method is marked as deprecated and kept for its callers';

function deprecated(edits: readonly FileEdit[]): Verdict {
  return {
    strategy: 'deprecate',
    level: 'review',
    reason: 'this public method only sends the call: it is kept and marked as deprecated',
    edits,
    differences: [],
    independent: true,
  };
}

/** What to use instead, or what is gone without a successor, and since when. */
function reasonOf(site: Site): string {
  const { summary, endOfLife } = site.entry;
  const replacement = replacementOf(site);
  const isGone = /^(?:remove|delete|none)\b/i.test(replacement);
  // The name of the product says enough.
  const product = replacement.replace(/: (?:a rule|rules) .*$/s, '.');
  const isProduct = product !== replacement || /^(?:The|An?|One)\b/.test(product);
  const step = /^(.*), and delete the call\.$/.exec(product)?.[1];
  const instead =
    step !== undefined
      ? `${step}.`
      : NO_SUCCESSOR.test(product)
        ? product
        : isProduct
          ? `Use ${product.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`
          : `Use instead: ${product}`;
  const end = endOfLife === null || endOfLife === undefined ? '' : ` End of life: ${endOfLife}.`;
  return `${isGone ? summary : instead}${end}`.replace(/\s+/g, ' ').replaceAll('*/', '*\u200b/');
}

const NO_SUCCESSOR = /^\w+ (?:has|have) no successor\.$/;

/** Of a replacement with parts about single paths (`the accounts API; railguns have no successor`): what is about this one. */
function replacementOf({ entry, finding }: Site): string {
  const parts = entry.replacement.replace(/\.$/, '').split('; ');
  const paths = entry.endpoints?.map(({ path }) => path) ?? [];
  const isAbout = (part: string, path: string) =>
    path.split('/').some((name) => name.length > 4 && part.startsWith(`${name} `));
  const own = parts.filter((part) => isAbout(part, finding.endpoint ?? ''));
  const general = parts.filter((part) => !paths.some((path) => isAbout(part, path)));
  if (parts.length === 1 || general.length === parts.length) return entry.replacement;
  const [first = '', ...rest] = own.length > 0 ? own : general;
  return `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join('; ')}.`;
}
