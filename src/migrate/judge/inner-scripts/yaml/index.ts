/** Scripts in YAML: `run:` of workflows, `script:` of pipelines, `args:` of containers. */
import type { ScriptFormat } from '../format.js';
import { isScriptList, type Place, placeAt } from './lines.js';
import { runsShell } from './shells.js';
import { withoutStep } from './step.js';

export { emptyScripts } from './lines.js';

/** Files in which `$name` is filled in before a shell sees it. */
const OTHER_DOLLARS = /(?:^|\/)(?:(?:docker-)?compose|cloudbuild)[^/]*\.ya?ml$/;
/** Templates, but for expressions of workflows; dollars that are doubled. */
const OTHER_BRACES = /(?<!\$)\{\{|\$\$[\w{(]/;
const EXPRESSION = /\$\{\{[^\n{}]{0,200}\}\}/g;
/** Their machines have jq; an image may have next to nothing. */
const WORKFLOW = /(?:^|\/)(?:\.github\/workflows\/[^/]*|action)\.ya?ml$/;

export const yaml: ScriptFormat<Place> = {
  placeAt: ({ path, text }, at) => {
    if (OTHER_DOLLARS.test(path) || OTHER_BRACES.test(text)) return null;
    const place = placeAt(text, at);
    return place !== null && runsShell(text, place.keyLine) && !isReadElsewhere(text, place) ? place : null;
  },
  shown: (script) => {
    const expressions = new Map<string, string>();
    const text = script.replace(EXPRESSION, (expression) => {
      const name = `e${expressions.size}`.padEnd(expression.length - '${}'.length, '_');
      expressions.set(name, expression);
      return `\${${name}}`;
    });
    const written = (part: string) =>
      part.replace(/\$\{(e\d+_*)\}/g, (whole, name: string) => expressions.get(name) ?? whole);
    return { text, written };
  },
  hasJq: ({ path, text }) => WORKFLOW.test(path) && !/^[ \t]*container:/m.test(text),
  inside: (text, column, script, { indent, isQuoted }) => {
    if (isQuoted) return text.includes('\n') ? null : text.replaceAll("'", "''");
    if (indent === null) return /\n|: |:$| #/.test(text) ? null : text;
    const kept = new Set(script.split('\n'));
    const lines = text.split('\n').map((line, index) => {
      if (line === '' || (index === 0 && column >= indent)) return line;
      // What was taken from the script as it stands has its indentation.
      return index > 0 && kept.has(line) ? line : ' '.repeat(indent) + line;
    });
    return lines.join('\n');
  },
  without: (text, { keyLine }, reported) => withoutStep(text, keyLine, reported),
};

/** Commands of a list hand variables and functions on to those behind them, which a look at one of them does not show. */
function isReadElsewhere(text: string, { start, end, keyLine }: Place): boolean {
  if (!isScriptList(text, keyLine)) return false;
  const others = new Set((text.slice(0, start) + text.slice(end)).match(/\w+/g));
  const script = text.slice(start, end);
  const read = [...script.matchAll(/\bread((?: -?\w+){1,9})/g)].flatMap(([, words = '']) => words.split(' '));
  const given = [...script.matchAll(/\b[A-Za-z_]\w*(?==|[ \t]{0,9}\(\))/g)].map(([name]) => name);
  return [...read, ...given].some((name) => others.has(name));
}
