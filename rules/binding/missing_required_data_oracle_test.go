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

// TestSettingsInPuppet checks that a class that is included on a condition on a class parameter is only reported if Puppet includes
// it, and is reported in most of these cases.
func TestSettingsInPuppet(t *testing.T) {
	t.Parallel()
	parameters := []string{"Boolean $on = true", "Boolean $on = false", "Boolean $on", "String $on = 'web'", "$on = 'false'", "$on = undef", "Optional[String] $on = \"x\"", "$on = $facts['x']"}
	values := []string{"", "on: true", "on: false", "on: web", "on: Web", "on: 'true'", "on: ~", "on: '%{x}'", "on: [web]"}
	conditions := []string{
		"if $on { %s }", "unless $on { %s }", "if !$on { } else { %s }", "if $on == true { %s }", "if false == $on { %s }", "if $on != 'web' { %s }", "if $on in ['web', true] { %s }",
		"if $on and $on != 'x' { %s }", "if $on or $on == false { %s }", "if !($on and $on == 'web') { %s }", "case $on { true, 'x': { %s } default: { } }",
		"case $on { 'web', /^f/: { } true: { } default: { %s } }", "if $on == 'web' { } elsif $on { %s }", "if $on { unless $on == 'x' { %s } }", "if $on =~ String { %s }",
		"['a'].each |$on| { if $on == 'a' { %s } }", "if $on { return() } %s", "if $facts['y'] { if $on { %s } }", "$y = $on ? { true => 1, default => 2 } if $y == 1 { %s }",
	}
	tree := map[string]string{}
	var names []string
	var data, site strings.Builder
	for i, parameter := range parameters {
		for j, value := range values {
			for k, condition := range conditions {
				name := fmt.Sprintf("c%d_%d_%d", i, j, k)
				names = append(names, name)
				tree["modules/app/manifests/"+name+".pp"] = fmt.Sprintf("class app::%s($x) { }\n", name)
				tree["modules/role/manifests/"+name+".pp"] = fmt.Sprintf("class role::%s(%s) { %s }\n", name, parameter, fmt.Sprintf(condition, "include app::"+name))
				if value != "" {
					fmt.Fprintf(&data, "role::%s::%s\n", name, value)
				}
				fmt.Fprintf(&site, "include role::%s\n", name)
			}
		}
	}
	tree["hiera.yaml"], tree["data/common.yaml"], tree["manifests/site.pp"] = "version: 5\n", data.String(), site.String()
	found := map[string]bool{}
	for _, d := range ruletest.Check(t, filetree.Write(t, tree)) {
		if name, isApp := strings.CutPrefix(d.Key.String(), "app::"); isApp && d.Rule == binding.MissingRequiredData.Descriptor() {
			found[strings.TrimSuffix(name, "::x")] = true
		}
	}
	tree["manifests/site.pp"] = ""
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb", filetree.Write(t, tree))
	failures, reported := 0, 0
	for _, name := range reference.SlowSample(names) {
		answer := string(puppet.Line(t, []byte("role::"+name)))
		fails := strings.Contains(answer, "Class[App::") && strings.Contains(answer, "expects a value for parameter")
		switch {
		case found[name] && !fails:
			t.Errorf("%s: reported; Puppet: %s", tree["modules/role/manifests/"+name+".pp"], answer)
		case found[name]:
			reported++
		}
		if fails {
			failures++
		}
	}
	if reported < failures/3 {
		t.Errorf("reported %d of %d failures", reported, failures)
	}
}
