/** Names that a file may have and that reports, shells and terminals trip over. */

/** For every file system. */
const PORTABLE: readonly string[] = [
  '-rf.sh',
  '--output=json=x.sh',
  '%0A::error file=a.sh',
  "quote'.sh",
  '$(id).sh',
  '`id`.sh',
  '#hash.sh',
  'a,b;c&d.sh',
  ' space .sh',
  '__proto__.sh',
  'constructor',
  'toString.json',
  'ключ-键-😀.sh',
  'e\u0301.sh',
  '\u202egnp.sh',
  'name.with.many.dots.sh',
  '.sh',
  '...sh',
  `${'n'.repeat(200)}.sh`,
  ']]>.sh',
  '{{call}}.sh',
];

/** Where the file system takes them: not on Windows. */
const POSIX: readonly string[] = [
  'line\nend.sh',
  'carriage\rreturn.sh',
  'escape\u001b[31m.sh',
  '::error file=x::pwned.sh',
  '<script>alert(1).sh',
  'double".sh',
  'back\\slash.sh',
  'pipe|star*question?.sh',
];

/** What Windows refuses in a name. */
const REFUSED = /[<>:"|?*\\/]/;

export const HOSTILE_NAMES: readonly string[] =
  process.platform === 'win32' ? PORTABLE.filter((name) => !REFUSED.test(name)) : [...PORTABLE, ...POSIX];
