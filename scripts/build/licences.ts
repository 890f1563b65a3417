import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of the packages that stand in a bundle, in the order of their names. */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap(
      (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/'))?.[1] ?? [],
    ),
  );
  const texts = [...packages].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((entry) =>
      /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry),
    );
    const text = file === undefined ? '' : `\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`;
    return `${name} ${version} (${license})${text}`.replaceAll('\r\n', '\n');
  });
  texts.sort();
  return texts.length === 0
    ? ''
    : `Packages in this file and their licences\n\n${texts.join('\n\n----\n\n')}\n`;
}
