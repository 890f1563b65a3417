/** Clients of C# that the start of the program registers: which of them provably send their requests to the vendor. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith, provenOutcomes } from './project.js';

const CALL = '$"zones/{zone}/script_monitor/scripts"';
const CLASS = `namespace Shop;

public class Scripts
{
    private readonly HttpClient _http;

    public Scripts(HttpClient http, ILogger<Scripts> logger)
    {
        _http = http;
    }

    public Task<HttpResponseMessage> List(string zone) => _http.GetAsync(${CALL});
}
`;
const PRIMARY = `namespace Shop;

public class Scripts(HttpClient http)
{
    public Task<HttpResponseMessage> List(string zone) => http.GetAsync(${CALL});
}
`;
const BY_NAME = `namespace Shop;

public class Scripts(IHttpClientFactory factory)
{
    public Task<HttpResponseMessage> List(string zone)
    {
        var client = factory.CreateClient("cloudflare");
        return client.GetAsync(${CALL});
    }
}
`;
const START = `builder.Services.AddHttpClient<Scripts>(client =>
{
    client.BaseAddress = new Uri("${HOST}/");
});
`;

type Files = Readonly<Record<string, string>>;

const PROVEN: Readonly<Record<string, Files>> = {
  'a class': { 'Program.cs': START, 'Shop/Scripts.cs': CLASS },
  'a primary constructor': { 'Program.cs': START, 'Shop/Scripts.cs': PRIMARY },
  'a class behind an interface, with an address in a constant': {
    'Startup.cs': `class Startup\n{\n    private const string Api = "${HOST}/";\n\n    void Configure(IServiceCollection services)\n    {\n        services.AddHttpClient<IScripts, Scripts>(c => c.BaseAddress = new Uri(Api));\n    }\n}\n`,
    'Scripts.cs': CLASS,
  },
  'a client that is configured afterwards': {
    'Program.cs': `services.AddHttpClient<Scripts>().ConfigureHttpClient(c => c.BaseAddress = new("${HOST}/"));\n`,
    'Scripts.cs': CLASS,
  },
  'a name': {
    'Program.cs': `services.AddHttpClient("cloudflare", c => { c.BaseAddress = new Uri("${HOST}/"); });\nservices.AddHttpClient("other", c => { c.BaseAddress = new Uri("https://other.example.com/"); });\n`,
    'Scripts.cs': BY_NAME,
  },
};

const UNKNOWN: Readonly<Record<string, Files>> = {
  'another class': { 'Program.cs': START.replace('<Scripts>', '<Pages>'), 'Scripts.cs': CLASS },
  'another address': {
    'Program.cs': START.replace(HOST, 'https://proxy.example.com'),
    'Scripts.cs': CLASS,
  },
  'an address of somewhere else': {
    'Program.cs': START.replace(`"${HOST}/"`, 'Settings.Api'),
    'Scripts.cs': CLASS,
  },
  'two addresses': {
    'Program.cs': START,
    'Mirror.cs': START.replace(HOST, 'https://mirror.example.com'),
    'Scripts.cs': CLASS,
  },
  'another name': {
    'Program.cs': `services.AddHttpClient("other", c => { c.BaseAddress = new Uri("${HOST}/"); });\n`,
    'Scripts.cs': BY_NAME,
  },
  'a client of its own': {
    'Program.cs': START,
    'Scripts.cs': CLASS.replace('_http = http;', '_http = new HttpClient();'),
  },
  'a class that is given no client': {
    'Program.cs': START,
    'Scripts.cs': CLASS.replace('HttpClient http,', 'Transport http,'),
  },
  'a second client in the class': {
    'Program.cs': START,
    'Scripts.cs': CLASS.replace(
      '    public Task',
      '    public Task<string> Ping() => Other.GetStringAsync("/ping");\n\n    public Task',
    ),
  },
  'a test that registers it': { 'Tests/Setup.cs': START, 'Scripts.cs': CLASS },
};

async function outcomesOf(programs: Readonly<Record<string, Files>>) {
  const entries = await Promise.all(
    Object.entries(programs).map(async ([name, files]) => {
      const plan = await planWith({ 'Shop.csproj': '<Project />\n', ...files }, CODEMODS);
      return [name, provenOutcomes(plan)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

const all = (programs: object, outcome: string) =>
  Object.fromEntries(Object.keys(programs).map((name) => [name, [outcome]]));

describe('a registered client of C#', () => {
  it('is known where its address is given to its class or name', async () => {
    expect(await outcomesOf(PROVEN)).toEqual(all(PROVEN, 'migrated'));
  });

  it('is not known where it may have another address', async () => {
    expect(await outcomesOf(UNKNOWN)).toEqual(all(UNKNOWN, 'not proven'));
  });
});
