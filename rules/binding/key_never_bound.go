package binding

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/rule"
)

// KeyNeverBound reports keys that no class parameter can be bound to.
var KeyNeverBound = &rule.Rule{
	ID: "HL5002", Name: "key-never-bound", Family: family, Severity: diagnostic.Warning, Tag: diagnostic.Unnecessary, Dead: diagnostic.MisnamedKey, Reach: rule.OtherKeys,
	Selectors: []*rule.Selector{nestedParameters},
	CheckFile: func(p *rule.FilePass) {
		// Files that no level reads may belong to other code, unless there is no hierarchy at all.
		unread := len(p.File.Matches) == 0
		if unread && len(p.Project.Roots) > 0 || p.ReadByCode() {
			return
		}
		module := p.OnlyModule()
		together := map[string]int{}
		var found []neverBound
		for _, key := range p.RootKeys() {
			name, ok := keyName(key)
			if !ok || reportMetaparameter(p, key, name) {
				continue
			}
			if !mayBeUnbound(name) || isAnchorOnly(key) || isForeign(name, module) || p.Doc().Err != nil && strings.HasPrefix(name, "%{") {
				continue // interpolation-unquoted reports it
			}
			if _, ok := colonsMeant(p.Site, name); ok {
				continue // key-single-colon reports it
			}
			if use := diggingLookup(p.Site, name); use != nil {
				reportDug(p, key, name, use)
				continue
			}
			n, ok := judgeKey(p, name)
			if !ok || unread && !strings.Contains(name, "::") || isLookedUp(p.Site, name) {
				continue
			}
			n.key = key
			if key.Value.Kind() == data.Symbol && strings.HasPrefix(name, "::") {
				n.detail = "Puppet reads it as a symbol named `" + rule.Shown(name[1:]) + "`, but looks up parameters as `class::parameter`"
			}
			if _, parameter := p.Parameter(n.meant); parameter != nil && isInCapitals(n.group) {
				n.group = "" // a typo
			}
			together[n.group]++
			found = append(found, n)
		}
		for _, n := range found {
			switch module, _, _ := strings.Cut(n.meant, "::"); {
			case n.meant == "":
			case !p.Project.HasNamespace(module), isInCapitals(n.group) && together[n.group] > 1:
				// No namespace has such a name; it may be a prefix such as DISABLED.
				n.help, n.meant, n.instead = "use the name of the class, or remove the key", "", ""
			case !isKnownKey(p, n.meant):
				n.meant, n.instead = "", ""
			}
			d := diagnostic.Diagnostic{Span: n.key.Span, Message: n.message, Detail: n.detail, Help: n.help, Meant: n.meant, Key: rule.KeyPath(n.key)}
			if n.group != "" && together[n.group] > 1 || isSwitchedOff(p.Site, n.key.Value.Text()) || n.findable && !seesCode(p.Site) {
				d.Severity = diagnostic.Note
			}
			if n.instead != "" {
				renameRoot(p, &d, n.key, n.instead)
			}
			p.Report(d)
		}
		for _, key := range p.Selected(nestedParameters) {
			checkNested(p, key)
		}
	},
}

// nestedParameters chooses the keys of nested hashes that have the form of a class parameter's key.
var nestedParameters = &rule.Selector{Parts: rule.NestedKeys, NotOptions: true, Choose: func(key *data.Node) bool {
	return key.Kind == data.Scalar && key.Value.Is(data.String) && strings.Contains(key.Value.Text(), "::") && rule.IsParameterKey(key.Value.Text())
}}

// diggingLookup returns a lookup in code of the name of a key with a dot, which looks for a subkey of another key; nil if
// there is none.
func diggingLookup(p *rule.Site, name string) *manifest.Lookup {
	if !strings.Contains(name, ".") || strings.ContainsAny(name, `'"`) {
		return nil
	}
	for code := range p.AllCode() {
		for _, use := range code.LookupsOf(beforeDot(name)) {
			if path, known := use.Path.Text(); known && path == name {
				return use
			}
		}
		for _, use := range code.LookupsOf(name) {
			if isUnquotedIn(use, name) && !p.Project.HasKey(beforeDot(name)) {
				return use
			}
		}
	}
	return nil
}

