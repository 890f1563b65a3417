import type { RuleCases } from './case.js';

const API = 'https://api.cloudflare.com/client/v4/zones/${zone}';
const LOCKED = "'locked' is ignored and no longer returned after 2024-07-14, 860 days ago. Remove it.";
const GONE = "'locked' is no longer returned after 2024-07-14, 860 days ago. Stop sending and reading it.";
const srv = (field: string): string =>
  `'data.${field}' is no longer supported after 2024-05-31, 904 days ago. Write the whole name, _service._proto.name, in the field name outside data.`;

const send = (body: string): string =>
  `await fetch(\`${API}/dns_records\`, { method: 'POST', body: JSON.stringify(${body}) });`;
const received = (use: string): string =>
  `const answer = await (await fetch(\`${API}/dns_records/1\`)).json();\n${use}`;
const listed = (use: string): string =>
  `const answer = await (await fetch(\`${API}/dns_records\`)).json();\n${use}`;
const fixedLocked = (before: string, after: string, name: string) => ({
  name,
  code: send(before),
  output: send(after),
  errors: [{ message: LOCKED }],
});
const kept = (name: string, body: string) => ({ name, code: send(body), errors: [{ message: LOCKED }] });

export const DNS_CASES: readonly RuleCases[] = [
  {
    rule: 'no-dns-locked',
    valid: [
      {
        name: 'a field of that name in another call',
        code: `await fetch(\`${API}/settings/ssl\`, { method: 'PATCH', body: JSON.stringify({ locked: true }) });`,
      },
      { name: 'a stream', code: 'if (response.body.locked) throw new Error(`${API}`);' },
    ],
    invalid: [
      fixedLocked("{ type: 'A', «locked»: false }", "{ type: 'A' }", 'last property'),
      fixedLocked("{ «locked»: false, type: 'A' }", "{ type: 'A' }", 'first property'),
      fixedLocked("{ type: 'A', «locked»: false, ttl: 1 }", "{ type: 'A', ttl: 1 }", 'in the middle'),
      fixedLocked('{ «locked»: false }', '{}', 'only property'),
      fixedLocked('{ «locked»: false, }', '{}', 'only property with a trailing comma'),
      fixedLocked("{ type: 'A', «locked»: false, }", "{ type: 'A', }", 'last property with a trailing comma'),
      fixedLocked("{ type: 'A', «locked» }", "{ type: 'A' }", 'shorthand'),
      fixedLocked(
        "{ type: 'A', «'locked'»: false }".replace("«'locked'»", "'«locked»'"),
        "{ type: 'A' }",
        'quoted key',
      ),
      fixedLocked("{ type: 'A', ['«locked»']: false }", "{ type: 'A' }", 'computed key that is written out'),
      fixedLocked(
        "{\n  type: 'A',\n  «locked»: false,\n  ttl: 1,\n}",
        "{\n  type: 'A',\n  ttl: 1,\n}",
        'lines of their own',
      ),
      fixedLocked("{\n  type: 'A',\n  «locked»: false\n}", "{\n  type: 'A'\n}", 'last line without a comma'),
      fixedLocked(
        '{\r\n  «locked»: false,\r\n  ttl: 1,\r\n}',
        '{\r\n  ttl: 1,\r\n}',
        'lines that end as on Windows',
      ),
      fixedLocked(
        "{ type: 'A', «locked»: !open, name: 'https://example.com' }",
        "{ type: 'A', name: 'https://example.com' }",
        'two slashes in a text are no comment',
      ),
      fixedLocked(
        "{ /* all */ type: 'A', «locked»: false }",
        "{ /* all */ type: 'A' }",
        'a comment elsewhere stays',
      ),
      fixedLocked(
        "{\n  type: 'A',\n  «locked»: false, // never\n}",
        "{\n  type: 'A',\n  // never\n}",
        'a comment behind stays',
      ),
      kept('a comment inside', "{ type: 'A', «locked»: /* never */ false }"),
      kept('a comment between the comma and the property', "{ type: 'A', /* never */ «locked»: false }"),
      kept('a value that does something', "{ type: 'A', «locked»: isLocked() }"),
      {
        name: 'a spread may bring the field back: for a person',
        code: send('{ ...record, «locked»: false }'),
        errors: [
          { message: LOCKED, suggestions: [{ desc: "Remove 'locked'.", output: send('{ ...record }') }] },
        ],
      },
      {
        name: 'a type may need the field: for a person',
        code: send("{ type: 'A', «locked»: false } satisfies Record"),
        errors: [
          {
            message: LOCKED,
            suggestions: [{ desc: "Remove 'locked'.", output: send("{ type: 'A' } satisfies Record") }],
          },
        ],
      },
      {
        name: 'an object with a name may be read elsewhere: for a person',
        code: `const record = { type: 'A', «locked»: false };\n${send('record')}`,
        errors: [
          {
            message: LOCKED,
            suggestions: [
              { desc: "Remove 'locked'.", output: `const record = { type: 'A' };\n${send('record')}` },
            ],
          },
        ],
      },
      kept('a method of that name', "{ type: 'A', «locked»() { return false; } }"),
      kept('a value that has to be waited for', "{ type: 'A', «locked»: await isLocked() }"),
      fixedLocked("{ type: 'A', «locked»: open as boolean }", "{ type: 'A' }", 'a value with a type'),
      fixedLocked("{ type: 'A', «locked»: flags!.locked }", "{ type: 'A' }", 'a value that is asserted'),
      {
        name: 'constant by assertion: for a person',
        code: send("{ type: 'A', «locked»: false } as const"),
        errors: [
          {
            message: LOCKED,
            suggestions: [{ desc: "Remove 'locked'.", output: send("{ type: 'A' } as const") }],
          },
        ],
      },
      ...[
        ['a read that is taken apart', 'const { «locked» } = answer.result;'],
        ['a read that is deleted', 'delete answer.result.«locked»;'],
        ['a read that is looked into', 'answer.result.«locked».toString();'],
      ].map(([name = '', code = '']) => ({ name, code: received(code), errors: [{ message: GONE }] })),
      ...[
        ['a read of an assertion', '(answer.result as Row).«locked»', '(answer.result as Row).locked'],
        ['a read that is surely there', 'answer!.result!.«locked»', 'answer!.result!.locked'],
      ].map(([name = '', marked = '', from = '']) => ({
        name,
        code: received(`use(${marked});`),
        errors: [
          {
            message: GONE,
            suggestions: [{ desc: `Replace '${from}' with 'false'.`, output: received('use(false);') }],
          },
        ],
      })),
      {
        name: 'a read',
        code: `const answer = await (await fetch(\`${API}/dns_records/1\`)).json();\nif (answer.result.«locked») skip();`,
        errors: [
          {
            message: GONE,
            suggestions: [
              {
                desc: "Drop the conditions on 'answer.result.locked', which is always false.",
                output: `const answer = await (await fetch(\`${API}/dns_records/1\`)).json();\n`,
              },
            ],
          },
        ],
      },
      {
        name: 'a read through an optional chain',
        code: `const answer = await (await fetch(\`${API}/dns_records/1\`)).json();\nif (answer.result?.«locked») skip();`,
        errors: [
          {
            message: GONE,
            suggestions: [
              {
                desc: "Drop the conditions on 'answer.result?.locked', which is always false.",
                output: `const answer = await (await fetch(\`${API}/dns_records/1\`)).json();\n`,
              },
            ],
          },
        ],
      },
      ...[
        ['a list of what is not locked', 'answer.result.filter((row) => !row.«locked»)', 'answer.result'],
        [
          'a list of what is not locked, by a function with a body',
          'answer.result.filter(function (row) { return !row.«locked»; })',
          'answer.result',
        ],
      ].map(([name = '', marked = '', rest = '']) => ({
        name,
        code: listed(`for (const one of ${marked}) use(one);`),
        errors: [
          {
            message: GONE,
            suggestions: [
              {
                desc: "Drop the conditions on 'row.locked', which is always false.",
                output: listed(`for (const one of ${rest}) use(one);`),
              },
            ],
          },
        ],
      })),
      ...[
        ['one that is locked', 'use(answer.result.find((row) => row.«locked»));'],
        ['one that is not locked', 'use(answer.result.find((row) => !row.«locked»));'],
        ['a list that may be missing', 'use(answer.result?.filter?.((row) => !row.«locked»));'],
        ['not one of two, where the other does something', 'use(!(ask() && answer.result[0].«locked»));'],
      ].map(([name = '', code = '']) => ({
        name: `no constant is left in a condition: ${name}`,
        code: listed(code),
        errors: [{ message: GONE }],
      })),
    ],
  },
  {
    rule: 'no-srv-data',
    valid: [
      {
        name: 'a record without the three',
        code: send(
          "{ type: 'SRV', name: '_sip._tcp.example.com', data: { port: 1, target: 'example.com' } }",
        ),
      },
      { name: 'another type', code: send("{ type: 'NAPTR', name: 'example.com', data: { service: 'x' } }") },
    ],
    invalid: [
      {
        name: 'the name is complete',
        code: send(
          "{ type: 'SRV', name: '_sip._tcp.example.com', data: { «service»: '_sip', «proto»: '_tcp', «name»: 'example.com', port: 1 } }",
        ),
        output: send("{ type: 'SRV', name: '_sip._tcp.example.com', data: { port: 1 } }"),
        errors: [{ message: srv('service') }, { message: srv('proto') }, { message: srv('name') }],
      },
      {
        name: 'the name ends in something unknown, its beginning is complete',
        code: send("{ type: 'SRV', name: `_sip._tcp.${domain}`, data: { «service»: '_sip', port: 1 } }"),
        errors: [
          {
            message: srv('service'),
            suggestions: [
              {
                desc: "Remove 'service'.",
                output: send("{ type: 'SRV', name: `_sip._tcp.${domain}`, data: { port: 1 } }"),
              },
            ],
          },
        ],
      },
      {
        name: 'the service is not known: for a person',
        code: send("{ type: 'SRV', name: '_sip._tcp.example.com', data: { «service»: service, port: 1 } }"),
        errors: [
          {
            message: srv('service'),
            suggestions: [
              {
                desc: "Rewrite as 'edge-sunset migrate' does: the name outside has both labels already; what else looks at the record cannot be seen here.",
                output: send("{ type: 'SRV', name: '_sip._tcp.example.com', data: { port: 1 } }"),
              },
            ],
          },
        ],
      },
      {
        name: 'the name is put together from literals',
        code: send(
          "{ type: 'SRV', name: 'example.com', data: { «service»: '_sip', «proto»: '_tcp', «name»: 'example.com', port: 1 } }",
        ),
        output: send("{ type: 'SRV', name: '_sip._tcp.example.com', data: { port: 1 } }"),
        errors: [{ message: srv('service') }, { message: srv('proto') }, { message: srv('name') }],
      },
      ...[
        [
          'the name is only the domain',
          "{ type: 'SRV', name: 'example.com', data: { «service»: '_sip', port: 1 } }",
        ],
        [
          'the name names another service',
          "{ type: 'SRV', name: '_xmpp._tcp.example.com', data: { «service»: '_sip', port: 1 } }",
        ],
        [
          'a spread may bring a name',
          "{ type: 'SRV', name: '_sip._tcp.example.com', ...more, data: { «service»: '_sip', port: 1 } }",
        ],
      ].map(([name = '', body = '']) => ({ name, code: send(body), errors: [{ message: srv('service') }] })),
    ],
  },
];
