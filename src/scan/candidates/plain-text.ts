import { readRegularFile, realPath } from '../walk/index.js';

/** A file of the tree, one character per byte, to look for ASCII words in it; empty if there is no such file any more. */
export type PlainText = (systemPath: string | Buffer) => string;

export function plainTextIn(root: string, maxFileSize: number): PlainText {
  const inside = realPath(root) ?? root;
  return (systemPath) => {
    const found = readRegularFile(systemPath, maxFileSize, { inside });
    return found.kind === 'read' ? found.bytes.toString('latin1') : '';
  };
}
