package binding_test

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules/binding"
)

// needing returns a tree whose main manifest includes the class app, which requires a port.
func needing(files map[string]string) map[string]string {
	tree := map[string]string{
		"manifests/site.pp":             "include app\n",
		"modules/app/manifests/init.pp": "class app($port) { }\n",
		"data/common.yaml":              "x: 1\n",
	}
	maps.Copy(tree, files)
	return tree
}

// byRole returns a tree that includes a class by role. Of the roles web and db, web requires the
// port.
func byRole(site string, files map[string]string) map[string]string {
	tree := needing(map[string]string{
		"hiera.yaml": ruletest.RoleLevels, "manifests/site.pp": site + "\n", "data/role/web.yaml": "y: 1\n", "data/role/db.yaml": "y: 1\n",
		"modules/role/manifests/web.pp": "class role::web { include app }\n", "modules/role/manifests/db.pp": "class role::db { }\n",
	})
	maps.Copy(tree, files)
	maps.DeleteFunc(tree, func(_, text string) bool { return text == "" })
	return tree
}

const wanted1 = "class app($port) { } # want error \"`app::port` has no value on every node, and the parameter has no default\"\n"

// lacking returns a tree in which no node has a port for that class.
func lacking(files map[string]string) map[string]string {
	tree := needing(files)
	tree["modules/app/manifests/init.pp"] = wanted1
	return tree
}

// checkRequired runs the rule on trees, as subtests.
func checkRequired(t *testing.T, trees map[string]map[string]string) {
	t.Helper()
	for name, files := range trees {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ruletest.Run(t, binding.MissingRequiredData, files)
		})
	}
}

func TestMissingRequiredData(t *testing.T) {
	t.Parallel()
	checkRequired(t, map[string]map[string]string{
		"on every node":          lacking(nil),
		"no data files":          lacking(map[string]string{"data/common.yaml": "lookup_options: {}\n"}),
		"any type needs a value": needing(map[string]string{"modules/app/manifests/init.pp": "class app(Optional[String] $port) { } # want error \"app::port\"\n"}),
		"several of one class":   needing(map[string]string{"modules/app/manifests/init.pp": "class app(\n  $port, # want \"app::port\"\n  $host, # want \"app::host\"\n  $user = 'me',\n) { }\n"}),
		"through other classes":  lacking(map[string]string{"manifests/site.pp": "include role\n", "modules/role/manifests/init.pp": "class role { contain profile }\n", "modules/profile/manifests/init.pp": "class profile { require app }\n"}),
		"inherited":              lacking(map[string]string{"manifests/site.pp": "include web\n", "modules/web/manifests/init.pp": "class web inherits app { }\n"}),
		"the default of all":     lacking(map[string]string{"manifests/site.pp": "node default { include app }\n"}),
		"a missing directory":    needing(map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Zone, path: \"zone/%{facts.zone}.yaml\"}\n  - {name: Common, path: common.yaml}\n", "modules/app/manifests/init.pp": "class app($port) { } # want warning \"app::port\"\n"}),
		"in a list":              lacking(map[string]string{"manifests/site.pp": "['app', 'stdlib'].include\n"}),
		"another role lacks it": needing(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "app::port: 80\n", "data/role/db.yaml": "y: 1\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `db`\"\n",
		}),
		"one node lacks it": needing(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "manifests/site.pp": "node 'web01' { include app }\nnode default { }\n", "data/role/app.yaml": "y: 1\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on the node `web01`\"\n",
		}),
		"of two nodes one lacks it": needing(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "manifests/site.pp": "node 'web01', 'web02' { include app }\nnode default { }\n", "data/nodes/web01.yaml": "app::port: 80\n", "data/role/app.yaml": "y: 1\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on the node `web02`\"\n",
		}),
		"nodes with files": needing(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "manifests/site.pp": "node /^web/ { include app }\nnode default { }\n", "data/nodes/web01.yaml": "y: 80\n", "data/nodes/db01.yaml": "y: 1\n", "data/role/app.yaml": "y: 1\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on the node `web01`\"\n",
		}),
		"nodes without names": needing(map[string]string{
			"manifests/site.pp": "node /^web/ { include app }\nnode default { }\n", "data/role/app.yaml": "y: 1\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want note \"no value on the nodes that include the class\"\n",
		}),
		"nodes without names, some with a value": needing(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "manifests/site.pp": "node /^web/ { include app }\nnode default { }\n", "data/role/web.yaml": "app::port: 1\n", "data/role/db.yaml": "y: 1\n",
		}),
		"nodes of the default, and others": needing(map[string]string{
			"manifests/site.pp": "node 'web01' { }\nnode default { include app }\n", "data/role/app.yaml": "y: 1\n",
		}),
		"where a class from elsewhere is included": needing(map[string]string{
			"modules/app/checksums.json": "{}", "manifests/site.pp": "include app # want error \"app::port\"\n",
		}),
		"declared with another value": needing(map[string]string{
			"manifests/site.pp": "class { 'app': host => 'x' }\n", "modules/app/manifests/init.pp": "class app($port, $host) { } # want \"app::port\"\n",
		}),
		"declared by an unknown name": lacking(map[string]string{"modules/app/manifests/x.pp": "define app::x { class { $name: } }\n"}),
	})
}

