package interpolation_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationUndefinedVariable(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.InterpolationUndefinedVariable, ruletest.Common(`---
right::facts: "%{facts.os.family} %{::facts.os.release.major} %{facts.'os'.name} %{facts}"
right::own: "%{product_name} %{::serial_number}"
right::open: "%{facts.mountpoints./.size} %{facts.networking.interfaces.eth0.ip} %{facts.cloud.region} %{facts.os.windows.product_id}"
right::index: "%{facts.processors.models.0}"
right::top: "%{os.family} %{networking.ip} %{kernel} %{environment} %{::clientcert} %{servername} %{module_name}"
right::site: "%{role} %{::site} %{facts.role} %{facts.my-fact} %{facts.tier.name} %{profile::base::x} %{::apache::params::conf}"
right::site_names: "%{facts.domains} %{facts.ipaddress2} %{facts.hostname_short} %{facts.parts.x} %{facts.network} %{fact} %{trust}"
right::legacy: "%{facts.osfamily} %{osfamily} %{ipaddress_eth0}"
right::trusted: "%{trusted.certname} %{trusted.extensions.pp_role} %{trusted.extensions.my_role} %{trusted.external.x.y} %{trusted}"
right::oid: "%{trusted.extensions.'1.3.6.1.4.1.34380.1.1.13'}"
right::server: "%{server_facts.environment} %{server_facts.serverversion} %{server_facts.whatever}"
right::scope: "%{scope('facts.os.family')} %{scope('role')}"
right::call: "%{lookup('fact.role')}"
right::other: "%{Referer}i %{+YYYY.MM.dd} %{DATA:x}"
right::mistake: "%{facts['nosuch']}"
right::empty: "%{} %{::}"
wrong::fact: "%{fact.role}" # want warning "undefined variable .fact."
wrong::top: "%{::fact.role}" # want warning "undefined variable .fact."
wrong::swapped: "%{facst.os.name}" # want warning "undefined variable .facst."
wrong::capital: "%{Facts.os.name}" # want warning "undefined variable .Facts."
wrong::trusted: "%{truted.certname}" # want warning "undefined variable .truted."
wrong::server: "%{serverfacts.environment}" # want warning "undefined variable .serverfacts."
wrong::scope: "%{scope('fact.role')}" # want warning "undefined variable .fact."
wrong::colons: "%{facts::os::family}" # want warning "separate the parts of a fact with dots"
wrong::colons_top: "%{::trusted::certname}" # want warning "separate the parts of a fact with dots"
wrong::single: "%{profile:base}" # want warning "single colon"
wrong::part: "%{facts.os.famly}" # want warning "fact .os. has no .famly."
wrong::deep: "%{facts.os.release.majr}" # want warning "fact .os.release. has no .majr."
wrong::interface: "%{interfaces.eth0.ip}" # want warning "fact .interfaces. has no subkeys"
wrong::extensions: "%{facts.extensions.pp_role}" # want warning ".extensions. is a part of .trusted., not a fact"
wrong::ip: "%{networking.ipaddress}" # want warning "fact .networking. has no .ipaddress."
wrong::certnam: "%{trusted.certnam}" # want warning "trusted. has no .certnam."
wrong::fqdn: "%{trusted.fqdn}" # want warning "trusted. has no .fqdn."
wrong::extension: "%{trusted.pp_role}" # want warning "trusted. has no .pp_role."
wrong::extension_name: "%{trusted.extensions.pp_rol}" # want warning "unknown extension .pp_rol."
wrong::oid: "%{trusted.extensions.1.3.6.1.4.1.34380.1.1.13}" # want warning "must be quoted"
wrong::server_fact: "%{server_facts.enviroment}" # want warning "server_facts. has no .enviroment."
wrong::nested: "%{facts.trusted.certname}" # want warning "is a variable, not a fact"
wrong::caps: "%{Role}" # want warning "no uppercase letters"
wrong::fact_caps: "%{facts.Role}" # want warning "unknown fact .Role."
wrong::core: "%{facts.networkng.fqdn}" # want warning "unknown fact .networkng."
wrong::legacy: "%{osfamly} and %{facts.hostnme}" # want warning "unknown fact .osfamly." "unknown fact .hostnme."
wrong::escape: "%h %%{HIERA}{Referer}i" # want warning "obsolete escape"
wrong::own_escape: '%%{percent}{Referer}i %%{::x}{y}' # want warning "obsolete escape" warning "obsolete escape"
right::percent: "%%{role} %%{facts.role}{x} %%{kernel}{x} %{role}{x} %%{}{x} %%{literal('')}{x}"
wrong::hiera3: "%{calling_module}" # want warning "version 3"
wrong::clientcert: "%{cliencert} %{client_cert}" # want warning "undefined variable .cliencert."
wrong::agent: "%{agent_specfied_environment}" # want warning "undefined variable .agent_specfied_environment."
wrong::name: "%{::fdqn} %{facts.fqddn} %{fqn}" # want warning "unknown fact .fdqn." warning "unknown fact .fqddn."
"%{fact.root}": keys at the root are not interpolated
`))
}

