package runner_test

import (
	"fmt"
	"slices"
	"strings"
)

// writeCode writes the manifests of the site and the other files of a control repo.
func (s *site) writeCode() {
	role := &class{name: "role::base", path: s.env + "site-modules/role/manifests/base.pp"}
	for _, c := range s.classes {
		role.includes = append(role.includes, c.name)
	}
	readers := slices.Clone(s.classes)
	for _, p := range s.plain {
		c := pick(s.r, readers...)
		lookup := pick(s.r,
			"lookup('"+p.name+"')", "lookup(\""+p.name+"\")", "hiera('"+p.name+"')", "lookup({ 'name' => '"+p.name+"' })", "lookup('"+p.name+"', { default_value => undef })")
		if len(p.kind.merges) > 0 {
			lookup = strings.Replace(lookup, "hiera(", "lookup(", 1) // hiera ignores merges in lookup_options
		}
		c.body = append(c.body, fmt.Sprintf("$%s = %s", strings.ReplaceAll(strings.ReplaceAll(p.name, "::", "_"), "-", "_"), lookup))
	}
	s.classes = append(s.classes, role)
	s.writeClasses()
	if _, ok := s.files[s.env+"manifests/site.pp"]; !ok {
		s.files[s.env+"manifests/site.pp"] = pick(s.r, "node default {\n  include role::base\n}\n", "include role::base\n", "# all nodes\nnode default {\n  include \"role::${facts['role']}\"\n}\n")
	}
	s.files[s.env+"environment.conf"] = pick(s.r, "modulepath = site-modules:site:modules:$basemodulepath\n", "# where modules are\nmodulepath = modules:site-modules:site\nmanifest = manifests\n")
	if s.chance(2) {
		s.files[s.env+"README.md"] = "# control repo\n\nHiera: `%{facts.role}`\n"
		s.files[s.env+".github/workflows/ci.yaml"] = "on: [push]\njobs:\n  lint:\n    runs-on: ubuntu-latest\n"
	}
}

func (s *site) writeClasses() {
	for _, c := range s.classes {
		s.files[c.path] = c.text(s)
	}
}

// text returns the manifest of the class.
func (c *class) text(s *site) string {
	var b strings.Builder
	if s.chance(2) {
		b.WriteString("# @summary Manages " + c.name + "\n")
		for _, p := range c.params {
			b.WriteString("# @param " + p.name + "\n#   What it says\n")
		}
	}
	b.WriteString("class " + c.name)
	if len(c.params) > 0 {
		b.WriteString(" (\n")
		for _, p := range c.params {
			b.WriteString("  " + strings.TrimLeft(p.typ+" ", " ") + "$" + p.name)
			if !p.required {
				b.WriteString(" = " + p.kind.absent)
			}
			b.WriteString(",\n")
		}
		b.WriteString(")")
	}
	b.WriteString(" {\n")
	for _, name := range c.includes {
		b.WriteString("  " + pick(s.r, "include ", "contain ", "include ::") + name + "\n")
	}
	for _, line := range c.body {
		b.WriteString("  " + line + "\n")
	}
	for _, p := range c.params {
		fmt.Fprintf(&b, "  notify { \"%s %s ${%s}\": }\n", c.name, p.name, p.name)
	}
	b.WriteString("}\n")
	return b.String()
}
