import { describe, expect, test } from 'vitest';
import { bodies, calls, usagesIn } from './support.js';

const php = (code: string): string[] =>
  calls({ 'a.php': `<?php\n$base = 'https://api.cloudflare.com/client/v4/';\n${code}` }).map((call) =>
    call.replace('https://api.cloudflare.com/client/v4', ''),
  );

describe('addresses in PHP', () => {
  test.each([
    [
      'interpolation in braces',
      '$client->post($base . "zones/{$zone}/filters", $body);',
      'POST /zones/{}/filters',
    ],
    ['plain interpolation', '$client->get("zones/$zone/filters");', 'GET zones/{}/filters'],
    ['a member', '$this->client->patch("zones/{$this->zone->id}/filters");', 'PATCH zones/{}/filters'],
    [
      'concatenation',
      "$client->delete($base . 'zones/' . $zone . '/filters/' . $id);",
      'DELETE /zones/{}/filters/{}',
    ],
    ['sprintf', "$client->put(sprintf('%szones/%s/filters', $base, $zone));", 'PUT /zones/{}/filters'],
    [
      'a verb among the arguments',
      '$this->request(\'PATCH\', "zones/$zone/filters", []);',
      'PATCH zones/{}/filters',
    ],
    [
      'an option',
      "wp_remote_request($base . \"zones/$zone/filters\", ['method' => 'PUT', 'body' => $b]);",
      'PUT /zones/{}/filters',
    ],
    ['wp_remote_get', 'wp_remote_get($base . "zones/$zone/filters");', 'GET /zones/{}/filters'],
    [
      'curl',
      "function f($zone) {\n  $url = 'https://api.cloudflare.com/client/v4/zones/' . $zone . '/filters';\n  $ch = curl_init($url);\n  curl_setopt($ch, CURLOPT_CUSTOMREQUEST, 'PATCH');\n}",
      'PATCH /zones/{}/filters',
    ],
    [
      'curl that posts',
      'function f($zone) {\n  $ch = curl_init();\n  curl_setopt($ch, CURLOPT_URL, "https://api.cloudflare.com/client/v4/zones/$zone/filters");\n  curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode($x));\n}',
      'POST /zones/{}/filters',
    ],
    [
      'a constant of the class',
      'class C { const API = \'https://api.cloudflare.com/client/v4/\';\n function f($z) { return $this->http->get(self::API . "zones/$z/filters"); } }',
      'GET /zones/{}/filters',
    ],
    [
      'a defined constant',
      "define('CF_API', 'https://api.cloudflare.com/client/v4');\nHttp::withToken($t)->delete(CF_API . \"/zones/$z/filters\");",
      'DELETE /zones/{}/filters',
    ],
    ['a here document', '$client->get(<<<URL\nzones/{$zone}/filters\nURL);', 'GET zones/{}/filters'],
  ])('%s', (_name, code, expected) => {
    expect(php(code)).toContain(expected);
  });

  test('a setting given to a helper of the class', () => {
    const code = `<?php
class Settings {
  function minify($z, $v) { return $this->change($z, 'minify', $v); }
  function level($z) { return $this->change($z, 'security_level', 'high'); }
  private function change($zone, $name, $value) {
    return $this->client->patch("zones/{$zone}/settings/{$name}", ['value' => $value]);
  }
}`;
    expect(calls({ 'a.php': code })).toEqual([
      'PATCH zones/{}/settings/minify',
      'PATCH zones/{}/settings/security_level',
    ]);
    expect(bodies({ 'a.php': code })).toEqual([{ value: '{$v}' }, { value: 'high' }]);
  });

  test('a setting given to a helper in the file beside', () => {
    const zones =
      '<?php\nclass Zones { function changeZoneSettings($z, $name, $v) { return $this->http->patch("zones/$z/settings/$name", ["value" => $v]); } }';
    const caller = "<?php\n$zones->changeZoneSettings($z, 'minify', []);\n$other->remember('minify');";
    expect(calls({ 'panel.php': caller, 'Zones.php': zones })).toEqual(['PATCH zones/{}/settings/minify']);
    expect(calls({ 'panel.php': caller.replace('changeZoneSettings', 'paint'), 'Zones.php': zones })).toEqual(
      [],
    );
  });

  test('what stands outside of the code is text', () => {
    expect(
      calls({
        'a.php':
          '<p>don\'t call "/zones/{id}/filters"</p>\n<?php $c->get("zones/$z/filters"); ?>\n<b>it\'s done</b>',
      }),
    ).toEqual(['# ? /zones/{id}/filters', 'GET zones/{}/filters']);
  });

  test('another base speaks against relative paths', () => {
    const [usage] = usagesIn({
      'Cloud.php': '<?php\n$base = \'https://api.example.com/v4\';\n$c->get($base2 . "/zones/$z/filters");',
    });
    expect(usage?.evidence[0]).toEqual({ kind: 'against', what: 'api.example.com' });
  });

  test.each([
    ['an option of the own plugin', "$options['minify'] = true; update_option('minify_css', 1);"],
    ['a tail alone', "$api->get('/firewall/rules');"],
    ['a comment sign in a text', '$x = \'a # b // c\'; $y = "zones";'],
  ])('nothing: %s', (_name, code) => {
    expect(calls({ 'a.php': `<?php\n${code}` })).toEqual([]);
  });
});
