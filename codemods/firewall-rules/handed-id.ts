/** The id of a filter that comes with a change of its rule, from whoever asks for the change. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Identifier, keyName, Module, type Node } from '../../src/read/javascript/syntax/index.js';

/** Answers of the API have no field of this name: only what a program is asked for has. */
const FILTER_ID = /^filter_?id$/i;
/** A request for all filters of a zone makes one, or reads them. */
const ALL_FILTERS = /\/filters(?![\w/])|\bfilters\.create\b/;

/** `input.filterId`, `filterId` of `const { filterId } = input`, and a parameter where no filter is made. */
export function isHandedIn(script: Script, id: Node): boolean {
  if (id.type === 'MemberExpression') return FILTER_ID.test(keyName(id.property, id.computed) ?? '');
  if (id.type !== 'Identifier' || !(script instanceof Module)) return false;
  const binding = script.resolve(id);
  const [declaration, ...others] = binding?.declarations ?? [];
  if (binding === null || declaration === undefined || others.length > 0) return false;
  if (script.references(binding).some(isAssigned)) return false;
  if (isTakenOut(declaration)) return true;
  return binding.kind === 'parameter' && !ALL_FILTERS.test(script.text);
}

/** `filterId` of a pattern, under whatever name. */
function isTakenOut({ parent }: Identifier): boolean {
  return (
    parent?.type === 'Property' &&
    parent.parent?.type === 'ObjectPattern' &&
    FILTER_ID.test(keyName(parent.key, parent.computed) ?? '')
  );
}

function isAssigned({ parent, range }: Identifier): boolean {
  return parent?.type === 'AssignmentExpression' && parent.left.range[0] === range[0];
}
