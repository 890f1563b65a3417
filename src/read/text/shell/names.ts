import type { ShellCommand, ShellScript } from './script.js';
import { type AssignedList, NO_WORD, plainWord, type Word } from './words.js';

/** What a script says of a name, found without a look through all of it: scripts of tens of thousands of lines exist. */
export class ScriptNames {
  /** In the order they are written. */
  readonly #assigned = new Map<string, Word[]>();
  readonly #lists = new Map<string, AssignedList>();
  /** In the order they are written, by their variable. */
  readonly #loops = new Map<string, ShellCommand[]>();
  readonly #calls = new Map<string, ShellCommand[]>();
  readonly #bodies: ShellScript['bodies'];

  constructor(script: ShellScript) {
    this.#bodies = script.bodies;
    for (const { name, value } of script.assigned) added(this.#assigned, name, value);
    for (const list of script.lists) if (!this.#lists.has(list.name)) this.#lists.set(list.name, list);
    for (const command of script.commands) {
      const [first = NO_WORD, second] = command.words;
      if (second === undefined) continue;
      const name = plainWord(first);
      added(this.#calls, name, command);
      if (name === 'for') added(this.#loops, plainWord(second), command);
    }
    for (const loops of this.#loops.values()) loops.sort((one, other) => startOf(one) - startOf(other));
  }

  assigned(name: string): readonly Word[] {
    return this.#assigned.get(name) ?? [];
  }

  /** Those in the function around a place, if it sets the name. */
  assignedNear(name: string, offsetOf: (index: number) => number, place: number): readonly Word[] {
    const all = this.assigned(name);
    if (all.length < 2) return all;
    const around = this.#bodies.findLast(
      ({ start, end }) => offsetOf(start) <= place && place < offsetOf(end),
    );
    const own =
      around === undefined ? [] : all.filter(({ start }) => around.start <= start && start < around.end);
    return own.length === 0 ? all : own;
  }

  list(name: string | undefined): AssignedList | undefined {
    return name === undefined ? undefined : this.#lists.get(name);
  }

  /** The `for` that runs through values by this name: the last before a command, else the first. */
  loop(name: string, command: ShellCommand): ShellCommand | undefined {
    const loops = this.#loops.get(name) ?? [];
    const place = startOf(command);
    let low = 0;
    let high = loops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const loop = loops[middle];
      if (loop !== undefined && startOf(loop) <= place) low = middle + 1;
      else high = middle;
    }
    return loops[Math.max(0, low - 1)];
  }

  /** Commands of this name with arguments. */
  calls(name: string): readonly ShellCommand[] {
    return this.#calls.get(name) ?? [];
  }
}

function startOf(command: ShellCommand): number {
  return command.words[0]?.start ?? 0;
}

function added<Item>(map: Map<string, Item[]>, name: string, item: Item): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, [item]);
  else known.push(item);
}
