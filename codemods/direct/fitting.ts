/** Lines of new modules, as long as those of the program are. */

import { literally } from '../../src/value/index.js';

export const LONGEST = 100;

const SIGNATURE = /^((?:export )?(?:async )?function \w+(?:<T>)?)\(((?:[^()]|\([^()]*\))*)\)(.*) \{$/gm;

/** A line that is too long, with the object it ends in broken into lines. */
function broken(line: string, width: number): string {
  const [, deep = '', start, yes, no] = /^( *)(const \w+ = \w+) \? (.*) : (.*;)$/.exec(line) ?? [];
  if (line.length > width && yes !== undefined) return `${deep}${start}\n${deep}  ? ${yes}\n${deep}  : ${no}`;
  const [, space = '', test, then, or] = /^( +)(\/.*\)) \? (.*) : (.*;)$/.exec(line) ?? [];
  if (line.length > width && then !== undefined)
    return `${space}${test}\n${space}  ? ${then}\n${space}  : ${or}`;
  const [, method = '', list, given] = /^( {2}\w+)\((.*?)\)(: (?:Promise<|\{).*;)$/.exec(line) ?? [];
  if (line.length > width && list !== undefined) {
    const rows = list.split(/, (?![^{<]*[}>])/).map((one) => `    ${one},\n`);
    return `${method}(\n${rows.join('')}  )${given}`;
  }
  const [, arrow = '', body] = /^((?:export )?const \w+ = .* =>) (\w.*;)$/.exec(line) ?? [];
  if (line.length > width && body !== undefined) return `${arrow}\n  ${body}`;
  const [, indent = '', head, fields, tail] = /^( *)(.*\{) (.*) (\}\).*)$/.exec(line) ?? [];
  // What an arrow function takes stays on its line, and so does a text.
  const isPattern = tail?.startsWith('}) =>') === true || (head?.match(/`/g) ?? []).length % 2 === 1;
  if (line.length <= width || isPattern || head === undefined || fields === undefined) return line;
  const parts = fields.split(/, (?![^({]*[)}])/).map((field) => `${indent}  ${field},\n`);
  return `${indent}${head}\n${parts.join('')}${indent}${tail}`;
}

/** On one line where it fits. */
function signatureText(head: string, list: string, tail: string, width: number): string {
  const parameters = list.split(/,(?![^{<]*(?:\}|(?<!=)>))/).flatMap((one) => one.trim() || []);
  const line = `${head}(${parameters.join(', ')})${tail} {`;
  return line.length <= width
    ? line
    : `${head}(\n${parameters.map((one) => `  ${one},\n`).join('')})${tail} {`;
}

/** The same text, with no line that is longer than need be, or shorter. */
export function fitted(text: string, width: number): string {
  return text
    .replace(SIGNATURE, (_, head: string, list: string, tail: string) =>
      signatureText(head, list, tail, width),
    )
    .replace(ONCE, (whole, indent: string, name: string, value: string, line: string) => {
      const key = new RegExp(`(\\{(?:[^{}]*,)? )${literally(name)}(?=,| \\})`);
      const own = new RegExp(`\\b${literally(name)}\\b(?!:)`);
      const inlined = key.test(line)
        ? line.replace(key, (_, before: string) => `${before}${name}: ${value}`)
        : line.replace(own, () => value);
      return indent.length + inlined.length <= width ? `${indent}${inlined}` : whole;
    })
    .split('\n')
    .map((line) => broken(line, width))
    .join('\n');
}

/** A path or a body, and the line after it that sends it, in whose place it stands where the line is long enough. */
const ONCE = /^( *)const (path|body) = (.*);\n\1((?!const (?:path|body)\b).*\b\2\b.*)$/gm;

/** The type of what sends requests stands where it is needed, if that is one place with room for it. */
export function withTypeInPlace(text: string, width = LONGEST): string {
  const [declaration, type = ''] = /^type Request = (.*);\n/m.exec(text) ?? [];
  const [use = ''] = /^.*function .*\brequest: Request\b.*\{$/m.exec(text) ?? [];
  const line = use.replace(/\bRequest\b/, () => type);
  const isOnly = text.match(/\bRequest\b/g)?.length === 2;
  if (declaration === undefined || use === '' || !isOnly || line.length > width) return text;
  return text
    .replace(declaration, '')
    .replace(use, () => line)
    .trimStart();
}
