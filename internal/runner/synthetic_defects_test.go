package runner_test

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/internal/rule"
)

// unread are the rules that report consequences if data or lookup_options are no longer read, or if
// a directory is read as a file, as for `path: common` instead of common.yaml.
var unread = []string{"missing-required-data", "value-type-mismatch", "interpolation-missing-key", "file-unreadable"}

// codeDefects are the defects that need code to plant them. All others are in the documentation of
// the rules.
var codeDefects = []defect{
	{rule: "yaml-duplicate-key", plant: plantDuplicateOfData},
	{rule: "encoding", plant: plantCarriageReturns},
	{rule: "json-invalid-escape", plant: func(d *damage) {
		for _, f := range d.hierarchies[0].files {
			text, isHash := strings.CutPrefix(d.tree[f.path], "{\n")
			if f.isJSON() && isHash && len(f.data) > 0 && (d.env == "" || f.value != "staging") {
				d.tree[f.path] = fmt.Sprintf("{\n  %q: \"C:\\apps\",\n%s", d.fresh(), text)
				d.want(f.path, 2)
				return
			}
		}
	}},
	{rule: "interpolation-missing-key", plant: plantMissingPlain},
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
			if folder := path[strings.LastIndex(path[:slash], "/")+1 : slash+1]; !strings.Contains(d.hierarchies[0].text, folder) {
				return // the directory is the value of a variable, which can be any
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
	{rule: "hiera-config-misnamed", plant: func(d *damage) {
		root := d.hierarchies[len(d.hierarchies)-1].root
		path := root + pick(d.r, "hiera.yml", "heira.yaml", "Hiera.yaml")
		config := d.tree[root+"hiera.yaml"]
		if config != "" && (d.tree[root+"metadata.json"] != "" || d.tree[root+"environment.conf"] != "") {
			d.tree[path] = config
			delete(d.tree, root+"hiera.yaml")
			d.want(path, linesFrom(config, 1)...)
		}
	}, leadsTo: unread},
	{rule: "value-type-mismatch", plant: plantMismatch},
	{rule: "false-as-text", plant: plantFalse},
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
				d.edit(c.path, rule.Plant{Old: ` \(\n`, Text: " (\n  String $$planted_value, # want\n"})
				return
			}
		}
	}},
	{rule: "unknown-included-class", plant: func(d *damage) {
		site := d.env + "manifests/site.pp"
		f := d.hierarchies[0].common()
		if d.hierarchy == nil || f.isJSON() || len(f.data) == 0 || len(d.classes) == 0 || d.tree[site] == "" {
			return
		}
		d.tree[site] += pick(d.r, "lookup('planted_classes', Array[String], 'unique').include\n", "hiera_include('planted_classes')\n", "$planted = lookup('planted_classes')\ninclude $planted\n")
		line := d.add(f, "planted_classes: ['"+d.classes[0].name+"', '"+d.classes[0].name+"::lost']\n")
		d.want(f.path, line)
	}},
	{rule: "duplicate-title", plant: func(d *damage) {
		site := d.env + "manifests/site.pp"
		f := d.hierarchies[0].common()
		if d.hierarchy == nil || f.isJSON() || len(f.data) == 0 || d.tree[site] == "" {
			return
		}
		d.tree[site] += pick(d.r, "lookup('planted_titles').each |$title| { notify { \"planted ${title}\": } }\n", "$planted = hiera('planted_titles')\nnotify { $planted: }\n")
		d.want(f.path, d.add(f, "planted_titles: ['a', 'b', 'a']\n"))
	}},
	{rule: "parameter-set-by-code", plant: func(d *damage) {
		site, modules := d.env+"manifests/site.pp", d.env+"site-modules/"
		f := d.hierarchies[0].common()
		if d.hierarchy == nil || f.isJSON() || len(f.data) == 0 || d.tree[site] == "" || d.tree[modules+"role/manifests/base.pp"] == "" {
			return
		}
		d.tree[modules+"planted/manifests/init.pp"] = "class planted(Integer $size = 1) { }\n" // no computed name of a class includes it
		d.tree[site] += "class { 'planted': size => 2 }\n"
		d.want(f.path, d.add(f, "planted::size: 3\n"))
	}},
	{rule: "resource-entry-invalid", plant: func(d *damage) {
		site := d.env + "manifests/site.pp"
		f := d.hierarchies[0].common()
		if d.hierarchy == nil || f.isJSON() || len(f.data) == 0 || d.tree[site] == "" {
			return
		}
		d.tree[site] += pick(d.r, "create_resources('user', lookup('planted_users'))\n", "lookup('planted_users').each |$name, $user| { user { $name: * => $user } }\n")
		line := d.add(f, "planted_users: {alice: "+pick(d.r, "{passwrd: x}", "~", "[]")+"}\n")
		d.want(f.path, line)
	}},
	{rule: "lookup-type-mismatch", plant: func(d *damage) {
		site := d.env + "manifests/site.pp"
		f := d.hierarchies[0].common()
		if d.hierarchy == nil || f.isJSON() || len(f.data) == 0 || d.tree[site] == "" {
			return
		}
		d.tree[site] += "notify { String(lookup('planted_port', " + pick(d.r, "Integer", "{value_type => Integer[1]}", "Variant[Integer, Array]") + ")): }\n"
		d.want(f.path, d.add(f, "planted_port: "+pick(d.r, "'80'", "http", "{a: 1}")+"\n"))
	}},
	{rule: "source-file-missing", plant: func(d *damage) {
		if f := d.yaml(); f != nil && len(d.classes) > 0 && d.hierarchy != nil {
			module, _, _ := strings.Cut(d.classes[0].name, "::")
			d.want(f.path, d.add(f, d.fresh()+": puppet:///modules/"+module+pick(d.r, "/planted", "/files/planted.conf")+"\n"))
		}
	}},
	{rule: "lookup-missing-key", plant: func(d *damage) {
		site := d.env + "manifests/site.pp"
		f := d.hierarchies[0].common()
		if d.hierarchy == nil || f.isJSON() || len(f.data) == 0 || d.tree[site] == "" {
			return
		}
		d.add(f, "planted_limit: 1\n")
		d.tree[site] += "notify { String(lookup('planted_limit')): }\n"
		d.edit(site, rule.Plant{Old: `\z`, Text: "notify { String(" + pick(d.r, "lookup('planted_limti')", "hiera('planted_limit_')", "lookup('planted_limt', Integer)") + "): } # want\n"})
	}},
	{rule: "lookup-bad-arguments", plant: func(d *damage) {
		site := d.env + "manifests/site.pp"
		if d.tree[site] == "" {
			return
		}
		call := pick(d.r, "lookup('planted', 80)", "lookup('planted', {})", "lookup('planted', {default => 80})", "lookup('planted', Any, 'deeep', 80)", "lookup('planted', Any, {merge => deep}, 80)")
		d.edit(site, rule.Plant{Old: `\z`, Text: "notice(" + call + ") # want\n"})
	}},
	{rule: "misspelled-key", plant: func(d *damage) {
		f := d.yaml()
		var others []*dataFile
		for _, other := range d.hierarchies[0].files {
			if other != f && !other.isJSON() && len(other.data) > 0 {
				others = append(others, other)
			}
		}
		if f == nil || len(d.absent) == 0 || len(others) < 2 {
			return
		}
		class := fmt.Sprintf("%s::planted_%d", d.absent[0], d.next())
		for _, other := range others[:2] {
			d.add(other, class+"::locale: "+pick(d.r, "C", "de")+"\n")
		}
		d.want(f.path, d.add(f, strings.Replace(class, "planted", "plantde", 1)+"::locale: fr\n"))
	}},
	{rule: "unused-key", plant: func(d *damage) {
		if f := d.yaml(); f != nil && len(d.classes) > 0 && d.hierarchy != nil && !strings.Contains(d.tree[d.env+"Puppetfile"], ":git") {
			d.want(f.path, d.add(f, fmt.Sprintf("leftover_%d: 1\n", d.next())))
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
			// The finding is on the level or on the line of the function; if that is in the defaults, on any
			// level.
			d.want(d.config(), linesFrom(text, at)...)
		}
	}},
}
