/** Terraform text as `terraform fmt` lays it out. */

/** A block, an attribute with an object or a list of objects, or an attribute with a value as it is written. */
export type HclItem =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly block: readonly HclItem[]; readonly labels?: readonly string[] }
  | { readonly name: string; readonly object: readonly HclItem[] }
  | { readonly name: string; readonly list: readonly ListItem[] };

export interface ListItem {
  readonly comments: readonly string[];
  readonly object: readonly HclItem[];
}

/** Attributes on one line are aligned with their neighbours; what spans lines stands behind them. */
export function layout(items: readonly HclItem[]): string[] {
  const lines: string[] = [];
  let width = 0;
  items.forEach((item, index) => {
    if (!isShort(item)) {
      lines.push(...spanning(item));
      return;
    }
    const before = items[index - 1];
    if (before === undefined || !isShort(before)) {
      const rest = items.slice(index);
      const until = rest.findIndex((one) => !isShort(one));
      width = Math.max(...(until < 0 ? rest : rest.slice(0, until)).map(({ name }) => name.length));
    }
    // The text of a heredoc is part of the value, so it stays one line that is not indented anew.
    lines.push(`${item.name.padEnd(width)} = ${item.value}`);
  });
  return lines;
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? line : `  ${line}`));
}

/** On one line, or a heredoc, which counts as one. */
function isShort(item: HclItem): item is { readonly name: string; readonly value: string } {
  return 'value' in item && (!item.value.includes('\n') || item.value.startsWith('<<'));
}

/** Without the indentation that the lines had where they were written: that of the last one, which closes the value. */
function outdented(lines: readonly string[]): string[] {
  const [own = ''] = /^[ \t]*/.exec(lines.at(-1) ?? '') ?? [];
  const hasHeredoc = lines.some((line) => line.includes('<<'));
  return lines.map((line) => (!hasHeredoc && line.startsWith(own) ? line.slice(own.length) : line));
}

function spanning(item: HclItem): string[] {
  if ('value' in item) return outdented(`${item.name} = ${item.value}`.split('\n'));
  if ('block' in item) {
    const labels = (item.labels ?? []).map((label) => ` "${label}"`).join('');
    return [`${item.name}${labels} {`, ...indented(layout(item.block)), '}'];
  }
  if ('object' in item) return [`${item.name} = {`, ...indented(layout(item.object)), '}'];
  const rows = item.list.flatMap(({ comments, object }) => [
    ...comments,
    '{',
    ...indented(layout(object)),
    '},',
  ]);
  return [`${item.name} = [`, ...indented(rows), ']'];
}
