import { posix, resolve, sep } from 'node:path';
import type { Places } from './model.js';

export interface SarifUri {
  readonly uri: string;
  readonly uriBaseId?: string;
}

/** Names the files of a report from the root of their repository, as code scanning looks for them. */
export function sarifUris({ cwd, repositories }: Places): (path: string) => SarifUri {
  const current = slashed(cwd);
  const bases = repositories
    .map((folder, index) => ({ folder: slashed(folder), uriBaseId: baseId(index) }))
    .sort((a, b) => b.folder.length - a.folder.length);
  return (path) => {
    const absolute = posix.isAbsolute(path) ? path : posix.join(current, path);
    const base = bases.find(({ folder }) => absolute.startsWith(withSlash(folder)));
    if (base === undefined) return { uri: encoded(path) };
    return { uri: encoded(absolute.slice(withSlash(base.folder).length)), uriBaseId: base.uriBaseId };
  };
}

/** The folders are told by what they are and not by where they lie: a report is the same on every machine. */
export function originalUriBaseIds({ repositories }: Places): Record<string, object> {
  return Object.fromEntries(
    repositories.map((_, index) => [
      baseId(index),
      { description: { text: 'The root of the repository that was scanned.' } },
    ]),
  );
}

function baseId(index: number): string {
  return index === 0 ? '%SRCROOT%' : `%SRCROOT${index + 1}%`;
}

function slashed(path: string): string {
  return resolve(path).split(sep).join('/');
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

/** Each segment percent-encoded, so that no name can leave its place. */
function encoded(path: string): string {
  const uri = path.split('/').map(encodeSegment).join('/');
  return uri.startsWith('/') ? `file://${uri}` : uri;
}

function encodeSegment(segment: string): string {
  // Lone surrogates have no UTF-8 form.
  const text = segment.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
