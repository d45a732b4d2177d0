// Package variables determines which variables nodes can have, and explains undefined ones.
package variables

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rule"
)

// UndefinedName describes a variable that no node has.
type UndefinedName struct {
	// Root means that the variable itself is undefined, not only a subkey. Puppet reports the former, but not the
	// latter (Puppet 7.23).
	Root bool
	// Flat means that the fact exists, but has no subkeys, so that lookups fail.
	Flat bool
	// Message is a sentence without a period, and Help says what to write instead.
	Message, Help string
	// Meant is the variable that was probably meant, or "".
	Meant string
	// Span is the wrong part of the variable, as offsets into its text, and instead its probable replacement, or "" if
	// that is not obvious.
	Span    source.Span
	Instead string
}

// suggest sets the replacement.
func (u UndefinedName) suggest(v key.Key, instead string) UndefinedName {
	u.Instead = instead
	u.Meant = v.Text[:u.Span.Start] + instead + v.Text[u.Span.End:]
	return u
}

// Undefined reports whether a variable, or the subkey that is used, cannot exist on any node. A site may have arbitrary
// facts, and node classifiers and manifests may set any variable. Unless these are known, only names that Puppet and
// Facter define, and obvious misspellings of them, are considered.
func Undefined(p *rule.Site, v key.Key) (UndefinedName, bool) {
	name := strings.TrimPrefix(v.Root, "::")
	switch {
	case IsKnown(p, name):
		return UndefinedName{}, false
	case name == "facts":
		return undefinedFact(p, v, 1)
	case name == "trusted":
		return undefinedTrusted(v)
	case name == "server_facts":
		return undefinedServerFact(v)
	case name == "calling_module" || name == "calling_class" || name == "calling_class_path":
		return UndefinedName{
			Root: true, Span: v.RootSpan,
			Message: "only version 3 of hiera.yaml has the variable `" + name + "`",
			Help:    "give the module its own hiera.yaml, which is used for its keys only",
		}, true
	}
	if u, ok := misspelledVariable(v, name); ok {
		return u, true
	}
	if u, ok := undefinedOfClass(p, v, name); ok {
		return u, true
	}
	return undefinedFact(p, v, 0)
}

// undefinedOfClass recognizes variables that the class in their name does not have.
func undefinedOfClass(p *rule.Site, v key.Key, name string) (UndefinedName, bool) {
	end := strings.LastIndex(name, "::")
	if end <= 0 {
		return UndefinedName{}, false
	}
	class, variable := name[:end], name[end+len("::"):]
	found := false
	for code := range p.AllCode() {
		definition, presence := code.Class(class)
		if presence != manifest.Found || definition.Parent != "" || definition.HasVariable(variable) || code.Rejected(class) != nil {
			return UndefinedName{}, false
		}
		found = true
	}
	u := UndefinedName{
		Root: true, Span: v.RootSpan,
		Message: "class `" + rule.Shown(class) + "` has no variable `" + rule.Shown(variable) + "`", Help: "correct the name, or set the variable in the class",
	}
	if p.Project.HasKey(name) {
		u.Help = "write `%{lookup('" + rule.Shown(name) + "')}` for the value of the key"
	}
	return u, found
}

// MeantKey returns the key in data that has the name of a variable about which nothing is known, or "": the key was probably meant. A
// class outside the tree, a node classifier, or a custom fact may nevertheless define the variable. isKey reports whether data has a key.
func MeantKey(p *rule.Site, v key.Key, isKey func(string) bool) string {
	name := strings.TrimPrefix(v.Root, "::")
	if len(v.Sub) > 0 || !MayBeTypo(p, v) || !isKey(name) || variablesOfHierarchies(p).known[name] {
		return ""
	}
	if end := strings.LastIndex(name, "::"); end > 0 {
		if module, _, _ := strings.Cut(name, "::"); p.Project.MayInstall(module) {
			return "" // a class of the module probably has it, since data sets its parameter
		}
		for code := range p.AllCode() {
			if class, _ := code.Class(name[:end]); class != nil {
				return "" // it has the variable, or Undefined says that it has not
			}
		}
	}
	return name
}

// IsKnown reports whether the site has a variable or a fact with this name.
func IsKnown(p *rule.Site, name string) bool { return IsVariable(p, name) || IsFact(p, name) }

