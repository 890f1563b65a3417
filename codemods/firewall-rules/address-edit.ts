/** The part of a path that named the collection becomes the address of the helper, however it is written. */
import type { FileEdit, Site, Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';

/** A call below the filters, which keeps its name. */
const CHECK = '/validate-expr';

/** The edit, or why there is none. */
export function addressEdit({ finding, file, nodes }: Site, around: Surroundings): FileEdit | string {
  const { start } = finding.at;
  const end = finding.at.end - (file.text.slice(start, finding.at.end).endsWith(CHECK) ? CHECK.length : 0);
  const written = file.text.slice(start, end);
  const name = () => around.fromHelper(file.path, /rules/.test(written) ? 'FIREWALL_RULES' : 'FILTERS');
  const innermost = nodes[nodes.length - 1];
  const holder = nodes[nodes.length - 2];
  const edit = (from: number, to: number, text: string): FileEdit => ({
    file: file.path,
    start: from,
    end: to,
    text,
  });
  if (/^firewall(['"`])\s*,\s*\1rules$/.test(written) && innermost?.type === 'ArrayExpression')
    return edit(start - 1, end + 1, name());
  if (!/^(?:firewall\/rules|filters)$/.test(written))
    return 'its path is put together in a way that cannot be edited';
  if (innermost?.type === 'TemplateElement' || innermost?.type === 'TemplateLiteral') {
    const template = nodes.findLast(({ type }) => type === 'TemplateLiteral');
    const outer = template === undefined ? undefined : nodes[nodes.indexOf(template) - 1];
    if (template === undefined || isFixed(template, outer))
      return 'its path stands where only a fixed text may stand';
    const [from, to] = template.range;
    const isWhole = from + 1 === start && to - 1 === end && outer?.type !== 'TaggedTemplateExpression';
    return isWhole ? edit(from, to, name()) : edit(start, end, `\${${name()}}`);
  }
  if (innermost?.type !== 'Literal') return 'its path is not written as a text';
  if (isFixed(innermost, holder)) return 'its path stands where only a fixed text may stand';
  const [from, to] = innermost.range;
  const [before, after] = [file.text.slice(from + 1, start), file.text.slice(end, to - 1)];
  if (before === '' && after === '') return edit(from, to, name());
  const quote = file.text.charAt(from);
  if (!/[`\\]|\$\{/.test(before + after)) return edit(from, to, `\`${before}\${${name()}}${after}\``);
  const parts = [before && quote + before + quote, name(), after && quote + after + quote];
  return edit(from, to, `(${parts.filter((part) => part !== '').join(' + ')})`);
}

const FIXED = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSLiteralType',
  'TSTemplateLiteralType',
  'TSEnumMember',
  'TSExternalModuleReference',
  'JSXAttribute',
  'ExpressionStatement',
]);

/** Places that take a text as it is: types, names, directives. */
function isFixed(text: Node, holder: Node | undefined): boolean {
  if (holder === undefined || FIXED.has(holder.type)) return true;
  if (holder.type === 'TaggedTemplateExpression') return !isRawTag(holder.tag);
  const isNamed =
    holder.type === 'Property' || holder.type === 'PropertyDefinition' || holder.type === 'MethodDefinition';
  return (
    isNamed && 'key' in holder && holder.key === text && !('computed' in holder && holder.computed === true)
  );
}

/** `String.raw` keeps what is put in. */
function isRawTag(tag: Node): boolean {
  return tag.type === 'MemberExpression' && tag.object.type === 'Identifier' && tag.object.name === 'String';
}
