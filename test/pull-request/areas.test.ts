import { expect, it } from 'vitest';
import { branchName } from '../../src/migrate/pull-request/areas.js';

const areas = (...names: readonly string[]) => names.map((name) => ({ name, folder: '' }));

it('a branch is named by its areas, as long as a person reads them', () => {
  expect(branchName(areas('firewall'))).toBe('firewall');
  expect(branchName(areas('speed', 'dns', 'firewall', 'ssl'))).toBe('dns-firewall-speed-ssl');
  const many = areas('a'.repeat(20), 'b'.repeat(20), 'c'.repeat(20), 'd'.repeat(20));
  expect(branchName(many)).toMatch(/-2-more--[0-9a-f]{8}$/);
  expect(branchName(many)).not.toBe(branchName([...many.slice(1), { name: 'e'.repeat(20), folder: '' }]));
});
