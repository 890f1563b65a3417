/** Files that tell coding agents of edge-sunset: what `init --agents` proposes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { readRegularFile } from '../../scan/index.js';
import { VERSION } from '../../version.js';
import { UsageError } from '../base/arguments.js';
import { linkFault } from '../base/output.js';

/** A file as it is to be, and what is new in it. */
export interface AgentFile {
  readonly path: string;
  /** Null for a new file. */
  readonly before: string | null;
  readonly text: string;
  /** What is shown: the whole of a new file, else what is added. */
  readonly added: string;
}

const COMMAND = `npx --yes edge-sunset@${VERSION}`;

/** How to work with retired calls, for the skill and for `AGENTS.md`. */
const STEPS = `1. \`${COMMAND} scan\` lists calls of retired parts of the Cloudflare API. Do not use those APIs in new code.
2. \`${COMMAND} migrate\` previews what can be rewritten by itself; \`--write\` applies the safe part.
3. For the rest, \`${COMMAND} brief\` lists units: calls that are migrated together. \`brief <id>\` tells all that one needs.
   Follow it as it is written, use the program's own functions for requests, and keep how errors are reported.
4. Ask the user for each point under "Decide". Never answer it yourself.
5. Run the command under "Check". Do not suppress findings, and do not weaken or delete tests.`;

const SKILL = `---
name: edge-sunset
description: Use when code calls the Cloudflare API, or when a call fails with 410, code 10020 or "deprecated". Finds calls of retired Cloudflare APIs (firewall rules, filters, rate limits, WAF packages, zone settings, legacy tunnels and others) and migrates them.
---

# Retired Cloudflare APIs

${STEPS}

\`${COMMAND} explain <error, path, method or file:line>\` says what is retired and what to use instead.
\`${COMMAND} convert rate-limits <file>\` and \`convert firewall-rules <file>\` give the exact new rules; do not convert patterns by hand.
\`${COMMAND} ruleset check <file>\` checks a body before it is sent.
`;

const SECTION_START = '<!-- edge-sunset: start -->';
const SECTION_END = '<!-- edge-sunset: end -->';
const SECTION = `${SECTION_START}
## Retired Cloudflare APIs

${STEPS}
${SECTION_END}
`;

const SERVER = { command: 'npx', args: ['--yes', `edge-sunset@${VERSION}`, 'mcp'] };

/** Configurations of MCP clients, with the folder that shows that the client is used. */
const MCP_FILES = [
  { path: '.mcp.json', folder: null, key: 'mcpServers', server: SERVER },
  { path: '.cursor/mcp.json', folder: '.cursor', key: 'mcpServers', server: SERVER },
  { path: '.vscode/mcp.json', folder: '.vscode', key: 'servers', server: { type: 'stdio', ...SERVER } },
] as const;

/** Files that are not yet as they should be. Other text in them stays as it is. */
export function agentFiles(cwd: string): readonly AgentFile[] {
  const skill = '.claude/skills/edge-sunset/SKILL.md';
  return [
    ...(textOf(cwd, skill) === null ? [{ path: skill, before: null, text: SKILL, added: SKILL }] : []),
    ...instructions(cwd),
    ...MCP_FILES.flatMap((file) => mcpFile(cwd, file)),
  ];
}

function instructions(cwd: string): readonly AgentFile[] {
  const path = 'AGENTS.md';
  const before = textOf(cwd, path);
  if (before === null)
    return [{ path, before, text: `# Agents\n\n${SECTION}`, added: `# Agents\n\n${SECTION}` }];
  const [start, end] = [before.indexOf(SECTION_START), before.indexOf(SECTION_END)];
  const text =
    start >= 0 && end > start
      ? before.slice(0, start) + SECTION.trimEnd() + before.slice(end + SECTION_END.length)
      : `${before === '' ? '' : `${before.trimEnd()}\n\n`}${SECTION}`;
  return text === before ? [] : [{ path, before, text, added: SECTION }];
}

function mcpFile(
  cwd: string,
  { path, folder, key, server }: (typeof MCP_FILES)[number],
): readonly AgentFile[] {
  const before = textOf(cwd, path);
  if (before === null && folder !== null && !existsSync(join(cwd, folder))) return [];
  const added = `${JSON.stringify({ [key]: { 'edge-sunset': server } }, null, 2)}\n`;
  if (before === null) return [{ path, before, text: added, added }];
  const errors: ParseError[] = [];
  const known: unknown = parse(before, errors, { allowTrailingComma: true });
  const servers: unknown = isObject(known) ? (Reflect.get(known, key) ?? {}) : null;
  if (errors.length > 0 || !isObject(servers))
    throw new UsageError(`${path} is not a JSON object with servers: mend it, or add the server yourself.`);
  if ('edge-sunset' in servers) return [];
  const edits = modify(before, [key, 'edge-sunset'], server, {
    formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' },
  });
  return [{ path, before, text: applyEdits(before, edits), added }];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const LARGEST = 1024 * 1024;

/** Null where there is no such file. Whatever could not be written back as it is, is refused. */
function textOf(cwd: string, path: string): string | null {
  const file = join(cwd, path);
  const refuse = (why: string) => new UsageError(`${path} is not written: ${why}.`);
  const link = linkFault(file, cwd);
  if (link !== null) throw refuse(link);
  const found = readRegularFile(file, LARGEST);
  if (found.kind === 'missing') return null;
  if (found.kind === 'refused') throw refuse(found.why);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(found.bytes);
  } catch {
    throw refuse('it is not UTF-8 text');
  }
}