// IsFact reports whether the site has a fact with this name.
func IsFact(p *rule.Site, name string) bool { return p.Facts[name] || p.DefinedFacts[name] }

// IsVariable reports whether the site sets a variable with this name.
func IsVariable(p *rule.Site, name string) bool {
	return p.Variables[name] || p.DefinedVariables[name]
}

// Segment returns segment i of a variable, where 0 is the root, and its span.
func Segment(v key.Key, i int) (string, source.Span) {
	if i == 0 {
		return strings.TrimPrefix(v.Root, "::"), v.RootSpan
	}
	return v.Sub[i-1].Text, v.Sub[i-1].Span
}

var (
	// longVariables lists variables that Puppet sets, with names that no other variable resembles.
	longVariables = append([]string{"environment"}, factsOfAgent...)
	// factsOfAgent lists those that the agent sends with the facts.
	factsOfAgent = []string{"agent_specified_environment", "clientcert"}
)

// meantLong returns the known name of which another is probably a misspelling. Sites may have facts such as client_cert.
func meantLong(name string, known []string) (string, bool) {
	i := slices.IndexFunc(known, func(known string) bool {
		return (nearest.IsTypo(name, known) || isSlip(name, known)) && strings.Count(name, "_") == strings.Count(known, "_")
	})
	if i < 0 {
		return "", false
	}
	return known[i], true
}

// misspelledVariable recognizes Puppet's variables in another spelling.
func misspelledVariable(v key.Key, name string) (UndefinedName, bool) {
	u := UndefinedName{Root: true, Span: v.RootSpan}
	if doubled := strings.ReplaceAll(strings.ReplaceAll(name, "::", ":"), ":", "::"); doubled != name && ascii.IsName(strings.ReplaceAll(name, ":", "")) {
		u.Message = "`" + name + "` has a single colon, which no variable name can have"
		if root, _, _ := strings.Cut(doubled, "::"); slices.Contains(facter.Hashes, root) {
			doubled = structured(strings.ReplaceAll(doubled, "::", "."))
		}
		return u.suggest(v, doubled), true
	}
	first, rest, qualified := strings.Cut(name, "::")
	switch {
	case name == "certname" && len(v.Sub) == 0:
		// certname is a setting, often mistaken for a variable.
		u.Message = "undefined variable `certname`"
		return u.suggest(v, "trusted.certname"), true
	case qualified && slices.Contains(facter.Hashes, first) && rest != "":
		u.Message = "`" + name + "` is a variable of class `" + name[:strings.LastIndex(name, "::")] + "`; separate the parts of a fact with dots"
		return u.suggest(v, structured(strings.ReplaceAll(name, "::", "."))), true
	case !qualified && len(v.Sub) == 0:
		meant, ok := meantLong(name, longVariables)
		if !ok {
			return UndefinedName{}, false
		}
		u.Message = "undefined variable `" + name + "`"
		return u.suggest(v, meant), true
	case qualified:
		return UndefinedName{}, false
	}
	for _, hash := range facter.Hashes {
		if nearest.Distance(strings.ToLower(name), hash, 1) <= 1 {
			u.Message = "undefined variable `" + name + "`"
			if len(v.Sub) == 1 {
				if path := hash + "." + v.Sub[0].Text; structured(path) != path {
					u.Span.End = v.Sub[0].Span.End
					return u.suggest(v, structured(path)), true
				}
			}
			return u.suggest(v, hash), true
		}
	}
	return UndefinedName{}, false
}

// structured returns the path of the structured fact that replaces a legacy one, and other variables as they are.
func structured(path string) string {
	if legacy, ok := strings.CutPrefix(path, "facts."); ok && replacementOf(legacy) != "" {
		return "facts." + replacementOf(legacy)
	}
	return path
}

