/** New type errors of a program that has a `tsconfig.json`. The compiler is loaded for these alone. */
import { join } from 'node:path';
import type TypeScript from 'typescript';
import type { Files } from './cases.js';
import { withTree } from './trees.js';

export async function typeFaults(before: Files, after: Files): Promise<string[]> {
  if (!before.has('tsconfig.json')) return [];
  const { default: ts } = await import('typescript');
  const old = errorsOf(ts, before);
  if (old.length > 0) return old.map((error) => `the input has a type error: ${error}`);
  return errorsOf(ts, after).map((error) => `new type error: ${error}`);
}

function errorsOf(ts: typeof TypeScript, files: Files): string[] {
  return withTree(files, (folder) => {
    const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const program = ts.createProgram(fileNames, { ...options, noEmit: true });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });
}
