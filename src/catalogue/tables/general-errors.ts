/** Errors that many parts of the API answer with, so that they alone lead to no entry. */
export interface GeneralError {
  /** Its code or status, as a person writes it: `10000`, `HTTP 410`. */
  readonly number: RegExp;
  /** Its text, in lower case. */
  readonly text: string;
  readonly title: string;
  /** What it means for a program that uses retired parts, a sentence each. */
  readonly meaning: readonly string[];
  /** Retired parts that lead to it; those whose symptoms name the status, where none are given. */
  readonly entries: readonly string[] | { readonly status: number };
  /** What heads their list. */
  readonly heading: string;
}

export const GENERAL_ERRORS: readonly GeneralError[] = [
  {
    number: /^10000$|\bcode[\s:="]*10000\b/i,
    text: 'authentication error',
    title: 'Authentication error (HTTP 403, code 10000)',
    meaning: [
      'The API does not accept the credentials for this request: they are wrong, or the token lacks the permission.',
      'A token with the permission Firewall Services could use the old firewall APIs, and does not reach rulesets.',
      'After such a migration the token needs Zone > Zone WAF > Edit; for redirect rules, Zone > Single Redirect > Edit.',
      'A request with X-Auth-User-Service-Key is refused as well: send an API token in the header Authorization.',
    ],
    entries: ['service-key', 'firewall-rules', 'rate-limits', 'waf-packages', 'mobile-redirect'],
    heading: 'Retired parts whose callers or replacements need another token or permission:',
  },
  {
    number: /^(?:HTTP\s+)?410$/i,
    text: '410 gone',
    title: 'HTTP 410, Gone',
    meaning: [
      'The route was shut down for good. It is no outage, and neither another token nor a retry helps.',
      'The method and path of the request say which of these parts it is.',
    ],
    entries: { status: 410 },
    heading: 'Retired parts that answer like that, or are expected to where no answer is documented:',
  },
];

export function generalErrorOf(asked: string): GeneralError | undefined {
  const text = asked.trim();
  return GENERAL_ERRORS.find(
    (error) => error.number.test(text) || text.toLowerCase().replace(/\s+/g, ' ') === error.text,
  );
}
