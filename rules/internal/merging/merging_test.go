package merging_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// value parses a value in flow style.
func value(text string) *data.Value {
	return data.Parse(source.New("common.yaml", []byte("k: "+text+"\n")), data.YAML).Root.Children[1].Value
}

func TestIsAddition(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		higher, lower string
		want          bool
	}{
		"other users":         {"{bob: {uid: 2}}", "{ann: {uid: 1}}", true},
		"a key in common":     {"{bob: {uid: 2}}", "{bob: {uid: 1}, ann: {uid: 3}}", false},
		"the same, renamed":   {"{web: {port: 80}}", "{http: {port: 80}}", false},
		"one of them renamed": {"{web: {port: 80}}", "{http: {port: 80}, https: {port: 443}}", true},
		"other settings":      {"{net.ipv4.ip_forward: {value: '16'}}", "{vm.swappiness: {value: '16'}}", true},
		"other hosts":         {"{b.example.com: {port: 80}}", "{a.example.com: {port: 80}}", true},
		"a host, renamed":     {"{www.example.com: {docroot: /srv/www}}", "{example.com: {docroot: /srv/www}}", false},
		"digits say little":   {"{bob: {shell: 1}}", "{ann: {shell: 1}}", true},
		"words say little":    {"{bob: {ensure: present}}", "{ann: {ensure: present}}", true},
		"of another kind":     {"{bob: {uid: 2}}", "{web: {port: 80}}", false},
		"without details":     {"{bob: {}}", "{ann: {uid: 1}}", true},
		"scalars":             {"{a: 192.0.2.1}", "{b: 192.0.2.2}", false},
		"arrays":              {"[a]", "[b]", false},
		"an empty hash below": {"{bob: {uid: 2}}", "{}", false},
	} {
		if got := merging.IsAddition(value(tt.higher), value(tt.lower)); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestConflicts checks the values of a key, from the highest to the lowest priority.
func TestConflicts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		strategy string
		values   []string
		want     string // conflicts, as PATH WRONG/OTHER
	}{
		"no strategy":             {"", []string{"[a]", "{a: 1}"}, ""},
		"hashes":                  {"hash", []string{"{a: 1}", "{b: 1}"}, ""},
		"an array as a hash":      {"hash", []string{"{a: 1}", "[b]"}, "[b]/{a: 1}"},
		"a string above a hash":   {"hash", []string{"x", "{a: 1}"}, "x/{a: 1}"},
		"null as a hash":          {"hash", []string{"~", "{a: 1}"}, "~/{a: 1}"},
		"null in an array":        {"unique", []string{"~", "[a]"}, ""},
		"a string and an array":   {"unique", []string{"a", "[b]"}, ""},
		"a hash as an array":      {"unique", []string{"[a]", "{b: 1}"}, "{b: 1}/[a]"},
		"a reference":             {"deep", []string{"\"%{alias('x')}\"", "[b]"}, ""},
		"a hash and an array":     {"deep", []string{"{a: 1}", "[b]"}, "{a: 1}/[b]"},
		"the rarer type is wrong": {"deep", []string{"{a: 1}", "{c: 1}", "[b]"}, "[b]/{c: 1}"},
		"absent":                  {"deep", []string{"absent", "{a: 1}"}, ""},
		"turned off":              {"deep", []string{"false", "{a: 1}"}, ""},
		"nested":                  {"deep", []string{"{a: {b: [1]}}", "{a: {b: {c: 1}}}"}, "a.b [1]/{c: 1}"},
		"nested, but empty":       {"deep", []string{"{a: {b: []}}", "{a: {b: {c: 1}}}"}, ""},
		"nested scalars":          {"deep", []string{"{a: 1}", "{a: x}"}, ""},
		"nested under hash":       {"hash", []string{"{a: [1]}", "{a: {c: 1}}"}, ""},
	} {
		c := &nodes.Case{}
		for _, text := range tt.values {
			c.Values = append(c.Values, nodes.Value{Key: data.NewString("k"), Value: value(text)})
		}
		var got []string
		for _, m := range merging.Conflicts(c, tt.strategy) {
			one := written(m.WrongValue) + "/" + written(m.OtherValue)
			if len(m.Path) > 0 {
				one = strings.Join(m.Path, ".") + " " + one
			}
			got = append(got, one)
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// written returns the source text of a value.
func written(v *data.Value) string { return string(v.Node().Doc.File.Slice(v.Node().Span)) }

func TestShapeAndKind(t *testing.T) {
	t.Parallel()
	for text, tt := range map[string]struct {
		shape   data.Kind
		hasKind bool
	}{
		"{a: 1}": {data.Hash, true}, "[a]": {data.Array, true}, "x": {data.String, true}, "80": {data.String, true}, "~": {data.String, false},
		"true": {data.String, false}, "absent": {data.String, false}, "Default": {data.String, false}, "''": {data.String, false}, "'%{x}'": {data.String, false},
	} {
		if got := merging.Shape(value(text)); got != tt.shape {
			t.Errorf("Shape(%s) = %v", text, got)
		}
		if got := merging.HasKind(value(text)); got != tt.hasKind {
			t.Errorf("HasKind(%s) = %t", text, got)
		}
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		module, anchored string // "" if the key does not look like a pattern
	}{
		"^app::.*": {}, "app::users": {}, "app::db.port": {}, "%{x}::.*": {},
		"app::.*":      {"", "^app::.*"},
		`\Aapp::(a|b)`: {"", "^app::(a|b)"},
		"/^app::.*$/":  {"", "^app::.*$"},
		"app::*":       {"", "^app::"},
		".*::users":    {"app", "^app::(.*::)?users"},
		".*users":      {"app", "^app::users"},
		"app::.+":      {"app", "^app::.+"},
	} {
		if got := merging.LooksLikePattern(name); got != (tt.anchored != "") {
			t.Errorf("%s: looks like a pattern: got %t", name, got)
		}
		if got := merging.Anchored(name, tt.module); tt.anchored != "" && got != tt.anchored {
			t.Errorf("%s: %s, want %s", name, got, tt.anchored)
		}
	}
}
