/** The protocol: which tools there are, and what they answer. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { isInside } from '../../scan/index.js';
import { VERSION } from '../../version.js';
import type { Io } from '../base/command.js';
import { type Input, TOOLS, ToolError } from './tools.js';

interface Served {
  readonly io: Io;
  /** Absolute, without links. */
  readonly roots: readonly string[];
  readonly mayWrite: boolean;
}

const INSTRUCTIONS =
  'Finds code that calls retired parts of the Cloudflare API and says how to migrate it. Start with scan, then brief for each unit; migrate previews what can be rewritten by itself.';

/** Serves until the client closes its end. */
export async function serve({ io, roots, mayWrite }: Served): Promise<void> {
  const server = new Server(
    { name: 'edge-sunset', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, description, properties, required = [], writes }) => ({
      name,
      description,
      inputSchema: { type: 'object' as const, properties, required: [...required] },
      annotations: { readOnlyHint: writes === undefined, openWorldHint: false },
    })),
  }));
  // One after another: a scan uses what a scan before it has loaded, and files change in between.
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const answer = last.then(async () => {
      const named = await narrowed(server, roots);
      return answered(params.name, params.arguments ?? {}, { io, roots: named, mayWrite });
    });
    last = answer.catch(() => undefined);
    return answer;
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    io.interruption().addEventListener('abort', () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await last;
  await server.close();
}

async function answered(name: string, input: Input, { io, roots, mayWrite }: Served) {
  const tool = TOOLS.find((one) => one.name === name);
  try {
    if (tool === undefined) throw new ToolError(`there is no tool ${JSON.stringify(name)}.`);
    if (tool.writes?.(input) === true && !mayWrite)
      throw new ToolError(
        `this changes files or runs a program, and the server is read-only: start it with 'edge-sunset mcp --allow-write'.`,
      );
    const [text] = [await tool.run(input, { io, roots })];
    return { content: [{ type: 'text' as const, text }] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const text = error instanceof ToolError ? message : `internal error: ${message}`;
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
}

/** Roots of the client that are within ours; ours, if it names none. */
async function narrowed(server: Server, roots: readonly string[]): Promise<readonly string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return roots;
  const { roots: named } = await server.listRoots();
  const inside = named.flatMap(({ uri }) => {
    const folder = folderAt(uri);
    return folder !== null && roots.some((root) => isInside(folder, root)) ? [folder] : [];
  });
  if (named.length > 0 && inside.length === 0)
    throw new ToolError('the roots of the client are outside of those of this server; start it with --root.');
  return inside.length === 0 ? roots : inside;
}

function folderAt(uri: string): string | null {
  try {
    return realpathSync(fileURLToPath(uri));
  } catch {
    return null;
  }
}
