/** The template of a component, parsed: one node that holds its expressions as statements. */
import { componentTemplate } from '../syntax/component-template.js';
import type { ComponentTemplate, Program } from '../syntax/estree.js';
import { svelteExpressions } from './svelte.js';
import { asStatements, templateExpressions } from './template.js';

/** Expressions that are tried one by one where all together are refused. */
const MOST_TRIED = 500;

type Parse = (text: string) => Program | null;

/** Null where a file has no template, or no parser reads anything of it. */
export function parseTemplate(path: string, text: string, parse: Parse): ComponentTemplate | null {
  const template = path.endsWith('.svelte') ? svelteExpressions(text) : templateExpressions(text);
  if (template === null || template.expressions.length === 0) return null;
  const { range, expressions } = template;
  const program = parse(asStatements(text, expressions)) ?? parse(asStatements(text, readable(text)));
  if (program === null) return null;
  return componentTemplate([...range], program.body);

  /** One that no parser reads, such as one with entities of HTML, takes no other with it. */
  function readable(whole: string) {
    const alone = expressions.filter(({ kind }) => kind !== 'loop' && kind !== 'close');
    return alone.slice(0, MOST_TRIED).filter(({ start, end, kind }) => {
      const code = whole.slice(start, end);
      return parse(kind === 'expression' ? `(${code})` : code) !== null;
    });
  }
}
