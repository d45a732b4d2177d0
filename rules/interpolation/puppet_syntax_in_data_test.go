package interpolation_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestPuppetSyntaxInData(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.PuppetSyntaxInData, map[string]string{
		"hiera.yaml": `---
version: 5
hierarchy:
  - name: One
    path: "nodes/${trusted['certname']}.yaml" # want warning "Puppet language"
  - name: Two
    paths: ["%{facts.os.family}.yaml", "role/${role}.yaml"] # want warning "Puppet language"
  - name: Three
    datadir: "$::environment/data" # want warning "Puppet language"
    path: common.yaml
  - name: Bare
    datadir: "/etc/code/$environment/data" # want warning ".environment. is Puppet language syntax"
    paths: ["$codedir/x$5/$.yaml", "nodes/$facts['role'].yaml"] # want ".codedir" ".facts"
  - name: Malformed
    paths:
      - "nodes/{%::fqdn}.yaml" # want "no .%.. before the variable in .{%::fqdn}"
      - "%{facts.os.family}/{role}.yaml" # want "{role}"
      - "nodes/% {facts.role}.yaml" # want "% {facts.role}"
      - "nodes/#{role}.yaml" # want "#{role}"
      - "nodes/%(role)/%[trusted.certname].yaml" # want "%.role." "%.trusted.certname."
      - "nodes/%role}.yaml" # want "%role}"
      - "%facts.role.yaml" # want "no .%.. before the variable in .%facts.role."
      - "%{facts.os.family}/%role/%::site.json" # want "%role." "%::site."
      - "nodes/$facts.role.yaml" # want ".facts.role. is"
      - "nodes/%{$facts.role}/%{$::role}.yaml" # hiera-config-invalid reports these
      - "nodes/%{trusted.certname}}.yaml" # want "extra .}. after .%{trusted.certname}"
      - "%%{facts.role}/100%/%{literal('%')}a/%20.yaml"
      - "nodes/{{ role }}/%{facts.os.family}%{role}/<%= x %>/%{::site}.yaml"
  - name: Braces
    globs: ["{nodes,role}/%{facts.role}/{a}.yaml", "nodes/{::fqdn}.yaml"] # want "{::fqdn}"
  - name: Four
    lookup_key: site::data
    options: {key: "${role}"}
`,
		"data/common.yaml": `---
right::hiera: "%{facts.role} %{::fqdn} %{lookup('key')}"
site_name: Books
site_hosts: [a]
wrong::key_of_file: "${site_name} is up" # want warning ".{site_name}. is Puppet language syntax"
right::key_of_file: "${site_hosts} ${site_other}"
right::script_of_file: |
  echo ${site_name}
right::shell: "${HOME}/bin:${PATH} ${hostname} ${fqdn} ${ipaddress} ${distro_codename} ${environment} ${array[name]} ${array['name']} ${x:-y} ${x::3} ${x::len} ${role} ${#x} ${facts}"
right::dollars: "$5 $x $$ ^a$ $(date) $facts $1"
right::colons: ["std::${x} y", "a:${b}", "::${x}", "A::${b}"]
wrong::classes:
  - role::${hostname} # want "hostname"
  - "::profile::${::role}::server" # want "role"
right::tcl: "puts $::argv ${ns::x}"
right::java: "${env:HOME} ${sys:x} ${spring.application.name} ${os.name} ${os.arch} ${networking}"
right::prometheus: "{{ $labels.instance }}"
right::epp: "<%= $facts['os']['family'] %> <%= ${::fqdn} %>"
right::manifest: "file { '/x': owner => $facts['id'] }"
right::php: "<?php echo $facts['x'];"
right::command: "puppet apply -e 'notice($facts[\"os\"])'"
right::script: |
  #!/bin/bash
  echo ${::x} $::hostname ${a::b::c} ${facts[role]} ${osfamily} ${networking['ip']}
wrong::facts: "/srv/${facts['role']}" # want warning "Puppet language"
wrong::core: "${networking.interfaces.eth0.ip} ${os.family} ${::os['release']['major']} ${networking['ip']}" # want "networking.interfaces" "os.family" "major" "ip"
wrong::quotes: '${facts["os"]["family"]}' # want warning "Puppet language"
wrong::dots: "${facts.os.family} ${trusted.certname}" # want warning "Puppet language" "Puppet language"
wrong::bare: "$facts['os']['family']/$trusted['certname']" # want warning "Puppet language" "Puppet language"
wrong::top: "${::fqdn} ${::site} ${::facts['os']}" # want "Puppet language" "Puppet language" "Puppet language"
wrong::top_bare: "$::fqdn $::environment" # want "Puppet language" "Puppet language"
wrong::class: "${profile::web::base}" # want "Puppet language"
wrong::unquoted: "a ${facts[role]} b ${::facts[os]['family']} ${facts['dns'][0]} $facts[role]" # want "Puppet language" "Puppet language" "Puppet language" "Puppet language"
wrong::legacy: "${osfamily}/${operatingsystemmajrelease} ${ipaddress_eth0}" # want "Puppet language" "Puppet language" "Puppet language"
wrong::trusted: "${trusted['extensions']['pp_role']}" # want "Puppet language"
wrong::call: "${lookup('a::b')} ${hiera('c')}" # want "Puppet language" "Puppet language"
wrong::lines: "a {hiera('a::b')}\n{lookup('c')} ${hiera('d')}" # want "no percent sign before .{hiera.'a::b'" "Puppet language"
wrong::unquoted: "${hiera(a::b)} ${lookup(c)}" # want "hiera.a::b.}. is Puppet language"
wrong::key:
  "${facts['role']}": x # want "Puppet language"
wrong::lines: |
  first
  ${facts['role']} # want "Puppet language"
wrong::plain: a ${facts['role']} # want "Puppet language"
wrong::hash: {$ipaddress_eth1} # want warning ".{.ipaddress_eth1}. is a hash, not a variable"
wrong::hashes: [{$::site}, { $profile::x }] # want "::site" "profile::x"
right::hash: {$x: 1}
right::hash_of_strings: {'$x'}
right::hash_of_several: {$x, $y}
right::calls: "%{lookup('key')} %{ alias( 'key' ) } x lookup('key') {hiera(key)} {{lookup}} {% hiera %}"
right::text: "see lookup('key')"
right::other: ["my_lookup('key')", "lookup()", "lookup('key', 'other')", "scope('x')"]
right::code: |
  f = {lookup('key')}
wrong::whole: hiera('a::b') # want "hiera.'a::b'.. is Puppet language syntax"
wrong::double: 'lookup("a::b")' # want "Puppet language"
wrong::alias: "alias('a::b')" # want "Puppet language"
wrong::ruby: "x #{hiera('a::b')}" # want ".#. instead of a percent sign before .{hiera"
wrong::percent: "https://{hiera('a::b')}/{lookup(\"c\")}" # want "no percent sign before .{hiera" "no percent sign before .{lookup"
wrong::swapped: "x{%::fqdn}-{%facts.os.family}y" # want "no .%.. before the variable in .{%::fqdn}" "{%facts.os.family}"
right::jinja: "{% facts.x %} {%if} {%- ::x -%}"
wrong::mixed: "%{lookup('a::b')}-{literal('%')}" # want "no percent sign"
wrong::sigils: "http://{::ipaddress_eth0}:80/{facts.os.family}" # want "no percent sign before .{::ipaddress_eth0" "no percent sign before .{facts.os.family"
wrong::server: "{server_facts.servername}" # want "no percent sign before .{server_facts.servername"
wrong::braces: "%hiera('a::b')} %lookup('a') %(trusted.hostname},%(lookup('a')}" # want "no .{. before .hiera" "lookup" "trusted.hostname" "lookup"
right::braces: ["%(name)s", "%hiera", "100%(x)", "%{hiera('a')}", "%%{lookup('a')}", "%(x.y)"]
wrong::alias_call: "${alias('a::b')}" # want "Puppet language"
right::sigils: "%{literal('%')}{::x} {{facts.x}} {::1} \\{::x} {role} {facts}"
wrong::double_braces: "{{ profile::web::port }}:{{facts.os.family}}:{{ lookup('app::port') }}:{{ trusted.certname }}" # want "profile::web::port" "facts.os.family" "lookup..app::port" "trusted.certname"
right::double_braces: "{{ port }} {{ lookup('env') }} {{ lookup('env', 'HOME') }} {{ facts.x }} {{ trusted.x }} {{ .Values.x }} {{ A::B }} {{{ a::b }}} {{ a::b | c }}"
wrong::attribute:
  app:
    ensure => '1.3' # want "ensure =>. is Puppet language syntax"
wrong::attributes:
  - ensure => present # want "ensure"
  - user: a => b # want "a =>"
right::version: = 1.2
right::condition: >
  => 1
right::attribute: ["'a' => 1", "x => 1", '=> 1', a=b]
right::attribute2: a = > b
right::attribute3: |
  ensure => present
wrong::relationships:
  require: Package['ntp'] # want "the title in .Package.'ntp'.. includes the quotes"
  notify: ['Service["ntpd"]', "Apt::Source['a b']", 'Service[ntpd]'] # want "Service" "Apt::Source"
right::relationships:
  require: ["Package[ntp]", "package['ntp']", "Package['a', 'b']", "Package['a'] Package['b']"]
  command: Dir['x']
wrong::key2:
  "{lookup('a')}": x # want "no percent sign"
`,
	})
}

