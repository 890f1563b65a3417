import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';

const READ =
  'foreach ($dns->listRecords($zone)->result as $record) { if ($record->locked) echo $record->id; }\n';

async function found(file: string, ...argv: readonly string[]): Promise<readonly string[]> {
  const cwd = folderOf({ 'a.php': `<?php\n${file}${READ}` });
  const { stdout } = await edgeSunset(['scan', '--format', 'json', ...argv], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: readonly { entry: string }[] };
  return findings.map(({ entry }) => entry);
}

describe('a program in PHP without a manifest', () => {
  it.each([
    [
      'imports several classes at once',
      'use Cloudflare\\API\\{Adapter\\Guzzle, Endpoints\\DNS};\n$dns = new DNS(new Guzzle($key));\n',
    ],
    ['names the class in full', '$dns = new \\Cloudflare\\API\\Endpoints\\DNS($adapter);\n'],
    ['imports one class', 'use Cloudflare\\API\\Endpoints\\DNS;\n$dns = new DNS($adapter);\n'],
  ])('shows the API where it %s', async (_, head) => {
    expect(await found(head)).toEqual(['dns-locked']);
    expect(await found(head, '--no-prefilter')).toEqual(['dns-locked']);
  });

  it('shows nothing by a namespace of somebody else', async () => {
    const head = 'use Acme\\API\\Endpoints\\DNS;\n$dns = new DNS($adapter);\n';
    expect(await found(head)).toEqual([]);
    expect(await found(head, '--no-prefilter')).toEqual([]);
  });
});
