package rules_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
)

func TestInterpolationUndefinedVariable(t *testing.T) {
	run(t, rules.InterpolationUndefinedVariable, common(`---
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
wrong::fact: "%{fact.role}" # want warning "no variable .fact."
wrong::top: "%{::fact.role}" # want warning "no variable .fact."
wrong::swapped: "%{facst.os.name}" # want warning "no variable .facst."
wrong::capital: "%{Facts.os.name}" # want warning "no variable .Facts."
wrong::trusted: "%{truted.certname}" # want warning "no variable .truted."
wrong::server: "%{serverfacts.environment}" # want warning "no variable .serverfacts."
wrong::scope: "%{scope('fact.role')}" # want warning "no variable .fact."
wrong::colons: "%{facts::os::family}" # want warning "parts of a fact are joined by dots"
wrong::colons_top: "%{::trusted::certname}" # want warning "parts of a fact are joined by dots"
wrong::single: "%{profile:base}" # want warning "single colon"
wrong::part: "%{facts.os.famly}" # want warning "fact .os. has no .famly."
wrong::deep: "%{facts.os.release.majr}" # want warning "fact .os.release. has no .majr."
wrong::ip: "%{networking.ipaddress}" # want warning "fact .networking. has no .ipaddress."
wrong::certnam: "%{trusted.certnam}" # want warning "trusted. has no .certnam."
wrong::fqdn: "%{trusted.fqdn}" # want warning "trusted. has no .fqdn."
wrong::extension: "%{trusted.pp_role}" # want warning "trusted. has no .pp_role."
wrong::extension_name: "%{trusted.extensions.pp_rol}" # want warning "no extension .pp_rol."
wrong::oid: "%{trusted.extensions.1.3.6.1.4.1.34380.1.1.13}" # want warning "in quotes"
wrong::server_fact: "%{server_facts.enviroment}" # want warning "server_facts. has no .enviroment."
wrong::nested: "%{facts.trusted.certname}" # want warning "variable of its own"
wrong::caps: "%{Role}" # want warning "no capital letters"
wrong::fact_caps: "%{facts.Role}" # want warning "no fact .Role."
wrong::core: "%{facts.networkng.fqdn}" # want warning "no fact .networkng."
wrong::legacy: "%{osfamly} and %{facts.hostnme}" # want warning "no fact .osfamly." "no fact .hostnme."
wrong::escape: "%h %%{HIERA}{Referer}i" # want warning "old escape"
wrong::own_escape: '%%{percent}{Referer}i %%{::x}{y}' # want warning "old escape" warning "old escape"
right::percent: "%%{role} %%{facts.role}{x} %%{kernel}{x} %{role}{x} %%{}{x} %%{literal('')}{x}"
wrong::hiera3: "%{calling_module}" # want warning "version 3"
"%{fact.root}": keys at the root are not interpolated
`))
}

func TestInterpolationUndefinedVariableFix(t *testing.T) {
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
			for _, d := range check(t, dir) {
				if d.Rule == rules.InterpolationUndefinedVariable.Descriptor() {
					if got := underlined(d); got != strings.TrimSuffix(tt.token, "{Referer}i") {
						t.Errorf("underlines %q", got)
					}
					if len(d.Fixes) == 1 {
						fixed = strings.TrimSuffix(strings.TrimPrefix(apply(d.Fixes[0]), `a: "x `), " y\"\n")
					}
				}
			}
			if fixed != tt.fixed {
				t.Errorf("fixed %q, want %q", fixed, tt.fixed)
			}
		})
	}
}

// TestDefinedNames is about facts and variables that the code in the tree defines.
func TestDefinedNames(t *testing.T) {
	tree := map[string]string{
		"manifests/site.pp":                "$domain = 'example.com'\nnode default { $hostnam = 'a' }\n",
		"modules/net/manifests/init.pp":    "class net { }\n",
		"modules/net/lib/facter/net.rb":    "Facter.add(:hostnme) { setcode { 'x' } }\nFacter.add('network') { setcode { 'y' } }\n",
		"modules/net/facts.d/osfamly.yaml": "osfamly: Debian\n",
	}
	tree["data/common.yaml"] = "a: \"%{facts.hostnme} %{hostnme} %{osfamly} %{facts.osfamly} %{hostnam}\"\n" +
		"b: \"%{operatingsystm}\" # want warning \"no fact .operatingsystm.\"\n" +
		"c: \"%{facts.hostnam}\" # want warning \"no fact .hostnam.\"\n"
	run(t, rules.InterpolationUndefinedVariable, tree)
	tree["data/common.yaml"] = "a: \"%{domain} %{::domain} %{facts.network} %{network}\"\nb: \"%{fqdn}\" # want warning \"fqdn\"\n"
	run(t, rules.LegacyFact, tree)
}

