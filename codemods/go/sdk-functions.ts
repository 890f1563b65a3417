/** The small functions of programs that use cloudflare-go. */
import { aligned } from './format.js';

export interface SdkWriting {
  readonly alias: string;
  readonly phase: string;
  /** It puts rules that skip before the others. */
  readonly hasSkips: boolean;
  readonly hasWrites: boolean;
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
function replaced({ alias, phase }: SdkWriting, rules: string): string {
  return aligned(`	_, err = api.UpdateEntrypointRuleset(ctx, zone, ${alias}.UpdateEntrypointRulesetParams{
		Phase: "${phase}",
		Description: ruleset.Description,
		Rules: ${rules},
	})
	return err`);
}

export function sdkAdd(writing: SdkWriting): string {
  const { alias, hasSkips } = writing;
  const says = hasSkips
    ? 'adds a WAF custom rule: skip rules go first, others last.'
    : 'appends a WAF custom rule.';
  const position = hasSkips
    ? `	rules := append(ruleset.Rules, rule)
	if rule.Action == "skip" {
		rules = append([]${alias}.RulesetRule{rule}, ruleset.Rules...)
	}
${replaced(writing, 'rules')}`
    : replaced(writing, 'append(ruleset.Rules, rule)');
  return `// addCustomRule ${says}
func addCustomRule(${head(writing)}, rule ${alias}.RulesetRule) error {
${CURRENT}
${position}
}`;
}

export function sdkRemove(writing: SdkWriting): string {
  return `// deleteCustomRule deletes a WAF custom rule.
func deleteCustomRule(${head(writing)}, id string) error {
${CURRENT}
	for i, rule := range ruleset.Rules {
		if rule.ID == id {
${aligned(replaced(writing, 'append(ruleset.Rules[:i], ruleset.Rules[i+1:]...)').replaceAll(/^/gm, '\t\t'))}
		}
	}
	return fmt.Errorf("no WAF custom rule has the id %s", id)
}`;
}
