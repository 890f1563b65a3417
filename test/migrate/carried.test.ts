import { describe, expect, it } from 'vitest';
import { withCarried } from '../../src/migrate/compose/carried.js';

const TEXT = `post('/filters', "ip.geoip.country eq 1");\npost('/rules', filter);\n`;
const GONE = { file: 'a.js', start: 0, end: 41, text: '', cluster: 1 };
const START = TEXT.indexOf('geoip.country');
const RENAMED = { file: 'a.js', start: START, end: START + 'geoip'.length, text: 'src', cluster: 2 };

const moved = (text: string, cluster = 1) =>
  withCarried(
    [GONE, { file: 'a.js', start: 41, end: 64, text, cluster }],
    [{ inner: RENAMED, outer: GONE }],
    () => TEXT,
  ).map((edit) => edit.text);

describe('an edit of a text that another migration moves', () => {
  it('goes along', () => {
    expect(moved('add("ip.geoip.country eq 1")')).toEqual(['', 'add("ip.src.country eq 1")']);
  });

  it('stays where another text is written', () => {
    const other = 'add("ip.geoip.country eq 2")';
    expect(moved(other)).toEqual(['', other]);
  });

  it('stays where the text is written twice', () => {
    const twice = 'add("ip.geoip.country eq 1", "ip.geoip.country eq 1")';
    expect(moved(twice)).toEqual(['', twice]);
  });

  it('changes nothing that a third migration writes', () => {
    const text = 'add("ip.geoip.country eq 1")';
    expect(moved(text, 3)).toEqual(['', text]);
  });
});
