package binding

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// describeHashOfParameters describes a key that is the name of a class, with a hash of that class's parameters, and reports
// whether it is one.
func (k *classKey) describeHashOfParameters(p *rule.KeyPass, d *diagnostic.Diagnostic) bool {
	class := classMeant(p, p.Key.Name)
	all := p.Project.Definitions(p.Key.Name)
	if class == nil || len(all) == 0 {
		return false
	}
	first := all[0].Value.Entries()[0].Key.Text()
	k.describeClass(class, d)
	d.Help = "write the parameters as separate keys, such as `" + rule.Shown(class.Name+"::"+first) + "`"
	return true
}

// describeNamesake describes a key that is the name of a class or a defined type, and reports whether it is one.
func (k *classKey) describeNamesake(p *rule.KeyPass, d *diagnostic.Diagnostic) bool {
	name := p.Key.Name
	if class, _ := k.code.Class(name); class != nil {
		k.describeClass(class, d)
		d.Help = "append the name of a parameter"
		return true
	}
	defined, _ := k.code.DefinedType(name)
	if defined == nil {
		return false
	}
	d.Message = "`" + rule.Shown(name) + "` is a defined type, not a parameter"
	d.Related = []diagnostic.Related{definition(defined, "type")}
	d.Help = "set the values where the type is declared, or pass them through a class parameter"
	if lists.All(p.Project.Definitions(name), isHashOfHashes) {
		d.Help = "declare the resources in code: `create_resources('" + rule.Shown(name) + "', lookup('" + rule.Shown(name) + "', Hash, 'hash', {}))`"
	}
	return true
}

func (k *classKey) describeClass(class *manifest.Definition, d *diagnostic.Diagnostic) {
	d.Message = "`" + rule.Shown(class.Name) + "` is a class, not a parameter"
	d.Related = []diagnostic.Related{definition(class, "class")}
}

// isHashOfHashes reports whether the value of a key may be resources: hashes of attributes, or nothing, by title.
func isHashOfHashes(d project.Definition) bool {
	return d.Value.Kind() == data.Hash && lists.All(d.Value.Entries(), func(e data.Entry) bool {
		return e.Value.Kind() == data.Hash || e.Value.Kind() == data.Undef
	})
}
