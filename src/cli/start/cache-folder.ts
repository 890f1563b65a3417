import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own folder for what can be made again; null where none is known. */
export function cacheFolder(platform: NodeJS.Platform, environment: Environment): string | null {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = environment;
  if (platform === 'win32') return LOCALAPPDATA ? join(LOCALAPPDATA, 'edge-sunset', 'cache') : null;
  if (platform === 'darwin') return HOME ? join(HOME, 'Library', 'Caches', 'edge-sunset') : null;
  // One that depends on the current folder does not count.
  const home = XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : HOME ? join(HOME, '.cache') : '';
  return home === '' ? null : join(home, 'edge-sunset');
}
