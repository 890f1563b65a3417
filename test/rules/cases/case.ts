/** A case as it is read: `«»` encloses what is to be reported, in the order of the errors. */
export interface InvalidCase {
  readonly name: string;
  readonly code: string;
  readonly errors: readonly ExpectedError[];
  /** After all fixes; null or absent when nothing is fixed. */
  readonly output?: string;
  readonly filename?: string;
}

export interface ExpectedError {
  readonly message: string;
  readonly suggestions?: readonly { readonly desc: string; readonly output: string }[];
}

export interface RuleCases {
  readonly rule: string;
  readonly valid: readonly { readonly name: string; readonly code: string }[];
  readonly invalid: readonly InvalidCase[];
}

export interface Marked {
  readonly code: string;
  readonly places: readonly {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  }[];
}

/** The code without its marks, and where they stood. */
export function unmarked(text: string): Marked {
  const parts = text.split(/[«»]/);
  const code = parts.join('');
  const positions: { line: number; column: number }[] = [];
  let before = '';
  for (const part of parts.slice(0, -1)) {
    before += part;
    const lines = before.split('\n');
    positions.push({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
  }
  const places = [];
  for (let index = 0; index + 1 < positions.length; index += 2) {
    const [start, end] = [positions[index], positions[index + 1]];
    if (start === undefined || end === undefined) continue;
    places.push({ line: start.line, column: start.column, endLine: end.line, endColumn: end.column });
  }
  return { code, places };
}