// undefinedFact judges the fact whose name is segment at of a variable: 1 for `facts.os`, 0 for `os`.
func undefinedFact(p *rule.Site, v key.Key, at int) (UndefinedName, bool) {
	if len(v.Sub) < at {
		return UndefinedName{}, false
	}
	name, span := Segment(v, at)
	u := UndefinedName{Root: at == 0, Span: span}
	if part := facter.Core(name); part != nil {
		return missingPart(v, at, part)
	}
	if _, ok := facter.Legacy(name); ok && !IsFact(p, name) && len(v.Sub) > at && !v.Sub[at].IsIndex() {
		return partOfLegacy(v, at), true
	} else if ok || IsFact(p, name) || at == 0 && facter.IsVariable(name) {
		return UndefinedName{}, false // legacy-fact reports it
	}
	if name == "extensions" && len(v.Sub) > at && slices.Contains(facter.Extensions, v.Sub[at].Text) {
		u.Span = source.Span{Start: 0, End: span.End}
		u.Message = "`" + name + "` is a part of `trusted`, not a fact"
		return u.suggest(v, "trusted.extensions"), true
	}
	if first, rest, ok := strings.Cut(name, "::"); at == 1 && ok && rest != "" && facter.Core(first) != nil {
		u.Message = "unknown fact `" + name + "`; separate the parts of a fact with dots"
		return u.suggest(v, strings.ReplaceAll(name, "::", ".")), true
	}
	if at == 1 && slices.Contains(facter.Hashes, name) {
		u.Span = source.Span{Start: 0, End: span.End}
		u.Message = "`" + name + "` is a variable, not a fact"
		return u.suggest(v, name), true
	}
	if lower := strings.ToLower(name); lower != name && ascii.IsName(name) {
		u.Message = "undefined variable `" + name + "`: names of facts and variables have no uppercase letters"
		if at == 1 {
			u.Message = "unknown fact `" + name + "`: fact names have no uppercase letters"
		}
		return u.suggest(v, lower), true
	}
	if meant, ok := misspelledFact(name, v, at); ok {
		u.Message = "unknown fact `" + name + "`"
		return u.suggest(v, meant), true
	}
	if meant, ok := meantLong(name, factsOfAgent); ok && at == 1 && len(v.Sub) == at {
		u.Message = "unknown fact `" + name + "`"
		return u.suggest(v, meant), true
	}
	if meant, ok := misspelledOwn(p, name); ok {
		u.Message = "unknown fact `" + name + "`"
		return u.suggest(v, meant), true
	}
	if meant, ok := misspelledGlobal(p, name); ok && at == 0 && len(v.Sub) == 0 {
		u.Message = "undefined variable `" + name + "`"
		return u.suggest(v, meant), true
	}
	switch {
	case at == 1 && p.Facts != nil:
		u.Message = "no node has the fact `" + name + "`"
	case at == 0 && p.Variables != nil && !strings.Contains(name, "::") && ascii.IsName(name):
		u.Message = "no node has a fact or variable `" + name + "`"
	default:
		return UndefinedName{}, false
	}
	u.Help = "check the name, or add it to `known_facts` or `known_variables` in the configuration"
	return u, true
}

// partOfLegacy judges a subkey of a legacy fact, which is segment at of a variable. None of them is a hash.
func partOfLegacy(v key.Key, at int) UndefinedName {
	name, span := Segment(v, at)
	_, part := Segment(v, at+1)
	u := UndefinedName{
		Flat: true, Span: source.Span{Start: span.Start, End: part.End},
		Message: "fact `" + name + "` has no subkeys", Help: "use the structured fact",
	}
	switch {
	case name == "interfaces":
		u.Span = span
		u = u.suggest(v, "networking.interfaces")
	case facter.Core(strings.Split(replacementOf(name), ".")...) != nil:
		u.Help = "use `facts." + replacementOf(name) + "`, which has the same value"
	}
	return u
}

// replacementOf returns the path of the structured fact that replaces a legacy one, or "".
func replacementOf(legacy string) string {
	replacement, _ := facter.Legacy(legacy)
	return replacement.Path
}

// missingPart returns the first subkey of one of Facter's facts that does not exist. part is the fact, whose name is
// segment at of the variable.
func missingPart(v key.Key, at int, part *facter.Part) (UndefinedName, bool) {
	path, _ := Segment(v, at)
	for i := at + 1; i <= len(v.Sub) && len(part.Children) > 0 && !part.Open; i++ {
		name, span := Segment(v, i)
		child := part.Children[name]
		if child == nil {
			u := UndefinedName{
				Span:    span,
				Message: "fact `" + path + "` has no `" + name + "`",
				Help:    "use " + plural.Or(plural.Code(part.Names)),
			}
			if near, ok := nearest.Name(strings.ToLower(name), part.Names); ok {
				u = u.suggest(v, near)
			} else if instead, last, ok := insteadOfLSB(v, i, path); ok {
				u.Span.End = last.End
				u = u.suggest(v, instead)
			}
			return u, true
		}
		part, path = child, path+"."+name
	}
	return UndefinedName{}, false
}

