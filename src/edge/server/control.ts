/** What the server does beside the API: who may ask it, and the paths that show its state and set its clock. */
import type { IncomingHttpHeaders } from 'node:http';
import { isDay } from '../../catalogue/index.js';
import type { Edge } from '../core/edge.js';
import type { EdgeResponse } from '../core/http.js';
import { isObject, type Json, parseJson } from '../core/json.js';

const LOOPBACK_NAME = /^(?:localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Why a request is refused that a web page may have sent, or null. A page reaches loopback by a name of its own that
 * leads there (DNS rebinding), which `Host` shows, or from its own origin, which browsers name.
 */
export function foreign(headers: IncomingHttpHeaders): string | null {
  const { host = '', origin } = headers;
  if (!LOOPBACK_NAME.test(host))
    return 'the emulated API only answers requests for loopback names: use the URL that edge printed';
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return 'the emulated API rejects web pages of other origins';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return 'the emulated API rejects web pages of other sites';
  return null;
}

export function control(edge: Edge, method: string, target: string, body: Buffer): EdgeResponse {
  if (method === 'GET' && target === '/__edge/state') {
    return { status: 200, headers: {}, body: JSON.parse(JSON.stringify(edge.state)) as Json };
  }
  if (method === 'POST' && target === '/__edge/clock') {
    const read = parseJson(body.toString('utf8'));
    const now = read.ok && isObject(read.value) ? read.value.now : undefined;
    if (typeof now !== 'string' || !isDay(now)) return problem(400, 'send {"now":"YYYY-MM-DD"}');
    edge.now = now;
    return { status: 200, headers: {}, body: { now } };
  }
  return problem(404, 'GET /__edge/state or POST /__edge/clock');
}

export function problem(status: number, error: string): EdgeResponse {
  return { status, headers: {}, body: { error } };
}
