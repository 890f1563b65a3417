/**
 * Characters that a terminal, a log viewer or a reader's eye would not show as what they are: control
 * characters, line and paragraph separators, zero-width and direction marks, lone surrogates.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is its purpose
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const LONG: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text that `visible` was given. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:([nrt])|u\{([0-9a-f]{1,6})\})/g, (written, short?: string, code?: string) => {
    if (short !== undefined) return LONG[short] ?? written;
    const point = Number.parseInt(code ?? '', 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : written;
  });
}

/** `##vso[…]`, `##[…]`: a build server takes it for a command wherever it stands in a line. */
const COMMAND = /##(?=[a-z]*\[)/gi;

/** Text on one line in which every character is what it looks like. */
export function visible(text: string): string {
  return text
    .replace(
      INVISIBLE,
      (character) => SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(COMMAND, '#\\u{23}');
}

/** Lines of which none begins as a command to a build server does (`::error`), whatever stands before it. */
export function plainLines(text: string): string {
  return text.replace(/^([^\S\n]*)::/gm, '$1\\u{3a}:');
}

/** A message of several lines whose texts come from anywhere. */
export function visibleLines(text: string): string {
  return plainLines(text.split('\n').map(visible).join('\n'));
}

/** One line of JSON in which no text reads as a command to a build server; it means the same. */
export function jsonLine(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(COMMAND, '#\\u0023');
}