// TestKnownNames is about a site that says which facts and variables there are.
func TestKnownNames(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n",
		"data/common.yaml": `---
a: "%{facts.role} %{role} %{facts.tier} %{facts.Tier} %{Site} %{environment} %{kernel} %{facts.osfamily} %{apache::port} %{title}"
b: "%{facts.rol}"
c: "%{sit}"
`,
	})
	p, err := project.Load(context.Background(), []string{dir}, project.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := settings.Default("", settings.Recommended)
	s.KnownFacts, s.KnownVariables = []string{"role", "tier", "Tier"}, []string{"Site"}
	result, err := runner.Run(context.Background(), p, runner.Options{Rules: []*rule.Rule{rules.InterpolationUndefinedVariable}, PuppetVersion: 8, Settings: s})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, place(dir, d)+" "+d.Message)
	}
	want := []string{"data/common.yaml:3 no node has the fact `rol`", "data/common.yaml:4 no node has a fact or variable `sit`"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHiera3Variables(t *testing.T) {
	run(t, rules.InterpolationUndefinedVariable, map[string]string{
		"hiera.yaml":            ":backends: [yaml]\n:yaml:\n  :datadir: /etc/puppetlabs/code/environments/%{::environment}/hieradata\n:hierarchy: [common]\n",
		"hieradata/common.yaml": "a: \"%{calling_module}\"\n",
	})
}

func TestInterpolationAccidental(t *testing.T) {
	run(t, rules.InterpolationAccidental, common(`---
right::variables: "%{facts.os.family} %{role} %{::site} %{environment}s %{facts.my-fact} %{my-fact} %{hostname}i"
right::dotted: "%{networking.ip}p %{remote.ip}p %{profile::base::x}t"
right::calls: "%{lookup('a')}i %{literal('%')}{Referer}i"
right::other_formats: "%h %l %u %t %{environment}i %s"
right::top_scope: "%{::_role} %{::_site.name} %{::role}i"
right::unknown_capitals: "%{Role} %{ROLE}"
right::plain: "%(asctime)s 100% {x} %%{ %{}"
right::mistake: "%{$x} %{facts['os']} %{lookup(x)}"
right::quoted: "%{'my fact'}"
apache::format: '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"' # want warning "log format" "log format"
apache::short: "%{Referer}i" # want warning "log format"
apache::cookie: "%h %{sessionid}C" # want warning "log format"
apache::time: "%{%Y-%m-%d}t %{ms}T %D" # want warning "log format" "log format"
apache::trailer: "%{X-Trailer}^to" # want warning "log format"
apache::lower: "%{x-request-id}o %{user-agent}i" # want warning "log format" "log format"
rewrite::condition: "%{HTTP_HOST} %{REQUEST_URI} %{HTTPS} %{SSL:SSL_PROTOCOL} %{ENV:HOME}" # want "mod_rewrite" "mod_rewrite" "mod_rewrite" "mod_rewrite" "mod_rewrite"
varnish::format: "%{VCL_Log:key}x" # want "Varnish"
haproxy::format: "%{+Q}o %t" # want "HAProxy"
logstash::index: "logstash-%{type}-%{+YYYY.MM.dd}" # want "Logstash" "Logstash"
logstash::field: "%{[@metadata][beat]} %{@timestamp} %{[agent.version]}" # want "Logstash" "Logstash" "Logstash"
logstash::grok:
  - "%{IP:client} %{WORD:method} %{NUMBER:bytes:int} %{GREEDYDATA}" # want "Logstash" "Logstash" "Logstash" "Logstash"
  - "%{COMBINEDAPACHELOG}" # want "Logstash"
logstash::dissect: "%{?skip} %{+ts} %{ts->}" # want "RPM" "Logstash" "Logstash"
rpm::macros: "%{_libdir} %{?dist} %{!?x}" # want "RPM" "RPM" "RPM"
rpm::query: "rpm -qa --qf '%{NAME}-%{version}\n'" # want "RPM" "RPM"
curl::format: "curl -w '%{http_code} %{time_total}'" # want "curl" "curl"
other::text: "%{some text} %{a|b}" # want "something else" "something else"
lookup_options:
  a: {convert_to: ["%{IP:x}"]} # want "Logstash"
`))
}

func TestInterpolationAccidentalFix(t *testing.T) {
	tests := []struct {
		name, text, fixed string
		safe              bool
	}{
		{"double quotes", "a: \"%h %{Referer}i\"\n", "a: \"%h %{literal('%')}{Referer}i\"\n", true},
		{"single quotes", "a: '%h %{Referer}i'\n", "a: '%h %{literal(\"%\")}{Referer}i'\n", true},
		{"no quotes", "a: x %{Referer}i\n", "a: x %{literal('%')}{Referer}i\n", false},
		{"block", "a: |\n  %h %{Referer}i\n", "a: |\n  %h %{literal('%')}{Referer}i\n", true},
		{"escape sequence", "a: \"\\x25{+YYYY}\"\n", "a: \"%{literal('%')}{+YYYY}\"\n", true},
		{"cannot be parsed", "a: %{+YYYY}\n", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": tt.text})
			var fixed string
			var safe bool
			for _, d := range check(t, dir) {
				if d.Rule == rules.InterpolationAccidental.Descriptor() && len(d.Fixes) == 1 {
					fixed, safe = apply(d.Fixes[0]), d.Fixes[0].Safe
				}
			}
			if fixed != tt.fixed || safe != tt.safe {
				t.Errorf("fixed %q (safe: %t), want %q (%t)", fixed, safe, tt.fixed, tt.safe)
			}
		})
	}
}

