package cloudflare

import (
	"context"
	"time"
)

type RulesetRule struct {
	ID               string                       `json:"id,omitempty"`
	Version          string                       `json:"version,omitempty"`
	Action           string                       `json:"action"`
	ActionParameters *RulesetRuleActionParameters `json:"action_parameters,omitempty"`
	Expression       string                       `json:"expression"`
	Description      string                       `json:"description,omitempty"`
	LastUpdated      *time.Time                   `json:"last_updated,omitempty"`
	Ref              string                       `json:"ref,omitempty"`
	Enabled          bool                         `json:"enabled"`
	RateLimit        *RulesetRuleRateLimit        `json:"ratelimit,omitempty"`
}

type Ruleset struct {
	ID          string        `json:"id,omitempty"`
	Description string        `json:"description,omitempty"`
	Rules       []RulesetRule `json:"rules"`
}

func (api *API) FirewallRules(ctx context.Context, zoneID string, options PaginationOptions) ([]FirewallRule, error) {
	var rules []FirewallRule
	err := api.send(ctx, "GET", zoneID, "/firewall/rules", nil, &rules)
	return rules, err
}

func (api *API) CreateFirewallRules(ctx context.Context, zoneID string, rules []FirewallRule) ([]FirewallRule, error) {
	var created []FirewallRule
	err := api.send(ctx, "POST", zoneID, "/firewall/rules", rules, &created)
	return created, err
}

func (api *API) UpdateFirewallRule(ctx context.Context, zoneID string, rule FirewallRule) (FirewallRule, error) {
	var updated FirewallRule
	err := api.send(ctx, "PUT", zoneID, "/firewall/rules/"+rule.ID, rule, &updated)
	return updated, err
}

func (api *API) DeleteFirewallRule(ctx context.Context, zoneID, id string) error {
	return api.send(ctx, "DELETE", zoneID, "/firewall/rules/"+id, nil, nil)
}

func (api *API) CreateFilters(ctx context.Context, zoneID string, filters []Filter) ([]Filter, error) {
	var created []Filter
	err := api.send(ctx, "POST", zoneID, "/filters", filters, &created)
	return created, err
}

func (api *API) GetZoneRulesetPhase(ctx context.Context, zoneID, rulesetPhase string) (Ruleset, error) {
	var ruleset Ruleset
	err := api.send(ctx, "GET", zoneID, "/rulesets/phases/"+rulesetPhase+"/entrypoint", nil, &ruleset)
	return ruleset, err
}

func (api *API) UpdateZoneRulesetPhase(ctx context.Context, zoneID, rulesetPhase string, ruleset Ruleset) (Ruleset, error) {
	var updated Ruleset
	err := api.send(ctx, "PUT", zoneID, "/rulesets/phases/"+rulesetPhase+"/entrypoint", ruleset, &updated)
	return updated, err
}
