/** HTTP methods in the names that programs give to functions. */

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
  head: 'HEAD',
  options: 'OPTIONS',
};

/** The method that a text is, in any case. */
export function methodNamed(text: string): string | null {
  const lower = text.trim().toLowerCase();
  return lower === 'del' ? null : (METHODS[lower] ?? null);
}

/** The words of a name: `cfGetJSON` is cf, get, json. */
export function wordsOf(name: string): readonly string[] {
  let words = knownWords.get(name);
  if (words === undefined) {
    if (knownWords.size > MAX_KNOWN_NAMES) knownWords.clear();
    words = wordsIn(name);
    knownWords.set(name, words);
  }
  return words;
}

/** The same names are asked about for every call of them. */
const knownWords = new Map<string, readonly string[]>();
const MAX_KNOWN_NAMES = 10_000;

function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The method a function's name says: `get`, `$post`, `cfDelete`, `putJson`. Null for none or several. */
export function methodInName(name: string): string | null {
  const found = new Set(
    wordsOf(name).flatMap((word) => {
      const method = METHODS[word];
      return method === undefined || word === 'options' || word === 'head' ? [] : [method];
    }),
  );
  const [only] = found;
  return only !== undefined && found.size === 1 ? only : null;
}

/** A name that is a method and nothing else. */
export function exactMethod(name: string): string | null {
  return METHODS[name.replace(/^[$_#]+/, '').toLowerCase()] ?? null;
}

const SENDING = new Set(
  'request requests req fetch fetcher api call http https client rest send query cf cloudflare ajax invoke axios curl execute exec proxy dispatch do make perform submit paginate gql endpoint json retry all'.split(
    ' ',
  ),
);
const VERB_LIKE = new Set(
  'get post put patch delete del list create update remove load read edit add fetch save set'.split(' '),
);
const NEVER = new Set(
  'log warn error info debug trace print printf push unshift includes test match expect assert equal describe it navigate redirect use route router link goto visit alert resolve join split indexof startswith endswith replace register mount then catch throw append contain contains'.split(
    ' ',
  ),
);

/** Whether a function of this name may send a request, if nothing else is known of it. */
export function looksLikeSender(name: string, receiver: string | null): boolean {
  const words = wordsOf(name);
  const last = words[words.length - 1];
  if (words.some((word) => NEVER.has(word)) && !words.some((word) => SENDING.has(word))) return false;
  if (words.some((word) => SENDING.has(word) || METHODS[word] !== undefined)) return true;
  const around = receiver === null ? [] : wordsOf(receiver);
  return last !== undefined && VERB_LIKE.has(words[0] ?? '') && around.some((word) => SENDING.has(word));
}

const LOGGING = new Set('console logger log winston pino'.split(' '));

const STORES = new Set(
  'cache caches storage localstorage sessionstorage map redis kv cookies cookie session memo registry params searchparams formdata urlsearchparams'.split(
    ' ',
  ),
);

/** Whether what is called keeps things under keys that may look like paths. */
export function isStorage(receiver: string | null): boolean {
  const last = receiver === null ? '' : receiver.slice(receiver.lastIndexOf('.') + 1);
  const words = wordsOf(last);
  return words.some((word) => STORES.has(word)) || STORES.has(last.toLowerCase());
}

export function isLogging(name: string, receiver: string | null): boolean {
  const around = receiver === null ? [] : wordsOf(receiver);
  return around.some((word) => LOGGING.has(word)) || /^(?:log|warn|error|info|debug|trace|print)$/.test(name);
}
