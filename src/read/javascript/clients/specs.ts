import type { External } from '../evaluate/domain/term.js';

/**
 * HTTP clients as data. A row says what a package is, how its functions are told apart by name and what a call gives
 * back; where the parts of a request stand in the arguments is read from what the arguments are (see `request.ts`).
 */

export interface ClientSpec {
  readonly id: string;
  /** Import sources. */
  readonly packages: readonly string[];
  /** Names of global objects. */
  readonly globals: readonly string[];
  /** The second argument of `post`, `put` and `patch` is the body itself, not options. */
  readonly dataSecond: boolean;
  /** Names that may be called to send a request without the name being a verb; `''` is the client itself. */
  readonly senders: readonly string[];
  /** Names that return a client with options: `create`, `extend`. */
  readonly factories: readonly string[];
  /** Names of the base URL among the options of a client. */
  readonly baseKeys: readonly string[];
  /** What a call gives, once waited for: the API's answer, parsed, or an object that has it as `data`. */
  readonly gives?: 'envelope' | 'axios';
  /** A call throws where the API refuses. */
  readonly throws?: true;
  /** The option that turns this off; with a value, only that one does. */
  readonly silencedBy?: { readonly option: string; readonly value?: string };
  /** Pages use it as it is: a path without a host goes to the server that the page came from. */
  readonly inPages?: true;
  /** The client was given the URL, its verbs get the body. */
  readonly urlFirst?: boolean;
  /** Requests are declared for a test, not sent. */
  readonly mock?: boolean;
  /** Names of types that stand for such a client. */
  readonly types?: readonly string[];
}

const NOTHING: readonly string[] = [];

export const BASE_KEYS: readonly string[] = ['baseURL', 'baseUrl', 'prefixUrl', 'prefix', 'base', 'baseURI'];

/** Stands for the clients that a user names. No package is called so. */
export const OWN_CLIENT = '(own client)';

function row(id: string, packages: string, rest: Partial<ClientSpec> = {}): ClientSpec {
  return {
    id,
    packages: packages.split(' ').filter((name) => name !== ''),
    globals: NOTHING,
    dataSecond: false,
    senders: ['', 'request', 'fetch', 'raw'],
    factories: ['create', 'extend', 'defaults', 'instance'],
    baseKeys: BASE_KEYS,
    ...rest,
  };
}

