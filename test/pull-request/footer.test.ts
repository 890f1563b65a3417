import { describe, expect, it } from 'vitest';
import { keepTicks, readDescription, withFooter } from '../../src/migrate/pull-request/footer.js';

const TEXT = '### Before you merge\n\n- [ ] Give the token its permission\n- [ ] Move the page';
const BODY = withFooter(TEXT, { branch: 'edge-sunset/dns', verify: { command: 'a --> b', commit: 'c' } });

describe('the hidden line of a description', () => {
  it('is read back, also after the editor of a host, and hides whatever a command holds', () => {
    expect(BODY.match(/-->/g)).toHaveLength(1);
    for (const body of [BODY, BODY.replaceAll('\n', '\r\n'), BODY.trimEnd()])
      expect(readDescription(body)).toMatchObject({
        text: TEXT,
        isEdited: false,
        footer: { branch: 'edge-sunset/dns', verify: { command: 'a --> b' } },
      });
    for (const body of ['', TEXT, '<!-- edge-sunset: {} -->', '<!-- edge-sunset: {"branch":1} -->'])
      expect(readDescription(body)).toBeNull();
  });

  it('tells ticks from edits, and ticks stay', () => {
    const ticked = BODY.replace('- [ ] Move', '- [x] Move');
    expect(readDescription(ticked)?.isEdited).toBe(false);
    expect(readDescription(BODY.replace('Move', 'Do not move'))?.isEdited).toBe(true);
    const later = '- [ ] Something new\n- [ ] Move the page';
    expect(keepTicks(later, readDescription(ticked)?.text ?? '')).toBe(
      '- [ ] Something new\n- [x] Move the page',
    );
  });
});
