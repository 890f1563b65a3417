/** Whether a written file is still a program of its language. */
import { spawnSync } from 'node:child_process';
import { extname } from 'node:path';
import { parse } from '@babel/parser';
import { parseSync } from 'oxc-parser';
import { parseAllDocuments } from 'yaml';

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Programs that check a text on standard input, where they are installed. */
const CHECKERS: Readonly<Record<string, readonly string[]>> = {
  '.py': ['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.buffer.read())'],
  '.sh': ['bash', '-n'],
  '.bash': ['bash', '-n'],
  '.go': ['gofmt', '-l'],
  '.php': ['php', '-l'],
  '.rb': ['ruby', '-c'],
};

/** What the parser of the language says; null if nothing, `unknown` if there is none here. */
export function parseProblem(path: string, text: string): string | null | 'unknown' {
  if (SCRIPT.test(path)) return scriptProblem(path, text);
  const extension = extname(path);
  if (extension === '.yml' || extension === '.yaml')
    return parseAllDocuments(text).flatMap(({ errors }) => errors)[0]?.message ?? null;
  const [program, ...args] = CHECKERS[extension] ?? [];
  if (program === undefined) return 'unknown';
  const { error, status, stderr } = spawnSync(program, args, { input: text, encoding: 'utf8' });
  if (error !== undefined) return 'unknown';
  return status === 0 ? null : stderr.slice(0, 200);
}

/** Flow, and what else one parser refuses, is the other's to judge. */
function scriptProblem(path: string, text: string): string | null {
  const [problem] = parseSync(path, text).errors;
  if (problem === undefined) return null;
  try {
    parse(text, { sourceType: 'unambiguous', plugins: ['jsx', 'flow', 'decorators-legacy'] });
    return null;
  } catch {
    return problem.message;
  }
}
