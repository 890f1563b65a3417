import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { finding, rendered, report } from './sample.js';

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const named = { type: 'object', required: ['name'], properties: { name: text(255) } };
const tool = {
  type: 'object',
  required: ['id', 'name', 'version', 'vendor'],
  properties: { id: text(255), name: text(255), version: text(255), vendor: named },
};
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' };
const line = { type: 'integer', minimum: 1 };
/** A path from the root of the repository. */
const path = { type: 'string', minLength: 1, pattern: '^(?!/|\\./|[A-Za-z]:)[^\\\\]+$' };

/** What GitLab asks of a SAST report of the schema 15, where it names an item or a limit. */
const isSast = new Ajv2020({ allErrors: true }).compile({
  type: 'object',
  required: ['version', 'scan', 'vulnerabilities'],
  properties: {
    version: { type: 'string', pattern: '^15\\.\\d+\\.\\d+$' },
    scan: {
      type: 'object',
      required: ['analyzer', 'scanner', 'type', 'start_time', 'end_time', 'status'],
      properties: {
        analyzer: tool,
        scanner: tool,
        type: { const: 'sast' },
        start_time: time,
        end_time: time,
        status: { enum: ['success', 'failure'] },
      },
    },
    vulnerabilities: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'identifiers', 'location'],
        properties: {
          id: text(255),
          name: text(255),
          description: text(1_048_576),
          solution: text(7000),
          severity: { enum: ['Info', 'Unknown', 'Low', 'Medium', 'High', 'Critical'] },
          identifiers: {
            type: 'array',
            minItems: 1,
            maxItems: 20,
            items: {
              type: 'object',
              required: ['type', 'name', 'value'],
              properties: { type: text(255), name: text(255), value: text(255), url: { type: 'string' } },
            },
          },
          location: {
            type: 'object',
            required: ['file'],
            properties: { file: path, start_line: line, end_line: line },
          },
        },
      },
    },
  },
});

/** Code quality: the part of the format of Code Climate that GitLab reads. */
const isQuality = new Ajv2020({ allErrors: true }).compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: text(10_000),
      check_name: text(255),
      fingerprint: text(255),
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: { path, lines: { type: 'object', required: ['begin'], properties: { begin: line } } },
      },
    },
  },
});

describe('reports for GitLab', () => {
  it('obey the two formats, with paths from the root of the repository', async () => {
    const top = folderOf({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'app/a.ts': DEAD_CALL,
      'app/b.ts': DEAD_CALL.repeat(2),
    });
    const report = async (format: string, cwd: string) =>
      JSON.parse((await edgeSunset(['scan', '-f', format], { cwd })).stdout);
    for (const cwd of [top, `${top}/app`]) {
      const quality = await report('codequality', cwd);
      expect(isQuality(quality), JSON.stringify(isQuality.errors)).toBe(true);
      expect(quality.map(({ location }: { location: { path: string } }) => location.path)).toEqual([
        'app/a.ts',
        'app/b.ts',
        'app/b.ts',
      ]);
      expect(new Set(quality.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(3);
      const sast = await report('gitlab-sast', cwd);
      expect(isSast(sast), JSON.stringify(isSast.errors)).toBe(true);
      expect(sast.vulnerabilities.map(({ id }: { id: string }) => id)).toEqual(
        quality.map(({ fingerprint }: { fingerprint: string }) => fingerprint),
      );
    }
  });

  it('are valid for every severity, for long texts, and without findings', () => {
    const long = 'x'.repeat(8000);
    const rows = (['error', 'warning', 'hint'] as const).map((severity, index) =>
      finding({ severity, line: index + 1, fingerprint: String(index), subject: long, replacement: long }),
    );
    for (const findings of [rows, []]) {
      const [quality, sast] = ['codequality', 'gitlab-sast'].map((name) =>
        JSON.parse(rendered(name as 'codequality', report(findings))),
      );
      expect(isQuality(quality), JSON.stringify(isQuality.errors)).toBe(true);
      expect(isSast(sast), JSON.stringify(isSast.errors)).toBe(true);
      expect([quality.length, sast.vulnerabilities.length]).toEqual([findings.length, findings.length]);
    }
    expect(isSast({ version: '15.1.4', scan: {}, vulnerabilities: [{}] })).toBe(false);
    expect(isQuality([{ description: 'x' }])).toBe(false);
  });
});
