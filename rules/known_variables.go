package rules

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// undefinedName is what is wrong with a variable that no node has.
type undefinedName struct {
	// root tells that the variable itself is unknown, and not only a part of it: of that Puppet
	// complains, of a missing part it does not (Puppet 7.23, hiera-semantics §8.6).
	root bool
	// message is a sentence without a full stop, help what to write instead.
	message, help string
	// span is the piece of the variable that is wrong, as offsets into its text, and instead what was
	// probably meant in its place; "" when that is not obvious.
	span    source.Span
	instead string
}

// suggest makes instead what to write.
func (u undefinedName) suggest(v key.Key, instead string) undefinedName {
	u.instead = instead
	u.help = "did you mean `" + v.Text[:u.span.Start] + instead + v.Text[u.span.End:] + "`?"
	return u
}

// undefined tells whether a variable, or the part of it that is asked for, cannot exist on any node.
// A site may have facts of any name, an external node classifier and manifests set any variable:
// without knowledge of those only names are judged whose parts Puppet and Facter decide, and plain
// misspellings of such.
func undefined(k *rule.Site, v key.Key) (undefinedName, bool) {
	name := strings.TrimPrefix(v.Root, "::")
	switch {
	case isKnown(k, name):
		return undefinedName{}, false
	case name == "facts":
		return undefinedFact(k, v, 1)
	case name == "trusted":
		return undefinedTrusted(v)
	case name == "server_facts":
		return undefinedServerFact(v)
	case name == "calling_module" || name == "calling_class" || name == "calling_class_path":
		return undefinedName{
			root: true, span: v.RootSpan,
			message: "only version 3 of hiera.yaml knows the variable `" + name + "`",
			help:    "give the module a hiera.yaml of its own, whose data is read for its keys only",
		}, true
	}
	if u, ok := misspeltVariable(v, name); ok {
		return u, true
	}
	return undefinedFact(k, v, 0)
}

// isKnown tells whether the site has a variable or a fact of this name.
func isKnown(k *rule.Site, name string) bool { return isVariable(k, name) || isFact(k, name) }

// isFact tells whether the site has a fact of this name.
func isFact(k *rule.Site, name string) bool { return k.Facts[name] || k.DefinedFacts[name] }

// isVariable tells whether the site sets a variable of this name.
func isVariable(k *rule.Site, name string) bool {
	return k.Variables[name] || k.DefinedVariables[name]
}

// complete tells whether all variables of the site are known.
func complete(k *rule.Site) bool { return k.Variables != nil }

// segment is part i of a variable, 0 for the root: its text and its place.
func segment(v key.Key, i int) (string, source.Span) {
	if i == 0 {
		return strings.TrimPrefix(v.Root, "::"), v.RootSpan
	}
	return v.Sub[i-1].Text, v.Sub[i-1].Span
}

// misspeltVariable finds the variables of Puppet written in another way.
func misspeltVariable(v key.Key, name string) (undefinedName, bool) {
	u := undefinedName{root: true, span: v.RootSpan}
	if doubled := strings.ReplaceAll(strings.ReplaceAll(name, "::", ":"), ":", "::"); doubled != name && isWord(strings.ReplaceAll(name, ":", "")) {
		u.message = "`" + name + "` has a single colon, as no variable has"
		return u.suggest(v, doubled), true
	}
	first, rest, qualified := strings.Cut(name, "::")
	switch {
	case name == "certname" && len(v.Sub) == 0:
		// A setting, which people take for a variable.
		u.message = "there is no variable `certname`"
		return u.suggest(v, "trusted.certname"), true
	case qualified && slices.Contains(facter.Hashes, first) && rest != "":
		u.message = "`" + name + "` is a variable of the class `" + name[:strings.LastIndex(name, "::")] + "`; the parts of a fact are joined by dots"
		return u.suggest(v, strings.ReplaceAll(name, "::", ".")), true
	case qualified || len(v.Sub) == 0:
		return undefinedName{}, false
	}
	for _, hash := range facter.Hashes {
		if nearest.Distance(strings.ToLower(name), hash, 1) <= 1 {
			u.message = "there is no variable `" + name + "`"
			return u.suggest(v, hash), true
		}
	}
	return undefinedName{}, false
}

// undefinedFact judges the fact whose name is part at of a variable: 1 for `facts.os`, 0 for `os`.
func undefinedFact(k *rule.Site, v key.Key, at int) (undefinedName, bool) {
	if len(v.Sub) < at {
		return undefinedName{}, false
	}
	name, span := segment(v, at)
	u := undefinedName{root: at == 0, span: span}
	if part := facter.Core(name); part != nil {
		return missingPart(v, at, part)
	}
	if _, ok := facter.Legacy(name); ok || isFact(k, name) || at == 0 && facter.IsVariable(name) {
		return undefinedName{}, false // the legacy ones are the business of legacy-fact
	}
	if at == 1 && slices.Contains(facter.Hashes, name) {
		u.span = source.Span{Start: 0, End: span.End}
		u.message = "`" + name + "` is a variable of its own, not a fact"
		return u.suggest(v, name), true
	}
	if lower := strings.ToLower(name); lower != name && isWord(name) {
		u.message = "there is no `" + name + "`: names of facts and variables have no capital letters"
		if at == 1 {
			u.message = "there is no fact `" + name + "`: names of facts have no capital letters"
		}
		return u.suggest(v, lower), true
	}
	if meant, ok := misspeltFact(name, v, at); ok {
		u.message = "there is no fact `" + name + "`"
		return u.suggest(v, meant), true
	}
	switch {
	case at == 1 && k.Facts != nil:
		u.message = "no node has the fact `" + name + "`"
	case at == 0 && complete(k) && !strings.Contains(name, "::") && isWord(name):
		u.message = "no node has a fact or variable `" + name + "`"
	default:
		return undefinedName{}, false
	}
	u.help = "check the name, or add it to the known facts or variables in the configuration"
	return u, true
}