func TestInterpolationUndefinedVariableOfHierarchy(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, interpolation.InterpolationUndefinedVariable, map[string]map[string]string{
		"misspelled": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Site, path: \"site/%{::location}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{::locatiion}\" # want warning \"`locatiion` is nearly the same as `location`, a variable that the hierarchy uses\"\n" +
				"b: \"%{locations} %{location2} %{location} %{zone} %{allocation}\"\n",
		},
		"in a module": {
			"modules/m/hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Site, path: \"site/%{facts.location}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"modules/m/data/common.yaml": "m::a: \"%{locatiion}\"\n", "modules/m/manifests/init.pp": "class m($a) { }\n",
		},
		"known": {
			"hiera.yaml":                "version: 5\nhierarchy:\n  - {name: Site, path: \"site/%{::location}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml":          "a: \"%{::locaton}\"\n",
			"modules/m/facts.d/own.txt": "locaton=x\n",
		},
	})
}

func TestInterpolationUndefinedVariableFix(t *testing.T) {
	t.Parallel()
	tests := []struct{ token, fixed string }{
		{"%{fact.role}", "%{facts.role}"},
		{"%{ ::fact.role }", "%{ facts.role }"},
		{"%{facts.os.famly}", "%{facts.os.family}"},
		{"%{scope('facts.os.famly')}", "%{scope('facts.os.family')}"},
		{"%{facts::os::family}", "%{facts.os.family}"},
		{"%{trusted.pp_role}", "%{trusted.extensions.pp_role}"},
		{"%{trusted.extensions.1.3.6.1.4}", "%{trusted.extensions.'1.3.6.1.4'}"},
		{"%{facts.trusted.certname}", "%{trusted.certname}"},
		{"%{facts.hostnme}", "%{facts.networking.hostname}"},
		{"%{hostnme}", "%{facts.networking.hostname}"},
		{"%{profile:base}", "%{profile::base}"},
		{"%%{HIERA}{Referer}i", "%{literal('%')}{Referer}i"},
		{"%{server_facts.whatever_environment}", ""},
		{"%{trusted.nothing_like_it}", ""},
	}
	for _, tt := range tests {
		t.Run(tt.token, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: \"x " + tt.token + " y\"\n"})
			var fixed string
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule == interpolation.InterpolationUndefinedVariable.Descriptor() {
					if got := ruletest.Underlined(d); got != strings.TrimSuffix(tt.token, "{Referer}i") {
						t.Errorf("underlines %q", got)
					}
					if len(d.Fixes) == 1 {
						fixed = strings.TrimSuffix(strings.TrimPrefix(ruletest.Apply(d.Fixes[0]), `a: "x `), " y\"\n")
					}
				}
			}
			if fixed != tt.fixed {
				t.Errorf("fixed %q, want %q", fixed, tt.fixed)
			}
		})
	}
}

