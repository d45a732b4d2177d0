package settings_test

import (
	"errors"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules/binding"
	"github.com/hieralint/hieralint/rules/secrets"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestSelection(t *testing.T) {
	t.Parallel()
	const config = "profile: minimal\nrules: {yaml-duplicate-key: off, unused-key: note}\noverrides: [{paths: [legacy], rules: {unused-key: off}}]\n"
	for _, tt := range []struct {
		name              string
		selected, ignored []string
		rule              *rule.Rule
		path              string
		want              diagnostic.Severity // of a finding with the severity note
	}{
		{"nothing", nil, nil, binding.UnusedKey, "a.yaml", diagnostic.Note},
		{"off in the configuration", nil, nil, yaml.YAMLDuplicateKey, "a.yaml", 0},
		{"named, so on", []string{"yaml-duplicate-key"}, nil, yaml.YAMLDuplicateKey, "a.yaml", diagnostic.Note},
		{"named by id", []string{"HL1002"}, nil, yaml.YAMLDuplicateKey, "a.yaml", diagnostic.Note},
		{"of a family, still off", []string{"yaml"}, nil, yaml.YAMLDuplicateKey, "a.yaml", 0},
		{"named, but off in this file", []string{"unused-key"}, nil, binding.UnusedKey, "legacy/a.yaml", 0},
		{"another one", []string{"yaml-duplicate-key"}, nil, binding.UnusedKey, "a.yaml", 0},
		{"another family", []string{"yaml", "security"}, nil, binding.UnusedKey, "a.yaml", 0},
		{"about what cannot be read", []string{"security"}, nil, yaml.FileUnreadable, "a.yaml", diagnostic.Error},
		{"ignored", nil, []string{"unused-key"}, binding.UnusedKey, "a.yaml", 0},
		{"ignored with its family", []string{"unused-key"}, []string{"keys"}, binding.UnusedKey, "a.yaml", 0},
		{"less severe than the profile reports", []string{"plaintext-secret"}, nil, secrets.PlaintextSecret, "a.yaml", diagnostic.Note},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := settings.Parse(source.New(settings.Name, []byte(config)), settings.Name, settings.Recommended)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range tt.selected {
				if err := s.Selection.Select(name); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range tt.ignored {
				if err := s.Selection.Ignore(name); err != nil {
					t.Fatal(err)
				}
			}
			own := diagnostic.Note
			if tt.rule == yaml.FileUnreadable {
				own = diagnostic.Error
			}
			if got := s.At(tt.path).Severity(tt.rule, own); got != tt.want {
				t.Errorf("got severity %d, want %d", got, tt.want)
			}
			if tt.want != 0 && s.IsOff(tt.rule) {
				t.Error("the selected rule is off")
			}
		})
	}
}

func TestSelectionOfUnknownRules(t *testing.T) {
	t.Parallel()
	var s settings.Selection
	for name, want := range map[string]string{
		"unused-keys":    "no rule or family `unused-keys`; did you mean `unused-key`?",
		"Yaml":           "no rule or family `Yaml`; did you mean `yaml`?",
		"interpolatoin":  "no rule or family `interpolatoin`; did you mean `interpolation`?",
		"something-else": "no rule or family `something-else`; `hieralint rules` lists them",
	} {
		var unknown *settings.UnknownRuleError
		if err := s.Select(name); !errors.As(err, &unknown) || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Ignore(name); !errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
