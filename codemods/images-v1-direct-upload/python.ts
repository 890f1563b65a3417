/** A call of requests or httpx that sends an expiry as JSON, and as a part of a form now. */
import type { Edit } from '../../src/analysis/index.js';
import { closest, leafAt, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { keyOf, pairValue, withoutElements } from '../languages/elements.js';

const CALLS: ReadonlySet<string> = new Set(['call']);

/** The edits that send a form; or why there are none. */
export function pythonForm(
  tree: SyntaxTree,
  at: { readonly start: number; readonly end: number },
): readonly Edit[] | string {
  const call = closest(leafAt(tree, at.start, at.end), CALLS);
  const list = call?.children.find(({ field }) => field === 'arguments');
  if (call === null || list === undefined || !/^[\w.]*\.post\(/.test(textOf(tree, call)))
    return 'the path is not written into the call that sends it';
  if (!/^\s*(?:import|from) (?:requests|httpx)\b/m.test(tree.text) || /\baiohttp\b/.test(tree.text))
    return 'how its client sends forms cannot be told';
  const named = (name: string) =>
    list.children.find(
      (one) => one.type === 'keyword_argument' && textOf(tree, one).replace(/\s/g, '').startsWith(`${name}=`),
    ) ?? null;
  const json = named('json');
  const body = json?.children.at(-1);
  if (json === null || body?.type !== 'dictionary' || named('files') !== null || named('data') !== null)
    return 'the body is not written into the call';
  const [expiry, ...others] = body.children.filter(({ isNamed }) => isNamed);
  const value = expiry?.type === 'pair' && keyOf(tree, expiry) === 'expiry' ? pairValue(expiry) : null;
  if (value === null || others.length > 0)
    return 'the body holds more than expiry, and version 2 gives other fields a meaning';
  const headers = withoutJson(
    tree,
    named('headers')?.children.at(-1) ?? null,
    /^(?:requests|httpx)\.post\(/.test(textOf(tree, call)),
  );
  if (headers === null) return 'the header for what is sent is put together elsewhere';
  const quote = textOf(tree, body).includes("'") ? "'" : '"';
  const text = `files={${quote}expiry${quote}: (None, ${textOf(tree, value)})}`;
  return [...headers, { start: json.start, end: json.end, text }];
}

/** Takes out the header that promises JSON; a session may have one of its own, which shows elsewhere in the file. */
function withoutJson(
  tree: SyntaxTree,
  headers: SyntaxNode | null,
  isOfModule: boolean,
): readonly Edit[] | null {
  const mentions = tree.text.match(/application\/json/gi)?.length ?? 0;
  if (mentions === 0 || (isOfModule && headers === null)) return [];
  if (headers?.type !== 'dictionary' || headers.children.some(({ type }) => /splat/.test(type))) return null;
  const type = headers.children.find(
    (one) => one.type === 'pair' && keyOf(tree, one)?.toLowerCase() === 'content-type',
  );
  if (!isOfModule && (type === undefined || mentions > 1)) return null;
  return type === undefined ? [] : withoutElements(tree, headers, [type]);
}
