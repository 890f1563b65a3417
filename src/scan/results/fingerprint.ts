import { maskSecrets, sha256 } from '../../report/index.js';

/** What makes a place the same place after lines were added, removed or indented above and around it. */
interface Identity {
  readonly entry: string;
  readonly kind: string;
  readonly method: string | null;
  readonly endpoint: string | null;
  /** The text the finding points at, and the line it starts on. */
  readonly text: string;
  readonly line: string;
}

const LENGTH = 32;

/** Gives every finding of one file a fingerprint; equal places are told apart by counting them. */
export class Fingerprints {
  readonly #seen = new Map<string, number>();

  /** The fingerprint, worked out when it is first asked for: many a report does not show it. */
  next(identity: Identity): () => string {
    const { entry, kind, method, endpoint, text, line } = identity;
    // Masked, so that a changed token is no new finding and no hash of a secret is published.
    const masked = [endpoint ?? '', text, line].map((part) => maskSecrets(part).replace(/\s+/g, ''));
    let key = [entry, kind, method ?? '', ...masked].join('\0');
    const count = this.#seen.get(key) ?? 0;
    this.#seen.set(key, count + 1);
    let known: string | undefined;
    return () => {
      known ??= sha256(`${key}\0${count}`).slice(0, LENGTH);
      // There may be hundreds of thousands.
      key = '';
      return known;
    };
  }
}
