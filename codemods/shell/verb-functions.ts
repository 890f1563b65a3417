/** Functions of a script that each send by one method: `cf_get PATH`, `cf_post PATH BODY`. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';

export interface VerbFunction {
  readonly name: string;
  readonly method: string;
  /** It would stop the script where it is given no body. */
  readonly asksForBody: boolean;
}

const VERB = /(^|[_-])(get|post|put|patch|delete)$/i;

/** What a function sends that takes a path and perhaps a body, and whose name ends with its method; null for another one. */
export function verbFunction({ tree, node }: Declared, client: SyntaxNode): VerbFunction | null {
  const name = nameOf(tree, node);
  const verb = VERB.exec(name)?.[2]?.toUpperCase();
  const [whole, sent] = [textOf(tree, node), textOf(tree, client)];
  const written = /\s(?:-[sSfL]*X|--request)[ =]?["']?([A-Z]+)["']?(?=\s)/.exec(sent)?.[1];
  const hasBody = /\s(?:-d|--data(?:-raw|-binary)?)[ =]/.test(sent);
  const method = written ?? (hasBody ? 'POST' : 'GET');
  // More arguments, or all of them, may be anything.
  const isOther = /\$(?:[3-9]|\{[3-9]|[@*]|\{[@*])|\bshift\b/.test(whole);
  const places = new Set([...whole.matchAll(/\$\{?([12])\b/g)].map(([, place]) => place));
  const fits = places.has('1') && places.has('2') === hasBody;
  return verb === method && fits && !isOther
    ? { name, method, asksForBody: hasBody && /\$(?:2\b|\{2\})/.test(whole) }
    : null;
}

/** The function that is named like it and sends by another method. */
export function siblingName({ name }: VerbFunction, method: string): string {
  return name.replace(VERB, (_, before: string, verb: string) => {
    const isUpper = verb === verb.toUpperCase();
    return before + (isUpper ? method : method.toLowerCase());
  });
}

export function nameOf(tree: SyntaxTree, declared: SyntaxNode): string {
  const name = declared.children.find(({ field }) => field === 'name');
  return name === undefined ? '' : textOf(tree, name);
}

export interface Declared {
  readonly tree: SyntaxTree;
  readonly node: SyntaxNode;
}

/** The only function of that name, in a script or in what it sources. */
export function functionNamed(files: readonly SyntaxTree[], name: string): Declared | null {
  const [declared, ...others] = files.flatMap((tree) =>
    walk(tree.root).flatMap((node) =>
      node.type === 'function_definition' && nameOf(tree, node) === name ? [{ tree, node }] : [],
    ),
  );
  return declared !== undefined && others.length === 0 ? declared : null;
}
