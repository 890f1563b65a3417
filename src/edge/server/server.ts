import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { isDay } from '../../catalogue/index.js';
import type { Edge } from '../core/edge.js';
import { type EdgeRequest, type EdgeResponse, Refusal, refuse } from '../core/http.js';
import type { Json } from '../core/json.js';
import { readForm } from './form.js';

export const BASE_PATH = '/client/v4';
const BODY_LIMIT = 16 * 1024 * 1024;
const LOOPBACK = '127.0.0.1';

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

export type Message = IncomingMessage | Http2ServerRequest;
export type Answerer = (message: Message) => Promise<EdgeResponse>;

/** Answers one message on its socket; a fault of the emulator itself is an answer too. */
export function respond(
  answer: Answerer,
  message: Message,
  response: ServerResponse | Http2ServerResponse,
): void {
  answer(message).then(
    (answered) => send(response, answered),
    (problem: unknown) => send(response, broken(problem)),
  );
}

/** Serves the emulated API on loopback, with `/__edge/state` and `/__edge/clock` beside it. */
export async function serveEdge(
  edge: Edge,
  port: number,
  record: (exchange: Exchange) => void = () => {},
): Promise<EdgeServer> {
  const answer: Answerer = (message) => answerMessage(edge, message, record);
  // The strict parser would refuse two framings of one body on every day.
  const server = createServer({ insecureHTTPParser: true }, (message, response) =>
    respond(answer, message, response),
  );
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return { baseUrl: `http://${LOOPBACK}:${bound}${BASE_PATH}`, port: bound, close: () => close(server) };
}

/** Answers one HTTP message; shared with the proxy that ends TLS for other hosts' names. */
export async function answerMessage(
  edge: Edge,
  message: Message,
  record: (exchange: Exchange) => void,
): Promise<EdgeResponse> {
  const target = message.url ?? '/';
  const body = await readBody(message);
  if (body === null) return refuse(new Refusal(413, 10413, 'the body is larger than the emulated API reads'));
  if (target.startsWith('/__edge/')) return control(edge, message.method ?? 'GET', target, body);
  if (!target.startsWith(`${BASE_PATH}/`)) {
    return refuse(new Refusal(404, 7003, `the emulated API lives below ${BASE_PATH}, not at ${target}`));
  }
  const type = message.headers['content-type'] ?? '';
  const form = readForm(type, body);
  const text = body.toString('utf8');
  const json = form !== null || text.trim() === '' || isPlain(type) ? undefined : parseJson(text);
  const { [SITE_HEADER]: site, ...headers } = flatHeaders(message);
  const request: EdgeRequest = {
    method: message.method ?? 'GET',
    path: target.slice(BASE_PATH.length),
    headers,
    ...(form === null ? {} : { form }),
    ...(json === undefined ? {} : { body: json.value }),
    ...(json === undefined && form === null && text !== '' ? { text } : {}),
  };
  const refusedFraming = framing(edge, message);
  const response =
    refusedFraming ??
    (json?.broken === true
      ? refuse(new Refusal(400, 6007, 'Malformed JSON in request body'))
      : edge.handle(request));
  record({
    request,
    response,
    sites: decodeURIComponent(site ?? '')
      .split('\n')
      .filter(Boolean),
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
  return both && edge.dates.dead('te-content-length')
    ? refuse(
        new Refusal(400, 10400, 'a request must not have both Transfer-Encoding and Content-Length', {
          ended: 'te-content-length',
        }),
      )
    : null;
}

function control(edge: Edge, method: string, target: string, body: Buffer): EdgeResponse {
  if (method === 'GET' && target === '/__edge/state') {
    return { status: 200, headers: {}, body: JSON.parse(JSON.stringify(edge.state)) as Json };
  }
  if (method === 'POST' && target === '/__edge/clock') {
    const { value } = parseJson(body.toString('utf8'));
    const now =
      typeof value === 'object' && value !== null && !Array.isArray(value) && 'now' in value
        ? value.now
        : undefined;
    if (typeof now !== 'string' || !isDay(now)) {
      return { status: 400, headers: {}, body: { error: 'send {"now":"YYYY-MM-DD"}' } };
    }
    edge.now = now;
    return { status: 200, headers: {}, body: { now } };
  }
  return { status: 404, headers: {}, body: { error: 'GET /__edge/state or POST /__edge/clock' } };
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
  return refuse(new Refusal(500, 10500, `the emulated API failed: ${message}`));
}

async function readBody(message: Message): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size <= BODY_LIMIT) chunks.push(bytes);
  }
  return size > BODY_LIMIT ? null : Buffer.concat(chunks);
}

function parseJson(text: string): { readonly value: Json; readonly broken: boolean } {
  try {
    return { value: JSON.parse(text) as Json, broken: false };
  } catch {
    return { value: null, broken: true };
  }
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
