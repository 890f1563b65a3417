import type { Json, JsonObject } from './json.js';

/** A request as the core sees it: no sockets, no streams. */
export interface EdgeRequest {
  readonly method: string;
  /** Path and query below the base URL: `/zones?name=example.com`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
  /** The fields of a form. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  /** The body as it was sent, when it was neither JSON nor a form. */
  readonly text?: string | undefined;
}

export interface EdgeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  /** The entry of the catalogue whose end is the reason for a refusal; not part of what a caller gets. */
  readonly ended?: string;
  /** Sent as it is in place of the body: an answer that is not JSON. */
  readonly text?: string;
  /** A server lets the caller wait and never answers. */
  readonly silent?: true;
}

/** What a handler answers before it is put into an envelope. */
export interface Reply {
  readonly result: Json;
  readonly status?: number;
  readonly info?: JsonObject;
}

/** An error answer of the API. Handlers throw it before they change anything. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly more: {
      readonly chain?: readonly { readonly code: number; readonly message: string }[];
      readonly headers?: Readonly<Record<string, string>>;
      /** The entry of the catalogue that ended. */
      readonly ended?: string;
    } = {},
  ) {
    super(message);
  }
}

export function answer(reply: Reply): EdgeResponse {
  return {
    status: reply.status ?? 200,
    headers: {},
    body: {
      result: reply.result,
      success: true,
      errors: [],
      messages: [],
      ...(reply.info === undefined ? {} : { result_info: reply.info }),
    },
  };
}

export function refuse(refusal: ApiError): EdgeResponse {
  const { chain, headers = {}, ended } = refusal.more;
  const error: JsonObject = {
    code: refusal.code,
    message: refusal.message,
    ...(chain === undefined ? {} : { error_chain: chain.map((cause) => ({ ...cause })) }),
  };
  return {
    status: refusal.status,
    headers,
    ...(ended === undefined ? {} : { ended }),
    body: { result: null, success: false, errors: [error], messages: [] },
  };
}

/** Cuts a list to the page that the query asks for, with the `result_info` of the vendor. */
export function page(items: readonly Json[], query: URLSearchParams, defaultSize = 20): Reply {
  const size = positive(query.get('per_page'), defaultSize);
  const number = positive(query.get('page'), 1);
  const slice = items.slice((number - 1) * size, number * size);
  return {
    result: slice,
    info: {
      page: number,
      per_page: size,
      count: slice.length,
      total_count: items.length,
      total_pages: Math.ceil(items.length / size),
    },
  };
}

function positive(text: string | null, otherwise: number): number {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number > 0 ? number : otherwise;
}
