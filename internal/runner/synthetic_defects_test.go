package runner_test

import (
	"fmt"
	"strings"
)

// unread are the rules that report what follows where data, or options for it, are not read any more.
var unread = []string{"missing-required-data", "value-type-mismatch", "interpolation-missing-key"}

// defects are the ways to break a repo, in the order of the rules that find them. In texts KEY stands for a key that is
// new, and `<-` behind a line for a finding on it.
var defects = []defect{
	{rule: "yaml-syntax-error", plant: planted(
		"KEY:\n    a: 1\n  b: 2 <-\n", "KEY:\n\ta: 1 <-\n", "KEY: a: b <-\n", "KEY: 'it's' <-\n", "KEY: @home <-\n", "KEY: `date` <-\n", "KEY: [a, b]] <-\n",
		"KEY: *nothing <-\n", "KEY: \"C:\\Scripts\" <-\n", "KEY:\n  - a\n  b: 1 <-\n", "KEY: x\n  y: 1 <-\n")},
	{rule: "yaml-duplicate-key", plant: planted("KEY: 1\nKEY: 2 <-\n", "KEY:\n  a: 1\n  b: 2\n  a: 3 <-\n", "KEY: {a: 1, b: 2, a: 3} <-\n", "KEY:\n  - name: x\n    port: 1\n    name: y <-\n", "\"KEY\": 1\nKEY: 2 <-\n")},
	{rule: "yaml-duplicate-key", plant: plantDuplicateOfData},
	{rule: "data-file-not-a-hash", plant: rewrite("- a <-\n- b\n", "app::port:8080 <-\n", "just a text <-\n", "42 <-\n")},
	{rule: "empty-data-file", plant: rewrite("# nothing yet <-\n", "--- <-\n", "\n<-\n", "--- <-\n# a: 1\n")},
	{rule: "encoding", plant: planted("KEY: Caf\xe9 <-\n", "# Caf\xe9 <-\nKEY: 1\n", "KEY: \"a\x01b\" <-\n")},
	{rule: "encoding", plant: plantCarriageReturns},
	{rule: "yaml-multiple-documents", plant: planted("--- <-\nKEY: 1\n", "...\n--- <-\nKEY: 1\n")},
	{rule: "yaml-date-value", plant: planted("KEY: 2024-01-02 <-\n", "KEY: 2024-01-02 10:00:00 <-\n", "KEY:\n  since: 2024-12-31 <-\n", "KEY: [2024-01-02] <-\n", "KEY:\n  2024-01-02: holiday <-\n")},
	{rule: "yaml-unsupported-tag", plant: planted("KEY: !ruby/regexp /a/ <-\n", "KEY: :latest <-\n", "KEY: ::1 <-\n", "KEY: [a, !ruby/sym b] <-\n", "KEY:\n  - a\n  - :b <-\n", "KEY: !ruby/object:Object {} <-\n", "KEY: !ruby/sym x <-\n")},
	{rule: "yaml-implicit-boolean", plant: planted("KEY: [se, no, de] <-\n", "KEY:\n  PermitRootLogin: No <-\n  UsePAM: 'yes'\n", "KEY:\n  - name: a\n    language: NO <-\n")},
	{rule: "yaml-implicit-number", plant: planted("KEY: 0644 <-\n", "KEY: 22:30 <-\n", "KEY: 1.10 <-\n", "KEY: 80,443 <-\n", "KEY:\n  mode: 0755 <-\n", "KEY: [0022] <-\n", "KEY: 0o644 <-\n")},
	{rule: "hash-key-not-string", plant: planted("KEY:\n  on: push <-\n", "KEY:\n  ~: x <-\n", "KEY:\n  a:\n    true: 1 <-\n", "KEY: {no: 1} <-\n", "KEY:\n  - yes: 1 <-\n")},

	{rule: "interpolation-unquoted", plant: planted("KEY: %{facts.os.family} <-\n", "KEY: [%{facts.os.family}] <-\n", "KEY:\n  - %{lookup('x')} <-\n", "KEY: {a: %{facts.kernel}} <-\n", "KEY: a-%{facts.os.family} <-\n")},
	{rule: "alias-not-whole-value", plant: planted("KEY: \"/srv/%{alias('KEY_b')}\" <-\nKEY_b: 1\n", "KEY_b: x\nKEY: \"%{alias('KEY_b')} \" <-\n", "KEY_b: x\nKEY: |\n  %{alias('KEY_b')} <-\n", "KEY_b: x\nKEY: [\"%{alias('KEY_b')}%{facts.kernel}\"] <-\n")},
	{rule: "literal-argument", plant: planted("KEY: \"%{literal('%{x}')}\" <-\n", "KEY: \"%{literal(%)}{x}\" <-\n", "KEY: \"%{literal('')}\" <-\n", "KEY: \"%{literal('hello')}\" <-\n", "KEY: \"%{literal('%%')}\" <-\n")},
	{rule: "interpolation-syntax", plant: planted("KEY: \"a-%{facts.os.family\" <-\n", "KEY: \"%{lookup('x)}\" <-\n", "KEY: \"%{facts['os']['family']}\" <-\n", "KEY: \"%{lookup('KEY_b'):80}\" <-\nKEY_b: 1\n", "KEY: \"%{lookup('KEY_b', 'x')}\" <-\nKEY_b: 1\n", "KEY: \"%{lookup('a::%{facts.kernel}')}\" <-\n")},
	{rule: "interpolation-unknown-function", plant: planted("KEY_b: x\nKEY: \"%{lookups('KEY_b')}\" <-\n", "KEY: \"%{fact('os')}\" <-\n", "KEY: \"%{Lookup('KEY_b')}\" <-\nKEY_b: x\n", "KEY:\n  a: [\"%{include('x')}\"] <-\n")},
	{rule: "interpolation-unquoted-argument", plant: planted("KEY_b: x\nKEY: \"%{lookup(KEY_b)}\" <-\n", "KEY_b: x\nKEY: \"%{alias(KEY_b)}\" <-\n", "KEY_b: x\nKEY: \"%{hiera(KEY_b)}\" <-\n")},
	{rule: "interpolation-undefined-variable", plant: planted("KEY: \"%{fact.os.family}\" <-\n", "KEY: \"%{facts.os.famly}\" <-\n", "KEY: \"x %{trusted.certnam}\" <-\n", "KEY: \"%{trusted.pp_role}\" <-\n", "KEY: \"%{facts::os::family}\" <-\n", "KEY: \"%{facts.networking.hostnam}\" <-\n", "KEY: \"%{calling_module}\" <-\n", "KEY: \"%{Facts.os.family}\" <-\n", "KEY: \"%{scope('facts.os.nam')}\" <-\n", "KEY:\n  a:\n    - \"%{facts.kernal}\" <-\n", "KEY: \"%{facts.os.release.mayor}\" <-\n", "KEY: \"%{trusted.extension.pp_role}\" <-\n")},
	{rule: "interpolation-missing-key", plant: planted("KEY_host: a\nKEY: \"%{lookup('KEY_hots')}\" <-\n", "KEY_host: a\nKEY: \"%{alias('KEY_hosst')}\" <-\n", "KEY_host: {a: 1}\nKEY: \"%{lookup('KEY_host.b')}\" <-\n", "KEY_host: [a]\nKEY: \"x%{hiera('KEY_host.3')}\" <-\n", "KEY_host: a\nKEY:\n  x:\n    - \"%{lookup('KEY_hst')}\" <-\n")},
	{rule: "interpolation-missing-key", plant: plantMissingPlain},
	{rule: "interpolation-missing-key", plant: acrossWhere("KEY_some: x\n", "KEY: \"%{lookup('KEY_some')}\" <-\n", hasSibling)},
	{rule: "interpolation-missing-key", plant: acrossWhere("KEY_some: {a: 1}\n", "KEY:\n  deep:\n    url: \"http://%{lookup('KEY_some.a')}\" <-\n", hasSibling)},
	{rule: "legacy-fact", plant: planted("KEY: \"%{::osfamily}\" <-\n", "KEY: \"%{facts.fqdn}\" <-\n", "KEY: \"%{ipaddress_eth0}\" <-\n", "KEY: \"%{hostname}\" <-\n", "KEY: \"x-%{operatingsystemmajrelease}\" <-\n", "KEY: \"%{scope('::fqdn')}\" <-\n")},
	{rule: "legacy-fact", plant: plantLevel("os/%{::osfamily}.yaml", "legacy/%{facts.operatingsystem}.yaml", "%{::hostname}.yaml")},
	{rule: "interpolation-accidental", plant: planted("KEY: '%h \"%{Referer}i\" \"%{User-Agent}i\"' <-\n", "KEY: 'logstash-%{+YYYY.MM.dd}' <-\n", "KEY: '%{HTTP_HOST}' <-\n", "KEY: '%{[host][name]}' <-\n", "KEY: '%{DATA:x} %{IP:client}' <-\n", "KEY: \"%{X-Request-Id}o\" <-\n", "KEY: '%{?dist}' <-\n")},
	{rule: "interpolation-stringifies-structure", plant: planted("KEY_list: [a, b]\nKEY: \"x %{lookup('KEY_list')}\" <-\n", "KEY_hash: {a: 1}\nKEY: \"%{lookup('KEY_hash')}\" <-\n", "KEY_hash: {a: {b: 1}}\nKEY:\n  x: \"%{hiera('KEY_hash.a')}\" <-\n")},
	{rule: "interpolation-cycle", plant: planted("KEY: \"%{lookup('KEY')}\" <-\n", "KEY: \"%{alias('KEY_b')}\" <-\nKEY_b: \"x%{lookup('KEY')}\" <-\n", "KEY: \"%{lookup('KEY_b')}\" <-\nKEY_b: {x: \"%{lookup('KEY_c')}\"} <-\nKEY_c: [\"%{hiera('KEY')}\"] <-\n")},
	{rule: "interpolation-cycle", plant: across("KEY: \"%{lookup('KEY_b')}\" <-\n", "KEY: fine\nKEY_b: \"%{lookup('KEY')}\" <-\n")},
	{rule: "puppet-syntax-in-data", plant: planted("KEY: \"/srv/${facts['os']['family']}\" <-\n", "KEY: \"${::osfamily}\" <-\n", "KEY: \"x $facts['kernel'] y\" <-\n", "KEY: \"${trusted['certname']}\" <-\n", "KEY: \"$::fqdn\" <-\n")},

	{rule: "lookup-options-outside-module", plant: inModule(func(d *damage, _ *hierarchy, name string) (string, string) {
		return "", pick(d.r, "other::planted: {merge: unique} <-", "'^.*::planted$': {merge: unique} <-", "planted: {merge: hash} <-", "'^"+name+"(::x|y)': {merge: hash} <-")
	})},
	{rule: "lookup-options-pattern-not-anchored", plant: options("'KEY.*': {merge: unique}", "'/^KEY/': {merge: unique}", "'.*planted_\\d+$': {merge: unique}", "'(KEY|x)': {merge: unique}")},
	{rule: "lookup-options-bad-pattern", plant: options("'^KEY(a|b': {merge: unique}", "'^KEY[a-': {merge: unique}", "'^KEY(?P<x>a)': {merge: unique}", "'^KEY**[': {merge: unique}")},
	{rule: "lookup-options-reserved", plant: options("KEY: deep", "KEY: [merge]", "KEY: true")},
	{rule: "lookup-options-reserved", plant: planted("KEY: \"%{lookup('lookup_options')}\" <-\n", "KEY: \"%{alias('lookup_options.x')}\" <-\n", "KEY:\n  lookup_options: {x: {merge: hash}} <-\n")},
	{rule: "lookup-options-bad-convert", plant: options("KEY: {convert_to: Integr} WITH 1", "KEY: {convert_to: integer} WITH 1", "KEY: {convert_to: 'Array['}", "KEY: {convert_to: [Sensitive, true]}", "KEY: {convert_to: 3} WITH 1", "KEY: {convert_to: 'Integer[a]'} WITH 1")},
	{rule: "lookup-options-unknown-option", plant: options("KEY: {merge: deep, knockout_prefix: '--'}", "KEY: {mergee: unique}", "KEY: {merge: unique, convert: Array}", "KEY: {strategy: deep}", "KEY: {merge: deep, sort_merged_arrays: true}", "KEY: {convert-to: Integer} WITH 1")},
	{rule: "lookup-options-bad-merge", plant: options("KEY: {merge: deeep}", "KEY: {merge: {knockout_prefix: '--'}}", "KEY: {merge: {strategy: unique, knockout_prefix: '--'}}", "KEY: {merge: {strategy: deep, knockout: '--'}}", "KEY: {merge: Hash}", "KEY: {merge: true}", "KEY: {merge: [deep]}", "KEY: {merge: {strategy: deep, merge_hash_arrays: 'yes'}}", "KEY: {merge: {strategy: dep}}")},
	{rule: "lookup-options-merge-conflict", plant: across("KEY: [a] <-\n", "OPTIONS KEY: {merge: hash}\nKEY: {b: 1}\n")},
	{rule: "lookup-options-merge-conflict", plant: across("KEY: text <-\n", "OPTIONS KEY: {merge: hash}\nKEY:\n  b: 1\n")},
	{rule: "lookup-options-merge-conflict", plant: across("KEY: [a]\n", "OPTIONS '^KEY$': {merge: unique}\nKEY: {b: 1} <-\n")},
	{rule: "lookup-options-merge-conflict", plant: across("KEY: off-limits <-\n", "OPTIONS KEY: {merge: {strategy: deep}}\nKEY: {b: {c: 1}}\n")},
	{rule: "missing-merge-behavior", plant: across("KEY: <-\n  carol: {uid: 3}\n", "KEY:\n  alice: {uid: 1}\n  bob: {uid: 2}\n")},
	{rule: "missing-merge-behavior", plant: across("KEY: [a, c] <-\n", "KEY: [a, b]\n")},
	{rule: "missing-merge-behavior", plant: across("KEY: {workers: 3} <-\n", "KEY: {workers: 2, listen: 80}\n")},
	{rule: "lookup-options-unmatched", plant: func(d *damage) {
		if d.hierarchy == nil {
			return
		}
		if path, line := d.addOptions(pick(d.r, "nowhere::to_be_found: {merge: unique}", "'^nowhere::.*list$': {merge: unique}", "nowhere: {convert_to: Integer}")); path != "" {
			d.want(path, line)
		}
	}},
	{rule: "knockout-without-option", plant: across("KEY:\n  - --b <-\n  - c\n", "OPTIONS KEY: {merge: unique}\nKEY: [a, b]\n")},
	{rule: "knockout-without-option", plant: across("KEY: [c, '--b'] <-\n", "OPTIONS KEY: {merge: deep}\nKEY: [a, b]\n")},
	{rule: "knockout-without-option", plant: across("KEY:\n  --b: {} <-\n", "OPTIONS KEY: {merge: {strategy: deep, knockout_prefix: '--'}}\nKEY: {a: {x: 1}, b: {x: 1}}\n")},
	{rule: "type-differs-between-levels", plant: across("KEY: proxy.example.com <-\n", "KEY: {host: proxy, port: 1}\n")},
	{rule: "type-differs-between-levels", plant: across("KEY: [a, b] <-\n", "KEY: {host: proxy, port: 1}\n")},
	{rule: "type-differs-between-levels", plant: across("KEY: one.example.com <-\n", "KEY: [two.example.com, three.example.com]\n")},

	{rule: "hiera-config-invalid", plant: func(d *damage) {
		switch d.r.IntN(6) {
		case 0:
			d.edit(d.config(), `version: 5`, pick(d.r, "version: '5'", "version: 6", "version: five"))
		case 1:
			d.edit(d.config(), `( +)(path|glob): `, pick(d.r, "${1}pth: ", "${1}file: "))
		case 2:
			d.edit(d.config(), `hierarchy:`, "hierarchies:")
		case 3:
			d.edit(d.config(), `( *)- name: .*`, "$1- name: Twice\n$1  path: a.yaml\n$1- name: Twice")
			d.wants[0].lines = append(d.wants[0].lines, d.wants[0].lines[0]+2)
		case 4:
			d.edit(d.config(), `( +)path: (.*)`, "${1}path: $2\n${1}glob: '*.yaml'")
			d.wants = withLines(d.wants, 3)
		default:
			d.edit(d.config(), `hierarchy:\n( *)-`, "hierarchy:\n$1- path: unnamed.yaml\n$1-")
			d.wants = withLines(d.wants, 2)
		}
	}},
	{rule: "hiera-config-v3-in-environment", plant: func(d *damage) {
		if len(d.classes) == 0 {
			return // data alone may be that of the global layer, where the version is allowed
		}
		if d.r.IntN(2) == 0 {
			d.edit(d.config(), `version: 5`, "version: 3")
			return
		}
		d.tree[d.config()] = ":backends: [yaml]\n:yaml:\n  :datadir: " + d.hierarchies[0].datadir + "\n:hierarchy: [common]\n"
		d.want(d.config(), 1)
	}, leadsTo: unread},
	{rule: "hierarchy-path-undefined-variable", plant: plantLevel("role/%{fact.role}.yaml", "os/%{facts.os.famly}.yaml", "x/%{trusted.certnam}.yaml", "y/%{trusted.pp_role}.yaml", "os/%{facts.os.name}-%{facts.os.release.mayor}.yaml")},
	{rule: "hierarchy-missing-extension", plant: func(d *damage) {
		d.edit(d.config(), `path: ("?'?)([a-z]+)\.(yaml|yml|json)`, "path: $1$2")
	}, leadsTo: unread},
	{rule: "hierarchy-missing-extension", plant: func(d *damage) {
		d.edit(d.config(), `path: ("|')([^'"]*[}])\.(yaml|yml|json|eyaml)`, "path: $1$2")
	}, leadsTo: unread},
	{rule: "hierarchy-datadir-missing", plant: func(d *damage) {
		if !d.edit(d.config(), `(?m)datadir: (\S*)a$`, "datadir: ${1}b") {
			d.edit(d.config(), `hierarchy:`, "defaults:\n  datadir: dta\n  data_hash: yaml_data\nhierarchy:")
			d.wants = withLines(d.wants, 2)
		}
	}, leadsTo: unread},
	{rule: "hierarchy-not-found", plant: func(d *damage) {
		if d.hierarchy != nil { // a module alone may have levels that read nothing
			d.edit(d.config(), `(?s).*`, "version: 5\ndefaults:\n  datadir: /srv/of/another/repository\n  data_hash: yaml_data\nhierarchy:\n  - name: Common\n    path: common.yaml\n")
		}
	}, leadsTo: unread},
	{rule: "hierarchy-folder-missing", plant: func(d *damage) {
		if d.hierarchy != nil { // a module may have such levels
			plantLevel("zone/%{facts.zone}.yaml", "a/b/%{facts.tier}-%{facts.zone}.yaml")(d)
		}
	}},
	{rule: "orphan-data-file", plant: func(d *damage) {
		f := d.yaml()
		if f == nil || strings.Contains(f.path, "/common/") {
			return
		}
		path := f.path
		switch d.r.IntN(3) {
		case 0:
			dot := strings.LastIndex(path, ".")
			path = path[:dot] + map[string]string{".yaml": ".yml", ".yml": ".yaml", ".eyaml": ".yml"}[path[dot:]]
		case 1:
			slash := strings.LastIndex(path, "/")
			if strings.HasSuffix(path[:slash], d.hierarchies[0].datadir) || strings.HasPrefix(path[slash:], "/override") {
				return
			}
			path = path[:slash] + "s" + path[slash:]
		default:
			path = d.hierarchies[0].root + d.hierarchies[0].datadir + "/" + pick(d.r, "lost", "commn", "node-defaults") + path[strings.LastIndex(path, "."):]
		}
		if _, taken := d.tree[path]; !taken && !strings.Contains(d.hierarchies[0].text, `glob`) {
			d.tree[path] = d.fresh() + ": 1\n"
			d.want(path, 1)
		}
	}},
	{rule: "shadowed-value", plant: func(d *damage) {
		if d.hierarchy == nil {
			return
		}
		if low := d.hierarchy.common(); !low.isJSON() && len(low.data) > 0 {
			if high := d.yaml(isStatic, func(f *dataFile) bool { return f.level < low.level }); high != nil {
				key := d.fresh()
				d.add(high, key+": above\n")
				d.want(low.path, d.add(low, key+": below\n"))
			}
		}
	}},
	{rule: "redundant-override", plant: across("KEY: the same <-\n", "KEY: 'the same'\n")},
	{rule: "redundant-override", plant: across("KEY: {a: 1, b: [2]} <-\n", "KEY:\n  a: 1\n  b:\n    - 2\n")},
	{rule: "null-hides-lower-value", plant: across("KEY: <-\n", "KEY: 80\n")},
	{rule: "null-hides-lower-value", plant: across("KEY: ~ <-\n", "KEY: [a]\n")},
	{rule: "environment-conf-invalid", plant: func(d *damage) {
		path := d.env + "environment.conf"
		if d.tree[path] == "" {
			return
		}
		switch d.r.IntN(3) {
		case 0:
			d.edit(path, `modulepath =`, "module_path =")
		case 1:
			d.edit(path, `(modulepath = [^:\n]*):`, "$1 : ")
		default:
			d.edit(path, `(?s)^.*$`, "[agent]\nmodulepath = site-modules:modules:site\n")
		}
	}},
	{rule: "module-metadata-invalid", plant: func(d *damage) {
		for _, h := range d.hierarchies {
			if path := h.root + "metadata.json"; d.tree[path] != "" {
				d.edit(path, `"dependencies": \[\]`, pick(d.r, `"dependencies": [],`, `"dependencies": [`, `'dependencies': []`))
				d.wants = withLines(d.wants, 3)
				return
			}
		}
	}, leadsTo: unread},

	{rule: "key-single-colon", plant: func(d *damage) {
		f := d.yaml()
		if f == nil {
			return
		}
		d.want(f.path, d.add(f, strings.ReplaceAll(pick(d.r, "KEY:sub: 1\n", "KEY::sub:deep: 1\n", "'KEY:sub': 1\n"), "KEY", d.fresh())))
	}},
	{rule: "key-never-bound", plant: func(d *damage) {
		if f := d.yaml(); f != nil {
			key := d.fresh()
			at := strings.LastIndex(key, "::")
			if d.hierarchy != nil && d.chance(6) {
				d.want(f.path, d.add(f, strings.ToUpper(key[:1])+key[1:]+": 1\n"))
				return
			}
			if d.hierarchy != nil && d.chance(3) {
				d.want(f.path, d.add(f, pick(d.r, "'::"+key+"'", key[:at]+"-x::port")+": 1\n"))
				return
			}
			d.want(f.path, d.add(f, pick(d.r, key[:at]+"::my-port", "\""+key+" \"", key[:at]+"::Port", key[:at]+"::9lives", key+".sub")+": 1\n"))
		}
	}},
	{rule: "module-data-foreign-key", plant: inModule(func(d *damage, _ *hierarchy, name string) (string, string) {
		return pick(d.r, "other::planted: 1 <-\n", "planted: 1 <-\n", name+"_x::planted: 1 <-\n"), ""
	})},
	{rule: "unknown-class", plant: func(d *damage) {
		c, p := d.param(func(*class, *param) bool { return true })
		f := d.yaml()
		if c == nil || f == nil || d.hierarchy == nil || !strings.Contains(c.name, "::") {
			return
		}
		name := c.name[:len(c.name)-1] + pick(d.r, "z", "", c.name[len(c.name)-1:]+"s")
		d.want(f.path, d.add(f, name+"::"+p.name+": 1\n"))
	}},
	{rule: "unknown-class-parameter", plant: func(d *damage) {
		c, p := d.param(func(*class, *param) bool { return true })
		f := d.yaml()
		if c == nil || f == nil || d.hierarchy == nil {
			return
		}
		name := pick(d.r, p.name[:1]+p.name[2:], p.name+"x", "no_such_parameter")
		d.want(f.path, d.add(f, c.name+"::"+name+": 1\n"))
	}},
	{rule: "value-type-mismatch", plant: plantMismatch},
	{rule: "undef-as-text", plant: func(d *damage) {
		c, p := d.param(func(c *class, p *param) bool {
			return strings.HasPrefix(p.typ, "Optional") && !d.isDefined(c.name+"::"+p.name)
		})
		f := d.hierarchies[0].common()
		if c == nil || d.hierarchy == nil || f.isJSON() || len(f.data) == 0 {
			return
		}
		d.want(f.path, d.add(f, c.name+"::"+p.name+": "+pick(d.r, "undef", "'undef'", "nil")+"\n"))
	}},
	{rule: "missing-required-data", plant: func(d *damage) {
		role := d.env + "site-modules/role/manifests/base.pp"
		for i, c := range d.classes {
			if d.hierarchy != nil && d.chance(2) && i < len(d.classes)-1 && len(c.params) > 0 && strings.Contains(d.tree[d.env+"manifests/site.pp"], "include role::base") && d.tree[role] != "" {
				d.edit(c.path, ` \(\n`, " (\n  String $$planted_value,\n")
				d.wants = withLines(d.wants, 2)
				return
			}
		}
	}},
	{rule: "unused-key", plant: func(d *damage) {
		if f := d.yaml(); f != nil && len(d.classes) > 0 && d.hierarchy != nil && !strings.Contains(d.tree[d.env+"Puppetfile"], ":git") {
			d.want(f.path, d.add(f, fmt.Sprintf("leftover_%d: 1\n", d.next())))
		}
	}},
	{rule: "lookup-fails", plant: planted("KEY_list: [a]\nKEY: \"%{lookup('KEY_list.first')}\" <-\n", "KEY_text: a\nKEY: \"%{lookup('KEY_text.sub')}\" <-\n", "KEY_hash: {a: 1}\nKEY: {x: [\"%{lookup('KEY_hash.a.b')}\"]} <-\n")},

	{rule: "plaintext-secret", plant: func(d *damage) {
		// What is in files for tests and continuous integration is no secret.
		f := d.yaml(func(f *dataFile) bool { return !strings.Contains(f.path, "ci-runner") })
		if f != nil && d.eyaml && d.hierarchy != nil {
			d.want(f.path, d.add(f, d.fresh()+pick(d.r, "_password: correct horse", "::api_token: 8f14e45fceea167a5a36", "_secret: 'Tr0ub4dor'", ":\n    admin_password: hunter22")+"\n"))
			d.wants = withLines(d.wants, 2)
		}
	}},
	{rule: "eyaml-decrypted-block", plant: planted("KEY: DEC::PKCS7[hunter2]! <-\n", "KEY: DEC(1)::PKCS7[hunter2]! <-\n")},
	{rule: "eyaml-in-plain-level", plant: plantedIn(isPlain, "KEY: "+encrypted(1)+" <-\n", "KEY:\n  password: "+encrypted(2)+" <-\n")},
	{rule: "eyaml-malformed", plant: plantedIn(isEyaml, "KEY: ENC[PKCS7,"+cipher[:60]+" <-\n", "KEY: ENC[PKCS7,] <-\n", "KEY: ENC[PCKS7,"+cipher+"] <-\n", "KEY: ENC[PKCS7,"+cipher[:100]+"] <-\n", "KEY: enc[PKCS7,"+cipher+"] <-\n", "KEY: 'ENC[PKCS7,"+cipher[:50]+"-"+cipher[51:]+"]' <-\n")},
	{rule: "eyaml-key-mismatch", plant: func(d *damage) {
		if !d.eyaml {
			return
		}
		text := d.tree[d.config()]
		if f := d.yaml(isEyaml); f != nil && d.hierarchy != nil {
			d.add(f, d.fresh()+": "+encrypted(d.next())+"\n")
			at := strings.Index(text, "lookup_key: eyaml_lookup_key")
			d.tree[d.config()] = dropOptions(text)
			// The level or the line of the function; where it is in the defaults, each level.
			d.want(d.config(), linesFrom(text, at)...)
		}
	}},
	{rule: "unused-suppression", plant: planted("KEY: 1 # hieralint:ignore literal-argument <-\n", "# hieralint:ignore yaml-date-value -- old <-\nKEY: 1\n")},
	{rule: "unknown-rule-in-config", plant: func(d *damage) {
		d.tree[".hieralint.yaml"] = pick(d.r, "rules:\n  empty-data-fil: off\n", "rules:\n  no-such-rule: warning\n")
		d.want(".hieralint.yaml", 2)
	}},
}