// TestMissingRequiredDataOfRoles checks classes whose name contains the value of a fact.
func TestMissingRequiredDataOfRoles(t *testing.T) {
	t.Parallel()
	checkRequired(t, map[string]map[string]string{
		"by the role": byRole("include \"role::${facts['role']}\"", map[string]string{
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `web`, and\"\n",
		}),
		"by the role if there is one": byRole("node default {\n  $role = $facts['role']\n  if $role { include \"role::${role}\" }\n}", map[string]string{
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `web`, and\"\n",
		}),
		"if it is the role": byRole("if $facts['role'] == 'web' { include app }", map[string]string{
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `web`, and\"\n",
		}),
		"in the case of a role": byRole("case $facts['role'] {\n  'web': { include \"role::${facts['role']}\" }\n  default: { include app }\n}", map[string]string{
			"data/role/web.yaml":            "app::port: 80\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `db`, and\"\n",
		}),
		"if it is another role":            byRole("if $facts['role'] == 'mail' { include app }", nil),
		"if it is a role with the value":   byRole("if $facts['role'] == 'web' { include app }", map[string]string{"data/role/web.yaml": "app::port: 80\n"}),
		"if it is not a role, but a class": byRole("if $facts['role'] == 'web' { include role::db }", map[string]string{"modules/role/manifests/db.pp": "class role::db { if $facts['role'] != 'web' { include app } }\n"}),
		"if it is a role, within one of its classes": byRole("include \"role::${facts['role']}\"", map[string]string{
			"modules/role/manifests/web.pp": "class role::web { if $facts['role'] in ['web', 'x'] { include app } }\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `web`, and\"\n",
		}),
		"by several roles": byRole("include \"role::${facts['role']}\"", map[string]string{
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `db` or `facts.role` = `web`, and\"\n",
			"modules/role/manifests/db.pp":  "class role::db { include app }\n",
		}),
		"by a role with the value":           byRole("include \"role::${facts['role']}\"", map[string]string{"data/role/web.yaml": "app::port: 80\n"}),
		"by a role, for some nodes":          byRole("include \"role::${facts['role']}\"", map[string]string{"data/nodes/web01.yaml": "app::port: 80\n"}),
		"by a role, under another condition": byRole("if $facts['x'] { include \"role::${facts['role']}\" }", nil),
		"by a role without a file":           byRole("include \"role::${facts['role']}\"", map[string]string{"data/role/web.yaml": "", "data/role/mail.yaml": "y: 1\n"}),
		"by a variable without files":        byRole("include \"role::${facts['part']}\"", nil),
		"by a role and something else":       byRole("include \"${facts['x']}::${facts['role']}\"", nil),
		"by a modified role":                 byRole("$role = downcase($facts['role'])\ninclude \"role::${role}\"", nil),
		"by a role, except for one of several nodes": byRole("include \"role::${facts['role']}\"", map[string]string{
			"data/nodes/web01.yaml": "app::port: 80\n", "data/nodes/db01.yaml": "y: 1\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want note \"no value on nodes with `facts.role` = `web` other than `web01`, and\"\n",
		}),
		"by a role, for several nodes": byRole("include \"role::${facts['role']}\"", map[string]string{"data/nodes/web01.yaml": "app::port: 80\n", "data/nodes/web02.yaml": "app::port: 80\n", "data/nodes/db01.yaml": "y: 1\n"}),
	})
}

