import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const LOOK_EVERY_MS = 25;
const NODE = /^(?:node|nodejs|node\.exe)$/;

/**
 * The programs that a process started and that are not Node, as far as they can be seen: on Linux by looking again and
 * again, so that very short ones may be missed; elsewhere the first program only.
 */
export function watchFamily(pid: number | undefined, program: string): { stop(): readonly string[] } {
  const seen = new Set<string>();
  const canLook = process.platform === 'linux' && pid !== undefined;
  if (!NODE.test(basename(program)) && !canLook) seen.add(basename(program));
  const look = () => {
    const rest = [pid ?? 0];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const name = programOf(next);
      if (name !== null && !NODE.test(name)) seen.add(name);
      rest.push(...childrenOf(next));
    }
  };
  if (canLook) look();
  const timer = canLook ? setInterval(look, LOOK_EVERY_MS) : undefined;
  return {
    stop() {
      clearInterval(timer);
      return [...seen].sort();
    },
  };
}

function programOf(pid: number): string | null {
  try {
    const file = readlinkSync(`/proc/${pid}/exe`);
    return file === process.execPath ? 'node' : basename(file);
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
