import type { Finding } from '../analysis/finding.js';
import type { Trigger } from '../analysis/prefilter/index.js';
import type { Catalogue } from '../catalogue/index.js';
import type { Analyzer } from './analyzer.js';

const HOLE = String.raw`[^/\s"'\`?#]+`;

export function stubAnalyzer(catalogue: Catalogue): { analyzer: Analyzer; triggers: Trigger[] } {
  const triggers: Trigger[] = [
    { text: 'client/v4', tier: 'context' },
    { text: 'edge-sunset-todo', tier: 'strong' },
  ];
  const patterns = catalogue.entries.flatMap((entry) =>
    entry.endpoints
      .filter((endpoint) => endpoint.methods.length > 0)
      .map((endpoint) => {
        const parts = endpoint.path.split('/').filter((part) => part !== '');
        const literal = parts.filter((part) => !part.startsWith('{')).slice(-1)[0] ?? '';
        triggers.push({ text: literal, tier: 'strong' });
        const body = parts.map((part) =>
          part.startsWith('{') ? HOLE : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
        );
        return { entry, endpoint, pattern: new RegExp(`/${body.join('/')}(?![\\w/-])`, 'g') };
      }),
  );
  return {
    triggers,
    analyzer: {
      languageOf: (path) =>
        /\.[cm]?tsx?$/.test(path) ? 'typescript' : /\.[cm]?jsx?$/.test(path) ? 'javascript' : 'text',
      analyze(file) {
        const findings: Finding[] = [];
        for (const { entry, endpoint, pattern } of patterns) {
          for (const match of file.text.matchAll(pattern)) {
            const docs = /\.(?:md|txt|rst)$/.test(file.path);
            findings.push({
              entry: entry.id,
              kind: 'endpoint',
              at: { file: file.path, start: match.index, end: match.index + match[0].length },
              method: null,
              endpoint: endpoint.path,
              confidence: 'likely',
              severity: docs ? 'hint' : 'error',
              context: docs ? 'docs' : 'code',
              evidence: [],
              related: [],
              language: file.language,
            });
          }
        }
        return { findings, undetermined: [], tier: 'text' };
      },
    },
  };
}
