/** Texts that a formatting function completes: its directives are holes. */
import { type Encode, type HostText, HostTextBuilder } from './host-text.js';

export type FormatStyle =
  /** `%s`, `%d`, `%[1]q`, `%(name)s`; `%%` is a percent sign. C, Go, Python, PHP, shell. */
  | 'printf'
  /** `{}`, `{0}`, `{name!r:>4}`; `{{` and `}}` are braces. Python, Rust, C#. */
  | 'braces'
  /** `{{ name }}`. Jinja, Handlebars, Helm, Ansible. */
  | 'mustache';

interface Style {
  /** A doubled sign that stands for one. */
  readonly doubled: RegExp | null;
  readonly directive: RegExp;
  /** Anything else that starts like one: the text is not understood. */
  readonly broken: RegExp;
  readonly encode: Encode;
}

const STYLES: Readonly<Record<FormatStyle, Style>> = {
  printf: {
    doubled: /%%/y,
    directive:
      /%(?:\[[0-9]+\]|\([A-Za-z_]\w*\)|[0-9]+\$)?[-+ #0']*(?:[1-9][0-9]*)?(?:\.[0-9]+)?(?:hh|h|ll|l|j|z|t|L)?[A-Za-z]/y,
    broken: /%/y,
    encode: (text) => text.replaceAll('%', '%%'),
  },
  braces: {
    doubled: /\{\{|\}\}/y,
    directive: /\{[A-Za-z0-9_.[\]]*(?:![rsa])?(?::[^{}"]*)?\}/y,
    broken: /[{}]/y,
    encode: (text) => text.replace(/[{}]/g, '$&$&'),
  },
  mustache: {
    doubled: null,
    directive: /\{\{\{?[^{}]*\}?\}\}/y,
    broken: /\{[{%#]/y,
    encode: (text) => (/\{[{%#]/.test(text) ? null : text),
  },
};

/** The text with its directives as holes; null where one is not understood. */
export function decodeFormat(text: string, style: FormatStyle): HostText | null {
  const { doubled, directive, broken, encode } = STYLES[style];
  const builder = new HostTextBuilder();
  builder.region(encode);
  let from = 0;
  let at = 0;
  while (at < text.length) {
    if (!/[%{}]/.test(text.charAt(at))) {
      at++;
      continue;
    }
    const sign = doubled === null ? null : matchAt(doubled, text, at);
    const hole = sign === null ? matchAt(directive, text, at) : null;
    if (sign === null && hole === null) {
      if (matchAt(broken, text, at) !== null) return null;
      at++;
      continue;
    }
    builder.run(text.slice(from, at), from);
    const written = sign ?? hole ?? '';
    if (sign !== null) builder.atom(sign.charAt(0), at, at + sign.length);
    else builder.hole(written, at, at + written.length);
    at += written.length;
    from = at;
  }
  builder.run(text.slice(from), from);
  return builder.build();
}

/** The same for a text that another host wrote, with offsets of the outermost source. */
export function decodeFormatInside(outer: HostText, style: FormatStyle): HostText | null {
  const inner = decodeFormat(outer.text, style);
  return inner === null ? null : outer.through(inner);
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
