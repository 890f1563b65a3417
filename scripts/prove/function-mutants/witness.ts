/**
 * Who could notice a mistake: anything that says something, and knows by which of the mistakes it came. One that never
 * comes by a mistake cannot notice it, and is not asked.
 */
export interface Witness {
  readonly name: string;
  /** With this mistake, or with none. */
  tell(mistake: number | null): Promise<Told>;
}

export interface Told {
  /** All that it looks at. */
  readonly said: string;
  readonly met: ReadonlySet<number>;
}

export interface Wanted {
  readonly id: number;
  /** Who noticed it last time. */
  readonly first: string | null;
  /** How the names of those begin that are there for it. */
  readonly near: string;
}

/** Without `killedBy` it is a sign of life. */
export interface Line {
  readonly id: number;
  readonly killedBy?: string | null;
}

/** Tells for each mistake by whom it is noticed; witnesses that are cheap come first. */
export async function notice(
  wanted: readonly Wanted[],
  witnesses: readonly Witness[],
  tell: (line: Line) => void,
): Promise<void> {
  const known = new Map<Witness, Told>();
  const withoutMistake = async (witness: Witness) => {
    const told = known.get(witness) ?? (await witness.tell(null));
    known.set(witness, told);
    return told;
  };
  for (const mistake of wanted) {
    const { id } = mistake;
    let killedBy: string | null = null;
    for (const witness of inTurn(mistake, witnesses)) {
      tell({ id });
      const { said, met } = await withoutMistake(witness);
      if (!met.has(id) || (await witness.tell(id)).said === said) continue;
      // What a witness says must hang on nothing else, or nothing was noticed.
      if ((await witness.tell(null)).said !== said) continue;
      killedBy = witness.name;
      break;
    }
    tell({ id, killedBy });
  }
}

function inTurn({ first, near }: Wanted, witnesses: readonly Witness[]): readonly Witness[] {
  const rank = ({ name }: Witness) => (name === first ? 0 : name.startsWith(near) ? 1 : 2);
  return [...witnesses].sort((a, b) => rank(a) - rank(b));
}

/** `isMistaken(id)` is asked in the place of every mistake; it is the turn of one of them, or of none. */
export function turns(): {
  during: <T>(mistake: number | null, work: () => Promise<T>) => Promise<[T, Set<number>]>;
} {
  let turn: number | null = null;
  let met = new Set<number>();
  Reflect.set(globalThis, 'isMistaken', (id: number) => {
    met.add(id);
    return turn === id;
  });
  return {
    async during(mistake, work) {
      turn = mistake;
      met = new Set();
      const result = await work().finally(() => {
        turn = null;
      });
      return [result, met];
    },
  };
}
