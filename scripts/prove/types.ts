/** New type errors of a program that has a `tsconfig.json`. */
import { join } from 'node:path';
import ts from 'typescript';
import type { Files } from './cases.js';
import { withTree } from './trees.js';

export function typeFaults(before: Files, after: Files): string[] {
  if (!before.has('tsconfig.json')) return [];
  const old = errorsOf(before);
  if (old.length > 0) return old.map((error) => `the input has a type error: ${error}`);
  return errorsOf(after).map((error) => `new type error: ${error}`);
}

function errorsOf(files: Files): string[] {
  return withTree(files, (folder) => {
    const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const program = ts.createProgram(fileNames, { ...options, noEmit: true });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });
}