// isUnquotedIn reports whether a computed lookup looks up names in the namespace of a key, and has no quotes, without which it
// does not find names with a dot.
func isUnquotedIn(use *manifest.Lookup, name string) bool {
	path := use.Path.String()
	namespace, _, isComputed := strings.Cut(path, "*")
	return isComputed && strings.Contains(namespace, "::") && !strings.ContainsAny(path, `'"`) && use.Path.Matches(name)
}

func reportDug(p *rule.FilePass, key *data.Node, name string, use *manifest.Lookup) {
	p.Report(diagnostic.Diagnostic{
		Span: key.Span, Message: "key `" + rule.Shown(name) + "` contains a dot, which separates a root key from a subkey", Key: rule.KeyPath(key),
		Detail:  "Since Puppet 4, the lookup looks for `" + rule.Shown(afterDot(name)) + "` in a hash `" + rule.Shown(beforeDot(name)) + "`",
		Help:    "write it as a hash, or replace the dot with an underscore, here and in the lookup",
		Related: []diagnostic.Related{{File: use.File, Span: use.Span, Message: "the key is looked up here"}},
	})
}

// checkNested reports the key of a class parameter or lookup, or one that other files set, that is in the value of another key, among keys of other forms, as if
// it was indented by mistake.
func checkNested(p *rule.FilePass, key *data.Node) {
	outer := key.Path()[0]
	if !strings.Contains(outer, "::") && !p.IsRead(outer) || key.Parent.Style == data.Flow || key.Parent.Kind != data.Mapping {
		return
	}
	isAmongOthers := false
	for other := range key.Parent.Entries() {
		isAmongOthers = isAmongOthers || other.Kind == data.Scalar && !strings.Contains(other.Text(), "::")
	}
	if !isAmongOthers {
		return
	}
	name := key.Value.Text()
	d := diagnostic.Diagnostic{
		Span: key.Span, Key: rule.KeyPath(key),
		Message: "`" + rule.Shown(name) + "` is part of the value of `" + rule.Shown(outer) + "`",
		Detail:  "Puppet binds only keys at the top level of the file to class parameters",
		Help:    "remove the indentation",
	}
	if class, parameter := p.Parameter(name); parameter != nil {
		d.Related = []diagnostic.Related{parameterOf(class, parameter)}
		p.Report(d)
		return
	}
	if use := p.LookupOf(name); use != nil {
		d.Detail = "A lookup finds only keys at the top level of the file"
		d.Related = []diagnostic.Related{{File: use.File, Span: use.Span, Message: "the key is looked up here"}}
		p.Report(d)
		return
	}
	for _, other := range p.Project.Definitions(name) {
		if other.File != p.File && key.Counterpart().Value != nil && other.Value.Kind() == key.Counterpart().Value.Kind() {
			d.Related = []diagnostic.Related{{File: other.Key.Doc.File, Span: other.Key.Span, Message: "the key is at the top level here"}}
			p.Report(d)
			return
		}
	}
}

// neverBound is the reason why no lookup finds a key.
type neverBound struct {
	key                   *data.Node
	message, detail, help string
	instead               string // "" if it is not obvious
	// group is the common part of keys that a manifest may look up by computed names, or "" if that is unlikely.
	group string
	// findable means that a lookup of exactly this name would find the key.
	findable bool
	// meant is the name with only valid characters, or "" if it has no invalid ones.
	meant string
}

// isKnownKey reports whether a class has the parameter that a key is for, other files define the key, or something looks it up.
func isKnownKey(p *rule.FilePass, name string) bool {
	_, parameter := p.Parameter(name)
	return parameter != nil || p.Project.HasKey(name) || isLookedUp(p.Site, name)
}

// ordering lists the metaparameters whose values are references to resources.
var ordering = []string{"before", "notify", "require", "subscribe"}

// reference matches a reference to resources.
var reference = lazyregexp.New(`^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*\[.+\]$`)

// reportMetaparameter reports a key for a metaparameter of a class that is not in the tree, and whether it did.
// unknown-class-parameter reports those of other classes. Classes could have a parameter with such a name, but not one whose values
// are references to resources.
func reportMetaparameter(p *rule.FilePass, key *data.Node, name string) bool {
	class, parameter, ok := manifest.CutParameter(name)
	if !ok || !slices.Contains(ordering, parameter) || !areReferences(key.Counterpart()) || isLookedUp(p.Site, name) {
		return false
	}
	if lists.Any(p.AllCode(), func(code *manifest.Index) bool {
		_, presence := code.Class(class)
		return presence != manifest.Elsewhere
	}) {
		return false
	}
	p.Report(diagnostic.Diagnostic{
		Span: key.Span, Key: rule.KeyPath(key), Instead: []string{UnknownClass.Name},
		Message: "metaparameter in key `" + rule.Shown(name) + "`",
		Detail:  "Puppet looks up the parameters that a class declares, but no metaparameters",
		Help:    "set it where the class is declared",
	})
	return true
}

