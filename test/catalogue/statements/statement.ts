import type { Json } from '../../../src/edge/core/json.js';

/** What shows that the product keeps a statement of the specification. */
export type Proof =
  /** An entry of the catalogue; with code, the code is reported under it. */
  | { readonly entry: string; readonly code?: string; readonly file?: string }
  /** The emulated API, asked in order on a day; the last answer has the status, and holds the text. */
  | {
      readonly day: string;
      readonly asked: readonly Request[];
      readonly status: number;
      readonly holds?: string;
    }
  /** A test that shows it, by its file below `test` and its title. */
  | { readonly test: string; readonly title: string }
  /** Why nothing can be checked. */
  | { readonly reason: string };

export type Request = readonly [call: string, body?: Json];

/** A statement of the specification in our words; `line` counts the rows or rules of its section. */
export interface Statement {
  readonly section: string;
  readonly line: number;
  readonly says: string;
  readonly by: readonly Proof[];
}

/** Zone and account of the emulated API that samples ask. */
export const Z = '/zones/0123456789abcdef0123456789abcdef';
export const A = '/accounts/fedcba9876543210fedcba9876543210';
export const OWASP = '4814384a9e5d4991b9815dcfc25d2f1f';
export const TODAY = '2026-11-21';

export const of = (section: string, line: number, says: string, ...by: readonly Proof[]): Statement => ({
  section,
  line,
  says,
  by,
});

export const reason = (text: string): Proof => ({ reason: text });
export const entry = (id: string, code?: string, file = 'a.ts'): Proof =>
  code === undefined ? { entry: id } : { entry: id, code, file };
export const shown = (test: string, title: string): Proof => ({ test, title });
export const asked = (
  day: string,
  status: number,
  holds: string,
  ...requests: readonly Request[]
): Proof => ({
  day,
  asked: requests,
  status,
  holds,
});

/** A call of the API with fetch. */
export const call = (method: string, path: string, body?: string): string =>
  `await fetch(\`https://api.cloudflare.com/client/v4${path}\`, { method: '${method}', headers${
    body === undefined ? '' : `, body: JSON.stringify(${body})`
  } });\n`;
