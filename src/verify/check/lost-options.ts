/** Options of the command line that the old code reads, and the new code does not. */
import { literally } from '../../value/index.js';
import type { Loss } from './model.js';

/** How programs declare an option: argparse and click, commander and yargs, and the parser of Node. */
const DECLARED =
  /(?:add_argument|add_option|option|requiredOption)\(\s{0,20}["'](?:-\w,?["'\s,]{1,5})?--([a-zA-Z][\w-]{0,40})|^[ \t]{0,20}["']?([a-zA-Z][\w-]{0,40})["']?:\s{0,5}\{\s{0,20}type:\s{0,5}["'](?:string|boolean)["']/gm;

export function lostOptions(before: string, after: string): readonly Loss[] {
  const options = new Set([...before.matchAll(DECLARED)].map(([, dashed = '', key = '']) => dashed || key));
  return [...options].flatMap((option) => {
    const read = readOf(option);
    return read.test(before) && !read.test(after)
      ? [{ what: `the option --${option} is not read any more` }]
      : [];
  });
}

/** `args.dry_run`, `values.dryRun`, `opts["dry-run"]`, and a name that is taken out of an object. */
function readOf(option: string): RegExp {
  const snake = option.replace(/-/g, '_');
  const camel = option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = [...new Set([option, snake, camel])];
  return new RegExp(
    `(?:\\.|\\[["'])(?:${names.map(literally).join('|')})\\b|\\{[^{}\\n]*\\b(?:${names.map(literally).join('|')})\\b[^{}\\n:]*\\}\\s*=`,
  );
}
