/** Lists of rate limits that Terraform computes: the conditions it makes of them are those of lists that are written out. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@cdktf/hcl2json';
import { describe, expect, it } from 'vitest';
import { Differences, Given, rateLimitRule } from '../../src/convert/index.js';
import { terraformFiles } from './terraform-cases.js';

const present = spawnSync('terraform', ['version']).status === 0;

const METHODS = [null, [], ['GET'], ['GET', 'POST'], ['_ALL_'], ['GET', '_ALL_']];
const SCHEMES = [null, [], ['HTTP'], ['HTTPS'], ['HTTPS', 'HTTPS'], ['HTTP', 'HTTPS'], ['_ALL_']];
const STATUSES = [null, [], [401], [401, 403]];

const LIMITS = METHODS.flatMap((methods) =>
  SCHEMES.flatMap((schemes) =>
    STATUSES.map((statuses) => ({ url: 'example.com/a', threshold: 5, methods, schemes, statuses })),
  ),
);

interface Expressions {
  readonly expression: string;
  readonly counting: string;
}

/** The expressions of the case, without the marks of their interpolation. */
async function migrated(): Promise<Expressions> {
  const file = terraformFiles().find(({ name }) => name === 'terraform-rate-limits/each-computed/main.tf');
  const { resource } = (await parse('main.tf', file?.after ?? '')) as {
    resource: Record<string, Record<string, [{ dynamic: { rules: [{ content: [Content] }] } }]>>;
  };
  const content = resource.cloudflare_ruleset?.rate_limits?.[0].dynamic.rules[0].content[0];
  if (content === undefined) throw new Error('the case has no repeated rule');
  const [expression, counting] = [content.expression, content.ratelimit[0].counting_expression].map((text) =>
    text.slice('${'.length, -'}'.length).replaceAll('rule.value', 'rule'),
  );
  return { expression: String(expression), counting: String(counting) };
}

interface Content {
  readonly expression: string;
  readonly ratelimit: readonly [{ readonly counting_expression: string }];
}

/** What Terraform makes for every limit: of lists without a type, and of sets. */
function computed({ expression, counting }: Expressions): readonly (readonly Expressions[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'terraform-console-'));
  try {
    writeFileSync(join(folder, 'limits.tf.json'), JSON.stringify({ locals: { plain: LIMITS } }));
    const types = 'url = string, methods = set(string), schemes = set(string), statuses = set(number)';
    const made = (limits: string) =>
      `[for rule in ${limits} : { expression = ${expression}, counting = ${counting} }]`;
    writeFileSync(
      join(folder, 'main.tf'),
      `variable "typed" {
  type    = list(object({ ${types} }))
  default = ${JSON.stringify(LIMITS)}
}
locals {
  made = [${made('local.plain')}, ${made('var.typed')}]
}
`,
    );
    const { stdout, stderr } = spawnSync('terraform', ['console'], {
      cwd: folder,
      encoding: 'utf8',
      input: 'jsonencode(local.made)\n',
    });
    if (!stdout.startsWith('"')) throw new Error(stderr);
    return JSON.parse(JSON.parse(stdout) as string) as Expressions[][];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The conditions of a limit whose lists are written out. */
function written({ url, threshold, methods, schemes, statuses }: (typeof LIMITS)[number]) {
  const limit = {
    ...{ threshold, period: 60, action: { mode: 'simulate', timeout: 60 } },
    match: {
      request: { url, ...(methods && { methods }), ...(schemes && { schemes }) },
      response: { ...(statuses && { status: statuses }) },
    },
  };
  const { expression, ratelimit } = rateLimitRule(new Given('', limit), new Differences(), {
    exemptCrawlers: true,
    isComputed: () => true,
  });
  // Without one, the expression of the rule is counted.
  const { counting_expression: counting = expression } = ratelimit as Record<string, string>;
  return { expression: conditions(expression), counting: conditions(counting) };
}

function conditions(expression: string): readonly string[] {
  return expression.split(' and ').sort();
}

if (present) {
  describe('computed lists of a rate limit', () => {
    it('become the conditions of lists that are written out', async () => {
      const wanted = LIMITS.map(written);
      const [plain, typed] = computed(await migrated()).map((all) =>
        all.map(({ expression, counting }) => ({
          expression: conditions(expression),
          counting: conditions(counting),
        })),
      );
      expect(wanted.length).toBeGreaterThan(100);
      expect(plain).toEqual(wanted);
      expect(typed).toEqual(wanted);
    });
  });
} else {
  describe('without terraform', () => {
    it('says that its check did not run', () => {
      console.warn('terraform is not installed: computed lists of rate limits were not evaluated.');
      expect(present).toBe(false);
    });
  });
}
