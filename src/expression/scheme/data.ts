/**
 * The scheme of the rules language as data: which fields exist, what they hold, which functions can be
 * called and with what. Nothing here is logic; `scheme.ts` answers questions about it.
 *
 * The list of fields is the public one and is not complete (account-level and network fields exist), so an
 * unknown name is an error only where we write, never where we read.
 */

export type ScalarType = 'String' | 'Integer' | 'Boolean' | 'IP';

export type ValueType =
  | ScalarType
  | 'Array<String>'
  | 'Array<Integer>'
  | 'Array<Boolean>'
  | 'Array<IP>'
  | 'Array<Array<String>>'
  | 'Map<Integer>'
  | 'Map<Array<String>>'
  | 'Map<Array<Integer>>'
  /** Unknown to us: an unlisted field, a hole, the result of an unlisted function. Fits everywhere. */
  | 'Any';

/** Names by type, separated by white space. */
export const FIELD_NAMES: Readonly<Partial<Record<ValueType, string>>> = {
  String: `
    cf.bot_management.ja3_hash cf.bot_management.ja4 cf.hostname.metadata cf.random_seed cf.ray_id
    cf.response.error_type cf.tls_cipher cf.tls_ciphers_sha1 cf.tls_client_auth.cert_chain_rfc9440
    cf.tls_client_auth.cert_fingerprint_sha1 cf.tls_client_auth.cert_fingerprint_sha256
    cf.tls_client_auth.cert_issuer_dn cf.tls_client_auth.cert_issuer_dn_legacy
    cf.tls_client_auth.cert_issuer_dn_rfc2253 cf.tls_client_auth.cert_issuer_serial
    cf.tls_client_auth.cert_issuer_ski cf.tls_client_auth.cert_not_after cf.tls_client_auth.cert_not_before
    cf.tls_client_auth.cert_rfc9440 cf.tls_client_auth.cert_serial cf.tls_client_auth.cert_ski
    cf.tls_client_auth.cert_subject_dn cf.tls_client_auth.cert_subject_dn_legacy
    cf.tls_client_auth.cert_subject_dn_rfc2253 cf.tls_client_extensions_sha1
    cf.tls_client_extensions_sha1_le cf.tls_client_random cf.tls_version cf.verified_bot_category
    cf.waf.score.class cf.worker.upstream_zone http.cookie http.host http.referer http.request.body.mime
    http.request.body.raw http.request.full_uri http.request.method http.request.uri http.request.uri.path
    http.request.uri.path.extension http.request.uri.query http.request.version
    http.response.content_type.media_type http.user_agent http.x_forwarded_for ip.geoip.continent
    ip.geoip.country ip.geoip.subdivision_1_iso_code ip.geoip.subdivision_2_iso_code ip.src.city
    ip.src.continent ip.src.country ip.src.lat ip.src.lon ip.src.metro_code ip.src.postal_code ip.src.region
    ip.src.region_code ip.src.subdivision_1_iso_code ip.src.subdivision_2_iso_code ip.src.timezone.name
    raw.http.request.full_uri raw.http.request.uri raw.http.request.uri.path
    raw.http.request.uri.path.extension raw.http.request.uri.query
  `,
  Integer: `
    cf.bot_management.score cf.edge.l4.delivery_rate cf.edge.server_port cf.llm.prompt.injection_score
    cf.llm.prompt.token_count cf.response.1xxx_code cf.threat_score cf.timings.client_quic_rtt_msec
    cf.timings.client_tcp_rtt_msec cf.timings.edge_msec cf.timings.origin_ttfb_msec cf.timings.worker_msec
    cf.tls_client_hello_length cf.waf.content_scan.num_malicious_obj cf.waf.content_scan.num_obj
    cf.waf.score cf.waf.score.rce cf.waf.score.sqli cf.waf.score.xss http.request.body.size
    http.request.timestamp.msec http.request.timestamp.sec http.response.code ip.geoip.asnum ip.src.asnum
  `,
  Boolean: `
    cf.api_gateway.auth_id_present cf.api_gateway.fallthrough_detected
    cf.api_gateway.request_violates_schema cf.bot_management.corporate_proxy
    cf.bot_management.js_detection.passed cf.bot_management.signed_agent cf.bot_management.static_resource
    cf.bot_management.verified_bot cf.client.bot cf.edge.client_tcp cf.llm.prompt.detected
    cf.llm.prompt.pii_detected cf.llm.prompt.unsafe_topic_detected cf.schema_validation.learned.violated
    cf.schema_validation.uploaded.violated cf.tls_client_auth.cert_chain_rfc9440_too_large
    cf.tls_client_auth.cert_presented cf.tls_client_auth.cert_revoked
    cf.tls_client_auth.cert_rfc9440_too_large cf.tls_client_auth.cert_verified cf.waf.auth_detected
    cf.waf.content_scan.has_failed cf.waf.content_scan.has_malicious_obj cf.waf.content_scan.has_obj
    cf.waf.credential_check.password_leaked cf.waf.credential_check.username_and_password_leaked
    cf.waf.credential_check.username_leaked cf.waf.credential_check.username_password_similar
    http.request.body.truncated http.request.headers.truncated ip.geoip.is_in_european_union
    ip.src.is_in_european_union ssl
  `,
  IP: `
    cf.edge.server_ip ip.src
  `,
  'Array<String>': `
    cf.llm.prompt.pii_categories cf.llm.prompt.unsafe_topic_categories cf.waf.content_scan.obj_results
    cf.waf.content_scan.obj_types http.request.accepted_languages http.request.body.form.names
    http.request.body.form.values http.request.body.multipart.values http.request.headers.names
    http.request.headers.values http.request.jwt.claims.aud.names http.request.jwt.claims.aud.values
    http.request.jwt.claims.iat.sec.names http.request.jwt.claims.iss.names
    http.request.jwt.claims.iss.values http.request.jwt.claims.jti.names http.request.jwt.claims.jti.values
    http.request.jwt.claims.nbf.sec.names http.request.jwt.claims.sub.names
    http.request.jwt.claims.sub.values http.request.uri.args.names http.request.uri.args.values
    http.response.headers.names http.response.headers.values raw.http.request.uri.args.names
    raw.http.request.uri.args.values raw.http.response.headers.names raw.http.response.headers.values
  `,
  'Array<Integer>': `
    cf.bot_management.detection_ids cf.waf.content_scan.obj_sizes http.request.jwt.claims.iat.sec.values
    http.request.jwt.claims.nbf.sec.values
  `,
  'Array<Array<String>>': `
    http.request.body.multipart.content_dispositions http.request.body.multipart.content_transfer_encodings
    http.request.body.multipart.content_types http.request.body.multipart.filenames
    http.request.body.multipart.names
  `,
  'Map<Array<String>>': `
    http.request.body.form http.request.body.multipart http.request.cookies http.request.headers
    http.request.jwt.claims.aud http.request.jwt.claims.iss http.request.jwt.claims.jti
    http.request.jwt.claims.sub http.request.uri.args http.response.headers raw.http.request.uri.args
    raw.http.response.headers
  `,
  'Map<Array<Integer>>': `
    http.request.jwt.claims.iat.sec http.request.jwt.claims.nbf.sec
  `,
  'Map<Integer>': `
    cf.llm.prompt.custom_topic_categories
  `,
};

