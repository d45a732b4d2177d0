package runner_test

import (
	"fmt"
	"strings"
)

// unread are the rules that report what follows where data, or options for it, are not read any more.
var unread = []string{"missing-required-data", "value-type-mismatch", "interpolation-missing-key"}

// codeDefects are the defects that need code to be planted, or to find their place; those of which text is enough are in the
// documentation of the rules.
var codeDefects = []defect{
	{rule: "yaml-duplicate-key", plant: plantDuplicateOfData},
	{rule: "encoding", plant: plantCarriageReturns},
	{rule: "interpolation-missing-key", plant: plantMissingPlain},
	{rule: "lookup-options-outside-module", plant: inModule(func(d *damage, _ *levelTree, name string) (string, string) {
		return "", pick(d.r, "other::planted: {merge: unique} # want", "'^.*::planted$': {merge: unique} # want", "planted: {merge: hash} # want", "'^"+name+"(::x|y)': {merge: hash} # want")
	})},
	{rule: "lookup-options-unmatched", plant: func(d *damage) {
		if d.hierarchy == nil {
			return
		}
		if path, line := d.addOptions(pick(d.r, "nowhere::to_be_found: {merge: unique}", "'^nowhere::.*list$': {merge: unique}", "nowhere: {convert_to: Integer}")); path != "" {
			d.want(path, line)
		}
	}},
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
	{rule: "module-data-foreign-key", plant: inModule(func(d *damage, _ *levelTree, name string) (string, string) {
		return pick(d.r, "other::planted: 1 # want\n", "planted: 1 # want\n", name+"_x::planted: 1 # want\n"), ""
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
	{rule: "plaintext-secret", plant: func(d *damage) {
		// What is in files for tests and continuous integration is no secret.
		f := d.yaml(func(f *dataFile) bool { return !strings.Contains(f.path, "ci-runner") })
		if f != nil && d.eyaml && d.hierarchy != nil {
			d.want(f.path, d.add(f, d.fresh()+pick(d.r, "_password: correct horse", "::api_token: 8f14e45fceea167a5a36", "_secret: 'Tr0ub4dor'", ":\n    admin_password: hunter22")+"\n"))
			d.wants = withLines(d.wants, 2)
		}
	}},
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
	{rule: "unknown-rule-in-config", plant: func(d *damage) {
		d.tree[".hieralint.yaml"] = pick(d.r, "rules:\n  empty-data-fil: off\n", "rules:\n  no-such-rule: warning\n")
		d.want(".hieralint.yaml", 2)
	}},
}