export const CLIENTS: readonly ClientSpec[] = [
  row('own', '', { packages: [OWN_CLIENT], factories: ['create', 'extend'] }),
  row(
    'fetch',
    'node-fetch cross-fetch isomorphic-fetch whatwg-fetch node-fetch-native make-fetch-happen @whatwg-node/fetch isomorphic-unfetch unfetch @tauri-apps/plugin-http expo/fetch fetch-cookie minipass-fetch electron-fetch cross-undici-fetch',
    { globals: ['fetch'], factories: ['defaults'], inPages: true },
  ),
  row('ofetch', 'ofetch ohmyfetch #imports #app', {
    globals: ['$fetch', 'useFetch', 'useLazyFetch'],
    senders: ['', 'ofetch', '$fetch', 'raw', 'native', 'useFetch', 'useLazyFetch'],
    types: ['$Fetch'],
    gives: 'envelope',
    throws: true,
    silencedBy: { option: 'ignoreResponseError', value: 'true' },
    inPages: true,
  }),
  row('undici', 'undici', {
    senders: ['fetch', 'request', 'stream', 'pipeline', 'dispatch'],
    types: ['Client', 'Pool', 'Agent'],
  }),
  row('axios', 'axios redaxios xior axios-https-proxy-fix @vercel/axios axios/dist/axios.js', {
    globals: ['axios'],
    dataSecond: true,
    senders: ['', 'request'],
    factories: ['create'],
    types: ['AxiosInstance', 'AxiosStatic', 'Axios', 'NestAxios'],
    gives: 'axios',
    throws: true,
    silencedBy: { option: 'validateStatus' },
  }),
  row('nest-axios', '@nestjs/axios', {
    dataSecond: true,
    senders: ['request'],
    types: ['HttpService'],
    factories: NOTHING,
  }),
  row('angular', '@angular/common/http', {
    dataSecond: true,
    senders: ['request'],
    types: ['HttpClient'],
    factories: NOTHING,
  }),
  row('angularjs', '', { globals: ['$http'], dataSecond: true }),
  row('got', 'got got-cjs', {
    types: ['Got'],
    factories: ['extend'],
    throws: true,
    silencedBy: { option: 'throwHttpErrors', value: 'false' },
  }),
  row('ky', 'ky ky-universal', {
    globals: ['ky'],
    types: ['KyInstance'],
    throws: true,
    silencedBy: { option: 'throwHttpErrors', value: 'false' },
  }),
  row('superagent', 'superagent superagent-proxy unirest', {
    globals: ['superagent'],
    dataSecond: true,
    factories: ['agent', 'defaults'],
    types: ['SuperAgentStatic'],
  }),
  row(
    'request',
    'request request-promise request-promise-native postman-request @cypress/request requestretry cloudscraper',
    { senders: ['', 'request'], factories: ['defaults'] },
  ),
  row('needle', 'needle', { dataSecond: true }),
  row('wretch', 'wretch', {
    senders: NOTHING,
    factories: ['', 'url', 'options', 'headers', 'auth', 'default'],
    urlFirst: true,
  }),
  row('http', 'http https node:http node:https http2 follow-redirects follow-redirects/https', {
    senders: ['request', 'get'],
    factories: NOTHING,
  }),
  row('xhr', 'xmlhttprequest xhr2', {
    globals: ['XMLHttpRequest'],
    senders: ['open'],
    factories: NOTHING,
    inPages: true,
  }),
  row('jquery', 'jquery cash-dom', {
    globals: ['$', 'jQuery'],
    dataSecond: true,
    senders: ['ajax', 'getJSON'],
    factories: NOTHING,
    inPages: true,
  }),
  row('apps-script', '', {
    globals: ['UrlFetchApp'],
    senders: ['fetch', 'fetchAll', 'getRequest'],
    factories: NOTHING,
  }),
  row('user-script', '', {
    globals: ['GM_xmlhttpRequest', 'GM'],
    senders: ['', 'xmlHttpRequest', 'xmlhttpRequest'],
    factories: NOTHING,
  }),
  row('cypress', '', { globals: ['cy'], senders: ['request'], factories: NOTHING }),
  row('mini-program', '', { globals: ['uni', 'wx', 'my', 'Taro'], senders: ['request'], factories: NOTHING }),
  row(
    'gaxios',
    'gaxios phin centra bent teeny-request miniget popsicle light-my-request umi-request flyio apisauce alova',
    {
      dataSecond: true,
      senders: ['', 'request'],
      factories: ['create', 'extend', 'defaults', 'default', 'createAlova', 'createClient'],
    },
  ),
  row('openapi-fetch', 'openapi-fetch', { senders: NOTHING, factories: ['', 'createClient', 'default'] }),
  row('redux-query', '@reduxjs/toolkit/query @reduxjs/toolkit/query/react @reduxjs/toolkit/dist/query', {
    senders: NOTHING,
    factories: ['fetchBaseQuery'],
  }),
  row('actions', '@actions/http-client typed-rest-client typed-rest-client/HttpClient', {
    dataSecond: true,
    types: ['HttpClient'],
    factories: NOTHING,
  }),
  row('k6', 'k6/http', { dataSecond: true, senders: ['request'] }),
  row('playwright', '@playwright/test playwright playwright-core', {
    senders: ['fetch'],
    factories: ['newContext'],
    types: ['APIRequestContext'],
  }),
  row('apollo', '@apollo/datasource-rest apollo-datasource-rest', {
    senders: ['fetch'],
    factories: NOTHING,
    types: ['RESTDataSource'],
  }),
  row('nock', 'nock', {
    senders: ['intercept'],
    factories: ['', 'persist', 'matchHeader', 'reply', 'query'],
    mock: true,
    urlFirst: false,
  }),
  row('msw', 'msw', { senders: NOTHING, factories: NOTHING, mock: true }),
  row('fetch-mock', 'fetch-mock jest-fetch-mock axios-mock-adapter undici/mock', {
    senders: ['mock', 'route', 'once'],
    factories: NOTHING,
    mock: true,
  }),
];

const byId = new Map(CLIENTS.map((spec) => [spec.id, spec]));
const byPackage = new Map<string, ClientSpec>();
const byGlobal = new Map<string, ClientSpec>();
for (const spec of CLIENTS) {
  for (const name of spec.packages) byPackage.set(name, spec);
  for (const name of spec.globals) byGlobal.set(name, spec);
}

/** The client that a request names as its own; null for a function that only looks like one. */
export function clientNamed(id: string): ClientSpec | null {
  return byId.get(id) ?? null;
}

/** The client that something external is, or is a part of, and the names that follow the client itself. */
export function clientOf(external: External): { spec: ClientSpec; rest: readonly string[] } | null {
  if (external.package === 'global') {
    const [name, ...rest] = external.path;
    const spec = name === undefined ? undefined : byGlobal.get(name);
    return spec === undefined ? null : { spec, rest };
  }
  const spec = byPackage.get(external.package);
  return spec === undefined ? null : { spec, rest: external.path };
}

/** A client by the name of its type, with the source the type is imported from, if it is. */
export function typedClient(source: string | null, path: readonly string[]): External | null {
  const name = path[path.length - 1];
  if (name === undefined) return null;
  const spec = source === null ? undefined : byPackage.get(source);
  if (spec === undefined || !(spec.types ?? NOTHING).includes(name)) return null;
  return { kind: 'external', package: source ?? spec.id, path: [], config: null, origin: null };
}
