/** Answers that a function in Python returns whole: whoever gets them reads the result that they had. */
import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { startOfLine } from '../languages/elements.js';
import { functionAround } from './call.js';

const NAME = 'answer';

/**
 * The result is given its old form before the answer is returned; what was refused stays as it is. `result` is the
 * source of that, made of the answer's name. Null where there is no place for it.
 */
export function withOldResult(
  tree: SyntaxTree,
  { statement, givesNothing }: { readonly statement: SyntaxNode; readonly givesNothing: boolean },
  result: (answer: string, quote: string) => string,
): readonly Edit[] | null {
  const value = statement.children.find(({ isNamed }) => isNamed);
  const scope = functionAround(statement);
  const indent = tree.text.slice(startOfLine(tree.text, statement.start), statement.start);
  if (statement.type !== 'return_statement' || value === undefined || scope === null || indent.trim() !== '')
    return null;
  const quote = textOf(tree, scope).includes('"') ? '"' : "'";
  const lines = (name: string) => [
    `if ${givesNothing ? `${name} and ` : ''}${name}[${quote}success${quote}]:`,
    `${indent.startsWith('\t') ? '\t' : '    '}${name}[${quote}result${quote}] = ${result(name, quote)}`,
  ];
  const { start } = statement;
  if (value.type === 'identifier')
    return [
      {
        start,
        end: start,
        text: lines(textOf(tree, value))
          .map((line) => `${line}\n${indent}`)
          .join(''),
      },
    ];
  if (new RegExp(`\\b${literally(NAME)}\\b`).test(textOf(tree, scope))) return null;
  const end = statement.end + (/^[^\r\n]*/.exec(tree.text.slice(statement.end))?.[0].length ?? 0);
  return [
    { start, end: value.start, text: `${NAME} = ` },
    {
      start: end,
      end,
      text: [...lines(NAME), `return ${NAME}`].map((line) => `\n${indent}${line}`).join(''),
    },
  ];
}

/** Whether an expression may be written twice. */
export function isPlain(source: string | null): source is string {
  return source !== null && /^[\w.]+(?:\[["']\w+["']\])*$/.test(source);
}
