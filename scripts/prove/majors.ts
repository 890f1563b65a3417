/** Major versions of the vendor's SDK that a program can be run with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './cases.js';

/** Those that are installed here. */
export const MAJORS = [3, 4, 5, 6, 7] as const;
const PACKAGES = join(import.meta.dirname, '../../node_modules');

const SDK = /("cloudflare"\s*:\s*")([^"]*)(")/;

/** The major that the program depends on; null if on none. */
export function majorOf(files: Files): number | null {
  const range = SDK.exec(files.get('package.json')?.toString() ?? '')?.[2] ?? '';
  const major = /\d+/.exec(range)?.[0];
  return major === undefined ? null : Number(major);
}

export function withMajor(files: Files, major: number): Files {
  const manifest = files.get('package.json')?.toString() ?? '';
  if (!SDK.test(manifest)) throw new Error('the program does not depend on the SDK');
  const installed = readFileSync(join(PACKAGES, `cloudflare-${major}`, 'package.json'), 'utf8');
  const { version } = JSON.parse(installed) as { readonly version: string };
  return new Map([
    ...files,
    ['package.json', Buffer.from(manifest.replace(SDK, (_, start, __, end) => `${start}^${version}${end}`))],
  ]);
}
