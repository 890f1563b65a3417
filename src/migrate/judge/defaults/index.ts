/**
 * Defaults of settings that are written beside the code: a base URL that a program reads by its key from its
 * configuration or environment is the vendor's where the files of the same package give that key nothing else.
 */
import type { Program } from '../../../read/index.js';
import type { Hole } from '../../../value/index.js';
import { isTestData } from '../../compose/test-data.js';
import { inside, parentOf } from '../../packages.js';
import { isDataFile, partsOf, valuesIn } from './data-file.js';
import { settingNamed, settingRead } from './setting.js';

const MOST_FILES = 60;
const MAX_CHARACTERS = 500_000;
const DEEPEST = 12;
const CONFIG_FOLDER = /(?:^|\/)\.?(?:config|conf|configuration|resources|settings|env)$/i;
/** Where collections of requests and playbooks keep what they put into addresses. */
const VARIABLES_FOLDER =
  /(?:^|\/)(?:\.vscode|\.?(?:config|env|environments?|settings)|group_vars|host_vars|vars|defaults)(?:\/all)?$/i;
/** What the folder of a package holds, besides its sources. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|go\.mod|composer\.json|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|[^/]+\.(?:csproj|gemspec))$/;
const OF_TESTS = /(?:^|[./_-])(?:tests?|testing|specs?|mocks?|e2e|fixtures?)(?=[./_-]|$)/i;

/** Answers by key and folder: the files of a package are read once for all calls that ask for a setting. */
const answers = new WeakMap<Program, Map<string, boolean>>();

export class WrittenDefaults {
  readonly hosts: readonly string[];
  readonly #program: Program;
  readonly #known: Map<string, boolean>;

  constructor(hosts: readonly string[], program: Program) {
    this.hosts = hosts;
    this.#program = program;
    this.#known = answers.get(program) ?? new Map();
    answers.set(program, this.#known);
  }

  /** Whether an expression reads a setting whose written default is the vendor's address. */
  isVendor(expression: string, path: string): boolean {
    const key = settingRead(expression);
    return key !== null && this.#isDefault(key, path);
  }

  /** Whether an unknown part of a text is such a setting; `isFollowed` if a reader knows what its name stands for. */
  isVendorIn({ origin, name = '' }: Hole, isFollowed: boolean): boolean {
    const text = origin === null ? null : (this.#program.file(origin.file)?.text ?? null);
    if (origin === null || text === null) return false;
    const written = text.slice(origin.start, origin.end);
    const key =
      settingRead(written) ?? settingRead(name) ?? (isFollowed ? null : settingNamed(written, text));
    return key !== null && this.#isDefault(key, origin.file);
  }

  /** The same of a name that data refers to as `{{name}}`: of a collection of requests, or a playbook. */
  isVendorNamed(key: string, path: string): boolean {
    return this.#isDefault(key, path, VARIABLES_FOLDER);
  }

  #isDefault(key: string, path: string, folders = CONFIG_FOLDER): boolean {
    const question = `${parentOf(path)} ${key}${folders === CONFIG_FOLDER ? '' : ' in data'}`;
    const answer = this.#known.get(question) ?? this.#isGivenAlone(key, path, folders);
    this.#known.set(question, answer);
    return answer;
  }

  /** Of a file of tests a value proves nothing, but another one still speaks against. */
  #isGivenAlone(key: string, path: string, folders: RegExp): boolean {
    const files = dataFiles(path, this.#program, folders);
    if (files === null) return false;
    const steps = partsOf(key);
    const last = steps.at(-1);
    let isProven = false;
    for (const file of files) {
      const text = file.text.toLowerCase();
      if (last === undefined || !text.includes(last)) continue;
      const values = valuesIn(file);
      if (values === null) return false;
      const given = values
        .filter((one) => steps.every((step, index) => one.path.at(index - steps.length) === step))
        .map(({ value }) => defaultIn(value))
        .filter((value) => value !== '');
      if (!given.every((value) => this.hosts.includes(hostOf(value)))) return false;
      isProven ||= given.length > 0 && !OF_TESTS.test(file.path) && !isTestData(file.path, file.text);
    }
    return isProven;
  }
}

/** Files of the same package that may hold settings, nearest first; null where they are too many to be read. */
function dataFiles(path: string, program: Program, folders: RegExp) {
  const paths: string[] = [];
  for (let folder = parentOf(path), depth = 0; depth < DEEPEST; folder = parentOf(folder), depth++) {
    const own = program.siblings?.(inside(folder, 'x')) ?? [];
    const beside = (program.folders?.(folder) ?? [])
      .filter((one) => folders.test(one))
      .flatMap((one) => program.siblings?.(inside(one, 'x')) ?? []);
    paths.push(...[...own, ...beside].filter((one) => isDataFile(one)));
    if (folder === '' || own.some((one) => MANIFEST.test(one))) break;
  }
  if (paths.length > MOST_FILES) return null;
  return [...new Set(paths)]
    .flatMap((one) => program.file(one) ?? [])
    .filter(({ text }) => text.length <= MAX_CHARACTERS);
}

/** `https://…` of `${NAME:-https://…}` and `${name:https://…}`; nothing where only a placeholder is written. */
function defaultIn(value: string): string {
  const written = value.trim();
  if (/^(?:<[^>]*>|\{\{.*\}\}|%\w+%|\$\w+|\$\{[\w.-]*\})$/.test(written)) return '';
  const inner = written.startsWith('${') && written.endsWith('}') ? written.slice(2, -1) : null;
  return inner === null ? written : inner.slice(inner.indexOf(':') + 1).replace(/^-/, '');
}

function hostOf(value: string): string {
  return (/^(?:https?:\/\/)?([\w.-]+)(?=[/:?#]|$)/i.exec(value)?.[1] ?? '').toLowerCase();
}
