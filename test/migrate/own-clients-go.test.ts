/** Clients of a program's own, in Go: which of them provably send their requests to the vendor. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith, provenOutcomes } from './project.js';

const PATH = '"/zones/" + zone + "/script_monitor/scripts"';
const MODULE = 'module example.com/tool\n\ngo 1.21\n';
const DO = `func (c *Client) do(ctx context.Context, method, path string, body, out any) error {
	if !strings.HasPrefix(path, "/") {
		return fmt.Errorf("no path: %s", path)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.baseURL+path, nil)
	if err != nil {
		return err
	}
	return c.send(req, out)
}
`;
const CLIENT = `package cf

const defaultBaseURL = "${HOST}"

type Client struct {
	baseURL string
	token   string
}

func New(token string, options ...Option) *Client {
	c := &Client{baseURL: defaultBaseURL, token: token}
	for _, option := range options {
		option(c)
	}
	return c
}

${DO}`;
const METHOD = `package cf

func (c *Client) scripts(ctx context.Context, zone string) error {
	return c.do(ctx, "GET", ${PATH}, nil, nil)
}
`;
/** A file of the program beside the package of the client, which exports what sends its requests. */
const outside = (body: string): string =>
  `package main\n\nimport "example.com/tool/cf"\n\n${body.replaceAll('PATH', PATH)}`;
