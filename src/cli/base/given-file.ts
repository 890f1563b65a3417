/** Files that a person hands to a command, by a flag or as an argument. */
import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '../../report/index.js';
import { UsageError } from './arguments.js';
import type { Io } from './command.js';

/** More than any state, list or request that this program writes or reads. */
const LARGEST = 64 * 1024 * 1024;

/** Reads to the end, or until nobody could mean it: `/dev/zero` has none. `what` names the input in the message. */
export async function boundedBytes(
  chunks: AsyncIterable<Uint8Array>,
  what: string,
  limit = LARGEST,
): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    size += chunk.length;
    if (size > limit) throw new UsageError(`${what} is larger than ${limit / 1024 / 1024} MB.`);
  }
  return Buffer.concat(read);
}

/** A pipe is waited for by the event loop: a thread that waits would keep the process from ending at an interrupt. */
async function streamOf(path: string, what: string): Promise<AsyncIterable<Uint8Array>> {
  const status = statSync(path);
  if (status.isCharacterDevice() || status.isBlockDevice() || status.isSocket())
    throw new UsageError(`${what} is not a file or a pipe.`);
  if (!status.isFIFO()) return createReadStream(path);
  const { Socket } = await import('node:net');
  return new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), writable: false });
}

/** The bytes of a file, which may be a pipe. */
export async function fileGiven(what: string, file: string, cwd: string): Promise<Uint8Array> {
  try {
    return await boundedBytes(await streamOf(resolve(cwd, file), what), what);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${what} cannot be read (${code ?? message}).`);
  }
}

/** The text of a file that a flag names. */
export async function given(flag: string, file: string, cwd: string): Promise<string> {
  const bytes = await fileGiven(`${flag}: the file ${visible(JSON.stringify(file))}`, file, cwd);
  return Buffer.from(bytes).toString('utf8');
}

/** How a message calls the input of a command. */
export function inputName(file: string): string {
  return file === '-' ? 'standard input' : visible(file);
}

/** The text that a command works on: of a file, or with "-" of standard input. */
export async function inputText(file: string, io: Io): Promise<string> {
  const name = inputName(file);
  const bytes = file === '-' ? await io.stdin() : await fileGiven(name, file, io.cwd);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8 text.`);
  }
}
