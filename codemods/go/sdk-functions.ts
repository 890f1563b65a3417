/** The small functions of programs that use cloudflare-go. */
import type { NewFields } from '../../src/convert/index.js';
import { aligned } from './format.js';
import { meaningLines } from './literals.js';
import type { SdkKind } from './sdk-kind.js';
import type { SdkVersion } from './sdk-version.js';
import { goName } from './structs.js';

export interface SdkWriting {
  readonly alias: string;
  readonly version: SdkVersion;
  readonly kind: SdkKind;
  /** It puts rules that skip before the others. */
  readonly hasSkips: boolean;
  /** Actions that are only known when the program runs may be `allow`. */
  readonly hasOpenActions: boolean;
  readonly hasWrites: boolean;
  /** It gives the rule back that it added. */
  readonly isRead: boolean;
}

const takesIds = ({ kind, version }: SdkWriting) => kind.takesIds(version);

const head = (writing: SdkWriting) =>
  `ctx context.Context, api *${writing.alias}.API, zone${takesIds(writing) ? 'ID string' : ` *${writing.alias}.ResourceContainer`}`;

/** The arguments that the functions hand to each other. */
const handed = (writing: SdkWriting) => `ctx, api, ${takesIds(writing) ? 'zoneID' : 'zone'}`;

/** A method of the client about the rules of the phase. */
function called(writing: SdkWriting, verb: 'Get' | 'Update'): string {
  const { alias, version, kind } = writing;
  const hasId = takesIds(writing);
  const rest = verb === 'Get' ? `"${kind.phase}")` : '';
  if (version.hasEntryPoints)
    return `api.${verb}EntrypointRuleset(ctx, ${hasId ? `${alias}.ZoneIdentifier(zoneID)` : 'zone'}, ${rest}`;
  const zone = hasId ? 'zoneID' : 'zone.Identifier';
  return `api.${verb}ZoneRulesetPhase(ctx, ${zone}, "${kind.phase}"${verb === 'Get' ? ')' : ', '}`;
}

const found = (writing: SdkWriting, missing: string) => `	ruleset, err := ${called(writing, 'Get')}
	var notFound *${writing.alias}.NotFoundError
	if errors.As(err, &notFound) {
		return ${missing}, nil
	}`;

/** What is read to be written again. */
export function sdkRuleset(writing: SdkWriting): string {
  return `// ${writing.kind.names.ruleset} returns the ruleset with the ${writing.kind.noun}s of a zone. It is empty for a new zone.
func ${writing.kind.names.ruleset}(${head(writing)}) (${writing.alias}.Ruleset, error) {
${found(writing, 'ruleset')}
	for i := range ruleset.Rules {
		ruleset.Rules[i].Version, ruleset.Rules[i].LastUpdated = ${writing.version.hasPointers ? 'nil' : '""'}, nil // the API sets them
	}
	return ruleset, err
}`;
}

export function sdkList(writing: SdkWriting): string {
  const lines = writing.hasWrites
    ? `	ruleset, err := ${writing.kind.names.ruleset}(${handed(writing)})`
    : found(writing, 'nil');
  return `// ${writing.kind.names.list} returns the ${writing.kind.noun}s of a zone. A new zone has none.
func ${writing.kind.names.list}(${head(writing)}) ([]${writing.alias}.RulesetRule, error) {
${lines}
	return ruleset.Rules, err
}`;
}

const current = (
  writing: SdkWriting,
  given = 'err',
) => `	ruleset, err := ${writing.kind.names.ruleset}(${handed(writing)})
	if err != nil {
		return ${given}
	}`;

/** The API takes all rules of the phase at once. */
function replaced(writing: SdkWriting, rules: string, name: string): string {
  const { alias, kind, version } = writing;
  const head = version.hasEntryPoints
    ? `${alias}.UpdateEntrypointRulesetParams{
		Phase: "${kind.phase}",`
    : `${alias}.Ruleset{`;
  return aligned(`	${name} = ${called(writing, 'Update')}${head}
		Description: ruleset.Description,
		Rules: ${rules},
	})`);
}

export function sdkAdd(writing: SdkWriting): string {
  const { alias, hasSkips, hasOpenActions, isRead } = writing;
  const says = hasSkips
    ? `adds a ${writing.kind.noun}: skip rules go first, others last.`
    : `appends a ${writing.kind.noun}.`;
  const parameters = (name: string, fields: NewFields[string]) => {
    const entries = Object.entries(fields).map(([key, value]) => `${goName(key)}: "${value}"`);
    return `&${alias}.RulesetRule${goName(name)}{${entries.join(', ')}}`;
  };
  const mapped = hasOpenActions
    ? meaningLines(writing.kind.mapping, (name) => `rule.${goName(name)}`, parameters)
        .map((line) => `\t${line}\n`)
        .join('')
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
  return `// ${writing.kind.names.add} ${says}
func ${writing.kind.names.add}(${head(writing)}, rule ${alias}.RulesetRule) ${isRead ? `(${alias}.RulesetRule, error)` : 'error'} {
${mapped}${current(writing, isRead ? 'rule, err' : 'err')}
${position}${end}
}`;
}

export function sdkReplace(writing: SdkWriting): string {
  return `// ${writing.kind.names.update} puts a ${writing.kind.noun} in the place of the one with its id.
func ${writing.kind.names.update}(${head(writing)}, rule ${writing.alias}.RulesetRule) error {
${current(writing)}
	for i := range ruleset.Rules {
		if ruleset.Rules[i].ID == rule.ID {
			ruleset.Rules[i] = rule
${replaced(writing, 'ruleset.Rules', '_, err').replaceAll(/^/gm, '\t\t')}
			return err
		}
	}
	return fmt.Errorf("no ${writing.kind.noun} has the id %s", rule.ID)
}`;
}

export function sdkRemove(writing: SdkWriting): string {
  return `// ${writing.kind.names.remove} deletes a ${writing.kind.noun}.
func ${writing.kind.names.remove}(${head(writing).replace('zoneID string', 'zoneID')}, id string) error {
${current(writing)}
	for i, rule := range ruleset.Rules {
		if rule.ID == id {
${replaced(writing, 'append(ruleset.Rules[:i], ruleset.Rules[i+1:]...)', '_, err').replaceAll(/^/gm, '\t\t')}
			return err
		}
	}
	return fmt.Errorf("no ${writing.kind.noun} has the id %s", id)
}`;
}