// insteadOfLSB returns what replaces `lsb.distcodename` and the like, which the fact os had in Facter 2, and the span of its last
// segment. `lsb` is segment i.
func insteadOfLSB(v key.Key, i int, fact string) (instead string, last source.Span, ok bool) {
	if name, _ := Segment(v, i); fact != "os" || name != "lsb" || i+1 != len(v.Sub) {
		return "", last, false
	}
	name, last := Segment(v, i+1)
	instead, ok = strings.CutPrefix(replacementOf("lsb"+name), "os.")
	return instead, last, ok
}

// misspelledFact returns Facter's fact that was probably meant by segment at of a variable. One letter may be wrong,
// except for an s or a digit at the end: sites have facts such as `domains` and `ipaddress2`. If a subkey follows, the
// fact must have it.
func misspelledFact(name string, v key.Key, at int) (string, bool) {
	if len(v.Sub) == at && len(name) >= len("fqdn") && isSlip(name, "fqdn") {
		if at == 0 {
			return "facts.networking.fqdn", true
		}
		return "networking.fqdn", true
	}
	below := v.Sub[at:]
	if known, ok := misspelledWithParts(name, below); ok {
		return known, true
	}
	if len(name) < shortestMisspelling {
		return "", false
	}
	for _, known := range facter.Names() {
		part := facter.Core(known)
		if len(part.Children) > 0 != (len(below) > 0) || part.Open || !isMisspelling(name, known) {
			continue
		}
		if len(below) == 0 || part.Children[below[0].Text] != nil {
			return known, true
		}
	}
	if len(below) > 0 {
		return "", false
	}
	if replacement, ok := misspelledOfInterface(name); ok {
		if at == 0 {
			return "facts." + replacement, true
		}
		return replacement, true
	}
	for _, known := range facter.LegacyNames() {
		replacement, _ := facter.Legacy(known)
		// Names of hardware in two words may be custom facts.
		isOwn := strings.HasPrefix(replacement.Path, "dmi.") && strings.ReplaceAll(name, "_", "") == known
		if replacement.Path == "" || isOwn || !isMisspelling(name, known) {
			continue
		}
		if at == 0 {
			return "facts." + replacement.Path, true
		}
		return replacement.Path, true
	}
	return "", false
}

// misspelledWithParts returns Facter's fact that has the given parts, if a name is probably a misspelling of it: the parts show what
// is meant, however short the name is.
func misspelledWithParts(name string, below []key.Segment) (string, bool) {
	if len(below) == 0 {
		return "", false
	}
	for _, known := range facter.Names() {
		part := facter.Core(known)
		if part.Open || !isSlip(name, known) {
			continue
		}
		for _, segment := range below {
			if part == nil || part.Open {
				break
			}
			part = part.Children[segment.Text]
		}
		if part != nil {
			return known, true
		}
	}
	return "", false
}

// factsOfInterfaces lists the beginnings of the names of legacy facts that end with that of an interface.
var factsOfInterfaces = []string{"ipaddress", "macaddress", "netmask", "network"}

// interfaceName matches the usual names of interfaces.
var interfaceName = lazyregexp.New(`^(?:bond|br|em|en[ops]?|enx|eth|lo|team|vlan|wlan)\w*$`)

// misspelledOfInterface returns the replacement of a legacy fact such as ipaddress_eth0 if a name is probably a misspelling of it.
func misspelledOfInterface(name string) (string, bool) {
	begin, of, ok := strings.Cut(name, "_")
	if !ok || !interfaceName().MatchString(of) {
		return "", false
	}
	for _, known := range factsOfInterfaces {
		if isMisspelling(begin, known) {
			replacement, _ := facter.Legacy(known + "_" + of)
			return replacement.Path, replacement.Path != ""
		}
	}
	return "", false
}

// isSlip reports whether a name lacks a letter of a known one, or has two of its letters swapped, or one doubled.
func isSlip(name, known string) bool {
	at, edit := nearest.SingleEdit(name, known)
	return edit == nearest.Missing || edit == nearest.Swapped || edit == nearest.Added && at > 0 && name[at] == name[at-1]
}

