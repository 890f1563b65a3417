import { Linter } from 'eslint';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import plugin from '../../rules/index.js';
import { installed, OPTIONAL_LANGUAGES } from '../../rules/language/optional.js';
import { TODAY, textAt } from './linter.js';

/** A project without the plugins of other languages: their files are read as text, and as much is found in them. */

vi.mock('../../rules/language/optional.js', { spy: true });

const URL = 'https://api.cloudflare.com/client/v4/zones/example/firewall/rules';
const FILES = {
  'a.yml': [`run: curl -X POST ${URL}\n`, '# eslint-disable-next-line edge-sunset/no-firewall-rules\n'],
  'a.jsonc': [`{ "url": "${URL}" }\n`, '// eslint-disable-next-line edge-sunset/no-firewall-rules\n'],
  'a.toml': [`url = "${URL}"\n`, '# eslint-disable-next-line edge-sunset/no-firewall-rules\n'],
  'a.md': [
    `\`\`\`sh\ncurl -X POST ${URL}\n\`\`\`\n`,
    '<!-- eslint-disable edge-sunset/no-firewall-rules -->\n',
  ],
} as const;

function lintFile(filename: string, code: string): readonly string[] {
  const config = [...plugin.configs['recommended-all-files'], { settings: { edgeSunset: { today: TODAY } } }];
  return new Linter().verify(code, config, { filename }).map((message) => textAt(code, message));
}

describe('without the plugins of other languages', () => {
  beforeAll(() => {
    vi.mocked(installed).mockReturnValue(null);
  });

  it('the preset for scripts asks for none of them', () => {
    expect(plugin.configs.recommended.length).toBeGreaterThan(0);
    expect(plugin.configs.typed.length).toBeGreaterThan(0);
    expect(installed).not.toHaveBeenCalled();
  });

  for (const [filename, [code, off]] of Object.entries(FILES)) {
    it(`${filename} is read as text, with the comments that turn a rule off`, () => {
      expect(lintFile(filename, code)).toEqual(['firewall/rules']);
      expect(lintFile(filename, code.replace('firewall/rules', 'rulesets'))).toEqual([]);
      expect(lintFile(filename, off + code)).toEqual([]);
    });
  }

  it('each was asked for once', () => {
    const asked = vi.mocked(installed).mock.calls.map(([name]) => name);
    expect(asked).toEqual(OPTIONAL_LANGUAGES.map(({ plugin: name }) => name));
  });
});
