import { catalogueFile } from '../../src/catalogue/schema/file.js';
import { configShape } from '../../src/scan/config/shape.js';

/** JSON Schemas of the files that users write, by path. */
export function schemas(): ReadonlyMap<string, string> {
  return new Map([
    [
      'schema/catalogue.schema.json',
      schemaOf('Catalogue of deprecations for edge-sunset', catalogueFile.json),
    ],
    ['schema/config.schema.json', schemaOf('Configuration of edge-sunset', configShape.json)],
  ]);
}

function schemaOf(title: string, json: object): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  // On one line: editors read it, and it is in the package.
  return `${JSON.stringify({ $schema, title, ...json })}\n`;
}
