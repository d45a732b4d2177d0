package rules_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/rules"
)

// TestMissingRequiredDataInPuppet compares what the rule says of classes that need values, brought to the catalog in many ways,
// with what Puppet says when it compiles a catalog with each.
func TestMissingRequiredDataInPuppet(t *testing.T) {
	parameters := []string{
		"$x", "String $x", "Optional[String] $x", "Any $x", "Variant[Undef, String] $x", "NotUndef $x", "$x = undef", "String $x = 'a'", "$y = 1, $x", "$x = $y, $y = 1",
		"Array[String] $x", "Sensitive[String] $x",
	}
	values := []string{"", "x: a", "x: ~", "y: a", "z: a"}
	ways := []string{
		"include %s", "contain %s", "require %s", "include ::%s", "class { '%s': }", "class { '%s': x => 'a' }", "class { '%s': y => 'a' }", "class { '%s': x => undef }", "$c = ['%s'] include $c",
		"class { '%s': * => {x => 'a'} }", "create_resources('class', {'%s' => {x => 'a'}})", "['%s'].each |$c| { include $c }", "Class['%s']", "['%s'].include",
	}
	tree := map[string]string{}
	var data, site strings.Builder
	what := map[string]string{}
	var names []string
	for i, parameter := range parameters {
		for j, value := range values {
			for k, way := range ways {
				name := fmt.Sprintf("c%d_%d_%d", i, j, k)
				if strings.Contains(way, "y =>") && !strings.Contains(parameter, "$y") {
					continue // there is no such parameter
				}
				names = append(names, name)
				what[name] = fmt.Sprintf("(%s), %q, %s", parameter, value, way)
				tree["modules/app/manifests/"+name+".pp"] = fmt.Sprintf("class app::%s(%s) { }\n", name, parameter)
				tree["modules/role/manifests/"+name+".pp"] = fmt.Sprintf("class role::%s { %s }\n", name, fmt.Sprintf(way, "app::"+name))
				if value != "" {
					fmt.Fprintf(&data, "app::%s::%s\n", name, value)
				}
				fmt.Fprintf(&site, "include role::%s\n", name)
			}
		}
	}
	tree["hiera.yaml"], tree["data/common.yaml"], tree["manifests/site.pp"] = "version: 5\n", data.String(), site.String()
	dir := filetree.Write(t, tree)
	found := map[string]string{}
	for _, d := range check(t, dir) {
		if d.Rule == rules.MissingRequiredData.Descriptor() {
			_, said, _ := strings.Cut(d.Detail, ": `")
			name, _, _ := strings.Cut(strings.TrimPrefix(d.Key, "app::"), "::")
			found[name] = strings.TrimSuffix(said, "`")
		}
	}
	// The main manifest would fail at the first of them.
	tree["manifests/site.pp"] = ""
	classes := oracle.StartRuby(t, "testdata/parameters.rb", filetree.Write(t, tree))
	failures := 0
	for _, name := range names {
		answer := classes.Line(t, []byte("role::"+name))
		var puppet *string
		if err := json.Unmarshal(answer, &puppet); err != nil {
			t.Fatal(err)
		}
		lacks := puppet != nil && strings.Contains(*puppet, "expects a value for parameter")
		if lacks {
			failures++
		}
		switch {
		case lacks && found[name] == "":
			t.Errorf("%s: nothing reported; Puppet: %s", what[name], *puppet)
		case lacks && !strings.Contains(*puppet, found[name]):
			t.Errorf("%s: reported %q; Puppet: %s", what[name], found[name], *puppet)
		case !lacks && found[name] != "":
			t.Errorf("%s: reported %q; Puppet does not say so: %s", what[name], found[name], answer)
		}
	}
	if failures < len(names)/10 {
		t.Errorf("Puppet fails in %d of %d cases only", failures, len(names))
	}
}