// TestMissingRequiredDataOfListedClasses checks classes that data lists and code includes.
func TestMissingRequiredDataOfListedClasses(t *testing.T) {
	t.Parallel()
	const unique = "lookup('classes', Array[String], 'unique').include"
	checkRequired(t, map[string]map[string]string{
		"for every node": byRole(unique, map[string]string{"data/common.yaml": "classes:\n  - app # want error \"`app::port` has no value on every node, and the parameter has no default\"\n"}),
		"defined in two manifests": needing(map[string]string{
			"manifests/bootstrap/site.pp": "class site($port) { }\ninclude site\n", "manifests/site.pp": "class site { }\ninclude site\n", "modules/app/manifests/init.pp": "",
		}),
		"for a role": byRole(unique, map[string]string{"data/role/web.yaml": "classes:\n  - app # want error \"`app::port` has no value on nodes with `facts.role` = `web`, and\"\n"}),
		"for a node": byRole("hiera_include('classes')", map[string]string{
			"data/nodes/web01.yaml": "classes:\n  - \"::app\" # want error \"`app::port` has no value on the node `web01`, and\"\n",
		}),
		"for a node and a role": byRole("hiera_include('classes')", map[string]string{
			"data/nodes/web01.yaml": "classes: [app]\n", "data/role/web.yaml": "classes: [app]\n",
			"data/role/db.yaml": "classes: [app] # want error \"on the node `web01` and nodes with `facts.role` = `db` or `facts.role` = `web`, and\"\n",
		}),
		"for a role, with a value for another": byRole(unique, map[string]string{
			"data/role/web.yaml": "classes:\n  - app # want warning \"no value on nodes with `facts.role` = `web`, and\"\n", "data/role/db.yaml": "app::port: 80\n",
		}),
		"with a value for one of two roles": byRole(unique, map[string]string{
			"data/role/db.yaml": "classes:\n  - app\napp::port: 80\n", "data/role/web.yaml": "classes:\n  - app # want warning \"no value on nodes with `facts.role` = `web`, and\"\n",
		}),
		"in a class of a list": byRole(unique, map[string]string{
			"data/role/web.yaml": "classes: [role::web]\n", "modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `web`, and\"\n",
		}),
		"in a subkey": byRole("include lookup('site.classes')", map[string]string{
			"data/role/web.yaml": "site:\n  classes: app # want error \"app::port\"\n",
		}),
		"merged by lookup_options": byRole("$classes = lookup('classes')\ninclude $classes", map[string]string{
			"data/role/web.yaml": "classes: [app] # want error \"with `facts.role` = `web`\"\n", "data/common.yaml": "classes: []\nlookup_options: {classes: {merge: unique}}\n", "data/nodes/web01.yaml": "classes: []\n",
		}),
		"in the parameter of a class": byRole("include role", map[string]string{
			"modules/role/manifests/init.pp": "class role(Array[String] $classes) { include $classes }\n", "data/role/web.yaml": "role::classes:\n- app # want error \"app::port\"\n- stdlib\n",
			"data/role/db.yaml": "role::classes: []\n", "data/common.yaml": "role::classes: []\n",
		}),
		"by a node definition": byRole("node 'web01' { hiera_include('classes') }\nnode default { }", map[string]string{
			"data/nodes/web01.yaml": "classes:\n- app # want error \"on the node `web01`\"\n", "data/nodes/db01.yaml": "classes: [app]\n",
		}),
		"the highest level": byRole("include lookup('classes')", map[string]string{
			"data/nodes/web01.yaml": "classes: [app] # want error \"on the node `web01`\"\n", "data/role/web.yaml": "classes: [app]\n",
		}),

		"with a value":                    byRole(unique, map[string]string{"data/role/web.yaml": "classes: [app]\napp::port: 80\n"}),
		"with a value for all":            byRole(unique, map[string]string{"data/role/web.yaml": "classes: [app]\n", "data/common.yaml": "app::port: 80\n"}),
		"with a value that depends":       byRole(unique, map[string]string{"data/common.yaml": "classes: [app]\n", "data/nodes/web01.yaml": "app::port: 80\n", "data/nodes/web02.yaml": "app::port: 80\n"}),
		"with values from code":           byRole(unique, map[string]string{"data/role/web.yaml": "classes: [app]\n", "modules/role/manifests/web.pp": "class role::web { class { 'app': port => 1 } }\n"}),
		"under a condition":               byRole("if $facts['x'] { "+unique+" }", map[string]string{"data/role/web.yaml": "classes: [app]\n"}),
		"overridden":                      byRole("include lookup('classes')", map[string]string{"data/nodes/web01.yaml": "classes: []\n", "data/role/web.yaml": "classes: [app]\n"}),
		"the first of several lookups":    byRole("include lookup('classes')\n$c = lookup('classes', {merge => unique})", map[string]string{"data/nodes/web01.yaml": "classes: []\n", "data/role/web.yaml": "classes: [app]\n"}),
		"the first by hiera":              byRole("include hiera('classes')", map[string]string{"data/nodes/web01.yaml": "classes: []\nlookup_options: {classes: {merge: unique}}\n", "data/role/web.yaml": "classes: [app]\n"}),
		"without some":                    byRole("include (lookup('classes', {merge => unique}) - ['app'])", map[string]string{"data/role/web.yaml": "classes: [app]\n"}),
		"knocked out":                     byRole("include lookup('classes', {merge => {strategy => deep, knockout_prefix => '--'}})", map[string]string{"data/role/web.yaml": "classes: [app]\n", "data/nodes/web01.yaml": "classes: ['--app']\n"}),
		"with an override":                byRole("include lookup('classes', {merge => unique, override => {classes => []}})", map[string]string{"data/role/web.yaml": "classes: [app]\n"}),
		"in a parameter that code sets":   byRole("class { 'role': classes => [] }", map[string]string{"modules/role/manifests/init.pp": "class role(Array[String] $classes) { include $classes }\n", "data/role/web.yaml": "role::classes: [app]\n"}),
		"in a list that no code includes": byRole("notify { 'x': }", map[string]string{"data/role/web.yaml": "classes: [app]\n"}),
		"in an unreachable file":          byRole(unique, map[string]string{"data/roles/web.yaml": "classes: [app]\n"}),
		"for two values":                  byRole(unique, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: x, path: \"%{facts.role}/%{facts.os.family}.yaml\"}]\n", "data/web/Debian.yaml": "classes: [app]\n"}),
	})
}

