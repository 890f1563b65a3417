/** Quoted templates and heredocs of HCL (Terraform, Packer). `${...}` are holes. */
import { balancedEnd, readEscape } from './escapes.js';
import { type HostText, HostTextBuilder } from './host-text.js';

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** `source` is the whole template: with its quotes, or from `<<` to the end marker. */
export function decodeHcl(source: string): HostText | null {
  return source.startsWith('<<') ? decodeHeredoc(source) : decodeQuotedTemplate(source);
}

function decodeQuotedTemplate(source: string): HostText | null {
  if (source.length < 2 || !source.startsWith('"') || !source.endsWith('"')) return null;
  const builder = new HostTextBuilder();
  builder.region(encodeQuoted);
  const end = template(source, 1, source.length - 1, true, builder);
  return end === source.length - 1 ? builder.build() : null;
}

function encodeQuoted(text: string): string {
  const escaped = text.replace(/[\\"\n\r\t]/g, (character) => {
    const letter = Object.keys(SIMPLE).find((key) => SIMPLE[key] === character);
    return `\\${letter ?? character}`;
  });
  return encodeTemplate(escaped);
}

function encodeTemplate(text: string): string {
  return text.replace(/([$%])\{/g, '$1$1{');
}

/** Reads literal text and interpolations; null for what cannot be understood, such as `%{ if ... }`. */
function template(
  source: string,
  from: number,
  until: number,
  quoted: boolean,
  builder: HostTextBuilder,
): number | null {
  let at = from;
  while (at < until) {
    const two = source.slice(at, at + 2);
    const three = source.slice(at, at + 3);
    if (three === '$${' || three === '%%{') {
      builder.atom(`${two.charAt(0)}{`, at, at + 3);
      at += 3;
    } else if (two === '${') {
      const end = balancedEnd(source, at + 2, '"');
      const strips = source.charAt(at + 2) === '~' || (end !== null && source.charAt(end - 2) === '~');
      if (end === null || strips) return null;
      builder.hole(source.slice(at, end), at, end);
      at = end;
    } else if (two === '%{') return null;
    else if (quoted && two.charAt(0) === '\\') {
      const decoded = quotedEscape(source, at);
      if (decoded === null) return null;
      builder.atom(decoded.text, at, decoded.end);
      at = decoded.end;
    } else if (quoted && /["\r\n]/.test(two.charAt(0))) return null;
    else {
      let end = at + 1;
      while (end < until && !/[$%\\"\r\n]/.test(source.charAt(end))) end++;
      builder.run(source.slice(at, end), at);
      at = end;
    }
  }
  return at;
}

function quotedEscape(source: string, at: number): { text: string; end: number } | null {
  const letter = source.charAt(at + 1);
  if (letter === 'u') return readEscape(source, at, 4);
  if (letter === 'U') return readEscape(source, at, 8);
  const simple = SIMPLE[letter];
  return simple === undefined ? null : { text: simple, end: at + 2 };
}

const HEREDOC = /^<<(-?)([\w.-]+)[ \t]*\r?\n/;

/** The body with its last line break; `<<-` drops the white space that all lines begin with. */
function decodeHeredoc(source: string): HostText | null {
  const opening = HEREDOC.exec(source);
  if (opening === null) return null;
  const [first, flush, marker = ''] = opening;
  const lines = bodyLines(source, first.length, marker);
  if (lines === null) return null;
  const indent = flush === '-' ? commonIndent(source, lines) : 0;
  const builder = new HostTextBuilder();
  builder.region((text) => (/[\r\n]/.test(text) ? null : encodeTemplate(text)));
  let reached = 0;
  for (const { start, end } of lines) {
    // An interpolation may run over lines; what it took is not read again.
    const from = Math.max(start + Math.min(indent, indentOf(source, start, end)), reached);
    const stop: number | null = from < end ? template(source, from, end, false, builder) : from;
    if (stop === null) return null;
    reached = stop;
  }
  return builder.build();
}

/** The lines with their breaks, up to the one that holds only the marker. */
function bodyLines(source: string, from: number, marker: string): { start: number; end: number }[] | null {
  const lines: { start: number; end: number }[] = [];
  for (let start = from; start < source.length; ) {
    const newline = source.indexOf('\n', start);
    const end = newline < 0 ? source.length : newline + 1;
    if (source.slice(start, end).trim() === marker) return lines;
    lines.push({ start, end });
    start = end;
  }
  return null;
}

function commonIndent(source: string, lines: readonly { start: number; end: number }[]): number {
  const indents = lines.flatMap(({ start, end }) => {
    const isBlank = source.slice(start, end).trim() === '';
    return isBlank ? [] : [indentOf(source, start, end)];
  });
  return indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0);
}

function indentOf(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && /[ \t]/.test(source.charAt(at))) at++;
  return at - start;
}
