/** Draws what a program printed to a terminal as an SVG. */

const ROW = 19;
const COLUMN = 8.43;
const MARGIN = 18;
const BACK = '#12161d';
const FRONT = '#e4e8ef';
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#f2a49d',
  '32': '#81c995',
  '33': '#f0bd6c',
  '36': '#8ad4e8',
};

interface Style {
  readonly colour: string | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underlined: boolean;
}

const PLAIN: Style = { colour: null, bold: false, dim: false, underlined: false };

export function terminalPicture(command: string, output: string): string {
  const lines = [`$ ${command}`, ...output.trimEnd().split('\n')];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  const widest = Math.max(...lines.map((line) => line.replace(/\u001b\[\d+m/g, '').length));
  const width = Math.ceil(widest * COLUMN + 2 * MARGIN);
  const height = lines.length * ROW + 2 * MARGIN;
  let style = PLAIN;
  const rows = lines.map((line, index) => {
    const spans: string[] = [];
    let column = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    for (const [piece, code, text] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+)/g)) {
      if (code !== undefined) style = styled(style, code);
      else if (text !== undefined) {
        if (text.trim() !== '') spans.push(span(text, column, index, style));
        column += piece.length;
      }
    }
    return spans.join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`The output of ${command}`)}"><rect width="100%" height="100%" rx="8" fill="${BACK}"/><g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="${FRONT}" xml:space="preserve">
${rows.filter((row) => row !== '').join('\n')}
</g></svg>
`;
}

function styled(style: Style, code: string): Style {
  switch (code) {
    case '1':
      return { ...style, bold: true };
    case '2':
      return { ...style, dim: true };
    case '4':
      return { ...style, underlined: true };
    case '22':
      return { ...style, bold: false, dim: false };
    case '24':
      return { ...style, underlined: false };
    case '39':
      return { ...style, colour: null };
    default:
      return { ...style, colour: COLOURS[code] ?? style.colour };
  }
}

/** Each run of text gets the width it has in a terminal, whatever font the reader has. */
function span(text: string, column: number, row: number, style: Style): string {
  const lead = text.length - text.trimStart().length;
  const content = text.trim();
  const attributes = [
    `x="${(MARGIN + (column + lead) * COLUMN).toFixed(1)}"`,
    `y="${MARGIN + row * ROW + 14}"`,
    `textLength="${(content.length * COLUMN).toFixed(1)}"`,
    ...(style.colour === null ? [] : [`fill="${style.colour}"`]),
    ...(style.bold ? ['font-weight="bold"'] : []),
    ...(style.dim ? ['opacity="0.65"'] : []),
    ...(style.underlined ? ['text-decoration="underline"'] : []),
  ];
  return `<text ${attributes.join(' ')}>${escaped(content)}</text>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
