/** The cause of a refused DNS record is the error itself, and no longer the first of its chain. */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, Site, Verdict } from '../../src/migrate/index.js';
import { keyName, type Node, type NodeOf } from '../../src/read/javascript/syntax/index.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';

export const dnsErrorChain: Codemod = {
  id: 'dns-error-chain',
  entries: ['dns-error-chain'],
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS =
  'Read the error itself: errors[0] is the cause, with its own code and message. A branch that waits for code 1004 or for error_chain never runs; handle the codes of causes instead.';
const TODO = 'errors[0] is the cause itself, with its own code: 1004 and error_chain no longer come.';
const OWN_CODE: Difference = {
  name: 'cause-is-error',
  what: 'the cause is read where the chain was; there is one cause, and no text around it',
};

function classify(site: Site): Verdict | null {
  const { finding, nodes, script, file } = site;
  if (script === null || (finding.kind !== 'field' && finding.kind !== 'behaviour')) return null;
  const member = nodes.findLast((node) => node.type === 'MemberExpression');
  if (member?.type !== 'MemberExpression' || keyName(member.property, member.computed) !== 'error_chain')
    return marker('which branch handles the cause now is for the program to decide', STEPS, TODO);
  if (finding.context === 'test') return marker('it stands in a test', STEPS, TODO);
  const edit = causeEdit(member, file.text);
  return edit === null
    ? marker('the chain is looked at in a way that cannot be written anew', STEPS, TODO)
    : inPlace({
        level: 'review',
        reason: 'the error itself is the cause',
        edits: editsHere(site, [edit]),
        differences: [OWN_CODE],
      });
}

/** `error.error_chain[0]` becomes `error`; what goes through the chain goes through a list of it. */
function causeEdit(chain: NodeOf<'MemberExpression'>, text: string): Edit | null {
  const error = text.slice(...chain.object.range);
  const parent = holderOf(chain);
  if (parent?.type === 'MemberExpression') {
    const name = keyName(parent.property, parent.computed);
    if (name === '0') return fallbackEdit(parent, error, text) ?? replaced(parent, error);
    if (name === 'map' || name === 'forEach' || name === 'at')
      return replaced(chain, `[${error}]`, parent.optional);
    return null;
  }
  if (parent?.type === 'ForOfStatement' && parent.right === chain) return replaced(chain, `[${error}]`);
  if (parent?.type !== 'VariableDeclarator' || parent.init !== chain || parent.id.type !== 'ArrayPattern')
    return null;
  const [first, ...others] = parent.id.elements;
  if (first?.type !== 'Identifier' || others.length > 0) return null;
  return { start: parent.range[0], end: parent.range[1], text: `${first.name} = ${error}` };
}

/** `error.error_chain?.[0] ?? error` is the error. */
function fallbackEdit(first: Node, error: string, text: string): Edit | null {
  const parent = holderOf(first);
  if (
    parent?.type !== 'LogicalExpression' ||
    parent.left.range[0] !== first.range[0] ||
    parent.operator === '&&'
  )
    return null;
  return text.slice(...parent.right.range) === error ? replaced(parent, error) : null;
}

function holderOf({ parent }: Node): Node | undefined {
  return parent?.type === 'ChainExpression' ? parent.parent : parent;
}

/** `[error]?.map` needs no question. */
function replaced({ range: [start, end] }: Node, text: string, optional?: boolean): Edit {
  return { start, end: optional === true ? end + 1 : end, text };
}
