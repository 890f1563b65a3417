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

const OF_OWASP =
  /^(?:the text|the condition) .{0,40}(?:OWASP|ModSecurity|detectionmode|"anomaly").{0,80} is gone$|^the condition \.action == "execute" was not asked before$|^"anomaly" is gone$/;

/** What told the package from others, and tells its rule from others now. */
export function isOfOwasp(what: string): boolean {
  return OF_OWASP.test(what);
}
