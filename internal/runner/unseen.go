package runner

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// unseen collects what evaluations could not see. The project already lists levels whose data is
// missing from the tree.
type unseen struct {
	encrypted map[encrypted]bool
	types     map[string]bool
	keys      map[string]bool // referenced keys that only missing data can define
	modules   map[string]bool
	listed    bool                       // a Puppetfile lists some of the modules
	spaces    map[string]bool            // namespaces of keys that may be modules
	code      map[string]map[string]bool // files and directories by the reason why they cannot be read
	rejected  map[string]string          // Puppet's reason by place
	expensive map[string]bool            // keys that are not evaluated on every node
	unchecked map[string]bool            // keys whose values are not compared with their types
}

// keyUnseen is what could not be seen for a key.
type keyUnseen struct {
	encrypted []encrypted
	types     []string
	keys      []string
	expensive bool // a lookup was abandoned
	unchecked bool // the value is too large to be compared with its type
}

// encrypted is the place of a value that cannot be decrypted.
type encrypted struct {
	file  *source.File
	start int
}

func newUnseen() *unseen {
	return &unseen{
		encrypted: map[encrypted]bool{}, types: map[string]bool{}, keys: map[string]bool{}, modules: map[string]bool{}, spaces: map[string]bool{},
		code: map[string]map[string]bool{}, rejected: map[string]string{}, expensive: map[string]bool{}, unchecked: map[string]bool{},
	}
}

// unseenFor returns what could not be seen for a key; code is the code of its environment, or nil.
func unseenFor(k *nodes.Key, code *manifest.Index) keyUnseen {
	u := keyUnseen{unchecked: code != nil && !isCompared(k, code)}
	known := map[string]bool{}
	for _, c := range k.Cases {
		u.expensive = u.expensive || c.Result.Exceeded || c.Err != nil && c.Err.Cause == outcome.TooMuch
		for _, unknown := range c.Result.Unknown {
			switch unknown.Reason {
			case outcome.EncryptedValue:
				if n := unknown.Node; n != nil && !slices.Contains(u.encrypted, encrypted{n.Doc.File, n.Span.Start}) {
					u.encrypted = append(u.encrypted, encrypted{n.Doc.File, n.Span.Start})
				}
			case outcome.CustomType:
				if !slices.Contains(u.types, unknown.Subject) {
					u.types = append(u.types, unknown.Subject)
				}
			}
		}
		for _, o := range c.Result.Observations {
			if name := elsewhere(k.Fleet, o); name != "" && !known[name] {
				known[name] = true
				u.keys = append(u.keys, name)
			}
		}
	}
	return u
}

// elsewhere returns the referenced root key of an observation if no data in the tree defines it, but
// data that is missing from the tree may; otherwise "".
func elsewhere(fleet *nodes.Fleet, o *outcome.Observation) string {
	if o.Kind != outcome.MissingKey && o.Kind != outcome.UncertainKey || o.Node.Doc == nil {
		return ""
	}
	k, err := key.Parse(o.Name)
	if err != nil || fleet.Defines(k.Root) || o.Kind == outcome.MissingKey && !fleet.MayBeElsewhere(o.Node.Doc, k.Root) {
		return ""
	}
	if o.IsDecrypted() {
		return redact.Redacted
	}
	return k.Root
}

// isCompared reports whether the value of a key is compared with the type of its class parameter,
// if there is one.
func isCompared(k *nodes.Key, code *manifest.Index) bool {
	_, parameter := code.Parameter(k.Name)
	if parameter == nil {
		return true
	}
	t, err := code.ParameterType(parameter)
	return err != nil || code.IsAffordable(t, k.Written())
}

// add adds what could not be seen for a key with that name.
func (u *unseen) add(name string, k *keyUnseen) {
	for _, at := range k.encrypted {
		u.encrypted[at] = true
	}
	for _, name := range k.types {
		u.types[name] = true
	}
	for _, name := range k.keys {
		u.keys[name] = true
	}
	if k.expensive {
		u.expensive[name] = true
	}
	if k.unchecked {
		u.unchecked[name] = true
	}
}

// noteModules adds the modules that the tree lists, or that its code or data uses, but that it does not contain; used is nil
// without code. If only keys indicate a module, all environments that read them must lack it.
func (u *unseen) noteModules(p *project.Project, env *project.Environment, used *usage.Index) {
	for _, name := range env.NotInstalled() {
		u.modules[name], u.listed = true, u.listed || env.Puppetfile.Modules[name]
	}
	if used == nil {
		return
	}
	for _, code := range used.Unseen() {
		switch {
		case code.Module == "":
		case code.OfKeys:
			u.spaces[code.Module] = u.spaces[code.Module] || !isInOther(p, env, code.Module)
		default:
			u.modules[code.Module] = true
		}
	}
}

