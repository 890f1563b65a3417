/** `each.key` and its like in expressions of Terraform. */
import { PER_INSTANCE } from './resources.js';

/** Puts other names in; what only stands in a text, outside of `${…}`, stays. */
export function withInstanceNames(written: string, renamed: (name: string) => string): string {
  const found = new RegExp(PER_INSTANCE, 'g');
  return written.replace(found, (name, at: number) => (isInText(written, at) ? name : renamed(name)));
}

/** Whether a place stands in a quoted text, and in none of its interpolations. Heredocs are taken for code. */
function isInText(written: string, at: number): boolean {
  // Quotes and braces that are open. In JSON, quotes inside of an interpolation are escaped.
  const open: string[] = [];
  for (const { 0: found } of written.slice(0, at).matchAll(/\\.|\$\$\{|%%\{|[$%]?\{|\}|"/g)) {
    const isText = open.at(-1)?.endsWith('"') ?? false;
    if (isText && found === open.at(-1)) open.pop();
    else if (!isText && /^\\?"$/.test(found)) open.push(found);
    else if (/^[$%]\{$/.test(found) || (found === '{' && !isText)) open.push('{');
    else if (found === '}' && !isText) open.pop();
  }
  return open.at(-1)?.endsWith('"') ?? false;
}
