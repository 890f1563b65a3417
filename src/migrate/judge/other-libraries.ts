/**
 * Packages in languages other than JavaScript whose methods are calls of the API, one to one: a method that only
 * sends a request and returns the answer stays for its callers, marked as deprecated.
 */
import { closest, leafAt, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../grammar/index.js';
import { contextOf, type Program } from '../../read/index.js';
import { literally } from '../../value/index.js';
import type { Site } from '../model.js';
import { inside, parentOf } from '../packages.js';
import type { Sources } from '../sites.js';

export interface OtherMethod {
  /** Where its comment ends. */
  readonly start: number;
  readonly style: CommentStyle;
}

/** How a language writes that something is deprecated, in the comment above it. */
export type CommentStyle = 'docblock' | 'yard' | 'godoc';

interface LibraryForms {
  readonly style: CommentStyle;
  readonly methods: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  /** What declares a package for others. */
  readonly isPublished: (name: string, text: string) => boolean;
  readonly sources: RegExp;
  readonly ending: string;
  /** Files that nobody outside of the package can use. */
  readonly isOwn?: (path: string) => boolean;
  readonly isPublic: (tree: SyntaxTree, method: SyntaxNode, name: string) => boolean;
}

const FORMS: Readonly<Record<string, LibraryForms>> = {
  php: {
    style: 'docblock',
    methods: new Set(['method_declaration']),
    calls: new Set(['member_call_expression', 'nullsafe_member_call_expression', 'scoped_call_expression']),
    isPublished: (name, text) =>
      name === 'composer.json' && /"autoload"\s*:/.test(text) && !/"type"\s*:\s*"(?!library")/.test(text),
    sources: /\.php$/,
    ending: '.php',
    isPublic: (tree, method, name) =>
      !name.startsWith('_') &&
      !/\b(?:private|protected)\b/.test(tree.text.slice(method.start, bodyOf(method)?.start)),
  },
  ruby: {
    style: 'yard',
    methods: new Set(['method']),
    calls: new Set(['call']),
    isPublished: (name) => name.endsWith('.gemspec'),
    sources: /\.rb$/,
    ending: '.rb',
    isPublic: (tree, method, name) =>
      !name.startsWith('_') && !/^[ \t]*(?:private|protected)[ \t]*$/m.test(tree.text.slice(0, method.start)),
  },
  go: {
    style: 'godoc',
    methods: new Set(['method_declaration', 'function_declaration']),
    calls: new Set(['call_expression']),
    isPublished: (name) => name === 'go.mod',
    sources: /\.go$/,
    ending: '.go',
    isPublic: (tree, _, name) => /^[A-Z]/.test(name) && !/^package main\b/m.test(tree.text),
    isOwn: (path) => /(?:^|\/)internal\//.test(path),
  },
};

const REQUEST: ReadonlySet<string> = new Set(['endpoint', 'value']);

/** The method of a library around a site, which does nothing but send its request and return what comes back. */
export function methodOutside({ finding, file }: Site, sources: Sources): OtherMethod | null {
  const forms = FORMS[file.language];
  const tree = forms === undefined ? null : sources.tree(file.path);
  if (forms === undefined || tree === null || !REQUEST.has(finding.kind)) return null;
  if (finding.context === 'test' || forms.isOwn?.(file.path) === true) return null;
  const method = closest(leafAt(tree, finding.at.start, finding.at.end), forms.methods);
  const body = method === null ? null : bodyOf(method);
  const name = method?.children.find(({ field }) => field === 'name');
  if (method === null || body === null || name === undefined) return null;
  if (!forms.isPublic(tree, method, textOf(tree, name))) return null;
  const isForwarded = isForwarding(tree, forms, body, finding.at.start);
  if (!isForwarded && !(file.language === 'php' && isOneRequest(tree, body, finding.at.start))) return null;
  const isForOthers =
    isMirror(file.path, forms, sources.program) ||
    (isForwarded && isUnmade(file, tree, method, sources.program));
  return isForOthers ? { start: method.start, style: forms.style } : null;
}

/**
 * PHP: a class of requests to the vendor alone, which no other file of the tree names and nothing makes an object of:
 * it is there for programs elsewhere.
 */
function isUnmade(
  { path, language, text }: Site['file'],
  tree: SyntaxTree,
  method: SyntaxNode,
  program: Program,
) {
  const holder = language === 'php' ? closest(method, PHP_CLASSES) : null;
  const name = holder?.children.find(({ field }) => field === 'name');
  const others = program.filesEndingWith?.('.php') ?? null;
  if (holder === null || name === undefined || others === null) return false;
  const methods = walk(holder).filter(({ type }) => type === 'method_declaration');
  const hosts = new Set(program.profiles.flatMap((profile) => profile.hosts));
  const own = basesIn(text);
  if (methods.length < FEWEST_METHODS || own.length === 0 || !own.every((host) => hosts.has(host)))
    return false;
  const named = new RegExp(`\\b${literally(textOf(tree, name))}\\b`);
  const made = new RegExp(`\\bnew\\s+\\\\?${literally(textOf(tree, name))}\\b`);
  return (
    !made.test(text) &&
    others.every(
      (other) =>
        other === path || contextOf(other) === 'test' || !named.test(program.file(other)?.text ?? ''),
    )
  );
}