const EXPORTED = CLIENT.replaceAll(/\bdo\(/g, 'Do(');

type Files = Readonly<Record<string, string>>;

const PROVEN: Readonly<Record<string, Files>> = {
  'a method of the package': { 'cf/client.go': CLIENT, 'cf/scripts.go': METHOD },
  'an option for another base URL': {
    'cf/client.go': CLIENT,
    'cf/scripts.go': METHOD,
    'cf/options.go':
      'package cf\n\ntype Option func(*Client)\n\nfunc WithBaseURL(url string) Option {\n\treturn func(c *Client) { c.baseURL = url }\n}\n',
  },
  'a base URL of the environment with a default': {
    'cf/client.go': CLIENT.replace(
      '\tc := &Client{baseURL: defaultBaseURL,',
      '\tbase := os.Getenv("CF_API_URL")\n\tif base == "" {\n\t\tbase = defaultBaseURL\n\t}\n\tc := &Client{baseURL: strings.TrimRight(base, "/"),',
    ),
    'cf/scripts.go': METHOD,
  },
  'a function that gives a default': {
    'cf/client.go': CLIENT.replace('{baseURL: defaultBaseURL', '{baseURL: env("CF_API", defaultBaseURL)'),
    'cf/scripts.go': METHOD,
    'cf/env.go':
      'package cf\n\nfunc env(name, fallback string) string {\n\tif value := os.Getenv(name); value != "" {\n\t\treturn value\n\t}\n\treturn fallback\n}\n',
  },
  'tests of the package that have a server of its own': {
    'cf/client.go': CLIENT,
    'cf/scripts.go': METHOD,
    'cf/client_test.go':
      'package cf\n\nfunc TestClient(t *testing.T) {\n\tserver := httptest.NewServer(nil)\n\tc := &Client{baseURL: server.URL}\n\t_ = c\n}\n',
  },
  'a client of another package that a function makes': {
    'cf/client.go': EXPORTED,
    'main.go': outside(
      'func scripts(ctx context.Context, zone string) error {\n\tclient := cf.New("token")\n\treturn client.Do(ctx, "GET", PATH, nil, nil)\n}\n',
    ),
  },
  'a client in a field of a struct': {
    'cf/client.go': EXPORTED,
    'main.go': outside(
      'type app struct {\n\tapi *cf.Client\n}\n\nfunc (a *app) scripts(ctx context.Context, zone string) error {\n\treturn a.api.Do(ctx, "GET", PATH, nil, nil)\n}\n',
    ),
  },
  'a client that is a parameter, and a path in a variable': {
    'cf/client.go': EXPORTED,
    'main.go': outside(
      'func scripts(ctx context.Context, client *cf.Client, zone string) error {\n\tpath := fmt.Sprintf("/zones/%s/script_monitor/scripts", zone)\n\tlog.Printf("GET %s", path)\n\treturn client.Do(ctx, "GET", path, nil, nil)\n}\n',
    ),
  },
  'a struct that embeds the client': {
    'cf/client.go': CLIENT,
    'cf/scripts.go': METHOD.replace('(c *Client)', '(c *Zone)').replace(
      'package cf\n',
      'package cf\n\ntype Zone struct {\n\t*Client\n\tid string\n}\n',
    ),
  },
  'a method that builds the address': {
    'cf/client.go': CLIENT.replace('c.baseURL+path', 'c.url(path)').concat(
      '\nfunc (c *Client) url(path string) string {\n\treturn fmt.Sprintf("%s%s", c.baseURL, path)\n}\n',
    ),
    'cf/scripts.go': METHOD,
  },
  'a request in a struct': {
    'cf/client.go': CLIENT.concat(
      '\ntype call struct {\n\tmethod, path string\n}\n\nfunc (c *Client) run(in call) error {\n\treturn c.do(context.Background(), in.method, in.path, nil, nil)\n}\n',
    ),
    'cf/scripts.go': `package cf\n\nfunc (c *Client) scripts(zone string) error {\n\treturn c.run(call{method: "GET", path: ${PATH}})\n}\n`,
  },
  'a closure that sends': {
    'main.go': `package main\n\nconst api = "${HOST}"\n\nfunc scripts(zone string) error {\n\tget := func(path string) error {\n\t\t_, err := http.Get(api + path)\n\t\treturn err\n\t}\n\treturn get(${PATH})\n}\n`,
  },
  'resty with a base URL': {
    'main.go': `package main\n\nfunc scripts(zone string) error {\n\tclient := resty.New().SetBaseURL("${HOST}").SetAuthToken("x")\n\t_, err := client.R().Get(${PATH})\n\treturn err\n}\n`,
  },
  'resty in a field, which is given the base URL where it is made': {
    'main.go': `package main\n\ntype app struct{ rest *resty.Client }\n\nfunc newApp() *app {\n\treturn &app{rest: resty.New().SetBaseURL("${HOST}")}\n}\n\nfunc (a *app) scripts(zone string) error {\n\t_, err := a.rest.R().Get(${PATH})\n\treturn err\n}\n`,
  },
  'resty in a field, which a variable held before': {
    'main.go': `package main\n\ntype app struct{ rest *resty.Client }\n\nfunc newApp() *app {\n\tclient := resty.New().\n\t\tSetBaseURL("${HOST}").\n\t\tSetAuthToken("x")\n\treturn &app{rest: client}\n}\n\nfunc (a *app) scripts(zone string) error {\n\t_, err := a.rest.R().Get(${PATH})\n\treturn err\n}\n`,
  },
  'a base URL that the only caller hands in': {
    'main.go': `package main\n\nfunc newClient(base string) *client {\n\treturn &client{base: base}\n}\n\ntype client struct{ base string }\n\nfunc (c *client) get(path string) error {\n\t_, err := http.Get(c.base + path)\n\treturn err\n}\n\nfunc main() {\n\tc := newClient("${HOST}")\n\tc.get("/user")\n}\n\nfunc (c *client) scripts(zone string) error {\n\treturn c.get(${PATH})\n}\n`,
  },
};

const UNKNOWN: Readonly<Record<string, Files>> = {
  'a base URL of somewhere else': {
    'cf/client.go': CLIENT.replace('baseURL: defaultBaseURL', 'baseURL: loadSettings().URL'),
    'cf/scripts.go': METHOD,
  },
  'a base URL that the callers of a library hand in': {
    'cf/client.go': CLIENT.replace('New(token string', 'New(base, token string').replace(
      'baseURL: defaultBaseURL',
      'baseURL: base',
    ),
    'cf/scripts.go': METHOD,
  },
  'one of two base URLs': {
    'cf/client.go': CLIENT.concat(
      '\nfunc NewStub() *Client {\n\treturn &Client{baseURL: "https://stub.example.com"}\n}\n',
    ),
    'cf/scripts.go': METHOD,
  },
  'a client that is an interface': {
    'cf/client.go': EXPORTED,
    'main.go': outside(
      'type caller interface {\n\tDo(ctx context.Context, method, path string, body, out any) error\n}\n\nfunc scripts(ctx context.Context, client caller, zone string) error {\n\tcf.New("x")\n\treturn client.Do(ctx, "GET", PATH, nil, nil)\n}\n',
    ),
  },
  'a type of the same name in another module': {
    'cf/client.go': EXPORTED,
    'main.go': outside(
      'func scripts(ctx context.Context, client *cf.Client, zone string) error {\n\treturn client.Do(ctx, "GET", PATH, nil, nil)\n}\n',
    ).replace('example.com/tool/cf', 'example.org/other/cf'),
  },
  'a function that puts the base URL before something else': {
    'main.go': `package main\n\nconst api = "${HOST}"\n\nfunc get(base, path string) error {\n\thttp.Get(api + "/user")\n\t_, err := http.Get(base + path)\n\treturn err\n}\n\nfunc scripts(base, zone string) error {\n\treturn get(base, ${PATH})\n}\n`,
  },
  'a function that sends to two places': {
    'main.go': `package main\n\nconst api = "${HOST}"\n\nfunc get(path string) error {\n\thttp.Get("https://mirror.example.com" + path)\n\t_, err := http.Get(api + path)\n\treturn err\n}\n\nfunc scripts(zone string) error {\n\treturn get(${PATH})\n}\n`,
  },
  'a path that goes to another client as well': {
    'main.go': `package main\n\nconst api = "${HOST}"\n\nfunc get(path string) error {\n\t_, err := http.Get(api + path)\n\treturn err\n}\n\nfunc scripts(zone string, other client) error {\n\tpath := ${PATH}\n\tother.get(path)\n\treturn get(path)\n}\n`,
  },
  'a host that only begins like the one of the vendor': {
    'main.go': `package main\n\nconst api = "https://api.cloudflare.com.example.org/client/v4"\n\nfunc get(path string) error {\n\t_, err := http.Get(api + path)\n\treturn err\n}\n\nfunc scripts(zone string) error {\n\treturn get(${PATH})\n}\n`,
  },
  'resty without a base URL': {
    'main.go': `package main\n\nfunc scripts(client *resty.Client, zone string) error {\n\t_, err := client.R().Get(${PATH})\n\treturn err\n}\n`,
  },
  'resty in a field, which two variables held before': {
    'main.go': `package main\n\ntype app struct{ rest *resty.Client }\n\nfunc newApp() *app {\n\tclient := resty.New().SetBaseURL("${HOST}")\n\treturn &app{rest: client}\n}\n\nfunc newMirror(url string) *app {\n\tclient := resty.New().SetBaseURL(url)\n\treturn &app{rest: client}\n}\n\nfunc (a *app) scripts(zone string) error {\n\t_, err := a.rest.R().Get(${PATH})\n\treturn err\n}\n`,
  },
  'resty with the base URL of somebody else': {
    'main.go': `package main\n\n// The API is at ${HOST}.\nfunc scripts(zone string) error {\n\tclient := resty.New().SetBaseURL("https://proxy.example.com")\n\t_, err := client.R().Get(${PATH})\n\treturn err\n}\n`,
  },
  'a local name that hides the constant': {
    'main.go': `package main\n\nconst api = "${HOST}"\n\nfunc get(api, path string) error {\n\t_, err := http.Get(api + path)\n\treturn err\n}\n\nfunc scripts(base, zone string) error {\n\treturn get(base, ${PATH})\n}\n`,
  },
};

/** One plan for all: what becomes of each program by its name. */
async function outcomesOf(
  programs: Readonly<Record<string, Files>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const names = Object.keys(programs);
  const files = Object.values(programs).flatMap((own, index) =>
    Object.entries({ 'go.mod': MODULE, ...own }).map(([path, text]) => [`m${index}/${path}`, text]),
  );
  const plan = await planWith(Object.fromEntries(files), CODEMODS);
  const outcomes = provenOutcomes(plan);
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      outcomes.filter((_, at) => plan.sites[at]?.found.finding.at.file.startsWith(`m${index}/`)),
    ]),
  );
}

const all = (programs: object, outcome: string) =>
  Object.fromEntries(Object.keys(programs).map((name) => [name, [outcome]]));

describe('an own client in Go', () => {
  it('is known where its requests can be followed to the vendor', async () => {
    expect(await outcomesOf(PROVEN)).toEqual(all(PROVEN, 'migrated'));
  });

  it('is not known where they may go elsewhere', async () => {
    expect(await outcomesOf(UNKNOWN)).toEqual(all(UNKNOWN, 'not proven'));
  });
});
