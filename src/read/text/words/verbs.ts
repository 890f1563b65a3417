/** The HTTP methods and how programs name them. */

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** `put` as a value, in any case; null if it is no method. */
export function methodNamed(text: string): string | null {
  const upper = text.trim().toUpperCase();
  return METHODS.has(upper) ? upper : null;
}

/** `http.MethodPut`, `HttpMethod.Put`, `Method::PATCH`, `:put`: the method a name of a constant stands for. */
export function methodOfConstant(name: string): string | null {
  return methodNamed(name.replace(/^(?:Http|HTTP)?_?(?:Method|METHOD)_?/, ''));
}

/** Words that say that a call makes an address and sends nothing. */
const BUILDERS =
  /^(?:url|uri|path|endpoint|address|route|link|header|headers|env|param|params|config|option|options|setting|builder|field|value|key|id|token|name)s?$/;
const VERB_WORDS: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
  head: 'HEAD',
};

/** `PostAsJsonAsync` to `post as json async`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The method that the name of a function says: `put`, `wp_remote_post`, `cfGet`, `GetAsync`. */
export function methodOfName(name: string): string | null {
  const words = wordsOf(name);
  if (words.some((word) => BUILDERS.test(word))) return null;
  const verbs = words.filter((word) => Object.hasOwn(VERB_WORDS, word));
  const [verb] = verbs;
  if (verb === undefined || verbs.length > 1) return null;
  const at = words.indexOf(verb);
  // `set_get_only` and the like: the verb leads or ends a short name.
  return words.length === 1 || at === 0 || at === words.length - 1 || words.length <= 4
    ? (VERB_WORDS[verb] ?? null)
    : null;
}

/** Functions that only read an address. */
export const FETCHING = new Set([
  'fetch',
  'urlopen',
  'file_get_contents',
  'open-uri',
  'getjson',
  'urlretrieve',
  'open_uri',
  'simplexml_load_file',
]);
/** Functions that show a text to people. */
export const SHOWING = new Set([
  // Titles of tests.
  'test',
  'it',
  'describe',
  'scenario',
  'specify',
  'print',
  'println',
  'printf',
  'echo',
  'log',
  'debug',
  'info',
  'warn',
  'warning',
  'error',
  'fatal',
  'trace',
  'puts',
  'fprintf',
  'errorf',
  'fprintln',
  'panic',
  'eprintln',
  'write-host',
  'write-output',
  'console',
  'exception',
  'raise',
  'die',
  'debugf',
  'infof',
  'warnf',
  'logf',
  'add_argument',
  'describe',
  'assert',
]);
