import type { Origin, TextValue, Value } from '../value/index.js';

/**
 * What readers find in a program: usages of an API. A reader knows its language and how calls are made in
 * it; it knows nothing of deprecations.
 */

/** Why a reader believes (or doubts) that a call reaches the API. The matcher weighs these. */
export type Evidence =
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'sdk'; readonly name: string }
  | { readonly kind: 'auth-header'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'client'; readonly name: string }
  /** The file or package shows the API elsewhere. */
  | { readonly kind: 'neighbour'; readonly name: string }
  /** Something speaks against: another vendor's host, SDK or path prefix; the program's own server. */
  | {
      readonly kind: 'against';
      readonly what: string;
      /** The program answers there itself: whatever the path is, nothing is asked of the API. */
      readonly served?: true;
      /** It counts only where nothing else shows the API near the call. */
      readonly weak?: true;
    };

/** The call that hands a request to its client, below all wrappers of the program. */
export interface Sender {
  readonly at: Origin;
  /** The client, or the name of a function that looks like one: `fetch`, `axios`, `npm:cloudflare`. */
  readonly client: string;
  /** Whether the callee is known to send requests, rather than named as if. */
  readonly known: boolean;
}

/** Where the code stands. */
export type Context = 'code' | 'test' | 'types' | 'docs';

interface UsageBase {
  /** The call or declaration as a whole: a related location, never the finding itself. */
  readonly site: Origin;
  readonly evidence: readonly Evidence[];
  readonly context: Context;
  /** Told by readers that follow calls down to their client. */
  readonly sender?: Sender;
}

/** A field of a response that the program reads: `result[].locked`, `errors[].error_chain`. */
export interface ResponseRead {
  readonly at: string;
  readonly origin: Origin;
  /** How it is met: read by code, demanded by a validating schema, or only declared by a type. */
  readonly by: 'read' | 'schema' | 'type';
  /**
   * What becomes of the program where the field is missing: it fails (`record["x"]` in Python), goes on with the zero of
   * the type (`record.X` in Go), or is prepared (`record.get("x")`, `record.x ?? y`). Without a word it goes on with nothing.
   */
  readonly absent?: 'fails' | 'zero' | 'tolerated' | undefined;
  /** A literal the read is compared with: `1004`. */
  readonly comparedWith?: { readonly value: string | number | boolean; readonly origin: Origin };
}

/** An HTTP call, or a path that surely becomes one. */
export interface HttpUsage extends UsageBase {
  readonly kind: 'http';
  /** Upper-case method; `unknown` when it cannot be told. */
  readonly method: Value;
  /** Whole URL or path, as far as known. */
  readonly url: Value;
  readonly body: Value;
  readonly headers: Value;
  readonly reads: readonly ResponseRead[];
}

/** A method of a vendor SDK. */
export interface SdkUsage extends UsageBase {
  readonly kind: 'sdk';
  /** `npm:cloudflare`, `pypi:cloudflare`, `go:cloudflare-go`. */
  readonly sdk: string;
  /** Installed or declared version, if known. */
  readonly version: string | null;
  /** Chain after the client: `['firewall', 'rules', 'create']`. */
  readonly chain: readonly { readonly name: string; readonly origin: Origin }[];
  readonly args: readonly Value[];
  readonly reads: readonly ResponseRead[];
}

/** A text that is, or may be, an expression of the rules language. */
export interface ExpressionUsage extends UsageBase {
  readonly kind: 'expression';
  readonly text: TextValue;
  /** `known`: it stands where only an expression can stand; `shape`: its text alone says so. */
  readonly place: 'known' | 'shape';
}

/** A resource of an infrastructure tool. */
export interface ResourceUsage extends UsageBase {
  readonly kind: 'resource';
  readonly tool: string;
  readonly resourceKind: string;
  readonly name: string;
  readonly nameOrigin: Origin;
  readonly attributes: Value;
  /** Version of the provider that the project pins, as written: `4.52.5`, `~> 4.0`. */
  readonly version?: string;
}

/**
 * A record written or described outside a call that can be tied to it: a DNS record object of type SRV, a
 * schema of a DNS record, an assignment to a field. `path` is the collection it belongs to
 * (`/zones/{zone_id}/dns_records`).
 */
export interface RecordUsage extends UsageBase {
  readonly kind: 'record';
  readonly path: string;
  readonly body: Value;
  readonly reads: readonly ResponseRead[];
}

/**
 * A use of the object storage service, by whatever way it is reached. A reader makes one only where the code shows
 * that it talks to this service: code for other storage with the same API never becomes a usage.
 */
export interface StorageUsage extends UsageBase {
  readonly kind: 'storage';
  /** As the catalogue names them, see `StorageCheck`. */
  readonly operation: string;
  /** What names the operation. */
  readonly at: Origin;
  /** Parameters by their names in the S3 API, or the options of a method of a binding. */
  readonly parameters: Value;
  /** `exact`: the host or the binding says so; `likely`: the region alone. */
  readonly sure: 'exact' | 'likely';
  /** What a person may write there instead, where the reader knows that nothing is lost. */
  readonly correction?: { readonly at: Origin; readonly text: string };
}

/** A cipher suite in a list that is handed to a TLS library. */
export interface CipherUsage extends UsageBase {
  readonly kind: 'cipher';
  readonly name: string;
}

export type Usage =
  | CipherUsage
  | StorageUsage
  | HttpUsage
  | SdkUsage
  | ExpressionUsage
  | ResourceUsage
  | RecordUsage;

/** A call to the API whose path cannot be told. */
export interface Undetermined {
  readonly site: Origin;
  readonly why: string;
}
