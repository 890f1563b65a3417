import { ApiError, type EdgeRequest, type EdgeResponse, refuse } from './http.js';

/** Which request something happens to, counted from 1: among all requests, or among writes only. */
export interface Moment {
  readonly nth: number;
  readonly of: 'request' | 'write';
}

/** Code and message of errors of the API. */
const ERRORS = {
  403: [10000, 'Authentication error'],
  404: [7003, 'Could not route to this path, perhaps your object identifier is invalid?'],
  409: [10409, 'Conflict'],
  429: [10429, 'Rate limited'],
  500: [10500, 'Internal error'],
  502: [10500, 'Internal error'],
  503: [10500, 'Internal error'],
  504: [10500, 'Internal error'],
} as const;

/** `timeout` is no answer at all, `unsuccessful` one with the status 200 whose body says that it failed. */
export type TroubleStatus = keyof typeof ERRORS | 'timeout' | 'unsuccessful';

export const TROUBLE_STATUSES: readonly TroubleStatus[] = [
  ...(Object.keys(ERRORS).map(Number) as (keyof typeof ERRORS)[]),
  'timeout',
  'unsuccessful',
];

/** Trouble on request. */
export interface Faults {
  /** Answers in place of the real ones. */
  readonly answers?: readonly (Moment & {
    readonly status: TroubleStatus;
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

/** What the caller gets. */
export function troubleAnswer({ status, retryAfter }: Trouble): EdgeResponse {
  if (status === 'timeout') return { ...refuse(new ApiError(504, 10504, 'Gateway timeout')), silent: true };
  if (status === 'unsuccessful') return refuse(new ApiError(200, 10000, 'The request was not carried out'));
  const [code, message] = ERRORS[status];
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return refuse(new ApiError(status, code, message, { headers }));
}
