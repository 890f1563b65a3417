/** Credentials as programs hold them: made up, valid nowhere. Each line stands beside a dead call. */

export const SECRET = 'swordfish-7Kq';
/** Parts of it that must not be read either. */
export const PARTS = ['swordfish', '7Kq', 'hunter22', 'opensesame'];

export interface Form {
  /** Name of the file, which tells the language. */
  readonly file: string;
  readonly lines: readonly string[];
}

const S = SECRET;
const PATH = '/client/v4/zones/1/firewall/rules';
const URL = `https://api.cloudflare.com${PATH}`;

const js = (...lines: readonly string[]): Form => ({
  file: 'a.mjs',
  lines: [...lines, `await fetch('${URL}');`],
});
const ts = (line: string): Form => ({ file: 'a.ts', lines: [line, `await fetch('${URL}');`] });
const py = (...lines: readonly string[]): Form => ({
  file: 'a.py',
  lines: [...lines, `requests.get('${URL}')`],
});
const go = (line: string): Form => ({ file: 'a.go', lines: [line, `http.Get("${URL}")`] });
const php = (line: string): Form => ({
  file: 'a.php',
  lines: ['<?php', line, `file_get_contents('${URL}');`],
});
const rb = (line: string): Form => ({ file: 'a.rb', lines: [line, `Net::HTTP.get(URI('${URL}'))`] });
const java = (line: string): Form => ({
  file: 'A.java',
  lines: [line, `client.send(URI.create("${URL}"));`],
});
const cs = (line: string): Form => ({ file: 'A.cs', lines: [line, `await client.GetAsync("${URL}");`] });
const rs = (line: string): Form => ({ file: 'a.rs', lines: [line, `reqwest::get("${URL}").await?;`] });
const ps = (line: string): Form => ({ file: 'a.ps1', lines: [line, `Invoke-RestMethod '${URL}'`] });
const sh = (...lines: readonly string[]): Form => ({ file: 'a.sh', lines });
const get = `curl ${URL}`;

