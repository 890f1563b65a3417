/** Builds the documentation site from `docs`: the same pages, with links that lead to pages. */
import { readFileSync } from 'node:fs';
import { IdAttributePlugin, InputPathToUrlTransformPlugin } from '@11ty/eleventy';
import { writeLlmsText } from './llms.mjs';

const { homepage, repository } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const SOURCES = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`;

export default function configure(config) {
  // Half of the pages are made by the build, and git ignores them.
  config.setUseGitIgnore(false);
  config.addPlugin(IdAttributePlugin);
  config.addPlugin(InputPathToUrlTransformPlugin);
  config.addGlobalData('layout', 'page.11ty.mjs');
  config.addPassthroughCopy({ 'docs/*.svg': '/' });
  config.on('eleventy.after', ({ directories, results }) =>
    writeLlmsText(results, directories.output, homepage),
  );
  // What lies outside of `docs` is shown where the sources are.
  config.addTransform('sources', (content) =>
    content.replace(/(href|src)="(?:\.\.\/)+([^"]*)"/g, (_, name, path) => `${name}="${SOURCES}${path}"`),
  );
  // The pages speak of templates of CI systems; none of theirs is ours to fill in.
  return {
    dir: { input: 'docs', includes: '../scripts/site', output: '.tmp/site' },
    markdownTemplateEngine: false,
    templateFormats: ['md'],
  };
}
