/** Trouble on request, as a schedule of what happens to which request. */
export interface Faults {
  /** Answers of the n-th matching requests, counted from 1, in place of the real ones. */
  readonly answers?: readonly {
    readonly nth: number;
    /** Counts all requests, or only writes. */
    readonly of: 'request' | 'write';
    readonly status: 429 | 500 | 502 | 503 | 504;
    readonly retryAfter?: number;
  }[];
  /** Most rules a zone may hold through the legacy API. */
  readonly ruleQuota?: number;
}

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

export class FaultPlan {
  #requests = 0;
  #writes = 0;

  constructor(readonly faults: Faults) {}

  /** The fault that hits this request, if any. */
  next(method: string): { readonly status: number; readonly retryAfter?: number } | null {
    this.#requests += 1;
    if (WRITES.includes(method)) this.#writes += 1;
    const hit = this.faults.answers?.find((answer) =>
      answer.of === 'request'
        ? answer.nth === this.#requests
        : WRITES.includes(method) && answer.nth === this.#writes,
    );
    return hit ?? null;
  }
}
