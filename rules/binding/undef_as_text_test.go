package binding_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestUndefAsText(t *testing.T) {
	t.Parallel()
	tests := map[string]map[string]string{
		"a string":                 ruletest.Typed("Optional[String] $x", "app::x: undef # want warning \"`undef` is a string here\"\n"),
		"nil":                      ruletest.Typed("Optional[String] $x", "app::x: nil # want warning \"`nil`\"\n"),
		"with a colon":             ruletest.Typed("Optional[String] $x", "app::x: ':undef' # want warning \":undef\"\n"),
		"refused":                  ruletest.Typed("Optional[Integer] $x", "app::x: 'undef' # want error \"undef\"\n"),
		"no type":                  ruletest.Typed("$x = undef", "app::x: undef # want \"undef\"\n"),
		"any value":                ruletest.Typed("Any $x = ''", "app::x: 'undef'\n"),
		"any value, unquoted":      ruletest.Typed("Any $x = ''", "app::x: undef # want warning \"undef\"\n"),
		"no type, another default": ruletest.Typed("$x = ''", "app::x: 'undef'\n"),
		"a String":                 ruletest.Typed("String $x", "app::x: undef # want warning \"undef\"\n"),
		"a quoted String":          ruletest.Typed("String $x", "app::x: 'undef'\n"),
		"listed":                   ruletest.Typed("Pattern[/^(undef|x)$/] $x", "app::x: undef\n"),
		"the class accepts it":     ruletest.Typed("$x = 'undef'", "app::x: undef\n"),
		"a permitted value":        ruletest.Typed("Optional[Enum['undef', 'a']] $x = undef", "app::x: undef\n"),
		"another string":           ruletest.Typed("Optional[String] $x", "app::x: nothing\n"),
		"no class parameter":       {"data/common.yaml": "app::x: undef # want note \"undef\"\n"},
		"the symbol":               ruletest.Typed("Optional[String] $x", "app::x: :undef # want note \"symbol\"\n"),
		"another symbol":           ruletest.Typed("Optional[String] $x", "app::x: :nil\n"),
		"in an array":              ruletest.Typed("Array $x", "app::x: [a, undef] # want warning \"undef\"\n"),
		"nil inside a value":       ruletest.Typed("Hash $x", "app::x: {a: nil} # want note \"nil\"\n"),
		"quoted inside a value":    ruletest.Typed("Hash $x", "app::x: {a: 'undef', undef: 1}\n"),
		"options":                  ruletest.Typed("Hash $x", "lookup_options: {app::x: {merge: undef}}\n"),
		"an unreachable file":      {"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.yaml}]\n", "data/b.yaml": "app::x: {a: undef}\n"},
		"a file that a function reads": {
			"hiera.yaml":                                   "version: 5\nhierarchy:\n  - {name: Common, lookup_key: 'app::tree', path: common}\n",
			"data/common.yaml":                             "app::x: undef # want warning \"undef\"\napp::y: 'undef'\n",
			"modules/app/manifests/init.pp":                "class app(Optional[String] $x, String $y) { }\n",
			"modules/app/lib/puppet/functions/app/tree.rb": "Puppet::Functions.create_function(:'app::tree') do\n  def tree(key, options, context)\n    context.interpolate(YAML.safe_load(File.read(\"#{options['path']}.yaml\"))[key])\n  end\nend\n",
		},
		"the module accepts it": {
			"data/common.yaml": "app::x: undef # want note \"undef\"\napp::y: {a: undef} # want note \"undef\"\n", "modules/app/manifests/init.pp": "class app(String $x, Hash $y) { }\n",
			"modules/app/templates/a.erb": "<% if @x != 'undef' %>a<% end %>\n",
		},
		"code that looks it up accepts it": {"data/common.yaml": "x: undef\n", "manifests/site.pp": "$x = lookup('x')\nif $x == 'undef' { }\n"},
		"on one role":                      {"hiera.yaml": ruletest.RoleLevels, "modules/app/manifests/init.pp": "class app(Optional[String] $x) { }\n", "data/role/web.yaml": "app::x: undef # want \"undef\"\n", "data/common.yaml": "app::x: a\n"},
		"inside of a value":                ruletest.Typed("Optional[Hash] $x", "app::x: {a: undef} # want warning \"undef\"\n"),
	}
	ruletest.RunAll(t, binding.UndefAsText, tests)
	found := ruletest.Run(t, binding.UndefAsText, ruletest.Typed("Optional[String] $x", "app::x: 'undef' # want \"undef\"\n"))
	if got, want := ruletest.Apply(found[0].Fixes[0]), "app::x: ~\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
	found = ruletest.Run(t, binding.UndefAsText, ruletest.Typed("String $x", "app::x: undef # want \"undef\"\n"))
	if d := found[0]; len(d.Fixes) > 0 || d.Help != "write the value that is meant: the parameter has no default, and its type `String` does not accept `~`" {
		t.Errorf("a parameter that needs a value: fixes %v, help %q", d.Fixes, d.Help)
	}
	found = ruletest.Run(t, binding.UndefAsText, ruletest.Typed("String $x = 'a'", "app::x: undef # want \"undef\"\n"))
	if d := found[0]; len(d.Fixes) != 1 {
		t.Errorf("a parameter with a default: fixes %v", d.Fixes)
	}
}
