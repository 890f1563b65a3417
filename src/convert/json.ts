/** A JSON value together with the way to it, so that a message can name the value it complains about. */
export class Given {
  constructor(
    readonly path: string,
    readonly value: unknown,
  ) {}

  /** The value of one key; a missing key has the value `undefined`. */
  at(key: string): Given {
    const value = this.isRecord() && Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    return new Given(this.path === '' ? key : `${this.path}.${key}`, value);
  }

  items(): readonly Given[] {
    if (!Array.isArray(this.value)) throw this.wrong('must be a list');
    return this.value.map((value, index) => new Given(`${this.path}[${index}]`, value));
  }

  /** The items of a list that may be left out. */
  optionalItems(): readonly Given[] {
    return this.isAbsent() ? [] : this.items();
  }

  isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  isRecord(): this is { readonly value: Readonly<Record<string, unknown>> } {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }

  record(): this {
    if (!this.isRecord()) throw this.wrong('must be an object');
    return this;
  }

  optionalRecord(): this {
    return this.isAbsent() ? this : this.record();
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.wrong('must be a string');
    return this.value;
  }

  optionalText(): string | undefined {
    return this.isAbsent() ? undefined : this.text();
  }

  /** A number that counts something: not negative, without a fraction. */
  count(): number {
    if (!Number.isSafeInteger(this.value) || (this.value as number) < 0)
      throw this.wrong('must be a whole number that is not negative');
    return this.value as number;
  }

  optionalCount(): number | undefined {
    return this.isAbsent() ? undefined : this.count();
  }

  flag(): boolean {
    if (typeof this.value !== 'boolean') throw this.wrong('must be true or false');
    return this.value;
  }

  optionalFlag(): boolean {
    return this.isAbsent() ? false : this.flag();
  }

  oneOf<Name extends string>(names: readonly Name[]): Name {
    const name = names.find((candidate) => candidate === this.value);
    if (name === undefined) throw this.wrong(`must be one of ${names.join(', ')}`);
    return name;
  }

  wrong(problem: string): BadInput {
    const shown = this.value === undefined ? 'is missing and' : shownBriefly(this.value);
    return new BadInput(`${this.path === '' ? 'the input' : this.path} ${shown} ${problem}`);
  }
}

/** The input is not what the old API returned. The message names the place and what should be there. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}

function shownBriefly(value: unknown): string {
  if (Array.isArray(value)) return '(a list)';
  if (typeof value === 'object' && value !== null) return '(an object)';
  const text = JSON.stringify(value);
  return `(${text.length > 40 ? `${text.slice(0, 37)}...` : text})`;
}
