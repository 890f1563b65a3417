import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, repositoryFiles, textOf } from './sources.js';

/**
 * Imports run downhill: a folder may use those it names here and nothing else. What stands beside a folder or
 * above it is out of its reach.
 */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  'src/catalogue': [],
  'src/value': ['src/catalogue'],
  'src/expression': ['src/catalogue'],
  'src/read': ['src/value', 'src/expression', 'src/catalogue'],
  'src/rulesets': ['src/value', 'src/expression', 'src/catalogue'],
  'src/analysis': ['src/rulesets', 'src/read', 'src/value', 'src/expression', 'src/catalogue'],
  'src/report': ['src/analysis', 'src/read', 'src/value', 'src/expression', 'src/catalogue'],
  'src/scan': ['src/report', 'src/analysis', 'src/read', 'src/value', 'src/expression', 'src/catalogue'],
  'src/convert': ['src/value', 'src/expression', 'src/catalogue'],
  'src/edge': ['src/convert', 'src/rulesets', 'src/value', 'src/expression', 'src/catalogue'],
  'src/grammar': ['src/value'],
  'src/migrate': [
    'src/grammar',
    'src/scan',
    'src/report',
    'src/analysis',
    'src/read',
    'src/value',
    'src/expression',
    'src/catalogue',
    'src/edge',
    'src/convert',
  ],
  'src/verify': [
    'src/migrate',
    'src/grammar',
    'src/scan',
    'src/report',
    'src/analysis',
    'src/rulesets',
    'src/read',
    'src/value',
    'src/expression',
    'src/catalogue',
    'src/edge',
    'src/convert',
  ],
  'src/lsp': [
    'src/verify',
    'src/migrate',
    'src/scan',
    'src/report',
    'src/analysis',
    'src/read',
    'src/value',
    'src/expression',
    'src/catalogue',
  ],
};

/** The rooms within a folder, from the ground up: a room imports from those before it, and nothing from beside the rooms. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/read/text': [
    'words',
    'lexing',
    'values',
    'plain',
    'requests',
    'shell',
    'addresses',
    'answers',
    'usages',
    'storage',
  ],
};

/** The same, for what is needed at run time: types of a room above are known below. */
const ROOMS_OF_VALUES: Readonly<Record<string, readonly string[]>> = {
  'src/read/javascript/evaluate': [
    'domain',
    'kernel',
    'builtins',
    'packages',
    'names',
    'objects',
    'language',
  ],
  'src/read/javascript/reading': ['sending', 'usages', 'places'],
  'src/catalogue': [
    'model',
    'schema',
    'generated',
    'tables',
    'sdk',
    'paths',
    'triggers',
    'builtin',
    'describe',
    'guide',
  ],
  'src/expression': ['regex', 'scheme', 'syntax', 'evaluate', 'changes', 'meaning', 'host'],
  'src/report': ['words', 'secrets', 'findings', 'text', 'html', 'formats', 'fleet'],
  'src/scan': [
    'generated',
    'walk',
    'config',
    'request',
    'budget',
    'candidates',
    'comments',
    'results',
    'analysis',
  ],
  'src/cli': [
    'base',
    'start',
    'roots',
    'report',
    'scan',
    'migrate',
    'pr',
    'campaign',
    'edge',
    'rulesets',
    'catalogue',
    'inventory',
    'verify',
    'init',
    'mcp',
    'lsp',
    'run',
    'action',
  ],
};

/**
 * Of codemods, what each may use of the others: a language knows the planner and no other language, and none of these
 * knows a codemod.
 */
const GROUND = ['codemods/languages', 'codemods/places', 'codemods/direct', 'src'];
const LANGUAGES = ['codemods/go', 'codemods/php-ruby', 'codemods/python', 'codemods/shell'];
const BELOW_CODEMODS: Readonly<Record<string, readonly string[]>> = {
  'codemods/planner': GROUND,
  ...Object.fromEntries(LANGUAGES.map((language) => [language, ['codemods/planner', ...GROUND]])),
  'codemods/languages': ['codemods/planner', ...LANGUAGES, ...GROUND],
};

/** Above all of these. `src/version.ts` and `src/documentation.ts` are constants anybody may print. */
const TOP = ['src/cli', 'src/library', 'src', 'rules', 'codemods'];
const SHARED = ['src/version.ts', 'src/documentation.ts'];

function folderOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'src' && path.split('/').length > 2 ? `src/${second}` : first;
}

function targetOf(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.normalize(posix.join(posix.dirname(from), specifier)).replace(/\.js$/, '.ts');
}