// TestMisplacedRequiredData checks that a value that another rule reports as misplaced is not
// reported as missing.
func TestMisplacedRequiredData(t *testing.T) {
	t.Parallel()
	checkRequired(t, map[string]map[string]string{
		"in an unreachable file": needing(map[string]string{"data/common.yml": "app::port: 80\n"}),
		"with a single colon":    needing(ruletest.Common("app:port: 80\n")),
		"with leading colons":    needing(ruletest.Common("::app::port: 80\n")),
		"in other letters":       needing(ruletest.Common("App::Port: 80\n")),
	})
}

// TestRequiredDataGiven checks parameters that have, or may have, a value on every node.
func TestRequiredDataGiven(t *testing.T) {
	t.Parallel()
	checkRequired(t, map[string]map[string]string{
		"in the data":            needing(ruletest.Common("app::port: 80\n")),
		"null is a value":        needing(ruletest.Common("app::port: ~\n")),
		"with a default":         needing(map[string]string{"modules/app/manifests/init.pp": "class app($port = undef) { }\n"}),
		"in data of the module":  needing(map[string]string{"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::port: 80\n"}),
		"in a default_hierarchy": needing(map[string]string{"modules/app/hiera.yaml": "version: 5\nhierarchy: []\ndefault_hierarchy:\n  - {name: Defaults, path: common.yaml}\n", "modules/app/data/common.yaml": "app::port: 80\n"}),
		"for each known operating system": needing(map[string]string{
			"modules/app/hiera.yaml":       "version: 5\nhierarchy:\n  - {name: OS, path: \"%{facts.os.family}.yaml\"}\n",
			"modules/app/data/Debian.yaml": "app::port: 80\n", "modules/app/data/RedHat.yaml": "app::port: 80\n",
		}),
		"on the only role":              needing(map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "app::port: 80\n"}),
		"on some node and on some role": needing(map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "app::port: 80\n", "data/role/db.yaml": "y: 1\n", "data/nodes/db01.yaml": "app::port: 1\n"}),
		"the node may have a role":      needing(map[string]string{"hiera.yaml": ruletest.RoleLevels, "manifests/site.pp": "node 'web01' { include app }\n", "data/role/web.yaml": "app::port: 80\n"}),
	})
}

