import { describe, expect, it } from 'vitest';
import { read, requests, sends } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

describe('methods of plain data', () => {
  it('send nothing, whatever they are called on', () => {
    const text = `
      const clean = (name) => name.trim().toLowerCase().split('?').join('');
      const get = (path, log) => { log.logger.info(path); return fetch('${API}' + clean(path)); };
      get('/zones/z/rate_limits', tools);`;
    expect(sends(text, ['rate_limits'])).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });

  it('send what the program says where it defines them', () => {
    const text = `
      class Api { trim(path) { return fetch('${API}' + path, { method: 'POST' }); } }
      const run = (api) => api.trim('/zones/z/rate_limits');
      run(new Api());`;
    expect(sends(text, ['rate_limits'])).toEqual([`POST ${API}/zones/z/rate_limits`]);
  });
});

describe('a method of a name that many classes use', () => {
  const paths = `
    export class Paths { list(zone) { return \`/zones/\${zone}/rate_limits\`; } }
    export class Names { list(zone) { return \`/zones/\${zone}/names\`; } }`;

  it('is followed to where it is called', () => {
    const uses = `import { Paths } from './paths'; fetch('${API}' + new Paths().list('z'));`;
    const reading = read({ 'paths.ts': paths, 'uses.ts': uses }, 'paths.ts', ['rate_limits']);
    expect(requests(reading)).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });

  it('is not followed to calls of the others', () => {
    const uses = `import { Names } from './paths'; fetch('${API}' + new Names().list('z'));`;
    const reading = read({ 'paths.ts': paths, 'uses.ts': uses }, 'paths.ts', ['rate_limits']);
    expect(requests(reading)).toEqual([]);
  });
});

describe('an object', () => {
  it('is made with what a member needs that is asked for later', () => {
    const text = `
      class Client {
        constructor(options) { this.base = options.base; this.version = options.version; }
        get(path) { return fetch(this.base + this.version + path); }
      }
      class Zone extends Client { constructor(id) { super({ base: 'https://api.cloudflare.com', version: '/client/v4' }); this.id = id; } }
      new Zone('z').get('/zones/z/rate_limits');`;
    expect(sends(text, ['rate_limits'])).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });
});
