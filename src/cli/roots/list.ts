import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { inputName, inputText } from '../base/given-file.js';

/** The folders of a list, as they are written there: a line each, or between NUL characters. */
export async function rootsListed(file: string, io: Io): Promise<readonly string[]> {
  const text = await inputText(file, io);
  const roots = text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((line) => line !== '');
  if (roots.length === 0) throw new UsageError(`--roots: ${inputName(file)} names no folder.`);
  return roots;
}
