/**
 * Loaded into every Node process of a rehearsed program before its own code (`NODE_OPTIONS=--require`, through a file
 * that names this one and the target).
 *
 * Redirects at the socket, so that every client library is caught without knowing any: a connection to a host of the
 * API goes to the emulator on loopback. Child processes and worker threads that are given an environment of their own
 * still load this file. Thin wrappers round `fetch` and `http(s).request` add a header that names the places in the
 * program; the emulator takes it off again.
 */
import childProcess = require('node:child_process');
import http = require('node:http');
import https = require('node:https');
import module = require('node:module');
import net = require('node:net');
import tls = require('node:tls');
import threads = require('node:worker_threads');

interface Target {
  readonly hosts: readonly string[];
  readonly tlsPort: number;
  readonly plainPort: number;
  readonly certificate: string;
  readonly siteHeader: string;
  /** Other hosts that the program may reach. */
  readonly allowHosts: readonly string[];
}

/** What a child needs to be caught as well. */
const CARRIED = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];
const MORE_CARRIED = ['SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE'];
const CARRIES = [...CARRIED, ...CARRIED.slice(2).map((name) => name.toLowerCase()), ...MORE_CARRIED];
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|0\.0\.0\.0|::)$/;
/** How many places of a call are told: the call itself and who called it. */
const SITES = 6;

type Arguments = unknown[];

function install(target: Target): void {
  const ours = (host: unknown): boolean =>
    typeof host === 'string' && target.hosts.includes(host.toLowerCase().replace(/\.$/, ''));

  const allowed = (host: string): boolean => target.allowHosts.includes(host.toLowerCase());

  const connect = net.Socket.prototype.connect as (this: net.Socket, ...args: Arguments) => net.Socket;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: Arguments): net.Socket {
    const host = hostOf(args);
    if (typeof host === 'string' && !ours(host) && !LOOPBACK.test(host) && !allowed(host)) {
      process.nextTick(() =>
        this.destroy(new Error(`the rehearsal keeps the program from ${host}; --allow-host lets it through`)),
      );
      return this;
    }
    return connect.apply(this, redirected(args));
  } as typeof net.Socket.prototype.connect;

  /** The arguments of `connect` come as (options), (port, host), or as one list Node has normalised before. */
  function redirected(args: Arguments): Arguments {
    const [first, ...rest] = args;
    if (Array.isArray(first)) {
      const [options] = first as Arguments;
      if (!isOptions(options) || !ours(options.host)) return args;
      // The list carries a mark of Node's own, so it is changed in place.
      (first as Arguments)[0] = moved(options);
      return args;
    }
    if (isOptions(first)) return ours(first.host) ? [moved(first), ...rest] : args;
    const [host, ...others] = rest;
    return ours(host) ? [portFor(first), '127.0.0.1', ...others] : args;
  }

  function moved(options: Record<string, unknown>): Record<string, unknown> {
    return {
      ...options,
      host: '127.0.0.1',
      port: portFor(options.port),
      lookup: undefined,
      path: undefined,
      localAddress: undefined,
      family: undefined,
    };
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

  carryOn();
  wrapFetch(target, ours);
  for (const library of [http, https]) wrapRequest(library, target, ours);
  module.syncBuiltinESMExports();
}

function hostOf([first, host]: Arguments): unknown {
  const options: unknown = Array.isArray(first) ? (first as Arguments)[0] : first;
  return isOptions(options) ? options.host : host;
}

/** Children and threads with an environment of their own are given what catches them. */
function carryOn(): void {
  const carried = Object.fromEntries(
    CARRIES.flatMap((name): [string, string][] => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const completed = (env: unknown): NodeJS.Dict<string> => ({
    ...(isOptions(env) ? (env as NodeJS.Dict<string>) : process.env),
    ...carried,
  });

  const child = childProcess.ChildProcess.prototype as unknown as {
    spawn(options: { envPairs?: string[] }): unknown;
  };
  const spawn = child.spawn;
  child.spawn = function (options) {
    const names = Object.keys(carried);
    const own = (options.envPairs ?? []).filter((pair) => !names.some((name) => pair.startsWith(`${name}=`)));
    options.envPairs = [...own, ...Object.entries(carried).map(([name, value]) => `${name}=${value}`)];
    return spawn.call(this, options);
  };
  const synchronous = childProcess as unknown as Record<string, (...args: Arguments) => unknown>;
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const original = synchronous[name];
    if (original === undefined) continue;
    synchronous[name] = (...args) => {
      const at = args.findIndex((argument, index) => index > 0 && isOptions(argument));
      const options = at < 0 ? undefined : args[at];
      if (isOptions(options) && options.env !== undefined)
        args[at] = { ...options, env: completed(options.env) };
      return original(...args);
    };
  }

  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      const own = options.env === undefined || options.env === threads.SHARE_ENV;
      super(file, own ? options : { ...options, env: completed(options.env) });
    }
  };
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
    headers.set(target.siteHeader, sites());
    return fetch(input, { ...init, headers });
  };
}

function wrapRequest(
  library: typeof http | typeof https,
  target: Target,
  ours: (host: unknown) => boolean,
): void {
  const { request } = library;
  const wrapped = (...args: Arguments): http.ClientRequest => {
    const outgoing = (request as (...all: Arguments) => http.ClientRequest)(...args);
    if (ours(outgoing.host) && !outgoing.headersSent) outgoing.setHeader(target.siteHeader, sites());
    return outgoing;
  };
  library.request = wrapped as typeof library.request;
  library.get = ((...args: Arguments) => {
    const outgoing = wrapped(...args);
    outgoing.end();
    return outgoing;
  }) as typeof library.get;
}

/** The places on the stack that are the program's own, innermost first. */
function sites(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const frames = (new Error('site').stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  const own = frames
    .map((frame) => /\(?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?:\d+:\d+)\)?$/.exec(frame.trim())?.[1] ?? '')
    .filter((frame) => frame !== '' && !frame.includes(__filename) && !/[\\/]node_modules[\\/]/.test(frame));
  return encodeURIComponent(own.slice(0, SITES).join('\n'));
}

function isOptions(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export = { install };
