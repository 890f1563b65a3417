const MOST_PARTS = 1000;

/**
 * The fields of a form body. Only texts matter here: no part of the emulated API stores a file, so file parts are
 * kept by their name with the length of their content.
 */
export function readForm(contentType: string, body: Buffer): Readonly<Record<string, string>> | null {
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  }
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const fields = new Map<string, string>();
  for (const part of body.toString('latin1').split(`--${boundary}`, MOST_PARTS).slice(1, -1)) {
    const headEnd = part.indexOf('\r\n\r\n');
    if (headEnd < 0) continue;
    const head = part.slice(0, headEnd);
    const name = /name="([^"]*)"/i.exec(head)?.[1];
    const content = part.slice(headEnd + 4, part.endsWith('\r\n') ? -2 : undefined);
    if (name === undefined) continue;
    const isFile = /filename="/i.test(head);
    fields.set(
      name,
      isFile ? `file of ${content.length} bytes` : Buffer.from(content, 'latin1').toString('utf8'),
    );
  }
  return Object.fromEntries(fields);
}
