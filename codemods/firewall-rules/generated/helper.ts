/** Made by `npm run helpers:build` of the parts in `../helper`; do not edit. */
import type { Part } from '../../helpers/assemble.js';

export const PARTS: readonly Part[] = [
  {
    "name": "FIREWALL_RULES",
    "isOffered": true,
    "typescript": "/** Address of the firewall rules of a zone, below the zone. Requests to it never reach the network. */\nconst FIREWALL_RULES = 'rulesets/firewall-rules';",
    "plain": "/** Address of the firewall rules of a zone, below the zone. Requests to it never reach the network. */\nconst FIREWALL_RULES = 'rulesets/firewall-rules';"
  },
  {
    "name": "FILTERS",
    "isOffered": true,
    "typescript": "/** Address of the filters of a zone, below the zone. Requests to it never reach the network. */\nconst FILTERS = 'rulesets/filters';",
    "plain": "/** Address of the filters of a zone, below the zone. Requests to it never reach the network. */\nconst FILTERS = 'rulesets/filters';"
  },
  {
    "name": "Address",
    "isOffered": false,
    "typescript": "/** A URL that ends in one of them. */\ninterface Address {\n  /** All of the URL before the address: new requests go below it. */\n  readonly base: string;\n  readonly collection: string;\n  /** What follows the address: an id, or nothing. */\n  readonly rest: string;\n  readonly query: URLSearchParams;\n}",
    "plain": ""
  },
  {
    "name": "ADDRESS",
    "isOffered": false,
    "typescript": "const ADDRESS =\n  /^((?:[^?#]*\\/)?)rulesets\\/(firewall-rules|filters)(?:\\/([^?#]*?))?\\/?(?:\\?([^#]*))?(?:#.*)?$/;",
    "plain": "const ADDRESS =\n  /^((?:[^?#]*\\/)?)rulesets\\/(firewall-rules|filters)(?:\\/([^?#]*?))?\\/?(?:\\?([^#]*))?(?:#.*)?$/;"
  },
  {
    "name": "addressIn",
    "isOffered": false,
    "typescript": "/** The address that a URL ends in, or null for every other URL. */\nfunction addressIn(url: string): Address | null {\n  const found = ADDRESS.exec(url);\n  if (found === null) return null;\n  const [, base = '', collection = '', rest = '', query = ''] = found;\n  return { base, collection, rest, query: new URLSearchParams(query) };\n}",
    "plain": "/** The address that a URL ends in, or null for every other URL. */\nfunction addressIn(url) {\n  const found = ADDRESS.exec(url);\n  if (found === null) return null;\n  const [, base = '', collection = '', rest = '', query = ''] = found;\n  return { base, collection, rest, query: new URLSearchParams(query) };\n}"
  },
  {
    "name": "withQuery",
    "isOffered": false,
    "typescript": "/** Clients take their query as an object too; lists become one pair for each item. */\nfunction withQuery(address: Address, more: unknown): Address {\n  const query = new URLSearchParams(address.query);\n  const given = typeof more === 'string' ? new URLSearchParams(more) : Object(more);\n  const isIterable = typeof given.entries === 'function';\n  const pairs: readonly [unknown, unknown][] = isIterable\n    ? Array.from(given.entries())\n    : Object.entries(given);\n  for (const [name, value] of pairs)\n    for (const item of Array.isArray(value) ? value : [value])\n      if (item !== undefined && item !== null) query.append(String(name), String(item));\n  return { ...address, query };\n}",
    "plain": "/** Clients take their query as an object too; lists become one pair for each item. */\nfunction withQuery(address, more) {\n  const query = new URLSearchParams(address.query);\n  const given = typeof more === 'string' ? new URLSearchParams(more) : Object(more);\n  const isIterable = typeof given.entries === 'function';\n  const pairs = isIterable ? Array.from(given.entries()) : Object.entries(given);\n  for (const [name, value] of pairs)\n    for (const item of Array.isArray(value) ? value : [value])\n      if (item !== undefined && item !== null) query.append(String(name), String(item));\n  return { ...address, query };\n}"
  },
  {
    "name": "Call",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "type Call = (args: unknown[]) => unknown;",
    "plain": ""
  },
  {
    "name": "Adapter",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "type Adapter = (config: Fields) => Promise<AxiosAnswer>;",
    "plain": ""
  },
  {
    "name": "AxiosAnswer",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "interface AxiosAnswer extends Fields {\n  readonly status: number;\n  readonly data: unknown;\n}",
    "plain": ""
  },
  {
    "name": "AxiosLike",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "interface AxiosLike {\n  readonly defaults?: { readonly adapter?: unknown };\n  readonly create?: () => { readonly request: Adapter };\n  readonly getUri?: (config: Fields) => string;\n  readonly AxiosError?: unknown;\n}",
    "plain": ""
  },
  {
    "name": "axiosOverRulesets",
    "isOffered": true,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "/** The same client, which also answers requests to the addresses of this module. */\nfunction axiosOverRulesets<T extends object>(client: T): T {\n  const over = (url: unknown, args: unknown[], place: number): unknown[] => {\n    if (typeof url !== 'string' || addressIn(url) === null) return args;\n    const given = args[place];\n    const config = isFields(given) ? given : {};\n    return Object.assign([...args], { [place]: { ...config, adapter: adapterOver(client, config.adapter) } });\n  };\n  // The client itself and its `request` take a configuration, or a URL before it.\n  const configured = (args: unknown[]): unknown[] => {\n    const [first] = args;\n    return isFields(first) ? over(first.url, args, 0) : over(first, args, 1);\n  };\n  return new Proxy(client, {\n    get(target, name) {\n      const member: unknown = Reflect.get(target, name);\n      if (typeof member !== 'function' || typeof name !== 'string') return member;\n      const call: Call = (args) => Reflect.apply(member, target, args);\n      if (name === 'request') return (...args: unknown[]) => call(configured(args));\n      const place = ['get', 'delete'].includes(name) ? 1 : ['post', 'put', 'patch'].includes(name) ? 2 : 0;\n      return place === 0 ? member : (...args: unknown[]) => call(over(args[0], args, place));\n    },\n    apply: (target, self, args: unknown[]) => Reflect.apply(target as never, self, configured(args)),\n  });\n}",
    "plain": "/** The same client, which also answers requests to the addresses of this module. */\nfunction axiosOverRulesets(client) {\n  const over = (url, args, place) => {\n    if (typeof url !== 'string' || addressIn(url) === null) return args;\n    const given = args[place];\n    const config = isFields(given) ? given : {};\n    return Object.assign([...args], { [place]: { ...config, adapter: adapterOver(client, config.adapter) } });\n  };\n  // The client itself and its `request` take a configuration, or a URL before it.\n  const configured = (args) => {\n    const [first] = args;\n    return isFields(first) ? over(first.url, args, 0) : over(first, args, 1);\n  };\n  return new Proxy(client, {\n    get(target, name) {\n      const member = Reflect.get(target, name);\n      if (typeof member !== 'function' || typeof name !== 'string') return member;\n      const call = (args) => Reflect.apply(member, target, args);\n      if (name === 'request') return (...args) => call(configured(args));\n      const place = ['get', 'delete'].includes(name) ? 1 : ['post', 'put', 'patch'].includes(name) ? 2 : 0;\n      return place === 0 ? member : (...args) => call(over(args[0], args, place));\n    },\n    apply: (target, self, args) => Reflect.apply(target, self, configured(args)),\n  });\n}"
  },
  {
    "name": "adapterOver",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "/** What sends a request, but for those that are answered here. */\nfunction adapterOver(client: AxiosLike, given: unknown): Adapter {\n  const adapter = given ?? client.defaults?.adapter;\n  // Newer versions name their adapters: a client without interceptors finds them.\n  const send: Adapter =\n    typeof adapter === 'function'\n      ? (adapter as Adapter)\n      : (config) => {\n          const plain = client.create?.();\n          if (plain === undefined) throw new TypeError('this is not an axios that can be wrapped');\n          return plain.request({ ...config, adapter });\n        };\n  return async (config) => {\n    const address = addressOf(client, config);\n    return address === null ? send({ ...config, adapter }) : answered(client, address, config, send);\n  };\n}",
    "plain": "/** What sends a request, but for those that are answered here. */\nfunction adapterOver(client, given) {\n  const adapter = given ?? client.defaults?.adapter;\n  // Newer versions name their adapters: a client without interceptors finds them.\n  const send =\n    typeof adapter === 'function'\n      ? adapter\n      : (config) => {\n          const plain = client.create?.();\n          if (plain === undefined) throw new TypeError('this is not an axios that can be wrapped');\n          return plain.request({ ...config, adapter });\n        };\n  return async (config) => {\n    const address = addressOf(client, config);\n    return address === null ? send({ ...config, adapter }) : answered(client, address, config, send);\n  };\n}"
  },
  {
    "name": "addressOf",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "/** The query may stand in the URL and in `params`, which the client knows how to write. */\nfunction addressOf({ getUri }: AxiosLike, config: Fields): Address | null {\n  const { url, params } = config;\n  const address = typeof url === 'string' ? addressIn(url) : null;\n  if (address === null || !params) return address;\n  const written = typeof getUri === 'function' ? addressIn(getUri(config)) : null;\n  return { ...address, query: (written ?? withQuery(address, params)).query };\n}",
    "plain": "/** The query may stand in the URL and in `params`, which the client knows how to write. */\nfunction addressOf({ getUri }, config) {\n  const { url, params } = config;\n  const address = typeof url === 'string' ? addressIn(url) : null;\n  if (address === null || !params) return address;\n  const written = typeof getUri === 'function' ? addressIn(getUri(config)) : null;\n  return { ...address, query: (written ?? withQuery(address, params)).query };\n}"
  },
  {
    "name": "answered",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "async function answered(\n  client: AxiosLike,\n  address: Address,\n  config: Fields,\n  send: Adapter,\n): Promise<AxiosAnswer> {\n  const { method, data, headers, baseURL } = config;\n  const options = {\n    ...config,\n    params: undefined,\n    headers: withoutLength(headers),\n    responseType: 'text',\n    transformRequest: [(body: unknown) => body],\n    transformResponse: [(body: unknown) => body],\n  };\n  let last: AxiosAnswer | undefined;\n  const errors: unknown[] = [];\n  const call = {\n    ...address,\n    // Two clients may call two zones by the same path.\n    base: `${String(baseURL ?? '')} ${address.base}`,\n    method: String(method ?? 'get').toUpperCase(),\n    body: parsed(data),\n  };\n  const answer = await answerOldCall(call, async (verb, path, body) => {\n    const sent = body === undefined ? undefined : JSON.stringify(body);\n    const request = { ...options, method: verb.toLowerCase(), url: address.base + path, data: sent };\n    try {\n      last = await send(request);\n      return { status: last.status, body: parsed(last.data), native: last };\n    } catch (error) {\n      const { response } = (error ?? {}) as { readonly response?: AxiosAnswer };\n      if (typeof response?.status !== 'number') throw error;\n      errors.push(error);\n      last = response;\n      return { status: response.status, body: parsed(response.data), native: error };\n    }\n  });\n  // Whoever tries again by what the error says does so with the whole call.\n  if (errors.includes(answer.native)) throw Object.assign(answer.native as object, { config });\n  const { status, body, native } = answer;\n  const found = native === undefined ? { ...last, status, data: JSON.stringify(body) } : native;\n  const defaults = { statusText: status === 200 ? 'OK' : '', headers: {}, request: undefined };\n  const response: AxiosAnswer = { ...defaults, ...(found as AxiosAnswer), config };\n  if (acceptsStatus(config, status)) return response;\n  throw errorOf(client, errors[0], response);\n}",
    "plain": "async function answered(client, address, config, send) {\n  const { method, data, headers, baseURL } = config;\n  const options = {\n    ...config,\n    params: undefined,\n    headers: withoutLength(headers),\n    responseType: 'text',\n    transformRequest: [(body) => body],\n    transformResponse: [(body) => body],\n  };\n  let last;\n  const errors = [];\n  const call = {\n    ...address,\n    // Two clients may call two zones by the same path.\n    base: `${String(baseURL ?? '')} ${address.base}`,\n    method: String(method ?? 'get').toUpperCase(),\n    body: parsed(data),\n  };\n  const answer = await answerOldCall(call, async (verb, path, body) => {\n    const sent = body === undefined ? undefined : JSON.stringify(body);\n    const request = { ...options, method: verb.toLowerCase(), url: address.base + path, data: sent };\n    try {\n      last = await send(request);\n      return { status: last.status, body: parsed(last.data), native: last };\n    } catch (error) {\n      const { response } = error ?? {};\n      if (typeof response?.status !== 'number') throw error;\n      errors.push(error);\n      last = response;\n      return { status: response.status, body: parsed(response.data), native: error };\n    }\n  });\n  // Whoever tries again by what the error says does so with the whole call.\n  if (errors.includes(answer.native)) throw Object.assign(answer.native, { config });\n  const { status, body, native } = answer;\n  const found = native === undefined ? { ...last, status, data: JSON.stringify(body) } : native;\n  const defaults = { statusText: status === 200 ? 'OK' : '', headers: {}, request: undefined };\n  const response = { ...defaults, ...found, config };\n  if (acceptsStatus(config, status)) return response;\n  throw errorOf(client, errors[0], response);\n}"
  },
  {
    "name": "acceptsStatus",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "function acceptsStatus({ validateStatus }: Fields, status: number): boolean {\n  if (typeof validateStatus !== 'function') return true;\n  return Boolean((validateStatus as (status: number) => unknown)(status));\n}",
    "plain": "function acceptsStatus({ validateStatus }, status) {\n  if (typeof validateStatus !== 'function') return true;\n  return Boolean(validateStatus(status));\n}"
  },
  {
    "name": "errorOf",
    "isOffered": false,
    "heading": "/**\n * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request\n * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.\n */",
    "typescript": "/** An error of the client's own class; before 0.27 it had none, and no codes. */\nfunction errorOf({ AxiosError }: AxiosLike, seen: unknown, response: AxiosAnswer): Error {\n  const { config, request, status } = response;\n  const message = `Request failed with status code ${status}`;\n  const known = AxiosError ?? (seen instanceof Error && seen.constructor !== Error ? seen.constructor : null);\n  if (typeof known === 'function')\n    return new (known as new (...args: unknown[]) => Error)(\n      message,\n      'ERR_BAD_REQUEST',\n      config,\n      request,\n      response,\n    );\n  const toJSON = () => ({ message, name: 'Error', config });\n  return Object.assign(new Error(message), { config, request, response, isAxiosError: true, toJSON });\n}",
    "plain": "/** An error of the client's own class; before 0.27 it had none, and no codes. */\nfunction errorOf({ AxiosError }, seen, response) {\n  const { config, request, status } = response;\n  const message = `Request failed with status code ${status}`;\n  const known = AxiosError ?? (seen instanceof Error && seen.constructor !== Error ? seen.constructor : null);\n  if (typeof known === 'function') return new known(message, 'ERR_BAD_REQUEST', config, request, response);\n  const toJSON = () => ({ message, name: 'Error', config });\n  return Object.assign(new Error(message), { config, request, response, isAxiosError: true, toJSON });\n}"
  },
  {
    "name": "FetchedAnswer",
    "isOffered": false,
    "typescript": "interface FetchedAnswer {\n  readonly status: number;\n  readonly headers: unknown;\n  text(): Promise<string>;\n}",
    "plain": ""
  },
  {
    "name": "FetchLike",
    "isOffered": false,
    "typescript": "type FetchLike = (input: unknown, init?: unknown) => Promise<FetchedAnswer>;",
    "plain": ""
  },
  {
    "name": "fetchOverRulesets",
    "isOffered": true,
    "typescript": "/** The same `fetch`, which also answers requests to the addresses of this module. */\nfunction fetchOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {\n  const send = client as unknown as FetchLike;\n  return (async (...args: Parameters<FetchLike>) => {\n    const [input, init] = args;\n    const url = urlOf(input); //? request\n    const url = String(input); //! request\n    const address = addressIn(url);\n    if (address === null) return send(...args);\n    const given = await withRequest(input, init); //? request\n    const given = Object(init) as Fields; //! request\n    const { method = 'GET', body } = given;\n    const call = { ...address, method: String(method).toUpperCase(), body: parsed(body) };\n    let last: FetchedAnswer | undefined;\n    const answer = await answerOldCall(call, async (verb, path, sent) => {\n      const options = {\n        ...given,\n        headers: withoutLength(given.headers), //? length\n        method: verb,\n        body: JSON.stringify(sent),\n      };\n      last = await send(address.base + path, options);\n      const text = await last.text();\n      return { status: last.status, body: parsed(text), native: text };\n    });\n    return responseOf(answer, last, url);\n  }) as unknown as T;\n}",
    "plain": "/** The same `fetch`, which also answers requests to the addresses of this module. */\nfunction fetchOverRulesets(client) {\n  const send = client;\n  return async (...args) => {\n    const [input, init] = args;\n    const url = urlOf(input); //? request\n    const url = String(input); //! request\n    const address = addressIn(url);\n    if (address === null) return send(...args);\n    const given = await withRequest(input, init); //? request\n    const given = Object(init); //! request\n    const { method = 'GET', body } = given;\n    const call = { ...address, method: String(method).toUpperCase(), body: parsed(body) };\n    let last;\n    const answer = await answerOldCall(call, async (verb, path, sent) => {\n      const options = {\n        ...given,\n        headers: withoutLength(given.headers), //? length\n        method: verb,\n        body: JSON.stringify(sent),\n      };\n      last = await send(address.base + path, options);\n      const text = await last.text();\n      return { status: last.status, body: parsed(text), native: text };\n    });\n    return responseOf(answer, last, url);\n  };\n}"
  },
  {
    "name": "RequestLike",
    "isOffered": false,
    "typescript": "interface RequestLike extends Fields {\n  readonly url?: string;\n  readonly href?: string;\n  readonly clone?: () => RequestLike;\n  readonly text?: () => Promise<string>;\n}",
    "plain": ""
  },
  {
    "name": "urlOf",
    "isOffered": false,
    "typescript": "/** `fetch` takes a text, a URL, or a request. */\nfunction urlOf(input: unknown): string {\n  const { url, href } = Object(input) as RequestLike;\n  return String(url ?? href ?? input);\n}",
    "plain": "/** `fetch` takes a text, a URL, or a request. */\nfunction urlOf(input) {\n  const { url, href } = Object(input);\n  return String(url ?? href ?? input);\n}"
  },
  {
    "name": "withRequest",
    "isOffered": false,
    "typescript": "/** What a request says counts where the options say nothing. */\nasync function withRequest(input: unknown, init: unknown): Promise<Fields> {\n  const { clone, method, headers, signal } = Object(input) as RequestLike;\n  const options = Object(init) as Fields;\n  if (clone === undefined) return options;\n  const body = options.body ?? (method === 'GET' ? undefined : await clone.call(input).text?.());\n  return { method, headers, signal, ...options, body };\n}",
    "plain": "/** What a request says counts where the options say nothing. */\nasync function withRequest(input, init) {\n  const { clone, method, headers, signal } = Object(input);\n  const options = Object(init);\n  if (clone === undefined) return options;\n  const body = options.body ?? (method === 'GET' ? undefined : await clone.call(input).text?.());\n  return { method, headers, signal, ...options, body };\n}"
  },
  {
    "name": "responseOf",
    "isOffered": false,
    "typescript": "/** A response of the same class as those that the client gives. */\nfunction responseOf(\n  { status, body, native }: Answer,\n  last: FetchedAnswer | undefined,\n  asked: string,\n): FetchedAnswer {\n  const text = typeof native === 'string' ? native : JSON.stringify(body);\n  const { headers, url = asked } = Object(last) as Fields;\n  const own: unknown = Object(last).constructor;\n  const Known = (own === Object ? globalThis.Response : own) as new (\n    text: string,\n    init: Fields,\n  ) => FetchedAnswer;\n  const given =\n    Symbol.iterator in Object(headers) ? Array.from(headers as Iterable<readonly [string, string]>) : [];\n  // What a body was encoded with and how long it was do not hold for the new one.\n  const kept = given.filter(([name]) => !/^(content-(encoding|length)|transfer-encoding)$/i.test(name));\n  const init = { status, headers: kept.length > 0 ? kept : { 'content-type': 'application/json' } };\n  return Object.defineProperty(new Known(text, init), 'url', { value: url });\n}",
    "plain": "/** A response of the same class as those that the client gives. */\nfunction responseOf({ status, body, native }, last, asked) {\n  const text = typeof native === 'string' ? native : JSON.stringify(body);\n  const { headers, url = asked } = Object(last);\n  const own = Object(last).constructor;\n  const Known = own === Object ? globalThis.Response : own;\n  const given = Symbol.iterator in Object(headers) ? Array.from(headers) : [];\n  // What a body was encoded with and how long it was do not hold for the new one.\n  const kept = given.filter(([name]) => !/^(content-(encoding|length)|transfer-encoding)$/i.test(name));\n  const init = { status, headers: kept.length > 0 ? kept : { 'content-type': 'application/json' } };\n  return Object.defineProperty(new Known(text, init), 'url', { value: url });\n}"
  },
  {
    "name": "GotLike",
    "isOffered": false,
    "typescript": "type GotLike = (url: unknown, options?: Fields) => Promise<GotAnswer>;",
    "plain": ""
  },
  {
    "name": "GotAnswer",
    "isOffered": false,
    "typescript": "interface GotAnswer extends Fields {\n  readonly statusCode: number;\n  readonly body: unknown;\n}",
    "plain": ""
  },
  {
    "name": "gotOverRulesets",
    "isOffered": true,
    "typescript": "/** The same client, which also answers requests to the addresses of this module. */\nfunction gotOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {\n  const send = client as unknown as GotLike;\n  const through = (verb: string | null, url: unknown, options: Fields) => {\n    const given = isFields(url) && url.href === undefined ? url : { ...options, url };\n    const target = String((given.url as { readonly href?: unknown } | undefined)?.href ?? given.url);\n    const address = addressIn(target);\n    const method = verb ?? given.method ?? 'GET';\n    if (address !== null) return withGotReaders(send, address, { ...given, method });\n    return verb === null ? send(url, options) : send(url, { ...options, method: verb.toUpperCase() });\n  };\n  return new Proxy(client, {\n    get: (target, name) =>\n      typeof name === 'string' && /^(get|delete|post|put|patch)$/.test(name)\n        ? (url: unknown, options?: Fields) => through(name, url, options ?? {})\n        : (Reflect.get(target, name) as unknown),\n    apply: (_target, _self, [url, options]: [unknown, Fields | undefined]) =>\n      through(null, url, options ?? {}),\n  });\n}",
    "plain": "/** The same client, which also answers requests to the addresses of this module. */\nfunction gotOverRulesets(client) {\n  const send = client;\n  const through = (verb, url, options) => {\n    const given = isFields(url) && url.href === undefined ? url : { ...options, url };\n    const target = String(given.url?.href ?? given.url);\n    const address = addressIn(target);\n    const method = verb ?? given.method ?? 'GET';\n    if (address !== null) return withGotReaders(send, address, { ...given, method });\n    return verb === null ? send(url, options) : send(url, { ...options, method: verb.toUpperCase() });\n  };\n  return new Proxy(client, {\n    get: (target, name) =>\n      typeof name === 'string' && /^(get|delete|post|put|patch)$/.test(name)\n        ? (url, options) => through(name, url, options ?? {})\n        : Reflect.get(target, name),\n    apply: (_target, _self, [url, options]) => through(null, url, options ?? {}),\n  });\n}"
  },
  {
    "name": "withGotReaders",
    "isOffered": false,
    "typescript": "function withGotReaders(send: GotLike, address: Address, options: Fields): Promise<unknown> {\n  const { responseType = 'text', resolveBodyOnly } = options;\n  const answer = gotAnswer(send, address, options);\n  const whole = answer.then((response) =>\n    resolveBodyOnly === true\n      ? gotBody(responseType, response.body)\n      : { ...response, body: gotBody(responseType, response.body) },\n  );\n  const read = (as: unknown) => {\n    // Whoever reads the body hears of an error there.\n    whole.catch(() => undefined);\n    return answer.then(({ body }) => gotBody(as, body));\n  };\n  return Object.assign(whole, {\n    json: () => read('json'),\n    text: () => read('text'),\n    buffer: () => read('buffer'),\n  });\n}",
    "plain": "function withGotReaders(send, address, options) {\n  const { responseType = 'text', resolveBodyOnly } = options;\n  const answer = gotAnswer(send, address, options);\n  const whole = answer.then((response) =>\n    resolveBodyOnly === true\n      ? gotBody(responseType, response.body)\n      : { ...response, body: gotBody(responseType, response.body) },\n  );\n  const read = (as) => {\n    // Whoever reads the body hears of an error there.\n    whole.catch(() => undefined);\n    return answer.then(({ body }) => gotBody(as, body));\n  };\n  return Object.assign(whole, {\n    json: () => read('json'),\n    text: () => read('text'),\n    buffer: () => read('buffer'),\n  });\n}"
  },
  {
    "name": "gotBody",
    "isOffered": false,
    "typescript": "function gotBody(as: unknown, body: unknown): unknown {\n  if (as === 'json') return body;\n  const text = JSON.stringify(body);\n  return as === 'buffer' ? new TextEncoder().encode(text) : text;\n}",
    "plain": "function gotBody(as, body) {\n  if (as === 'json') return body;\n  const text = JSON.stringify(body);\n  return as === 'buffer' ? new TextEncoder().encode(text) : text;\n}"
  },
  {
    "name": "gotAnswer",
    "isOffered": false,
    "typescript": "async function gotAnswer(send: GotLike, address: Address, options: Fields): Promise<GotAnswer> {\n  const { url: _, json, body, searchParams, method, responseType: __, ...kept } = options;\n  const call = {\n    ...withQuery(address, searchParams),\n    method: String(method).toUpperCase(),\n    body: json ?? parsed(body),\n  };\n  let last: GotAnswer | undefined;\n  let seen: unknown;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    const given = {\n      ...kept,\n      method: verb,\n      resolveBodyOnly: false,\n      ...(sent === undefined ? {} : { json: sent }),\n    };\n    try {\n      const response = await send(address.base + path, given);\n      last = response;\n      return { status: response.statusCode, body: parsed(response.body), native: response };\n    } catch (error) {\n      const { response } = (error ?? {}) as { readonly response?: GotAnswer };\n      if (response === undefined) throw error;\n      last = response;\n      seen = error;\n      return { status: response.statusCode, body: parsed(response.body), native: error };\n    }\n  });\n  if (answer.native instanceof Error) throw answer.native;\n  const { status } = answer;\n  const response = { ...last, statusCode: status, ok: status < 400, body: answer.body };\n  if (status < 400 || kept.throwHttpErrors === false) return response;\n  const error = new Error(`Response code ${status}`);\n  if (seen instanceof Error) Object.setPrototypeOf(error, Object.getPrototypeOf(seen) as object);\n  const fields = { name: 'HTTPError', code: 'ERR_NON_2XX_3XX_RESPONSE', response, options };\n  for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value });\n  throw error;\n}",
    "plain": "async function gotAnswer(send, address, options) {\n  const { url: _, json, body, searchParams, method, responseType: __, ...kept } = options;\n  const call = {\n    ...withQuery(address, searchParams),\n    method: String(method).toUpperCase(),\n    body: json ?? parsed(body),\n  };\n  let last;\n  let seen;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    const given = {\n      ...kept,\n      method: verb,\n      resolveBodyOnly: false,\n      ...(sent === undefined ? {} : { json: sent }),\n    };\n    try {\n      const response = await send(address.base + path, given);\n      last = response;\n      return { status: response.statusCode, body: parsed(response.body), native: response };\n    } catch (error) {\n      const { response } = error ?? {};\n      if (response === undefined) throw error;\n      last = response;\n      seen = error;\n      return { status: response.statusCode, body: parsed(response.body), native: error };\n    }\n  });\n  if (answer.native instanceof Error) throw answer.native;\n  const { status } = answer;\n  const response = { ...last, statusCode: status, ok: status < 400, body: answer.body };\n  if (status < 400 || kept.throwHttpErrors === false) return response;\n  const error = new Error(`Response code ${status}`);\n  if (seen instanceof Error) Object.setPrototypeOf(error, Object.getPrototypeOf(seen));\n  const fields = { name: 'HTTPError', code: 'ERR_NON_2XX_3XX_RESPONSE', response, options };\n  for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value });\n  throw error;\n}"
  },
  {
    "name": "HttpRequest",
    "isOffered": false,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "type HttpRequest = (options: Fields, done: (response: HttpAnswer) => void) => HttpCall;",
    "plain": ""
  },
  {
    "name": "HttpAnswer",
    "isOffered": false,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "interface HttpAnswer extends Readable {\n  readonly statusCode: number;\n  readonly statusMessage: string;\n  readonly headers: Fields;\n}",
    "plain": ""
  },
  {
    "name": "HttpCall",
    "isOffered": false,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "interface HttpCall extends Writable {\n  setTimeout(time: number): unknown;\n}",
    "plain": ""
  },
  {
    "name": "httpOverRulesets",
    "isOffered": true,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "/** The same function, which also answers requests to the addresses of this module. */\nfunction httpOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {\n  return new Proxy(client, {\n    apply: (target, self, args: unknown[]) => {\n      const send: HttpRequest = (...sent) => Reflect.apply(target as unknown as HttpRequest, self, sent);\n      const options = httpOptions(args);\n      const address = addressIn(String(options.path ?? ''));\n      if (address === null) return Reflect.apply(target as unknown as HttpRequest, self, args);\n      const call = oldHttpCall(send, address, options);\n      const done = args.find((arg) => typeof arg === 'function');\n      if (done !== undefined) call.once('response', done as () => void);\n      // `get` ends its request by itself.\n      if (target.name === 'get') call.end();\n      return call;\n    },\n  });\n}",
    "plain": "/** The same function, which also answers requests to the addresses of this module. */\nfunction httpOverRulesets(client) {\n  return new Proxy(client, {\n    apply: (target, self, args) => {\n      const send = (...sent) => Reflect.apply(target, self, sent);\n      const options = httpOptions(args);\n      const address = addressIn(String(options.path ?? ''));\n      if (address === null) return Reflect.apply(target, self, args);\n      const call = oldHttpCall(send, address, options);\n      const done = args.find((arg) => typeof arg === 'function');\n      if (done !== undefined) call.once('response', done);\n      // `get` ends its request by itself.\n      if (target.name === 'get') call.end();\n      return call;\n    },\n  });\n}"
  },
  {
    "name": "httpOptions",
    "isOffered": false,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "/** What the options say counts more than the URL before them. */\nfunction httpOptions([first, second]: readonly unknown[]): Fields {\n  if (isFields(first) && !(first instanceof URL)) return first;\n  const { protocol, hostname, port, pathname, search } = new URL(String(first));\n  return { protocol, hostname, port, path: pathname + search, ...(isFields(second) ? second : {}) };\n}",
    "plain": "/** What the options say counts more than the URL before them. */\nfunction httpOptions([first, second]) {\n  if (isFields(first) && !(first instanceof URL)) return first;\n  const { protocol, hostname, port, pathname, search } = new URL(String(first));\n  return { protocol, hostname, port, path: pathname + search, ...(isFields(second) ? second : {}) };\n}"
  },
  {
    "name": "oldHttpCall",
    "isOffered": false,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "/** Takes a body as a request does, and has its answer once the body ends. */\nfunction oldHttpCall(send: HttpRequest, address: Address, options: Fields): Writable {\n  const given = Object.entries(isFields(options.headers) ? options.headers : {});\n  const headers = new Map(given.map(([name, value]) => [name.toLowerCase(), value]));\n  const chunks: Uint8Array[] = [];\n  let limit = 0;\n  let current: HttpCall | undefined;\n  let last: HttpAnswer | undefined;\n\n  const exchange = (method: string, path: string, body: string): Promise<HttpAnswer> => {\n    // The answers are read here, so they have to come as they are.\n    const kept = [...headers].filter(([name]) => !/^(accept|transfer)-encoding$/.test(name));\n    const length = body === '' ? {} : { 'content-length': new TextEncoder().encode(body).length };\n    const sent = { ...(withoutLength(Object.fromEntries(kept)) as Fields), ...length };\n    return new Promise((resolve, reject) => {\n      current = send({ ...options, method, path: address.base + path, headers: sent }, resolve);\n      current.on('error', reject).on('timeout', () => call.emit('timeout'));\n      if (limit > 0) current.setTimeout(limit);\n      current.end(body);\n    });\n  };\n\n  const answer = async (): Promise<HttpAnswer> => {\n    const method = String(options.method ?? 'GET').toUpperCase();\n    const base = `${String(options.hostname ?? options.host ?? '')} ${address.base}`;\n    const old = { ...address, base, method, body: parsed(textOf(chunks) || undefined) };\n    const found = await answerOldCall(old, async (verb, path, body) => {\n      last = await exchange(verb, path, body === undefined ? '' : JSON.stringify(body));\n      const received: Uint8Array[] = [];\n      for await (const chunk of last) received.push(chunk as Uint8Array);\n      const text = textOf(received);\n      return { status: last.statusCode, body: parsed(text), native: text };\n    });\n    return httpAnswer(found, last);\n  };\n\n  const call = new Writable({\n    autoDestroy: false,\n    write(chunk: Uint8Array, _encoding, done) {\n      chunks.push(chunk);\n      done();\n    },\n    final(done) {\n      done();\n      answer().then(\n        (response) =>\n          call.emit(\n            'response',\n            response.once('close', () => call.destroy()),\n          ),\n        (error: Error) => call.destroy(error),\n      );\n    },\n    destroy(error, done) {\n      current?.destroy();\n      done(error);\n    },\n  });\n  return Object.assign(call, {\n    setHeader: (name: string, value: unknown) => headers.set(name.toLowerCase(), value),\n    getHeader: (name: string) => headers.get(name.toLowerCase()),\n    removeHeader: (name: string) => headers.delete(name.toLowerCase()),\n    setTimeout: (time: number, done?: () => void) => {\n      limit = time;\n      if (done !== undefined) call.once('timeout', done);\n      return call;\n    },\n    setNoDelay: () => undefined,\n    setSocketKeepAlive: () => undefined,\n    flushHeaders: () => undefined,\n    abort: () => call.destroy(),\n  });\n}",
    "plain": "/** Takes a body as a request does, and has its answer once the body ends. */\nfunction oldHttpCall(send, address, options) {\n  const given = Object.entries(isFields(options.headers) ? options.headers : {});\n  const headers = new Map(given.map(([name, value]) => [name.toLowerCase(), value]));\n  const chunks = [];\n  let limit = 0;\n  let current;\n  let last;\n\n  const exchange = (method, path, body) => {\n    // The answers are read here, so they have to come as they are.\n    const kept = [...headers].filter(([name]) => !/^(accept|transfer)-encoding$/.test(name));\n    const length = body === '' ? {} : { 'content-length': new TextEncoder().encode(body).length };\n    const sent = { ...withoutLength(Object.fromEntries(kept)), ...length };\n    return new Promise((resolve, reject) => {\n      current = send({ ...options, method, path: address.base + path, headers: sent }, resolve);\n      current.on('error', reject).on('timeout', () => call.emit('timeout'));\n      if (limit > 0) current.setTimeout(limit);\n      current.end(body);\n    });\n  };\n\n  const answer = async () => {\n    const method = String(options.method ?? 'GET').toUpperCase();\n    const base = `${String(options.hostname ?? options.host ?? '')} ${address.base}`;\n    const old = { ...address, base, method, body: parsed(textOf(chunks) || undefined) };\n    const found = await answerOldCall(old, async (verb, path, body) => {\n      last = await exchange(verb, path, body === undefined ? '' : JSON.stringify(body));\n      const received = [];\n      for await (const chunk of last) received.push(chunk);\n      const text = textOf(received);\n      return { status: last.statusCode, body: parsed(text), native: text };\n    });\n    return httpAnswer(found, last);\n  };\n\n  const call = new Writable({\n    autoDestroy: false,\n    write(chunk, _encoding, done) {\n      chunks.push(chunk);\n      done();\n    },\n    final(done) {\n      done();\n      answer().then(\n        (response) =>\n          call.emit(\n            'response',\n            response.once('close', () => call.destroy()),\n          ),\n        (error) => call.destroy(error),\n      );\n    },\n    destroy(error, done) {\n      current?.destroy();\n      done(error);\n    },\n  });\n  return Object.assign(call, {\n    setHeader: (name, value) => headers.set(name.toLowerCase(), value),\n    getHeader: (name) => headers.get(name.toLowerCase()),\n    removeHeader: (name) => headers.delete(name.toLowerCase()),\n    setTimeout: (time, done) => {\n      limit = time;\n      if (done !== undefined) call.once('timeout', done);\n      return call;\n    },\n    setNoDelay: () => undefined,\n    setSocketKeepAlive: () => undefined,\n    flushHeaders: () => undefined,\n    abort: () => call.destroy(),\n  });\n}"
  },
  {
    "name": "textOf",
    "isOffered": false,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "function textOf(chunks: readonly Uint8Array[]): string {\n  const decoder = new TextDecoder();\n  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();\n}",
    "plain": "function textOf(chunks) {\n  const decoder = new TextDecoder();\n  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();\n}"
  },
  {
    "name": "httpAnswer",
    "isOffered": false,
    "platform": {
      "node:stream": "{ Readable, Writable }"
    },
    "typescript": "function httpAnswer({ status, body, native }: Answer, last: HttpAnswer | undefined): HttpAnswer {\n  const text = typeof native === 'string' ? native : JSON.stringify(body);\n  const { 'content-length': _, 'transfer-encoding': __, ...headers } = last?.headers ?? {};\n  const fields = {\n    statusCode: status,\n    statusMessage: last?.statusCode === status ? last.statusMessage : '',\n    headers,\n    httpVersion: '1.1',\n    complete: true,\n  };\n  return Object.assign(Readable.from([new TextEncoder().encode(text)], { objectMode: false }), fields);\n}",
    "plain": "function httpAnswer({ status, body, native }, last) {\n  const text = typeof native === 'string' ? native : JSON.stringify(body);\n  const { 'content-length': _, 'transfer-encoding': __, ...headers } = last?.headers ?? {};\n  const fields = {\n    statusCode: status,\n    statusMessage: last?.statusCode === status ? last.statusMessage : '',\n    headers,\n    httpVersion: '1.1',\n    complete: true,\n  };\n  return Object.assign(Readable.from([new TextEncoder().encode(text)], { objectMode: false }), fields);\n}"
  },
  {
    "name": "KyLike",
    "isOffered": false,
    "typescript": "type KyLike = (url: unknown, options?: Fields) => Promise<KyResponse>;",
    "plain": ""
  },
  {
    "name": "KyResponse",
    "isOffered": false,
    "typescript": "type KyResponse = Parameters<typeof responseOf>[1] & Fields;",
    "plain": ""
  },
  {
    "name": "kyOverRulesets",
    "isOffered": true,
    "typescript": "/** The same client, which also answers requests to the addresses of this module. */\nfunction kyOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {\n  const send = client as unknown as KyLike;\n  const through = (verb: string | null, url: unknown, options: Fields) => {\n    const address = addressIn(String((url as { readonly href?: unknown } | null)?.href ?? url));\n    const given = verb === null ? options : { ...options, method: verb };\n    return address === null ? send(url, given) : withReaders(kyAnswer(send, address, given));\n  };\n  return new Proxy(client, {\n    get: (target, name) =>\n      typeof name === 'string' && /^(get|delete|post|put|patch)$/.test(name)\n        ? (url: unknown, options?: Fields) => through(name, url, options ?? {})\n        : (Reflect.get(target, name) as unknown),\n    apply: (_target, _self, [url, options]: [unknown, Fields | undefined]) =>\n      through(null, url, options ?? {}),\n  });\n}",
    "plain": "/** The same client, which also answers requests to the addresses of this module. */\nfunction kyOverRulesets(client) {\n  const send = client;\n  const through = (verb, url, options) => {\n    const address = addressIn(String(url?.href ?? url));\n    const given = verb === null ? options : { ...options, method: verb };\n    return address === null ? send(url, given) : withReaders(kyAnswer(send, address, given));\n  };\n  return new Proxy(client, {\n    get: (target, name) =>\n      typeof name === 'string' && /^(get|delete|post|put|patch)$/.test(name)\n        ? (url, options) => through(name, url, options ?? {})\n        : Reflect.get(target, name),\n    apply: (_target, _self, [url, options]) => through(null, url, options ?? {}),\n  });\n}"
  },
  {
    "name": "kyAnswer",
    "isOffered": false,
    "typescript": "async function kyAnswer(send: KyLike, address: Address, options: Fields): Promise<KyResponse> {\n  const { json, body, searchParams, method = 'get', ...kept } = options;\n  const call = {\n    ...withQuery(address, searchParams),\n    method: String(method).toUpperCase(),\n    body: json ?? parsed(body),\n  };\n  let last: KyResponse | undefined;\n  let seen: { readonly constructor: unknown; readonly request?: unknown } | undefined;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    const given = { ...kept, method: verb.toLowerCase(), ...(sent === undefined ? {} : { json: sent }) };\n    const response = await send(address.base + path, given).catch((error: unknown) => {\n      const { response: refused } = (error ?? {}) as { readonly response?: KyResponse };\n      if (refused === undefined) throw error;\n      seen = error as Error;\n      return refused;\n    });\n    const text = await response.text();\n    last = response;\n    return { status: response.status, body: parsed(text), native: text };\n  });\n  const response = responseOf(answer, last, address.base) as KyResponse;\n  if (answer.status < 400 || kept.throwHttpErrors === false) return response;\n  if (typeof seen?.constructor !== 'function') {\n    const message = `Request failed with status code ${answer.status}`;\n    throw Object.assign(new Error(message), { name: 'HTTPError', response, options });\n  }\n  const HTTPError = seen.constructor as new (...args: unknown[]) => Error;\n  throw new HTTPError(response, seen.request, options);\n}",
    "plain": "async function kyAnswer(send, address, options) {\n  const { json, body, searchParams, method = 'get', ...kept } = options;\n  const call = {\n    ...withQuery(address, searchParams),\n    method: String(method).toUpperCase(),\n    body: json ?? parsed(body),\n  };\n  let last;\n  let seen;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    const given = { ...kept, method: verb.toLowerCase(), ...(sent === undefined ? {} : { json: sent }) };\n    const response = await send(address.base + path, given).catch((error) => {\n      const { response: refused } = error ?? {};\n      if (refused === undefined) throw error;\n      seen = error;\n      return refused;\n    });\n    const text = await response.text();\n    last = response;\n    return { status: response.status, body: parsed(text), native: text };\n  });\n  const response = responseOf(answer, last, address.base);\n  if (answer.status < 400 || kept.throwHttpErrors === false) return response;\n  if (typeof seen?.constructor !== 'function') {\n    const message = `Request failed with status code ${answer.status}`;\n    throw Object.assign(new Error(message), { name: 'HTTPError', response, options });\n  }\n  const HTTPError = seen.constructor;\n  throw new HTTPError(response, seen.request, options);\n}"
  },
  {
    "name": "READERS",
    "isOffered": false,
    "typescript": "const READERS = ['json', 'text', 'arrayBuffer', 'blob', 'formData'];",
    "plain": "const READERS = ['json', 'text', 'arrayBuffer', 'blob', 'formData'];"
  },
  {
    "name": "withReaders",
    "isOffered": false,
    "typescript": "function withReaders(answer: Promise<KyResponse>): Promise<KyResponse> {\n  const readers = READERS.map((name) => [\n    name,\n    () => answer.then((response) => (response[name] as () => unknown).call(response)),\n  ]);\n  return Object.assign(answer, Object.fromEntries(readers));\n}",
    "plain": "function withReaders(answer) {\n  const readers = READERS.map((name) => [\n    name,\n    () => answer.then((response) => response[name].call(response)),\n  ]);\n  return Object.assign(answer, Object.fromEntries(readers));\n}"
  },
  {
    "name": "services",
    "isOffered": false,
    "typescript": "const services = new WeakMap<object, object>();",
    "plain": "const services = new WeakMap();"
  },
  {
    "name": "nestOverRulesets",
    "isOffered": true,
    "typescript": "/** The same service, which also answers requests to the addresses of this module. */\nfunction nestOverRulesets<T extends { readonly axiosRef: object }>(service: T): T {\n  const HttpService = service.constructor as new (axios: object) => object;\n  const known = services.get(service) ?? new HttpService(axiosOverRulesets(service.axiosRef));\n  services.set(service, known);\n  return known as T;\n}",
    "plain": "/** The same service, which also answers requests to the addresses of this module. */\nfunction nestOverRulesets(service) {\n  const HttpService = service.constructor;\n  const known = services.get(service) ?? new HttpService(axiosOverRulesets(service.axiosRef));\n  services.set(service, known);\n  return known;\n}"
  },
  {
    "name": "ofetchOverRulesets",
    "isOffered": true,
    "typescript": "/** The same client, which also answers requests to the addresses of this module. */\nfunction ofetchOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {\n  const raw = (client as unknown as { readonly raw: OfetchRaw }).raw;\n  const through = async (url: unknown, options: Fields): Promise<Fields> => {\n    const address = addressIn(String(url));\n    return address === null ? raw(url, options) : ofetchAnswer(raw, address, options);\n  };\n  return new Proxy(client, {\n    get: (target, name) =>\n      name === 'raw'\n        ? (url: unknown, options?: Fields) => through(url, options ?? {})\n        : (Reflect.get(target, name) as unknown),\n    apply: (target, self, args: unknown[]) => {\n      const [url, options] = args;\n      if (addressIn(String(url)) === null)\n        return Reflect.apply(target as unknown as (...all: unknown[]) => unknown, self, args);\n      return through(url, isFields(options) ? options : {}).then(({ _data }) => _data);\n    },\n  });\n}",
    "plain": "/** The same client, which also answers requests to the addresses of this module. */\nfunction ofetchOverRulesets(client) {\n  const raw = client.raw;\n  const through = async (url, options) => {\n    const address = addressIn(String(url));\n    return address === null ? raw(url, options) : ofetchAnswer(raw, address, options);\n  };\n  return new Proxy(client, {\n    get: (target, name) =>\n      name === 'raw' ? (url, options) => through(url, options ?? {}) : Reflect.get(target, name),\n    apply: (target, self, args) => {\n      const [url, options] = args;\n      if (addressIn(String(url)) === null) return Reflect.apply(target, self, args);\n      return through(url, isFields(options) ? options : {}).then(({ _data }) => _data);\n    },\n  });\n}"
  },
  {
    "name": "OfetchRaw",
    "isOffered": false,
    "typescript": "type OfetchRaw = (url: unknown, options: Fields) => Promise<Fields>;",
    "plain": ""
  },
  {
    "name": "ofetchAnswer",
    "isOffered": false,
    "typescript": "async function ofetchAnswer(raw: OfetchRaw, address: Address, options: Fields): Promise<Fields> {\n  const { body, query, params, method = 'GET', ...kept } = options;\n  const call = {\n    ...withQuery(address, query ?? params),\n    method: String(method).toUpperCase(),\n    body: parsed(body),\n  };\n  let last: Fields | undefined;\n  let seen: unknown;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    try {\n      const response = await raw(address.base + path, { ...kept, method: verb, body: sent });\n      last = response;\n      return { status: Number(response.status), body: parsed(response._data), native: response };\n    } catch (error) {\n      const { response } = (error ?? {}) as { readonly response?: Fields };\n      if (response === undefined) throw error;\n      seen = error;\n      return { status: Number(response.status), body: parsed(response._data), native: error };\n    }\n  });\n  if (answer.native instanceof Error) throw answer.native;\n  const text = { status: answer.status, body: answer.body };\n  const response = Object.assign(responseOf(text, last as Parameters<typeof responseOf>[1], address.base), {\n    _data: answer.body,\n  });\n  if (answer.status < 400 || kept.ignoreResponseError === true) return response as unknown as Fields;\n  const fields = {\n    name: 'FetchError',\n    status: answer.status,\n    statusCode: answer.status,\n    data: answer.body,\n    response,\n  };\n  const error = new Error(`Request failed with status code ${answer.status}`);\n  if (seen instanceof Error) Object.setPrototypeOf(error, Object.getPrototypeOf(seen) as object);\n  for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value });\n  throw error;\n}",
    "plain": "async function ofetchAnswer(raw, address, options) {\n  const { body, query, params, method = 'GET', ...kept } = options;\n  const call = {\n    ...withQuery(address, query ?? params),\n    method: String(method).toUpperCase(),\n    body: parsed(body),\n  };\n  let last;\n  let seen;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    try {\n      const response = await raw(address.base + path, { ...kept, method: verb, body: sent });\n      last = response;\n      return { status: Number(response.status), body: parsed(response._data), native: response };\n    } catch (error) {\n      const { response } = error ?? {};\n      if (response === undefined) throw error;\n      seen = error;\n      return { status: Number(response.status), body: parsed(response._data), native: error };\n    }\n  });\n  if (answer.native instanceof Error) throw answer.native;\n  const text = { status: answer.status, body: answer.body };\n  const response = Object.assign(responseOf(text, last, address.base), {\n    _data: answer.body,\n  });\n  if (answer.status < 400 || kept.ignoreResponseError === true) return response;\n  const fields = {\n    name: 'FetchError',\n    status: answer.status,\n    statusCode: answer.status,\n    data: answer.body,\n    response,\n  };\n  const error = new Error(`Request failed with status code ${answer.status}`);\n  if (seen instanceof Error) Object.setPrototypeOf(error, Object.getPrototypeOf(seen));\n  for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value });\n  throw error;\n}"
  },
  {
    "name": "HTTP_MODULES",
    "isOffered": false,
    "platform": {
      "node:http": "* as http",
      "node:https": "* as https"
    },
    "typescript": "const HTTP_MODULES = {\n  'http:': { ...http, request: httpOverRulesets(http.request) },\n  'https:': { ...https, request: httpOverRulesets(https.request) },\n};",
    "plain": "const HTTP_MODULES = {\n  'http:': { ...http, request: httpOverRulesets(http.request) },\n  'https:': { ...https, request: httpOverRulesets(https.request) },\n};"
  },
  {
    "name": "requestOverRulesets",
    "isOffered": true,
    "platform": {
      "node:http": "* as http",
      "node:https": "* as https"
    },
    "typescript": "/** The same client, which also answers requests to the addresses of this module. */\nfunction requestOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {\n  const over = (args: readonly unknown[]): readonly unknown[] => {\n    const [first, second, ...rest] = args;\n    const isAlone = isFields(first) && (first.uri ?? first.url) !== undefined;\n    const given = isAlone ? first : { ...(isFields(second) ? second : {}), uri: first };\n    const uri = given.uri ?? given.url;\n    if (addressIn(String(isFields(uri) ? uri.href : uri)) === null) return args;\n    const done = isAlone ? [second] : isFields(second) ? rest : [second];\n    return [{ ...given, httpModules: HTTP_MODULES }, ...done];\n  };\n  return new Proxy(client, {\n    get(target, name) {\n      const member: unknown = Reflect.get(target, name);\n      return typeof name === 'string' && /^(get|del|delete|post|put|patch)$/.test(name)\n        ? (...args: unknown[]) => Reflect.apply(member as T, target, over(args) as never)\n        : member;\n    },\n    apply: (target, self, args) => Reflect.apply(target, self, over(args) as never),\n  });\n}",
    "plain": "/** The same client, which also answers requests to the addresses of this module. */\nfunction requestOverRulesets(client) {\n  const over = (args) => {\n    const [first, second, ...rest] = args;\n    const isAlone = isFields(first) && (first.uri ?? first.url) !== undefined;\n    const given = isAlone ? first : { ...(isFields(second) ? second : {}), uri: first };\n    const uri = given.uri ?? given.url;\n    if (addressIn(String(isFields(uri) ? uri.href : uri)) === null) return args;\n    const done = isAlone ? [second] : isFields(second) ? rest : [second];\n    return [{ ...given, httpModules: HTTP_MODULES }, ...done];\n  };\n  return new Proxy(client, {\n    get(target, name) {\n      const member = Reflect.get(target, name);\n      return typeof name === 'string' && /^(get|del|delete|post|put|patch)$/.test(name)\n        ? (...args) => Reflect.apply(member, target, over(args))\n        : member;\n    },\n    apply: (target, self, args) => Reflect.apply(target, self, over(args)),\n  });\n}"
  },
  {
    "name": "firewallRulesOf",
    "isOffered": true,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "/** `client.firewall.rules`, which answers its calls over rulesets. */\nfunction firewallRulesOf<T extends { firewall: { rules: unknown } }>(\n  client: T,\n): T['firewall']['rules'] {\n  return cloudflareOverRulesets(client).firewall.rules;\n}",
    "plain": "/** `client.firewall.rules`, which answers its calls over rulesets. */\nfunction firewallRulesOf(client) {\n  return cloudflareOverRulesets(client).firewall.rules;\n}"
  },
  {
    "name": "filtersOf",
    "isOffered": true,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "/** `client.filters`, which answers its calls over rulesets. */\nfunction filtersOf<T extends { filters: unknown }>(client: T): T['filters'] {\n  return cloudflareOverRulesets(client).filters;\n}",
    "plain": "/** `client.filters`, which answers its calls over rulesets. */\nfunction filtersOf(client) {\n  return cloudflareOverRulesets(client).filters;\n}"
  },
  {
    "name": "SdkLike",
    "isOffered": false,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "interface SdkLike {\n  readonly fetch?: unknown;\n  readonly _options?: Fields;\n  readonly withOptions?: (options: Fields) => object;\n}",
    "plain": ""
  },
  {
    "name": "clients",
    "isOffered": false,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "const clients = new WeakMap<object, object>();",
    "plain": "const clients = new WeakMap();"
  },
  {
    "name": "cloudflareOverRulesets",
    "isOffered": true,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "/** The same client, which also answers requests to the addresses of this module. */\nfunction cloudflareOverRulesets<T extends object>(client: T): T {\n  const known = clients.get(client) ?? twinOf(client);\n  clients.set(client, known);\n  return known as T;\n}",
    "plain": "/** The same client, which also answers requests to the addresses of this module. */\nfunction cloudflareOverRulesets(client) {\n  const known = clients.get(client) ?? twinOf(client);\n  clients.set(client, known);\n  return known;\n}"
  },
  {
    "name": "twinOf",
    "isOffered": false,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "function twinOf(client: object): object {\n  const { fetch, _options, withOptions } = client as SdkLike;\n  if (typeof fetch !== 'function') throw new TypeError('this is not a client of the SDK of majors 3 to 7');\n  const over = fetchOverRulesets(fetch as (...args: never[]) => unknown) as unknown as SdkFetch;\n  const options = { fetch: (url: unknown, init?: Fields) => over(addressed(url), init) };\n  if (typeof withOptions === 'function') return withOptions.call(client, options);\n  const Client = client.constructor as new (options: Fields) => object;\n  return new Client({ ..._options, ...options });\n}",
    "plain": "function twinOf(client) {\n  const { fetch, _options, withOptions } = client;\n  if (typeof fetch !== 'function') throw new TypeError('this is not a client of the SDK of majors 3 to 7');\n  const over = fetchOverRulesets(fetch);\n  const options = { fetch: (url, init) => over(addressed(url), init) };\n  if (typeof withOptions === 'function') return withOptions.call(client, options);\n  const Client = client.constructor;\n  return new Client({ ..._options, ...options });\n}"
  },
  {
    "name": "SdkFetch",
    "isOffered": false,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "type SdkFetch = (url: unknown, init?: Fields) => unknown;",
    "plain": ""
  },
  {
    "name": "addressed",
    "isOffered": false,
    "heading": "/**\n * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client\n * whose `fetch` answers the old calls.\n */",
    "typescript": "/** Addresses by the paths that the SDK writes itself. */\nfunction addressed(url: unknown): string {\n  let path = String(url);\n  path = path.replace(/(\\/zones\\/[^/?#]+\\/)firewall\\/rules(?=[/?#]|$)/, `$1${FIREWALL_RULES}`); //? rules\n  path = path.replace(/(\\/zones\\/[^/?#]+\\/)filters(?=[/?#]|$)/, `$1${FILTERS}`); //? filters-api\n  return path;\n}",
    "plain": "/** Addresses by the paths that the SDK writes itself. */\nfunction addressed(url) {\n  let path = String(url);\n  path = path.replace(/(\\/zones\\/[^/?#]+\\/)firewall\\/rules(?=[/?#]|$)/, `$1${FIREWALL_RULES}`); //? rules\n  path = path.replace(/(\\/zones\\/[^/?#]+\\/)filters(?=[/?#]|$)/, `$1${FILTERS}`); //? filters-api\n  return path;\n}"
  },
  {
    "name": "SuperStep",
    "isOffered": false,
    "heading": "/**\n * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken\n * again for each request that is sent in its place.\n */",
    "typescript": "type SuperStep = (...args: unknown[]) => unknown;",
    "plain": ""
  },
  {
    "name": "Start",
    "isOffered": false,
    "heading": "/**\n * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken\n * again for each request that is sent in its place.\n */",
    "typescript": "type Start = (method: string, url: string) => Promise<SuperAnswer> & { readonly [step: string]: SuperStep };",
    "plain": ""
  },
  {
    "name": "SuperAnswer",
    "isOffered": false,
    "heading": "/**\n * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken\n * again for each request that is sent in its place.\n */",
    "typescript": "type SuperAnswer = Fields & { readonly status: number };",
    "plain": ""
  },
  {
    "name": "superagentOverRulesets",
    "isOffered": true,
    "heading": "/**\n * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken\n * again for each request that is sent in its place.\n */",
    "typescript": "/** The same client, which also answers requests to the addresses of this module. */\nfunction superagentOverRulesets<T extends object>(client: T): T {\n  const start: Start = (method, url) => {\n    const verb = Reflect.get(client, method.toLowerCase()) as SuperStep;\n    return Reflect.apply(verb, client, [url]) as ReturnType<Start>;\n  };\n  return new Proxy(client, {\n    get(target, name) {\n      const member: unknown = Reflect.get(target, name);\n      if (typeof name !== 'string' || !/^(get|del|delete|post|put|patch)$/.test(name)) return member;\n      const method = name === 'del' ? 'DELETE' : name.toUpperCase();\n      return (url: unknown, ...rest: unknown[]) => {\n        const address = addressIn(String(url));\n        if (address === null) return Reflect.apply(member as SuperStep, target, [url, ...rest]);\n        return begun(start, address, method, rest);\n      };\n    },\n    apply(target, self, args: unknown[]) {\n      const [method, url] = typeof args[1] === 'string' ? args : ['GET', args[0]];\n      const address = addressIn(String(url));\n      if (address === null) return Reflect.apply(target as SuperStep, self, args);\n      return begun(start, address, String(method).toUpperCase(), []);\n    },\n  });\n}",
    "plain": "/** The same client, which also answers requests to the addresses of this module. */\nfunction superagentOverRulesets(client) {\n  const start = (method, url) => {\n    const verb = Reflect.get(client, method.toLowerCase());\n    return Reflect.apply(verb, client, [url]);\n  };\n  return new Proxy(client, {\n    get(target, name) {\n      const member = Reflect.get(target, name);\n      if (typeof name !== 'string' || !/^(get|del|delete|post|put|patch)$/.test(name)) return member;\n      const method = name === 'del' ? 'DELETE' : name.toUpperCase();\n      return (url, ...rest) => {\n        const address = addressIn(String(url));\n        if (address === null) return Reflect.apply(member, target, [url, ...rest]);\n        return begun(start, address, method, rest);\n      };\n    },\n    apply(target, self, args) {\n      const [method, url] = typeof args[1] === 'string' ? args : ['GET', args[0]];\n      const address = addressIn(String(url));\n      if (address === null) return Reflect.apply(target, self, args);\n      return begun(start, address, String(method).toUpperCase(), []);\n    },\n  });\n}"
  },
  {
    "name": "begun",
    "isOffered": false,
    "heading": "/**\n * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken\n * again for each request that is sent in its place.\n */",
    "typescript": "/** What was given to the verb itself: a body, or the query of a request without one, and who waits for the answer. */\nfunction begun(start: Start, address: Address, method: string, given: readonly unknown[]): object {\n  const call = superCall(start, address, method);\n  const [data] = given.filter((arg) => typeof arg !== 'function');\n  if (data !== undefined && data !== null) call[method === 'GET' ? 'query' : 'send']?.(data);\n  const done = given.find((arg) => typeof arg === 'function');\n  if (done !== undefined) call.end?.(done);\n  return call;\n}",
    "plain": "/** What was given to the verb itself: a body, or the query of a request without one, and who waits for the answer. */\nfunction begun(start, address, method, given) {\n  const call = superCall(start, address, method);\n  const [data] = given.filter((arg) => typeof arg !== 'function');\n  if (data !== undefined && data !== null) call[method === 'GET' ? 'query' : 'send']?.(data);\n  const done = given.find((arg) => typeof arg === 'function');\n  if (done !== undefined) call.end?.(done);\n  return call;\n}"
  },
  {
    "name": "superCall",
    "isOffered": false,
    "heading": "/**\n * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken\n * again for each request that is sent in its place.\n */",
    "typescript": "function superCall(start: Start, address: Address, method: string): { readonly [step: string]: SuperStep } {\n  const steps: (readonly [name: string, args: readonly unknown[]])[] = [];\n  let asked = address;\n  let body: unknown;\n  let isAccepted = (response: SuperAnswer): unknown => response.status >= 200 && response.status < 300;\n  let answer: Promise<SuperAnswer> | undefined;\n  const begin = () => {\n    answer ??= superAnswer(\n      (verb, path) => {\n        const real = start(verb, address.base + path);\n        for (const [name, args] of steps) real[name]?.(...args);\n        return real;\n      },\n      { ...asked, method, body: parsed(body) },\n      (response) => isAccepted(response),\n    );\n    return answer;\n  };\n  const own: { readonly [step: string]: SuperStep } = {\n    query: (more) => {\n      asked = withQuery(asked, more);\n    },\n    send: (more) => {\n      body = isFields(body) && isFields(more) ? { ...body, ...more } : more;\n    },\n    ok: (accepts) => {\n      isAccepted = accepts as typeof isAccepted;\n      steps.push(['ok', [accepts]]);\n    },\n  };\n  const waits: { readonly [step: string]: SuperStep } = {\n    // biome-ignore lint/suspicious/noThenProperty: the client's requests are waited for as promises are.\n    then: (good, bad) => begin().then(good as undefined, bad as undefined),\n    catch: (bad) => begin().catch(bad as undefined),\n    finally: (after) => begin().finally(after as undefined),\n  };\n  const call: { readonly [step: string]: SuperStep } = new Proxy(waits, {\n    get: (target, name) => {\n      if (typeof name !== 'string' || name in target) return Reflect.get(target, name) as unknown;\n      return (...args: unknown[]) => {\n        const [done] = args;\n        if (name === 'end')\n          begin().then(\n            (response) => (done as SuperStep)(null, response),\n            (error: Fields) => (done as SuperStep)(error, error.response),\n          );\n        else if (own[name] !== undefined) own[name](...args);\n        else steps.push([name, args]);\n        return call;\n      };\n    },\n  });\n  return call;\n}",
    "plain": "function superCall(start, address, method) {\n  const steps = [];\n  let asked = address;\n  let body;\n  let isAccepted = (response) => response.status >= 200 && response.status < 300;\n  let answer;\n  const begin = () => {\n    answer ??= superAnswer(\n      (verb, path) => {\n        const real = start(verb, address.base + path);\n        for (const [name, args] of steps) real[name]?.(...args);\n        return real;\n      },\n      { ...asked, method, body: parsed(body) },\n      (response) => isAccepted(response),\n    );\n    return answer;\n  };\n  const own = {\n    query: (more) => {\n      asked = withQuery(asked, more);\n    },\n    send: (more) => {\n      body = isFields(body) && isFields(more) ? { ...body, ...more } : more;\n    },\n    ok: (accepts) => {\n      isAccepted = accepts;\n      steps.push(['ok', [accepts]]);\n    },\n  };\n  const waits = {\n    // biome-ignore lint/suspicious/noThenProperty: the client's requests are waited for as promises are.\n    then: (good, bad) => begin().then(good, bad),\n    catch: (bad) => begin().catch(bad),\n    finally: (after) => begin().finally(after),\n  };\n  const call = new Proxy(waits, {\n    get: (target, name) => {\n      if (typeof name !== 'string' || name in target) return Reflect.get(target, name);\n      return (...args) => {\n        const [done] = args;\n        if (name === 'end')\n          begin().then(\n            (response) => done(null, response),\n            (error) => done(error, error.response),\n          );\n        else if (own[name] !== undefined) own[name](...args);\n        else steps.push([name, args]);\n        return call;\n      };\n    },\n  });\n  return call;\n}"
  },
  {
    "name": "superAnswer",
    "isOffered": false,
    "heading": "/**\n * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken\n * again for each request that is sent in its place.\n */",
    "typescript": "async function superAnswer(\n  begin: (verb: string, path: string) => ReturnType<Start>,\n  call: Parameters<typeof answerOldCall>[0],\n  isAccepted: (response: SuperAnswer) => unknown,\n): Promise<SuperAnswer> {\n  let last: SuperAnswer | undefined;\n  let seen: unknown;\n  const answer = await answerOldCall(call, async (verb, path, body) => {\n    const real = begin(verb, path);\n    try {\n      last = await (body === undefined ? real : (real.send?.(body) as typeof real));\n      return { status: last.status, body: last.body, native: last };\n    } catch (error) {\n      const { response } = (error ?? {}) as { readonly response?: SuperAnswer };\n      if (response === undefined) throw error;\n      seen = error;\n      last = response;\n      return { status: response.status, body: response.body, native: error };\n    }\n  });\n  if (answer.native === seen && seen !== undefined) throw seen;\n  if (answer.native !== undefined) return answer.native as SuperAnswer;\n  const { status, body } = answer;\n  const fields = {\n    status,\n    statusCode: status,\n    ok: status < 300,\n    body,\n    text: JSON.stringify(body),\n    error: false,\n  };\n  const own = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);\n  const response = Object.create(last ?? null, Object.fromEntries(own)) as SuperAnswer;\n  if (isAccepted(response)) return response;\n  throw Object.assign(new Error(`Request failed with status code ${status}`), { status, response });\n}",
    "plain": "async function superAnswer(begin, call, isAccepted) {\n  let last;\n  let seen;\n  const answer = await answerOldCall(call, async (verb, path, body) => {\n    const real = begin(verb, path);\n    try {\n      last = await (body === undefined ? real : real.send?.(body));\n      return { status: last.status, body: last.body, native: last };\n    } catch (error) {\n      const { response } = error ?? {};\n      if (response === undefined) throw error;\n      seen = error;\n      last = response;\n      return { status: response.status, body: response.body, native: error };\n    }\n  });\n  if (answer.native === seen && seen !== undefined) throw seen;\n  if (answer.native !== undefined) return answer.native;\n  const { status, body } = answer;\n  const fields = {\n    status,\n    statusCode: status,\n    ok: status < 300,\n    body,\n    text: JSON.stringify(body),\n    error: false,\n  };\n  const own = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);\n  const response = Object.create(last ?? null, Object.fromEntries(own));\n  if (isAccepted(response)) return response;\n  throw Object.assign(new Error(`Request failed with status code ${status}`), { status, response });\n}"
  },
  {
    "name": "UndiciAnswer",
    "isOffered": false,
    "typescript": "interface UndiciAnswer extends Fields {\n  readonly statusCode: number;\n  readonly body: { text(): Promise<string> } & Fields;\n}",
    "plain": ""
  },
  {
    "name": "UndiciRequest",
    "isOffered": false,
    "typescript": "type UndiciRequest = (url: unknown, options?: Fields) => Promise<UndiciAnswer>;",
    "plain": ""
  },
  {
    "name": "undiciOverRulesets",
    "isOffered": true,
    "typescript": "/** The same function, which also answers requests to the addresses of this module. */\nfunction undiciOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {\n  return new Proxy(client, {\n    apply: (target, self, args: unknown[]) => {\n      const send: UndiciRequest = (...sent) => Reflect.apply(target as unknown as UndiciRequest, self, sent);\n      const [url, options] = args;\n      const address = addressIn(String((url as { readonly href?: unknown } | null)?.href ?? url));\n      if (address === null) return Reflect.apply(target as unknown as UndiciRequest, self, args);\n      return undiciAnswer(send, address, isFields(options) ? options : {});\n    },\n  });\n}",
    "plain": "/** The same function, which also answers requests to the addresses of this module. */\nfunction undiciOverRulesets(client) {\n  return new Proxy(client, {\n    apply: (target, self, args) => {\n      const send = (...sent) => Reflect.apply(target, self, sent);\n      const [url, options] = args;\n      const address = addressIn(String(url?.href ?? url));\n      if (address === null) return Reflect.apply(target, self, args);\n      return undiciAnswer(send, address, isFields(options) ? options : {});\n    },\n  });\n}"
  },
  {
    "name": "undiciAnswer",
    "isOffered": false,
    "typescript": "async function undiciAnswer(send: UndiciRequest, address: Address, options: Fields): Promise<UndiciAnswer> {\n  const { method = 'GET', body, query, headers, ...others } = options;\n  const kept = { ...others, headers: withoutLength(headers) };\n  const call = {\n    ...withQuery(address, query),\n    method: String(method).toUpperCase(),\n    body: parsed(body),\n  };\n  let last: UndiciAnswer | undefined;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    const written = sent === undefined ? {} : { body: JSON.stringify(sent) };\n    last = await send(address.base + path, { ...kept, method: verb, ...written });\n    const text = await last.body.text();\n    return { status: last.statusCode, body: parsed(text), native: text };\n  });\n  const text = typeof answer.native === 'string' ? answer.native : JSON.stringify(answer.body);\n  const bytes = () => new TextEncoder().encode(text);\n  return {\n    headers: {},\n    ...last,\n    statusCode: answer.status,\n    body: {\n      text: () => Promise.resolve(text),\n      json: () => Promise.resolve(text).then((whole) => JSON.parse(whole) as unknown),\n      arrayBuffer: () => Promise.resolve(bytes().buffer),\n      dump: () => Promise.resolve(),\n      async *[Symbol.asyncIterator]() {\n        yield await Promise.resolve(bytes());\n      },\n    },\n  };\n}",
    "plain": "async function undiciAnswer(send, address, options) {\n  const { method = 'GET', body, query, headers, ...others } = options;\n  const kept = { ...others, headers: withoutLength(headers) };\n  const call = {\n    ...withQuery(address, query),\n    method: String(method).toUpperCase(),\n    body: parsed(body),\n  };\n  let last;\n  const answer = await answerOldCall(call, async (verb, path, sent) => {\n    const written = sent === undefined ? {} : { body: JSON.stringify(sent) };\n    last = await send(address.base + path, { ...kept, method: verb, ...written });\n    const text = await last.body.text();\n    return { status: last.statusCode, body: parsed(text), native: text };\n  });\n  const text = typeof answer.native === 'string' ? answer.native : JSON.stringify(answer.body);\n  const bytes = () => new TextEncoder().encode(text);\n  return {\n    headers: {},\n    ...last,\n    statusCode: answer.status,\n    body: {\n      text: () => Promise.resolve(text),\n      json: () => Promise.resolve(text).then((whole) => JSON.parse(whole)),\n      arrayBuffer: () => Promise.resolve(bytes().buffer),\n      dump: () => Promise.resolve(),\n      async *[Symbol.asyncIterator]() {\n        yield await Promise.resolve(bytes());\n      },\n    },\n  };\n}"
  },
  {
    "name": "LENGTH",
    "isOffered": false,
    "typescript": "const LENGTH = /^content-length$/i;",
    "plain": "const LENGTH = /^content-length$/i;"
  },
  {
    "name": "HeadersLike",
    "isOffered": false,
    "typescript": "interface HeadersLike {\n  delete(name: string): void;\n  has(name: string): boolean;\n}",
    "plain": ""
  },
  {
    "name": "withoutLength",
    "isOffered": false,
    "typescript": "/** The same headers, in whatever form, without the length of the body. */\nfunction withoutLength(headers: unknown): unknown {\n  if (Array.isArray(headers))\n    return headers.filter((pair: unknown) => !(Array.isArray(pair) && LENGTH.test(String(pair[0]))));\n  if (!isFields(headers)) return headers;\n  const { has, delete: remove } = headers as unknown as Partial<HeadersLike>;\n  if (typeof has === 'function' && typeof remove === 'function') {\n    if (!has.call(headers, 'content-length')) return headers;\n    const copy = new (headers.constructor as new (from: unknown) => HeadersLike)(headers);\n    copy.delete('content-length');\n    return copy;\n  }\n  return Object.fromEntries(Object.entries(headers).filter(([name]) => !LENGTH.test(name)));\n}",
    "plain": "/** The same headers, in whatever form, without the length of the body. */\nfunction withoutLength(headers) {\n  if (Array.isArray(headers))\n    return headers.filter((pair) => !(Array.isArray(pair) && LENGTH.test(String(pair[0]))));\n  if (!isFields(headers)) return headers;\n  const { has, delete: remove } = headers;\n  if (typeof has === 'function' && typeof remove === 'function') {\n    if (!has.call(headers, 'content-length')) return headers;\n    const copy = new headers.constructor(headers);\n    copy.delete('content-length');\n    return copy;\n  }\n  return Object.fromEntries(Object.entries(headers).filter(([name]) => !LENGTH.test(name)));\n}"
  },
  {
    "name": "OldRequest",
    "isOffered": false,
    "typescript": "/** A request to the old API. */\ninterface OldRequest extends Address {\n  readonly method: string;\n  readonly body: unknown;\n}",
    "plain": ""
  },
  {
    "name": "OldCall",
    "isOffered": false,
    "typescript": "interface OldCall extends OldRequest {\n  readonly send: Send;\n  /** Takes back what was written for the call so far, the first write first. */\n  readonly undo: (() => Promise<unknown>)[]; //? undo\n}",
    "plain": ""
  },
  {
    "name": "OldResult",
    "isOffered": false,
    "typescript": "interface OldResult {\n  readonly result: unknown;\n  readonly result_info?: unknown;\n}",
    "plain": ""
  },
  {
    "name": "ANSWERS",
    "isOffered": false,
    "typescript": "/** What answers a call, by its method, its collection, and whether it names one of it. */\nconst ANSWERS: { readonly [call: string]: (call: OldCall) => Promise<OldResult> } = {\n  'GET firewall-rules': listRules, //? list\n  'GET firewall-rules/*': ruleById, //? get\n  'POST firewall-rules': createRules, //? create\n  'PUT firewall-rules': (call) => changeRules(call, replaced), //? replace-all\n  'PUT firewall-rules/*': (call) => changeRules(call, replaced), //? replace\n  'PATCH firewall-rules': (call) => changeRules(call, reprioritised), //? move-all\n  'PATCH firewall-rules/*': (call) => changeRules(call, reprioritised), //? move\n  'DELETE firewall-rules': deleteRules, //? delete-all\n  'DELETE firewall-rules/*': deleteRules, //? delete\n  'GET filters': listFilters, //? filters-list\n  'GET filters/*': filterById, //? filters-get\n  'POST filters': createFilters, //? filters-create\n  'POST filters/*': validateExpression, //? filters-check\n  'PUT filters': changeFilters, //? filters-change-all\n  'PUT filters/*': changeFilters, //? filters-change\n  'DELETE filters': deleteFilters, //? filters-delete-all\n  'DELETE filters/*': deleteFilters, //? filters-delete\n};",
    "plain": "/** What answers a call, by its method, its collection, and whether it names one of it. */\nconst ANSWERS = {\n  'GET firewall-rules': listRules, //? list\n  'GET firewall-rules/*': ruleById, //? get\n  'POST firewall-rules': createRules, //? create\n  'PUT firewall-rules': (call) => changeRules(call, replaced), //? replace-all\n  'PUT firewall-rules/*': (call) => changeRules(call, replaced), //? replace\n  'PATCH firewall-rules': (call) => changeRules(call, reprioritised), //? move-all\n  'PATCH firewall-rules/*': (call) => changeRules(call, reprioritised), //? move\n  'DELETE firewall-rules': deleteRules, //? delete-all\n  'DELETE firewall-rules/*': deleteRules, //? delete\n  'GET filters': listFilters, //? filters-list\n  'GET filters/*': filterById, //? filters-get\n  'POST filters': createFilters, //? filters-create\n  'POST filters/*': validateExpression, //? filters-check\n  'PUT filters': changeFilters, //? filters-change-all\n  'PUT filters/*': changeFilters, //? filters-change\n  'DELETE filters': deleteFilters, //? filters-delete-all\n  'DELETE filters/*': deleteFilters, //? filters-delete\n};"
  },
  {
    "name": "answerOldCall",
    "isOffered": false,
    "typescript": "async function answerOldCall(request: OldRequest, send: Send): Promise<Answer> {\n  const which = request.rest === '' ? '' : '/*';\n  const name = `${request.method} ${request.collection}${which}`;\n  const answer = ANSWERS[name];\n  const call: OldCall = {\n    ...request,\n    send,\n    undo: [], //? undo\n  };\n  try {\n    if (answer === undefined) throw refusal(405, 10405, `Method not allowed: ${name} is not answered here`);\n    const { result, ...page } = await (request.method === 'GET' ? answer(call) : inTurn(call, answer)); //? write\n    const { result, ...page } = await answer(call); //! write\n    return { status: 200, body: { result, success: true, errors: [], messages: [], ...page } };\n  } catch (thrown) {\n    if (thrown instanceof Refusal) return thrown.answer;\n    throw thrown;\n  }\n}",
    "plain": "async function answerOldCall(request, send) {\n  const which = request.rest === '' ? '' : '/*';\n  const name = `${request.method} ${request.collection}${which}`;\n  const answer = ANSWERS[name];\n  const call = {\n    ...request,\n    send,\n    undo: [], //? undo\n  };\n  try {\n    if (answer === undefined) throw refusal(405, 10405, `Method not allowed: ${name} is not answered here`);\n    const { result, ...page } = await (request.method === 'GET' ? answer(call) : inTurn(call, answer)); //? write\n    const { result, ...page } = await answer(call); //! write\n    return { status: 200, body: { result, success: true, errors: [], messages: [], ...page } };\n  } catch (thrown) {\n    if (thrown instanceof Refusal) return thrown.answer;\n    throw thrown;\n  }\n}"
  },
  {
    "name": "turns",
    "isOffered": false,
    "typescript": "/** The write of each zone that was begun last. */\nconst turns = new Map<string, Promise<unknown>>();",
    "plain": "/** The write of each zone that was begun last. */\nconst turns = new Map();"
  },
  {
    "name": "inTurn",
    "isOffered": false,
    "typescript": "/** Writes of one zone are done one after the other. */\nfunction inTurn(call: OldCall, write: (call: OldCall) => Promise<OldResult>): Promise<OldResult> {\n  const before = turns.get(call.base) ?? Promise.resolve();\n  const done = before.then(() => allOrNothing(call, write)); //? undo\n  const done = before.then(() => write(call)); //! undo\n  const over = done.catch(() => undefined);\n  turns.set(call.base, over);\n  return done;\n}",
    "plain": "/** Writes of one zone are done one after the other. */\nfunction inTurn(call, write) {\n  const before = turns.get(call.base) ?? Promise.resolve();\n  const done = before.then(() => allOrNothing(call, write)); //? undo\n  const done = before.then(() => write(call)); //! undo\n  const over = done.catch(() => undefined);\n  turns.set(call.base, over);\n  return done;\n}"
  },
  {
    "name": "allOrNothing",
    "isOffered": false,
    "typescript": "/** Calls were answered as a whole: what was done of one is taken back when the rest fails. */\nasync function allOrNothing(call: OldCall, write: (call: OldCall) => Promise<OldResult>): Promise<OldResult> {\n  try {\n    return await write(call);\n  } catch (thrown) {\n    for (const step of call.undo.reverse()) await step().catch(() => undefined);\n    throw thrown;\n  }\n}",
    "plain": "/** Calls were answered as a whole: what was done of one is taken back when the rest fails. */\nasync function allOrNothing(call, write) {\n  try {\n    return await write(call);\n  } catch (thrown) {\n    for (const step of call.undo.reverse()) await step().catch(() => undefined);\n    throw thrown;\n  }\n}"
  },
  {
    "name": "pageOf",
    "isOffered": false,
    "typescript": "/** The page of a list that a query asks for. */\nfunction pageOf(items: readonly unknown[], query: URLSearchParams): OldResult {\n  const size = countIn(query, 'per_page', 25);\n  const page = countIn(query, 'page', 1);\n  const result = items.slice((page - 1) * size, page * size);\n  const total_pages = Math.ceil(items.length / size);\n  return {\n    result,\n    result_info: { page, per_page: size, count: result.length, total_count: items.length, total_pages },\n  };\n}",
    "plain": "/** The page of a list that a query asks for. */\nfunction pageOf(items, query) {\n  const size = countIn(query, 'per_page', 25);\n  const page = countIn(query, 'page', 1);\n  const result = items.slice((page - 1) * size, page * size);\n  const total_pages = Math.ceil(items.length / size);\n  return {\n    result,\n    result_info: { page, per_page: size, count: result.length, total_count: items.length, total_pages },\n  };\n}"
  },
  {
    "name": "countIn",
    "isOffered": false,
    "typescript": "function countIn(query: URLSearchParams, name: string, otherwise: number): number {\n  const number = Number(query.get(name));\n  return Number.isInteger(number) && number > 0 ? number : otherwise;\n}",
    "plain": "function countIn(query, name, otherwise) {\n  const number = Number(query.get(name));\n  return Number.isInteger(number) && number > 0 ? number : otherwise;\n}"
  },
  {
    "name": "Refuse",
    "isOffered": false,
    "typescript": "type Refuse = (message: string) => Refusal;",
    "plain": ""
  },
  {
    "name": "itemsOf",
    "isOffered": false,
    "typescript": "/** The items of a body that has to be a list; of a call that names one, that one. */\nfunction itemsOf(call: OldCall, what: string, refuse: Refuse): readonly Fields[] {\n  //? by-id {\n  const { body } = call;\n  if (call.rest !== '' && !isFields(body)) throw refuse(`the body must be a ${what}`);\n  const items: unknown = isFields(body) && call.rest !== '' ? [{ ...body, id: call.rest }] : body;\n  //? }\n  const items = call.body; //! by-id\n  if (!Array.isArray(items) || items.length === 0 || !items.every(isFields))\n    throw refuse(`the body must be an array of ${what}s`);\n  return items;\n}",
    "plain": "/** The items of a body that has to be a list; of a call that names one, that one. */\nfunction itemsOf(call, what, refuse) {\n  //? by-id {\n  const { body } = call;\n  if (call.rest !== '' && !isFields(body)) throw refuse(`the body must be a ${what}`);\n  const items = isFields(body) && call.rest !== '' ? [{ ...body, id: call.rest }] : body;\n  //? }\n  const items = call.body; //! by-id\n  if (!Array.isArray(items) || items.length === 0 || !items.every(isFields))\n    throw refuse(`the body must be an array of ${what}s`);\n  return items;\n}"
  },
  {
    "name": "idsOf",
    "isOffered": false,
    "typescript": "/** Ids in the query and in the body. */\nfunction idsOf({ query, body }: OldCall): readonly string[] {\n  const items: readonly unknown[] = Array.isArray(body) ? body : [];\n  return query.getAll('id').concat(items.map((item) => String(isFields(item) ? item.id : item)));\n}",
    "plain": "/** Ids in the query and in the body. */\nfunction idsOf({ query, body }) {\n  const items = Array.isArray(body) ? body : [];\n  return query.getAll('id').concat(items.map((item) => String(isFields(item) ? item.id : item)));\n}"
  },
  {
    "name": "parsed",
    "isOffered": false,
    "typescript": "/** Bodies come as objects or as the JSON of them. */\nfunction parsed(text: unknown): unknown {\n  if (typeof text !== 'string') return text;\n  try {\n    return JSON.parse(text) as unknown;\n  } catch {\n    return text;\n  }\n}",
    "plain": "/** Bodies come as objects or as the JSON of them. */\nfunction parsed(text) {\n  if (typeof text !== 'string') return text;\n  try {\n    return JSON.parse(text);\n  } catch {\n    return text;\n  }\n}"
  },
  {
    "name": "PHASE",
    "isOffered": false,
    "typescript": "const PHASE = 'http_request_firewall_custom';",
    "plain": "const PHASE = 'http_request_firewall_custom';"
  },
  {
    "name": "Fields",
    "isOffered": false,
    "typescript": "interface Fields {\n  readonly [name: string]: unknown;\n}",
    "plain": ""
  },
  {
    "name": "Rule",
    "isOffered": false,
    "typescript": "interface Rule extends Fields {\n  readonly id: string;\n  readonly action: string;\n  readonly expression: string;\n}",
    "plain": ""
  },
  {
    "name": "Ruleset",
    "isOffered": false,
    "typescript": "interface Ruleset {\n  /** Empty where the zone has none. */\n  readonly id: string;\n  readonly version: string;\n  readonly rules: readonly Rule[];\n}",
    "plain": ""
  },
  {
    "name": "Answer",
    "isOffered": false,
    "typescript": "/** What came back for a request, whichever client sent it. */\ninterface Answer {\n  readonly status: number;\n  readonly body: unknown;\n  /** The client's own response, or the error it threw; missing where no request stands behind the answer. */\n  readonly native?: unknown;\n}",
    "plain": ""
  },
  {
    "name": "Send",
    "isOffered": false,
    "typescript": "/** Sends a request below the zone through the wrapped client. It throws only where no answer came at all. */\ntype Send = (method: string, path: string, body?: unknown) => Promise<Answer>;",
    "plain": ""
  },
  {
    "name": "Refusal",
    "isOffered": false,
    "typescript": "/** Thrown to end a call with the answer its caller gets. */\nclass Refusal {\n  readonly answer: Answer;\n\n  constructor(answer: Answer) {\n    this.answer = answer;\n  }\n}",
    "plain": "/** Thrown to end a call with the answer its caller gets. */\nclass Refusal {\n  constructor(answer) {\n    this.answer = answer;\n  }\n}"
  },
  {
    "name": "refusal",
    "isOffered": false,
    "typescript": "function refusal(status: number, code: number, message: string): Refusal {\n  const body = { result: null, success: false, errors: [{ code, message }], messages: [] };\n  return new Refusal({ status, body });\n}",
    "plain": "function refusal(status, code, message) {\n  const body = { result: null, success: false, errors: [{ code, message }], messages: [] };\n  return new Refusal({ status, body });\n}"
  },
  {
    "name": "isFields",
    "isOffered": false,
    "typescript": "function isFields(value: unknown): value is Fields {\n  return typeof value === 'object' && value !== null && !Array.isArray(value);\n}",
    "plain": "function isFields(value) {\n  return typeof value === 'object' && value !== null && !Array.isArray(value);\n}"
  },
  {
    "name": "Envelope",
    "isOffered": false,
    "typescript": "interface Envelope {\n  readonly success?: boolean;\n  readonly result?: Ruleset | null;\n  readonly errors?: readonly { readonly code: number }[];\n}",
    "plain": ""
  },
  {
    "name": "readRuleset",
    "isOffered": false,
    "typescript": "/** The ruleset whose rules are the firewall rules of the zone. */\nasync function readRuleset(call: OldCall): Promise<Ruleset> {\n  const answer = await call.send('GET', `rulesets/phases/${PHASE}/entrypoint`);\n  if (answer.status === 404) return findRuleset(call, answer);\n  //? order {\n  const seen = new Map(versions);\n  const ruleset = rulesetOf(answer);\n  if (seen.get(ruleset.id) !== ruleset.version) learnOrder(ruleset);\n  return ruleset;\n  //? }\n  return rulesetOf(answer); //! order\n}",
    "plain": "/** The ruleset whose rules are the firewall rules of the zone. */\nasync function readRuleset(call) {\n  const answer = await call.send('GET', `rulesets/phases/${PHASE}/entrypoint`);\n  if (answer.status === 404) return findRuleset(call, answer);\n  //? order {\n  const seen = new Map(versions);\n  const ruleset = rulesetOf(answer);\n  if (seen.get(ruleset.id) !== ruleset.version) learnOrder(ruleset);\n  return ruleset;\n  //? }\n  return rulesetOf(answer); //! order\n}"
  },
  {
    "name": "findRuleset",
    "isOffered": false,
    "typescript": "/** A 404 of unknown meaning is not taken for an empty zone: the list of rulesets decides. */\nasync function findRuleset(call: OldCall, missing: Answer): Promise<Ruleset> {\n  const { errors = [] } = Object(missing.body) as Envelope;\n  const isNone = errors.some(({ code }) => code === 10003);\n  const { result } = isNone ? { result: [] } : (Object((await call.send('GET', 'rulesets')).body) as Fields);\n  if (!Array.isArray(result)) throw new Refusal(missing);\n  const found: unknown = result.find((one: Fields) => one.kind === 'zone' && one.phase === PHASE);\n  if (!isFields(found)) return { id: '', version: '', rules: [] };\n  return rulesetOf(await call.send('GET', `rulesets/${String(found.id)}`));\n}",
    "plain": "/** A 404 of unknown meaning is not taken for an empty zone: the list of rulesets decides. */\nasync function findRuleset(call, missing) {\n  const { errors = [] } = Object(missing.body);\n  const isNone = errors.some(({ code }) => code === 10003);\n  const { result } = isNone ? { result: [] } : Object((await call.send('GET', 'rulesets')).body);\n  if (!Array.isArray(result)) throw new Refusal(missing);\n  const found = result.find((one) => one.kind === 'zone' && one.phase === PHASE);\n  if (!isFields(found)) return { id: '', version: '', rules: [] };\n  return rulesetOf(await call.send('GET', `rulesets/${String(found.id)}`));\n}"
  },
  {
    "name": "rulesetOf",
    "isOffered": false,
    "typescript": "/** The ruleset that an answer holds; every other answer ends the call. */\nfunction rulesetOf(answer: Answer): Ruleset {\n  const { success, result } = Object(answer.body) as Envelope;\n  if (answer.status >= 300 || success === false || !result?.id) throw new Refusal(answer);\n  versions.set(result.id, result.version); //? order\n  return { ...result, rules: result.rules ?? [] };\n}",
    "plain": "/** The ruleset that an answer holds; every other answer ends the call. */\nfunction rulesetOf(answer) {\n  const { success, result } = Object(answer.body);\n  if (answer.status >= 300 || success === false || !result?.id) throw new Refusal(answer);\n  versions.set(result.id, result.version); //? order\n  return { ...result, rules: result.rules ?? [] };\n}"
  },
  {
    "name": "changedMeanwhile",
    "isOffered": false,
    "typescript": "/** Somebody else may have changed the list since it was read: then a refused write is tried on the list of now. */\nasync function changedMeanwhile(\n  call: OldCall,\n  { id, version }: Ruleset,\n  { status }: Answer,\n): Promise<Ruleset | null> {\n  if (![400, 404, 409, 412].includes(status)) return null;\n  const now = await readRuleset(call);\n  return now.id === '' || (now.id === id && now.version === version) ? null : now;\n}",
    "plain": "/** Somebody else may have changed the list since it was read: then a refused write is tried on the list of now. */\nasync function changedMeanwhile(call, { id, version }, { status }) {\n  if (![400, 404, 409, 412].includes(status)) return null;\n  const now = await readRuleset(call);\n  return now.id === '' || (now.id === id && now.version === version) ? null : now;\n}"
  },
  {
    "name": "editRule",
    "isOffered": false,
    "typescript": "/** Replaces the definition of a rule, or moves it where nothing but a position is given. */\nfunction editRule(call: OldCall, ruleset: Ruleset, id: string, fields: Fields): Promise<Answer> {\n  return call.send('PATCH', `rulesets/${ruleset.id}/rules/${id}`, fields);\n}",
    "plain": "/** Replaces the definition of a rule, or moves it where nothing but a position is given. */\nfunction editRule(call, ruleset, id, fields) {\n  return call.send('PATCH', `rulesets/${ruleset.id}/rules/${id}`, fields);\n}"
  },
  {
    "name": "deleteRule",
    "isOffered": false,
    "typescript": "function deleteRule(call: OldCall, ruleset: Ruleset, id: string): Promise<Answer> {\n  return call.send('DELETE', `rulesets/${ruleset.id}/rules/${id}`);\n}",
    "plain": "function deleteRule(call, ruleset, id) {\n  return call.send('DELETE', `rulesets/${ruleset.id}/rules/${id}`);\n}"
  },
  {
    "name": "READ_ONLY",
    "isOffered": false,
    "typescript": "const READ_ONLY = ['id', 'version', 'last_updated', 'categories'];",
    "plain": "const READ_ONLY = ['id', 'version', 'last_updated', 'categories'];"
  },
  {
    "name": "definitionOf",
    "isOffered": false,
    "typescript": "/** A rule as it is sent back: whole, because fields that are left out are lost. */\nfunction definitionOf(rule: Rule): Fields {\n  return Object.fromEntries(Object.entries(rule).filter(([name]) => !READ_ONLY.includes(name)));\n}",
    "plain": "/** A rule as it is sent back: whole, because fields that are left out are lost. */\nfunction definitionOf(rule) {\n  return Object.fromEntries(Object.entries(rule).filter(([name]) => !READ_ONLY.includes(name)));\n}"
  },
  {
    "name": "listFilters",
    "isOffered": false,
    "typescript": "async function listFilters(call: OldCall): Promise<OldResult> {\n  const { query } = call;\n  const ids = query.getAll('id');\n  const paused = query.get('paused');\n  const has = (name: 'expression' | 'description' | 'ref', filter: Filter) =>\n    (filter[name] ?? '').toLowerCase().includes((query.get(name) ?? '').toLowerCase());\n  const wanted = allFilters(call, await readRuleset(call))\n    .filter(({ id }) => ids.length === 0 || ids.includes(id))\n    .filter((filter) => has('expression', filter) && has('description', filter) && has('ref', filter))\n    .filter((filter) => paused === null || paused === String(filter.paused));\n  return pageOf(wanted, query);\n}",
    "plain": "async function listFilters(call) {\n  const { query } = call;\n  const ids = query.getAll('id');\n  const paused = query.get('paused');\n  const has = (name, filter) =>\n    (filter[name] ?? '').toLowerCase().includes((query.get(name) ?? '').toLowerCase());\n  const wanted = allFilters(call, await readRuleset(call))\n    .filter(({ id }) => ids.length === 0 || ids.includes(id))\n    .filter((filter) => has('expression', filter) && has('description', filter) && has('ref', filter))\n    .filter((filter) => paused === null || paused === String(filter.paused));\n  return pageOf(wanted, query);\n}"
  },
  {
    "name": "filterById",
    "isOffered": false,
    "typescript": "async function filterById(call: OldCall): Promise<OldResult> {\n  return { result: filterOfId(allFilters(call, await readRuleset(call)), call.rest) };\n}",
    "plain": "async function filterById(call) {\n  return { result: filterOfId(allFilters(call, await readRuleset(call)), call.rest) };\n}"
  },
  {
    "name": "createFilters",
    "isOffered": false,
    "typescript": "/** A filter is only remembered: its expression is written when a rule is made of it. */\nasync function createFilters(call: OldCall): Promise<OldResult> {\n  const made = itemsOf(call, 'filter', invalidFilter).map((body) => filterFrom(newId(), body));\n  const all = allFilters(call, await readRuleset(call)).concat(made);\n  if (new Set(all.map(({ expression }) => expression)).size < all.length)\n    throw refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');\n  for (const filter of made) storedFilters.set(filter.id, { zone: call.base, filter });\n  return { result: made };\n}",
    "plain": "/** A filter is only remembered: its expression is written when a rule is made of it. */\nasync function createFilters(call) {\n  const made = itemsOf(call, 'filter', invalidFilter).map((body) => filterFrom(newId(), body));\n  const all = allFilters(call, await readRuleset(call)).concat(made);\n  if (new Set(all.map(({ expression }) => expression)).size < all.length)\n    throw refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');\n  for (const filter of made) storedFilters.set(filter.id, { zone: call.base, filter });\n  return { result: made };\n}"
  },
  {
    "name": "newId",
    "isOffered": false,
    "typescript": "function newId(): string {\n  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');\n}",
    "plain": "function newId() {\n  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');\n}"
  },
  {
    "name": "validateExpression",
    "isOffered": false,
    "typescript": "/** Asks whether an expression would be taken, without writing anything. */\nasync function validateExpression(call: OldCall): Promise<OldResult> {\n  const { body, rest } = call;\n  if (rest !== 'validate-expr') throw refusal(405, 10405, 'Method not allowed: POST');\n  if (!isFields(body) || typeof body.expression !== 'string') throw invalidFilter('expression is required');\n  const rule = { action: 'block', expression: body.expression, enabled: false };\n  const { id } = await readRuleset(call);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const answer = await (id === ''\n    ? call.send('POST', 'rulesets?dry_run=true', first)\n    : call.send('POST', `rulesets/${id}/rules?dry_run=true`, rule));\n  if (answer.status >= 300) throw new Refusal(answer);\n  return { result: null };\n}",
    "plain": "/** Asks whether an expression would be taken, without writing anything. */\nasync function validateExpression(call) {\n  const { body, rest } = call;\n  if (rest !== 'validate-expr') throw refusal(405, 10405, 'Method not allowed: POST');\n  if (!isFields(body) || typeof body.expression !== 'string') throw invalidFilter('expression is required');\n  const rule = { action: 'block', expression: body.expression, enabled: false };\n  const { id } = await readRuleset(call);\n  const first = { name: 'default', kind: 'zone', phase: PHASE, rules: [rule] };\n  const answer = await (id === ''\n    ? call.send('POST', 'rulesets?dry_run=true', first)\n    : call.send('POST', `rulesets/${id}/rules?dry_run=true`, rule));\n  if (answer.status >= 300) throw new Refusal(answer);\n  return { result: null };\n}"
  },
  {
    "name": "changeFilters",
    "isOffered": false,
    "typescript": "/** Every rule that uses one of the filters follows. */\nasync function changeFilters(call: OldCall): Promise<OldResult> {\n  const bodies = itemsOf(call, 'filter', invalidFilter);\n  let list = await readRuleset(call);\n  const changes = bodies.map((body) => {\n    const { id } = filterOfId(allFilters(call, list), String(body.id));\n    return filterFrom(id, body);\n  });\n  for (const filter of changes) {\n    const users = shownRules(list).filter((rule) => filterOfRule(rule).id === filter.id);\n    for (const rule of users) list = await changeExpression(call, list, rule, filter);\n  }\n  for (const filter of changes) storedFilters.set(filter.id, { zone: call.base, filter });\n  return { result: call.rest === '' ? changes : changes[0] };\n}",
    "plain": "/** Every rule that uses one of the filters follows. */\nasync function changeFilters(call) {\n  const bodies = itemsOf(call, 'filter', invalidFilter);\n  let list = await readRuleset(call);\n  const changes = bodies.map((body) => {\n    const { id } = filterOfId(allFilters(call, list), String(body.id));\n    return filterFrom(id, body);\n  });\n  for (const filter of changes) {\n    const users = shownRules(list).filter((rule) => filterOfRule(rule).id === filter.id);\n    for (const rule of users) list = await changeExpression(call, list, rule, filter);\n  }\n  for (const filter of changes) storedFilters.set(filter.id, { zone: call.base, filter });\n  return { result: call.rest === '' ? changes : changes[0] };\n}"
  },
  {
    "name": "changeExpression",
    "isOffered": false,
    "typescript": "async function changeExpression(call: OldCall, list: Ruleset, rule: Rule, filter: Filter): Promise<Ruleset> {\n  const paused = isPaused(rule);\n  const current = list.rules.find(({ id }) => id === rule.id) ?? rule;\n  const fields = { expression: filter.expression, enabled: !paused && !filter.paused };\n  const answer = await editRule(call, list, rule.id, { ...definitionOf(current), ...fields });\n  const changed = await changedMeanwhile(call, list, answer);\n  if (changed !== null) return changeExpression(call, changed, rule, filter);\n  const after = rulesetOf(answer);\n  call.undo.push(() => editRule(call, after, rule.id, definitionOf(rule))); //? undo\n  if (paused) running.delete(rule.id);\n  else running.add(rule.id);\n  return after;\n}",
    "plain": "async function changeExpression(call, list, rule, filter) {\n  const paused = isPaused(rule);\n  const current = list.rules.find(({ id }) => id === rule.id) ?? rule;\n  const fields = { expression: filter.expression, enabled: !paused && !filter.paused };\n  const answer = await editRule(call, list, rule.id, { ...definitionOf(current), ...fields });\n  const changed = await changedMeanwhile(call, list, answer);\n  if (changed !== null) return changeExpression(call, changed, rule, filter);\n  const after = rulesetOf(answer);\n  call.undo.push(() => editRule(call, after, rule.id, definitionOf(rule))); //? undo\n  if (paused) running.delete(rule.id);\n  else running.add(rule.id);\n  return after;\n}"
  },
  {
    "name": "deleteFilters",
    "isOffered": false,
    "typescript": "async function deleteFilters(call: OldCall): Promise<OldResult> {\n  const ids = call.rest === '' ? idsOf(call) : [call.rest];\n  if (ids.length === 0) throw invalidFilter('at least one filter id is required');\n  const used = new Set(shownRules(await readRuleset(call)).map((rule) => filterOfRule(rule).id));\n  if (ids.some((id) => used.has(id)))\n    throw refusal(400, 10105, 'filters.api.in_use: the filter is used by a rule');\n  for (const id of ids) storedFilters.delete(id);\n  const result = ids.map((id) => ({ id }));\n  return { result: call.rest === '' ? result : result[0] };\n}",
    "plain": "async function deleteFilters(call) {\n  const ids = call.rest === '' ? idsOf(call) : [call.rest];\n  if (ids.length === 0) throw invalidFilter('at least one filter id is required');\n  const used = new Set(shownRules(await readRuleset(call)).map((rule) => filterOfRule(rule).id));\n  if (ids.some((id) => used.has(id)))\n    throw refusal(400, 10105, 'filters.api.in_use: the filter is used by a rule');\n  for (const id of ids) storedFilters.delete(id);\n  const result = ids.map((id) => ({ id }));\n  return { result: call.rest === '' ? result : result[0] };\n}"
  },
  {
    "name": "listRules",
    "isOffered": false,
    "typescript": "async function listRules(call: OldCall): Promise<OldResult> {\n  const { query } = call;\n  const rules = shownRules(await readRuleset(call)).map(shown);\n  //? query {\n  const has = (name: string, value: unknown) => [null, String(value)].includes(query.get(name));\n  const text = (query.get('description') ?? '').toLowerCase();\n  const wanted = rules\n    .filter(({ id, action, paused }) => has('id', id) && has('action', action) && has('paused', paused))\n    .filter(({ description }) => String(description).toLowerCase().includes(text));\n  return pageOf(wanted, query);\n  //? }\n  return pageOf(rules, query); //! query\n}",
    "plain": "async function listRules(call) {\n  const { query } = call;\n  const rules = shownRules(await readRuleset(call)).map(shown);\n  //? query {\n  const has = (name, value) => [null, String(value)].includes(query.get(name));\n  const text = (query.get('description') ?? '').toLowerCase();\n  const wanted = rules\n    .filter(({ id, action, paused }) => has('id', id) && has('action', action) && has('paused', paused))\n    .filter(({ description }) => String(description).toLowerCase().includes(text));\n  return pageOf(wanted, query);\n  //? }\n  return pageOf(rules, query); //! query\n}"
  },
  {
    "name": "ruleById",
    "isOffered": false,
    "typescript": "async function ruleById(call: OldCall): Promise<OldResult> {\n  return { result: shown(ruleOf(await readRuleset(call), call.rest)) };\n}",
    "plain": "async function ruleById(call) {\n  return { result: shown(ruleOf(await readRuleset(call), call.rest)) };\n}"
  },
  {
    "name": "shown",
    "isOffered": false,
    "typescript": "/** A rule in its old shape. */\nfunction shown(rule: Rule): Fields {\n  return {\n    id: rule.id,\n    paused: isPaused(rule), //? filters\n    paused: rule.enabled === false, //! filters\n    description: rule.description ?? '',\n    ...oldActionOf(rule),\n    priority: priorities.get(rule.id) ?? null, //? order\n    priority: null, //! order\n    ...(typeof rule.ref !== 'string' || rule.ref === rule.id ? {} : { ref: rule.ref }),\n    filter: filterOfRule(rule),\n    created_on: rule.last_updated,\n    modified_on: rule.last_updated,\n  };\n}",
    "plain": "/** A rule in its old shape. */\nfunction shown(rule) {\n  return {\n    id: rule.id,\n    paused: isPaused(rule), //? filters\n    paused: rule.enabled === false, //! filters\n    description: rule.description ?? '',\n    ...oldActionOf(rule),\n    priority: priorities.get(rule.id) ?? null, //? order\n    priority: null, //! order\n    ...(typeof rule.ref !== 'string' || rule.ref === rule.id ? {} : { ref: rule.ref }),\n    filter: filterOfRule(rule),\n    created_on: rule.last_updated,\n    modified_on: rule.last_updated,\n  };\n}"
  },
  {
    "name": "ruleOf",
    "isOffered": false,
    "typescript": "function ruleOf(ruleset: Ruleset, id: string): Rule {\n  const rule = shownRules(ruleset).find((candidate) => candidate.id === id);\n  if (rule === undefined) throw refusal(404, 10000, `firewallrules.api.not_found: rule ${id} not found`);\n  return rule;\n}",
    "plain": "function ruleOf(ruleset, id) {\n  const rule = shownRules(ruleset).find((candidate) => candidate.id === id);\n  if (rule === undefined) throw refusal(404, 10000, `firewallrules.api.not_found: rule ${id} not found`);\n  return rule;\n}"
  },
  {
    "name": "Wanted",
    "isOffered": false,
    "typescript": "interface Wanted {\n  readonly old: OldRule;\n  readonly filter: Filter;\n}",
    "plain": ""
  },
  {
    "name": "createRules",
    "isOffered": false,
    "typescript": "async function createRules(call: OldCall): Promise<OldResult> {\n  let list = await readRuleset(call);\n  const known = allFilters(call, list); //? filters\n  const known = shownRules(list).map(filterOfRule); //! filters\n  //? many {\n  const wanted: Wanted[] = [];\n  for (const body of itemsOf(call, 'rule', invalid))\n    wanted.push(wantedOf(body, known.concat(wanted.map(({ filter }) => filter))));\n  const first = list.id === '' ? await firstRules(call, list, wanted) : null;\n  if (first !== null) return { result: first.map(shown) };\n  //? }\n  const wanted = itemsOf(call, 'rule', invalid).map((body) => wantedOf(body, known)); //! many\n  if (wanted.length > 1) throw notHere('several rules in one call'); //! many\n  const rules: Rule[] = [];\n  for (const each of wanted) {\n    const added = await addRule(call, list, each);\n    list = added.list;\n    rules.push(added.rule);\n  }\n  return { result: rules.map(shown) };\n}",
    "plain": "async function createRules(call) {\n  let list = await readRuleset(call);\n  const known = allFilters(call, list); //? filters\n  const known = shownRules(list).map(filterOfRule); //! filters\n  //? many {\n  const wanted = [];\n  for (const body of itemsOf(call, 'rule', invalid))\n    wanted.push(wantedOf(body, known.concat(wanted.map(({ filter }) => filter))));\n  const first = list.id === '' ? await firstRules(call, list, wanted) : null;\n  if (first !== null) return { result: first.map(shown) };\n  //? }\n  const wanted = itemsOf(call, 'rule', invalid).map((body) => wantedOf(body, known)); //! many\n  if (wanted.length > 1) throw notHere('several rules in one call'); //! many\n  const rules = [];\n  for (const each of wanted) {\n    const added = await addRule(call, list, each);\n    list = added.list;\n    rules.push(added.rule);\n  }\n  return { result: rules.map(shown) };\n}"
  },
  {
    "name": "wantedOf",
    "isOffered": false,
    "typescript": "function wantedOf(body: Fields, known: readonly Filter[]): Wanted {\n  const { filter } = body;\n  const old = readOldRule(body);\n  if (!isFields(filter)) throw invalid('filter is required');\n  if (typeof filter.id === 'string') return { old, filter: filterOfId(known, filter.id) }; //? filter-id\n  const inline = filterFrom('', filter);\n  if (known.some(({ expression }) => expression === inline.expression))\n    throw refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');\n  return { old, filter: inline };\n}",
    "plain": "function wantedOf(body, known) {\n  const { filter } = body;\n  const old = readOldRule(body);\n  if (!isFields(filter)) throw invalid('filter is required');\n  if (typeof filter.id === 'string') return { old, filter: filterOfId(known, filter.id) }; //? filter-id\n  const inline = filterFrom('', filter);\n  if (known.some(({ expression }) => expression === inline.expression))\n    throw refusal(400, 10102, 'filters.api.duplicate: a filter with this expression exists already');\n  return { old, filter: inline };\n}"
  },
  {
    "name": "filterOfId",
    "isOffered": false,
    "typescript": "function filterOfId(known: readonly Filter[], id: string): Filter {\n  const filter = known.find((candidate) => candidate.id === id);\n  if (filter === undefined) throw refusal(404, 10007, `filter ${id} not found`);\n  return filter;\n}",
    "plain": "function filterOfId(known, id) {\n  const filter = known.find((candidate) => candidate.id === id);\n  if (filter === undefined) throw refusal(404, 10007, `filter ${id} not found`);\n  return filter;\n}"
  },
  {
    "name": "firstRules",
    "isOffered": false,
    "typescript": "/** The first rules of a zone come with its ruleset, all or none; null if somebody made one meanwhile. */\nasync function firstRules(\n  call: OldCall,\n  list: Ruleset,\n  wanted: readonly Wanted[],\n): Promise<readonly Rule[] | null> {\n  //? order {\n  const rank = ({ old }: Wanted) => rankFrom(old.priority, old.action);\n  const order = (a: Wanted, b: Wanted) => (isLess(rank(a), rank(b)) ? -1 : Number(isLess(rank(b), rank(a))));\n  const sorted = wanted.slice().sort(order);\n  //? }\n  const sorted = wanted; //! order\n  const rules = sorted.map(newRule);\n  const answer = await createRuleset(call, rules);\n  // Then the rules are added one by one.\n  if ((await changedMeanwhile(call, list, answer)) !== null) return null;\n  const made = rulesetOf(answer).rules;\n  return wanted.map((each) => {\n    const rule = made[sorted.indexOf(each)];\n    if (rule === undefined) throw new Refusal(answer);\n    priorities.set(rule.id, each.old.priority); //? order\n    rememberFilter(call, rule.id, each); //? filters\n    return rule;\n  });\n}",
    "plain": "/** The first rules of a zone come with its ruleset, all or none; null if somebody made one meanwhile. */\nasync function firstRules(call, list, wanted) {\n  //? order {\n  const rank = ({ old }) => rankFrom(old.priority, old.action);\n  const order = (a, b) => (isLess(rank(a), rank(b)) ? -1 : Number(isLess(rank(b), rank(a))));\n  const sorted = wanted.slice().sort(order);\n  //? }\n  const sorted = wanted; //! order\n  const rules = sorted.map(newRule);\n  const answer = await createRuleset(call, rules);\n  // Then the rules are added one by one.\n  if ((await changedMeanwhile(call, list, answer)) !== null) return null;\n  const made = rulesetOf(answer).rules;\n  return wanted.map((each) => {\n    const rule = made[sorted.indexOf(each)];\n    if (rule === undefined) throw new Refusal(answer);\n    priorities.set(rule.id, each.old.priority); //? order\n    rememberFilter(call, rule.id, each); //? filters\n    return rule;\n  });\n}"
  },
  {
    "name": "addRule",
    "isOffered": false,
    "typescript": "/** Adds a rule to the list, which comes into being with its first rule; gives both as they are then. */\nasync function addRule(\n  call: OldCall,\n  list: Ruleset,\n  wanted: Wanted,\n): Promise<{ readonly rule: Rule; readonly list: Ruleset }> {\n  const body = newRule(wanted);\n  //? order {\n  const place = placeOf(list.rules, wanted.old, null);\n  const position = place === list.rules.length ? {} : { position: positionAt(list.rules, place) };\n  const add = () => call.send('POST', `rulesets/${list.id}/rules`, { ...body, ...position });\n  //? }\n  const add = () => call.send('POST', `rulesets/${list.id}/rules`, body); //! order\n  const answer = await (list.id === '' ? createRuleset(call, [body]) : add());\n  const changed = await changedMeanwhile(call, list, answer);\n  if (changed !== null) return addRule(call, changed, wanted);\n  const after = rulesetOf(answer);\n  //? order {\n  const others = new Set(list.rules.map(({ id }) => id));\n  const isIt = (one: Rule) => one.action === body.action && one.expression === body.expression;\n  const rule = after.rules.find((one) => !others.has(one.id) && isIt(one));\n  //? }\n  const rule = after.rules[after.rules.length - 1]; //! order\n  if (rule === undefined) throw new Refusal(answer);\n  priorities.set(rule.id, wanted.old.priority); //? order\n  rememberFilter(call, rule.id, wanted); //? filters\n  //? undo {\n  call.undo.push(() => {\n    storedFilters.delete(rule.id); //? filters\n    return deleteRule(call, after, rule.id);\n  });\n  //? }\n  return { rule, list: after };\n}",
    "plain": "/** Adds a rule to the list, which comes into being with its first rule; gives both as they are then. */\nasync function addRule(call, list, wanted) {\n  const body = newRule(wanted);\n  //? order {\n  const place = placeOf(list.rules, wanted.old, null);\n  const position = place === list.rules.length ? {} : { position: positionAt(list.rules, place) };\n  const add = () => call.send('POST', `rulesets/${list.id}/rules`, { ...body, ...position });\n  //? }\n  const add = () => call.send('POST', `rulesets/${list.id}/rules`, body); //! order\n  const answer = await (list.id === '' ? createRuleset(call, [body]) : add());\n  const changed = await changedMeanwhile(call, list, answer);\n  if (changed !== null) return addRule(call, changed, wanted);\n  const after = rulesetOf(answer);\n  //? order {\n  const others = new Set(list.rules.map(({ id }) => id));\n  const isIt = (one) => one.action === body.action && one.expression === body.expression;\n  const rule = after.rules.find((one) => !others.has(one.id) && isIt(one));\n  //? }\n  const rule = after.rules[after.rules.length - 1]; //! order\n  if (rule === undefined) throw new Refusal(answer);\n  priorities.set(rule.id, wanted.old.priority); //? order\n  rememberFilter(call, rule.id, wanted); //? filters\n  //? undo {\n  call.undo.push(() => {\n    storedFilters.delete(rule.id); //? filters\n    return deleteRule(call, after, rule.id);\n  });\n  //? }\n  return { rule, list: after };\n}"
  },
  {
    "name": "createRuleset",
    "isOffered": false,
    "typescript": "function createRuleset(call: OldCall, rules: readonly Fields[]): Promise<Answer> {\n  return call.send('POST', 'rulesets', { name: 'default', kind: 'zone', phase: PHASE, rules });\n}",
    "plain": "function createRuleset(call, rules) {\n  return call.send('POST', 'rulesets', { name: 'default', kind: 'zone', phase: PHASE, rules });\n}"
  },
  {
    "name": "newRule",
    "isOffered": false,
    "typescript": "function newRule({ old, filter }: Wanted): Fields {\n  return {\n    ...newActionOf(old), //? skip\n    action: old.action, //! skip\n    expression: filter.expression,\n    enabled: !old.paused && !filter.paused, //? paused\n    enabled: true, //! paused\n    description: old.description,\n    ...(old.ref === undefined ? {} : { ref: old.ref }), //? ref\n  };\n}",
    "plain": "function newRule({ old, filter }) {\n  return {\n    ...newActionOf(old), //? skip\n    action: old.action, //! skip\n    expression: filter.expression,\n    enabled: !old.paused && !filter.paused, //? paused\n    enabled: true, //! paused\n    description: old.description,\n    ...(old.ref === undefined ? {} : { ref: old.ref }), //? ref\n  };\n}"
  },
  {
    "name": "rememberFilter",
    "isOffered": false,
    "typescript": "function rememberFilter({ base }: OldCall, id: string, { old, filter }: Wanted): void {\n  const filterId = filter.id === '' ? id : filter.id;\n  if (filterId === id) filterOf.delete(id);\n  else filterOf.set(id, filterId);\n  storedFilters.set(filterId, { zone: base, filter: { ...filter, id: filterId } });\n  if (old.paused) running.delete(id);\n  else running.add(id);\n}",
    "plain": "function rememberFilter({ base }, id, { old, filter }) {\n  const filterId = filter.id === '' ? id : filter.id;\n  if (filterId === id) filterOf.delete(id);\n  else filterOf.set(id, filterId);\n  storedFilters.set(filterId, { zone: base, filter: { ...filter, id: filterId } });\n  if (old.paused) running.delete(id);\n  else running.add(id);\n}"
  },
  {
    "name": "Change",
    "isOffered": false,
    "typescript": "/** What becomes of a rule, checked and not yet done. */\ninterface Change {\n  readonly id: string;\n  readonly priority: number | null;\n  readonly action: string;\n  /** Missing where the rule only moves. */\n  readonly wanted?: Wanted;\n}",
    "plain": ""
  },
  {
    "name": "ReadChange",
    "isOffered": false,
    "typescript": "type ReadChange = (body: Fields, rule: Rule, known: readonly Filter[]) => Change;",
    "plain": ""
  },
  {
    "name": "replaced",
    "isOffered": false,
    "typescript": "/** PUT: a whole new definition. */\nfunction replaced(body: Fields, { id }: Rule, known: readonly Filter[]): Change {\n  const old = readOldRule(body);\n  const { filter } = body;\n  if (!isFields(filter) || typeof filter.id !== 'string') throw invalid('filter.id is required');\n  const found = filterOfId(known, filter.id);\n  if (typeof filter.expression === 'string' && filter.expression !== found.expression)\n    throw invalid('the expression of a filter is changed through the filters API');\n  return { id, priority: old.priority, action: old.action, wanted: { old, filter: found } };\n}",
    "plain": "/** PUT: a whole new definition. */\nfunction replaced(body, { id }, known) {\n  const old = readOldRule(body);\n  const { filter } = body;\n  if (!isFields(filter) || typeof filter.id !== 'string') throw invalid('filter.id is required');\n  const found = filterOfId(known, filter.id);\n  if (typeof filter.expression === 'string' && filter.expression !== found.expression)\n    throw invalid('the expression of a filter is changed through the filters API');\n  return { id, priority: old.priority, action: old.action, wanted: { old, filter: found } };\n}"
  },
  {
    "name": "reprioritised",
    "isOffered": false,
    "typescript": "/** PATCH: the priority alone. */\nfunction reprioritised({ priority }: Fields, rule: Rule): Change {\n  if (!isPriority(priority)) throw invalid('priority must be a whole number');\n  return { id: rule.id, priority, action: oldActionOf(rule)?.action ?? '' };\n}",
    "plain": "/** PATCH: the priority alone. */\nfunction reprioritised({ priority }, rule) {\n  if (!isPriority(priority)) throw invalid('priority must be a whole number');\n  return { id: rule.id, priority, action: oldActionOf(rule)?.action ?? '' };\n}"
  },
  {
    "name": "changeRules",
    "isOffered": false,
    "typescript": "async function changeRules(call: OldCall, read: ReadChange): Promise<OldResult> {\n  const bodies = itemsOf(call, 'rule', invalid);\n  let list = await readRuleset(call);\n  const known = allFilters(call, list); //? filters\n  const known = shownRules(list).map(filterOfRule); //! filters\n  const rules = bodies.map((body) => ({ body, rule: ruleOf(list, String(body.id)) }));\n  const changes = rules.map(({ body, rule }) => read(body, rule, known));\n  for (const change of changes) list = await changeRule(call, list, change);\n  const result = changes.map(({ id }) => shown(ruleOf(list, id)));\n  return { result: call.rest === '' ? result : result[0] };\n}",
    "plain": "async function changeRules(call, read) {\n  const bodies = itemsOf(call, 'rule', invalid);\n  let list = await readRuleset(call);\n  const known = allFilters(call, list); //? filters\n  const known = shownRules(list).map(filterOfRule); //! filters\n  const rules = bodies.map((body) => ({ body, rule: ruleOf(list, String(body.id)) }));\n  const changes = rules.map(({ body, rule }) => read(body, rule, known));\n  for (const change of changes) list = await changeRule(call, list, change);\n  const result = changes.map(({ id }) => shown(ruleOf(list, id)));\n  return { result: call.rest === '' ? result : result[0] };\n}"
  },
  {
    "name": "changeRule",
    "isOffered": false,
    "typescript": "async function changeRule(call: OldCall, list: Ruleset, change: Change): Promise<Ruleset> {\n  const { id } = change;\n  const rule = ruleOf(list, id);\n  const others = list.rules.filter((other) => other !== rule);\n  const now = list.rules.indexOf(rule);\n  const place = placeOf(others, change, now);\n  const fields = {\n    ...(change.wanted === undefined ? {} : redefined(rule, change.wanted)), //? redefine\n    ...(place === now ? {} : { position: positionAt(others, place) }),\n  };\n  let after = list;\n  if (!isAsItWas(fields, rule)) {\n    const answer = await editRule(call, list, id, fields);\n    const changed = await changedMeanwhile(call, list, answer);\n    if (changed !== null) return changeRule(call, changed, change);\n    after = rulesetOf(answer);\n  }\n  const before = priorities.get(id) ?? null; //? undo\n  priorities.set(id, change.priority);\n  if (change.wanted !== undefined) rememberFilter(call, id, change.wanted); //? redefine\n  //? undo {\n  call.undo.push(() => {\n    priorities.set(id, before);\n    const position = positionAt(\n      after.rules.filter((other) => other.id !== id),\n      now,\n    );\n    return editRule(call, after, id, { ...definitionOf(rule), position });\n  });\n  //? }\n  return after;\n}",
    "plain": "async function changeRule(call, list, change) {\n  const { id } = change;\n  const rule = ruleOf(list, id);\n  const others = list.rules.filter((other) => other !== rule);\n  const now = list.rules.indexOf(rule);\n  const place = placeOf(others, change, now);\n  const fields = {\n    ...(change.wanted === undefined ? {} : redefined(rule, change.wanted)), //? redefine\n    ...(place === now ? {} : { position: positionAt(others, place) }),\n  };\n  let after = list;\n  if (!isAsItWas(fields, rule)) {\n    const answer = await editRule(call, list, id, fields);\n    const changed = await changedMeanwhile(call, list, answer);\n    if (changed !== null) return changeRule(call, changed, change);\n    after = rulesetOf(answer);\n  }\n  const before = priorities.get(id) ?? null; //? undo\n  priorities.set(id, change.priority);\n  if (change.wanted !== undefined) rememberFilter(call, id, change.wanted); //? redefine\n  //? undo {\n  call.undo.push(() => {\n    priorities.set(id, before);\n    const position = positionAt(\n      after.rules.filter((other) => other.id !== id),\n      now,\n    );\n    return editRule(call, after, id, { ...definitionOf(rule), position });\n  });\n  //? }\n  return after;\n}"
  },
  {
    "name": "isAsItWas",
    "isOffered": false,
    "typescript": "/** What changes nothing needs no request. */\nfunction isAsItWas(fields: Fields, rule: Rule): boolean {\n  const isSame = (name: string) => JSON.stringify(fields[name]) === JSON.stringify(rule[name]);\n  const names = Object.keys(definitionOf(rule));\n  const isWhole = !('expression' in fields) || names.every((name) => name in fields);\n  return isWhole && Object.keys(fields).every(isSame);\n}",
    "plain": "/** What changes nothing needs no request. */\nfunction isAsItWas(fields, rule) {\n  const isSame = (name) => JSON.stringify(fields[name]) === JSON.stringify(rule[name]);\n  const names = Object.keys(definitionOf(rule));\n  const isWhole = !('expression' in fields) || names.every((name) => name in fields);\n  return isWhole && Object.keys(fields).every(isSame);\n}"
  },
  {
    "name": "redefined",
    "isOffered": false,
    "typescript": "/** Everything that the old API did not know of the rule is kept. */\nfunction redefined(rule: Rule, wanted: Wanted): Fields {\n  const { action, action_parameters, ...fields } = newRule(wanted);\n  // Parameters of the same action may say more than the old API could.\n  const other = isSameAction(rule, wanted.old) ? {} : { action, action_parameters };\n  return { ...definitionOf(rule), ...other, ...fields };\n}",
    "plain": "/** Everything that the old API did not know of the rule is kept. */\nfunction redefined(rule, wanted) {\n  const { action, action_parameters, ...fields } = newRule(wanted);\n  // Parameters of the same action may say more than the old API could.\n  const other = isSameAction(rule, wanted.old) ? {} : { action, action_parameters };\n  return { ...definitionOf(rule), ...other, ...fields };\n}"
  },
  {
    "name": "isSameAction",
    "isOffered": false,
    "typescript": "function isSameAction(rule: Rule, { action, products = [] }: OldRule): boolean {\n  const now = oldActionOf(rule);\n  return now?.action === action && (now.products ?? []).join() === products.join();\n}",
    "plain": "function isSameAction(rule, { action, products = [] }) {\n  const now = oldActionOf(rule);\n  return now?.action === action && (now.products ?? []).join() === products.join();\n}"
  },
  {
    "name": "deleteRules",
    "isOffered": false,
    "typescript": "async function deleteRules(call: OldCall): Promise<OldResult> {\n  const ids = call.rest === '' ? idsOf(call) : [call.rest]; //? delete-all\n  const ids = [call.rest]; //! delete-all\n  if (ids.length === 0) throw invalid('at least one rule id is required'); //? delete-all\n  const list = await readRuleset(call);\n  for (const rule of ids.map((id) => ruleOf(list, id))) {\n    const filter = filterOfRule(rule); //? filters\n    rulesetOf(await deleteRule(call, list, rule.id));\n    //? filters {\n    filterOf.delete(rule.id);\n    // A filter outlived its rules, unless it was to go with the last of them.\n    if (call.query.get('delete_filter_if_unused') === 'true') storedFilters.delete(filter.id);\n    else storedFilters.set(filter.id, { zone: call.base, filter });\n    //? }\n  }\n  const result = ids.map((id) => ({ id }));\n  return { result: call.rest === '' ? result : result[0] }; //? delete-all\n  return { result: result[0] }; //! delete-all\n}",
    "plain": "async function deleteRules(call) {\n  const ids = call.rest === '' ? idsOf(call) : [call.rest]; //? delete-all\n  const ids = [call.rest]; //! delete-all\n  if (ids.length === 0) throw invalid('at least one rule id is required'); //? delete-all\n  const list = await readRuleset(call);\n  for (const rule of ids.map((id) => ruleOf(list, id))) {\n    const filter = filterOfRule(rule); //? filters\n    rulesetOf(await deleteRule(call, list, rule.id));\n    //? filters {\n    filterOf.delete(rule.id);\n    // A filter outlived its rules, unless it was to go with the last of them.\n    if (call.query.get('delete_filter_if_unused') === 'true') storedFilters.delete(filter.id);\n    else storedFilters.set(filter.id, { zone: call.base, filter });\n    //? }\n  }\n  const result = ids.map((id) => ({ id }));\n  return { result: call.rest === '' ? result : result[0] }; //? delete-all\n  return { result: result[0] }; //! delete-all\n}"
  },
  {
    "name": "priorities",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "/** Priorities that this program gave, or that the order of the list stands for. */\nconst priorities = new Map<string, number | null>();",
    "plain": "/** Priorities that this program gave, or that the order of the list stands for. */\nconst priorities = new Map();"
  },
  {
    "name": "versions",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "/** Versions of the rulesets that this program saw or made last. */\nconst versions = new Map<string, string>();",
    "plain": "/** Versions of the rulesets that this program saw or made last. */\nconst versions = new Map();"
  },
  {
    "name": "Rank",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "type Rank = readonly [priority: number, precedence: number];",
    "plain": ""
  },
  {
    "name": "placeOf",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "/** The place at which the old order has a rule, among the other rules of the list. */\nfunction placeOf(\n  others: readonly Rule[],\n  wanted: { readonly action: string; readonly priority: number | null },\n  /** Where it stands now, if it is in the list already. */\n  now: number | null,\n): number {\n  const ranks = others.map(rankOf);\n  const rank = rankFrom(wanted.priority, wanted.action);\n  if (now !== null && isInOrder(ranks[now - 1], rank) && isInOrder(rank, ranks[now])) return now;\n  const next = ranks.findIndex((other) => other !== null && isLess(rank, other));\n  return next < 0 ? others.length : next;\n}",
    "plain": "/** The place at which the old order has a rule, among the other rules of the list. */\nfunction placeOf(\n  others,\n  wanted,\n  /** Where it stands now, if it is in the list already. */\n  now,\n) {\n  const ranks = others.map(rankOf);\n  const rank = rankFrom(wanted.priority, wanted.action);\n  if (now !== null && isInOrder(ranks[now - 1], rank) && isInOrder(rank, ranks[now])) return now;\n  const next = ranks.findIndex((other) => other !== null && isLess(rank, other));\n  return next < 0 ? others.length : next;\n}"
  },
  {
    "name": "rankFrom",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "function rankFrom(priority: number | null, action: string): Rank {\n  return [priority ?? Number.POSITIVE_INFINITY, OLD_ACTIONS.indexOf(action)];\n}",
    "plain": "function rankFrom(priority, action) {\n  return [priority ?? Number.POSITIVE_INFINITY, OLD_ACTIONS.indexOf(action)];\n}"
  },
  {
    "name": "rankOf",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "/** Null for rules that the old API did not know: they stay where they are and say nothing of others. */\nfunction rankOf(rule: Rule): Rank | null {\n  const old = oldActionOf(rule);\n  return old === null ? null : rankFrom(priorities.get(rule.id) ?? null, old.action);\n}",
    "plain": "/** Null for rules that the old API did not know: they stay where they are and say nothing of others. */\nfunction rankOf(rule) {\n  const old = oldActionOf(rule);\n  return old === null ? null : rankFrom(priorities.get(rule.id) ?? null, old.action);\n}"
  },
  {
    "name": "isLess",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "function isLess(left: Rank, right: Rank): boolean {\n  return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);\n}",
    "plain": "function isLess(left, right) {\n  return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);\n}"
  },
  {
    "name": "isInOrder",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "function isInOrder(left: Rank | null | undefined, right: Rank | null | undefined): boolean {\n  return !left || !right || !isLess(right, left);\n}",
    "plain": "function isInOrder(left, right) {\n  return !left || !right || !isLess(right, left);\n}"
  },
  {
    "name": "positionAt",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "/** The `position` that puts a rule at a place among the others. */\nfunction positionAt(others: readonly Rule[], place: number): Fields {\n  const next = others[place];\n  if (next === undefined) return { after: '' };\n  return { before: place === 0 ? '' : next.id };\n}",
    "plain": "/** The `position` that puts a rule at a place among the others. */\nfunction positionAt(others, place) {\n  const next = others[place];\n  if (next === undefined) return { after: '' };\n  return { before: place === 0 ? '' : next.id };\n}"
  },
  {
    "name": "learnOrder",
    "isOffered": false,
    "heading": "/**\n * Rules used to be sorted by priority, rules without one last, and rules of equal rank by their action. Rulesets\n * know one order only: that of the list. A rule is put where the old order would have had it.\n *\n * What priority a rule has is known only if this program gave it. All others count as rules without a priority, as\n * long as the list can be read that way: their actions stand in the old order. Where it cannot, somebody has\n * ordered the rules, and the place of each stands for its priority: place 1 is priority 1.\n */",
    "typescript": "/** Gives priorities by place where others have changed the list so that it contradicts the ones that are known. */\nfunction learnOrder(ruleset: Ruleset): void {\n  const rules = shownRules(ruleset);\n  const ranks = rules.map(rankOf);\n  if (ranks.every((rank, index) => isInOrder(ranks[index - 1], rank))) return;\n  for (const [index, { id }] of Array.from(rules.entries())) priorities.set(id, index + 1);\n}",
    "plain": "/** Gives priorities by place where others have changed the list so that it contradicts the ones that are known. */\nfunction learnOrder(ruleset) {\n  const rules = shownRules(ruleset);\n  const ranks = rules.map(rankOf);\n  if (ranks.every((rank, index) => isInOrder(ranks[index - 1], rank))) return;\n  for (const [index, { id }] of Array.from(rules.entries())) priorities.set(id, index + 1);\n}"
  },
  {
    "name": "storedFilters",
    "isOffered": false,
    "heading": "/**\n * What this program said of its filters that rulesets have no place for. It is gone when the program ends; a rule\n * that another run made is its own filter.\n */",
    "typescript": "/** Filters by id: those that no rule uses yet, and those of which more is known than an expression. */\nconst storedFilters = new Map<string, { readonly zone: string; readonly filter: Filter }>();",
    "plain": "/** Filters by id: those that no rule uses yet, and those of which more is known than an expression. */\nconst storedFilters = new Map();"
  },
  {
    "name": "filterOf",
    "isOffered": false,
    "heading": "/**\n * What this program said of its filters that rulesets have no place for. It is gone when the program ends; a rule\n * that another run made is its own filter.\n */",
    "typescript": "/** Id of the filter by id of the rule, where it is not the rule's own. */\nconst filterOf = new Map<string, string>();",
    "plain": "/** Id of the filter by id of the rule, where it is not the rule's own. */\nconst filterOf = new Map();"
  },
  {
    "name": "running",
    "isOffered": false,
    "heading": "/**\n * What this program said of its filters that rulesets have no place for. It is gone when the program ends; a rule\n * that another run made is its own filter.\n */",
    "typescript": "/** Rules that were not paused themselves when their filter was. */\nconst running = new Set<string>();",
    "plain": "/** Rules that were not paused themselves when their filter was. */\nconst running = new Set();"
  },
  {
    "name": "isPaused",
    "isOffered": false,
    "heading": "/**\n * What this program said of its filters that rulesets have no place for. It is gone when the program ends; a rule\n * that another run made is its own filter.\n */",
    "typescript": "function isPaused(rule: Rule): boolean {\n  return rule.enabled === false && !(filterOfRule(rule).paused && running.has(rule.id));\n}",
    "plain": "function isPaused(rule) {\n  return rule.enabled === false && !(filterOfRule(rule).paused && running.has(rule.id));\n}"
  },
  {
    "name": "allFilters",
    "isOffered": false,
    "heading": "/**\n * What this program said of its filters that rulesets have no place for. It is gone when the program ends; a rule\n * that another run made is its own filter.\n */",
    "typescript": "/** All filters there are, the oldest first: those that this program did not make, then its own. */\nfunction allFilters({ base }: OldCall, ruleset: Ruleset): readonly Filter[] {\n  const used = shownRules(ruleset).map(filterOfRule);\n  const own = Array.from(storedFilters.values()).filter(({ zone }) => zone === base);\n  return used\n    .filter(({ id }) => !storedFilters.has(id))\n    .concat(own.map(({ filter }) => used.find(({ id }) => id === filter.id) ?? filter));\n}",
    "plain": "/** All filters there are, the oldest first: those that this program did not make, then its own. */\nfunction allFilters({ base }, ruleset) {\n  const used = shownRules(ruleset).map(filterOfRule);\n  const own = Array.from(storedFilters.values()).filter(({ zone }) => zone === base);\n  return used\n    .filter(({ id }) => !storedFilters.has(id))\n    .concat(own.map(({ filter }) => used.find(({ id }) => id === filter.id) ?? filter));\n}"
  },
  {
    "name": "OLD_ACTIONS",
    "isOffered": false,
    "typescript": "/** Rules of one priority were evaluated in this order of their actions. */\nconst OLD_ACTIONS: readonly string[] =\n  'log bypass allow challenge managed_challenge js_challenge block'.split(' ');",
    "plain": "/** Rules of one priority were evaluated in this order of their actions. */\nconst OLD_ACTIONS = 'log bypass allow challenge managed_challenge js_challenge block'.split(' ');"
  },
  {
    "name": "OldAction",
    "isOffered": false,
    "typescript": "interface OldAction {\n  readonly action: string;\n  readonly products?: readonly string[];\n}",
    "plain": ""
  },
  {
    "name": "oldActionOf",
    "isOffered": false,
    "typescript": "/** The old name of what a rule does; null for rules that the old API could not have made. */\nfunction oldActionOf({ action, action_parameters }: Rule): OldAction | null {\n  if (action !== 'skip') return OLD_ACTIONS.includes(action) ? { action } : null;\n  const { ruleset, products, rulesets, rules } = Object(action_parameters) as Fields;\n  if (rulesets !== undefined || rules !== undefined) return null;\n  if (Array.isArray(products)) return { action: 'bypass', products: products.map(String) };\n  return ruleset === 'current' ? { action: 'allow' } : null;\n}",
    "plain": "/** The old name of what a rule does; null for rules that the old API could not have made. */\nfunction oldActionOf({ action, action_parameters }) {\n  if (action !== 'skip') return OLD_ACTIONS.includes(action) ? { action } : null;\n  const { ruleset, products, rulesets, rules } = Object(action_parameters);\n  if (rulesets !== undefined || rules !== undefined) return null;\n  if (Array.isArray(products)) return { action: 'bypass', products: products.map(String) };\n  return ruleset === 'current' ? { action: 'allow' } : null;\n}"
  },
  {
    "name": "shownRules",
    "isOffered": false,
    "typescript": "/** Rules that the old API would have shown. */\nfunction shownRules({ rules }: Ruleset): readonly Rule[] {\n  return rules.filter((rule) => oldActionOf(rule) !== null);\n}",
    "plain": "/** Rules that the old API would have shown. */\nfunction shownRules({ rules }) {\n  return rules.filter((rule) => oldActionOf(rule) !== null);\n}"
  },
  {
    "name": "PRODUCTS",
    "isOffered": false,
    "typescript": "const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'];",
    "plain": "const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'];"
  },
  {
    "name": "PHASE_OF_PRODUCT",
    "isOffered": false,
    "typescript": "/** Two products no longer exist; these phases do their work. */\nconst PHASE_OF_PRODUCT: { readonly [product: string]: string } = {\n  rateLimit: 'http_ratelimit',\n  waf: 'http_request_firewall_managed',\n};",
    "plain": "/** Two products no longer exist; these phases do their work. */\nconst PHASE_OF_PRODUCT = {\n  rateLimit: 'http_ratelimit',\n  waf: 'http_request_firewall_managed',\n};"
  },
  {
    "name": "newActionOf",
    "isOffered": false,
    "typescript": "/** What does the same in a ruleset. */\nfunction newActionOf({ action, products = [] }: OldAction): Fields {\n  if (action === 'allow') return { action: 'skip', action_parameters: { ruleset: 'current' } };\n  if (action !== 'bypass') return { action };\n  const phases = products.map((product) => PHASE_OF_PRODUCT[product]).filter((phase) => phase !== undefined);\n  return { action: 'skip', action_parameters: phases.length > 0 ? { products, phases } : { products } };\n}",
    "plain": "/** What does the same in a ruleset. */\nfunction newActionOf({ action, products = [] }) {\n  if (action === 'allow') return { action: 'skip', action_parameters: { ruleset: 'current' } };\n  if (action !== 'bypass') return { action };\n  const phases = products.map((product) => PHASE_OF_PRODUCT[product]).filter((phase) => phase !== undefined);\n  return { action: 'skip', action_parameters: phases.length > 0 ? { products, phases } : { products } };\n}"
  },
  {
    "name": "OldRule",
    "isOffered": false,
    "typescript": "/** A rule as the old API was told of it. */\ninterface OldRule extends OldAction {\n  readonly description: string | undefined;\n  readonly paused: boolean; //? paused\n  readonly priority: number | null; //? order\n  readonly ref: string | undefined; //? ref\n}",
    "plain": ""
  },
  {
    "name": "readOldRule",
    "isOffered": false,
    "typescript": "function readOldRule(body: Fields): OldRule {\n  const {\n    action,\n    description,\n    paused = false, //? paused\n    priority = null, //? order\n    products, //? skip\n    ref, //? ref\n  } = body;\n  if (body.paused !== undefined) throw notHere('rules with paused'); //! paused\n  if (body.priority !== undefined) throw notHere('rules with priority'); //! order\n  if (body.products !== undefined) throw notHere('rules with products'); //! skip\n  if (body.ref !== undefined) throw notHere('rules with ref'); //! ref\n  if (action !== 'block') throw notHere(`rules that ${String(action)}`); //! order\n  //? order {\n  if (typeof action !== 'string' || !OLD_ACTIONS.includes(action))\n    throw invalid(`invalid action: ${JSON.stringify(action ?? null)}`);\n  //? }\n  //? skip {\n  const named = Array.isArray(products) ? products.map(String) : undefined;\n  if (action === 'bypass' && !(named?.length && named.every((product) => PRODUCTS.includes(product))))\n    throw invalid('products are required for action bypass');\n  //? }\n  if (typeof paused !== 'boolean') throw invalid('paused must be a boolean'); //? paused\n  if (!isPriority(priority)) throw invalid('priority must be a whole number'); //? order\n  if (description !== undefined && !(typeof description === 'string' && description.length <= 500))\n    throw invalid('description must be a text of at most 500 characters');\n  return {\n    action,\n    description,\n    paused, //? paused\n    priority, //? order\n    ...(named === undefined ? {} : { products: named }), //? skip\n    ref: typeof ref === 'string' ? ref : undefined, //? ref\n  };\n}",
    "plain": "function readOldRule(body) {\n  const {\n    action,\n    description,\n    paused = false, //? paused\n    priority = null, //? order\n    products, //? skip\n    ref, //? ref\n  } = body;\n  if (body.paused !== undefined) throw notHere('rules with paused'); //! paused\n  if (body.priority !== undefined) throw notHere('rules with priority'); //! order\n  if (body.products !== undefined) throw notHere('rules with products'); //! skip\n  if (body.ref !== undefined) throw notHere('rules with ref'); //! ref\n  if (action !== 'block') throw notHere(`rules that ${String(action)}`); //! order\n  //? order {\n  if (typeof action !== 'string' || !OLD_ACTIONS.includes(action))\n    throw invalid(`invalid action: ${JSON.stringify(action ?? null)}`);\n  //? }\n  //? skip {\n  const named = Array.isArray(products) ? products.map(String) : undefined;\n  if (action === 'bypass' && !(named?.length && named.every((product) => PRODUCTS.includes(product))))\n    throw invalid('products are required for action bypass');\n  //? }\n  if (typeof paused !== 'boolean') throw invalid('paused must be a boolean'); //? paused\n  if (!isPriority(priority)) throw invalid('priority must be a whole number'); //? order\n  if (description !== undefined && !(typeof description === 'string' && description.length <= 500))\n    throw invalid('description must be a text of at most 500 characters');\n  return {\n    action,\n    description,\n    paused, //? paused\n    priority, //? order\n    ...(named === undefined ? {} : { products: named }), //? skip\n    ref: typeof ref === 'string' ? ref : undefined, //? ref\n  };\n}"
  },
  {
    "name": "isPriority",
    "isOffered": false,
    "typescript": "function isPriority(value: unknown): value is number | null {\n  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0);\n}",
    "plain": "function isPriority(value) {\n  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0);\n}"
  },
  {
    "name": "invalid",
    "isOffered": false,
    "typescript": "function invalid(message: string): Refusal {\n  return refusal(400, 10001, `firewallrules.api.validation_error: ${message}`);\n}",
    "plain": "function invalid(message) {\n  return refusal(400, 10001, `firewallrules.api.validation_error: ${message}`);\n}"
  },
  {
    "name": "notHere",
    "isOffered": false,
    "typescript": "/** Only what the program asked for when this module was written is in it; nothing is done by halves. */\nfunction notHere(what: string): Refusal {\n  return invalid(`this module was written without ${what}: call the old path and migrate again`);\n}",
    "plain": "/** Only what the program asked for when this module was written is in it; nothing is done by halves. */\nfunction notHere(what) {\n  return invalid(`this module was written without ${what}: call the old path and migrate again`);\n}"
  },
  {
    "name": "Filter",
    "isOffered": false,
    "typescript": "interface Filter {\n  /** Empty where it comes with its rule: then it gets the id of that. */\n  readonly id: string;\n  readonly expression: string;\n  readonly paused: boolean;\n  readonly description?: string;\n  readonly ref?: string;\n}",
    "plain": ""
  },
  {
    "name": "filterOfRule",
    "isOffered": false,
    "typescript": "function filterOfRule(rule: Rule): Filter {\n  //? filters {\n  const known = storedFilters.get(filterOf.get(rule.id) ?? rule.id)?.filter;\n  if (known !== undefined && known.expression === rule.expression) return known;\n  //? }\n  return { id: rule.id, expression: rule.expression, paused: false };\n}",
    "plain": "function filterOfRule(rule) {\n  //? filters {\n  const known = storedFilters.get(filterOf.get(rule.id) ?? rule.id)?.filter;\n  if (known !== undefined && known.expression === rule.expression) return known;\n  //? }\n  return { id: rule.id, expression: rule.expression, paused: false };\n}"
  },
  {
    "name": "filterFrom",
    "isOffered": false,
    "typescript": "/** The filter that a body describes. */\nfunction filterFrom(id: string, body: Fields): Filter {\n  const {\n    expression,\n    paused = false, //? filter-fields\n    description, //? filter-fields\n    ref, //? filter-fields\n    ...others //! filter-fields\n  } = body;\n  if (typeof expression !== 'string') throw invalidFilter('expression is required');\n  if (typeof paused !== 'boolean') throw invalidFilter('paused must be a boolean'); //? filter-fields\n  if (Object.keys(others).length > 0) throw notHere('filters with more than an expression'); //! filter-fields\n  return {\n    id,\n    expression,\n    paused, //? filter-fields\n    paused: false, //! filter-fields\n    ...(typeof description === 'string' ? { description } : {}), //? filter-fields\n    ...(typeof ref === 'string' ? { ref } : {}), //? filter-fields\n  };\n}",
    "plain": "/** The filter that a body describes. */\nfunction filterFrom(id, body) {\n  const {\n    expression,\n    paused = false, //? filter-fields\n    description, //? filter-fields\n    ref, //? filter-fields\n    ...others //! filter-fields\n  } = body;\n  if (typeof expression !== 'string') throw invalidFilter('expression is required');\n  if (typeof paused !== 'boolean') throw invalidFilter('paused must be a boolean'); //? filter-fields\n  if (Object.keys(others).length > 0) throw notHere('filters with more than an expression'); //! filter-fields\n  return {\n    id,\n    expression,\n    paused, //? filter-fields\n    paused: false, //! filter-fields\n    ...(typeof description === 'string' ? { description } : {}), //? filter-fields\n    ...(typeof ref === 'string' ? { ref } : {}), //? filter-fields\n  };\n}"
  },
  {
    "name": "invalidFilter",
    "isOffered": false,
    "typescript": "function invalidFilter(message: string): Refusal {\n  return refusal(400, 10101, `filters.api.validation_error: ${message}`);\n}",
    "plain": "function invalidFilter(message) {\n  return refusal(400, 10101, `filters.api.validation_error: ${message}`);\n}"
  }
];