export const FORMS: readonly Form[] = [
  js(`const password = '${S}';`),
  js(`const pass = "${S}";`),
  js(`const pwd = \`${S}\`;`),
  js(`const cfg = { value: '${S}' };`),
  js(`const key = process.env.CF_KEY || '${S}';`),
  js(`const key = process.env.CF_KEY ?? '${S}';`),
  js(`login('jane', '${S}');`),
  js(`login("${S}");`),
  js(`headers.set('X-Auth-Key', '${S}');`),
  js(`const h = { 'X-Auth-User-Service-Key': '${S}' };`),
  js(`const h = { Authorization: 'Bearer ${S}' };`),
  js(`const h = { Cookie: 'session=${S}; lang=en' };`),
  js(`document.cookie = 'sid=${S}';`),
  js(`const db = 'postgres://jane:p@${S}@db.example.com/app';`),
  js(`const db = 'postgres://jane:p/${S}@db.example.com/app';`),
  js(`const hook = 'https://hooks.example.com/services/T02/B03/${S}x9Q2';`),
  js(`const hook = 'https://example.com/?token=${S}';`),
  js(`const hook = 'https://example.com/?lang=${S}';`),
  js(`const id = on ? 'x' : '${S}';`),
  js(`const id = on ? '${S}' : other;`),
  js(`// the password is '${S}'`),
  js(`// const pass = '${S}';`),
  js(`const s = "it's ${S}";`),
  js(
    'const pem = `-----BEGIN PRIVATE KEY-----',
    'hunter22',
    `opensesame`,
    '-----END PRIVATE KEY-----`;',
    'x(',
  ),
  js('const text = `', `${S}`, 'hunter22`;'),
  js(`sign(\`\${user}:${S}\`);`),
  ts(`const token: string = '${S}';`),
  ts(`private readonly apiKey = '${S}';`),
  py(`PASSWORD = '${S}'`),
  py(`auth = ('jane', '${S}')`),
  py(`token = os.environ.get('CF_TOKEN', '${S}')`),
  py(`token = os.getenv("CF_TOKEN") or "${S}"`),
  py(`headers = {'Authorization': f'Bearer ${S}'}`),
  py(`key = b'${S}'`),
  py(`key = """${S}"""`),
  py('key = """', S, '"""'),
  py(`connect(password='${S}', user='jane')`),
  py(`# token: ${S}`),
  go(`const token = "${S}"`),
  go(`req.SetBasicAuth("jane", "${S}")`),
  go(`req.Header.Set("X-Auth-Key", "${S}")`),
  go(`var key = []byte("${S}")`),
  go(`token := \`${S}\``),
  php(`$password = '${S}';`),
  php(`define('DB_PASSWORD', '${S}');`),
  php(`curl_setopt($ch, CURLOPT_USERPWD, "jane:${S}");`),
  rb(`password = '${S}'`),
  rb(`token = ENV.fetch('CF_TOKEN', '${S}')`),
  rb(`secret = %q(${S})`),
  rb(`client.basic_auth "jane", "${S}"`),
  java(`private static final String PWD = "${S}";`),
  java(`conn.setRequestProperty("X-Auth-Key", "${S}");`),
  cs(`const string Secret = "${S}";`),
  cs(`var key = @"${S}";`),
  rs(`const TOKEN: &str = "${S}";`),
  rs(`let key = String::from("${S}");`),
  rs(`let key = r#"${S}"#;`),
  ps(`$password = '${S}'`),
  ps(`$secure = ConvertTo-SecureString "${S}" -AsPlainText -Force`),
  sh(`export CF_TOKEN=${S}`, get),
  sh(`PASS=${S} ./run`, get),
  sh(`API_KEY="${S}"`, get),
  sh(`curl -u jane:${S} ${URL}`),
  sh(`curl --user 'jane:${S}' ${URL}`),
  sh(`curl -b 'session=${S}' ${URL}`),
  sh(`curl --cookie session=${S} ${URL}`),
  sh(`curl -H 'Authorization: Bearer ${S}' ${URL}`),
  sh(`curl -H "X-Auth-Key: ${S}" ${URL}`),
  sh(`curl --oauth2-bearer ${S} ${URL}`),
  sh(`./login ${S}`, get),
  sh(`TOKEN=\${TOKEN:-${S}}`, get),
  sh(`mysql -p${S}`, get),
  sh('cat <<EOF', S, 'password: hunter22', 'EOF', get),
  sh(`curl -d '{"password":"${S}"}' ${URL}`),
  sh(`curl https://jane:${S}@example.com`, get),
  { file: 'a.yaml', lines: ['jobs:', '  one:', '    env:', `      CF_TOKEN: ${S}`, `    run: curl ${URL}`] },
  { file: 'a.yaml', lines: [`password: "${S}"`, `url: ${URL}`] },
  { file: 'a.yaml', lines: [`value: ${S}`, `url: ${URL}`] },
  { file: 'a.yaml', lines: ['key: |', `  ${S}`, '  hunter22', `url: ${URL}`] },
  { file: 'a.json', lines: ['{', `  "password": "${S}",`, `  "url": "${URL}"`, '}'] },
  { file: 'a.json', lines: ['{', `  "name": "${S}", "method": "POST",`, `  "url": "${URL}"`, '}'] },
  ps(`$secure = ConvertTo-SecureString ${S} -AsPlainText -Force`),
  { file: 'a.lua', lines: [`local key = [[${S}]]`, `http.request("${URL}")`] },
  { file: 'a.lua', lines: ['local key = [==[', S, `]==] http.request("${URL}")`] },
  { file: 'a.nix', lines: [`{ key = ''${S}''; url = "${URL}"; }`] },
  { file: 'a.nix', lines: ["{ key = ''", `  ${S}`, `''; url = "${URL}"; }`] },
  { file: 'a.rs', lines: ['let key = r##"', S, `"##; reqwest::get("${URL}").await?;`] },
  { file: 'a.cpp', lines: ['auto key = R"(', S, `)"; get("${URL}");`] },
  sh(`curl -sujane:${S} ${URL}`),
  sh('for zone in $ZONES; do', `  RULES=$(curl -ujane:${S} "${URL}")`, 'done'),
  ts(`const rule = "(cf.threat_score gt 14 and http.request.headers[\\"x-token\\"][0] eq \\"${S}\\")";`),
  {
    file: 'a.tf',
    lines: [
      'resource "cloudflare_ruleset" "a" {',
      '  rules {',
      '    action     = "block"',
      `    expression = "cf.threat_score gt 4 and http.cookie eq '${S}'"`,
      '  }',
      '  rules {',
      '    action     = "block"',
      `    expression = "cf.threat_score gt var.x and http.request.headers[\\"x-a\\"][0] eq \\"${S}\\""`,
      '  }',
      '}',
    ],
  },
  { file: 'a.toml', lines: ['[main]', `secret = "${S}"`, `url = "${URL}"`] },
  { file: '.env', lines: [`CF_TOKEN=${S}`, `URL=${URL}`] },
  {
    file: 'a.tf',
    lines: ['resource "cloudflare_filter" "a" {', `  description = "${S}"`, '  expression = "true"', '}'],
  },
  {
    file: 'a.tf',
    lines: [
      'provider "cloudflare" {',
      `  api_token = "${S}"`,
      '}',
      'resource "cloudflare_filter" "a" {',
      '}',
    ],
  },
  { file: 'Dockerfile', lines: [`ENV CF_TOKEN=${S}`, `RUN curl ${URL}`] },
  { file: 'a.md', lines: ['```sh', `curl -u jane:${S} ${URL}`, '```'] },
  { file: 'a.md', lines: [`The password is ${S}x9Q2, call \`GET ${URL}\`.`] },
];

