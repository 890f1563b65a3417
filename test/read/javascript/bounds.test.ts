import { describe, expect, it } from 'vitest';
import { MAX_CALL_DEPTH } from '../../../src/read/javascript/evaluate/kernel/activate.js';
import { MAX_CHOICES } from '../../../src/value/index.js';
import { processorTime } from '../../processor-time.js';
import { type Files, read, requests, sends } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

/** A variable that is one of `count` settings. */
function oneOf(count: number): string {
  const cases = Array.from({ length: count }, (_, index) => `case ${index}: id = 's${index}'; break;`);
  return `function f(n) { let id; switch (n) { ${cases.join(' ')} } return fetch(\`${API}/zones/z/settings/\${id}\`); }`;
}

describe('sets of values', () => {
  it(`hold ${MAX_CHOICES} members`, () => {
    const [sent = ''] = sends(oneOf(MAX_CHOICES));
    expect(sent.split('|')).toHaveLength(MAX_CHOICES);
  });

  it('are unknown beyond that', () => {
    expect(sends(oneOf(MAX_CHOICES + 1))).toEqual([`GET ${API}/zones/z/settings/{id}`]);
  });
});

/** A wrapper of a wrapper of … of fetch. */
function wrappers(count: number): string {
  const inner = Array.from({ length: count }, (_, index) => {
    const next = index === 0 ? `fetch('${API}' + path)` : `w${index - 1}(path)`;
    return `function w${index}(path) { return ${next}; }`;
  });
  return `${inner.join('\n')}\nw${count - 1}('/zones/z/rate_limits');`;
}

describe('wrappers', () => {
  it(`compose ${MAX_CALL_DEPTH} deep`, () => {
    expect(sends(wrappers(MAX_CALL_DEPTH), ['rate_limits'])).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });

  it('are not followed deeper: there the call is what it looks like', () => {
    expect(sends(wrappers(MAX_CALL_DEPTH + 1), ['rate_limits'])).not.toContain(
      `GET ${API}/zones/z/rate_limits`,
    );
  });

  it('are told at each call, although equal arguments enter them once', () => {
    const text = `
      const path = '/zones/z/rate_limits';
      const send = (path, method) => fetch('${API}' + path, { method });
      export const list = () => send(path, 'GET');
      export const again = () => send(path, 'GET');
      export const clear = () => send(path, 'DELETE');`;
    const url = `${API}/zones/z/rate_limits`;
    expect(sends(text, ['rate_limits', 'api.cloudflare.com']).sort()).toEqual([
      `DELETE ${url}`,
      `GET ${url}`,
      `GET ${url}`,
    ]);
  });

  it('may call each other in a circle', () => {
    const text = `
      async function a(path, n) { return n ? b(path, n - 1) : fetch('${API}' + path); }
      async function b(path, n) { return n ? a(path, n - 1) : fetch('${API}' + path); }
      a('/zones/z/rate_limits', 3);`;
    const reading = read({ 'a.js': text }, 'a.js', ['rate_limits', 'api.cloudflare.com']);
    expect([...new Set(requests(reading))]).toEqual([`GET ${API}/zones/z/rate_limits`]);
    expect(reading.undetermined).toEqual([]);
  });

  it('may try again in several places', () => {
    const methods = Array.from(
      { length: 150 },
      (_, index) =>
        `async m${index}(z) { const r = await this.send(\`/zones/\${z}/rate_limits/${index}\`); if (r.errors[0].error_chain) throw r; return r.result || []; }`,
    );
    const text = `
      export class Client {
        async send(path, options = {}, tried = 0) {
          const response = await fetch('${API}' + path, { method: options.method });
          if (response.status === 429 && tried < 2) return this.send(path, options, tried + 1);
          const data = await response.json();
          if (data.errors.some((e) => e.code === 500) && tried < 2) return this.send(path, options, tried + 1);
          if (!data.success && tried < 2) return this.send(path, { ...options }, tried + 1);
          return data;
        }
        ${methods.join('\n')}
      }`;
    const reading = read({ 'client.js': text }, 'client.js', ['rate_limits', 'error_chain']);
    expect(reading.degraded).toBeUndefined();
    expect(new Set(requests(reading)).size).toBe(methods.length);
  });

  it('may be defined by themselves', () => {
    expect(sends('const f = f; f("/zones/z/rate_limits"); let x = x + "/rate_limits"; fetch(x);')).toEqual([
      'GET {x}/rate_limits',
    ]);
  });
});

