/** What a program does where a field that it reads is not in the answer, by language. */

export interface AbsenceWords {
  /** Reading a missing key by index, or a missing member, raises an error, or gives the zero of its type; else nothing. */
  readonly index?: 'fails';
  readonly member?: 'fails' | 'zero';
  /** Methods that raise an error for a missing key if they are given nothing else. */
  readonly failing?: RegExp;
  /** Methods that give back nothing for a missing key, or what they are given for it. */
  readonly tolerating?: RegExp;
  /** Members of the chain behind a read that fail on nothing. */
  readonly unwrapping?: RegExp;
  /** Members of the chain behind a read that know what to do with nothing. */
  readonly settling?: RegExp;
  /** What stands behind a read to say what to take instead. */
  readonly instead?: RegExp;
  /** Functions and methods that ask whether there is a value. */
  readonly asking?: RegExp;
  /** Handlers of the error that a missing key raises. */
  readonly handling?: RegExp;
  /** A conversion behind a read fails, unless the statement takes what says whether there is a value. */
  readonly asserts?: RegExp;
  /** What stands before a read in a line that takes it: `value, ok :=`, `if let Some(value) =`. */
  readonly taken?: RegExp;
}

const JVM: AbsenceWords = {
  failing: /^(?:getString|getInt|getLong|getDouble|getBoolean|getJSONObject|getJSONArray|getValue|required)$/,
  tolerating: /^(?:opt\w*|path|getOrDefault|getOrElse|findPath)$/,
  unwrapping:
    /^(?:as(?:Text|Boolean|Int|Long)|getAs\w+|textValue|booleanValue|toString|equals|jsonPrimitive)$/,
  settling: /^(?:orElse\w*|map|filter|let)$/,
  instead: /^\s*(?:\?:|\?\.)/,
  asking: /^(?:has|hasNonNull|containsKey|contains|isNull)$/,
};

const PLAIN: AbsenceWords = { instead: /^\s*\?\?/ };

export const ABSENCE: Readonly<Record<string, AbsenceWords>> = {
  python: {
    index: 'fails',
    member: 'fails',
    tolerating: /^(?:get|pop|setdefault)$/,
    asking: /^(?:hasattr|getattr)$/,
    handling: /\bexcept\b[^:\n]{0,200}\b(?:KeyError|LookupError|AttributeError)\b/,
  },
  go: { member: 'zero', asserts: /^\s*\.\(/, taken: /,\s*\w+\s*:?=[^=]/ },
  php: {
    tolerating: /^(?:get|offsetGet)$/,
    instead: /^\s*(?:\?\?|\?:|\?->)/,
    asking: /^(?:isset|empty|array_key_exists|property_exists|is_null)$/,
  },
  ruby: {
    failing: /^fetch$/,
    tolerating: /^(?:dig|get)$/,
    instead: /^\s*(?:\|\||&\.)/,
    asking: /^(?:key\?|has_key\?|include\?|member\?)$/,
    settling: /^(?:nil\?|presence|blank\?|present\?|to_s)$/,
    handling: /\brescue\b[^\n]{0,200}\bKeyError\b/,
  },
  rust: {
    tolerating: /^(?:get|pointer)$/,
    instead: /^\s*[!=]=\s*(?:Some\b|None\b)/,
    taken: /\b(?:if|while)\s+let\b|\blet\s+(?:Some|Ok)\b|\bmatch\b/,
    unwrapping: /^(?:unwrap|expect)$/,
    settling: /^(?:unwrap_or\w*|map_or\w*|is_\w+|and_then|ok|map|filter|flatten|ok_or\w*)$/,
  },
  java: JVM,
  kotlin: JVM,
  groovy: JVM,
  scala: JVM,
  csharp: {
    failing: /^GetProperty$/,
    tolerating: /^(?:TryGetProperty|TryGetValue|GetValueOrDefault)$/,
    unwrapping: /^(?:ToString|Value|GetValue|GetString|GetBoolean)$/,
    instead: /^\s*(?:\?\?|\?\.|\?\[)/,
    asking: /^(?:ContainsKey|Contains|TryGetProperty|TryGetValue)$/,
  },
  elixir: { failing: /^fetch!$/, tolerating: /^(?:get|get_in)$/, instead: /^\s*\|\|/ },
  lua: { instead: /^\s*or\b/ },
  perl: { instead: /^\s*(?:\/\/|\|\|)/, asking: /^(?:exists|defined)$/ },
  c: { failing: /^at$/, tolerating: /^value$/, asking: /^(?:contains|find|count|isMember)$/ },
  cpp: { failing: /^at$/, tolerating: /^value$/, asking: /^(?:contains|find|count|isMember)$/ },
  powershell: { instead: /^\s*\?\?/, asking: /^(?:Contains|ContainsKey)$/ },
  swift: PLAIN,
  dart: PLAIN,
};