/** Lines that a reader of a report needs as they are. */
export const HARMLESS: readonly Form[] = [
  js("const response = await client.request('PATCH', '/zones/' + zone + '/settings/minify');"),
  js('const path = `/zones/${zone}/firewall/rules?page=${page}&per_page=50`;'),
  js("headers.set('Content-Type', 'application/json');"),
  js('if (response.status === 410 || body.errors[0].code === 10020) throw new Error(text);'),
  js("import { updateFirewallRulePriorityAndDescription } from './lib/rules.js';"),
  js("const { parse } = require('dotenv-expand');"),
  js("import wretch from '@acme/wretch';"),
  js("const key = process.env['CLOUDFLARE_API_TOKEN'];"),
  js('const token = process.env.CLOUDFLARE_API_TOKEN;'),
  js("await cf.zones.settings.edit('minify', { zone_id: id, value: { css: 'on', html: 'off' } });"),
  js('const headers = { Authorization: `Bearer ${token}` };'),
  py("s.patch(f'{BASE}/zones/{zone_id}/settings/security_level', json={'value': 'high'})"),
  py('token = os.environ["CF_API_TOKEN"]'),
  py('"""Gives a rule the fields that its readers know, for /firewall/rules."""'),
  php('return $this->client->get("zones/{$zoneId}/firewall/rules/{$this->id}/{$row[\'id\']}", $parameters);'),
  go('req, err := http.NewRequest("DELETE", base+"/zones/"+id+"/firewall/rules", nil)'),
  go('func (c *Client) updateSettings(ctx context.Context, zone string) error {'),
  rs('fn roles(client: &Client, token: &str, account: &str) -> Result<String> {'),
  rs("fn longest<'a>(one: &'a str, other: &'a str) -> &'a str {"),
  sh('curl -sS -X PATCH -H "Content-Type: application/json" -H "Authorization: Bearer $TOKEN" \\', get),
  sh('for zone in $ZONES; do', get, 'done'),
  sh('RESULT=$(gadget PATCH "/zones/$ZONE/settings/minify") >/dev/null 2>&1', get),
  sh('# Prints what the gadgets of a shop are.', get),
  ps('Get-ChildItem env: | ForEach-Object { Write-Output $_.Name } # lists all'),
  js("console.log('Skipping purple gadgets, nothing to do');"),
  js("const rule = { description: 'No bad bots', expression: 'true' };"),
  py('raise RuntimeError("Cannot reach the warehouse")'),
  sh('echo "Purging the bicycle shop"', get),
  {
    file: 'a.tf',
    lines: [
      'resource "cloudflare_ruleset" "bicycles" {',
      '    expression = "http.host wildcard \\"*.example.com\\" and cf.threat_score gt 4"',
      '      url_pattern = "*.example.com/login*"',
      '}',
    ],
  },
  { file: 'a.yaml', lines: ['method: PATCH', `url: ${URL}`] },
  {
    file: 'a.json',
    lines: ['{ "method": "DELETE", "paused": false, "priority": 10,', `  "url": "${URL}" }`],
  },
];
