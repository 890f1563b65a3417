/** `node:crypto`: SHA-256, which names findings. The web has it only as a promise. */

const primes = [];
for (let candidate = 2; primes.length < 64; candidate++)
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
const fraction = (value) => ((value - Math.floor(value)) * 2 ** 32) >>> 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = [...START];
  for (let at = 0; at < padded.length; at += 64) addBlock(state, view, at);
  const result = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) result.setUint32(index * 4, word);
  return new Uint8Array(result.buffer);
}

function addBlock(state, view, at) {
  const words = [];
  for (let index = 0; index < 64; index++) {
    if (index < 16) words.push(view.getUint32(at + index * 4));
    else {
      const [near, far] = [words[index - 2], words[index - 15]];
      const a = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const b = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words.push((words[index - 16] + a + words[index - 7] + b) | 0);
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < 64; index++) {
    const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[index] + words[index]) | 0;
    const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] + word) >>> 0;
}

export function hash(algorithm, data, encoding = 'hex') {
  return createHash(algorithm).update(data).digest(encoding);
}

export function createHash(algorithm) {
  if (algorithm !== 'sha256') throw new Error(`the playground has no ${algorithm}`);
  const pieces = [];
  const self = {
    update(data, encoding = 'utf8') {
      pieces.push(typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data));
      return self;
    },
    digest(encoding) {
      const result = Buffer.from(sha256(Buffer.concat(pieces)));
      return encoding === undefined ? result : result.toString(encoding);
    },
  };
  return self;
}

export const randomBytes = (size) => Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(size)));
export const randomUUID = () => globalThis.crypto.randomUUID();
export { createHmac, generateKeyPairSync, sign, timingSafeEqual } from './others.mjs';