describe('imports', () => {
  it('may go in circles', () => {
    const files = {
      'a.ts': `import { base } from './b'; export const tail = '/rate_limits'; fetch(base + '/zones/z' + tail);`,
      'b.ts': `import { tail } from './a'; export const base = '${API}'; export { tail };`,
      'c.ts': `export * from './d';`,
      'd.ts': `export * from './c'; import { nothing } from './c'; fetch(nothing);`,
    };
    expect(requests(read(files, 'a.ts', ['rate_limits']))).toEqual([`GET ${API}/zones/z/rate_limits`]);
    expect(read(files, 'd.ts').tier).toBe('ast');
  });
});

describe('budgets', () => {
  it('give a file up that has too much to follow, and say so', () => {
    const branches = Array.from({ length: 60 }, (_, index) => `f${index + 1}(p + a); f${index + 1}(p + b);`);
    const functions = branches.map((body, index) => `function f${index}(p, a, b) { ${body} }`);
    const calls = Array.from({ length: 600 }, (_, index) => `f0('/zones/z/rate_limits/${index}');`);
    const started = processorTime();
    const reading = read({ 'a.js': `${functions.join('\n')}\n${calls.join('\n')}` }, 'a.js', ['rate_limits']);
    expect(processorTime() - started).toBeLessThan(12_000);
    expect(['budget', undefined]).toContain(reading.degraded);
    if (reading.degraded === undefined) expect(reading.tier).toBe('ast');
  });
});

describe('steps of a file', () => {
  /** A function that takes some hundred steps until it knows its text. */
  const slowly = (name: string, last: string) => `
    const nothing = (path) => { const [, , , tail] = [path, path.length, path.trim(), '']; return tail; };
    function ${name}(path) {
      const text = [path, ${'nothing(path + 1), nothing(path + 2), '.repeat(20)}''].join('');
      return ${last};
    }`;
  const sending = slowly('send', `fetch('${API}' + text)`);

  it('come with what is found: the last of many calls is told like the first', () => {
    const paths = Array.from({ length: 120 }, (_, index) => `/zones/z/rate_limits/${index}`);
    const calls = paths.map((path) => `send('${path}');`).join('\n');
    const found = requests(read({ 'a.js': `${sending}\n${calls}` }, 'a.js', ['rate_limits']));
    expect(new Set(found)).toEqual(new Set(paths.map((path) => `GET ${API}${path}`)));
  });

  it('that are spent on words which lead nowhere leave the last call what it is', () => {
    const nothing = slowly('label', 'translate(text)');
    const words = Array.from({ length: 200 }, (_, index) => `label('rate_limits ${index}');`).join('\n');
    const text = `${nothing}\n${words}\nfetch('${API}/zones/z/rate_limits');`;
    expect(requests(read({ 'a.js': text }, 'a.js', ['rate_limits']))).toEqual([
      `GET ${API}/zones/z/rate_limits`,
    ]);
  });
});

describe('what a bundler wrote', () => {
  const lines = `export const BASE = '${API}';\n${'let pad = 1; pad = pad + 1; if (pad) pad = 2;\n'.repeat(6000)}`;
  const files = (library: string) => ({
    'library.js': library,
    'a.js': "import { BASE } from './library.js'; fetch(BASE + '/zones/z/rate_limits');",
  });

  it('is not followed into from other files', () => {
    const bundle = lines.replaceAll('\n', ' ');
    expect(requests(read(files(bundle), 'a.js', ['rate_limits']))).not.toContain(
      `GET ${API}/zones/z/rate_limits`,
    );
  });

  it('is told from a long file that somebody wrote by its lines', () => {
    expect(requests(read(files(lines), 'a.js', ['rate_limits']))).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });
});

describe('what may be a path', () => {
  it('is told at once also of a long segment that ends in a sign no path has', () => {
    const started = process.cpuUsage();
    const text = `client.send('/zones/${'0123456789abcdef'.repeat(16)}*', '/settings/minify');`;
    expect(requests(read({ 'a.js': text }, 'a.js', ['minify']))).toEqual([]);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });
});