function verdictOnRooms(from: string, target: string, all = ROOMS): string | null {
  for (const [folder, rooms] of Object.entries(all)) {
    if (!from.startsWith(`${folder}/`) || !target.startsWith(`${folder}/`)) continue;
    const roomOf = (path: string) => rooms.indexOf(path.slice(folder.length + 1).split('/')[0] ?? '');
    const isInRoom = from.slice(folder.length + 1).includes('/');
    if (isInRoom && (roomOf(target) === -1 || roomOf(target) > roomOf(from)))
      return `${from} imports ${target} from a higher room`;
  }
  return null;
}

function verdictOnCodemods(from: string, specifier: string): string | null {
  const target = targetOf(from, specifier);
  const roomOf = (path: string) =>
    path
      .split('/')
      .slice(0, path.startsWith('src/') ? 1 : 2)
      .join('/');
  const below = BELOW_CODEMODS[roomOf(from)];
  if (target === null || below === undefined || roomOf(target) === roomOf(from)) return null;
  return below.includes(roomOf(target)) ? null : `${from} imports ${target}, which it must not know`;
}

/** Folders know each other by their faces, `index.ts`, here or of a room inside. What `import()` loads is exempt. */
function verdictOnFace(from: string, specifier: string): string | null {
  const target = targetOf(from, specifier);
  if (target === null || SHARED.includes(target)) return null;
  // The library is put together of what the commands are made of.
  const homeOf = (path: string) => folderOf(path).replace(/^src(?:\/library)?$/, 'src/cli');
  const isOutside = homeOf(target) !== homeOf(from) && target.startsWith('src/');
  return isOutside && !/\/index\.ts$|\.json$/.test(target) ? `${from} imports ${target} past its face` : null;
}

/** What is wrong with one import, or null. */
function verdictOn(from: string, specifier: string): string | null {
  const target = targetOf(from, specifier);
  if (target === null || SHARED.includes(target)) return null;
  const here = folderOf(from);
  const there = folderOf(target);
  if (here === there) return verdictOnRooms(from, target);
  const below = BELOW[here];
  if (below === undefined) {
    return !TOP.includes(here) || there === 'rules' || there === 'codemods' || there.startsWith('src')
      ? null
      : `${from} imports ${target} from outside the sources`;
  }
  return below.includes(there) ? null : `${from} imports ${target}: ${here} must not know ${there}`;
}