// TestDefinedNames checks facts and variables that are defined by code in the tree.
func TestDefinedNames(t *testing.T) {
	t.Parallel()
	tree := map[string]string{
		"manifests/site.pp":                "$domain = 'example.com'\nnode default { $hostnam = 'a' }\n",
		"modules/net/manifests/init.pp":    "class net { }\n",
		"modules/net/lib/facter/net.rb":    "Facter.add(:hostnme) { setcode { 'x' } }\nFacter.add('network') { setcode { 'y' } }\n",
		"modules/net/facts.d/osfamly.yaml": "osfamly: Debian\n",
	}
	tree["data/common.yaml"] = "a: \"%{facts.hostnme} %{hostnme} %{osfamly} %{facts.osfamly} %{hostnam}\"\n" +
		"b: \"%{operatingsystm}\" # want warning \"unknown fact .operatingsystm.\"\n" +
		"c: \"%{facts.hostnam}\" # want warning \"unknown fact .hostnam.\"\n"
	ruletest.Run(t, interpolation.InterpolationUndefinedVariable, tree)
	tree["data/common.yaml"] = "a: \"%{domain} %{::domain} %{facts.network} %{network}\"\nb: \"%{fqdn}\" # want warning \"fqdn\"\n"
	ruletest.Run(t, interpolation.LegacyFact, tree)
}

// TestKnownNames checks the settings known_facts and known_variables.
func TestKnownNames(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n",
		"data/common.yaml": `---
a: "%{facts.role} %{role} %{facts.tier} %{facts.Tier} %{Site} %{environment} %{kernel} %{facts.osfamily} %{apache::port} %{title}"
b: "%{facts.rol}"
c: "%{sit}"
`,
	})
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := settings.Default("", settings.Recommended)
	s.KnownFacts, s.KnownVariables = []string{"role", "tier", "Tier"}, []string{"Site"}
	result, err := runner.Run(context.Background(), p, runner.Options{Rules: []*rule.Rule{interpolation.InterpolationUndefinedVariable}, PuppetVersion: 8, Settings: s})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, ruletest.Place(dir, d)+" "+d.Message)
	}
	want := []string{"data/common.yaml:3 no node has the fact `rol`", "data/common.yaml:4 no node has a fact or variable `sit`"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHiera3Variables(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.InterpolationUndefinedVariable, map[string]string{
		"hiera.yaml":            ":backends: [yaml]\n:yaml:\n  :datadir: /etc/puppetlabs/code/environments/%{::environment}/hieradata\n:hierarchy: [common]\n",
		"hieradata/common.yaml": "a: \"%{calling_module}\"\n",
	})
}

// TestVariablesOfTheClassItself checks values of class parameters that interpolate variables of
// classes.
func TestVariablesOfTheClassItself(t *testing.T) {
	t.Parallel()
	const want = " # want warning \"`app::dir` is not set yet when Puppet looks up the parameters of class `app`\"\n"
	tree := func(data, code string) map[string]string {
		return map[string]string{"data/common.yaml": data, "modules/app/manifests/init.pp": "class app($dir = '/srv', $log = '', Hash $all = {}) { " + code + " }\n", "modules/app/manifests/sub.pp": "class app::sub($log) { }\n"}
	}
	ruletest.RunAll(t, interpolation.InterpolationUndefinedVariable, map[string]map[string]string{
		"a parameter":              tree("app::log: \"%{app::dir}/log\""+want, ""),
		"from the top":             tree("app::log: \"%{::app::dir}/log\" # want warning \"`::app::dir` is not set yet\"\n", ""),
		"in a hash":                tree("app::all:\n  log: \"%{app::dir}/log\""+want, ""),
		"with a function":          tree("app::log: \"%{scope('app::dir')}/log\""+want, ""),
		"a class within":           tree("app::sub::log: \"%{app::dir}/log\"\n", ""),
		"not a parameter":          tree("app::other: \"%{app::dir}/log\"\n", "$x = lookup('app::other')"),
		"looked up explicitly too": tree("app::log: \"%{app::dir}/log\"\n", "$x = lookup('app::log')"),
		"an unknown class":         tree("web::log: \"%{web::dir}/log\"\n", ""),
		"another class":            tree("app::log: \"%{web::dir}/log\"\n", ""),
		"a lookup":                 tree("app::log: \"%{lookup('app::dir')}/log\"\napp::dir: /x\n", ""),
	})
}