// TestInterpolationAccidentalElsewhere is about files that Hiera does not read.
func TestInterpolationAccidentalElsewhere(t *testing.T) {
	run(t, rules.InterpolationAccidental, map[string]string{
		"data/common.yaml":         "a: 1\n",
		"data/logstash/index.yaml": "index: \"%{+YYYY.MM.dd}\"\n",
	})
}

func TestLegacyFact(t *testing.T) {
	run(t, rules.LegacyFact, map[string]string{
		"hiera.yaml": `---
version: 5
defaults:
  datadir: "data/%{::operatingsystem}" # want warning "operatingsystem"
  data_hash: yaml_data
hierarchy:
  - name: One
    paths:
      - "%{facts.os.family}.yaml"
      - "%{::osfamily}/%{hostname}.yaml" # want warning "osfamily" "hostname"
  - name: Two
    glob: "%{facts.fqdn}/*.yaml" # want warning "fqdn"
  - name: Three
    mapped_paths: [interfaces, hostname, "if/%{hostname}/%{::domain}.yaml"] # want note "interfaces" warning "domain"
  - name: Four
    lookup_key: site::data
    options:
      host: "%{clientcert}"
      deep: ["%{lsbdistcodename}"] # want warning "lsbdistcodename"
`,
		"data/common.yaml": `---
right::structured: "%{facts.os.family} %{os.name} %{networking.fqdn} %{trusted.hostname}"
right::plain: "%{kernel} %{timezone} %{virtual} %{facts.is_virtual} %{clientcert} %{facts.path}"
right::site: "%{role} %{facts.role} %{network_zone2} %{profile::fqdn} %{x.fqdn} %{facts.x.fqdn} %{fqdn.x}"
right::other: "%{hostname} %{lookup('fqdn')}"
`,
	})
	run(t, rules.LegacyFact, common(`---
wrong::bare: "%{osfamily}" # want warning "osfamily"
wrong::top: "%{::fqdn}" # want warning "fqdn"
wrong::facts: "%{facts.ipaddress}" # want warning "ipaddress"
wrong::pattern: "%{facts.ipaddress_eth0} %{macaddress_bond0}" # want warning "ipaddress_eth0" "macaddress_bond0"
wrong::scope: "%{scope('hostname')}" # want warning "hostname"
wrong::memory: "%{memorysize_mb}" # want warning "memorysize_mb"
wrong::word: "%{network}" # want note "network"
wrong::word_top: "%{::network} %{facts.id}" # want warning "network" "id"
wrong::list: [{"%{domain}": "%{architecture}"}] # want warning "domain" "architecture"
`))
}

func TestLegacyFactFix(t *testing.T) {
	tests := []struct {
		token, fixed string
		safe         bool
	}{
		{"%{osfamily}", "%{facts.os.family}", true},
		{"%{::osfamily}", "%{facts.os.family}", true},
		{"%{facts.osfamily}", "%{facts.os.family}", true},
		{"%{ facts.osfamily }", "%{ facts.os.family }", true},
		{"%{::facts.osfamily}", "%{::facts.os.family}", true},
		{"%{'osfamily'}", "%{facts.os.family}", true},
		{"%{scope('osfamily')}", "%{scope('facts.os.family')}", true},
		{"%{ipaddress_eth0}", "%{facts.networking.interfaces.eth0.ip}", true},
		{"%{lsbdistcodename}", "%{facts.os.distro.codename}", false},
		{"%{network}", "%{facts.networking.network}", false},
		{"%{interfaces}", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.token, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: \"x " + tt.token + " y\"\n"})
			var fixed string
			var safe bool
			for _, d := range check(t, dir) {
				if d.Rule == rules.LegacyFact.Descriptor() && len(d.Fixes) == 1 {
					fixed, safe = strings.TrimSuffix(strings.TrimPrefix(apply(d.Fixes[0]), `a: "x `), " y\"\n"), d.Fixes[0].Safe
				}
			}
			if fixed != tt.fixed || safe != tt.safe {
				t.Errorf("fixed %q (safe: %t), want %q (%t)", fixed, safe, tt.fixed, tt.safe)
			}
		})
	}
}
