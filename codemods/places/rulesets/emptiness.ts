/** A ruleset whose rules all come from inputs: where they give none, no ruleset is made, as no rule was made before. */
import { attributeNamed, type HclFile, writtenValue } from '../hcl.js';
import type { Group } from './groups.js';
import { conditionOf, listOf, plain, type Repetition, rulesToWrite } from './resources.js';

/** The count of the ruleset; null where it always has rules, or is made several times itself. */
export function countOf({ repetition, rules }: Group, files: readonly HclFile[]): Repetition | null {
  const own = rulesToWrite(rules).map((rule) => rule.repetition);
  if (repetition !== null || own.length === 0) return null;
  const lists = own.map((one) => (one === null || conditionOf(one) !== null ? null : itemsOf(one)));
  if (!lists.every((list) => list !== null && comesFromInput(list, files))) return null;
  const lengths = [...new Set(lists)].map((list) => `length(${list})`);
  return { by: 'count', value: `${lengths.join(' + ')} > 0 ? 1 : 0` };
}

/** What is gone through: without a condition behind it, a `for` gives as many as it takes. */
function itemsOf(repetition: Repetition): string {
  const written = plain(listOf(repetition) ?? repetition.value);
  const [, list = ''] = /^(?:\{ for [\w, ]+ in |toset\()([\w.-]+)(?: :|\)$)/.exec(written) ?? [];
  return list === '' || /\bif\b|\bfor\b.*\bfor\b/.test(written) ? written : list;
}

/** Locals that name locals. */
const MAX_DEPTH = 4;

function comesFromInput(written: string, files: readonly HclFile[], depth = 0): boolean {
  if (/\bvar\./.test(written)) return true;
  const locals = [...written.matchAll(/\blocal\.([\w-]+)/g)].flatMap(([, name = '']) =>
    writtenLocals(name, files),
  );
  return depth < MAX_DEPTH && locals.some((one) => comesFromInput(one, files, depth + 1));
}

function writtenLocals(name: string, files: readonly HclFile[]): readonly string[] {
  return files.flatMap((file) =>
    file.blocks.flatMap((block) => {
      const attribute = block.type === 'locals' ? attributeNamed(block, name) : undefined;
      return attribute === undefined ? [] : [writtenValue(file, attribute)];
    }),
  );
}
