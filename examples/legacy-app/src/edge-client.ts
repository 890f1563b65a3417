const API = process.env.CLOUDFLARE_BASE_URL ?? 'https://api.cloudflare.com/client/v4';

export interface ApiError {
  code: number;
  message: string;
  error_chain?: { code: number; message: string }[];
}

export interface Envelope<T> {
  success: boolean;
  errors: ApiError[];
  result: T;
}

export class EdgeError extends Error {
  readonly status: number;
  readonly errors: ApiError[];

  constructor(status: number, errors: ApiError[]) {
    super(errors.map((error) => `${error.code}: ${error.message}`).join('; ') || `HTTP ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

/** One zone of the market, and the token that may change it. */
export class EdgeClient {
  readonly zone: string;
  readonly #token: string;

  constructor(zone = process.env.CLOUDFLARE_ZONE_ID, token = process.env.CLOUDFLARE_API_TOKEN) {
    if (!zone || !token) throw new Error('set CLOUDFLARE_ZONE_ID and CLOUDFLARE_API_TOKEN');
    this.zone = zone;
    this.#token = token;
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#send<T>('POST', path, body);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#send<T>('PATCH', path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.#send<T>('DELETE', path);
  }

  /** Sets one of the zone's settings. */
  setting(id: string, value: unknown): Promise<unknown> {
    return this.patch(`/zones/${this.zone}/settings/${id}`, { value });
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${API}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Envelope<T>;
    if (!envelope.success) throw new EdgeError(response.status, envelope.errors);
    return envelope.result;
  }
}
