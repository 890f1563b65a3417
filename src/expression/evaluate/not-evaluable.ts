/** Thrown where an expression asks for what is not known or not modelled; caught at the face of evaluation. */
export class NotEvaluable extends Error {
  readonly start: number;
  readonly end: number;

  constructor(reason: string, node: { readonly start: number; readonly end: number }) {
    super(reason);
    this.start = node.start;
    this.end = node.end;
  }
}
