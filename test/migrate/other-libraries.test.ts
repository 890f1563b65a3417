/** Packages in other languages whose methods are calls of the API keep them, marked as deprecated. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { planWith } from './project.js';

const BASE = 'https://api.cloudflare.com/client/v4/';
const COMPOSER = '{ "name": "acme/client", "autoload": { "psr-4": { "Acme\\\\": "src" } } }';

const phpClient = (base = BASE) =>
  `<?php\nclass Client\n{\n    public function api(string $name)\n    {\n        return new $name(Http::withBaseUri('${base}'));\n    }\n}\n`;

const phpApi = (method: string) =>
  `<?php\n\nclass RateLimits extends AbstractAPI\n{\n${method}\n    /** Something else. */\n    public function ips(): array\n    {\n        return $this->client->get('ips');\n    }\n}\n`;

const LIST = `    public function list(string $zone): array
    {
        return $this->client->get("zones/{$zone}/rate_limits");
    }
`;

async function php(method: string, files: Readonly<Record<string, string>> = {}) {
  return planWith(
    {
      'composer.json': COMPOSER,
      'src/Client.php': phpClient(),
      'src/API/RateLimits.php': phpApi(method),
      ...files,
    },
    CODEMODS,
  );
}

describe('a method of a library', () => {
  it('gets a docblock in PHP, once', async () => {
    const { files, gates, sites } = await php(LIST);
    const after = files[0]?.after ?? '';
    expect(sites.map(({ outcome, strategy }) => `${outcome} ${strategy}`)).toEqual(['migrated deprecate']);
    expect(after).toMatch(
      /\{\n {4}\/\*\* @deprecated Use rate limiting rules\. End of life: 2025-01-15\. \*\/\n {4}public function list\(/,
    );
    expect(gates.every(({ outcome }) => outcome === 'passed' || outcome === 'not-run')).toBe(true);
    const again = await planWith(
      { 'composer.json': COMPOSER, 'src/Client.php': phpClient(), 'src/API/RateLimits.php': after },
      CODEMODS,
    );
    expect(again.files).toEqual([]);
    expect(again.settled).toHaveLength(1);
  });

  it('gets a reason in whole sentences, whose date is not broken off', async () => {
    const settings = LIST.replace('rate_limits', 'settings');
    const mirage = LIST.replace('rate_limits', 'settings/mirage').replace('list', 'mirage');
    const { files } = await php(`${settings}\n${mirage}`);
    expect(files[0]?.after).toContain('     * @deprecated Use one call for each setting, ');
    expect(files[0]?.after).toContain(
      '\n     * End of life: 2026-01-31.\n     */\n    public function mirage(',
    );
  });

  it('gets what is said about its path, where another method can be rewritten', async () => {
    const roles = LIST.replace('zones/{$zone}/rate_limits', 'organizations/{$zone}/roles');
    const railguns = roles.replace('roles', 'railguns').replace('list', 'railguns');
    const { files } = await php(
      `    // of Cloudflare\n${roles}\n${railguns}`.replaceAll('$zone', '$organization'),
    );
    expect(files[0]?.after).toContain('accounts/{$organization}/roles');
    expect(files[0]?.after.match(/@deprecated [^.]*\./g)).toEqual([
      '@deprecated Railguns have no successor.',
    ]);
  });

  it('keeps what its docblock says in PHP', async () => {
    const { files } = await php(
      `    /**\n     * Lists.\n     *\n     * @param string $zone\n     */\n${LIST}`,
    );
    expect(files[0]?.after).toMatch(
      / {5}\* Lists\.\n {5}\*\n {5}\* @deprecated [^@]*\n {5}\*\n {5}\* @param string \$zone\n {5}\*\/\n/,
    );
  });

  it('gets its tag where the other tags of a docblock stand, and the one step that is left', async () => {
    const { files } = await php(
      `    /**\n    * Lists.\n    * @param string $zone\n    */\n${LIST.replace('rate_limits', 'settings/minify')}`,
    );
    expect(files[0]?.after).toContain(
      '\n    * Lists.\n    * @deprecated Minify when you build. End of life: 2024-08-05.\n    *\n    * @param string $zone\n    */\n',
    );
  });

  it('is of the vendor by a client in another folder, if no other host is there', async () => {
    const strategies = async (base: string) =>
      (
        await planWith(
          {
            'composer.json': COMPOSER,
            'src/Adapter/Client.php': phpClient(base),
            'src/API/RateLimits.php': phpApi(LIST),
            'src/API/Zones.php': phpApi(LIST.replace('rate_limits', 'settings/mirage')).replaceAll(
              'RateLimits',
              'Zones',
            ),
          },
          CODEMODS,
        )
      ).sites.map(({ strategy }) => strategy);
    expect(await strategies(BASE)).toEqual(['deprecate', 'deprecate']);
    expect(await strategies('https://api.example.com/')).not.toContain('deprecate');
  });

  it('may prepare its request and take something out of the answer', async () => {
    const method = (more = '') => `    public function mirage(string $zone): bool
    {
        $query = ['page' => 1];
        $return = $this->client->get("zones/{$zone}/settings/mirage", $query);
        $body = json_decode((string) $return->getBody());
        ${more}
        return isset($body->result->id);
    }
`;
    const outcome = async (more?: string) => (await php(method(more))).sites.map(({ strategy }) => strategy);
    expect(await outcome()).toEqual(['deprecate']);
    expect(await outcome('if ($body->success) { return true; }')).toEqual(['deprecate']);
    expect(await outcome('$this->client->get("zones/{$zone}/settings/polish");')).toEqual(['marker']);
    expect(await outcome('error_log($body->result->id);')).toEqual(['marker']);
    expect(await outcome('echo $body->result->id;')).toEqual(['marker']);
  });

  it('is one of a class that only programs elsewhere use, too', async () => {
    const others = ['a', 'b', 'c'].map(
      (name) => `    public function ${name}()\n    {\n        return $this->get('${name}');\n    }\n`,
    );
    const own = `    private function get(string $path)\n    {\n        return json_decode(file_get_contents('${BASE}' . $path), true);\n    }\n`;
    const list = LIST.replace('->client', '').replace('rate_limits', 'settings/mirage');
    const api = `<?php\n\nclass CloudflareAPI\n{\n${[list, ...others, own].join('\n')}}\n`;
    const strategies = async (files: Readonly<Record<string, string>>) =>
      (await planWith(files, CODEMODS)).sites.map(({ strategy }) => strategy);
    expect(await strategies({ 'api.php': api })).toEqual(['deprecate']);
    expect(
      await strategies({ 'api.php': api, 'tests/ApiTest.php': '<?php\nnew CloudflareAPI();\n' }),
    ).toEqual(['deprecate']);
    const service = '<?php\nfunction run(CloudflareAPI $api)\n{\n}\n';
    expect(await strategies({ 'api.php': api, 'run.php': service })).not.toContain('deprecate');
    expect(await strategies({ 'api.php': `${api}\n$api = new CloudflareAPI();\n` })).not.toContain(
      'deprecate',
    );
    const mixed = api.replace('class ', "const OTHER = 'https://api.example.com/';\nclass ");
    expect(await strategies({ 'api.php': mixed })).not.toContain('deprecate');
  });

  it('gets a tag of YARD in Ruby', async () => {
    const { files } = await planWith(
      {
        'acme.gemspec': "Gem::Specification.new { |spec| spec.name = 'acme' }\n",
        'lib/acme.rb': `BASE = '${BASE}'\n`,
        'lib/acme/limits.rb':
          'module Acme\n  class Limits\n    # Lists them.\n    # @return [Array]\n    def list(zone)\n      @client.get("/zones/#{zone}/rate_limits")\n    end\n  end\nend\n',
      },
      CODEMODS,
    );
    expect(files[0]?.after).toMatch(
      / {4}# Lists them\.\n {4}# @deprecated [^@]*End of life[^@]*\n {4}# @return \[Array\]\n {4}def list/,
    );
  });

  it('gets a paragraph of its comment in Go', async () => {
    const { files } = await planWith(
      {
        'go.mod': 'module example.com/acme\n\ngo 1.21\n',
        'client.go': `package acme\n\nconst base = "${BASE}"\n`,
        'limits.go':
          'package acme\n\nimport "fmt"\n\n// List returns the limits.\nfunc (c *Client) List(zone string) ([]Limit, error) {\n\treturn c.get(fmt.Sprintf("/zones/%s/rate_limits", zone))\n}\n',
      },
      CODEMODS,
    );
    expect(files[0]?.after).toMatch(
      /\/\/ List returns the limits\.\n\/\/\n\/\/ Deprecated: Use rate limiting rules\. [^"\n]*\nfunc \(c \*Client\) List/,
    );
  });

  it.each([
    ['an application', LIST, { 'composer.json': '{ "type": "project", "autoload": {} }' }],
    ['a package without other users', LIST, { 'composer.json': '{ "require": {} }' }],
    [
      'another base address beside it',
      LIST,
      { 'src/Other.php': "<?php\n$base = 'https://api.example.com/v1/';\n" },
    ],
    ['another vendor', LIST, { 'src/Client.php': phpClient('https://waf.example.com/') }],
    ['a private method', LIST.replace('public', 'private'), {}],
    [
      'a method that does more',
      LIST.replace('return $this->client', '$found = $this->client').replace(
        '    }\n',
        '        $this->log($found);\n        return array_map(fn ($one) => $one, $found);\n    }\n',
      ),
      {},
    ],
  ])('stays as it is: %s', async (_, method, files) => {
    const plan = await php(method, files);
    expect(plan.sites.map(({ strategy }) => strategy)).not.toContain('deprecate');
  });
});
