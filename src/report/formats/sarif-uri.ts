import type { Places } from '../findings/model.js';
import { repositoryPaths } from '../findings/repository-path.js';

export interface SarifUri {
  readonly uri: string;
  readonly uriBaseId?: string;
}

/** Names the files of a report from the root of their repository, as code scanning looks for them. */
export function sarifUris(places: Places): (path: string) => SarifUri {
  const pathOf = repositoryPaths(places);
  return (written) => {
    const { path, repository } = pathOf(written);
    return { uri: encoded(path), ...(repository === null ? {} : { uriBaseId: baseId(repository) }) };
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
