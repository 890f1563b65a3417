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
  const joined = text
    .replace(SIGNATURE, (_, head: string, list: string, tail: string) =>
      signatureText(head, list, tail, width),
    )
    .replace(ARROW, (whole, head: string, body: string) => {
      const line = `${head} ${body.includes(' ? ') ? `(${body})` : body};`;
      return line.length <= width ? line : whole;
    })
    .replace(CONDITIONAL, (whole, test: string, body: string) =>
      test.length + 1 + body.length <= width ? `${test} ${body}` : whole,
    )
    .replace(EITHER, (whole, indent: string, test: string, first: string, second: string) => {
      const line = `${indent}return ${test} ? ${first} : ${second};`;
      return line.length <= width ? line : whole;
    });
  return inlined(joined, width)
    .split('\n')
    .map((line) => broken(line, width))
    .join('\n');
}

/** An arrow function whose body stands on a line of its own. */
const ARROW = /^(const \w+ = .* =>)\n {2}(\S.*);$/gm;

/** A statement below its condition. */
const CONDITIONAL = /^( *if \(.*\))\n +(\S.*;)$/gm;

/** The rule as it is, or what is made of it. */
const EITHER = /^( *)if \(([^()]*)\) return (rule);\n\1return (\{.*\});$/gm;

/** What is needed by the next line alone, in its place there; that line may be needed by the next in the same way. */
function inlined(text: string, width: number): string {
  const next = text.replace(
    ONCE,
    (whole, indent: string, name: string, value: string, line: string, rest: string) => {
      const shorter = `${indent}${inlinedIn(line, name, value)}`;
      const uses = `${line}${rest}`.match(new RegExp(`(?<!/)\\b${literally(name)}\\b(?!:)`, 'g')) ?? [];
      return shorter.length <= width && uses.length === 1 ? shorter : whole;
    },
  );
  return next === text ? text : inlined(next, width);
}

/** What is made, and the line after it that needs it, with the rest of the function. */
const ONCE =
  /^( *)const (path|body|rulesets|answer(?=.*\n.*\(answer as )) = (.*);\n\1((?!const (?:path|body)\b).*\b\2\b.*)(?=((?:\n(?!\}).*)*))/gm;

function inlinedIn(line: string, name: string, value: string): string {
  const key = new RegExp(`(\\{(?:[^{}]*,)? )${literally(name)}(?=,| \\})`);
  if (key.test(line)) return line.replace(key, (_, before: string) => `${before}${name}: ${value}`);
  const own = new RegExp(`\\b${literally(name)}\\b(?!:)(?=(\\.| as )?)`);
  return line.replace(own, (_, read: string | undefined) => (read === undefined ? value : `(${value})`));
}

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