// TestRequiredDataBySettings checks classes that are included on a condition on a class parameter.
func TestRequiredDataBySettings(t *testing.T) {
	t.Parallel()
	by := func(code, data string, files map[string]string) map[string]string {
		tree := map[string]string{"manifests/site.pp": "include site\n", "modules/site/manifests/init.pp": code + "\n", "data/common.yaml": data + "\n"}
		maps.Copy(tree, files)
		return needing(tree)
	}
	wanted := func(code, data string, files map[string]string) map[string]string {
		tree := by(code, data, files)
		tree["modules/app/manifests/init.pp"] = wanted1
		return tree
	}
	const manage = "class site(Boolean $manage = true) { if $manage { include app } }"
	byRole := map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "site::manage: true\n"}
	checkRequired(t, map[string]map[string]string{
		"by default":                    wanted(manage, "x: 1", nil),
		"in data":                       wanted("class site($mode) { case $mode { 'a', 'b': { include app } default: { } } }", "site::mode: B", nil),
		"in data, not by default":       wanted("class site(Boolean $manage = false) { if $manage { include app } }", "site::manage: true", nil),
		"in data of the module":         wanted("class site(Boolean $manage) { if $manage { include app } }", "site::manage: true", map[string]string{"modules/site/hiera.yaml": "version: 5\n", "modules/site/data/common.yaml": "site::manage: true\n"}),
		"the same on each role":         wanted(manage, "site::manage: true", byRole),
		"the same on some role":         wanted(manage, "x: 1", byRole),
		"several":                       wanted("class site(Boolean $manage = true, $mode = 'x') { if $manage and $mode != 'y' { unless $mode == 'z' { include app } } }", "x: 1", nil),
		"within a class on a condition": wanted(manage, "x: 1", map[string]string{"modules/app/manifests/sub.pp": "class app::sub { }\n", "modules/site/manifests/init.pp": "class site(Boolean $manage = true) { if $manage { include site::sub } }\n", "modules/site/manifests/sub.pp": "class site::sub($on = 'yes') { if $on == 'yes' { contain app } }\n"}),

		"for a role": by("class site($manage = true) { if $facts['role'] == 'web' { if $manage { include app } } }", "x: 1", map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "y: 1\n", "data/role/db.yaml": "y: 1\n",
			"modules/app/manifests/init.pp": "class app($port) { } # want warning \"no value on nodes with `facts.role` = `web`, and\"\n",
		}),
		"a list": by("class site($manage = true, $classes) { if $manage { include $classes } }", "site::classes:\n  - app # want error \"app::port\"", nil),

		"not by default":             by("class site(Boolean $manage = false) { if $manage { include app } }", "x: 1", nil),
		"not in data":                by(manage, "site::manage: false", nil),
		"unless it is":               by("class site($manage = true) { unless $manage { include app } }", "x: 1", nil),
		"not on a role":              by(manage, "site::manage: false", byRole),
		"only on a role":             by("class site(Boolean $manage = false) { if $manage { include app } }", "x: 1", byRole),
		"only on a role, by default": by(manage, "x: 1", map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "site::manage: false\n", "data/role/db.yaml": "x: 1\n"}),
		"by a variable":              by("class site(String $mode = 'x') { if $mode == 'x' { include app } }", "site::mode: \"%{facts.mode}\"", nil),
		"by a computed default":      by("class site($manage = $facts['x']) { if $manage { include app } }", "x: 1", nil),
		"merged":                     by("class site($mode = 'x') { if $mode { include app } }", "site::mode: x\nlookup_options: {site::mode: {merge: unique}}", nil),
		"converted":                  by("class site(Boolean $manage = true) { if $manage != 'false' { include app } }", "site::manage: 'false'\nlookup_options: {site::manage: {convert_to: Boolean}}", nil),
		"set by code":                by(manage, "x: 1", map[string]string{"manifests/site.pp": "include site\nclass { 'site': manage => false }\n"}),
		"set by code with a hash":    by(manage, "x: 1", map[string]string{"modules/other/manifests/x.pp": "define other::x($h) { class { $name: * => $h } }\n"}),
		"set by data of the module":  by(manage, "x: 1", map[string]string{"modules/site/hiera.yaml": "version: 5\n", "modules/site/data/common.yaml": "site::manage: false\n"}),
		"perhaps by code":            by(manage, "x: 1", map[string]string{"modules/site/hiera.yaml": "version: 5\nhierarchy:\n  - {name: Code, data_hash: \"site::data\"}\n"}),
		"with data elsewhere":        by(manage, "x: 1", map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets/site.yaml}\n  - {name: Common, path: common.yaml}\n"}),
		"in a broken file":           by(manage, "x: 1", map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "site::manage: false\n: [\n"}),
		"the parameter of a block":   by("class site($manage = true) { [false].each |$manage| { if $manage { include app } } }", "x: 1", nil),
		"and something else":         by("class site($manage = true) { if $manage and $facts['x'] { include app } }", "x: 1", nil),
		"below other conditions":     by("class site($manage = true) { if $facts['x'] == 'y' { if $facts['z'] == 'y' { if $manage { include app } } } }", "x: 1", nil),
		"below an unknown condition": by("class site($manage = true) { if $x { if $manage { include app } } }", "x: 1", nil),
		"after a return":             by("class site($manage = true) { if $facts['x'] { return() } if $manage { include app } }", "x: 1", nil),
		"in a single module":         {"metadata.json": `{"name": "acme-app"}`, "hiera.yaml": "version: 5\n", "data/common.yaml": "x: 1\n", "manifests/init.pp": "class app($manage = true) { if $manage { include app::sub } }\n", "manifests/sub.pp": "class app::sub($x) { }\n"},
	})
}