// shortestMisspelling is the minimum length of a name for a wrong letter to count as a misspelling.
const shortestMisspelling = 5

func isMisspelling(name, known string) bool {
	if nearest.Distance(name, known, 1) != 1 {
		return false
	}
	if short := name[:min(len(name), len(known))]; short+"s" == name || short+"s" == known {
		return strings.HasSuffix(short, "s") // ipaddres is no singular
	}
	const endings = "s0123456789"
	return strings.TrimRight(name, endings) != strings.TrimRight(known, endings)
}

// misspelledOwn returns the custom fact in the tree that was probably meant.
func misspelledOwn(p *rule.Site, name string) (string, bool) {
	type ownFacts struct{}
	return meantOf(p, ownFacts{}, func() []string { return slices.Sorted(maps.Keys(p.DefinedFacts)) }, name)
}

// misspelledGlobal returns the variable of the main manifest that was probably meant.
func misspelledGlobal(p *rule.Site, name string) (string, bool) {
	type globals struct{}
	return meantOf(p, globals{}, func() []string { return slices.Sorted(maps.Keys(p.DefinedVariables)) }, name)
}

// meantOf returns the known name of which a name is a misspelling. The known names are determined once, and remembered
// under memo.
func meantOf(p *rule.Site, memo any, known func() []string, name string) (string, bool) {
	names := rule.Once(p, memo, func() *nearest.Names { return nearest.NewNames(known()) })
	return names.Nearest(name, func(known string) bool { return !nearest.IsTypo(name, known) })
}

// undefinedTrusted judges the subkeys of `trusted`, which are the same on all nodes (Puppet 7.23,
// lib/puppet/context/trusted_information.rb).
func undefinedTrusted(v key.Key) (UndefinedName, bool) {
	if len(v.Sub) == 0 {
		return UndefinedName{}, false
	}
	name, span := Segment(v, 1)
	if name == "extensions" {
		return undefinedExtension(v)
	}
	if slices.Contains(facter.Trusted, name) {
		return UndefinedName{}, false
	}
	u := UndefinedName{Span: span, Message: "`trusted` has no `" + name + "`", Help: "use " + plural.Or(plural.Code(facter.Trusted))}
	if strings.HasPrefix(name, "pp_") {
		return u.suggest(v, "extensions."+name), true
	}
	if near, ok := nearest.Name(strings.ToLower(name), facter.Trusted); ok {
		return u.suggest(v, near), true
	}
	return u, true
}

// undefinedExtension judges `trusted.extensions.…`. Puppet's own extensions start with pp_, others are named by the
// site, and those without a name are object identifiers, whose dots separate subkeys unless quoted.
func undefinedExtension(v key.Key) (UndefinedName, bool) {
	if len(v.Sub) < 2 {
		return UndefinedName{}, false
	}
	name, span := Segment(v, 2)
	if v.Sub[1].IsIndex() && len(v.Sub) > 3 {
		u := UndefinedName{
			Span:    source.Span{Start: span.Start, End: v.Sub[len(v.Sub)-1].Span.End},
			Message: "an object identifier must be quoted, since dots separate subkeys",
		}
		return u.suggest(v, "'"+v.Text[u.Span.Start:u.Span.End]+"'"), true
	}
	if !strings.HasPrefix(name, "pp_") || slices.Contains(facter.Extensions, name) {
		return UndefinedName{}, false
	}
	u := UndefinedName{Span: span, Message: "unknown extension `" + name + "`"}
	near, ok := nearest.Name(name, facter.Extensions)
	return u.suggest(v, near), ok
}

// undefinedServerFact judges the subkeys of `server_facts`. Only misspellings are reported, since newer servers may
// have more.
func undefinedServerFact(v key.Key) (UndefinedName, bool) {
	if len(v.Sub) == 0 {
		return UndefinedName{}, false
	}
	name, span := Segment(v, 1)
	if slices.Contains(facter.ServerFacts, name) {
		return UndefinedName{}, false
	}
	near, ok := nearest.Name(name, facter.ServerFacts)
	return UndefinedName{Span: span, Message: "`server_facts` has no `" + name + "`"}.suggest(v, near), ok
}
