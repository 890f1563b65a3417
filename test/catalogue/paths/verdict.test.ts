import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../../src/catalogue/paths/index.js';
import { endpoint } from './small-catalogue.js';

describe('a method at a path that is wholly dead', () => {
  const dead = endpoint('/zones/{id}/filters', { methods: ['GET', 'POST'] });

  it.each([
    ['GET', 'dead'],
    ['HEAD', 'dead'],
    ['POST', 'dead'],
    [null, 'dead'],
    ['DELETE', 'gone'],
    ['OPTIONS', 'unlisted'],
    ['PURGE', 'unlisted'],
  ])('%s is %s', (method, verdict) => {
    expect(verdictOf(dead, method)).toBe(verdict);
  });
});

describe('a method at a path that lives on', () => {
  const mixed = endpoint('/organizations/{id}', { methods: ['PATCH'], possible: ['GET'], live: ['PUT'] });

  it.each([
    ['PATCH', 'dead'],
    ['GET', 'possible'],
    ['PUT', 'live'],
    ['DELETE', 'unlisted'],
    [null, 'possible'],
  ])('%s is %s', (method, verdict) => {
    expect(verdictOf(mixed, method)).toBe(verdict);
  });

  it('is live when nothing is dead and the method is not known', () => {
    expect(verdictOf(endpoint('/x', { methods: [], live: ['GET'] }), null)).toBe('live');
  });
});
