/** What in a script names a resource that goes. */
import type { Edit } from '../../src/analysis/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import type { Module, Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { afterGap, commentsStart } from '../places/resource-text/statements.js';
import { useOfExport } from '../places/resource-text/uses.js';
import { Refusal } from '../places/rulesets/resources.js';
import type { ScriptResource } from './resources.js';

/** Throws a `Refusal` where something else needs a resource that goes. */
export function checkUses(parts: readonly ScriptResource[], module: Module, around: Surroundings): void {
  for (const part of parts) {
    const { address } = part;
    const here = usesHere(part, module).find(
      (at) => !parts.some(({ statement }) => statement !== null && isWithin([at, at], statement.range)),
    );
    if (here !== undefined)
      throw new Refusal(`line ${lineAt(module, { range: [here, here] })} uses ${address}`);
    const other = useElsewhere(part, around);
    if (other !== null) throw new Refusal(`${other} uses ${address}`);
  }
}

function usesHere({ variable, field }: ScriptResource, module: Module): readonly number[] {
  if (field !== null) return [...module.text.matchAll(namedField(field))].map(({ index }) => index);
  const binding = variable === null ? null : module.resolve(variable);
  return (binding === null ? [] : module.references(binding)).map(({ range }) => range[0]);
}

function useElsewhere(
  { variable, field, statement, file }: ScriptResource,
  around: Surroundings,
): string | null {
  if (field !== null) return useOfExport(file, field, around, namedField(field, ''));
  const isExported = statement?.type === 'ExportNamedDeclaration' && variable !== null;
  return isExported ? useOfExport(file, variable.name, around) : null;
}

/** `waf.rule`, `{ rule } = waf` */
function namedField(field: string, flags = 'g'): RegExp {
  return new RegExp(`\\.${literally(field)}\\b|\\{[^{}=]*\\b${literally(field)}\\b[^{}=]*\\}\\s*=`, flags);
}

/** The edit that takes out the declaration of the field that a resource was kept in. */
export function fieldEdit({ fieldDeclaration: declared }: ScriptResource, text: string): Edit | null {
  if (declared === null) return null;
  return { start: commentsStart(text, declared), end: afterGap(text, declared.range[1]), text: '' };
}

export function isWithin(inner: readonly [number, number], outer: readonly [number, number]): boolean {
  return outer[0] <= inner[0] && inner[1] <= outer[1];
}

export function lineAt({ text }: Module, { range }: Pick<Node, 'range'>): number {
  return text.slice(0, range[0]).split('\n').length;
}
