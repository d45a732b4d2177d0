package runner

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
)

// unseen gathers what evaluations could not see. Levels whose data is not in the tree are known to the
// project already.
type unseen struct {
	encrypted map[*data.Node]bool
	types     map[string]bool
	modules   map[string]bool
}

func newUnseen() *unseen {
	return &unseen{map[*data.Node]bool{}, map[string]bool{}, map[string]bool{}}
}

// note adds what could not be seen for a key.
func (u *unseen) note(k *nodes.Key) {
	for _, c := range k.Cases {
		for _, unknown := range c.Result.Unknown {
			switch unknown.Reason {
			case outcome.EncryptedValue:
				u.encrypted[unknown.Node] = true
			case outcome.CustomType:
				u.types[unknown.Subject] = true
			}
		}
	}
}

// noteModules adds the modules that the tree names but has not.
func (u *unseen) noteModules(env *project.Environment) {
	for _, name := range env.NotInstalled() {
		u.modules[name] = true
	}
}

// maxModules is how many modules are named.
const maxModules = 3

// texts are descriptions of it, with how many nodes belong to no environment here.
func (u *unseen) texts(unplaced int) []string {
	var texts []string
	switch names := quoted(u.modules); {
	case len(names) > maxModules:
		texts = append(texts, plural.Count(len(names), "module")+" (not installed)")
	case len(names) > 0:
		texts = append(texts, plural.Noun(len(names), "module")+" "+strings.Join(names, ", ")+" (not installed)")
	}
	if names := quoted(u.types); len(names) > 0 {
		texts = append(texts, plural.Noun(len(names), "type")+" "+strings.Join(names, ", ")+" (the module is not installed)")
	}
	if n := len(u.encrypted); n > 0 {
		texts = append(texts, plural.Count(n, "encrypted value")+" (the key is not here)")
	}
	if unplaced > 0 {
		texts = append(texts, plural.Count(unplaced, "node")+" of environments that are not here")
	}
	return texts
}

// quoted are names in backquotes, in order.
func quoted(names map[string]bool) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, "`"+name+"`")
	}
	return all
}
