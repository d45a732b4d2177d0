package binding

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// KeySingleColon reports keys with one or three colons in place of two, and such names in lists of classes.
var KeySingleColon = &rule.Rule{
	ID: "HL5001", Name: "key-single-colon", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	Selectors: []*rule.Selector{oddElements},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(oddElements) {
			reportElement(p, n)
		}
		for _, key := range namedKeys(p) {
			name := key.Value.Text()
			meant, ok := colonsMeant(p.Site, name)
			if !ok || isIntended(p.Site, name, meant) {
				continue
			}
			d := diagnostic.Diagnostic{
				Span:    rule.FirstLine(key),
				Message: "`" + rule.Shown(name) + "` has a single colon where `::` is expected",
				Detail:  "Puppet never looks up this key: no class can have such a parameter",
				Meant:   meant,
				Key:     rule.KeyPath(key),
			}
			switch {
			case strings.Contains(name, ":::"):
				d.Message = "`" + rule.Shown(name) + "` has too many colons"
			case strings.HasSuffix(name, ":"):
				d.Message = "`" + rule.Shown(name) + "` ends in a colon"
			}
			if !strings.Contains(name, "::") {
				d.Severity = diagnostic.Warning
			}
			if !strings.Contains(meant, "::") {
				d.Detail = "A lookup of `" + rule.Shown(meant) + "` does not find this key"
			}
			if key.Parent == p.Doc().Root {
				renameRoot(p, &d, key, meant)
			} else {
				edit.Rename(&d, key, meant)
			}
			p.Report(d)
		}
		for key := range p.Options().Entries() {
			reportColonInPattern(p, key)
		}
	},
}

// oddElements chooses the elements of arrays that have both single and double colons.
var oddElements = &rule.Selector{Parts: rule.Strings, NotOptions: true, Choose: func(n *data.Node) bool {
	text := n.Value.Text()
	return !n.IsKey() && n.Parent != nil && n.Parent.Kind == data.Sequence && strings.Contains(text, "::") && hasOddColons(text)
}}

// reportElement reports an element of an array if it is the name of a class or key except for a colon, and another element is such
// a name. Classes that code includes are those of unknown-included-class.
func reportElement(p *rule.FilePass, n *data.Node) {
	name := n.Value.Text()
	meant, ok := colonsMeant(p.Site, name)
	if !ok || !slices.ContainsFunc(n.Parent.Children, isQualifiedName) || includesKey(p, n.Path()[0]) {
		return
	}
	p.Report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning,
		Span:     rule.FirstLine(n), Key: rule.KeyPath(n),
		Message: "`" + rule.Shown(name) + "` has a single colon where `::` is expected",
		Detail:  "No class or key can have this name",
		Meant:   meant,
		Fixes:   []diagnostic.Fix{edit.Write(p.Source(), n.SourceSpan(0, len(name)), meant)},
	})
}

// isQualifiedName reports whether a node is the name of a class or key with a namespace.
func isQualifiedName(n *data.Node) bool {
	return n.Kind == data.Scalar && n.Value.Is(data.String) && strings.Contains(n.Text(), "::") && !hasOddColons(n.Text()) && colonName().MatchString(n.Text())
}

// includesKey reports whether code includes the classes in the value of a root key.
func includesKey(p *rule.FilePass, root string) bool {
	return lists.Any(p.AllCode(), func(code *manifest.Index) bool { return len(inclusionsOf(p.Site, code).byKey[root]) > 0 })
}

// reportColonInPattern reports a pattern of lookup_options that starts with a name with a single colon, or is a name with a
// colon at its end.
func reportColonInPattern(p *rule.FilePass, key *data.Node) {
	if !key.Value.Is(data.String) || !merging.IsPattern(key.Text()) {
		return
	}
	pattern := key.Text()
	name := startOfPattern().FindString(pattern)
	if rest := pattern[len(name):]; rest != "" && strings.ContainsRune("*+?{", rune(rest[0])) {
		name = name[:len(name)-1] // the character may be repeated, or missing
	}
	meant, problem := singleColon().ReplaceAllString(name, "$1::$2"), "has a single colon where `::` is expected"
	if start, ok := strings.CutSuffix(meant, ":"); ok && !strings.HasSuffix(start, ":") && pattern[len(name):] == "$" {
		if meant == name {
			problem = "ends in a colon"
		}
		meant = start
	}
	if meant == name || !strings.Contains(name, "::") {
		return
	}
	meant += pattern[len(name):]
	d := diagnostic.Diagnostic{
		Span:    rule.FirstLine(key),
		Message: "`" + rule.Shown(pattern) + "` " + problem,
		Detail:  "The pattern matches no parameter of a class",
		Meant:   meant,
		Key:     rule.KeyPath(key),
	}
	edit.Rename(&d, key, meant)
	p.Report(d)
}

