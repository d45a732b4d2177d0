package engine_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/oracle"
)

// settingNames returns the names in settings.yaml, and some others, one of which is not a setting.
func settingNames(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("internal/scope/settings.yaml")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"environment", "strict", "strict_variables", "title", "nosuch"}
	for _, e := range data.Parse(source.New("settings.yaml", text), data.YAML).Value.Entries() {
		names = append(names, e.Key.Text())
	}
	return names
}

// TestSettingsAgainstPuppet checks that every setting has the same value as in Puppet or is unknown.
func TestSettingsAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	dir := t.TempDir()
	e := openDir(t, engine.Options{Puppet: 7}, dir)
	scope := engine.NewScope(engine.ScopeData{})
	unknown := 0
	for _, name := range settingNames(t) {
		token := "%{settings::" + name + "}"
		answer := puppet.Ask(oracle.Request{EnvDir: dir, Interpolate: token})
		if answer.Error != nil {
			t.Fatalf("%s: %s", name, answer.Error.Message)
		}
		var want string
		if err := json.Unmarshal(answer.Value, &want); err != nil {
			t.Fatal(err)
		}
		r, err := e.Interpolate(context.Background(), scope, data.NewString(token), engine.InterpolateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if u, ok := outcome.AsUnknown(r.Value); ok {
			if unknown++; u.Reason != outcome.UnknownSetting {
				t.Errorf("%s: %s", name, u)
			}
			continue
		}
		if got := r.Value.Text(); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		if len(answer.Warnings) != len(r.Warnings) || len(r.Warnings) > 0 && answer.Warnings[0] != r.Warnings[0] {
			t.Errorf("%s: got warnings %q, want %q", name, r.Warnings, answer.Warnings)
		}
	}
	if unknown > 90 {
		t.Errorf("got %d unknown settings, want at most 90", unknown)
	}
}

// TestSettingsOfIncompleteTree checks that settings are unknown if the server's puppet.conf is missing.
func TestSettingsOfIncompleteTree(t *testing.T) {
	e := open(t, engine.Options{Incomplete: true})
	tests := map[string]string{"ca_ttl": "the server's setting `ca_ttl` is unknown", "environment": "", "nosuch": "undefined"}
	for name, want := range tests {
		r, err := e.Interpolate(context.Background(), engine.NewScope(engine.ScopeData{}), data.NewString("%{settings::"+name+"}"), engine.InterpolateOptions{})
		got := ""
		if err != nil {
			got = "undefined"
		} else if u, ok := outcome.AsUnknown(r.Value); ok {
			got = u.String()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
