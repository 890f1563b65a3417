/**
 * The seal of a file that a migration brought in: a line of its header with the hash of all that follows the
 * header. As long as it fits, the file is as it was written, and nothing in it is anybody's to change. What
 * formatters change does not count: blanks, line breaks, quotes, semicolons, commas, brackets that group.
 */
import { sha256 } from '../report/index.js';

const HASH_LENGTH = 16;
const SEAL = /^ \* Seal: (?<codemod>[a-z0-9-]+) (?<version>\S+) (?<hash>[0-9a-f]{16})$/m;
const HEADER_END = ' */\n\n';
/** What formatters and the linters that fix put in or take out. */
const LAYOUT = /[\s;,(){}'"`]+/g;
/** A union of types that stands on lines of its own begins with a bar. */
const LEADING_BAR = /([=:<])\|/g;
/** The header is far shorter. */
const HEADER_LIMIT = 1000;

/** The line of the header that vouches for a body, which ends with a line break. */
export function sealOf(codemod: string, version: string, body: string): string {
  return ` * Seal: ${codemod} ${version} ${hashOf(body)}`;
}

/** Whether two sealed files say the same, however they are formatted. */
export function isSealedAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    SEAL.exec(text.slice(0, HEADER_LIMIT).replaceAll('\r', '')),
  );
  return first?.groups?.hash !== undefined && first.groups.hash === second?.groups?.hash;
}

/** Whether a file still reads as it was written. */
export function isSealed(text: string): boolean {
  if (!text.slice(0, HEADER_LIMIT).includes(' * Seal: ')) return false;
  const plain = text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '');
  const seal = SEAL.exec(plain.slice(0, HEADER_LIMIT));
  const end = plain.indexOf(HEADER_END);
  return end >= 0 && seal?.groups?.hash === hashOf(plain.slice(end + HEADER_END.length));
}

function hashOf(body: string): string {
  return sha256(body.replace(LAYOUT, '').replace(LEADING_BAR, '$1')).slice(0, HASH_LENGTH);
}