/** What indexing or `[*]` gives, for the types that can be indexed. */
export const ELEMENT_TYPES: Readonly<Partial<Record<ValueType, ValueType>>> = {
  'Array<String>': 'String',
  'Array<Integer>': 'Integer',
  'Array<Boolean>': 'Boolean',
  'Array<IP>': 'IP',
  'Array<Array<String>>': 'Array<String>',
  'Map<Integer>': 'Integer',
  'Map<Array<String>>': 'Array<String>',
  'Map<Array<Integer>>': 'Array<Integer>',
};

/** Old field names whose new name holds the same value. */
export const RENAMED_FIELDS: Readonly<Record<string, string>> = {
  'ip.geoip.asnum': 'ip.src.asnum',
  'ip.geoip.continent': 'ip.src.continent',
  'ip.geoip.country': 'ip.src.country',
  'ip.geoip.is_in_european_union': 'ip.src.is_in_european_union',
  'ip.geoip.subdivision_1_iso_code': 'ip.src.subdivision_1_iso_code',
  'ip.geoip.subdivision_2_iso_code': 'ip.src.subdivision_2_iso_code',
};

/** The field that is always 0 today. */
export const THREAT_SCORE = 'cf.threat_score';

/** `any` and `all` as parameters stand for every array; `value` for every scalar. */
export type ParameterType = ValueType | 'array' | 'scalar';

