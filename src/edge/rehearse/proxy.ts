import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createSecureServer } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net';
import type { Answerer } from '../server/server.js';
import { respond } from '../server/server.js';
import type { CertificateAuthority } from './authority.js';

const LOOPBACK = '127.0.0.1';
/** Two framings of one body are the emulated API's business, not the parser's, and so is a long address. */
const LENIENT = { insecureHTTPParser: true, maxHeaderSize: 1024 * 1024 };

export interface Interception {
  /** Speaks TLS with a certificate of the API's names. */
  readonly tlsPort: number;
  readonly plainPort: number;
  /** For programs that are told of a proxy. */
  readonly proxyPort: number;
  /** Other hosts that a program went to, or was kept from. */
  readonly others: ReadonlyMap<string, 'passed' | 'refused'>;
  /** Connections that ended before a request: most often a program that does not trust the certificate. */
  readonly brokenOff: () => number;
  /** Requests of which not even the head could be read. */
  readonly unread: () => number;
  close(): Promise<void>;
}

export interface InterceptOptions {
  readonly hosts: readonly string[];
  readonly authority: CertificateAuthority;
  readonly answer: Answerer;
  /** Other hosts that the program may reach, by the proxy. */
  readonly allowHosts: readonly string[];
  /** Sockets that listen already, where the program sees no others. */
  readonly listeners?: Readonly<Record<'secure' | 'plain' | 'proxy', NetServer>>;
}

/** Stands in for the API's hosts on loopback, in every way a program may try to reach them. */
export async function intercept({
  hosts,
  authority,
  answer,
  allowHosts,
  listeners,
}: InterceptOptions): Promise<Interception> {
  const ours = (host: string) => hosts.includes(host.toLowerCase().replace(/\.$/, ''));
  const others = new Map<string, 'passed' | 'refused'>();
  const sockets = new Set<Socket>();
  const plain = createHttpServer(LENIENT, (message, response) => respond(answer, message, response));
  const secure = createSecureServer({ ...authority.issue(hosts), allowHTTP1: true }, (message, response) =>
    respond(answer, message, response),
  );
  // The parser of HTTP/1 looks for these at the server; the options of HTTP/2 have no place for them.
  Object.assign(secure, LENIENT);
  const proxy = createHttpServer(LENIENT, (message, response) => absolute(message, response));
  let brokenOff = 0;
  secure.on('tlsClientError', () => {
    brokenOff += 1;
  });
  const unread = new Set<Socket>();
  for (const server of [plain, secure, proxy]) {
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      // A connection that ends in the middle of nothing is no request.
      if (error.code?.startsWith('HPE_') === true) unread.add(socket);
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    });
  }
  const allowed = (host: string) => allowHosts.includes(host.toLowerCase());
  const plainPort = await listen(plain, listeners?.plain);
  const tlsPort = await listen(secure, listeners?.secure);

  proxy.on('connect', (message: IncomingMessage, client: Socket, head: Buffer) => {
    const { host, port } = authorityOf(message.url ?? '');
    if (ours(host)) return accept(client, head, port === 80 ? plain : secure);
    if (!allowed(host)) {
      others.set(host, 'refused');
      client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    others.set(host, 'passed');
    tunnel(client, head, host, port);
  });

  /** Some clients send whole URLs to a proxy, even https ones. */
  function absolute(message: IncomingMessage, response: ServerResponse): void {
    const url = URL.canParse(message.url ?? '') ? new URL(message.url ?? '') : null;
    if (url === null) {
      response.writeHead(400).end('this is a proxy: send it whole URLs');
      return;
    }
    if (ours(url.hostname)) {
      message.url = url.pathname + url.search;
      respond(answer, message, response);
      return;
    }
    if (!allowed(url.hostname)) {
      others.set(url.hostname, 'refused');
      response.writeHead(403).end();
      return;
    }
    others.set(url.hostname, 'passed');
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(url, { method: message.method ?? 'GET', headers: message.headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    message.pipe(outgoing);
  }

  const proxyPort = await listen(proxy, listeners?.proxy);
  return {
    tlsPort,
    plainPort,
    proxyPort,
    others,
    brokenOff: () => brokenOff,
    unread: () => unread.size,
    async close() {
      const closed = [plain, secure, proxy].map((server) => new Promise((resolve) => server.close(resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/**
 * Hands the connection itself to a server of this process. Its ports may be in the network namespace of a sandbox,
 * where this process cannot connect to them.
 */
function accept(client: Socket, head: Buffer, server: NetServer): void {
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) client.unshift(head);
  server.emit('connection', client);
}

function tunnel(client: Socket, head: Buffer, host: string, port: number): void {
  const upstream = connect(port, host, () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) upstream.write(head);
    upstream.pipe(client);
    client.pipe(upstream);
  });
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
  client.on('close', () => upstream.destroy());
}

function authorityOf(target: string): { host: string; port: number } {
  const colon = target.lastIndexOf(':');
  const host = (colon < 0 ? target : target.slice(0, colon)).replace(/^\[|\]$/g, '');
  return { host, port: colon < 0 ? 443 : Number(target.slice(colon + 1)) };
}

function listen(server: NetServer, listener?: NetServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const done = () => resolve((server.address() as AddressInfo).port);
    if (listener === undefined) server.listen(0, LOOPBACK, done);
    else server.listen(listener, done);
  });
}
