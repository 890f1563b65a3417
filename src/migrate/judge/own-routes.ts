/** Routes that a program serves itself: a request to such a path may be meant for its own server. */
import type { Program, SourceFile } from '../../read/index.js';

const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.py'];
const MOST_FILES = 300;
/** `app.get('/zones/:zone/firewall/rules', …)`, `@app.route("/zones/<zone>/firewall/rules")` */
const ROUTE = /\.(?:get|post|put|patch|delete|all|route|use)\(\s{0,20}["'`]([^"'`\s${}]{1,200})["'`]/g;

/** Whether a file of the tree declares a route for a path: `/zones/{zone_id}/firewall/rules`. */
export function isServedHere(endpoint: string, file: SourceFile, program: Program): boolean {
  const paths = ENDINGS.flatMap((ending) => program.filesEndingWith?.(ending) ?? []);
  const others = paths.length > MOST_FILES ? [] : paths.flatMap((path) => program.file(path) ?? []);
  return [file, ...others].some(({ text }) => hasRoute(text, endpoint.split('/')));
}

function hasRoute(text: string, wanted: readonly string[]): boolean {
  const words = wanted.filter((one) => one !== '' && !one.startsWith('{'));
  if (!words.every((word) => text.includes(word))) return false;
  return [...text.matchAll(ROUTE)].some(([, route = '']) => {
    const own = route.split('/').slice(-wanted.length + 1);
    const expected = wanted.slice(1);
    return (
      own.length === expected.length &&
      own.some(isParameter) &&
      own.every(
        (segment, index) =>
          isParameter(segment) === isHole(expected[index]) && fits(segment, expected[index]),
      )
    );
  });
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':') || segment.startsWith('<');
}

function isHole(segment = ''): boolean {
  return segment.startsWith('{');
}

function fits(segment: string, expected: string | undefined): boolean {
  return isParameter(segment) || segment === expected;
}