// TestClassNotCertain checks classes that are in no catalog, or not certainly.
func TestClassNotCertain(t *testing.T) {
	t.Parallel()
	checkRequired(t, map[string]map[string]string{
		"no node includes it":         needing(map[string]string{"manifests/site.pp": "notify { 'x': }\n"}),
		"included if":                 needing(map[string]string{"manifests/site.pp": "if $facts['x'] { include app }\n"}),
		"included by a case":          needing(map[string]string{"manifests/site.pp": "case $facts['x'] {\n  'y': { include app }\n  default: { }\n}\n"}),
		"after a return":              needing(map[string]string{"manifests/site.pp": "include role\n", "modules/role/manifests/init.pp": "class role {\n  if $facts['x'] { return() }\n  include app\n}\n"}),
		"in a loop":                   needing(map[string]string{"manifests/site.pp": "$facts['x'].each |$y| { include app }\n"}),
		"computed":                    needing(map[string]string{"manifests/site.pp": "include $facts['class']\n"}),
		"in a defined type":           needing(map[string]string{"manifests/site.pp": "notify { 'x': }\n", "modules/app/manifests/x.pp": "define app::x { include app }\n"}),
		"declared with a value":       needing(map[string]string{"manifests/site.pp": "class { 'app': port => 80 }\n"}),
		"declared elsewhere":          needing(map[string]string{"manifests/site.pp": "include role\ninclude app\n", "modules/role/manifests/init.pp": "class role {\n  if $x { class { 'app': port => 80 } }\n}\n"}),
		"declared from a hash":        needing(map[string]string{"manifests/site.pp": "create_resources('class', lookup('classes'))\ninclude app\n"}),
		"declared by a computed name": needing(map[string]string{"manifests/site.pp": "$x = 'a'\nclass { \"${x}pp\": * => {} }\ninclude app\n"}),
		"declared with any values":    needing(map[string]string{"modules/app/manifests/x.pp": "define app::x($h) { class { $name: * => $h } }\n"}),
		"a default of all classes":    needing(map[string]string{"manifests/site.pp": "class {\n  default: port => 80;\n  'app': ;\n}\n"}),
		"an unknown class":            needing(map[string]string{"modules/app/manifests/init.pp": "class other($port) { }\n"}),
		"a manifest of one machine": {
			"data/common.yaml": "x: 1\n", "modules/app/manifests/init.pp": "class app($port) { }\n",
			"manifests/app01.pp": "include app\n", "manifests/db01.pp": "include db\n", "modules/db/manifests/init.pp": "class db { }\n",
		},
		"the default node is one of the others": needing(map[string]string{
			"manifests/site.pp": "node default { include app }\nnode 'web01' { }\n",
		}),
	})
}

