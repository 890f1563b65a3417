import { Linter } from 'eslint';
import { afterEach, describe, expect, it, vi } from 'vitest';
import plugin from '../../rules/index.js';
import * as deadline from '../../src/analysis/deadline.js';
import * as edits from '../../src/analysis/edits/index.js';
import { ISSUES } from '../../src/documentation.js';
import { javascriptReader } from '../../src/read/javascript/index.js';
import { textReader } from '../../src/read/text/index.js';
import { lint, TODAY } from './linter.js';

/** Bugs of ours: a file that could not be checked is never passed in silence, and no other file suffers. */

vi.mock('../../src/analysis/edits/index.js', { spy: true });
vi.mock('../../src/analysis/deadline.js', { spy: true });
afterEach(() => {
  vi.restoreAllMocks();
});

const url = (path: string) => `\`https://api.cloudflare.com/client/v4/zones/\${zone}/${path}\``;
const CODE = `await fetch(${url('firewall/rules')}, { method: 'POST' });\nawait fetch(${url('settings/minify')}, { method: 'PATCH', body });\n`;
const WHERE = `please report it at ${ISSUES}`;

function boom(): never {
  throw new Error('a list has no end\nand more');
}

const failed = (code: string) => lint(code).filter(({ message }) => message.includes('not checked in full'));

describe('a file that takes too long', () => {
  it('is read around its triggers, and said to be; the next one is read as ever', async () => {
    const { endsWithin } = await vi.importActual<typeof deadline>('../../src/analysis/deadline.js');
    // All that is loaded when it is needed first: to be stopped while it loads is another failure.
    expect(failed(`${CODE}// Another file.\n`)).toEqual([]);
    // The reader never ends, so any time for the whole file is enough; its parts may take as long as they need.
    vi.spyOn(deadline, 'endsWithin').mockImplementation((limit, work) =>
      endsWithin(limit === 7_000 ? 200 : 60_000, work),
    );
    vi.spyOn(javascriptReader, 'read').mockImplementation(() => {
      for (;;);
    });
    const told = lint(CODE);
    expect(failed(CODE)).toMatchObject([
      { line: 1, column: 1, message: expect.stringContaining('took too long') },
    ]);
    expect(told.map(({ ruleId }) => ruleId)).toContain('edge-sunset/no-firewall-rules');
    vi.restoreAllMocks();
    expect(failed(CODE)).toEqual([]);
    expect(lint(CODE)).toHaveLength(2);
  });
});

describe('a bug', () => {
  it('of a reader is told once for the file, which is read as text then', () => {
    expect(failed(CODE)).toEqual([]);
    vi.spyOn(javascriptReader, 'read').mockImplementation(boom);
    expect(failed(CODE)).toMatchObject([
      {
        line: 1,
        column: 1,
        severity: 2,
        message: expect.stringContaining('the analysis failed (a list has no end). This is a bug'),
      },
    ]);
    expect(failed(CODE)[0]?.message).toContain(WHERE);
    expect(lint(CODE).map(({ ruleId }) => ruleId)).toContain('edge-sunset/no-firewall-rules');
    expect(failed('await fetch("https://example.com");\n')).toEqual([]);
  });

  it('of everything leaves the run, and the next file, intact', () => {
    vi.spyOn(javascriptReader, 'read').mockImplementation(boom);
    vi.spyOn(textReader, 'read').mockImplementation(boom);
    expect(lint(CODE)).toHaveLength(1);
    vi.restoreAllMocks();
    expect(lint(CODE)).toHaveLength(2);
  });

  it('of the check of an entry is told by its rule, at its severity', async () => {
    const { fixFor } = await vi.importActual<typeof edits>('../../src/analysis/edits/index.js');
    vi.spyOn(edits, 'fixFor').mockImplementation((entry, ...rest) =>
      entry.id === 'minify' ? boom() : fixFor(entry, ...rest),
    );
    const told = (rules: Linter.RulesRecord) =>
      new Linter()
        .verify(
          CODE,
          [
            {
              plugins: { 'edge-sunset': plugin },
              settings: { edgeSunset: { today: TODAY } },
              rules,
            },
          ],
          'a.js',
        )
        .map(({ ruleId, severity, messageId }) => `${ruleId} ${severity} ${messageId === 'failed'}`);
    const rule = 'edge-sunset/no-minify';
    expect(told({ [rule]: 'warn', 'edge-sunset/no-firewall-rules': 'error' })).toEqual([
      `${rule} 1 true`,
      'edge-sunset/no-firewall-rules 2 false',
      `${rule} 1 false`,
    ]);
    expect(told({ 'edge-sunset/no-firewall-rules': 'error' })).toEqual([
      'edge-sunset/no-firewall-rules 2 false',
    ]);
  });
});
