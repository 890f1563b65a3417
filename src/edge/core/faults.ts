import type { EdgeRequest } from './http.js';

/** Which request something happens to, counted from 1: among all requests, or among writes only. */
export interface Moment {
  readonly nth: number;
  readonly of: 'request' | 'write';
}

/** Trouble on request. */
export interface Faults {
  /** Answers in place of the real ones; `timeout` is no answer at all. */
  readonly answers?: readonly (Moment & {
    readonly status: 429 | 500 | 502 | 503 | 504 | 'timeout';
    /** Seconds. */
    readonly retryAfter?: number;
  })[];
  /** Requests of somebody else, done just before one of the program's own: an edit between its read and its write. */
  readonly edits?: readonly (Moment & { readonly request: EdgeRequest })[];
  /** Most custom rules that a zone may hold. */
  readonly ruleQuota?: number;
}

type Trouble = NonNullable<Faults['answers']>[number];

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

export class FaultPlan {
  #requests = 0;
  #writes = 0;

  constructor(private readonly faults: Faults) {}

  /** What happens to this request: what others do before it, and what it is answered instead. */
  next(method: string): { readonly edits: readonly EdgeRequest[]; readonly answer: Trouble | undefined } {
    const write = WRITES.includes(method);
    this.#requests += 1;
    if (write) this.#writes += 1;
    const now = ({ of, nth }: Moment) =>
      of === 'request' ? nth === this.#requests : write && nth === this.#writes;
    return {
      edits: (this.faults.edits ?? []).filter(now).map(({ request }) => request),
      answer: (this.faults.answers ?? []).find(now),
    };
  }
}
