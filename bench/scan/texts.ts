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

/** How often each comes; together 1. */
export type Shares<Name> = readonly (readonly [Name, number])[];

/** Extensions as often as they come in mixed repositories. */
const EXTENSIONS: Shares<string> = [
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
  return chosen(random, EXTENSIONS) ?? 'ts';
}

export function chosen<Name>(random: Random, shares: Shares<Name>): Name | undefined {
  let rest = random();
  for (const [name, share] of shares) {
    rest -= share;
    if (rest < 0) return name;
  }
  return undefined;
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

/** Languages in which the API is called in these trees, as often as they come. */
const CALLING_SHARES: Shares<Caller> = [
  ['ts', 0.6],
  ['js', 0.2],
  ['py', 0.1],
  ['go', 0.1],
];

type Caller = 'ts' | 'js' | 'py' | 'go';

/** A name no language reserves. */
function ownName(random: Random): string {
  const parts = [0, 1].map(() => OWN_WORDS[Math.floor(random() * OWN_WORDS.length)] ?? 'value');
  return parts.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join('');
}

/** Whole statements: a file that is parsed has to be a program. */
const STATEMENTS: Readonly<Record<Caller, readonly Line[]>> = {
  ts: [
    (r) => `import { ${ownName(r)} as ${ownName(r)} } from './${snake(r).replaceAll('_', '-')}.js';`,
    (r) =>
      `export function ${ownName(r)}(${ownName(r)}: string, first?: number): number {\n  // ${sentence(r)}\n  if (first !== undefined && first > ${digits(r)}) return first;\n  return ${digits(r)};\n}`,
    (r) => `const ${ownName(r)} = { ${ownName(r)}: '${sentence(r)}', ${ownName(r)}: ${digits(r)} };`,
    (r) =>
      `export async function ${ownName(r)}(${ownName(r)}: string): Promise<Response> {\n  const answer = await fetch(\`https://www.example.com/${snake(r)}/\${${ownName(r)}}\`, { method: 'POST' });\n  return answer;\n}`,
  ],
  js: [
    (r) => `import { ${ownName(r)} as ${ownName(r)} } from './${snake(r).replaceAll('_', '-')}.js';`,
    (r) =>
      `export function ${ownName(r)}(${ownName(r)}, first) {\n  // ${sentence(r)}\n  if (first !== undefined && first > ${digits(r)}) return first;\n  return ${digits(r)};\n}`,
    (r) => `const ${ownName(r)} = { ${ownName(r)}: '${sentence(r)}', ${ownName(r)}: ${digits(r)} };`,
  ],
  py: [
    (r) =>
      `def ${snake(r)}_(${ownName(r)}=None, *, first: int = ${digits(r)}):\n    """${sentence(r)}"""\n    for item in ${ownName(r)}:\n        raise ValueError(f"${sentence(r)} {item}")`,
    (r) => `${ownName(r)} = {"${snake(r)}": "${sentence(r)}", "${snake(r)}": ${digits(r)}}`,
  ],
  go: [
    (r) =>
      `func ${ownName(r)}(ctx context.Context, ${ownName(r)} string) error {\n\t// ${sentence(r)}\n\tif err := ${ownName(r)}(ctx, "${snake(r)}"); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}`,
    (r) => `var ${ownName(r)} = map[string]int{"${snake(r)}": ${digits(r)}}`,
  ],
};

const HEADS: Readonly<Record<Caller, string>> = {
  ts: '',
  js: '',
  py: 'import requests\n',
  go: 'package edge\n\nimport (\n\t"context"\n\t"net/http"\n)\n',
};

/** A function that calls what is dead, the way each language does it. */
const CALLS: Readonly<Record<Caller, (name: string, zone: string) => string>> = {
  ts: (name, zone) => `const API = 'https://api.cloudflare.com/client/v4';
export async function ${name}(${zone}: string, token: string) {
  const answer = await fetch(\`\${API}/zones/\${${zone}}/firewall/rules\`, {
    headers: { Authorization: \`Bearer \${token}\` },
  });
  return answer.json();
}`,
  js: (name, zone) => `const API = 'https://api.cloudflare.com/client/v4';
export async function ${name}(${zone}, token) {
  const answer = await fetch(\`\${API}/zones/\${${zone}}/firewall/rules\`, {
    headers: { Authorization: \`Bearer \${token}\` },
  });
  return answer.json();
}`,
  py: (name, zone) => `API = "https://api.cloudflare.com/client/v4"


def ${name}(${zone}, token):
    answer = requests.get(f"{API}/zones/{${zone}}/firewall/rules", headers={"Authorization": f"Bearer {token}"})
    return answer.json()`,
  go: (name, zone) => `const api = "https://api.cloudflare.com/client/v4"

func ${name}(${zone} string, token string) (*http.Response, error) {
	request, err := http.NewRequest("GET", api+"/zones/"+${zone}+"/firewall/rules", nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	return http.DefaultClient.Do(request)
}`,
};

export interface CallingFile {
  readonly language: string;
  readonly text: string;
}

/** A program of about `bytes` bytes that calls what is dead once. */
export function callingFile(random: Random, bytes: number): CallingFile {
  const language = chosen(random, CALLING_SHARES) ?? 'ts';
  const call = CALLS[language](ownName(random), ownName(random));
  const before = statements(random, language, bytes / 2);
  const after = statements(random, language, bytes / 2);
  return { language, text: `${[HEADS[language], before, call, after].join('\n')}\n` };
}

export function statements(random: Random, language: Caller, bytes: number): string {
  const kinds = STATEMENTS[language];
  const written: string[] = [];
  for (let length = 0; length < bytes; length += (written.at(-1)?.length ?? 0) + 1) {
    written.push(kinds[Math.floor(random() * kinds.length)]?.(random) ?? '');
  }
  return written.join('\n');
}

export function fileName(random: Random): string {
  return snake(random).replaceAll('_', '-');
}
