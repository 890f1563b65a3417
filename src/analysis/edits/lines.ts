/** Where the blanks begin that stand in front of an offset, on the same line. */
export function blankStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && /[ \t]/.test(text.charAt(at - 1))) at--;
  return at;
}
