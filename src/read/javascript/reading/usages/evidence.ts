import type { Profile } from '../../../../catalogue/index.js';
import type { Context, Evidence } from '../../../usage.js';
import type { Request } from '../../clients/request.js';
import { clientNamed } from '../../clients/specs.js';
import { alternatives, asText, type Term, type Text } from '../../evaluate/domain/term.js';
import type { Node } from '../../syntax/estree.js';
import { keyName, nameOf, unwrap } from '../../syntax/nodes.js';
import { isTestPath } from '../../syntax/test-path.js';

/** What speaks for and against a request going to one of the APIs. */

const AUTHORITY = /^(?:https?:)?\/\/([^/?#{}\s]+)/i;

/** Host of a URL as far as it is written out; null for a path or an unknown host. */
export function hostOf(url: Term): string | null {
  for (const text of alternatives(asText(url)) as readonly Text[]) {
    const head = text.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
    const host = AUTHORITY.exec(head)?.[1];
    if (host !== undefined) return host.replace(/^.*@/, '').replace(/:\d+$/, '').toLowerCase();
  }
  return null;
}

export function evidenceOf(request: Request, profiles: readonly Profile[]): Evidence[] {
  const evidence: Evidence[] = [];
  const host = hostOf(request.url);
  if (host !== null) {
    if (profiles.some((profile) => profile.hosts.includes(host))) evidence.push({ kind: 'host', host });
    else if (!host.includes('{}')) evidence.push({ kind: 'against', what: `host ${host}` });
  }
  for (const profile of profiles) {
    for (const name of profile.authHeaders)
      if (hasHeader(request.headers, name)) evidence.push({ kind: 'auth-header', name });
  }
  if (request.isClient || request.client !== '') evidence.push({ kind: 'client', name: request.client });
  if (request.route)
    evidence.push({ kind: 'against', what: 'a route that the program serves', served: true });
  if (goesToOwnServer(request, profiles))
    evidence.push({ kind: 'against', what: "a path on the program's own server" });
  const variable = baseVariable(request.url);
  if (variable !== null && !profiles.some((profile) => namesVendor(variable, profile)))
    evidence.push({ kind: 'against', ...doubtOf(variable) });
  return evidence;
}

/** The variable of the environment that all of a URL's forms begin with, where it has no default. */
function baseVariable(url: Term): string | null {
  const names = (alternatives(asText(url)) as readonly Text[]).map(({ pieces: [first] }) =>
    first?.kind === 'hole' ? /^(?:[\w.]+\.)?env\.(\w+)$/.exec(first.name ?? '')?.[1] : undefined,
  );
  const [name] = names;
  return name !== undefined && names.every((other) => other === name) ? name : null;
}

/** Its name has the word that the vendor's own variables begin with. */
function namesVendor(variable: string, profile: Profile): boolean {
  const words = variable.toUpperCase().split('_');
  return profile.environment.some((name) => words.includes(name.toUpperCase().split('_')[0] ?? ''));
}

/** Variables that bundlers hand to pages. No page can call an API that does not answer to other origins. */
const GIVEN_TO_PAGES = /^(?:VITE|NEXT_PUBLIC|NUXT_PUBLIC|REACT_APP|EXPO_PUBLIC|VUE_APP|GATSBY|PUBLIC)_/;

function doubtOf(variable: string): { readonly what: string; readonly weak?: true } {
  return GIVEN_TO_PAGES.test(variable)
    ? { what: `the base URL ${variable}, which is handed to pages` }
    : { what: `the base URL ${variable}, which may be any server`, weak: true };
}

function hasHeader(headers: Term, name: string): boolean {
  return alternatives(headers).some(
    (option) =>
      option.kind === 'object' &&
      option.members.some((member) => member.key.toLowerCase() === name.toLowerCase()),
  );
}

/**
 * `fetch('/…')`: without a host a page asks where it came from. Other clients may have been given a base URL that
 * nobody sees; they have not if the path begins with something else than the API's paths, such as `/api`.
 */
function goesToOwnServer(request: Request, profiles: readonly Profile[]): boolean {
  if (!request.isClient) return false;
  const isPlain = clientNamed(request.client)?.inPages === true;
  const scopes = profiles.flatMap((profile) => [...profile.scopes, ...profile.basePath.split('/')]);
  return (alternatives(asText(request.url)) as readonly Text[]).every(({ pieces: [first] }) => {
    const segment = first?.kind === 'text' ? /^\/([\w-]+)(?=\/|$)/.exec(first.text)?.[1] : undefined;
    if (isPlain) return first?.kind === 'text' && /^\/(?!\/)/.test(first.text);
    return segment !== undefined && segment !== 'user' && !scopes.includes(segment);
  });
}

const TEST_BLOCKS = new Set(['describe', 'it', 'test', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll']);

/** Whether a place is part of a test. */
export function contextOf(node: Node, path: string, mock: boolean): Context {
  if (/\.(?:md|mdx|markdown)$/i.test(path)) return 'docs';
  if (mock || isTestPath(path)) return 'test';
  for (let current = node.parent; current !== undefined; current = current.parent) {
    if (current.type !== 'CallExpression') continue;
    const callee = unwrap(current.callee);
    if (callee.type === 'Identifier' && TEST_BLOCKS.has(callee.name)) return 'test';
  }
  return /\.d\.[cm]?ts$/.test(path) ? 'types' : 'code';
}

const PROSE_KEYS =
  /^(?:description|summary|title|label|message|text|help|hint|tooltip|placeholder|example|examples|docs?|note|notes|prompt|content|instructions|usage|caption|error|msg|comment)$/i;

/** Whether a text stands where people, or models, read it: log lines, error messages, descriptions, prompts. */
export function isProse(node: Node): boolean {
  let child = node;
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) {
    switch (parent.type) {
      case 'CallExpression':
      case 'NewExpression': {
        if (parent.callee === child) break;
        const name = nameOf(parent.callee) ?? '';
        if (
          /^(?:console|logger|log|winston|pino)\b|(?:^|\.)(?:log|warn|error|info|debug|trace|describe|print)$|Error$|^(?:alert|confirm|prompt|toast|notify|t|i18n)\b/.test(
            name,
          )
        )
          return true;
        if (/(?:^|\.)(?:join|concat|trim|push)$/.test(name)) break;
        return false;
      }
      case 'ThrowStatement':
      case 'JSXText':
        return true;
      case 'Property':
        if (parent.value === child && PROSE_KEYS.test(keyName(parent.key, parent.computed) ?? ''))
          return true;
        break;
      case 'JSXAttribute':
        return PROSE_KEYS.test(parent.name.name);
      case 'VariableDeclarator':
        return (
          parent.id.type === 'Identifier' &&
          /(?:prompt|message|description|help|usage|docs?|readme|guide|text)$/i.test(parent.id.name)
        );
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ExpressionStatement':
        return false;
      default:
        break;
    }
    child = parent;
  }
  return false;
}
