/** The shape of the catalogue: everything the product knows about deprecations, as data. */

/** A UTC day, `YYYY-MM-DD`. */
export type Day = string;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Scalar = string | number | boolean | null;
export type Automation = 'safe' | 'review' | 'manual' | 'none';

/** Methods of one path template. A method that is not named anywhere is `unlisted` to the matcher. */
export interface Endpoint {
  readonly path: string;
  /** Methods that are dead. */
  readonly methods: readonly Method[];
  /** Methods that are dead here but also have a live meaning: reported as `possible` only. */
  readonly possible?: readonly Method[];
  /** Methods that work: never reported. */
  readonly live?: readonly Method[];
  /** The literal segments that carry the meaning, when not all those after the scope: `minify`, `script_monitor`. */
  readonly mark?: string;
  /** The path that took its place, where a person can judge on the spot whether the call may go there. */
  readonly successor?: string;
}

/** Calls on which a check looks: live endpoints of which one part is dead. */
export interface CallPattern {
  readonly methods: readonly Method[];
  readonly path: string;
}

/**
 * A condition on a sibling value: `{ at: 'type', equals: ['SRV'] }`.
 * Paths of fields are dotted; `[]` steps into every item (`rules[].action_parameters.security_level`);
 * a leading `[]` means that the body itself is an array. Where two paths share a prefix that ends in `[]`,
 * both speak of the same item: the field `posts[].data.proto` of the item whose `posts[].type` is SRV.
 */
export interface Where {
  readonly at: string;
  readonly equals: readonly Scalar[];
}

/** A field that must not be sent, or is no longer there to be read. */
export interface FieldCheck {
  readonly at: string;
  readonly direction: 'request' | 'response';
  readonly where?: Where;
  readonly calls: readonly CallPattern[];
  /** A read that a program only notices under a condition, such as error handling, is a `behaviour`. */
  readonly kind?: 'field' | 'behaviour';
  /** What a read of the field always gave. */
  readonly always?: Scalar;
}

/** A value that is no longer accepted. Exactly one of `allowed` (all else is dead) and `removed` is given. */
export interface ValueCheck {
  readonly at: string;
  readonly direction: 'request' | 'response';
  readonly allowed?: readonly Scalar[];
  readonly removed?: readonly Scalar[];
  readonly where?: Where;
  readonly calls: readonly CallPattern[];
  readonly kind?: 'value' | 'behaviour';
}

/** A header, or a set of headers that must not stand together, on any call of the API. */
export interface HeaderCheck {
  readonly together: readonly string[];
}

/** A query parameter whose value starts with a text that is no longer understood. */
export interface QueryCheck {
  readonly parameter: string;
  readonly prefixes?: readonly string[];
  readonly calls: readonly CallPattern[];
}

/**
 * Names of the rules expression language, written with the first of the profile's expression prefixes; the
 * others mean the same. `rename` gives the loss-free successor.
 */
export interface ExpressionCheck {
  readonly name: string;
  readonly rename?: string;
  /** The calls that refuse an expression with this name; the name is reported wherever it stands. */
  readonly calls: readonly CallPattern[];
}

/**
 * A zone setting. Its `/zones/{zone_id}/settings/<id>` endpoints are written out under `endpoints`
 * (or under `values` when only some values are dead); the other doors to it are derived from this row:
 * items of the bulk settings call, page rule actions, and `set_config` parameters of ruleset rules.
 */
export interface Setting {
  readonly id: string;
  readonly allowed?: readonly Scalar[];
  /** Name of the parameter of a `set_config` rule. */
  readonly ruleParameter?: string;
  /** Name of the page rule action. */
  readonly pageRule?: string;
}

/** What a text has to look like to be reported; each name is a predicate of `analysis/match/storage-forms.ts`. */
export type StorageForm =
  | 'no-leading-slash'
  | 'no-origin'
  | 'trailing-slash'
  | 'empty'
  | 'literal'
  | 'over-1000'
  | 'several-hashes'
  | 'contradictory-range'
  | 'same-header-twice'
  | 'no-destination';

