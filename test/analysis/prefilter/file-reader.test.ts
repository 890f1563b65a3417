import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPrefilter,
  type Prefilter,
  type PrefilterOptions,
  TIER_BITS,
  triggersOf,
} from '../../../src/analysis/prefilter/index.js';

const triggers = triggersOf({ strong: ['firewall/rules', 'été'], weak: ['minify'] });
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reader-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function utf16(text: string, bigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

const engines: [string, PrefilterOptions][] = [
  ['wasm', {}],
  ['javascript', { engine: 'javascript' }],
];

describe.each(engines)('with the %s engine', (kind, options) => {
  const prefilter: Prefilter = createPrefilter(triggers, options);
  const text = () => Buffer.from(prefilter.content()).toString();

  test('reads a file, its path as text or as bytes', () => {
    const path = file(`${kind}-plain.ts`, 'GET firewall/rules');
    for (const given of [path, Buffer.from(path)]) {
      expect(prefilter.scanFile(given)).toEqual({
        status: 'scanned',
        tiers: TIER_BITS.strong,
        encoding: 'utf-8',
      });
      expect(prefilter.hits()).toEqual([{ trigger: 0, start: 4, end: 18 }]);
      expect(text()).toBe('GET firewall/rules');
    }
  });

  test('keeps nothing of a longer file before', () => {
    prefilter.scanFile(file(`${kind}-long.ts`, `${'x'.repeat(100)}firewall/rules`));
    const short = prefilter.scanFile(file(`${kind}-short.ts`, 'x'.repeat(103)));
    expect(short).toMatchObject({ status: 'scanned', tiers: 0 });
    expect(prefilter.hits()).toEqual([]);
    expect(prefilter.scanFile(file(`${kind}-empty.ts`, ''))).toMatchObject({ status: 'scanned', tiers: 0 });
    expect(text()).toBe('');
  });

  test('leaves the UTF-8 mark out', () => {
    prefilter.scanFile(file(`${kind}-mark.ts`, '\ufeffminify'));
    expect(prefilter.hits()).toEqual([{ trigger: 2, start: 0, end: 6 }]);
    expect(text()).toBe('minify');
  });

  test.each([
    ['utf-16le', false],
    ['utf-16be', true],
  ] as const)('decodes %s', (encoding, bigEndian) => {
    const content = '// \u{1F600} été "firewall/rules"\n';
    const scan = prefilter.scanFile(file(`${kind}-${encoding}.ts`, utf16(content, bigEndian)));
    expect(scan).toEqual({ status: 'scanned', tiers: TIER_BITS.strong, encoding });
    expect(text()).toBe(content);
    const found = prefilter.hits().map((hit) => text().length > 0 && hit.trigger);
    expect(found).toEqual([1, 0]);
    expect(
      prefilter.scanFile(file(`${kind}-${encoding}-not.ts`, utf16('firewall rules', bigEndian))),
    ).toMatchObject({
      tiers: 0,
    });
  });

  test('takes every size around pages and its first room', () => {
    for (const size of [4095, 4096, 4097, 8192, 524_287, 524_288, 524_289, 528_384, 2_097_152, 2_500_000]) {
      const content = Buffer.alloc(size, 0x61);
      content.write('minify', size - 6);
      expect(prefilter.scanFile(file(`${kind}-size.ts`, content)), String(size)).toMatchObject({
        tiers: TIER_BITS.weak,
      });
      expect(prefilter.hits()).toEqual([{ trigger: 2, start: size - 6, end: size }]);
      expect(prefilter.content().length).toBe(size);
      content.write('minifx', size - 6);
      expect(prefilter.scanFile(file(`${kind}-size.ts`, content)), String(size)).toMatchObject({ tiers: 0 });
    }
  });

  test('knows the tiers of a file above the limit, also of a trigger between two pieces', () => {
    const limit = 100_000;
    for (const at of [0, 524_280, 524_287, 1_048_570, 1_199_986]) {
      const content = Buffer.alloc(1_200_000, 0x20);
      content.write('firewall/rules', at);
      const path = file(`${kind}-large.json`, content);
      expect(prefilter.scanFile(path, limit)).toEqual({ status: 'too-large', tiers: 1, size: 1_200_000 });
      expect(prefilter.hits()).toEqual([]);
      expect(prefilter.content().length).toBe(0);
    }
    const none = file(`${kind}-large.json`, Buffer.alloc(1_200_000, 0x20));
    expect(prefilter.scanFile(none, limit)).toEqual({ status: 'too-large', tiers: 0, size: 1_200_000 });
    const small = file(`${kind}-small.json`, Buffer.alloc(100_001, 0x20));
    expect(prefilter.scanFile(small, limit)).toMatchObject({ status: 'too-large', size: 100_001 });
    expect(prefilter.scanFile(small, limit + 1)).toMatchObject({ status: 'scanned' });
  });

  test.each([false, true])('decodes a file above the limit too (big endian: %s)', (bigEndian) => {
    for (const at of [0, 262_137, 262_140, 500_000]) {
      const content = `${' '.repeat(at)}firewall/rules${' '.repeat(600_000 - at)}`;
      const path = file(`${kind}-large16.json`, utf16(content, bigEndian));
      expect(prefilter.scanFile(path, 1000)).toMatchObject({ status: 'too-large', tiers: TIER_BITS.strong });
    }
  });

  test('says what is no file, and does not wait for one', () => {
    const target = file(`${kind}-target.ts`, 'firewall/rules');
    symlinkSync(target, join(folder, `${kind}-link.ts`));
    symlinkSync('/dev/zero', join(folder, `${kind}-zero.ts`));
    symlinkSync(join(folder, `${kind}-loop.ts`), join(folder, `${kind}-loop.ts`));
    mkdirSync(join(folder, `${kind}-folder.ts`));
    execFileSync('mkfifo', [join(folder, `${kind}-pipe.ts`)]);
    for (const name of ['link', 'zero', 'loop', 'folder', 'pipe']) {
      expect(prefilter.scanFile(join(folder, `${kind}-${name}.ts`)), name).toEqual({ status: 'not-a-file' });
    }
    expect(prefilter.scanFile('/dev/zero', 1000)).toEqual({ status: 'not-a-file' });
    expect(prefilter.scanFile(join(folder, 'nowhere.ts'))).toEqual({ status: 'missing' });
    expect(prefilter.scanFile(join(target, 'below-a-file.ts'))).toEqual({ status: 'missing' });
    const tooLong = join(folder, 'x'.repeat(300));
    expect(prefilter.scanFile(tooLong)).toEqual({ status: 'unreadable', code: 'ENAMETOOLONG' });
    expect(prefilter.hits()).toEqual([]);
  });
});