/** What the program needs of other files when it runs; types are gone by then, and what `import()` loads comes later. */
function valueImportsOf(text: string): string[] {
  const found: string[] = [];
  for (const [, what = '', specifier = ''] of text.matchAll(
    /^(?:import|export)\s(?:([^;'"]*?)\sfrom\s)?\s*'([^']+)';/gm,
  )) {
    const names = /^\{([\s\S]*)\}$/.exec(what)?.[1];
    const isOfTypes =
      /^type\s/.test(what) || names?.split(',').every((name) => /^\s*(?:type\s|$)/.test(name));
    if (!isOfTypes) found.push(specifier);
  }
  return found;
}

/** A way along imports that comes back to its beginning, or null. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (path: string): string[] | null => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return null;
    way.push(path);
    for (const next of imports.get(path) ?? []) {
      const circle = follow(next);
      if (circle !== null) return circle;
    }
    way.pop();
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const circle = follow(path);
    if (circle !== null) return circle;
  }
  return null;
}

const SOURCES = repositoryFiles().filter((path) => /^(?:src|rules|codemods)\/.*\.ts$/.test(path));

describe('import directions', () => {
  it('are downhill everywhere', () => {
    const wrong = SOURCES.flatMap((path) =>
      importsOf(textOf(path)).map((specifier) => verdictOn(path, specifier)),
    ).filter((verdict) => verdict !== null);
    expect(wrong).toEqual([]);
  });

  it('go through the face of another folder', () => {
    const wrong = SOURCES.flatMap((path) =>
      [...textOf(path).matchAll(/^(?:import|export)\s[^;'"]*?'([^']+)';/gm)].map(([, specifier = '']) =>
        verdictOnFace(path, specifier),
      ),
    ).filter((verdict) => verdict !== null);
    expect(wrong).toEqual([]);
    expect(verdictOnFace('rules/a.ts', '../src/scan/lines.js')).toContain('past its face');
    expect(verdictOnFace('rules/a.ts', '../src/scan/index.js')).toBeNull();
    expect(verdictOnFace('rules/a.ts', '../src/read/json/index.js')).toBeNull();
    expect(verdictOnFace('src/scan/a.ts', './lines.js')).toBeNull();
  });

  it('of languages lead to the planner and to what all languages have, never to a codemod', () => {
    const wrong = SOURCES.flatMap((path) =>
      importsOf(textOf(path)).map((specifier) => verdictOnCodemods(path, specifier)),
    ).filter((verdict) => verdict !== null);
    expect(wrong).toEqual([]);
    expect(verdictOnCodemods('codemods/go/a.ts', '../python/b.js')).toContain('must not know');
    expect(verdictOnCodemods('codemods/planner/a.ts', '../firewall-rules/b.js')).toContain('must not know');
    expect(verdictOnCodemods('codemods/planner/a.ts', '../go/b.js')).toContain('must not know');
    expect(verdictOnCodemods('codemods/go/a.ts', '../planner/b.js')).toBeNull();
    expect(verdictOnCodemods('codemods/firewall-rules/a.ts', '../go/b.js')).toBeNull();
  });

  it('open files of the scanned tree in the two modules that never wait and never follow links', () => {
    const opens = (text: string) =>
      /\b(?:readFileSync|createReadStream|openSync)\(|node:fs\/promises/.test(text);
    expect(opens("readFileSync(path, 'latin1')") && opens('openSync(path)')).toBe(true);
    const opening = SOURCES.filter((path) => /^src\/(?:scan|analysis|read)\//.test(path)).filter((path) =>
      opens(textOf(path)),
    );
    expect(opening).toEqual(['src/analysis/prefilter/file-reader.ts', 'src/scan/walk/regular-file.ts']);
  });

  it('relative ones name the file that exists after compilation', () => {
    const wrong = SOURCES.flatMap((path) =>
      importsOf(textOf(path))
        .filter((specifier) => specifier.startsWith('.') && !/\.(?:js|json)$/.test(specifier))
        .map((specifier) => `${path}: ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of values never lead back to where they began', () => {
    const values = new Map(
      SOURCES.map((path) => [
        path,
        valueImportsOf(textOf(path))
          .map((specifier) => targetOf(path, specifier) ?? '')
          .filter((target) => target !== '' && target !== path),
      ]),
    );
    expect(circleIn(values)).toBeNull();
    const circle = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'd.ts']],
      ['c.ts', []],
      ['d.ts', ['b.ts']],
    ]);
    expect(circleIn(circle)).toEqual(['b.ts', 'd.ts', 'b.ts']);
    expect(valueImportsOf("import type { A } from './a.js';\nimport { type B } from './b.js';")).toEqual([]);
    expect(valueImportsOf("import { type A, b } from './a.js';\nexport * from './c.js';")).toEqual([
      './a.js',
      './c.js',
    ]);
  });

  it('of values are downhill from room to room', () => {
    const wrong = SOURCES.flatMap((path) =>
      valueImportsOf(textOf(path)).map((specifier) =>
        verdictOnRooms(path, targetOf(path, specifier) ?? '', ROOMS_OF_VALUES),
      ),
    ).filter((verdict) => verdict !== null);
    expect(wrong).toEqual([]);
    const folder = 'src/read/javascript/evaluate';
    const up = verdictOnRooms(`${folder}/names/a.ts`, `${folder}/objects/b.ts`, ROOMS_OF_VALUES);
    expect(up).toContain('from a higher room');
  });

  it('every room stands in its list', () => {
    for (const [folder, rooms] of Object.entries({ ...ROOMS, ...ROOMS_OF_VALUES })) {
      const within = SOURCES.filter((path) => path.startsWith(`${folder}/`));
      const found = within
        .map((path) => path.slice(folder.length + 1).split('/'))
        .filter(({ length }) => length > 1);
      expect(new Set(found.map(([room]) => room))).toEqual(new Set(rooms));
    }
  });

  it('every folder under src has its place', () => {
    const folders = new Set(SOURCES.map(folderOf).filter((folder) => folder.startsWith('src/')));
    for (const folder of folders) expect([...Object.keys(BELOW), 'src/cli', 'src/library']).toContain(folder);
  });

  it('an uphill one would be caught, a downhill one not', () => {
    expect(verdictOn('src/value/text.ts', '../read/index.js')).toContain('src/value must not know src/read');
    expect(verdictOn('src/report/json.ts', '../scan/index.js')).not.toBeNull();
    expect(verdictOn('src/scan/scan.ts', '../cli/scan.js')).not.toBeNull();
    expect(verdictOn('src/scan/scan.ts', '../report/index.js')).toBeNull();
    expect(verdictOn('src/cli/scan.ts', '../scan/index.js')).toBeNull();
    expect(verdictOn('src/read/a.ts', './b.js')).toBeNull();
    expect(verdictOn('src/read/a.ts', 'yaml')).toBeNull();
    expect(verdictOn('src/read/text/lexing/a.ts', '../values/b.js')).toContain('from a higher room');
    expect(verdictOn('src/read/text/lexing/a.ts', '../index.js')).toContain('from a higher room');
    expect(verdictOn('src/read/text/values/a.ts', '../lexing/b.js')).toBeNull();
    expect(verdictOn('src/read/text/index.ts', './values/b.js')).toBeNull();
  });

  it('are seen in every form', () => {
    const text =
      "import a from './a.js';\nexport { b } from './b.js';\nimport './c.js';\nawait import('./d.js');\n";
    expect(importsOf(text)).toEqual(['./a.js', './b.js', './c.js', './d.js']);
  });
});
