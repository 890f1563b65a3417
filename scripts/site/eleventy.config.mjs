/** Builds the documentation site from `docs`: the same pages, with links that lead to pages. */
import { readFileSync } from 'node:fs';
import { IdAttributePlugin, InputPathToUrlTransformPlugin } from '@11ty/eleventy';
import { coloured } from './colours.mjs';
import { writeLlmsText } from './llms.mjs';
import { writeSearchIndex } from './search.mjs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const homepage = manifest.homepage;
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

export default function configure(config) {
  // Half of the pages are made by the build, and git ignores them.
  config.setUseGitIgnore(false);
  config.addPlugin(IdAttributePlugin);
  config.addPlugin(InputPathToUrlTransformPlugin);
  config.amendLibrary('md', (markdown) => markdown.set({ highlight: coloured }));
  config.addGlobalData('layout', 'page.11ty.mjs');
  config.addGlobalData('site', { homepage, repository });
  const playground = new URL('playground/page.html', import.meta.url);
  config.addTemplate('playground.md', readFileSync(playground, 'utf8'));
  config.addPassthroughCopy({
    'docs/*.svg': '/',
    'scripts/site/icon.svg': '/icon.svg',
    'scripts/site/site.js': '/site.js',
    'scripts/site/style.css': '/style.css',
  });
  config.on('eleventy.after', ({ directories, results }) => {
    writeLlmsText(results, directories.output, homepage);
    writeSearchIndex(results, directories.output);
  });
  // What lies outside of `docs` is shown where the sources are.
  config.addTransform('sources', (content) =>
    content.replace(
      /(href|src)="(?:\.\.\/)+([^"]*)"/g,
      (_, name, path) => `${name}="${repository}/blob/main/${path}"`,
    ),
  );
  // The pages speak of templates of CI systems; none of theirs is ours to fill in.
  return {
    dir: { input: 'docs', includes: '../scripts/site', output: '.tmp/site' },
    markdownTemplateEngine: false,
    templateFormats: ['md'],
  };
}
