import { describe, expect, it } from 'vitest';
import { actionFor } from '../../src/catalogue/guide/index.js';

describe('what to do for a reason', () => {
  it.each([
    "this may be the call that ends Under Attack mode, and 'medium' is no longer accepted",
    "this may be the call that ends Under Attack mode, and 'high' is no longer accepted",
  ])('is not to switch the protection off: %s', (reason) => {
    const action = actionFor(reason) ?? '';
    expect(action).toContain('off switches the protection off');
    expect(action).not.toMatch(/\b(?:send|set|use) '?off\b/i);
  });

  it('is nothing where nobody knows the reason', () => {
    expect(actionFor('the moon is full')).toBeNull();
  });
});
