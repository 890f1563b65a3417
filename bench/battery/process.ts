/** What the kernel counts of a process. Linux only. */
import { readFileSync } from 'node:fs';

/** The most memory that a process has had, in megabytes. */
export function peakOf(pid: number | 'self' | undefined): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Seconds in user and system mode; the kernel counts them in hundredths. */
export function cpuOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}
