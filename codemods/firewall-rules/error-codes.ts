/** Places that compare the code of an error with one that only the old API used. */
import type { Difference, Site, Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { childrenOf, nameOf } from '../../src/read/javascript/syntax/nodes.js';
import { lineAt } from './lines.js';

/** Codes of the Firewall Rules API and the Filters API. */
const isOldCode = (value: unknown) => Number(value) >= 10000 && Number(value) < 10200;

export function errorCodesIn({ finding, file }: Site, around: Surroundings): readonly Difference[] {
  const paths = new Set([
    file.path,
    ...finding.usages.flatMap(({ site, sender }) => [site.file, sender?.at.file ?? site.file]),
  ]);
  return [...paths].sort().flatMap((path) => {
    const script = around.scriptAt(path, 0);
    const text = around.file(path)?.text ?? '';
    if (script === null || !/\b10[01]\d\d\b/.test(text)) return [];
    return comparisonsIn(script.program).map(({ code, start }) => ({
      name: 'old-error-code',
      what: `${path}:${lineAt(text, start)} looks for the error code ${code} of the old API, which rulesets do not send: look for their message instead`,
    }));
  });
}

function comparisonsIn(program: Node): { code: string; start: number }[] {
  const found: { code: string; start: number }[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childrenOf(node));
    if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) continue;
    const sides = [node.left, node.right];
    const code = sides.find((side) => side.type === 'Literal' && isOldCode(side.value));
    const read = sides.find((side) =>
      /code$/i.test(nameOf(side.type === 'MemberExpression' ? side.property : side) ?? ''),
    );
    if (code?.type === 'Literal' && read !== undefined)
      found.push({ code: String(code.value), start: node.range[0] });
  }
  return found.sort((a, b) => a.start - b.start);
}
