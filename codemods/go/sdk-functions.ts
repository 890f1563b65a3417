/** The small functions of programs that use cloudflare-go. */
import { aligned } from './format.js';

export interface SdkWriting {
  readonly alias: string;
  readonly phase: string;
  /** It puts rules that skip before the others. */
  readonly hasSkips: boolean;
  /** Actions that are only known when the program runs may be `allow`. */
  readonly hasOpenActions: boolean;
  readonly hasWrites: boolean;
  /** It gives the rule back that it added. */
  readonly isRead: boolean;
}

const head = ({ alias }: SdkWriting) =>
  `ctx context.Context, api *${alias}.API, zone *${alias}.ResourceContainer`;

const found = (
  { alias, phase }: SdkWriting,
  missing: string,
) => `	ruleset, err := api.GetEntrypointRuleset(ctx, zone, "${phase}")
	var notFound *${alias}.NotFoundError
	if errors.As(err, &notFound) {
		return ${missing}, nil
	}`;

/** What is read to be written again. */
export function sdkRuleset(writing: SdkWriting): string {
  return `// customRuleset returns the ruleset with the WAF custom rules of a zone. It is empty for a new zone.
func customRuleset(${head(writing)}) (${writing.alias}.Ruleset, error) {
${found(writing, 'ruleset')}
	for i := range ruleset.Rules {
		ruleset.Rules[i].Version, ruleset.Rules[i].LastUpdated = nil, nil // the API sets them
	}
	return ruleset, err
}`;
}

export function sdkList(writing: SdkWriting): string {
  const lines = writing.hasWrites ? '	ruleset, err := customRuleset(ctx, api, zone)' : found(writing, 'nil');
  return `// customRules returns the WAF custom rules of a zone. A new zone has none.
func customRules(${head(writing)}) ([]${writing.alias}.RulesetRule, error) {
${lines}
	return ruleset.Rules, err
}`;
}

const CURRENT = `	ruleset, err := customRuleset(ctx, api, zone)
	if err != nil {
		return err
	}`;

/** The API takes all rules of the phase at once. */
function replaced({ alias, phase }: SdkWriting, rules: string, name: string): string {
  return aligned(`	${name} = api.UpdateEntrypointRuleset(ctx, zone, ${alias}.UpdateEntrypointRulesetParams{
		Phase: "${phase}",
		Description: ruleset.Description,
		Rules: ${rules},
	})`);
}

export function sdkAdd(writing: SdkWriting): string {
  const { alias, hasSkips, hasOpenActions, isRead } = writing;
  const says = hasSkips
    ? 'adds a WAF custom rule: skip rules go first, others last.'
    : 'appends a WAF custom rule.';
  const mapped = hasOpenActions
    ? `	if rule.Action == "allow" {
		rule.Action = "skip"
		rule.ActionParameters = &${alias}.RulesetRuleActionParameters{Ruleset: "current"}
	}
`
    : '';
  const position = hasSkips
    ? `	rules := append(ruleset.Rules, rule)
	if rule.Action == "skip" {
		rules = append([]${alias}.RulesetRule{rule}, ruleset.Rules...)
	}
`
    : '';
  const rules = hasSkips ? 'rules' : 'append(ruleset.Rules, rule)';
  const first = hasSkips
    ? `	if rule.Action == "skip" {
		return ruleset.Rules[0], nil
	}
`
    : '';
  const end = isRead
    ? `${replaced(writing, rules, 'ruleset, err')}
	if err != nil {
		return rule, err
	}
${first}	return ruleset.Rules[len(ruleset.Rules)-1], nil`
    : `${replaced(writing, rules, '_, err')}
	return err`;
  const current = isRead ? CURRENT.replace('return err', 'return rule, err') : CURRENT;
  return `// addCustomRule ${says}
func addCustomRule(${head(writing)}, rule ${alias}.RulesetRule) ${isRead ? `(${alias}.RulesetRule, error)` : 'error'} {
${mapped}${current}
${position}${end}
}`;
}

export function sdkRemove(writing: SdkWriting): string {
  return `// deleteCustomRule deletes a WAF custom rule.
func deleteCustomRule(${head(writing)}, id string) error {
${CURRENT}
	for i, rule := range ruleset.Rules {
		if rule.ID == id {
${replaced(writing, 'append(ruleset.Rules[:i], ruleset.Rules[i+1:]...)', '_, err').replaceAll(/^/gm, '\t\t')}
			return err
		}
	}
	return fmt.Errorf("no WAF custom rule has the id %s", id)
}`;
}