// areReferences reports whether a value is a reference to resources, or an array of them.
func areReferences(value *data.Node) bool {
	if value.Kind == data.Sequence {
		return len(value.Children) > 0 && lists.All(value.Children, areReferences)
	}
	return value.Kind == data.Scalar && value.Value.Is(data.String) && reference().MatchString(value.Value.Text())
}

// seesCode reports whether the tree contains the code that may look up keys of any name: some code,
// including the profiles.
func seesCode(p *rule.Site) bool {
	found := false
	for env, code := range p.CodeOf {
		if usage := p.UsageOf[env]; usage != nil && usage.LacksProfiles() {
			return false
		}
		found = found || code.HasCode()
	}
	return found
}

// isInCapitals reports whether a group consists of keys with a namespace in capitals.
func isInCapitals(group string) bool {
	namespace, _, ok := strings.Cut(group, "::")
	return ok && len(namespace) > 1 && strings.Trim(namespace, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// isSwitchedOff reports whether a key consists of a word in capitals and an existing namespace, like
// DISABLEDntp::servers.
func isSwitchedOff(p *rule.Site, name string) bool {
	module, _, _ := strings.Cut(name, "::")
	rest := strings.TrimLeft(module, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return len(module)-len(rest) > 2 && p.Project.HasNamespace(strings.TrimLeft(rest, "_"))
}

// keyName returns the name of a root key as written. Psych reads an unquoted `::a::b` as a symbol, whose name lacks the
// first colon. It does the same for `:a::b`, which results in a valid key.
func keyName(key *data.Node) (string, bool) {
	if key.Kind != data.Scalar || key.Style == data.Literal || key.Style == data.Folded || key.Value == nil {
		return "", false
	}
	name := key.Value.Text()
	switch key.Value.Kind() {
	case data.String:
		return name, true
	case data.Symbol:
		if strings.HasPrefix(name, ":") {
			name = ":" + name
		}
		return name, true
	}
	return "", false
}

// mayBeUnbound is a fast check that rules out ordinary keys: those without a namespace or a token, and those of
// lower-case letters, digits, underscores, and double colons.
func mayBeUnbound(name string) bool {
	plain := true
	for i := range len(name) {
		c := name[i]
		plain = plain && (ascii.IsLower(c) || c == '_' || ascii.IsDigit(c) && i > 0 && name[i-1] != ':' || c == ':' && i > 0)
	}
	if plain {
		return strings.HasSuffix(name, "::")
	}
	return name != lookupoptions.Key && name != mergeKey && (strings.Contains(name, "::") || strings.IndexByte(name, '.') >= 0 || strings.Contains(name, "%{"))
}

// judgeKey returns why nothing binds the key. ok is false if something may.
func judgeKey(p *rule.FilePass, name string) (neverBound, bool) {
	if strings.Contains(name, "%{") {
		return neverBound{
			message: "interpolation token in key `" + rule.Shown(name) + "`",
			detail:  "Hiera interpolates the keys of hashes, but not those at the top level of a file",
			help:    "write the name that code looks up, in a file for the nodes concerned",
		}, true
	}
	if namespace, isDotted := dottedIn(p, name); isDotted {
		return neverBound{
			message: "key `" + rule.Shown(name) + "` contains a dot, which separates a root key from a subkey",
			detail:  "Unless the lookup quotes the key, Puppet looks for `" + rule.Shown(afterDot(name)) + "` in a hash `" + rule.Shown(beforeDot(name)) + "`",
			help:    "write it as a hash, or replace the dot with an underscore",
			group:   namespace + ".", findable: true,
		}, true
	}
	n := neverBound{detail: "Puppet looks up parameters as `class::parameter`, and no class can have this name"}
	if rest, ok := strings.CutPrefix(name, "::"); ok {
		n.message = "leading `::` in key `" + rule.Shown(name) + "`"
		n.detail = "Puppet looks up parameters as `class::parameter`, without a leading `::`"
		n.help = "remove the leading `::`"
		if !strings.Contains(rest, "::") {
			n.help += ", or write the name of the class before it"
		}
		if rule.IsParameterKey(rest) {
			n.instead = rest
		}
		return n, true
	}
	segments := strings.Split(name, "::")
	class, parameter := segments[:len(segments)-1], segments[len(segments)-1]
	inParameter := false
	bad := ""
	for _, segment := range class {
		if bad == "" && !environment.ValidModuleName(segment) {
			bad = segment
		}
	}
	if len(class) == 1 && isInCapitals(class[0]+"::") {
		n.group = class[0] + "::"
	}
	if bad == "" && !pp.IsParameterName(parameter) {
		bad, inParameter = parameter, true
		if !strings.HasPrefix(bad, "$") { // a variable
			n.group = strings.Join(class, "::") + "::" + whyNoName(bad, true)
		}
	}
	if bad == "" {
		return neverBound{}, false
	}
	what := "class"
	if inParameter {
		what = "parameter"
		n.detail = "Puppet looks up parameters as `class::parameter`, and no parameter can have this name"
	}
	n.findable = !strings.Contains(bad, ".")
	n.message = "`" + rule.Shown(bad) + "` is not a valid " + what + " name: " + whyNoName(bad, inParameter)
	n.help = "use the name of the " + what
	if fixed := strings.ToLower(strings.NewReplacer("-", "_", " ", "", "$", "").Replace(name)); rule.IsParameterKey(fixed) {
		n.meant, n.instead = fixed, fixed
	}
	return n, true
}

// dottedIn reports whether a key has a dot and is no misspelled parameter of a class: there is no such class, or the key has no
// namespace.
func dottedIn(p *rule.FilePass, name string) (namespace string, isDotted bool) {
	namespace, last, ok := manifest.CutParameter(name)
	if !ok {
		last = name
	}
	return namespace, strings.Contains(last, ".") && !strings.Contains(namespace, ".") && !lists.Any(p.AllCode(), func(code *manifest.Index) bool {
		class, _ := code.Class(namespace)
		return class != nil
	})
}

// whyNoName returns why a segment of a key is not a valid name.
func whyNoName(segment string, inParameter bool) string {
	switch {
	case segment == "":
		return "it is empty"
	case strings.Contains(segment, "."):
		return "it contains a dot"
	case strings.Contains(segment, "-"):
		return "it contains a hyphen"
	case strings.ContainsAny(segment, " \t\u00a0"):
		return "it contains a space"
	case ascii.IsDigit(segment[0]):
		return "it starts with a digit"
	case inParameter && ascii.IsUpper(segment[0]):
		return "it starts with an uppercase letter"
	case ascii.IsName(segment):
		return "it contains uppercase letters"
	}
	isInvalid := func(c rune) bool {
		return c >= utf8.RuneSelf || c != '_' && !ascii.IsLetter(byte(c)) && !ascii.IsDigit(byte(c))
	}
	if at := strings.IndexFunc(segment, isInvalid); at >= 0 {
		c, _ := utf8.DecodeRuneInString(segment[at:])
		why := "it contains `" + rule.Shown(string(c)) + "`"
		if unicode.IsLetter(c) { // which may look like an ASCII letter
			why += fmt.Sprintf(" (%U)", c)
		}
		return why
	}
	return "it contains an invalid character"
}

func beforeDot(name string) string {
	before, _, _ := strings.Cut(name, ".")
	return before
}

func afterDot(name string) string {
	_, after, _ := strings.Cut(name, ".")
	return after
}

// isAnchorOnly reports whether a root key only defines anchors, or has the name of a typical key for them.
func isAnchorOnly(key *data.Node) bool {
	name, value := key.Value.Text(), key.Counterpart()
	return strings.HasPrefix(name, ".") || value.Anchor != "" || !strings.Contains(name, "::") && value.HasAnchor() && isReferredToFromOutside(value)
}

// isReferredToFromOutside reports whether an alias elsewhere in the document refers to an anchor in a value.
func isReferredToFromOutside(value *data.Node) bool {
	inside := func(n *data.Node) bool { return n.Span.Start >= value.Span.Start && n.Span.End <= value.Span.End }
	var refers func(n *data.Node) bool
	refers = func(n *data.Node) bool {
		if n == value {
			return false
		}
		return n.Kind == data.Alias && n.Target != nil && inside(n.Target) || slices.ContainsFunc(n.Children, refers)
	}
	return refers(value.Parent)
}
