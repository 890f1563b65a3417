/**
 * Source text for the trees of the benchmark: lines of eight languages made from two lists of words by a generator
 * of numbers with a seed. A third of the words are what ordinary programs are full of, so that common triggers
 * (`user`, `settings`, `rules`) stand in these texts about as often as in theirs; the rest are made up.
 */

export type Random = () => number;

/** Numbers from 0 to 1, the same on every machine (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS =
  `value name type data key index item list result options error state node path file text count size
  id user config props context event handler request response message status target source parent child
  start end length first last next current default input output query token string number object array
  function callback promise async render update create delete insert remove filter map sort find match
  parse format build load save read write open close send receive connect listen emit test expect mock
  settings service client server route page view model store action reducer component element style class
  color width height margin header footer body content title label button form field table row column
  rules groups members roles profile history network report action access domains packages overrides top
  account order product price invoice payment customer address email phone country city street postal code
  report chart metric counter timer interval timeout retry limit offset cursor batch chunk buffer stream
  cache memory disk storage bucket folder archive version release branch commit merge patch diff tag
  schema column index constraint migration seed fixture snapshot backup restore replica shard cluster
  worker thread process queue job task schedule cron trigger hook plugin module package bundle import
  export require resolve reject throw catch finally assert verify validate check compare equal inspect
  enable disable toggle select deselect expand collapse hover focus blur scroll drag drop click press`
    .trim()
    .split(/\s+/);

const SYLLABLES = 'ta mo ren sil ka dor ve lin ba tu gra no pel ri sha fen du mar to kel bi lan po wex'.split(
  ' ',
);

/** The names of things nobody else has: most words of a program are of this kind. */
const OWN_WORDS: readonly string[] = Array.from({ length: 6000 }, (_, index) => {
  const parts = [index % 24, Math.floor(index / 24) % 24, Math.floor(index / 576)];
  return parts.map((part) => SYLLABLES[part] ?? '').join('');
});

const COMMON_SHARE = 0.3;

/** Few words make most of a text: the square of an even number favours the front of a list. */
function word(random: Random): string {
  const words = random() < COMMON_SHARE ? WORDS : OWN_WORDS;
  return words[Math.floor(random() ** 2 * words.length)] ?? 'value';
}

function camel(random: Random): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => word(random));
  return parts
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
}

function snake(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => word(random)).join('_');
}

function sentence(random: Random): string {
  return Array.from({ length: 4 + Math.floor(random() * 12) }, () => word(random)).join(' ');
}

function digits(random: Random): string {
  return String(Math.floor(random() * 10_000));
}

type Line = (random: Random) => string;

const SCRIPT: readonly Line[] = [
  (r) => `import { ${camel(r)}, ${camel(r)} } from './${snake(r).replaceAll('_', '-')}.js';`,
  (r) => `const ${camel(r)} = await ${camel(r)}.${camel(r)}(${camel(r)}, '${snake(r)}', ${digits(r)});`,
  (r) => `  if (${camel(r)} !== undefined && ${camel(r)}.length > ${digits(r)}) return ${camel(r)};`,
  (r) => `export function ${camel(r)}(${camel(r)}: string, ${camel(r)}?: number): void {`,
  (r) => `    ${camel(r)}: { ${camel(r)}: '${sentence(r)}', ${camel(r)}: ${digits(r)} },`,
  (r) => `  // ${sentence(r)}`,
  () => '}',
  (r) => `  return fetch(\`https://www.example.com/${snake(r)}/\${${camel(r)}}\`, { method: 'POST' });`,
];

const LANGUAGES: Readonly<Record<string, readonly Line[]>> = {
  ts: SCRIPT,
  js: SCRIPT,
  go: [
    (r) => `func (s *${camel(r)}) ${camel(r)}(ctx context.Context, ${camel(r)} string) error {`,
    (r) => `\tif err := s.${camel(r)}.${camel(r)}(ctx, "${snake(r)}"); err != nil {`,
    () => '\t\treturn err\n\t}',
    (r) => `\t// ${sentence(r)}`,
    (r) => `\t${camel(r)} := map[string]int{"${snake(r)}": ${digits(r)}}`,
    () => '}',
  ],
  py: [
    (r) => `def ${snake(r)}(self, ${snake(r)}=None, *, ${snake(r)}: int = ${digits(r)}):`,
    (r) => `    """${sentence(r)}"""`,
    (r) => `    ${snake(r)} = self.${snake(r)}["${snake(r)}"] + ${digits(r)}`,
    (r) => `    for ${snake(r)} in ${snake(r)}:`,
    (r) => `        raise ValueError(f"${sentence(r)} {${snake(r)}}")`,
  ],
  json: [
    (r) => `  "${camel(r)}": { "${camel(r)}": "${sentence(r)}", "${camel(r)}": ${digits(r)} },`,
    (r) => `  "${camel(r)}": [${digits(r)}, ${digits(r)}, "${snake(r)}"],`,
  ],
  yaml: [
    (r) => `${camel(r)}:`,
    (r) => `  - ${camel(r)}: ${sentence(r)}`,
    (r) => `    ${snake(r)}: ${digits(r)}`,
  ],
  md: [
    (r) => `## ${sentence(r)}\n`,
    (r) => `${sentence(r)}, ${sentence(r)}.\n`,
    (r) => `* \`${camel(r)}\`: ${sentence(r)}`,
  ],
  css: [(r) => `.${snake(r).replaceAll('_', '-')} {`, (r) => `  ${word(r)}: ${digits(r)}px;`, () => '}'],
};

/** Extensions as often as they come in mixed repositories. */
const SHARES: readonly (readonly [string, number])[] = [
  ['ts', 0.34],
  ['js', 0.16],
  ['go', 0.18],
  ['py', 0.08],
  ['json', 0.1],
  ['md', 0.07],
  ['yaml', 0.05],
  ['css', 0.02],
];

export function extension(random: Random): string {
  let rest = random();
  for (const [name, share] of SHARES) {
    rest -= share;
    if (rest < 0) return name;
  }
  return 'ts';
}

export function text(random: Random, language: string, bytes: number): string {
  const lines = LANGUAGES[language] ?? SCRIPT;
  const parts: string[] = [];
  for (let length = 0; length < bytes; ) {
    const line = lines[Math.floor(random() * lines.length)]?.(random) ?? '';
    parts.push(line);
    length += line.length + 1;
  }
  return `${parts.join('\n')}\n`;
}

/** A file that calls what is retired. */
export function callingText(random: Random, bytes: number): string {
  const zone = camel(random);
  return `${text(random, 'ts', bytes / 2)}
const API = 'https://api.cloudflare.com/client/v4';
export async function ${camel(random)}(${zone}: string, token: string) {
  const answer = await fetch(\`\${API}/zones/\${${zone}}/firewall/rules\`, {
    headers: { Authorization: \`Bearer \${token}\` },
  });
  return answer.json();
}
${text(random, 'ts', bytes / 2)}`;
}

export function fileName(random: Random): string {
  return snake(random).replaceAll('_', '-');
}
