import { describe, expect, it } from 'vitest';
import { javascriptReader } from '../../../src/read/javascript/index.js';
import { programOf, read, requests, rootsOf, sends } from './support.js';

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

describe('a field that holds an object', () => {
  const API_CLASS = `
    class Rules { constructor(path) { this.path = path; } list() { return fetch('${API}' + this.path); } }`;

  it('is no reason by its name to read what else its class sends', () => {
    const text = `
      import { send } from './send';
      class Rules {}
      class Zones {
        rate_limits = new Rules();
        list(zone) { return send('/zones/' + zone); }
      }`;
    const asked: string[] = [];
    const program = programOf({
      'zones.js': text,
      'send.js': `export const send = (path) => fetch('${API}' + path);`,
    });
    const file = (path: string) => {
      asked.push(path);
      return program.file(path);
    };
    const roots = rootsOf(text, ['rate_limits']);
    javascriptReader.read({ path: 'zones.js', text, language: 'javascript' }, roots, { ...program, file });
    expect(asked).not.toContain('send.js');
  });

  it('sends what it is made with', () => {
    const text = `${API_CLASS}
      class Zones {
        limits = new Rules('/zones/z/rate_limits');
        list() { return this.limits.list(); }
      }`;
    expect(sends(text, ['rate_limits'])).toEqual([`GET ${API}/zones/z/rate_limits`]);
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

/** A client as generators write them: it builds headers, sets the method under a condition, and tries again. */
const RETRYING = `
  class Client {
    headers(given) {
      const all = new Headers();
      for (const [name, value] of Object.entries(given)) { all.delete(name); all.append(name, value); }
      this.check(all);
      return all;
    }
    check(values) { if (!values.get('x-token')) throw new Error('no token'); }
    put(path, opts) { return this.request(Promise.resolve(opts).then((opts) => ({ method: 'put', path, ...opts }))); }
    get(path, opts) { return this.request({ path, ...opts }); }
    request(options) { return this.run(options, 2); }
    async run(input, left) {
      const options = await input;
      const url = '${API}/' + (options.path.startsWith('/') ? options.path.slice(1) : options.path);
      const { method, ...rest } = options;
      const init = { method: 'GET', headers: this.headers(options.headers), ...rest };
      if (method) init.method = method.toUpperCase();
      const answer = await fetch(url, init);
      return answer.ok ? answer : this.again(options, left);
    }
    async again(options, left) { return this.run(options, left - 1); }
  }
  const client = new Client();`;

describe('a client that tries again', () => {
  it('sends what it is told to, and nothing twice', () => {
    const text = `${RETRYING} const limit = (id) => client.put(\`/zones/z/rate_limits/\${id}\`, { body: 1 });`;
    expect(sends(text, ['rate_limits'])).toEqual([`PUT ${API}/zones/z/rate_limits/{id} 1`]);
  });

  it('leaves the method alone that nobody gives', () => {
    expect(sends(`${RETRYING} client.get('/zones/z/rate_limits');`, ['rate_limits'])).toEqual([
      `GET ${API}/zones/z/rate_limits`,
    ]);
  });

  it('may try elsewhere', () => {
    const text = `
      class Api {
        call(path) { return path.startsWith('/client') ? fetch('https://api.cloudflare.com' + path) : this.below(path); }
        below(path) { return this.call('/client/v4' + path); }
      }
      new Api().call('/zones/z/rate_limits');`;
    expect(sends(text, ['rate_limits'])).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });
});

describe('functions of Node that open no connection', () => {
  it('are told from those that do', () => {
    const text = `
      import { join } from 'node:path';
      import https from 'node:https';
      const keep = (path) => join('files', path);
      const ask = (path) => https.get('${API}' + path);
      keep('/zones/z/rate_limits');
      ask('/zones/z/rate_limits');`;
    expect(sends(text, ['rate_limits'])).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });
});

describe('a class whose methods set what they read', () => {
  it('is read all the same', () => {
    const fields = Array.from({ length: 12 }, (_, index) => index);
    const methods = fields.map(
      (index) => `
        async set${index}(value) {
          this.f${index} = await this.set${(index + 1) % fields.length}(this.f${(index + 5) % fields.length} ?? value);
          this.f${(index + 3) % fields.length} = await this.set${(index + 7) % fields.length}(this.f${index});
          return this.f${(index + 2) % fields.length};
        }`,
    );
    const text = `
      class Runtime {
        ${methods.join('')}
        async send(path) { return fetch('${API}' + path + (await this.set0(this.f1)).query); }
      }
      new Runtime().send('/zones/z/rate_limits?');`;
    expect(sends(text, ['rate_limits'])).toHaveLength(1);
  });
});

describe('the state of a component', () => {
  const component = (hook: string) => `
    ${hook}
    const show = (path) => { setPath(path); return fetch('${API}/zones'); };
    const [path, setPath] = useState('');
    show('/zones/z/rate_limits');`;

  it('is set without a request', () => {
    expect(sends(component("import { useState } from 'react';"), ['rate_limits'])).toEqual([]);
  });

  it('is sent by a function of the same name that the program defines', () => {
    const own = `const useState = (first) => [first, (path) => fetch('${API}' + path)];`;
    expect(sends(component(own), ['rate_limits'])).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });

  it('may come of a request that a hook makes', () => {
    const text = `
      import { useEffect, useState } from 'react';
      function Limits({ zone }) {
        const [limits, setLimits] = useState([]);
        useEffect(() => { fetch(\`${API}/zones/\${zone}/rate_limits\`).then(setLimits); }, [zone]);
      }`;
    expect(sends(text, ['rate_limits'])).toEqual([`GET ${API}/zones/{zone}/rate_limits`]);
  });
});
