import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';

/** Draft names of ChaCha20 in lists of cipher suites, and where they are no list. */

const RSA = 'ECDHE-RSA-CHACHA20-POLY1305-OLD';
const ECDSA = 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256_OLD';

async function reported(path: string, code: string) {
  const { findings, problems } = await analyze(code, { path });
  expect(problems).toEqual([]);
  return findings
    .filter(({ entry }) => entry === 'tls-chacha20-draft')
    .map(({ at, severity }) => `${severity}: ${code.slice(at.start, at.end)}`);
}

describe('lists of cipher suites', () => {
  it.each<readonly [string, string, string, string]>([
    ['an option of Node', 'a.ts', `https.request({ host, ciphers: '${RSA}' });`, RSA],
    ['a list of OpenSSL', 'a.js', `const CIPHERS = ['AES128-SHA', '${RSA}:HIGH:!aNULL'];`, RSA],
    ['the end of a list', 'a.js', `agent.options.ciphers = "HIGH:!aNULL:${RSA}";`, RSA],
    [
      'a list of an option',
      'a.java',
      `engine.setEnabledCipherSuites(new String[] {"A"}); b.cipherSuites("${ECDSA}");`,
      ECDSA,
    ],
    ['a keyword of Python', 'a.py', `ctx = create_urllib3_context(ciphers="${RSA}")`, RSA],
    ['a call of Python', 'a.py', `context.set_ciphers('${RSA}')`, RSA],
    ['curl', 'a.sh', `curl --tls-max 1.2 --ciphers ${RSA} https://example.com/`, RSA],
    ['nginx', 'nginx.conf', `http {\n  proxy_ssl_ciphers HIGH:${RSA};\n}\n`, RSA],
    ['a configuration', 'a.yaml', `tls:\n  cipher_suites: [TLS_AES_128_GCM_SHA256, ${ECDSA}]\n`, ECDSA],
    ['a slice of Go', 'a.go', `cfg := Config{CipherList: []string{"A", "${RSA}"}}`, RSA],
  ])('%s', async (_, path, code, name) => {
    expect(await reported(path, `${code}\n`)).toEqual([`hint: ${name}`]);
  });
});

describe('no list', () => {
  it.each<readonly [string, string, string]>([
    ['the standard suites', 'a.ts', "https.request({ host, ciphers: 'ECDHE-RSA-CHACHA20-POLY1305:HIGH' });"],
    ['a longer name', 'a.ts', `https.request({ host, ciphers: '${RSA}ER' });`],
    ['a table of numbers', 'a.py', `CIPHERS = {\n    0xCC13: "${RSA}",\n    0xCC14: "${ECDSA}",\n}`],
    ['a table of names', 'a.ts', `const names = { '${ECDSA}': '${RSA}' };`],
    ['an enumeration', 'a.java', `enum Suite { ${ECDSA}(0xCC14) }`],
    ['a constant of a library', 'a.go', `const ${ECDSA} uint16 = 0xcc14`],
    ['a comment', 'a.ts', `// ciphers: '${RSA}'\nexport {};`],
    ['documentation', 'a.md', `Supported:\n\n\`\`\`\nciphers = ${RSA}:HIGH\n\`\`\``],
    ['plain words', 'a.txt', `The suite ${RSA} was dropped.`],
    [
      'the answer of a scanner',
      'a.json',
      `{"id": "cipher_xcc13", "finding": "TLSv1.2 xcc13 ${RSA} ECDH 256"}`,
    ],
    ['a comparison', 'a.ts', `if (socket.getCipher().name === '${RSA}') warn();`],
  ])('%s', async (_, path, code) => {
    expect(await reported(path, `${code}\n`)).toEqual([]);
  });
});
