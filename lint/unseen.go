package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/evaluate"
	"github.com/hieralint/hieralint/project"
)

// unseen gathers what evaluations could not see. Levels whose data is not in the tree are known to the
// project already.
type unseen struct {
	encrypted map[*data.Node]bool
	types     map[string]bool
	modules   map[string]bool
}

// note adds what could not be seen for a key.
func (u *unseen) note(k *evaluate.Key) {
	for _, c := range k.Cases {
		for _, unknown := range c.Result.Unknown {
			switch unknown.Reason {
			case engine.EncryptedValue:
				if u.encrypted == nil {
					u.encrypted = map[*data.Node]bool{}
				}
				u.encrypted[unknown.Node] = true
			case engine.CustomType:
				if u.types == nil {
					u.types = map[string]bool{}
				}
				u.types[unknown.Subject] = true
			}
		}
	}
}

// noteModules adds the modules that the tree names but has not.
func (u *unseen) noteModules(env *project.Environment) {
	for _, name := range env.NotInstalled() {
		if u.modules == nil {
			u.modules = map[string]bool{}
		}
		u.modules[name] = true
	}
}

// maxModules is how many modules are named.
const maxModules = 3

// texts says it, with how many nodes belong to no environment here.
func (u *unseen) texts(unplaced int) []string {
	var texts []string
	var names []string
	for name := range u.modules {
		names = append(names, "`"+name+"`")
	}
	slices.Sort(names)
	switch {
	case len(names) > maxModules:
		texts = append(texts, fmt.Sprintf("%d modules (not installed)", len(names)))
	case len(names) > 0:
		texts = append(texts, plural(len(names), "module")+" "+strings.Join(names, ", ")+" (not installed)")
	}
	names = nil
	for name := range u.types {
		names = append(names, "`"+name+"`")
	}
	if slices.Sort(names); len(names) > 0 {
		texts = append(texts, plural(len(names), "type")+" "+strings.Join(names, ", ")+" (the module is not installed)")
	}
	if n := len(u.encrypted); n > 0 {
		texts = append(texts, fmt.Sprintf("%d encrypted %s (the key is not here)", n, plural(n, "value")))
	}
	if unplaced > 0 {
		texts = append(texts, fmt.Sprintf("%d %s of environments that are not here", unplaced, plural(unplaced, "node")))
	}
	return texts
}

// plural is a noun in the number that goes with n.
func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
