import { describe, expect, it } from 'vitest';
import {
  FILTER,
  FIREWALL_RULE,
  goneFields,
  isWholeField,
  mappedFields,
  oldObject,
  RATE_LIMIT,
  sentField,
  writeKind,
} from '../../src/convert/index.js';

describe('a field of a firewall rule that is sent', () => {
  it('keeps its name, or has another one', () => {
    expect(sentField(FIREWALL_RULE, 'description', null, 'creation')).toEqual({ is: 'kept' });
    expect(sentField(FIREWALL_RULE, 'paused', null, 'change')).toEqual({
      is: 'renamed',
      to: 'enabled',
      isNegated: true,
    });
    expect(sentField(FIREWALL_RULE, 'filter', null, 'creation')).toEqual({ is: 'opened' });
  });

  it('is no field where it has no counterpart', () => {
    const unknown = { is: 'refused', why: 'its field color has no counterpart' };
    expect(sentField(FIREWALL_RULE, 'color', null, 'creation')).toEqual(unknown);
    expect(sentField(FIREWALL_RULE, 'products', null, 'creation').is).toBe('refused');
  });

  it('says in a change which rule it is, and nothing where a rule is made', () => {
    expect(sentField(FIREWALL_RULE, 'id', 'a', 'change')).toEqual({ is: 'omitted' });
    expect(sentField(FIREWALL_RULE, 'id', 'a', 'creation').is).toBe('refused');
  });

  it('is a priority only where the whole rule is sent and it is a number', () => {
    expect(sentField(FIREWALL_RULE, 'priority', '5', 'creation').is).toBe('omitted');
    expect(sentField(FIREWALL_RULE, 'priority', '5', writeKind('PUT')).is).toBe('omitted');
    expect(sentField(FIREWALL_RULE, 'priority', '5', writeKind('PATCH')).is).toBe('refused');
    expect(sentField(FIREWALL_RULE, 'priority', null, 'creation').is).toBe('refused');
  });

  it('is an action that means the same, something else, or what only the program knows', () => {
    expect(sentField(FIREWALL_RULE, 'action', 'block', 'creation')).toEqual({ is: 'kept' });
    expect(sentField(FIREWALL_RULE, 'action', null, 'creation')).toEqual({ is: 'computed' });
    expect(sentField(FIREWALL_RULE, 'action', 'bypass', 'creation').is).toBe('refused');
    expect(sentField(FIREWALL_RULE, 'action', 'allow', 'creation')).toEqual({
      is: 'meaning',
      fields: { action: 'skip', action_parameters: { ruleset: 'current' } },
    });
  });
});

describe('the old object', () => {
  it('is nested as it was, with rare fields where they are asked for', () => {
    const keys = oldObject(FIREWALL_RULE, () => false).map(({ key }) => key);
    expect(keys).toEqual(['id', 'action', 'description', 'paused', 'filter']);
    expect(oldObject(FIREWALL_RULE, (rare) => rare === 'ref').map(({ key }) => key)).toContain('ref');
  });

  it('is followed below the first key of a field, and not below a field', () => {
    expect(isWholeField(RATE_LIMIT, ['match'])).toBe(false);
    expect(isWholeField(RATE_LIMIT, ['match', 'request', 'url'])).toBe(true);
    expect(isWholeField(RATE_LIMIT, ['color'])).toBe(true);
  });
});

describe.each([
  ['firewall rules', FIREWALL_RULE],
  ['filters', FILTER],
  ['rate limits', RATE_LIMIT],
])('the mapping of %s', (_, mapping) => {
  it('has no field that it also says to be gone', () => {
    const old = mappedFields(mapping).map((field) => field.old);
    expect(new Set(old).size).toBe(old.length);
    expect(old.filter((path) => mapping.gone.includes(path))).toEqual([]);
    expect(goneFields(mapping).length).toBe(mapping.gone.length);
  });
});
