import { builtinCatalogue, ZONE_SETTINGS } from '../../catalogue/index.js';

/** Words that say nothing secret: those of the catalogue, of HTTP and of programming. */

const COMMON = `
  get head post put patch delete options http https www com org net example localhost api client host port path url uri
  accept content type length encoding cache control user agent origin referer location etag range date vary allow
  authorization bearer basic digest token key email auth service access header headers body query params param method
  application json text plain html xml yaml form data urlencoded multipart octet stream utf ascii gzip charset
  true false null none nil undefined yes no on off auto default all any not and or eq ne gt ge lt le in contains matches
  enable enabled disable disabled active status state value values name names id ids zone zones account accounts
  list item items first last next page per limit offset count total index size max min order direction asc desc match
  create read update upsert edit remove add set fetch request response send call run start stop exit error errors
  warning message messages code success result results info debug log print echo curl wget jq sed awk grep cat export env
  local source function return class const let var new this self async await import from require module package
  string number boolean object array map reduce filter split join slice replace format parse stringify encode decode
  config settings setting option options client server worker account test tests spec describe expect assert should
  file files folder directory root home src lib bin etc tmp dev dist build index main app apps web site domain dns record
  if then else elif fi do done while for case esac end begin try catch throw finally with as is of to by at before after
  resource variable output provider terraform module output each dynamic lifecycle depends
  priority position action actions expression description paused schedule window version production staging
  handle handler listener event events timeout retry retries backoff wait sleep time day hour minute second now today
  write written open close lock unlock load save store restore backup copy move check verify validate valid
  push pop map some every flat problem problems piece pieces quota bucket buckets world alias touch budget exceeded
  between used using user users group groups field fields model view controller route routes router loader lambda
  low medium high strict lenient basic advanced full partial none flexible essentially attack under challenge block
  kind site sites place places line lines column columns range text texts left right top bottom inner outer above below
  eof eot eol heredoc current unique visitor colo score threshold mitigation counting wildcard paranoia challenges managed
  child children parent node nodes tree leaf value visit walk find found search seek skip kept keep known unknown seen
`;

let known: { readonly words: ReadonlySet<string>; readonly pieces: ReadonlySet<string> } | undefined;

/** Made when the first text is quoted: most scans quote none. The tables of SDK methods are not worth loading for it. */
function vocabulary() {
  known ??= vocabularyOf(
    `${COMMON} ${ZONE_SETTINGS.join(' ')} ${JSON.stringify(builtinCatalogue().entries)}`,
  );
  return known;
}

/** Words that stand for a secret where they are a value. */
const TELLTALE = ['secret', 'password', 'passwd', 'pass', 'admin', 'root', 'test', 'changeme', 'master'];

/** `pieces`: every three letters that follow each other. */
function vocabularyOf(text: string) {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g));
  for (const word of TELLTALE) words.delete(word);
  const pieces = new Set<string>();
  for (const word of words)
    for (let at = 0; at + PIECE <= word.length; at++) pieces.add(word.slice(at, at + PIECE));
  return { words, pieces };
}

const PIECE = 3;

/** Whether all parts of a name are words we know: `security_level`, `firewallRules`, `v4`, `10020`. */
export function isKnown(name: string): boolean {
  const parts = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const { words } = vocabulary();
  return parts.every((part) =>
    /^\d/.test(part) ? part.length <= MOST_DIGITS : words.has(part.toLowerCase()),
  );
}

/** Whether small letters, capitals and digits are mixed in a way that no name of words and numbers is. */
export function looksLikePassword(text: string): boolean {
  return /^[\w.+/!@#%^*~-]{8,}$/.test(text) && /[a-z]/.test(text) && MIXED.test(text) && !isKnown(text);
}

/** Digits beside capitals and small letters that are no word of their own: `7Kq`, not `Sha256Sum` and `v4`. */
const MIXED = /\d(?=[A-Z]{0,9}[a-z]{0,9}\d{0,9}(?:[^A-Za-z]|$))[A-Za-z]{0,18}[A-Z]|[A-Z]{1,2}[a-z]{0,2}\d/;

/** Status codes, error codes, ports and days are short. */
const MOST_DIGITS = 5;

/** Shorter names are not told from random text. */
export const SHORTEST_RANDOM = 16;
const LEAST_SHARE = 0.55;
/** Where nothing parts words, as chance has it in a small alphabet. */
const LEAST_SHARE_LETTERS = 0.65;
/** Where letters change between small and large ones more often than every fifth time. */
const LEAST_SHARE_MIXED = 0.75;

/**
 * Whether a long text was drawn by lot and is not made of words: few of its letters follow each other as in the
 * vocabulary. Of a million random texts of 20 letters and digits some ten pass for words.
 */
export function isRandom(text: string): boolean {
  if (text.length < SHORTEST_RANDOM) return false;
  const { words, pieces } = vocabulary();
  let seen = 0;
  let all = 0;
  for (const part of text.match(/[A-Za-z]+|\d+/g) ?? []) {
    const letters = part.toLowerCase();
    if (/^\d/.test(part) || (part.length < PIECE && !words.has(letters))) {
      all += part.length;
      continue;
    }
    for (let at = 0; at + PIECE <= letters.length; at++) {
      all++;
      if (pieces.has(letters.slice(at, at + PIECE))) seen++;
    }
  }
  const changes = text.match(/[a-z][A-Z]/g)?.length ?? 0;
  const least =
    changes * 5 > text.length ? LEAST_SHARE_MIXED : /^[a-z]+$/.test(text) ? LEAST_SHARE_LETTERS : LEAST_SHARE;
  return all > 0 && seen / all < least;
}

const ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The id of a zone, a rule or an account says where, and opens nothing. */
export function isId(text: string): boolean {
  return ID.test(text);
}

const SECRET_NAME =
  /(?<!by|privacy[_-]?)pass(?:w(?:or)?d|phrase|code|wort)?(?![a-z])|passw(?:or)?d|pwd|secret|token|api[_-]?key|(?:auth|access|private|service|signing|client|encryption|shared)[_-]?key|x-auth|credential|cookie|authorization|signature|session[_-]?id|passphrase|\bpin\b|\botp\b|\bsalt\b|\bdsn\b|webhook|origin-ca/i;

/** Whether what has this name is to be kept to oneself, whatever it looks like. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}
