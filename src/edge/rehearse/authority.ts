import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  context,
  integer,
  octetString,
  oid,
  sequence,
  set,
  utcTime,
  utf8,
} from './der.js';

/**
 * A certificate authority that lives as long as one rehearsal: its key is never written down, and the only
 * hosts it ever signs are those of the emulated API.
 */
export interface CertificateAuthority {
  /** PEM of the authority, for the programs that must trust it. */
  readonly certificate: string;
  /** Key and chain of a server with these names. */
  issue(hosts: readonly string[]): { readonly key: string; readonly cert: string };
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const NAME = 'Edge Sunset rehearsal';
const DAY = 86_400_000;

export function createAuthority(): CertificateAuthority {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const identifier = keyIdentifier(authority.publicKey);
  const certificate = certify({
    subject: NAME,
    key: authority.publicKey,
    signer: authority.privateKey,
    extensions: [
      extension('2.5.29.19', true, sequence(boolean(true))),
      extension('2.5.29.15', true, keyUsage(0b0000_0110, 1)),
      extension('2.5.29.14', false, octetString(identifier)),
    ],
  });
  return {
    certificate,
    issue(hosts) {
      const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const cert = certify({
        subject: hosts[0] ?? NAME,
        key: server.publicKey,
        signer: authority.privateKey,
        extensions: [
          extension('2.5.29.19', true, sequence()),
          extension('2.5.29.15', true, keyUsage(0b1000_0000, 7)),
          extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
          extension(
            '2.5.29.17',
            false,
            sequence(...hosts.map((host) => context(2, false, Buffer.from(host, 'ascii')))),
          ),
          extension('2.5.29.14', false, octetString(keyIdentifier(server.publicKey))),
          extension('2.5.29.35', false, sequence(context(0, false, identifier))),
        ],
      });
      return {
        key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: cert + certificate,
      };
    },
  };
}

interface Request {
  readonly subject: string;
  readonly key: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** The program's own clock decides whether it believes a certificate, so validity is around the real today. */
function certify({ subject, key, signer, extensions }: Request): string {
  const now = Date.now();
  const body = sequence(
    context(0, true, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name(NAME),
    sequence(utcTime(new Date(now - DAY)), utcTime(new Date(now + 7 * DAY))),
    name(subject),
    key.export({ type: 'spki', format: 'der' }),
    context(3, true, sequence(...extensions)),
  );
  const der = sequence(body, ECDSA_WITH_SHA256, bitString(sign('sha256', body, signer)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function name(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))));
}

function extension(id: string, critical: boolean, content: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(content));
}

function keyUsage(bits: number, unusedBits: number): Buffer {
  return bitString(Buffer.from([bits]), unusedBits);
}

function keyIdentifier(key: KeyObject): Buffer {
  const spki = key.export({ type: 'spki', format: 'der' });
  return createHash('sha1').update(spki.subarray(-65)).digest();
}
