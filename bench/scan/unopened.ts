/**
 * Files that a scan knows by their names and never opens, while a program that searches opens them all: images, fonts
 * and archives, and records that tools keep (lock files, snapshots, maps).
 *
 * Counted over 24 public repositories with more than 2,000 files, each with the same weight: 3.0 % of the files are of
 * the first kind (over all their 198,000 files 1.9 %, half of the repositories have less than 1.6 %) and 0.16 % of the
 * second. Two more repositories that are collections of images were left out. Sizes have a median of 80 kB and a 90th
 * percentile of 405 kB, and of 21 and 595 kB.
 */

import { chosen, type Random, type Shares, text } from './texts.js';

export interface UnopenedFile {
  /** What the path of the file goes on with behind a name that only it has. */
  readonly ending: string;
  readonly content: Buffer | string;
}

/** Share of all files, and their sizes. */
export const BINARIES = { share: 0.03, median: 80_000, ninetieth: 405_000 };
export const RECORDS = { share: 0.0016, median: 21_000, ninetieth: 595_000 };

interface Format {
  readonly ending: string;
  /** How its files begin, in hexadecimal digits. */
  readonly head: string;
}

const IMAGE: Format = {
  ending: '.png',
  head: '89504e470d0a1a0a0000000d49484452000004000000030008060000007ed04f5a',
};

/** As often as they come. */
const FORMATS: Shares<Format> = [
  [IMAGE, 0.75],
  [{ ending: '.webm', head: '1a45dfa3010000000000001f4286810142f7810142f28104' }, 0.07],
  [{ ending: '.dll', head: '4d5a90000300000004000000ffff0000b800000000000000' }, 0.03],
  [{ ending: '.ico', head: '00000100010020200000010020' }, 0.03],
  [{ ending: '.zip', head: '504b03041400000008000000' }, 0.02],
  [{ ending: '.woff', head: '774f464600010000' }, 0.02],
  [{ ending: '.woff2', head: '774f463200010000' }, 0.02],
  [{ ending: '.mo', head: 'de12049500000000' }, 0.02],
  [{ ending: '.webp', head: '52494646000001005745425056503820' }, 0.015],
  [{ ending: '.gz', head: '1f8b0800000000000003' }, 0.015],
  [{ ending: '.jpg', head: 'ffd8ffe000104a46494600010100' }, 0.01],
];

export function binaryFile(random: Random, bytes: number): UnopenedFile {
  const { ending, head } = chosen(random, FORMATS) ?? IMAGE;
  return { ending, content: Buffer.concat([Buffer.from(head, 'hex'), noise(random, bytes)]) };
}

/** What is compressed looks like chance: every byte is as likely as any other, zero too. */
function noise(random: Random, bytes: number): Buffer {
  const numbers = new Uint32Array(Math.ceil(bytes / 4));
  for (let index = 0; index < numbers.length; index++) numbers[index] = random() * 2 ** 32;
  return Buffer.from(numbers.buffer, 0, bytes);
}

interface RecordKind {
  readonly ending: string;
  /** The language whose lines its own are most like. */
  readonly like: string;
}

const SNAPSHOT: RecordKind = { ending: '.test.ts.snap', like: 'js' };

/** As often as they come; where the name is given, the file has a folder of its own. */
const RECORD_KINDS: Shares<RecordKind> = [
  [SNAPSHOT, 0.32],
  [{ ending: '/package-lock.json', like: 'json' }, 0.28],
  [{ ending: '/yarn.lock', like: 'yaml' }, 0.2],
  [{ ending: '.js.map', like: 'json' }, 0.1],
  [{ ending: '/go.sum', like: 'md' }, 0.05],
  [{ ending: '/.terraform.lock.hcl', like: 'yaml' }, 0.05],
];

export function recordFile(random: Random, bytes: number): UnopenedFile {
  const { ending, like } = chosen(random, RECORD_KINDS) ?? SNAPSHOT;
  return { ending, content: text(random, like, bytes) };
}
