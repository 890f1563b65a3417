import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { asTerraform, convert } from '../../src/convert/index.js';

/** The layout of what is written, judged by the program that users format with. */
const present = spawnSync('terraform', ['version']).status === 0;

if (present) {
  describe('terraform fmt', () => {
    const rules = [
      {
        action: 'block',
        description: 'tab\there, ${x} %{y} \\ "q"',
        filter: { expression: 'ssl\nor not ssl' },
      },
      { action: 'bypass', products: ['waf', 'hot'], filter: { expression: 'ssl' }, paused: true },
    ];
    const packages = [
      { name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'high', action_mode: 'block' },
    ];

    it.each([4, 5] as const)('has nothing to change for provider %i', (provider) => {
      const texts = [
        asTerraform(convert('firewall-rules', JSON.stringify(rules)), 'a', provider),
        asTerraform(convert('waf-packages', JSON.stringify(packages)), 'b', provider),
      ];
      for (const text of texts) {
        const { status, stdout } = spawnSync('terraform', ['fmt', '-'], { input: text, encoding: 'utf8' });
        expect(status).toBe(0);
        expect(stdout).toBe(text);
      }
    });
  });
} else {
  describe('without terraform', () => {
    it('says that its check did not run', () => {
      console.warn(
        'terraform is not installed: the layout of converted rules was not compared with terraform fmt.',
      );
      expect(present).toBe(false);
    });
  });
}
