/**
 * Clients of C# that the start of a program registers: `services.AddHttpClient<Zones>(client => client.BaseAddress = …)`
 * gives the class `Zones` an `HttpClient` with a base address, `AddHttpClient("zones", …)` gives one to those who ask
 * the factory for this name.
 */
import type { Program } from '../../read/index.js';
import { literally } from '../../value/index.js';
import type { WrittenDefaults } from './defaults/index.js';

const MOST_CHARACTERS = 500_000;
const REGISTERED = /\.AddHttpClient\s{0,20}(?:<([^<>()]{1,300})>)?\s{0,20}\(/g;
const BASE_ADDRESS = /\bBaseAddress\s{0,20}=\s{0,20}new(?:\s{1,20}Uri)?\s{0,20}\(/g;
const OF_TESTS = /(?:^|[/.])(?:tests?|specs?|mocks?)[/.]|Tests?\.cs$/i;

/** One registration: the classes or the name it is for, and whether it gives the vendor's address. */
interface Registration {
  readonly names: readonly string[];
  readonly isVendor: boolean;
}

const known = new WeakMap<Program, readonly Registration[]>();

/** Whether the client that a file is given is registered with the vendor's address, and nowhere with another one. */
export function isRegistered(text: string, program: Program, defaults: WrittenDefaults): boolean {
  if (/\bnew\s+HttpClient\s*[({]|\bBaseAddress\s*=/.test(text)) return false;
  const asked = clientsOf(text);
  const registrations = registrationsIn(program, defaults);
  return (
    asked.length > 0 &&
    asked.every((name) => {
      const own = registrations.filter(({ names }) => names.includes(name));
      return own.length > 0 && own.every(({ isVendor }) => isVendor);
    })
  );
}

/** Classes of a file that are given an `HttpClient`, and the names by which it asks the factory for one. */
function clientsOf(text: string): readonly string[] {
  const asked = [...text.matchAll(/\.CreateClient\s*\(\s*("[^"\n]{1,100}")?/g)].map(([, name = '']) => name);
  const given = [...text.matchAll(/\b(\w+)\s*\(([^()]{0,1000})\)/g)].flatMap(
    ([, name = '', parameters = '']) => (/(?<![\w<])HttpClient\s+\w+/.test(parameters) ? [name] : []),
  );
  const isClass = (name: string) => new RegExp(`\\b(?:class|record)\\s+${literally(name)}\\b`).test(text);
  return [...asked, ...given].every((name) => name.startsWith('"') || isClass(name))
    ? [...asked, ...given]
    : [];
}

function registrationsIn(program: Program, defaults: WrittenDefaults): readonly Registration[] {
  const before = known.get(program);
  if (before !== undefined) return before;
  const paths = program.filesEndingWith?.('.cs') ?? [];
  const found = paths
    .filter((path) => !OF_TESTS.test(path))
    .flatMap((path) => {
      const text = program.file(path)?.text ?? '';
      return text.length > MOST_CHARACTERS ? [] : registeredIn(text, path, defaults);
    });
  known.set(program, found);
  return found;
}

function registeredIn(text: string, path: string, defaults: WrittenDefaults): readonly Registration[] {
  return [...text.matchAll(REGISTERED)].map((match) => {
    const start = match.index + match[0].length;
    const given = argumentsAt(text, start);
    const classes = (match[1] ?? '').split(',').map((one) => one.trim().replace(/^.*\./, ''));
    const name = /^\s*("[^"\n]{1,100}")/.exec(given)?.[1];
    // `AddHttpClient<Zones>().ConfigureHttpClient(client => …)`
    const chained = /^\)\s*\.ConfigureHttpClient\s*\(/.exec(text.slice(start + given.length));
    const configured = chained === null ? '' : argumentsAt(text, start + given.length + chained[0].length);
    const options = `${given}\n${configured}`;
    const bases = [...options.matchAll(BASE_ADDRESS)].map(({ index, 0: { length } }) =>
      argumentsAt(options, index + length).trim(),
    );
    return {
      names: [...classes, ...(name === undefined ? [] : [name])].filter((one) => one !== ''),
      isVendor: bases.length > 0 && bases.every((base) => isVendor(base, text, path, defaults)),
    };
  });
}

/** An address, a constant of the same file that holds one, or a setting whose written default it is. */
function isVendor(base: string, text: string, path: string, defaults: WrittenDefaults): boolean {
  const host = hostWritten(base);
  if (host !== undefined) return defaults.hosts.includes(host);
  if (defaults.isVendor(base, path)) return true;
  if (!/^\w+$/.test(base)) return false;
  const values = [
    ...text.matchAll(new RegExp(`(?<![\\w.])${literally(base)}\\s*=(?![=>])\\s*([^;\\n]+)`, 'g')),
  ];
  return (
    values.length > 0 &&
    values.every(
      ([, value = '']) => !/^\w+$/.test(value.trim()) && isVendor(value.trim(), text, path, defaults),
    )
  );
}

/** What stands between the parentheses that were just opened. */
function argumentsAt(text: string, start: number): string {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

/** The host of an address that is written as a text of C#. */
export function hostWritten(value: string): string | undefined {
  return /^@?"https?:\/\/([\w.-]+)(?:[/:?#][^"{]*)?"$/i.exec(value.trim())?.[1]?.toLowerCase();
}
