import { describe, expect, it } from 'vitest';
import { compareUrl, lineUrl } from '../../src/migrate/pull-request/hosts/host.js';
import { placeOf } from '../../src/migrate/pull-request/hosts/index.js';
import { apiUrl, tokenFor } from '../../src/migrate/pull-request/hosts/place.js';

const GITHUB = { kind: 'github', host: 'github.com', project: 'owner/shop' };
const ENTERPRISE = {
  GITHUB_SERVER_URL: 'https://code.example.com:8443',
  GITLAB_HOST: 'https://lab.example.com',
};
const SERVER = { kind: 'github', host: 'code.example.com:8443', project: 'owner/shop' };
const LAB = { kind: 'gitlab', host: 'lab.example.com', project: 'group/team/shop' };

describe('the address of a remote', () => {
  it.each([
    ['https://github.com/owner/shop', GITHUB],
    ['https://github.com/owner/shop.git/', GITHUB],
    ['https://GitHub.com/owner/shop.git', GITHUB],
    ['https://user:secret@github.com/owner/shop.git', GITHUB],
    ['git@github.com:owner/shop.git', GITHUB],
    ['github.com:owner/shop', GITHUB],
    ['ssh://git@github.com/owner/shop.git', GITHUB],
    ['ssh://git@ssh.github.com:443/owner/shop.git', GITHUB],
    ['https://code.example.com:8443/owner/shop.git', SERVER],
    ['https://lab.example.com/group/team/shop.git', LAB],
    ['git@lab.example.com:group/team/shop.git', LAB],
    ['ssh://git@lab.example.com:2222/group/team/shop.git', LAB],
    ['https://gitlab.com/group/shop.git', { kind: 'gitlab', host: 'gitlab.com', project: 'group/shop' }],
    // No host, no project, or none that is known.
    ['https://github.com/owner', null],
    ['https://github.com/owner/shop/more', null],
    ['https://example.com/owner/shop.git', null],
    ['https://github.com.example.com/owner/shop.git', null],
    ['/srv/git/shop.git', null],
    ['file:///srv/github.com/owner/shop.git', null],
    ['C:\\git\\shop', null],
    ['../github.com:owner/shop', null],
    ['https://', null],
  ])('%s', (address, place) => {
    expect(placeOf(address, ENTERPRISE, undefined)).toEqual(place);
  });

  it('leads to the API and the token of its own host only', () => {
    const all = { GITHUB_TOKEN: 'public', GH_ENTERPRISE_TOKEN: 'server', GITLAB_TOKEN: 'lab' };
    const at = (
      address: string,
      environment: Readonly<Record<string, string>>,
      kind?: 'github' | 'gitlab',
    ) => {
      const place = placeOf(address, environment, kind);
      return place === null ? null : [apiUrl(place, environment), tokenFor(place, environment)];
    };
    expect(at('git@github.com:owner/shop.git', all)).toEqual(['https://api.github.com', 'public']);
    const other = 'https://code.example.com/owner/shop.git';
    expect(at(other, all, 'github')).toEqual(['https://code.example.com/api/v3', 'server']);
    expect(at(other, { ...all, GITHUB_SERVER_URL: 'https://code.example.com' })).toEqual([
      'https://code.example.com/api/v3',
      'public',
    ]);
    // What a clone says of its remote is no reason to hand over the token of another server.
    expect(at(other, { ...all, GH_HOST: 'real.example.com' }, 'github')?.[1]).toBe(null);
    expect(at(other, { ...all, GH_HOST: 'code.example.com' })?.[1]).toBe('server');
    const onServer = { ...all, GITHUB_SERVER_URL: 'https://code.example.com' };
    expect(at('git@github.com:owner/shop.git', onServer)?.[1]).toBe(null);
    expect(at('git@github.com:owner/shop.git', { ...onServer, GH_TOKEN: 'own' })?.[1]).toBe('own');
    expect(at('https://gitlab.com/group/shop.git', all)).toEqual(['https://gitlab.com', 'lab']);
    expect(at('https://lab.example.com/group/shop.git', all, 'gitlab')).toEqual([
      'https://lab.example.com',
      null,
    ]);
  });

  it('leads to pages, whatever is in a path', () => {
    const [github, gitlab] = [GITHUB, LAB].map((place) => ({ ...place, kind: place.kind as 'github' }));
    if (github === undefined || gitlab === undefined) throw new Error('two places');
    expect(lineUrl(github, 'edge-sunset/dns', 'src/[id] (a)#b.ts', 7)).toBe(
      'https://github.com/owner/shop/blob/edge-sunset/dns/src/%5Bid%5D%20%28a%29%23b.ts#L7',
    );
    expect(lineUrl(gitlab, 'edge-sunset/dns', 'a.ts', 7)).toBe(
      'https://lab.example.com/group/team/shop/-/blob/edge-sunset/dns/a.ts#L7',
    );
    expect(compareUrl(gitlab, 'main', 'edge-sunset/dns')).toBe(
      'https://lab.example.com/group/team/shop/-/merge_requests/new?merge_request%5Bsource_branch%5D=edge-sunset%2Fdns&merge_request%5Btarget_branch%5D=main',
    );
  });
});
