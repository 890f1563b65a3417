/** What is called at a request, as it is written, in any language. */
import type { Program, Usage } from '../../read/index.js';

/** `this.client.get`, `$this->send`, `send`: what is called at a request, whose place may be that of its path. */
export function calledAt({ site: { file, start, end } }: Usage, program: Program): string | null {
  const source = program.file(file);
  if (source === null) return null;
  const isShell = source.language === 'shell';
  const written = source.text.slice(start, Math.min(end, start + 200));
  const own = (isShell ? COMMAND : CALLED).exec(written)?.[1]?.replace(/\s+/g, '');
  if (own !== undefined && !FORMATS.test(own)) return own;
  let before = source.text.slice(Math.max(0, start - 200), start);
  for (;;) {
    const found = (isShell ? COMMAND_BEFORE : CALLED_BEFORE).exec(before);
    const called = found?.[1]?.replace(/\s+/g, '');
    if (found === null || called === undefined) return null;
    if (!FORMATS.test(called)) return called;
    before = before.slice(0, found.index);
  }
}

/** Functions that only put a text together. */
const FORMATS =
  /^(?:(?:fmt\.)?Sprintf|sprintf|[sS]tring\.[fF]ormat|format|str|String|URI|Uri|URL|urljoin|concat)$/;
const NAME =
  '((?:[@$#]|\\$this->)?[A-Za-z_][\\w$]{0,60}(?:\\s{0,20}(?:\\?\\.|\\.|->|::)\\s{0,20}#?[\\w$]{1,60}){0,6})';
const CALLED = new RegExp(
  `^\\s{0,20}(?:(?:return|await|yield|new)\\s{1,3}){0,3}${NAME}\\s{0,5}(?:<[^()]{0,80}>)?\\(`,
);
const CALLED_BEFORE = new RegExp(`(?<![\\w$@])${NAME}(?:<[^()]{0,80}>)?\\s{0,5}\\([^()]{0,120}$`);
const COMMAND = /^\s{0,40}(?:\w{1,40}=)?"?(?:\$\(\s{0,3})?([A-Za-z_][\w-]{0,60})(?=\s)/;
const COMMAND_BEFORE =
  /(?:^|[\n;|&(])[ \t]{0,40}(?:\w{1,40}=)?"?(?:\$\(\s{0,3})?([A-Za-z_][\w-]{0,60})[ \t][^\n;|&()]{0,120}$/;