const PHP_CLASSES: ReadonlySet<string> = new Set(['class_declaration']);
const FEWEST_METHODS = 5;

function bodyOf(method: SyntaxNode): SyntaxNode | null {
  return method.children.find(({ field }) => field === 'body') ?? null;
}

/** One statement, the call whose answer is returned; names for parts of what it is handed may stand before it. */
function isForwarding(tree: SyntaxTree, { calls }: LibraryForms, body: SyntaxNode, at: number): boolean {
  const list = body.children.find(({ type }) => type === 'statement_list') ?? body;
  const statements = list.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  const last = statements.at(-1);
  if (last === undefined || statements.length > 3) return false;
  const isPrepared = statements
    .slice(0, -1)
    .every(
      (one) =>
        /^(?:expression_statement|assignment|short_var_declaration)$/.test(one.type) &&
        /^[$\w]+\s*:?=[^=]/.test(textOf(tree, one)) &&
        !walk(one).some(({ type }) => calls.has(type) && type !== 'call_expression'),
    );
  const isReturn = last.type === 'return_statement' || (tree.language === 'ruby' && calls.has(last.type));
  const sends = statements.some((one) => one.start <= at && at <= one.end);
  const called = walk(last).some(({ type }) => calls.has(type));
  const isBranching = walk(last).some(({ type }) =>
    /^(?:conditional|if|case|match|block|do_block|func_literal)/.test(type),
  );
  return isPrepared && isReturn && sends && called && !isBranching;
}

/** PHP: the method prepares one request, sends it, and returns what it takes out of the answer; nothing else is done. */
function isOneRequest(tree: SyntaxTree, body: SyntaxNode, at: number): boolean {
  const nodes = walk(body);
  const calls = nodes.filter(({ type }) => PHP_CALLS.test(type));
  const requests = calls.filter((call) => !READS_ANSWER.test(tree.text.slice(call.start, calleeEnd(call))));
  const [request, ...others] = requests;
  if (request === undefined || others.length > 0) return false;
  const sends = /^\$this->(?:\w+->)?\w+$/.test(tree.text.slice(request.start, calleeEnd(request)));
  const isWritten = request.start <= at && at <= request.end;
  const hasReturn = nodes.some(({ type }) => type === 'return_statement');
  return sends && isWritten && hasReturn && !nodes.some(({ type }) => DOES_MORE.test(type));
}

const PHP_CALLS = /^(?:function_call|(?:nullsafe_)?member_call|scoped_call)_expression$/;
/** Functions and methods that only prepare what is sent, or look at an answer. */
const READS_ANSWER =
  /^(?:\\?(?:json_(?:de|en)code|isset|empty|count|is_\w+|array_(?:merge|filter|map|key_exists)|in_array|sprintf|implode)|\$\w+->(?:getBody|getContents|getStatusCode|getArray|getJson))$/;
const DOES_MORE = /^(?:echo_statement|print_intrinsic|while_statement|for_statement|do_statement)$/;

/** Where the name of what is called ends. */
function calleeEnd(call: SyntaxNode): number {
  return call.children.find(({ field }) => field === 'arguments')?.start ?? call.end;
}

/** A package for others, in whose sources every address is one of the vendor. */
function isMirror(path: string, forms: LibraryForms, program: Program): boolean {
  const hosts = new Set(program.profiles.flatMap((profile) => profile.hosts));
  const found = new Set<string>();
  for (let folder = parentOf(path), depth = 0; depth < DEEPEST; folder = parentOf(folder), depth++) {
    const names = program.siblings?.(inside(folder, 'x')) ?? [];
    for (const name of names.filter((one) => forms.sources.test(one)).slice(0, MOST_FILES))
      for (const host of basesIn(program.file(name)?.text ?? '')) found.add(host);
    const isRoot = names.some((one) => {
      const own = one.slice(one.lastIndexOf('/') + 1);
      return forms.isPublished(own, own === 'composer.json' ? (program.file(one)?.text ?? '') : '');
    });
    if (isRoot) {
      const all = found.size > 0 ? found : hostsBelow(folder, forms, program);
      return all.size > 0 && [...all].every((host) => hosts.has(host));
    }
    if (folder === '') return false;
  }
  return false;
}

/** Of the sources beside: the client may stand in another folder. */
function hostsBelow(folder: string, { ending }: LibraryForms, program: Program): ReadonlySet<string> {
  const paths = program.filesEndingWith?.(ending) ?? [];
  const own = paths.filter((path) => path.startsWith(inside(folder, '')) && contextOf(path) !== 'test');
  return new Set(own.flatMap((path) => basesIn(program.file(path)?.text ?? '')));
}

const DEEPEST = 8;
const MOST_FILES = 60;

/** Hosts of addresses that are written as values, not in comments. */
function basesIn(text: string): readonly string[] {
  return [...text.matchAll(/["'`]https?:\/\/([\w.-]{1,200})(?=[/"'`:])/gi)].flatMap(
    ([, host]) => host?.toLowerCase() ?? [],
  );
}
