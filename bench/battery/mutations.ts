/** Samples of the catalogue, damaged at random with a fixed seed: the same damage in every run. */
import { builtinSamples } from '../../src/catalogue/index.js';
import { seeded } from '../scan/texts.js';
import type { BatteryCase } from './cases.js';
import { DEAD_URL } from './dead-url.js';

const SEEDS = [1, 2, 3, 4, 5, 6];
const FILES = 400;

const ENDINGS: Readonly<Record<string, string>> = {
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  shell: 'sh',
  hcl: 'tf',
  go: 'go',
  php: 'php',
  ruby: 'rb',
};

const INSERTED = [
  ...'(){}[]<>"\'`\\/$#{}%@&*|;:,=+-.!?\n\t\0 \u2028',
  '${',
  '<!--',
  '/*',
  '*/',
  '"""',
  '=>',
  '...',
  '<<EOF\n',
];

export async function mutatedSamples(): Promise<readonly BatteryCase[]> {
  const samples = (await builtinSamples()).flatMap(({ match, noMatch }) => [...match, ...noMatch]);
  return SEEDS.map((seed) => {
    const random = seeded(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const damaged = Array.from({ length: FILES }, (_, index) => {
      const { language, code } = pick(samples);
      const ending = random() < 0.1 ? pick(Object.values(ENDINGS)) : (ENDINGS[language] ?? 'txt');
      const other = pick(samples).code;
      return [`bad/${index}.${ending}`, `${mutated(code, other, random)}\n# ${DEAD_URL}\n`] as const;
    });
    const [first, ...rest] = damaged;
    if (first === undefined) throw new Error('no samples');
    return {
      name: `${FILES} damaged samples, seed ${seed}`,
      group: 'samples',
      file: first[0],
      content: () => first[1],
      beside: Object.fromEntries(rest),
    };
  });
}

function mutated(code: string, other: string, random: () => number): string {
  let text = code;
  const at = (length: number) => Math.floor(random() * (length + 1));
  for (let count = 1 + at(5); count > 0; count--) {
    const [a, b] = [at(text.length), at(text.length)].sort((x, y) => x - y) as [number, number];
    switch (at(5)) {
      case 0:
        text = text.slice(0, a) + text.slice(b);
        break;
      case 1:
        text = text.slice(0, b) + text.slice(a, b).repeat(1 + at(20)) + text.slice(b);
        break;
      case 2:
        text = text.slice(0, a) + (INSERTED[at(INSERTED.length - 1)] ?? '') + text.slice(a);
        break;
      case 3:
        text = text.slice(0, a) + other.slice(at(other.length)) + text.slice(b);
        break;
      case 4:
        text = text.slice(0, a) + text.slice(a, b).split('').reverse().join('') + text.slice(b);
        break;
      default:
        text = text.slice(b) + text.slice(0, b);
    }
  }
  return text;
}
