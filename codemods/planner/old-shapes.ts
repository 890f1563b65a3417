/**
 * Requests whose body or answer cannot be followed, in any language: which function takes their place. It is given rules
 * with the fields of the retired API and gives the same back, so that the code around it stays.
 */
export type OldRole = 'listOld' | 'readOld' | 'addOld' | 'changeOld' | 'changeAllOld' | 'removeOld';

export interface OldRequest {
  readonly method: string;
  /** Its path names one rule. */
  readonly isOfOne: boolean;
  /** What is sent, as far as it can be seen; null for nothing. */
  readonly body: 'list' | 'map' | 'unknown' | null;
}

/** Null where no function takes its place. */
export function oldRole({ method, isOfOne, body }: OldRequest): OldRole | null {
  const mayBeList = body === 'list' || body === 'unknown';
  const mayBeMap = body === 'map' || body === 'unknown';
  switch (isOfOne ? `${method} one` : method) {
    case 'GET':
      return 'listOld';
    case 'GET one':
      return 'readOld';
    case 'POST':
      return mayBeList ? 'addOld' : null;
    case 'PUT':
      return mayBeList ? 'changeAllOld' : null;
    case 'PUT one':
    case 'PATCH one':
      return mayBeMap ? 'changeOld' : null;
    case 'DELETE one':
      return 'removeOld';
    default:
      return null;
  }
}

export function sends(role: OldRole): boolean {
  return role === 'addOld' || role === 'changeOld' || role === 'changeAllOld';
}
