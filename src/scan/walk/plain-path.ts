/**
 * A first look at the bytes of a path. Most paths hold no name that means anything to a scan, and no text has to be
 * made of those: one pass over the bytes and one number looked up are enough. Names are told apart by their first
 * byte and their length, extensions as a whole; where that leaves a doubt, the lists themselves are asked.
 */

import { GENERATED_ENDINGS, GENERATED_FOLDERS, RECORD_NAMES, VENDORED_FOLDERS } from './classes.js';
import { fileClass, folderClass } from './classify.js';
import { PathNames } from './names.js';
import { isSafeName, UNSAFE_NAMES } from './safe-path.js';

const SLASH = 0x2f;
const DOT = 0x2e;

const FOLDERS = new PathNames([...UNSAFE_NAMES, ...VENDORED_FOLDERS, ...GENERATED_FOLDERS]);
const FILES = new PathNames([...UNSAFE_NAMES, ...RECORD_NAMES]);

/** Whether `bytes[start, end)` is the path of a file to scan where names alone decide. Not for Windows. */
export function isPlainPath(bytes: Buffer, start: number, end: number): boolean {
  const name = nameInPlainFolders(bytes, start, end);
  return (
    name >= 0 &&
    name < end &&
    (seemsPlain(bytes, name, end) || isPlainFile(bytes.toString('latin1', name, end)))
  );
}

/** Where the name of the file begins; below zero where a folder on the way means something. */
function nameInPlainFolders(bytes: Buffer, start: number, end: number): number {
  let name = start;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== SLASH) continue;
    if (at === name) return -1;
    if (FOLDERS.mayHave(bytes, name, at) && !isPlainFolder(bytes.toString('latin1', name, at))) return -1;
    name = at + 1;
  }
  return name;
}

function isPlainFolder(name: string): boolean {
  return isSafeName(name, false) && folderClass(name) === undefined;
}

function isPlainFile(name: string): boolean {
  return isSafeName(name, false) && fileClass(name) === undefined;
}

/** Extensions of up to so many bytes are looked up by the number that their bytes make. */
const LONGEST = 4;
/** Names of files may be anything: what is kept stays bounded. */
const MOST_EXTENSIONS = 1000;
/** Of each extension met before, what may stand before it in a name that means something: a bit for 32 bytes each. */
const known = new Map<number, number>();

function seemsPlain(bytes: Buffer, start: number, end: number): boolean {
  if (FILES.mayHave(bytes, start, end)) return false;
  let extension = 0;
  let dot = end - 1;
  for (const least = Math.max(start, end - LONGEST - 1); dot > least && bytes[dot] !== DOT; dot--)
    extension = (extension << 8) | (bytes[dot] ?? 0);
  if (dot === start || bytes[dot] !== DOT) return false;
  const suspects = known.get(extension) ?? learn(extension, bytes.toString('latin1', dot + 1, end));
  return (suspects & bitOf(bytes[dot - 1] ?? 0)) === 0;
}

function learn(extension: number, text: string): number {
  const suspects = fileClass(`a.${text}`) === undefined ? suspectsBefore(`.${text}`) : ALL;
  if (known.size < MOST_EXTENSIONS) known.set(extension, suspects);
  return suspects;
}

const ALL = -1;

function suspectsBefore(extension: string): number {
  return GENERATED_ENDINGS.filter((ending) => ending.endsWith(extension)).reduce(
    (suspects, ending) => suspects | bitOf(ending.charCodeAt(ending.length - extension.length - 1)),
    0,
  );
}

function bitOf(byte: number): number {
  return 1 << (byte & 31);
}