func TestPuppetSyntaxInDataFix(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, fixed string }{
		{"a: \"x ${facts['os']['family']} y\"\n", "a: \"x %{facts.os.family} y\"\n"},
		{"a: hiera('b')\n", "a: \"%{hiera('b')}\"\n"},
		{"a: \"x ${hiera(b::c)}\"\n", "a: \"x %{hiera('b::c')}\"\n"},
		{"a: \"x %${hiera('b')}\"\n", "a: \"x %{hiera('b')}\"\n"},
		{"a: \"100%${hiera('b')}\"\n", "a: \"100%%{hiera('b')}\"\n"},
		{"a: 'hiera(\"b\")'\n", ""},
		{"a: \"x {lookup('b')} y\"\n", "a: \"x %{lookup('b')} y\"\n"},
		{"a: \"#{lookup('b')}\"\n", "a: \"%{lookup('b')}\"\n"},
		{"a: x {lookup('b')}\n", "a: x %{lookup('b')}\n"},
		{"a: \"%hiera('b')} y\"\n", "a: \"%{hiera('b')} y\"\n"},
		{"a: \"%(facts.role}\"\n", "a: \"%{facts.role}\"\n"},
		{"a: \"{{ facts.os.family }}\"\n", "a: \"%{facts.os.family}\"\n"},
		{"a: \"x {{ lookup('b::c') }}\"\n", "a: \"x %{lookup('b::c')}\"\n"},
		{"a: '{{ lookup(\"b::c\") }}'\n", ""},
		{"a: \"{{ b::c }}\"\n", ""},
		{"a: \"${alias('b')}\"\n", "a: \"%{alias('b')}\"\n"},
		{"a: \"${::fqdn}\"\n", "a: \"%{facts.networking.fqdn}\"\n"},
		{"a: \"$::site ${::site}\"\n", "a: \"$::site %{::site}\"\n"},
		{"a: \"x ${facts[os][family]} y\"\n", "a: \"x %{facts.os.family} y\"\n"},
		{"a: \"${facts['my-fact'][0]}\"\n", "a: \"%{facts.my-fact.0}\"\n"},
		{"a: \"${osfamily}\"\n", "a: \"%{facts.os.family}\"\n"},
		{"a: \"${networking.interfaces.eth0.ip}\"\n", "a: \"%{facts.networking.interfaces.eth0.ip}\"\n"},
		{"a: \"${::os['release']['major']}\"\n", "a: \"%{facts.os.release.major}\"\n"},
		{"a: \"${::kernel}\"\n", "a: \"%{facts.kernel}\"\n"},
		{"a: \"${::environment}\"\n", "a: \"%{::environment}\"\n"},
		{"a: \"${trusted['extensions']['pp_role']}\"\n", "a: \"%{trusted.extensions.pp_role}\"\n"},
		{"a: \"${trusted.certname}\"\n", "a: \"%{trusted.certname}\"\n"},
		{"a: \"${lookup('k')}\"\n", "a: \"%{lookup('k')}\"\n"},
		{"a: \"${profile::web::base}\"\n", "a: \"%{profile::web::base}\"\n"},
		{"a: |\n  ${facts['role']}\n", "a: |\n  %{facts.role}\n"},
		{"a: ${facts['role']}\n", ""},
		{"a: \"${book_shop}\"\nbook_shop: b\n", "a: \"%{lookup('book_shop')}\"\nbook_shop: b\n"},
		{"a: 'x ${book_shop}'\nbook_shop: b\n", "a: 'x %{lookup(\"book_shop\")}'\nbook_shop: b\n"},
		{"a: '${lookup(\"k\")}'\n", ""},
		{"a:\n  ensure => '1.3'\n", "a:\n  ensure: '1.3'\n"},
		{"a:\n- ensure=>present,\n", "a:\n- ensure: present\n"},
		{"a: ensure => present\n", ""},
		{"a:\n  ensure => a\n  user => b\n", ""},
		{"a: [ensure => a]\n", ""},
		{"a:\n  require: \"Package['ntp']\"\n", "a:\n  require: \"Package[ntp]\"\n"},
		{"a: {require: 'Package[\"ntp\"]'}\n", "a: {require: 'Package[ntp]'}\n"},
		{"a: \"x{::site}y\"\n", "a: \"x%{::site}y\"\n"},
		{"a: \"x{%::site}y\"\n", "a: \"x%{::site}y\"\n"},
	}
	for _, tt := range tests {
		t.Run(strings.TrimSpace(tt.text), func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": tt.text})
			var fixed string
			found := 0
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule != interpolation.PuppetSyntaxInData.Descriptor() {
					continue
				}
				if found++; len(d.Fixes) == 1 {
					fixed = ruletest.Apply(d.Fixes[0])
				}
			}
			if found != 1 || fixed != tt.fixed {
				t.Errorf("%d findings, fixed %q, want %q", found, fixed, tt.fixed)
			}
		})
	}
}
