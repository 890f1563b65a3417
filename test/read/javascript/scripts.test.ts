import { describe, expect, it } from 'vitest';
import { embeddedScripts } from '../../../src/read/javascript/parse/blocks.js';
import { decodeEscapes } from '../../../src/read/javascript/syntax/escapes.js';
import { read, requests } from './support.js';

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
      embeddedScripts(
        'a.html',
        `<script type="application/json">{"a":1}</script><script src="x.js"></script>`,
      ),
    ).toEqual([{ text: expect.stringMatching(/^ *$/), dialect: 'jsx' }]);
  });

  it('of one component know each other, of a page do not', () => {
    const text = `<script>const a = 1;</script>\n<script setup>use(a)</script>`;
    expect(embeddedScripts('a.vue', text)).toHaveLength(1);
    expect(embeddedScripts('a.html', text)).toHaveLength(2);
  });

  it('keep every offset', () => {
    const text = `<b>\r\n</b><script>a</script>\n`;
    const [script] = embeddedScripts('a.html', text) ?? [];
    expect(script?.text).toHaveLength(text.length);
    expect(script?.text.indexOf('a')).toBe(text.indexOf('a<'));
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
