import { describe, expect, it } from 'vitest';
import { embeddedScripts, type Script, scriptOf } from '../../../src/read/javascript/parse/blocks.js';
import { parseFile } from '../../../src/read/javascript/parse/index.js';
import { decodeEscapes } from '../../../src/read/javascript/syntax/escapes.js';
import { read, requests } from './support.js';

function scriptsOf(path: string, text: string): Script[] {
  return (embeddedScripts(path, text) ?? []).map((part) => scriptOf(text, part));
}

const CALL = "fetch('https://h/zones/a/rate_limits')";

describe('scripts inside other files', () => {
  it.each([
    [
      'a.vue',
      `<template><p>it's</p></template>\n<script setup lang="ts">\nconst x: string = 'a';\n${CALL}\n</script>`,
    ],
    ['a.svelte', `<script>\n${CALL}\n</script>\n<h1>{title}</h1>`],
    ['a.astro', `---\n${CALL}\n---\n<p>don't</p>`],
    ['a.html', `<html><script type="module">\n${CALL}\n</script></html>`],
  ])('%s', (path, text) => {
    const reading = read({ [path]: text }, path, ['rate_limits']);
    expect(requests(reading)).toEqual(['GET https://h/zones/a/rate_limits']);
    const [usage] = reading.usages;
    if (usage === undefined) throw new Error('one request is sent');
    expect(text.slice(usage.site.start, usage.site.end)).toBe(CALL);
  });

  it('are only those that run', () => {
    expect(
      scriptsOf('a.html', `<script type="application/json">{"a":1}</script><script src="x.js"></script>`),
    ).toEqual([{ text: expect.stringMatching(/^ *$/), dialect: 'jsx' }]);
  });

  it('of one component or page know each other, modules do not', () => {
    const text = `<script>const a = 1;</script>\n<script setup>use(a)</script>`;
    const modules = text.replaceAll('<script', '<script type="module"');
    expect(embeddedScripts('a.vue', text)).toHaveLength(1);
    expect(embeddedScripts('a.html', text)).toHaveLength(1);
    expect(embeddedScripts('a.html', modules)).toHaveLength(2);
  });

  it('keep every offset', () => {
    const text = `<b>\r\n</b><script>a</script>\n`;
    const [script] = scriptsOf('a.html', text);
    expect(script?.text).toHaveLength(text.length);
    expect(script?.text.indexOf('a')).toBe(text.indexOf('a<'));
  });

  it('have the handlers of their page, none of what only looks like one', () => {
    const page = `<script>go()</script><b onclick="go('a')">on</b>`;
    expect(scriptsOf('a.html', page)[0]?.text).toContain(`;go('a');`);
    for (const other of [
      `<!-- <b onclick="go('a')"> -->`,
      `<b title="go('a')">`,
      `<b onclick="a &amp;&amp; go('a')">`,
    ])
      expect(scriptsOf('a.html', `<script>go()</script>${other}`)[0]?.text).not.toContain(`go('a')`);
  });

  it('are told from the handlers of their page, in which no edit of a script belongs', () => {
    const page = `<script>go()</script><p>x</p><b\n onclick="go('a')">on</b>`;
    const [script] = parseFile('a.html', page).scripts;
    expect(script?.program.body[0]?.type).toBe('ExpressionStatement');
    expect(script?.program.body.at(-1)).toMatchObject({
      type: 'ComponentTemplate',
      range: [page.indexOf('<b'), page.indexOf('">on')],
    });
  });

  it('are read by themselves where they are no script together', () => {
    const text = `<script>${CALL}</script><script>const = ;</script><b onclick="{{ x }}"></b><script>${CALL}</script>`;
    const { scripts, refused } = parseFile('a.html', text);
    expect(scripts.filter(({ program }) => program.body.length > 0)).toHaveLength(2);
    expect(refused).toEqual(expect.any(String));
  });

  it('that would fill all memory are read as one', () => {
    const text = `<script type="module">a()</script>${' '.repeat(20_000)}`.repeat(100);
    expect(embeddedScripts('a.html', text)).toHaveLength(1);
    expect(embeddedScripts('a.html', text.slice(0, 40_000))).toHaveLength(2);
  });
});

