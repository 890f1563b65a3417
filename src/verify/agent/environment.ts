/** What a coding agent sees of the user's environment: only what is on this list, and what the user names. */

/** Where programs and the user's own folder are, and the language. */
const KEPT = /^(?:PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TMPDIR|TZ)$/;
/** Without these no program starts there. */
const KEPT_ON_WINDOWS =
  /^(?:SystemRoot|SystemDrive|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP)$/i;

type Environment = Readonly<Record<string, string | undefined>>;

export function agentEnvironment(
  parent: Environment,
  named: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const wanted = new Set(named);
  const isKept = (name: string) =>
    KEPT.test(name) || wanted.has(name) || (platform === 'win32' && KEPT_ON_WINDOWS.test(name));
  return Object.fromEntries(
    Object.entries(parent).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && isKept(pair[0]),
    ),
  );
}
