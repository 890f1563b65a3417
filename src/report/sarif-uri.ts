export interface SarifUri {
  readonly uri: string;
}

/** A path as a URI: each segment percent-encoded, so that no name can leave its place. */
export function sarifUri(root: string | undefined, path: string): SarifUri {
  const whole = root === undefined || root === '.' ? path : `${root}/${path}`;
  const encoded = whole.split('/').map(encodeSegment).join('/');
  return { uri: encoded.startsWith('/') ? `file://${encoded}` : encoded };
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
