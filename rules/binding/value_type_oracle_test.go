package binding_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// TestValueTypeMismatchInPuppet checks that the rule agrees with Puppet's compiler, for many
// parameter types and values.
func TestValueTypeMismatchInPuppet(t *testing.T) {
	t.Parallel()
	parameters := []string{
		"Integer $x", "Integer[1, 10] $x = 1", "Float $x", "Numeric $x", "Boolean $x", "String $x", "String[3] $x", "String[1, 2] $x",
		"Enum['a', 'b'] $x", "Pattern[/^[a-z]+$/] $x", "Optional[Integer] $x = undef", "Optional[String[1]] $x", "NotUndef $x", "NotUndef[String] $x",
		"Variant[Integer, Boolean] $x", "Variant[String[5], Array[String]] $x", "Variant[Hash[String, Integer], Array[Integer]] $x", "Variant[Enum['x'], Pattern[/^y/]] $x",
		"Array $x", "Array[Integer] $x", "Array[String, 2] $x", "Array[String, 1, 2] $x", "Tuple[Integer, String] $x", "Hash $x", "Hash[String, Integer] $x",
		"Hash[Pattern[/^[a-z]$/], Any] $x", "Struct[{a => Integer}] $x", "Struct[{a => Integer, Optional[b] => String}] $x", "Hash[String, Struct[{a => Integer}]] $x",
		"Sensitive[String] $x", "Collection $x", "Scalar $x", "Data $x", "Any $x", "$x", "Undef $x = undef", "App::Port $x", "Array[App::Port] $x", "App::Tree $x",
		"Optional[App::Port] $x = undef", "Integer $x = 5", "Regexp $x", "Type $x", "Timestamp $x", "Callable $x",
	}
	values := []string{
		"80", "'80'", "5", "1.5", "true", "a", "abc", "''", "~", "[]", "[1, 2]", "[a]", "[a, b, c]", "[1, a]", "{}", "{a: 1}", "{a: x}", "{a: 1, b: 2}", "{b: z}",
		"{1: 1}", "{a: {a: 1}, c: {a: x, d: 1}}", "[[1], [x]]", "[[1, [2]], 3]", "[[a]]",
	}
	tree := map[string]string{
		"hiera.yaml":                "version: 5\n",
		"modules/app/types/port.pp": "type App::Port = Integer[0, 65535]\n",
		"modules/app/types/tree.pp": "type App::Tree = Variant[Integer, Array[App::Tree]]\n",
	}
	type class struct{ name, parameter, value string }
	var all []class
	for i, parameter := range parameters {
		for j, value := range values {
			all = append(all, class{fmt.Sprintf("c%d_%d", i, j), parameter, value})
		}
	}
	var text strings.Builder
	var names []string
	what := map[string]string{}
	for _, c := range reference.SlowSample(all) {
		name := "app::" + c.name
		names = append(names, name)
		what[name] = c.parameter + " = " + c.value
		tree["modules/app/manifests/"+c.name+".pp"] = fmt.Sprintf("class %s(%s) { }\n", name, c.parameter)
		fmt.Fprintf(&text, "%s::x: %s\n", name, c.value)
	}
	tree["data/common.yaml"] = text.String()
	dir := filetree.Write(t, tree)
	classes := oracle.StartRuby(t, "testdata/catalogs.rb", dir)
	found := map[string][]string{}
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == binding.ValueTypeMismatch.Descriptor() {
			class := strings.TrimSuffix(d.Key[0].Name, "::x")
			_, said, _ := strings.Cut(d.Detail, ": `Class[")
			_, said, _ = strings.Cut(strings.TrimSuffix(said, "`"), "]: ")
			found[class] = append(found[class], strings.Join(strings.Fields(said), " "))
		}
	}
	refused := 0
	for _, name := range names {
		var puppet *string
		if err := json.Unmarshal(classes.Line(t, []byte(name)), &puppet); err != nil {
			t.Fatal(err)
		}
		if puppet == nil {
			if len(found[name]) > 0 {
				t.Errorf("%s: Puppet accepts it, reported: %q", what[name], found[name])
			}
			continue
		}
		refused++
		var want []string
		_, list, _ := strings.Cut(*puppet, "Class[")
		_, list, _ = strings.Cut(list, "]:")
		if i := strings.LastIndex(list, " (line: "); i >= 0 {
			list = list[:i]
		}
		for line := range strings.SplitSeq(list, "\n") {
			want = append(want, strings.Join(strings.Fields(line), " "))
		}
		want = slices.DeleteFunc(want, func(s string) bool { return s == "" })
		joined := strings.Join(want, " ")
		if len(found[name]) == 0 {
			t.Errorf("%s: nothing reported; Puppet: %s", what[name], *puppet)
		}
		for _, said := range found[name] {
			if said != joined && !slices.Contains(want, said) {
				t.Errorf("%s: reported %q, Puppet: %q", what[name], said, joined)
			}
		}
		if n := len(found[name]); n > 1 && n != len(want) {
			t.Errorf("%s: %d findings, Puppet has %d reasons", what[name], n, len(want))
		}
	}
	if refused < len(names)/4 {
		t.Errorf("Puppet rejected only %d of %d values", refused, len(names))
	}
}
