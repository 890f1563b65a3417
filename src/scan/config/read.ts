import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CatalogueProblem, problemText } from '../../catalogue/index.js';
import { readYaml } from '../../catalogue/schema/index.js';
import { type Config, configShape } from './shape.js';

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

const NAMES = ['edge-sunset.config.json', 'edge-sunset.config.yaml', 'edge-sunset.config.yml'];
const LARGEST = 1024 * 1024;

/**
 * The config file of a root: in the root itself or the nearest folder above, up to the top of its git
 * repository. Outside a repository only the root is looked at, so that a stray file in a home folder never
 * changes a result.
 */
export function findConfig(root: string): string | null {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = NAMES.map((name) => join(folder, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (existsSync(join(folder, '.git')) || !insideRepository(folder)) return null;
  }
}

function insideRepository(folder: string): boolean {
  for (let above = folder; dirname(above) !== above; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return true;
  }
  return false;
}

/** Reads a config file; `shown` is how messages name it. Every fault is named at once. */
export async function readConfig(file: string, shown: string): Promise<ConfigResult> {
  const content = readText(file, shown);
  if (!content.ok) return content;
  if (content.text.trim() === '') return { ok: true, config: {} };
  const problems: CatalogueProblem[] = [];
  const report = {
    add: (
      at: { readonly line: number; readonly column: number },
      key: string,
      message: string,
      remedy: string,
    ) => {
      problems.push({ file: shown, ...at, key, message, remedy });
    },
  };
  const tree = await readYaml(content.text, report);
  const config = tree === undefined ? undefined : configShape.read(tree, '', report);
  if (config === undefined || problems.length > 0) {
    return { ok: false, problems: problems.map(problemText) };
  }
  return { ok: true, config };
}

type TextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly string[] };

function readText(file: string, shown: string): TextResult {
  const wrong = (message: string): TextResult => ({ ok: false, problems: [`${shown}: ${message}`] });
  try {
    const stat = statSync(file);
    // A device or a pipe behind a link would never end.
    if (!stat.isFile()) return wrong('this is not a file; name a JSON or YAML file.');
    if (stat.size > LARGEST) return wrong('the file is too large for a configuration (more than 1 MB).');
    return { ok: true, text: readFileSync(file, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return wrong(code === 'ENOENT' ? 'there is no such file.' : `the file cannot be read (${code}).`);
  }
}