// TestVariablesOfClasses checks variables with the name of a class in the tree.
func TestVariablesOfClasses(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, interpolation.InterpolationUndefinedVariable, map[string]string{
		"hiera.yaml": "version: 5\n",
		"modules/loggy/manifests/init.pp": "class loggy($user = 'root') {\n  $dir = '/srv'\n  if $facts['x'] { [$a, [$b]] = [1, [2]] }\n  $facts.each |$k, $v| { $inner = 1 }\n" +
			"  define loggy::site { $own = 1 }\n}\n",
		"modules/loggy/manifests/client.pp": "class loggy::client inherits loggy { }\n",
		"modules/loggy/manifests/called.pp": "class loggy::called {\n  loggy_paths()\n}\n",
		"modules/loggy/manifests/plain.pp":  "class loggy::plain {\n  include ntp\n  validate_string($x)\n  fail('x')\n}\n",
		"modules/bad/manifests/init.pp":     "class bad {\n",
		"data/common.yaml": `---
loggy::route: x
right: "%{loggy::user} %{::loggy::dir} %{loggy::a} %{loggy::b} %{loggy::inner} %{loggy::name} %{loggy::module_name}"
right::other: "%{loggy::client::route} %{loggy::server::route} %{ntp::servers} %{bad::x} %{settings::confdir} %{loggy::called::path}"
key: "%{loggy::route}" # want warning "class .loggy. has no variable .route."
slip: "%{::loggy::dri}" # want "class .loggy. has no variable .dri."
other: "%{loggy::own.x}" # want "class .loggy. has no variable .own."
plain: "%{loggy::plain::path}" # want "class .loggy::plain. has no variable .path."
`,
	})
	if want := "write `%{lookup('loggy::route')}` for the value of the key"; found[0].Help != want {
		t.Errorf("help %q, want %q", found[0].Help, want)
	}
}

// TestVariablesWithNamesOfKeys checks variables that may not exist, but have the names of keys in data.
func TestVariablesWithNamesOfKeys(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, interpolation.InterpolationUndefinedVariable, map[string]map[string]string{
		"keys": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, paths: ['%{role}.yaml', common.yaml]}]\n",
			"data/common.yaml": "db::password: x\nb: x\nrole: x\nhostname: x\nenvironment: x\ntier: x\nweb::port: 1\nhash: {c: x}\n" +
				"a: \"%{db::password}\" # want note \"`db::password` is a key in data, and no such variable is known\"\n" +
				"nested: {x: [\"%{::b}\"]} # want note \"`b` is a key\"\nscope: \"%{scope('b')}\" # want note \"`b` is a key\"\n" +
				"right: \"%{role} %{hostname} %{environment} %{tier} %{web::port} %{db::user} %{lookup('b')} %{hash.c} %{right}\"\n",
			"manifests/site.pp": "$tier = 1", "modules/web/manifests/init.pp": "class web($port) {}",
		},
		"keys of a class that is not installed": {
			"data/common.yaml": "db::password: x\na: \"%{db::password}\"\n", "manifests/site.pp": "include db\n", "Puppetfile": "mod 'acme/db', '1.0.0'\n",
		},
		"another spelling of a variable": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, paths: ['%{location}.yaml', common.yaml]}]\n", "data/common.yaml": "locatoin: x\na: \"%{locatoin}\" # want warning \"nearly the same\"\n",
		},
		"a value that must be quoted first": ruletest.Common("b: x\na: %{b}\n"),
	})
}

// TestOldEscapesHaveOneCause checks that reports can combine obsolete escapes, of which there are often many.
func TestOldEscapesHaveOneCause(t *testing.T) {
	t.Parallel()
	causes := map[string]int{}
	for _, d := range ruletest.Run(t, interpolation.InterpolationUndefinedVariable, ruletest.Common("a: \"%%{HIERA}{x}\" # want\nb: \"%%{HIERA}{y}i\" # want\nc: \"%%{}{y}\"\nd: '%%{HIERA}{z}' # want\n")) {
		causes[d.Cause]++
	}
	if len(causes) != 2 || causes[""] > 0 {
		t.Errorf("causes %v: want one for each kind of quotes", causes)
	}
}