// TestRequiredDataUnknown checks that nothing is reported if the value may be in data that is not
// in the tree or is unreadable.
func TestRequiredDataUnknown(t *testing.T) {
	t.Parallel()
	checkRequired(t, map[string]map[string]string{
		"a level outside the tree":           needing(map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n"}),
		"a level by a function":              needing(map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: hiera_vault}\n  - {name: Common, path: common.yaml}\n"}),
		"a function of the module":           needing(map[string]string{"modules/app/hiera.yaml": "version: 5\nhierarchy:\n  - {name: Code, data_hash: app::data}\n", "modules/app/lib/puppet/functions/app/data.rb": "x\n"}),
		"a generated file":                   needing(map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Made, path: made.yaml}\n  - {name: Common, path: common.yaml}\n"}),
		"a rejected hierarchy":               needing(map[string]string{"environment.conf": "modulepath = modules\n", "hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy: [common]\n"}),
		"a rejected hierarchy of the module": needing(map[string]string{"modules/app/hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy: [common]\n"}),
		"a broken file":                      needing(map[string]string{"data/common.yaml": "a: %{x}\n"}),
	})
}

func TestMissingRequiredDataPlace(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, binding.MissingRequiredData, lacking(nil))
	if got := ruletest.Underlined(found[0]); got != "$port" {
		t.Errorf("underlined %q", got)
	}
	if found[0].Key.String() != "app::port" || len(found[0].Related) != 1 || found[0].Related[0].Message != "the class is included here" {
		t.Errorf("%+v", found[0])
	}
	found = ruletest.Run(t, binding.MissingRequiredData, needing(map[string]string{"modules/app/checksums.json": "{}", "manifests/site.pp": "include app # want \"app::port\"\n"}))
	if got := ruletest.Underlined(found[0]); got != "app" {
		t.Errorf("underlined %q", got)
	}
}

// TestMissingRequiredDataInModule checks module repositories.
func TestMissingRequiredDataInModule(t *testing.T) {
	t.Parallel()
	module := func(files map[string]string) map[string]string {
		tree := map[string]string{
			"metadata.json":     `{"name": "acme-app", "version": "1.0.0", "author": "acme", "license": "MIT", "summary": "x", "source": "x", "dependencies": []}`,
			"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: OS, path: \"os/%{facts.os.name}.yaml\"}\n  - {name: Family, path: \"family/%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"manifests/init.pp": "class app { contain app::install }\n", "manifests/install.pp": "class app::install(Boolean $repo) { }\n",
			"data/os/Ubuntu.yaml": "app::install::repo: true\n", "data/os/Debian.yaml": "app::x: 1\n", "data/common.yaml": "app::x: 1\n",
		}
		maps.Copy(tree, files)
		return tree
	}
	ruletest.RunAll(t, binding.MissingRequiredData, map[string]map[string]string{
		"for one system of two": module(map[string]string{
			"manifests/install.pp": "class app::install(Boolean $repo) { } # want warning \"no value on nodes with `facts.os.name` = `Debian`, and\"\n",
		}),
		"for a family": module(map[string]string{
			"data/family/RedHat.yaml": "app::x: 2\n", "data/family/Debian.yaml": "app::install::repo: true\n", "data/os/Debian.yaml": "", "data/os/Ubuntu.yaml": "app::x: 3\n",
			"manifests/install.pp": "class app::install(Boolean $repo) { } # want warning \"no value on nodes with `facts.os.family` = `RedHat`, and\"\n",
		}),
		"for all":                       module(map[string]string{"data/common.yaml": "app::install::repo: false\n"}),
		"for each system":               module(map[string]string{"data/os/Debian.yaml": "app::install::repo: false\n"}),
		"for each through its family":   module(map[string]string{"data/family/Debian.yaml": "app::install::repo: false\n"}),
		"for no system":                 module(map[string]string{"data/os/Ubuntu.yaml": "app::x: 1\n"}),
		"included under a condition":    module(map[string]string{"manifests/init.pp": "class app { if $facts['x'] { contain app::install } }\n"}),
		"never included":                module(map[string]string{"manifests/init.pp": "class app { }\n"}),
		"declared with a value":         module(map[string]string{"manifests/init.pp": "class app { class { 'app::install': repo => true } }\n"}),
		"a parameter of the main class": module(map[string]string{"manifests/init.pp": "class app(Boolean $y) { }\n", "data/os/Ubuntu.yaml": "app::y: true\n"}),
	})
}

