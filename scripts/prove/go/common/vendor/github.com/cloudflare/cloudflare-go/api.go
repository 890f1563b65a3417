// Package cloudflare has the parts of the SDK that programs of cases use, with the same names and types, over net/http.
package cloudflare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

type API struct{ token string }

func NewWithAPIToken(token string) (*API, error) { return &API{token}, nil }

type ResourceContainer struct{ Identifier string }

func ZoneIdentifier(id string) *ResourceContainer { return &ResourceContainer{id} }

func BoolPtr(value bool) *bool { return &value }

func Bool(value *bool) bool { return value != nil && *value }

type NotFoundError struct{ text string }

func (e NotFoundError) Error() string { return e.text }

type ResultInfo struct{ Page int }

type Filter struct {
	ID          string `json:"id,omitempty"`
	Expression  string `json:"expression"`
	Paused      bool   `json:"paused"`
	Description string `json:"description"`
}

type FirewallRule struct {
	ID          string      `json:"id,omitempty"`
	Paused      bool        `json:"paused"`
	Description string      `json:"description"`
	Action      string      `json:"action"`
	Priority    interface{} `json:"priority"`
	Filter      Filter      `json:"filter"`
}

type RulesetRuleActionParameters struct {
	Ruleset  string                                    `json:"ruleset,omitempty"`
	Response *RulesetRuleActionParametersBlockResponse `json:"response,omitempty"`
}

type RulesetRuleActionParametersBlockResponse struct {
	StatusCode  uint16 `json:"status_code"`
	ContentType string `json:"content_type"`
	Content     string `json:"content"`
}

func (api *API) send(ctx context.Context, method, zoneID, path string, body, out interface{}) error {
	var payload io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		payload = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, "https://api.cloudflare.com/client/v4/zones/"+zoneID+path, payload)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+api.token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer := struct {
		Success bool        `json:"success"`
		Result  interface{} `json:"result"`
	}{Result: out}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return err
	}
	if res.StatusCode == http.StatusNotFound {
		return &NotFoundError{"not found"}
	}
	if !answer.Success {
		return errors.New("the API refused " + method)
	}
	return nil
}
