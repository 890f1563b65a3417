/** New functions for a client that gives nothing back where a request failed. */

/** Goes on only with what a request gave back, and hands on that it gave nothing. */
export function withNothing(text: string, isTyped: boolean): string {
  return text
    .replace(/!(\w+)\.success\b/g, '!$1?.success')
    .replace(
      /^( *)const (\w+) = (\(?await [^\n]*);(?!\n *if \(!\2\?\.)/gm,
      (line, indent: string, name: string) => {
        const nothing = isTyped ? `${name} as never` : name;
        return `${line}\n${indent}if (!${name}) return ${nothing};`;
      },
    )
    .replace(/^( *const \{ rules = \[\] \} = )(\(?await [^\n]*);$/gm, (_, start: string, asked: string) =>
      isTyped ? `${start}(${asked}) ?? ({} as Ruleset);` : `${start}(${asked}) ?? {};`,
    );
}
