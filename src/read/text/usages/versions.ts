import { posix } from 'node:path';
import { literally } from '../../../value/index.js';
import type { Unit } from '../requests/unit.js';

/** The version of an SDK that the package around a file declares, or that the import itself tells; else null. */
export function declaredVersion(unit: Unit, sdk: string): string | null {
  const [ecosystem, name = ''] = sdk.split(':');
  switch (ecosystem) {
    case 'go': {
      // The major version is a part of the import path; a file that imports two of them may call either.
      const imports = unit.file.text.matchAll(
        new RegExp(`/${literally(name)}(?:/v(\\d+))?(?:/[\\w./-]*)?"`, 'g'),
      );
      const [major, other] = new Set([...imports].map((found) => found[1]));
      if (other !== undefined) return null;
      if (major !== undefined)
        return (
          inManifests(
            unit,
            ['go.mod'],
            new RegExp(`${literally(name)}/v${literally(major)}\\s+v([\\d.]+)`),
          ) ?? `${major}.0.0`
        );
      return inManifests(unit, ['go.mod'], new RegExp(`${literally(name)}\\s+v([\\d.]+)`));
    }
    case 'pypi': {
      const pattern = new RegExp(
        `(?:^|[\\[,])[ \\t"']*${literally(name)}(?:\\[[^\\]]*\\])?["']?(?:\\s?[=~>^"']){1,6}\\s?([\\d.]+)`,
        'im',
      );
      const declared = inManifests(
        unit,
        ['requirements.txt', 'pyproject.toml', 'Pipfile', 'setup.py', 'setup.cfg'],
        pattern,
      );
      // Version 2 was imported by another spelling than 3 and later.
      const isSecond = /^[ \t]*(?:import|from)[ \t]+CloudFlare\b/m.test(unit.file.text);
      return isSecond && declared?.startsWith('2.') !== true ? '2.0.0' : declared;
    }
    case 'packagist':
      return inManifests(
        unit,
        ['composer.json'],
        new RegExp(`"${literally(name)}"\\s*:\\s*"[\\^~>=v ]*([\\d.]+)`),
      );
    case 'rubygems':
      return inManifests(
        unit,
        ['Gemfile', 'Gemfile.lock'],
        new RegExp(`["' ]${literally(name)}["' ,(~>=]+([\\d.]+)`),
      );
    case 'crates':
      return inManifests(
        unit,
        ['Cargo.toml'],
        new RegExp(`^${literally(name)}\\s*=\\s*(?:\\{[^}\\n]*version\\s*=\\s*)?"[\\^~=]*([\\d.]+)`, 'm'),
      );
    default:
      return null;
  }
}

/** The first version a manifest in the folder or above states. */
function inManifests(unit: Unit, names: readonly string[], pattern: RegExp): string | null {
  let folder = posix.dirname(unit.file.path);
  for (let guard = 0; guard < 8; guard++) {
    for (const name of names) {
      const text = unit.program.file(folder === '.' ? name : posix.join(folder, name))?.text;
      const found = text === undefined ? undefined : pattern.exec(text)?.[1];
      if (found !== undefined) return found;
    }
    if (folder === '.' || folder === '') return null;
    folder = posix.dirname(folder);
  }
  return null;
}
