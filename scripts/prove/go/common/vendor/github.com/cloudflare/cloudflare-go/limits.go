package cloudflare

import "context"

type PaginationOptions struct {
	Page    int
	PerPage int
}

type RulesetRuleRateLimit struct {
	Characteristics    []string `json:"characteristics,omitempty"`
	RequestsPerPeriod  int      `json:"requests_per_period,omitempty"`
	Period             int      `json:"period,omitempty"`
	MitigationTimeout  int      `json:"mitigation_timeout,omitempty"`
	CountingExpression string   `json:"counting_expression,omitempty"`
	RequestsToOrigin   bool     `json:"requests_to_origin,omitempty"`
}

type RateLimit struct {
	ID          string                  `json:"id,omitempty"`
	Disabled    bool                    `json:"disabled,omitempty"`
	Description string                  `json:"description,omitempty"`
	Match       RateLimitTrafficMatcher `json:"match"`
	Threshold   int                     `json:"threshold"`
	Period      int                     `json:"period"`
	Action      RateLimitAction         `json:"action"`
}

type RateLimitTrafficMatcher struct {
	Request  RateLimitRequestMatcher  `json:"request"`
	Response RateLimitResponseMatcher `json:"response"`
}

type RateLimitRequestMatcher struct {
	Methods    []string `json:"methods,omitempty"`
	Schemes    []string `json:"schemes,omitempty"`
	URLPattern string   `json:"url,omitempty"`
}

type RateLimitResponseMatcher struct {
	Statuses      []int `json:"status,omitempty"`
	OriginTraffic *bool `json:"origin_traffic,omitempty"`
}

type RateLimitAction struct {
	Mode     string                   `json:"mode"`
	Timeout  int                      `json:"timeout"`
	Response *RateLimitActionResponse `json:"response,omitempty"`
}

type RateLimitActionResponse struct {
	ContentType string `json:"content_type"`
	Body        string `json:"body"`
}

func (api *API) CreateRateLimit(ctx context.Context, zoneID string, limit RateLimit) (RateLimit, error) {
	var created RateLimit
	err := api.send(ctx, "POST", zoneID, "/rate_limits", limit, &created)
	return created, err
}

func (api *API) ListRateLimits(ctx context.Context, zoneID string, page PaginationOptions) ([]RateLimit, ResultInfo, error) {
	limits, err := api.ListAllRateLimits(ctx, zoneID)
	return limits, ResultInfo{}, err
}

func (api *API) ListAllRateLimits(ctx context.Context, zoneID string) ([]RateLimit, error) {
	var limits []RateLimit
	err := api.send(ctx, "GET", zoneID, "/rate_limits", nil, &limits)
	return limits, err
}

func (api *API) UpdateRateLimit(ctx context.Context, zoneID, limitID string, limit RateLimit) (RateLimit, error) {
	var updated RateLimit
	err := api.send(ctx, "PUT", zoneID, "/rate_limits/"+limitID, limit, &updated)
	return updated, err
}

func (api *API) DeleteRateLimit(ctx context.Context, zoneID, limitID string) error {
	return api.send(ctx, "DELETE", zoneID, "/rate_limits/"+limitID, nil, nil)
}