describe('loops of templates', () => {
  const SEND = "fetch('https://h/zones/a/settings/' + id)";
  const sends = (path: string, text: string) => requests(read({ [path]: text }, path, ['minify']));

  it.each([
    ['a.vue', `<b v-for="id in ['minify']" :key="id" @click="send(id)">on</b>`],
    ['a.vue', `<b v-for="(id, at) of ['minify']" @click="send(id)"/>`],
    ['a.vue', `<p v-for="id in ['minify']"><p><b @click="send(id)">on</b></p></p>`],
    ['a.svelte', `{#each ['minify'] as id}<b on:click={() => send(id)}>on</b>{/each}`],
    ['a.svelte', `{#each ['minify'] as id, at (id)}<b onclick={() => send(id)}>{at}</b>{/each}`],
  ])('run for each item in %s: %s', (path, markup) => {
    const text = `<script>const send = (id) => ${SEND};</script>\n<template>${markup}</template>`;
    expect(sends(path, text)).toEqual(['GET https://h/zones/a/settings/minify']);
  });

  it.each([
    ['a.vue', `<b v-for="id in ['minify']">on</b><b @click="send(id)">on</b>`],
    ['a.vue', `<b v-for="id in ['minify']"/><b @click="send(id)">on</b>`],
    ['a.svelte', `{#each ['minify'] as id}<b>on</b>{/each}<b on:click={() => send(id)}>on</b>`],
    ['a.svelte', `{id}{#each ['minify'] as x}{/each}<script>const id = 1;</script>{id}`],
    ['a.svelte', `<!-- {#each ['minify'] as id}<b on:click={() => send(id)}>on</b>{/each} -->`],
  ])('say nothing of what stands beside them in %s: %s', (path, markup) => {
    const text = `<script>const send = (id) => ${SEND};</script>\n<template>${markup}</template>`;
    expect(sends(path, text)).toEqual([]);
  });

  it.each([
    ['a.svelte', `{#each a as b}{b}{/each}<b on:click={() => ${SEND.replace('id', "'minify'")}}>x</b>`],
    [
      'a.svelte',
      `{#each a as {b, c}}{#each b as d}{d}{/each}{/each}<b on:click={() => ${SEND.replace('id', "'minify'")}}>x</b>`,
    ],
    [
      'a.vue',
      `<i v-for="a in b"/><i v-for="c in d">{{c}}<b @click="${SEND.replace('id', "'minify'")}">x</b></i>`,
    ],
  ])('keep every offset in %s: %s', (path, markup) => {
    const text = `<script>let x;</script><template>${markup}</template>`;
    const [usage] = read({ [path]: text }, path, ['minify']).usages;
    expect(text.slice(usage?.site.start, usage?.site.end)).toBe(SEND.replace('id', "'minify'"));
  });
});

describe('files a parser refuses', () => {
  it('says why and leaves them to the next reader', () => {
    expect(read({ 'a.js': `${CALL}\nconst = ;` }, 'a.js')).toMatchObject({
      tier: 'text',
      usages: [],
      degraded: expect.any(String),
    });
  });

  it('reads types in a file named for none', () => {
    expect(
      requests(read({ 'a.js': `// @flow\nconst f = (zone: string): Promise<void> => ${CALL};` }, 'a.js')),
    ).toHaveLength(1);
  });

  it('skips a mark for the order of bytes', () => {
    expect(requests(read({ 'a.js': `\uFEFF${CALL}` }, 'a.js'))).toHaveLength(1);
  });
});

describe('escapes', () => {
  it.each([
    ['ab', 'ab', undefined],
    ['a\\nb', 'a\nb', [10, 11, 13, 14]],
    ['\\x41\\u0042', 'AB', [10, 14, 20]],
    ['\\u{1F600}x', '\u{1F600}x', [10, 10, 19, 20]],
    ['a\\\nb', 'ab', [10, 13, 14]],
    ['\\/', '/', [10, 12]],
  ])('%j', (raw, text, offsets) => {
    expect(decodeEscapes(raw, 10)).toEqual(offsets === undefined ? { text } : { text, offsets });
  });
});
