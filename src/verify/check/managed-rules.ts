/** A package of the retired WAF was known by its name; the rule that takes its place is known by the id of its ruleset. */
import { OWASP_RULESET } from '../../catalogue/index.js';
import { literally } from '../../value/index.js';

/** The new code compares the id of what a rule executes with that of the OWASP ruleset. */
export function choosesById(after: string): boolean {
  const holders = [
    ...after.matchAll(new RegExp(`(?<!\\w)(\\w+)["']?\\s{0,3}[:=]\\s{0,3}["']${OWASP_RULESET}`, 'g')),
  ];
  const names = [OWASP_RULESET, ...holders.map(([, name = '']) => name)];
  return names.some((name) =>
    new RegExp(
      `\\bid\\b["'\\])]{0,4}\\s{0,3}={2,3}\\s{0,3}["'$]{0,2}[\\w.]{0,20}?${literally(name)}\\b`,
    ).test(after),
  );
}

/** What told the package from others by its name, and tells its rule from others now. */
export function isOfOwasp(text: string): boolean {
  return /OWASP|ModSecurity|detectionmode|\banomaly\b|^\.action == "execute"$|\.action \| =execute$/i.test(
    text,
  );
}
