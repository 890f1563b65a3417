/** Which values are credentials, throw-away ones in their place, and output without the real ones. */
import { existsSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

export const THROW_AWAY = 'edge-sunset-rehearsal-000000000000000000';
const HIDDEN = '***';
const SECRET_NAME =
  /token|secret|passw|passphrase|credential|cookie|jwt|bearer|api_?key|webhook|(?:^|[^a-z])(?:key|keys|pass|pwd|auth|dsn|pat|pem)(?:$|[^a-z])/i;
const SECRET_CAMEL_NAME = /[a-z](?:Key|Pass|Auth|Pwd)$/;
const FOLDER_NAMES = new Set(['PWD', 'OLDPWD']);
const HARMLESS = /^(?:|true|false|yes|no|on|off|none|null|\d{1,4})$/i;
const LOGIN_IN_URL = /(:\/\/)[^\s/]+@/g;
/** Tokens that say what they are, private keys, and addresses with a login. */
const SECRET_VALUE =
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk_live_|npm_)[\w-]{10}|\b(?:AKIA|ASIA)[A-Z0-9]{16}|\beyJ[\w-]{8,200}\.|-----BEGIN|:\/\/[^\s/]{1,256}@/;
/** Shorter ones would hide ordinary words of the output. */
const SHORTEST = 6;

/** Whether a variable holds a credential, by its name or by how its value looks. */
export function isSecret(name: string, value: string): boolean {
  if (HARMLESS.test(value) || FOLDER_NAMES.has(name)) return false;
  if (/^[./~]/.test(value) && existsSync(value)) return false;
  if (SECRET_NAME.test(name) || SECRET_CAMEL_NAME.test(name)) return true;
  return SECRET_VALUE.test(value);
}

/** What the program is given in place of a credential. An address keeps all but its login. */
export function replacement(value: string): string {
  const anonymous = value.replace(LOGIN_IN_URL, '$1edge-sunset:rehearsal@');
  return anonymous === value ? THROW_AWAY : anonymous;
}

/** Hides credentials wherever they are printed. */
export class Mask {
  readonly #secrets: readonly string[];
  readonly #longest: number;

  constructor(values: Iterable<string>) {
    const forms = [...values].flatMap((value) => [
      value,
      ...value.split(/\r?\n/),
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      Buffer.from(value, 'utf8').toString('base64'),
    ]);
    const secrets = new Set(forms.filter((form) => form.length >= SHORTEST && form !== THROW_AWAY));
    this.#secrets = [...secrets].sort((left, right) => right.length - left.length);
    this.#longest = this.#secrets[0]?.length ?? 0;
  }

  text(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), text);
  }

  /** The same of every text in a value. */
  value<Value>(value: Value): Value {
    return this.#any(value) as Value;
  }

  #any(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#any(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.#any(item)]));
  }

  /** Of a stream: characters and credentials may be cut in two between chunks. */
  stream(): { push(chunk: Buffer): string; end(): string } {
    const decoder = new StringDecoder('utf8');
    let open = '';
    return {
      push: (chunk) => {
        const text = this.text(open + decoder.write(chunk));
        const kept = this.#begun(text);
        open = text.slice(text.length - kept);
        return text.slice(0, text.length - kept);
      },
      end: () => this.text(open + decoder.end()),
    };
  }

  /** How many characters at the end may be the beginning of a credential. */
  #begun(text: string): number {
    for (let length = Math.min(text.length, this.#longest - 1); length > 0; length--) {
      const end = text.slice(text.length - length);
      if (this.#secrets.some((secret) => secret.length > length && secret.startsWith(end))) return length;
    }
    return 0;
  }
}
