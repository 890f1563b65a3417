import { type Code, isPunctuation } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import { methodNamed } from '../words/verbs.js';

/** Names of functions that register an address of the program's own server. */
const SERVING = new Set([
  'route',
  'handle',
  'handlefunc',
  'scope',
  'mount',
  'add_route',
  'add_url_rule',
  'getmapping',
  'postmapping',
  'putmapping',
  'patchmapping',
  'deletemapping',
  'requestmapping',
  'mapget',
  'mappost',
  'mapput',
  'mapdelete',
  'mappatch',
  'add_api_route',
  'add_resource',
  're_path',
  'register_rest_route',
  'pathprefix',
  'add_rewrite_rule',
  'stub_request',
  'stubfor',
  'registerresponder',
  'urlmatching',
  'urlpathequalto',
  'urlequalto',
  'on_get',
  'on_post',
  'web_scope',
]);
const ROUTER = /^(?:app|router|route|routes|r|e|mux|srv|server|group|engine|bp|blueprint|web|rg|g)$/i;
/** Annotations of servers also describe the calls of a client interface. */
const CLIENT_INTERFACE =
  /@(?:FeignClient|HttpExchange|RegisterRestClient)\b|\b(?:RequestLine|Feign\.builder)\b/;
/** `@GET("zones/{zone}")` above a declaration: a client's, since servers write the path apart. */
const CLIENT_ANNOTATION = /^(?:GET|POST|PUT|PATCH|DELETE)$/;
/** Names that stand for servers of tests. */
const MOCK = /^(?:\w{0,60}mock\w{0,60}|responses|rsps|respx|httpretty|nock|gock|bypass|wiremock)$/i;

/** True if a call registers an address that the program itself answers, in earnest or as a stand-in of a test. */
export function serves(code: Code, names: readonly string[], open: number, start: number): boolean {
  const last = bareName(names.at(-1) ?? '');
  if (/mapping$/i.test(last) && CLIENT_INTERFACE.test(code.file.text)) return false;
  if (SERVING.has(last.toLowerCase()) || names.slice(0, -1).some((name) => MOCK.test(bareName(name))))
    return true;
  // An attribute: `[HttpGet("zones/{id}")]`.
  if (/^Http(?:Get|Post|Put|Patch|Delete)$/.test(last) && isPunctuation(code.tokens[open - 2], '['))
    return true;
  const owner = names.length > 1 ? bareName(names.at(-2) ?? '') : '';
  if (last === 'resource' && owner === 'web') return true;
  const decorated = isPunctuation(code.tokens[open - names.length * 2], '@');
  const annotates =
    names.length === 1 &&
    CLIENT_ANNOTATION.test(last) &&
    (code.syntax.ecosystem === 'maven' || code.syntax.ecosystem === 'pub');
  if (decorated && methodNamed(last) !== null) return !annotates;
  // `router.GET("/zones/:id", handler)`: the address names its own parameters.
  if (methodNamed(last) === null || !ROUTER.test(owner)) return false;
  return namesParameters(code, start);
}

/** `router.get("/zones", …)`: by its name, whatever the address. */
export function isRouter(names: readonly string[]): boolean {
  return names.length > 1 && ROUTER.test(bareName(names.at(-2) ?? ''));
}

/** True for a literal that names its parameters, as routes do: `/zones/:id`. */
export function namesParameters(code: Code, at: number): boolean {
  const token = code.tokens[at];
  return (
    token?.kind === 'string' && token.parts.some((part) => part.kind === 'text' && /\/[:{<]/.test(part.text))
  );
}