// TestMissingRequiredDataOnRealNodes checks nodes with facts.
func TestMissingRequiredDataOnRealNodes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		site  string
		files map[string]string
		want  []string
	}{
		"on all": {"include app\n", nil, []string{"error all 3 nodes"}},
		"on some": {
			"include app\n", map[string]string{"data/role/web.yaml": "app::port: 80\n"}, []string{"error db01"},
		},
		"on one that needs it": {
			"node 'web01' { include app }\nnode default { }\n", nil, []string{"error web01"},
		},
		"by a pattern": {
			"node /^web/ { include app }\nnode default { }\n", nil, []string{"error 2 nodes (web01, web02)"},
		},
		"by the role": {
			"include \"role::${facts['role']}\"\n", map[string]string{"data/nodes/web01.yaml": "app::port: 80\n", "modules/role/manifests/web.pp": "class role::web { include app }\n"},
			[]string{"error web02"},
		},
		"no node needs it": {
			"node /^web/ { include app }\nnode default { }\n", map[string]string{"data/role/web.yaml": "app::port: 80\n"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := needing(map[string]string{"manifests/site.pp": tt.site, "hiera.yaml": ruletest.RoleLevels, "data/role/db.yaml": "y: 1\n"})
			maps.Copy(files, tt.files)
			dir := filetree.Write(t, files)
			p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
			if err != nil {
				t.Fatal(err)
			}
			result, err := runner.Run(context.Background(), p, runner.Options{
				Rules: []*rule.Rule{binding.MissingRequiredData}, PuppetVersion: 8,
				Nodes: realNodes(t, map[string]string{"web01": "web", "web02": "web", "db01": "db"}),
			})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range result.Diagnostics {
				_, text, _ := strings.Cut(d.Message, " has no value on ")
				got = append(got, d.Severity.String()+" "+strings.TrimSuffix(text, ", and the parameter has no default"))
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("reported %q, want %q", got, tt.want)
			}
		})
	}
}

// realNodes returns nodes with the given roles.
func realNodes(t *testing.T, roles map[string]string) []*facts.Node {
	t.Helper()
	dir := t.TempDir()
	for name, role := range roles {
		text, err := json.Marshal(map[string]any{"certname": name, "facts": map[string]any{"role": role}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nodes, err := facts.Read(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	return nodes
}

// TestMissingRequiredDataWithoutHierarchy checks that nothing is reported in control repos whose
// data is kept elsewhere.
func TestMissingRequiredDataWithoutHierarchy(t *testing.T) {
	t.Parallel()
	files := needing(map[string]string{
		"environment.conf": "modulepath = modules\n", "modules/x/hiera.yaml": "version: 5\n", "modules/x/data/common.yaml": "x::y: 1\n",
	})
	delete(files, "data/common.yaml")
	for _, d := range ruletest.Check(t, filetree.Write(t, files)) {
		if d.Rule == binding.MissingRequiredData.Descriptor() {
			t.Errorf("reported: %s", d.Message)
		}
	}
}
