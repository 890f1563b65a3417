import { describe, expect, test } from 'vitest';
import { withLimit } from '../../../src/read/limits.js';
import { bodies, calls, expressions, misplaced, usagesIn } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';
const shell = (code: string): string[] => calls({ 'a.sh': code }).map((call) => call.replace(API, ''));

describe('requests in shell scripts', () => {
  test.each([
    ['curl with a method', `curl -X PUT "${API}/zones/$ZONE/filters" -H "A: b"`, ['PUT /zones/{}/filters']],
    [
      'the method joined to its option',
      `curl -XDELETE ${API}/zones/$ZONE/filters`,
      ['DELETE /zones/{}/filters'],
    ],
    ['options in one word', `curl -sSX PATCH ${API}/zones/$1/filters`, ['PATCH /zones/{}/filters']],
    [
      'a long option',
      `curl --request=PATCH --url "${API}/zones/\${ZONE}/filters"`,
      ['PATCH /zones/{}/filters'],
    ],
    ['data makes a post', `curl ${API}/zones/$Z/filters --data '{}'`, ['POST /zones/{}/filters']],
    ['nothing makes a read', `curl -s ${API}/zones/$Z/filters`, ['GET /zones/{}/filters']],
    ['-G', `curl -G ${API}/zones/$Z/filters -d page=1`, ['GET /zones/{}/filters']],
    [
      'continued lines',
      `curl -X POST \\\n  -H "A: b" \\\n  "${API}/zones/$Z/filters"`,
      ['POST /zones/{}/filters'],
    ],
    [
      'a substitution',
      `id=$(curl -s "${API}/zones/$Z/filters" | jq -r .result[0].id)`,
      ['GET /zones/{}/filters'],
    ],
    ['backquotes', `id=\`curl -s ${API}/zones/$Z/filters\``, ['GET /zones/{}/filters']],
    [
      'a pipe and a condition',
      `if curl -sf "${API}/zones/$Z/filters" > /dev/null; then echo ok; fi`,
      ['GET /zones/{}/filters'],
    ],
    ['a base in a variable', `API=${API}\ncurl "$API/zones/$Z/filters"`, ['GET /zones/{}/filters']],
    [
      'an address in a variable',
      `url="${API}/zones/$Z/filters"\ncurl -X DELETE "$url"`,
      ['DELETE /zones/{}/filters'],
    ],
    ['an address that nothing sends', `url="${API}/zones/$Z/filters"`, ['? /zones/{}/filters']],
    ['wget', `wget --method=PUT --body-data='{}' ${API}/zones/$Z/filters`, ['PUT /zones/{}/filters']],
    ['httpie', `http PATCH ${API}/zones/$Z/filters value=x`, ['PATCH /zones/{}/filters']],
    ['a function of the script', 'api DELETE "/zones/$Z/filters"', ['DELETE /zones/{}/filters']],
    ['a command in a text', `ssh host 'curl -X PUT ${API}/zones/x/filters'`, ['PUT /zones/x/filters']],
  ])('%s', (_name, code, expected) => {
    expect(shell(code)).toEqual(expected);
    expect(misplaced({ 'a.sh': code })).toEqual([]);
  });

  describe('arguments that a function hands on', () => {
    const PATH = '"/zones/$Z/filters"';
    test.each([
      ['from a place on', `curl -s "\${@:2}" "${API}$1"`, `${PATH} -X PATCH -d '[]'`, 'PATCH'],
      ['from a place on, with nothing there', `curl -s "\${@:2}" "${API}$1"`, PATH, 'GET'],
      ['without quotes', `curl "${API}$1" \${*:2}`, `${PATH} -XDELETE`, 'DELETE'],
      ['as many as are said', `curl -s "\${@:2:1}" "${API}$1"`, `${PATH} -XPUT extra`, 'PUT'],
      ['the last', `curl "\${@:1:$#-1}" "${API}\${!#}"`, `-s -X PUT ${PATH}`, 'PUT'],
      ['the last, counted', `curl "\${@:1:$(($#-1))}" "${API}\${@: -1}"`, `-X PUT ${PATH}`, 'PUT'],
      ['behind a shift', `local path="$1"; shift; curl "${API}$path" "$@"`, `${PATH} -X DELETE`, 'DELETE'],
      ['behind two', `m=$1; shift; p=$1; shift\n curl -X "$m" "${API}$p" "$@"`, `PATCH ${PATH} -s`, 'PATCH'],
      ['behind a shift and a place', `shift\n curl "\${@:2}" "${API}$1"`, `x ${PATH} -X PUT`, 'PUT'],
      ['in a list', `local o=(-s "\${@:2}"); curl "\${o[@]}" "${API}$1"`, `${PATH} -X DELETE`, 'DELETE'],
      ['if there are any', `curl \${1+"$@"}`, `-X PUT ${API}/zones/$Z/filters`, 'PUT'],
    ])('%s', (_name, body, given, method) => {
      const code = `api() {\n  ${body}\n}\napi ${given}`;
      expect(shell(code)).toEqual([`${method} /zones/{}/filters`]);
      expect(misplaced({ 'a.sh': code })).toEqual([]);
    });

    test('through a second function', () => {
      const functions = `cf() { curl "\${@:2}" "${API}$1"; }\napi() { cf "$2" -X "$1" "\${@:3}"; }`;
      expect(shell(`${functions}\napi PUT ${PATH} -d '[]'`)).toEqual(['PUT /zones/{}/filters']);
    });

    test('a shift that may not run says nothing of the arguments behind it', () => {
      const code = `api() {\n if [ "$2" = x ]; then shift; fi\n curl "\${@:2}" "${API}$1"\n}\napi ${PATH} -X PUT`;
      expect(shell(code)).toEqual(['PUT /zones/{}/filters']);
    });

    test('of another function they are none', () => {
      const code = `other() { echo "$@"; }\nother -X DELETE\napi() { curl "$@" "${API}/zones/$Z/filters"; }\napi -s`;
      expect(shell(code)).toEqual(['GET /zones/{}/filters']);
    });

    test('a list that holds itself', () => {
      const code = `a=(-X PUT)\na=("\${a[@]}" -s)\ncurl "\${a[@]}" "${API}/zones/$Z/filters"`;
      expect(shell(code)).toEqual(['PUT /zones/{}/filters']);
    });
  });

  test('settings of a loop, a list, a table and a function', () => {
    const send = (name: string): string =>
      `curl -X PATCH "${API}/zones/$Z/settings/${name}" --data '{"value":"on"}'`;
    expect(shell(`for s in brotli minify; do ${send('$s')}; done`)).toEqual([
      'PATCH /zones/{}/settings/brotli',
      'PATCH /zones/{}/settings/minify',
    ]);
    expect(shell(`LIST=(brotli ssl)\nfor s in "\${LIST[@]}"; do ${send('$s')}; done`)).toEqual([
      'PATCH /zones/{}/settings/brotli',
      'PATCH /zones/{}/settings/ssl',
    ]);
    expect(shell(`LIST="brotli ssl"\nfor s in $LIST; do ${send('$s')}; done`)).toEqual([
      'PATCH /zones/{}/settings/brotli',
      'PATCH /zones/{}/settings/ssl',
    ]);
    expect(
      shell(`declare -A T=([minify]=off [ssl]=full)\nfor k in "\${!T[@]}"; do ${send('$k')}; done`),
    ).toEqual(['PATCH /zones/{}/settings/minify', 'PATCH /zones/{}/settings/ssl']);
    expect(shell(`set_it() {\n  ${send('$1')}\n}\nset_it brotli\nset_it ssl\n`)).toEqual([
      'PATCH /zones/{}/settings/brotli',
      'PATCH /zones/{}/settings/ssl',
    ]);
    expect(shell(`set_it() {\n  local name="$1"\n  ${send('$name')}\n}\nset_it brotli\n`)).toEqual([
      'PATCH /zones/{}/settings/brotli',
    ]);
  });

  test('bodies', () => {
    const body = (data: string): unknown =>
      bodies({ 'a.sh': `LEVEL=high\ncurl -X PATCH ${API}/zones/$Z/settings/a ${data}` })[0];
    expect(body(`--data '{"value":"medium"}'`)).toEqual({ value: 'medium' });
    expect(body('-d "{\\"value\\":\\"$LEVEL\\"}"')).toEqual({ value: 'high' });
    expect(body('-d "{\\"value\\":\\"$UNKNOWN\\"}"')).toEqual({ value: '{UNKNOWN}' });
    expect(body('--data-binary @- <<EOF\n{"value": "low"}\nEOF')).toEqual({ value: 'low' });
    expect(body('-d "$(cat <<EOF\n{"value": "$LEVEL"}\nEOF\n)"')).toEqual({ value: 'high' });
    expect(body('-d @- <<EOF\n{"value": "a \\"b\\" \\$c"}\nEOF')).toEqual({ value: 'a "b" $c' });
    expect(body('-d "{\\"value\\":\\"a \\\\\\"b\\\\\\" \\$c\\"}"')).toEqual({ value: 'a "b" $c' });
    expect(body('-d @file.json')).toBe('?');
  });

  test('bodies that jq makes', () => {
    const body = (code: string, data = '"$body"'): unknown =>
      bodies({ 'a.sh': `${code}\ncurl -X PATCH ${API}/zones/$Z/settings/a -d ${data}` })[0];
    expect(
      body(`body=$(jq -n --arg ip "$IP" '{value: "ip.src eq \\($ip)", "on": true, list: ["a", $ip]}')`),
    ).toEqual({
      value: 'ip.src eq {IP}',
      on: true,
      list: ['a', '{IP}'],
    });
    expect(body(`text='say "hi"'\nbody=$(jq -n --arg text "$text" '{$text}')`)).toEqual({ text: 'say "hi"' });
    expect(body(`one='{"a": 1}'\nbody=$(jq -c '{all: [.]}' <<<"$one")`)).toEqual({ all: [{ a: 1 }] });
    expect(body(`one=$(jq -n '{a: 1, b: 2}')\nbody=$(echo "$one" | jq '. + {c: 3} | del(.b)')`)).toEqual({
      a: 1,
      c: 3,
    });
    expect(body(`on=false\nbody=$(jq -n --argjson on "$on" '{off: ($on | not)}')`)).toEqual({ off: true });
    expect(
      body(`jq -n '{a: "x" + "y"}' |`.replace(/ \|$/, ' > /dev/null'), `"$(jq -n '{a: ("x" + "y")}')"`),
    ).toEqual({
      a: 'xy',
    });
    // What a filter makes of something unknown is unknown.
    expect(body(`body=$(jq '.result[] | select(.a)' <<<"$answer")`)).toBe('?');
    expect(body(`body=$(jq -n '[range(3)]')`)).toBe('?');
    expect(body(`body=$(jq -n '{a: 1}'; echo more)`)).toBe('?');
  });

  test('a body that is only sent where there is one', () => {
    const script = `send() {\n  curl -X "$1" "${API}$2" \${3:+--data "$3"}\n}\n`;
    expect(
      bodies({ 'a.sh': `${script}send PUT /zones/1/filters '{"a": 1}'\nsend GET /zones/1/filters\n` }),
    ).toEqual([{ a: 1 }, '?']);
  });

  test('a loop runs through its own list, whatever others of its variable run through', () => {
    const loop = (list: string): string =>
      `for s in "\${${list}[@]}"; do\n  curl -X PATCH "${API}/zones/$Z/settings/$s" -d '{}'\ndone\n`;
    expect(shell(`A=(brotli)\nB=(ssl http3)\n${loop('A')}${loop('B')}${loop('UNKNOWN')}`)).toEqual([
      'PATCH /zones/{}/settings/brotli',
      'PATCH /zones/{}/settings/http3',
      'PATCH /zones/{}/settings/ssl',
      'PATCH /zones/{}/settings/{}',
    ]);
  });

  test('each call of a function gives a body of its own', () => {
    const code = `rule() {\n  curl -X POST "${API}/zones/$Z/pagerules" -d "{\\"actions\\": $1}"\n}\n`;
    const given = (...values: string[]): unknown =>
      bodies({ 'a.sh': code + values.map((value) => `rule '${value}'\n`).join('') });
    expect(given('[{"id":"minify"}]', '[{"id":"ssl"}]', '["x"]')).toEqual([
      { actions: [{ id: 'minify' }] },
      { actions: [{ id: 'ssl' }] },
      { actions: ['x'] },
    ]);
    expect(given('[1]')).toEqual([{ actions: [1] }]);
  });

  test('a value set in two places is either', () => {
    expect(
      bodies({
        'a.sh': `L=off\nif x; then\n  L=medium\nfi\ncurl -X PATCH ${API}/zones/$Z/settings/a -d "{\\"value\\":\\"$L\\"}"`,
      }),
    ).toEqual([{ oneOf: [{ value: 'off' }, { value: 'medium' }] }]);
  });

  test('a variable that is made of itself is no limit', () => {
    const script =
      'body="{}"\nbody=$(jq -c ".x = 1" <<<"$body")\ncurl -d "$body" "https://api.cloudflare.com/client/v4/zones/$z/filters"\n';
    const { value: found, limit } = withLimit(() => calls({ 'a.sh': script }));
    expect(found).toHaveLength(1);
    expect(limit).toBeNull();
  });

  test('what is shown and what is commented out is documentation', () => {
    expect(shell(`echo "GET ${API}/zones/x/filters"\n# curl ${API}/zones/y/filters`)).toEqual([
      '# ? /zones/y/filters',
      '# GET /zones/x/filters',
    ]);
  });

  test('another base speaks against', () => {
    const [usage] = usagesIn({ 'a.sh': 'API=https://api.example.com/v4\ncall GET "zones/$Z/filters"' });
    expect(usage?.evidence[0]).toEqual({ kind: 'against', what: 'api.example.com' });
  });

  test('expressions in bodies and variables', () => {
    expect(expressions({ 'a.sh': `E='(cf.threat_score gt 10)'\necho done` })).toEqual([
      '(cf.threat_score gt 10)',
    ]);
  });

  test.each([
    ['files', 'cat /etc/zones/x/filters.d'.replace('/etc/zones', '/etc/named')],
    ['a tail alone', 'curl "$API/firewall/rules"'],
    ['another API', 'curl https://api.example.com/v1/firewall/rules'],
  ])('nothing: %s', (_name, code) => {
    expect(shell(code)).toEqual([]);
  });

  test('container files and make files', () => {
    expect(calls({ Dockerfile: `FROM alpine\nRUN curl -X PUT ${API}/zones/$Z/filters\n` })).toEqual([
      `PUT ${API}/zones/{}/filters`,
    ]);
    expect(calls({ Makefile: `purge:\n\t@curl -X DELETE "${API}/zones/$(ZONE)/filters"\n` })).toEqual([
      `DELETE ${API}/zones/{}/filters`,
    ]);
    expect(calls({ Dockerfile: 'FROM zones/filters\n' })).toEqual([]);
  });

  test('commands in the texts of other languages', () => {
    expect(calls({ 'a.py': `os.system("curl -X PUT ${API}/zones/x/filters")` })).toEqual([
      `PUT ${API}/zones/x/filters`,
    ]);
    expect(calls({ 'a.rb': `%x[ls]\nsystem "curl -XPATCH ${API}/zones/#{z}/filters"` })).toEqual([
      `PATCH ${API}/zones/{}/filters`,
    ]);
  });
});
