package cloudflare

import (
	"context"
	"time"
)

type FilterCreateParams struct {
	ID          string `json:"id,omitempty"`
	Expression  string `json:"expression"`
	Paused      bool   `json:"paused"`
	Description string `json:"description"`
}

type FirewallRuleListParams struct{ ResultInfo }

type FirewallRuleCreateParams struct {
	ID          string      `json:"id,omitempty"`
	Paused      bool        `json:"paused"`
	Description string      `json:"description"`
	Action      string      `json:"action"`
	Priority    interface{} `json:"priority"`
	Filter      Filter      `json:"filter"`
}

type FirewallRuleUpdateParams struct {
	ID          string      `json:"id"`
	Paused      bool        `json:"paused"`
	Description string      `json:"description"`
	Action      string      `json:"action"`
	Priority    interface{} `json:"priority"`
	Filter      Filter      `json:"filter"`
}

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

func (api *API) FirewallRules(ctx context.Context, rc *ResourceContainer, params FirewallRuleListParams) ([]FirewallRule, *ResultInfo, error) {
	var rules []FirewallRule
	err := api.send(ctx, "GET", rc.Identifier, "/firewall/rules", nil, &rules)
	return rules, &params.ResultInfo, err
}

func (api *API) CreateFirewallRules(ctx context.Context, rc *ResourceContainer, params []FirewallRuleCreateParams) ([]FirewallRule, error) {
	var rules []FirewallRule
	err := api.send(ctx, "POST", rc.Identifier, "/firewall/rules", params, &rules)
	return rules, err
}

func (api *API) UpdateFirewallRule(ctx context.Context, rc *ResourceContainer, params FirewallRuleUpdateParams) (FirewallRule, error) {
	var rule FirewallRule
	err := api.send(ctx, "PUT", rc.Identifier, "/firewall/rules/"+params.ID, params, &rule)
	return rule, err
}

func (api *API) DeleteFirewallRule(ctx context.Context, rc *ResourceContainer, id string) error {
	return api.send(ctx, "DELETE", rc.Identifier, "/firewall/rules/"+id, nil, nil)
}

func (api *API) CreateFilters(ctx context.Context, rc *ResourceContainer, params []FilterCreateParams) ([]Filter, error) {
	var filters []Filter
	err := api.send(ctx, "POST", rc.Identifier, "/filters", params, &filters)
	return filters, err
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