var (
	// startOfPattern matches the text with which all keys start that a pattern matches.
	startOfPattern = lazyregexp.New(`^\^[\w:]*`)
	singleColon    = lazyregexp.New(`(\w):(\w)`)
)

// colonsMeant returns the name with double colons that was probably meant. Names with only single colons may be a
// convention of the site, so the first segment must be an existing module; a name without a namespace must be an
// existing key.
func colonsMeant(p *rule.Site, name string) (meant string, ok bool) {
	if !hasOddColons(name) || !colonName().MatchString(name) {
		return "", false
	}
	meant = colons().ReplaceAllString(strings.TrimRight(name, ":"), "::")
	if meant == name || isAddress(name) {
		return "", false
	}
	if !strings.Contains(name, "::") {
		module, _, several := strings.Cut(meant, "::")
		if !several {
			return meant, p.Project.HasKey(meant) || isLookedUp(p, meant)
		}
		return meant, p.Project.HasNamespace(module) || p.Project.MayInstall(module)
	}
	return meant, strings.Contains(strings.TrimPrefix(meant, "::"), "::")
}

// hasOddColons is a fast check whether a key has colons that are not in pairs, or ends with colons. A regular
// expression for each key would take longer than all other rules about keys.
func hasOddColons(name string) bool {
	run := 0
	for i := range len(name) {
		switch {
		case name[i] == ':':
			run++
		case run != 0 && run != 2:
			return true
		default:
			run = 0
		}
	}
	return run > 0
}

var (
	colonName = lazyregexp.New(`^(?:::)?[A-Za-z_]\w*(?::+[A-Za-z_]\w*)*:*$`)
	colons    = lazyregexp.New(`:+`)
)

// isAddress reports whether a name may be an IPv6 or MAC address: short hexadecimal parts.
func isAddress(name string) bool {
	return !lists.Any(strings.SplitSeq(name, ":"), func(part string) bool { return len(part) > 4 || strings.Trim(part, "0123456789abcdefABCDEF") != "" })
}

// namedKeys returns the root keys that are strings, and the entries of lookup_options that are not patterns.
func namedKeys(p *rule.FilePass) []*data.Node {
	var named []*data.Node
	keep := func(key *data.Node) {
		if key.Kind == data.Scalar && key.Value.Is(data.String) {
			named = append(named, key)
		}
	}
	for _, key := range p.RootKeys() {
		if !rule.IsKey(key, lookupoptions.Key) && !rule.IsKey(key, mergeKey) {
			keep(key)
		}
	}
	for key := range p.Options().Entries() {
		if key.Value != nil && !merging.IsPattern(key.Value.Text()) {
			keep(key)
		}
	}
	return named
}

// mergeKey is YAML's merge key.
const mergeKey = "<<"

// isIntended reports whether a key with odd colons is used by that name. If there are keys in the namespace of the other name, a
// lookup whose key is computed is only evidence of it if the known part has odd colons.
func isIntended(p *rule.Site, name, meant string) bool {
	if !strings.Contains(name, "::") || keysIn(p)[meant[:max(0, strings.LastIndex(meant, "::"))]] == 0 {
		return isLookedUp(p, name)
	}
	return isUsed(p, name, func(use *manifest.Lookup) bool { return hasOddColons(use.Key.String()) })
}

// isLookedUp reports whether a value references the key, or code looks it up or may do so: code contains its name as a
// string, or computes the name from a string.
func isLookedUp(p *rule.Site, name string) bool { return isUsed(p, name, rule.IsPartlyKnown) }

// isUsed reports whether a value references the key, code contains its name as a string, code that Puppet rejects contains it, or
// mayMean returns true for a lookup of a computed key that matches the name.
func isUsed(p *rule.Site, name string, mayMean func(*manifest.Lookup) bool) bool {
	if p.Project.Refers(name) || p.Project.Mentions(name) {
		return true
	}
	return lists.Any(p.AllCode(), func(code *manifest.Index) bool {
		return code.Mentions(name) || slices.ContainsFunc(code.LookupsOf(name), mayMean)
	}) || lists.Any(maps.Values(p.UsageOf), func(index *usage.Index) bool { return index != nil && index.IsRejected(name) })
}
