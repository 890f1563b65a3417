import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Edge } from '../core/edge.js';
import { ApiError, type EdgeRequest, type EdgeResponse, refuse } from '../core/http.js';
import { parseJson } from '../core/json.js';
import { BodyReader, type Message } from './body.js';
import { control, foreign, problem } from './control.js';
import { readForm } from './form.js';

export const BASE_PATH = '/client/v4';
const LOOPBACK = '127.0.0.1';
const CONTROL = '/__edge/';

/** How long a caller may take to send a request. */
export interface Patience {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
}

const PATIENCE: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
};

/** One request and its answer, told to whoever records them. */
export interface Exchange {
  readonly request: EdgeRequest;
  readonly response: EdgeResponse;
  /** The places in the program that the request says it comes from, innermost first. */
  readonly sites: readonly string[];
}

/** Set by the redirect of a rehearsal; never reaches the emulated API. */
export const SITE_HEADER = 'x-edge-sunset-site';

export interface EdgeServer {
  readonly baseUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

export type Answerer = (message: Message) => Promise<EdgeResponse>;

/** Answers one message on its socket; a fault of the emulator itself is an answer too. */
export function respond(
  answer: Answerer,
  message: Message,
  response: ServerResponse | Http2ServerResponse,
): void {
  answer(message)
    .catch(broken)
    .then((answered) => send(response, answered))
    // The caller went away while its answer was made.
    .catch(() => response.destroy());
}

/** Serves the emulated API on loopback, with `/__edge/state` and `/__edge/clock` beside it. */
export async function serveEdge(
  edge: Edge,
  port: number,
  patience: Patience = PATIENCE,
): Promise<EdgeServer> {
  const bodies = new BodyReader();
  const answer: Answerer = async (message) => {
    const refusal = foreign(message.headers);
    if (refusal !== null) return { ...problem(403, refusal), headers: { connection: 'close' } };
    const target = message.url ?? '/';
    if (!target.startsWith(CONTROL)) return answerMessage(edge, message, bodies);
    const body = await bodies.read(message);
    return typeof body === 'string' ? tooLarge(body) : control(edge, message.method ?? 'GET', target, body);
  };
  // The strict parser would refuse two framings of one body on every day.
  const options: ServerOptions = { insecureHTTPParser: true, ...patience };
  const server = createServer(options, (message, response) => respond(answer, message, response));
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return { baseUrl: `http://${LOOPBACK}:${bound}${BASE_PATH}`, port: bound, close: () => close(server) };
}

/** Answers one HTTP message for the API; shared with the proxy that ends TLS for other hosts' names. */
export async function answerMessage(
  edge: Edge,
  message: Message,
  bodies: BodyReader,
  record: (exchange: Exchange) => void = () => {},
): Promise<EdgeResponse> {
  const target = message.url ?? '/';
  const body = await bodies.read(message);
  const { [SITE_HEADER]: site, ...headers } = flatHeaders(message);
  const method = message.method ?? 'GET';
  if (typeof body === 'string') {
    const response = tooLarge(body);
    // Whether the call is dead is seen by its path.
    const path = target.startsWith(BASE_PATH) ? target.slice(BASE_PATH.length) : target;
    record({ request: { method, path, headers }, response, sites: sitesOf(site ?? '') });
    return response;
  }
  if (!target.startsWith(`${BASE_PATH}/`)) {
    return refuse(new ApiError(404, 7003, `the emulated API is served below ${BASE_PATH}, not at ${target}`));
  }
  const type = message.headers['content-type'] ?? '';
  const form = readForm(type, body);
  const text = body.toString('utf8');
  const json = form !== null || text.trim() === '' || isPlain(type) ? undefined : parseJson(text);
  const request: EdgeRequest = {
    method,
    path: target.slice(BASE_PATH.length),
    headers,
    ...(form === null ? {} : { form }),
    ...(json?.ok === true ? { body: json.value } : {}),
    ...(json === undefined && form === null && text !== '' ? { text } : {}),
  };
  const refusedFraming = framing(edge, message);
  const response =
    refusedFraming ??
    (json?.ok === false
      ? refuse(new ApiError(400, 6007, 'Malformed JSON in request body'))
      : edge.handle(request));
  record({
    request,
    response,
    sites: sitesOf(site ?? ''),
  });
  return response;
}

/** Values of keys may be any text; all else is JSON, whatever type a careless caller names. */
function isPlain(type: string): boolean {
  return /^(text\/plain|application\/octet-stream)/.test(type);
}

/** A request with both framings is declined since its end date. */
function framing(edge: Edge, message: Message): EdgeResponse | null {
  const both =
    message.headers['transfer-encoding'] !== undefined && message.headers['content-length'] !== undefined;
  return both && !edge.keepsGoing && edge.dates.dead('te-content-length')
    ? refuse(
        new ApiError(400, 10400, 'a request must not have both Transfer-Encoding and Content-Length', {
          ended: 'te-content-length',
        }),
      )
    : null;
}

function tooLarge(why: 'size' | 'sum'): EdgeResponse {
  return refuse(
    why === 'size'
      ? new ApiError(413, 10413, 'the body is larger than the emulated API reads')
      : new ApiError(503, 10503, 'the emulated API is receiving too many large bodies; try again'),
  );
}

/** Any program can send the header: one that is not well encoded names no place. */
function sitesOf(header: string): readonly string[] {
  try {
    return decodeURIComponent(header).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function send(response: ServerResponse | Http2ServerResponse, answered: EdgeResponse): void {
  if (answered.silent === true) return;
  const text = answered.status === 204 ? '' : (answered.text ?? JSON.stringify(answered.body));
  const type = answered.text === undefined ? 'application/json' : 'application/octet-stream';
  const head = {
    ...answered.headers,
    ...(text === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
  };
  // The two classes have the same methods, but no common type.
  if ('stream' in response) response.writeHead(answered.status, head).end(text);
  else response.writeHead(answered.status, head).end(text);
}

function broken(problem: unknown): EdgeResponse {
  const message = problem instanceof Error ? problem.message : String(problem);
  return refuse(new ApiError(500, 10500, `the emulated API failed: ${message}`));
}

function flatHeaders(message: Message): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers)
      // HTTP/2 keeps method and path among the headers.
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value ?? '')]),
  );
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