/**
 * A use of the object storage service. Operations are named as the S3 API names them (`PutObject`), by the method of
 * a Workers binding (`binding.list`), or by a pattern in the code around one (`etag-compared-with-digest`).
 */
export interface StorageCheck {
  readonly operations: readonly string[];
  /** The parameter that is reported; without one, the operation is. */
  readonly parameter?: string;
  /** Values of the parameter; with neither list and no form, its presence is reported. */
  readonly allowed?: readonly Scalar[];
  readonly removed?: readonly Scalar[];
  readonly form?: StorageForm;
  readonly level: 'error' | 'warning' | 'hint';
  /** What to write in its place, where that loses nothing. */
  readonly correct?: string;
}

/** One resource or attribute of an infrastructure tool. */
export interface Resource {
  readonly tool: 'terraform' | 'pulumi' | 'cdktf' | 'ansible' | string;
  /** `data attribute` is one of a data source where an expression reads it. */
  readonly kind: 'resource' | 'data' | 'data attribute' | 'class' | 'module' | string;
  readonly name: string;
  /** Dotted path of the attribute, if not the whole resource is dead. */
  readonly attribute?: string;
  /** Values of the attribute: with neither of the two, its presence is what is dead. */
  readonly allowed?: readonly Scalar[];
  readonly removed?: readonly Scalar[];
  readonly where?: Where;
  /** Versions of the tool or provider in which it is there and asks the retired API. */
  readonly versions?: string;
  /** Versions in which it is there, by the same name, and asks the API of today. */
  readonly works?: string;
  readonly replacement?: string;
  readonly note?: string;
  /** Nothing rewrites it, whatever is rewritten of the entry elsewhere. */
  readonly automation?: 'manual';
}

/** What a caller sees today. */
export interface Symptom {
  readonly status?: number;
  readonly code?: number;
  readonly message: string;
  readonly when?: string;
  /** The day from which every call is answered so. */
  readonly from?: Day;
  /**
   * What no source proves and the emulated API has to answer all the same: the status alone, or all of the answer.
   * Neither is stated as a fact.
   */
  readonly assumed?: 'status' | 'answer';
}

/** A snippet that the whole pipeline is run on. `at` is the text that the finding must point at. */
export interface Sample {
  readonly language: string;
  readonly code: string;
  readonly at?: string;
  /** Path to give the snippet, when the name of the file matters. */
  readonly path?: string;
  readonly why?: string;
}

export interface Example {
  readonly language: string;
  readonly before: string;
  readonly after?: string;
}

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly area: string;
  /** `spec` for the published schedule, `vendor-2026` for the newer part, or the name a user gives. */
  readonly schedule: string;
  readonly profile: string;
  /** Null where no end was announced: the old form works, a better one exists. */
  readonly endOfLife: Day | null;
  /** Errors begin after the end-of-life day: on the day itself the old form still works. */
  readonly errorsBegin?: 'next-day';
  /** Overrides the severity that follows from the kind of the finding. */
  readonly severity?: 'error' | 'warning' | 'hint';
  /** Titles under which the vendor's published schedule lists it. */
  readonly published?: readonly string[];
  readonly vendor?: { readonly date?: Day; readonly state?: string; readonly source: string };
  /** What is dead, in one sentence without a date. */
  readonly summary: string;
  /** What to use instead, in one sentence; `none` is said as such. */
  readonly replacement: string;
  /** What to do about a call, in at most 100 characters: the text of a migration marker. */
  readonly todo?: string;
  readonly symptoms: readonly Symptom[];
  readonly endpoints: readonly Endpoint[];
  readonly settings: readonly Setting[];
  readonly fields: readonly FieldCheck[];
  readonly values: readonly ValueCheck[];
  readonly headers: readonly HeaderCheck[];
  readonly queries: readonly QueryCheck[];
  readonly expressions: readonly ExpressionCheck[];
  /** Requests whose body the checker of rulesets reads; it reports under the id of the entry. */
  readonly bodies: readonly CallPattern[];
  readonly resources: readonly Resource[];
  readonly storage: readonly StorageCheck[];
  /** Names of cipher suites in lists that are handed to TLS libraries. */
  readonly ciphers: readonly string[];
  /** What happens to what is reported, as the rest of a sentence: `is rejected with 501`. */
  readonly effect?: string;
  readonly automation: Automation;
  /** Why nothing is rewritten, where `automation` is `manual` or `none`. */
  readonly reason?: string;
  readonly codemod?: string;
  /**
   * Whether what is dead can simply be left out: `safe` where the server ignores it when sent, `review` where a
   * person should look, `complete-name` where it is safe once the name of the record says the same.
   */
  readonly removal?: 'safe' | 'review' | 'complete-name';
  readonly example?: Example;
  /** Paths that look alike and are alive: never reported, whatever else matches. */
  readonly lookAlikes: readonly string[];
  readonly sources: readonly string[];
  /** The day on which the sources were last compared with the entry. */
  readonly checked?: Day;
  readonly match: readonly Sample[];
  readonly noMatch: readonly Sample[];
}