export interface Parameter {
  readonly accepts: readonly ParameterType[];
  /** `literal`: only a written value; `dynamic`: only a field or a call. */
  readonly form?: 'literal' | 'dynamic';
  /** The only texts allowed. */
  readonly oneOf?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly regex?: boolean;
}

export interface FunctionSignature {
  readonly parameters: readonly Parameter[];
  /** How many of the parameters must be given. */
  readonly required: number;
  /** The last parameter may be repeated. */
  readonly variadic?: boolean;
  readonly returns: ValueType;
  /** May stand once in an expression, and not together with the others so marked. */
  readonly once?: boolean;
}

const text: Parameter = { accepts: ['String'] };
const textField: Parameter = { accepts: ['String'], form: 'dynamic' };
const textLiteral: Parameter = { accepts: ['String'], form: 'literal' };
const integer: Parameter = { accepts: ['Integer'] };
const integerLiteral: Parameter = { accepts: ['Integer'], form: 'literal' };

export const FUNCTIONS: Readonly<Record<string, FunctionSignature>> = {
  any: { parameters: [{ accepts: ['Array<Boolean>'] }], required: 1, returns: 'Boolean' },
  all: { parameters: [{ accepts: ['Array<Boolean>'] }], required: 1, returns: 'Boolean' },
  bit_slice: { parameters: [{ accepts: ['Any'] }, integer, integer], required: 3, returns: 'Integer' },
  cidr: {
    parameters: [
      { accepts: ['IP'], form: 'dynamic' },
      { ...integerLiteral, min: 1, max: 32 },
      { ...integerLiteral, min: 1, max: 128 },
    ],
    required: 3,
    returns: 'IP',
  },
  cidr6: {
    parameters: [
      { accepts: ['IP'], form: 'dynamic' },
      { ...integerLiteral, min: 1, max: 128 },
    ],
    required: 2,
    returns: 'IP',
  },
  concat: { parameters: [{ accepts: ['scalar', 'array'] }], required: 1, variadic: true, returns: 'String' },
  decode_base64: { parameters: [textField], required: 1, returns: 'String' },
  ends_with: { parameters: [textField, text], required: 2, returns: 'Boolean' },
  is_timed_hmac_valid_v0: {
    parameters: [textLiteral, text, integer, integer, integer, { ...textLiteral, oneOf: ['', 's'] }],
    required: 4,
    returns: 'Boolean',
  },
  join: { parameters: [{ accepts: ['Array<String>'] }, text], required: 2, returns: 'String' },
  len: { parameters: [{ accepts: ['String', 'array'] }], required: 1, returns: 'Integer' },
  lookup_json_integer: {
    parameters: [text, { accepts: ['String', 'Integer'] }],
    required: 2,
    variadic: true,
    returns: 'Integer',
  },
  lookup_json_string: {
    parameters: [text, { accepts: ['String', 'Integer'] }],
    required: 2,
    variadic: true,
    returns: 'String',
  },
  lower: { parameters: [text], required: 1, returns: 'String' },
  regex_replace: {
    parameters: [text, { ...textLiteral, regex: true }, textLiteral],
    required: 3,
    returns: 'String',
    once: true,
  },
  remove_bytes: { parameters: [text, text], required: 2, returns: 'String' },
  remove_query_args: { parameters: [textField, text], required: 2, variadic: true, returns: 'String' },
  split: {
    parameters: [text, textLiteral, { ...integerLiteral, min: 1, max: 128 }],
    required: 3,
    returns: 'Array<String>',
  },
  starts_with: { parameters: [textField, text], required: 2, returns: 'Boolean' },
  substring: { parameters: [text, integer, integer], required: 2, returns: 'String' },
  to_string: { parameters: [{ accepts: ['Integer', 'Boolean', 'IP'] }], required: 1, returns: 'String' },
  upper: { parameters: [text], required: 1, returns: 'String' },
  url_decode: {
    parameters: [textField, { ...textLiteral, oneOf: ['', 'r', 'u', 'ur', 'ru'] }],
    required: 1,
    returns: 'String',
  },
  uuidv4: { parameters: [text], required: 1, returns: 'String' },
  wildcard_replace: {
    parameters: [textField, textLiteral, textLiteral, { ...textLiteral, oneOf: ['', 's'] }],
    required: 3,
    returns: 'String',
    once: true,
  },
};

/** Longest expression the API takes, in characters. */
export const MAX_LENGTH = 4096;

/** Parentheses, `not`, calls and `any`/`all` inside each other. */
export const MAX_NESTING = 128;