describe('many writes of one name', () => {
  const url = (index: number): string => `'${API}/zones/z${index}/rate_limits'`;
  /** Half a megabyte of lines, after the declaration of the name. */
  const lines = (line: (index: number) => string): string => {
    let text = 'let x;\n';
    for (let index = 0; text.length < 500_000; index++) text += `${line(index)}\n`;
    return text;
  };
  /** What calls send; the other addresses of the API are told too, without a method. */
  const sentBy = (text: string): string[] => sends(text).filter((sent) => sent.startsWith('GET '));
  const forms: Readonly<Record<string, (index: number) => string>> = {
    'one after the other': (index) => `x = ${url(index)};`,
    'each with a use': (index) => `x = ${url(index)}; fetch(x);`,
    'under conditions': (index) => `if (c) x = ${url(index)}; fetch(x);`,
    'in functions': (index) => `function f${index}() { x = ${url(index)}; fetch(x); }`,
  };

  for (const [name, line] of Object.entries(forms)) {
    it(`cost what they are long: ${name}`, () => {
      const started = process.cpuUsage();
      const reading = read({ 'a.js': lines(line) }, 'a.js', ['rate_limits']);
      expect(process.cpuUsage(started).user).toBeLessThan(4_000_000);
      expect(reading.degraded).toBeUndefined();
      expect(reading.usages.length).toBeGreaterThan(0);
    });
  }

  it('leave the last one before a use, and what a loop leads back to', () => {
    const before = Array.from({ length: 300 }, (_, index) => `x = ${url(index)};`).join('\n');
    expect(sentBy(`let x;\n${before}\nfetch(x);`)).toEqual([`GET ${API}/zones/z299/rate_limits`]);
    expect(sentBy(`let x = ${url(1)};\nwhile (c) { fetch(x); x = ${url(2)}; }`)).toEqual([
      `GET ${API}/zones/z1/rate_limits|${API}/zones/z2/rate_limits`,
    ]);
    expect(sentBy(`let x = ${url(1)};\nwhile (c) { fetch(x); }\nx = ${url(2)};`)).toEqual([
      `GET ${API}/zones/z1/rate_limits`,
    ]);
  });

  it('are unknown where any of too many may be the one', () => {
    const text = Array.from({ length: 100 }, (_, index) => `if (c${index}) x = 'r${index}';`).join('\n');
    expect(sentBy(`let x;\n${text}\nfetch(\`${API}/zones/z/rate_limits/\${x}\`);`)).toEqual([
      `GET ${API}/zones/z/rate_limits/{x}`,
    ]);
  });
});

describe('barrels that re-export each other', () => {
  const uses = `import { get } from './m0'; get('/zones/z/rate_limits');`;
  /** Every module passes on all modules; only the last one declares anything. */
  const tangle = (count: number, declares: string): Files => {
    const files: Record<string, string> = { 'a.ts': uses, 'declares.ts': declares };
    for (let index = 0; index < count; index++) {
      const stars = Array.from({ length: count }, (_, other) => `export * from './m${other}';`);
      files[`m${index}.ts`] = [...stars, index === count - 1 ? "export * from './declares';" : ''].join('\n');
    }
    return files;
  };

  it('are each asked once for a name', () => {
    const files = tangle(30, `export const get = (path: string) => fetch('${API}' + path);`);
    const started = process.cpuUsage();
    expect(requests(read(files, 'a.ts', ['rate_limits']))).toEqual([`GET ${API}/zones/z/rate_limits`]);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });

  it('give nothing where none declares the name', () => {
    const reading = read(tangle(30, `export const other = 1;`), 'a.ts', ['rate_limits']);
    expect(requests(reading)).not.toContain(`GET ${API}/zones/z/rate_limits`);
  });

  it('may stand one behind the other, more than a few', () => {
    const files: Record<string, string> = { 'a.ts': uses };
    for (let index = 0; index < 40; index++) files[`m${index}.ts`] = `export * from './m${index + 1}';`;
    files['m40.ts'] = `export const get = (path: string) => fetch('${API}' + path);`;
    expect(requests(read(files, 'a.ts', ['rate_limits']))).toEqual([`GET ${API}/zones/z/rate_limits`]);
  });
});

describe('the budget', () => {
  /** A helper that has to be run through for each of its calls, and calls each other one twice. */
  const helpers = Array.from(
    { length: 40 },
    (_, index) =>
      `function h${index}(x, o) { const a = o.a ? h${index + 1}(x + 'a', o) : x; const b = o.b ? h${index + 1}(x + 'b', { ...o, c: a }) : a; return o.c ? a + b : send(b, o); }`,
  );
  const text = [
    `const send = (path, o) => fetch('${API}' + path, o);`,
    `function h40(x, o) { return send(x, o); }`,
    ...helpers,
    ...Array.from({ length: 300 }, (_, index) => `h0('/zones/z/rate_limits/${index}', options${index});`),
    `fetch('${API}/zones/z/rate_limits/last');`,
  ].join('\n');

  it('belongs to a usage: the last one of a file is read, and the file is not given up', () => {
    const started = process.cpuUsage();
    const reading = read({ 'a.ts': text }, 'a.ts', ['rate_limits']);
    expect(reading.degraded).toBeUndefined();
    expect(reading.tier).toBe('ast');
    expect(requests(reading)).toContain(`GET ${API}/zones/z/rate_limits/last`);
    expect(process.cpuUsage(started).user).toBeLessThan(8_000_000);
  });
});