/** One method of a vendor SDK in a range of its versions, and the HTTP call it makes. */
export interface SdkCall {
  readonly sdk: string;
  readonly versions: readonly string[];
  /** Chain after the client: `firewall.rules.create`. */
  readonly symbol: string;
  readonly method: Method;
  readonly path: string;
  /**
   * Names of the positional arguments. One that is named like a placeholder of the path fills it; other
   * placeholders are keys of `params`. `body`, `params` and `query` have their own meaning.
   */
  readonly positional: readonly string[];
  /**
   * Where the body is: `body` (that argument), `params` (less its path keys), or one key of `params`, such as
   * `params.body`. Keyword arguments count as one object that stands in the place of `params`.
   */
  readonly body?: 'body' | 'params' | `params.${string}`;
}

/**
 * A second way to a setting: an item of a bulk call, an action of a page rule, a parameter of a ruleset rule,
 * an attribute of a resource. The name of the setting is a key below a path (`below`), or a value (`at`) with
 * the value of the setting beside it (`value`).
 */
export interface Door {
  readonly setting: 'id' | 'ruleParameter' | 'pageRule';
  readonly below?: string;
  readonly at?: string;
  readonly value?: string;
  /** Keys of resources in some tools are written in camel case. */
  readonly spelling?: 'camel';
  readonly calls?: readonly CallPattern[];
  readonly resource?: Pick<Resource, 'tool' | 'kind' | 'name' | 'versions'>;
}

/** An API: how its calls are recognised. The entries of a catalogue belong to one. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  readonly hosts: readonly string[];
  /** Path of the API below the host: `/client/v4`. */
  readonly basePath: string;
  /** Collections whose next segment is an id and which anchor a path: `zones`, `accounts`. */
  readonly scopes: readonly string[];
  readonly authHeaders: readonly string[];
  readonly environment: readonly string[];
  readonly expressionPrefixes: readonly string[];
  /** Packages whose import proves a client, by ecosystem: `npm:cloudflare`. */
  readonly packages: readonly string[];
  /** Words too common to make a file a candidate by themselves. */
  readonly weakWords: readonly string[];
  /** Words so common that a reader need not start from them: another trigger stands beside each that matters. */
  readonly commonWords: readonly string[];
  /** Other ways to a setting than its own endpoint. */
  readonly doors: readonly Door[];
  /** Segments that show another vendor's API: `{crn}`. Hosts that do. */
  readonly foreignSegments: readonly string[];
  readonly foreignHosts: readonly string[];
  /** Texts that show a use of the object storage service: each makes a file a candidate. */
  readonly storageWords: readonly string[];
  readonly sdk: readonly SdkCall[];
}

export interface Catalogue {
  readonly profiles: readonly Profile[];
  readonly entries: readonly Entry[];
}
