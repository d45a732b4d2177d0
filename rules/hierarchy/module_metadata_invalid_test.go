package hierarchy_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestModuleMetadataInvalid(t *testing.T) {
	t.Parallel()
	const whole = `{"name": "e-foo", "version": "1.0.0", "author": "e", "license": "MIT", "source": "", "dependencies": []}`
	tests := []struct {
		name, text string
		files      map[string]string
	}{
		{"all is well", whole + "\n", nil},
		{"an empty object", "{}\n", nil},
		{"an empty file", "", nil},
		{"no source", strings.ReplaceAll(whole, `"source": "", `, "") + " # want error \"lacks `source`\"\n", nil},
		{"invalid", "{\"name\": \"e-foo\",} # want error \"invalid\"\n", nil},
		{"dependencies", strings.ReplaceAll(whole, "[]", "{}") + " # want error \"must be an array\"\n", nil},
		{"installed by a Puppetfile", "{\"name\": \"e-foo\"}\n", map[string]string{"Puppetfile": "mod 'e/foo', '1.0.0'\n"}},
		{"released", "{\"name\": \"e-foo\"}\n", map[string]string{"modules/foo/checksums.json": "{}"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"modules/foo/metadata.json": tt.text, "modules/foo/manifests/init.pp": "class foo { }\n", "data/common.yaml": "a: 1\n"}
			maps.Copy(files, tt.files)
			ruletest.Run(t, hierarchy.ModuleMetadataInvalid, files)
		})
	}
	// In a control repo, metadata.json is used by tests only.
	ruletest.Run(t, hierarchy.ModuleMetadataInvalid, map[string]string{"environment.conf": "", "metadata.json": "{\"name\": \"e-control\"}\n", "data/common.yaml": "a: 1\n"})
}