// isInOther reports whether, for each key in the namespace of a module that an environment reads, another one that reads the key has
// the module.
func isInOther(p *project.Project, env *project.Environment, module string) bool {
	return lists.All(lists.WithPrefix(p.Keys(), module+"::"), func(name string) bool {
		readers := p.EnvironmentsWith(name)
		return !slices.Contains(readers, env) || slices.ContainsFunc(readers, func(e *project.Environment) bool { return e.Module(module) != nil })
	})
}

// noteCode adds code that cannot be read, or that Puppet rejects. Mistakes in the code of installed modules are
// not reported.
func (u *unseen) noteCode(env *project.Environment, code *manifest.Index) {
	if code == nil {
		return
	}
	for _, f := range code.Unreadable {
		if m := env.Module(f.Module); m != nil && env.Installed(m) {
			continue
		}
		if f.IsText() {
			at := f.File.Pos(f.Span.Start)
			reason := strings.TrimSuffix(f.Reason(), " in file '"+f.File.Path+"'") // the place names the file
			u.rejected[fmt.Sprintf("`%s:%d:%d`", f.File.Path, at.Line, at.Column)] = reason
			continue
		}
		lists.PutIn(u.code, f.Text, f.File.Path, true)
	}
}

// maxCode is the maximum number of paths of code listed for each reason.
const maxCode = 3

// all returns descriptions of what could not be seen, and of the number of nodes that belong to no
// environment.
func (u *unseen) all(unplaced int) []notseen.Part {
	var all []notseen.Part
	add := func(what string) { all = append(all, notseen.Part{What: what}) }
	list := func(one, why string, names []string) {
		switch {
		case len(names) > 1:
			all = append(all, notseen.Part{What: fmt.Sprintf("%s (%s)", plural.Count(len(names), one), why), Names: names})
		case len(names) > 0:
			add(fmt.Sprintf("%s %s (%s)", one, names[0], why))
		}
	}
	why := "not installed"
	if u.listed {
		why += "; `hieralint modules fetch` installs those in the Puppetfile"
	}
	list("module", why, quoted(u.modules))
	maps.DeleteFunc(u.spaces, func(name string, isUnseen bool) bool { return !isUnseen || u.modules[name] })
	list("namespace", "with keys, but without a module", quoted(u.spaces))
	for _, why := range slices.Sorted(maps.Keys(u.code)) {
		add("code in " + plural.Some(quoted(u.code[why]), maxCode) + " (" + why + ")")
	}
	if len(u.rejected) > 0 {
		all = append(all, u.rejectedCode())
	}
	if names := quoted(u.types); len(names) > 0 {
		add(plural.Noun(len(names), "type") + " " + strings.Join(names, ", ") + " (the module is not installed)")
	}
	list("referenced key", "not in the tree", quoted(u.keys))
	if n := len(u.encrypted); n > 0 {
		add(plural.Count(n, "encrypted value") + " (no private key)")
	}
	list("key", "not evaluated on every node, which would take too long", quoted(u.expensive))
	list("key", "not compared with the type of its parameter, which would take too long", quoted(u.unchecked))
	if unplaced > 0 {
		add(plural.Count(unplaced, "node") + " in environments that are not in the tree")
	}
	return all
}

// rejectedCode describes the code that Puppet rejects, by reason.
func (u *unseen) rejectedCode() notseen.Part {
	places := slices.Sorted(maps.Keys(u.rejected))
	if len(places) == 1 {
		return notseen.Part{What: "code in " + places[0] + " (Puppet rejects it: " + u.rejected[places[0]] + ")"}
	}
	var reasons []string
	byReason := map[string][]string{}
	for _, at := range places {
		why := u.rejected[at]
		if byReason[why] == nil {
			reasons = append(reasons, why)
		}
		byReason[why] = append(byReason[why], at)
	}
	return notseen.Part{What: "code that Puppet rejects", Names: lists.Map(reasons, func(why string) string { return plural.Some(byReason[why], maxCode) + " (" + why + ")" })}
}

// quoted returns names in backquotes, sorted.
func quoted(names map[string]bool) []string {
	return plural.Code(slices.Sorted(maps.Keys(names)))
}
