package binding_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// TestMissingRequiredDataInPuppet checks that the rule agrees with Puppet's compiler on which
// classes lack values, for many parameters, values, and ways to include a class.
func TestMissingRequiredDataInPuppet(t *testing.T) {
	t.Parallel()
	parameters := []string{
		"$x", "String $x", "Optional[String] $x", "Any $x", "Variant[Undef, String] $x", "NotUndef $x", "$x = undef", "String $x = 'a'", "$y = 1, $x", "$x = $y, $y = 1",
		"Array[String] $x", "Sensitive[String] $x",
	}
	values := []string{"", "x: a", "x: ~", "y: a", "z: a"}
	ways := []string{
		"include %s", "contain %s", "require %s", "include ::%s", "class { '%s': }", "class { '%s': x => 'a' }", "class { '%s': y => 'a' }", "class { '%s': x => undef }", "$c = ['%s'] include $c",
		"class { '%s': * => {x => 'a'} }", "create_resources('class', {'%s' => {x => 'a'}})", "['%s'].each |$c| { include $c }", "Class['%s']", "['%s'].include",
		"include lookup('%s::list')", "hiera_include('%s::list')", "lookup('%s::list', Array[String], 'unique').each |$c| { include $c }",
	}
	type class struct{ name, parameter, value, way string }
	var classes []class
	for i, parameter := range parameters {
		for j, value := range values {
			for k, way := range ways {
				if strings.Contains(way, "y =>") && !strings.Contains(parameter, "$y") {
					continue // the class has no such parameter
				}
				classes = append(classes, class{fmt.Sprintf("c%d_%d_%d", i, j, k), parameter, value, way})
			}
		}
	}
	classes = reference.SlowSample(classes)
	tree := map[string]string{}
	var data, site strings.Builder
	for _, c := range classes {
		tree["modules/app/manifests/"+c.name+".pp"] = fmt.Sprintf("class app::%s(%s) { }\n", c.name, c.parameter)
		tree["modules/role/manifests/"+c.name+".pp"] = fmt.Sprintf("class role::%s { %s }\n", c.name, fmt.Sprintf(c.way, "app::"+c.name))
		if strings.Contains(c.way, "::list") {
			fmt.Fprintf(&data, "app::%s::list: ['app::%[1]s']\n", c.name)
		}
		if c.value != "" {
			fmt.Fprintf(&data, "app::%s::%s\n", c.name, c.value)
		}
		fmt.Fprintf(&site, "include role::%s\n", c.name)
	}
	tree["hiera.yaml"], tree["data/common.yaml"], tree["manifests/site.pp"] = "version: 5\n", data.String(), site.String()
	dir := filetree.Write(t, tree)
	found := map[string]string{}
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == binding.MissingRequiredData.Descriptor() {
			_, said, _ := strings.Cut(d.Detail, ": `")
			name, _, _ := strings.Cut(strings.TrimPrefix(d.Key.String(), "app::"), "::")
			found[name] = strings.TrimSuffix(said, "`")
		}
	}
	// With the main manifest, every catalog would fail at its first such class.
	tree["manifests/site.pp"] = ""
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb", filetree.Write(t, tree))
	failures := 0
	for _, c := range classes {
		answer := puppet.Line(t, []byte("role::"+c.name))
		var refusal *string
		if err := json.Unmarshal(answer, &refusal); err != nil {
			t.Fatal(err)
		}
		lacks := refusal != nil && strings.Contains(*refusal, "expects a value for parameter")
		if lacks {
			failures++
		}
		switch {
		case lacks && found[c.name] == "":
			t.Errorf("%+v: nothing reported; Puppet: %s", c, *refusal)
		case lacks && !strings.Contains(*refusal, found[c.name]):
			t.Errorf("%+v: reported %q; Puppet: %s", c, found[c.name], *refusal)
		case !lacks && found[c.name] != "":
			t.Errorf("%+v: reported %q; Puppet does not fail for it: %s", c, found[c.name], answer)
		}
	}
	if failures < len(classes)/10 {
		t.Errorf("Puppet fails in only %d of %d cases", failures, len(classes))
	}
}
