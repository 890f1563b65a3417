import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { Edge, type EdgeOptions, type EdgeResponse } from '../../src/edge/index.js';

export const ZONE = '0123456789abcdef0123456789abcdef';
export const ACCOUNT = 'fedcba9876543210fedcba9876543210';
export const NOBODY = '11111111111111111111111111111111';

/** An emulated API and short ways to ask it. */
export class Api {
  readonly edge: Edge;

  constructor(now: string, options: Partial<EdgeOptions> = {}) {
    this.edge = new Edge({ entries: builtinCatalogue().entries, now, ...options });
  }

  ask(method: string, path: string, body?: Json, headers: Record<string, string> = {}): EdgeResponse {
    return this.edge.handle({ method, path, body, headers: { authorization: 'Bearer t', ...headers } });
  }

  /** The result of a call that must succeed. */
  ok(method: string, path: string, body?: Json): Json {
    const { body: answered, status } = this.ask(method, path, body);
    const envelope = answered as JsonObject;
    if (envelope.success !== true)
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(envelope.errors)}`);
    return envelope.result ?? null;
  }

  /** The result of a call that must succeed with an object. */
  object(method: string, path: string, body?: Json): JsonObject {
    return this.ok(method, path, body) as JsonObject;
  }

  /** The result of a call that must succeed with a list of objects. */
  list(method: string, path: string, body?: Json): readonly JsonObject[] {
    return this.ok(method, path, body) as readonly JsonObject[];
  }

  /** `400 20021` and the message of a call that must fail. */
  refusal(method: string, path: string, body?: Json, headers: Record<string, string> = {}): string {
    const { body: answered, status } = this.ask(method, path, body, headers);
    const [error] = ((answered as JsonObject).errors ?? []) as readonly JsonObject[];
    if (error === undefined) throw new Error(`${method} ${path} succeeded`);
    return `${status} ${String(error.code)} ${String(error.message)}`;
  }
}
