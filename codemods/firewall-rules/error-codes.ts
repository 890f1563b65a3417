/** Places that compare the code of an error with one that only the old API used. */
import type { Difference, Site, Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { childrenOf, isFunction, nameOf } from '../../src/read/javascript/syntax/nodes.js';
import { lineAt } from './lines.js';

/** Codes of the Firewall Rules API and the Filters API. */
const isOldCode = (value: unknown) => Number(value) >= 10000 && Number(value) < 10200;

export function errorCodesIn({ finding, file, nodes }: Site, around: Surroundings): readonly Difference[] {
  // The function that makes the call, and those below it that send it.
  const own = nodes.find(isFunction) ?? nodes[0];
  const places = new Map(
    own === undefined ? [] : [[`${file.path}:${own.range[0]}`, { file: file.path, within: own }]],
  );
  for (const { sender } of finding.usages) {
    const script = sender === undefined ? null : around.scriptAt(sender.at.file, sender.at.start);
    if (sender === undefined || script === null) continue;
    const within = around.nodesAround(script, sender.at.start, sender.at.end).find(isFunction);
    if (within !== undefined)
      places.set(`${sender.at.file}:${within.range[0]}`, { file: sender.at.file, within });
  }
  return [...places.values()].flatMap(({ file: path, within }) => {
    const text = around.file(path)?.text ?? '';
    return comparisonsIn(within).map(({ code, start }) => ({
      name: 'old-error-code',
      what: `${path}:${lineAt(text, start)} looks for the error code ${code} of the old API, which rulesets do not send: look for their message instead`,
    }));
  });
}

function comparisonsIn(within: Node): { code: string; start: number }[] {
  const found: { code: string; start: number }[] = [];
  const pending: Node[] = [within];
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