// missingPart finds the first part of a fact of Facter that does not exist. part is that fact, its
// name part at of the variable.
func missingPart(v key.Key, at int, part *facter.Part) (undefinedName, bool) {
	path, _ := segment(v, at)
	for i := at + 1; i <= len(v.Sub) && len(part.Children) > 0 && !part.Open; i++ {
		name, span := segment(v, i)
		child := part.Children[name]
		if child == nil {
			u := undefinedName{
				span:    span,
				message: "the fact `" + path + "` has no `" + name + "`",
				help:    "use one of `" + strings.Join(part.Names, "`, `") + "`",
			}
			if near, ok := nearest.Name(strings.ToLower(name), part.Names); ok {
				u = u.suggest(v, near)
			}
			return u, true
		}
		part, path = child, path+"."+name
	}
	return undefinedName{}, false
}

// misspeltFact finds the fact of Facter that was probably meant by part at of a variable. One letter
// may be wrong, but for an s or a digit at the end: `domains` and `ipaddress2` are facts that sites
// have. Where the name is followed by another part, that has to be a part of the fact.
func misspeltFact(name string, v key.Key, at int) (string, bool) {
	if len(name) < shortestMisspelling {
		return "", false
	}
	below := v.Sub[at:]
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
	for _, known := range facter.LegacyNames() {
		twin, _ := facter.Legacy(known)
		// What hardware is called, in two words, is as well a name of a site for products of its own.
		isOwn := strings.HasPrefix(twin.Path, "dmi.") && strings.ReplaceAll(name, "_", "") == known
		if twin.Path == "" || isOwn || !isMisspelling(name, known) {
			continue
		}
		if at == 0 {
			return "facts." + twin.Path, true
		}
		return twin.Path, true
	}
	return "", false
}

// shortestMisspelling is the length from which a name with a wrong letter is taken for a misspelling.
const shortestMisspelling = 5

func isMisspelling(name, known string) bool {
	if nearest.Distance(name, known, 1) != 1 {
		return false
	}
	const endings = "s0123456789"
	return strings.TrimRight(name, endings) != strings.TrimRight(known, endings)
}

// undefinedTrusted judges the parts of `trusted`, which are the same on all nodes (Puppet 7.23,
// lib/puppet/context/trusted_information.rb).
func undefinedTrusted(v key.Key) (undefinedName, bool) {
	if len(v.Sub) == 0 {
		return undefinedName{}, false
	}
	name, span := segment(v, 1)
	if name == "extensions" {
		return undefinedExtension(v)
	}
	if slices.Contains(facter.Trusted, name) {
		return undefinedName{}, false
	}
	u := undefinedName{span: span, message: "`trusted` has no `" + name + "`", help: "use one of `" + strings.Join(facter.Trusted, "`, `") + "`"}
	if strings.HasPrefix(name, "pp_") {
		return u.suggest(v, "extensions."+name), true
	}
	if near, ok := nearest.Name(strings.ToLower(name), facter.Trusted); ok {
		return u.suggest(v, near), true
	}
	return u, true
}

// undefinedExtension judges `trusted.extensions.…`: names of Puppet's own extensions begin with pp_,
// others are named by the site, and those without a name are object identifiers, whose dots part the
// key unless they are in quotes.
func undefinedExtension(v key.Key) (undefinedName, bool) {
	if len(v.Sub) < 2 {
		return undefinedName{}, false
	}
	name, span := segment(v, 2)
	if v.Sub[1].IsIndex() && len(v.Sub) > 3 {
		u := undefinedName{
			span:    source.Span{Start: span.Start, End: v.Sub[len(v.Sub)-1].Span.End},
			message: "an object identifier must be in quotes: its dots part the key",
		}
		return u.suggest(v, "'"+v.Text[u.span.Start:u.span.End]+"'"), true
	}
	if !strings.HasPrefix(name, "pp_") || slices.Contains(facter.Extensions, name) {
		return undefinedName{}, false
	}
	u := undefinedName{span: span, message: "Puppet knows no extension `" + name + "`"}
	near, ok := nearest.Name(name, facter.Extensions)
	return u.suggest(v, near), ok
}

// undefinedServerFact judges the parts of `server_facts`. Only misspellings are found: newer servers
// may have more.
func undefinedServerFact(v key.Key) (undefinedName, bool) {
	if len(v.Sub) == 0 {
		return undefinedName{}, false
	}
	name, span := segment(v, 1)
	if slices.Contains(facter.ServerFacts, name) {
		return undefinedName{}, false
	}
	near, ok := nearest.Name(name, facter.ServerFacts)
	return undefinedName{span: span, message: "`server_facts` has no `" + name + "`"}.suggest(v, near), ok
}

// isWord tells whether a name has letters, digits and underscores only.
func isWord(name string) bool {
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name != ""
}
