/**
 * Loaded into every Node process of a rehearsed program before its own code (`NODE_OPTIONS=--require`).
 *
 * Redirects at the socket, so that every client library is caught without knowing any: a connection to a host
 * of the API goes to the emulator on loopback. Thin wrappers round `fetch` and `http(s).request` add a header
 * that names the place in the program; the emulator takes it off again.
 */
import http = require('node:http');
import https = require('node:https');
import net = require('node:net');
import tls = require('node:tls');

interface Target {
  readonly hosts: readonly string[];
  readonly tlsPort: number;
  readonly plainPort: number;
  readonly certificate: string;
  readonly siteHeader: string;
}

const description = process.env.EDGE_SUNSET_REHEARSAL;
if (description !== undefined) install(JSON.parse(description) as Target);

function install(target: Target): void {
  const ours = (host: unknown): boolean =>
    typeof host === 'string' && target.hosts.includes(host.toLowerCase());

  const connect = net.Socket.prototype.connect as (this: net.Socket, ...args: unknown[]) => net.Socket;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]): net.Socket {
    return connect.apply(this, redirected(args));
  } as typeof net.Socket.prototype.connect;

  /** The arguments of `connect` come as (options), (port, host), or as one list Node has normalised before. */
  function redirected(args: unknown[]): unknown[] {
    const [first, ...rest] = args;
    if (Array.isArray(first)) {
      const [options] = first as unknown[];
      if (!isOptions(options) || !ours(options.host)) return args;
      // The list carries a mark of Node's own, so it is changed in place.
      (first as unknown[])[0] = moved(options);
      return args;
    }
    if (isOptions(first)) return ours(first.host) ? [moved(first), ...rest] : args;
    const [host, ...others] = rest;
    return ours(host) ? [portFor(first), '127.0.0.1', ...others] : args;
  }

  function moved(options: Record<string, unknown>): Record<string, unknown> {
    return { ...options, host: '127.0.0.1', port: portFor(options.port), lookup: undefined, path: undefined };
  }

  function portFor(port: unknown): number {
    return Number(port) === 80 ? target.plainPort : target.tlsPort;
  }

  // A program that brings its own list of authorities would not trust ours.
  const createSecureContext = tls.createSecureContext;
  tls.createSecureContext = (options = {}) =>
    createSecureContext(
      options.ca === undefined ? options : { ...options, ca: [options.ca, target.certificate].flat() },
    );

  wrapFetch(target, ours);
  for (const module of [http, https]) wrapRequest(module, target, ours);
}

function wrapFetch(target: Target, ours: (host: unknown) => boolean): void {
  const { fetch } = globalThis;
  if (typeof fetch !== 'function') return;
  globalThis.fetch = (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const url = typeof input === 'object' && 'url' in input ? input.url : String(input);
    if (!URL.canParse(url) || !ours(new URL(url).hostname)) return fetch(input, init);
    const given =
      init?.headers ?? (typeof input === 'object' && 'headers' in input ? input.headers : undefined);
    const headers = new Headers(given);
    headers.set(target.siteHeader, site());
    return fetch(input, { ...init, headers });
  };
}

function wrapRequest(
  module: typeof http | typeof https,
  target: Target,
  ours: (host: unknown) => boolean,
): void {
  const { request } = module;
  const wrapped = (...args: unknown[]): http.ClientRequest => {
    const outgoing = (request as (...all: unknown[]) => http.ClientRequest)(...args);
    if (ours(outgoing.host) && !outgoing.headersSent) outgoing.setHeader(target.siteHeader, site());
    return outgoing;
  };
  module.request = wrapped as typeof module.request;
  module.get = ((...args: unknown[]) => {
    const outgoing = wrapped(...args);
    outgoing.end();
    return outgoing;
  }) as typeof module.get;
}

/** The first place on the stack that is the program's own. */
function site(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const frames = (new Error('site').stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  const own = frames
    .map((frame) => /\(?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?:\d+:\d+)\)?$/.exec(frame.trim())?.[1] ?? '')
    .find((frame) => frame !== '' && !frame.includes(__filename) && !/[\\/]node_modules[\\/]/.test(frame));
  return encodeURIComponent(own ?? '');
}

function isOptions(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
