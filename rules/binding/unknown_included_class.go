package binding

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// UnknownIncludedClass reports classes that Puppet cannot load in arrays that code includes: `lookup('classes').include`.
var UnknownIncludedClass = &rule.Rule{
	ID: "HL5011", Name: "unknown-included-class", Family: family, Severity: diagnostic.Error,
	NeedsPairs: rule.Never, Require: merging.ByCode,
	CheckKey: func(p *rule.KeyPass) {
		code := p.Code()
		if code == nil {
			return
		}
		all := inclusionsOf(p.Site, code)
		inclusions := slices.Concat(all.byKey[p.Key.Name], all.byPart[p.Key.Name])
		if len(inclusions) == 0 {
			return
		}
		for _, at := range p.Project.Definitions(p.Key.Name) {
			if !binds(p, at) {
				continue
			}
			if at.Value.IsUndef() {
				reportNone(p, code, inclusions, at.Value)
				continue
			}
			byName := map[includedName]including{}
			var names []includedName
			for _, in := range byPath(inclusions) {
				for _, v := range in.listed(at.Value) {
					name := includedName{value: v, affixes: in.affixes()}
					known, ok := byName[name]
					if !ok {
						known = in
						names = append(names, name)
					}
					known.always = known.always || in.always
					byName[name] = known
				}
			}
			for _, name := range names {
				checkIncluded(p, code, byName[name], name)
			}
		}
	},
}

// reportNone reports an empty value that code outside of classes includes without a check.
func reportNone(p *rule.KeyPass, code *manifest.Index, inclusions []*manifest.Inclusion, v *data.Value) {
	at := slices.IndexFunc(inclusions, func(i *manifest.Inclusion) bool {
		path, _ := i.Path.Text()
		return i.Exact && !i.Conditional && path == p.Key.Name && isOfNodes(code, i)
	})
	lookups := code.ExactLookupsOf(p.Key.Name)
	n := v.Node()
	isTyped := func(u *manifest.Lookup) bool { return u.Type() != "" } // reported by lookup-type-mismatch
	if at < 0 || n == nil || n.Doc == nil || n.Counterpart() == nil || slices.ContainsFunc(lookups, isTyped) {
		return
	}
	isNone := func(item *data.Value) bool { return item.IsUndef() && item.Node() == n }
	including := lists.Filter(p.Key.Cases, func(c *nodes.Case) bool {
		return lists.All(lookups, func(u *manifest.Lookup) bool {
			asked := merging.CaseOf(p.Key, c, u)
			return asked != nil && asked.Result != nil && asked.Result.Value != nil && (isNone(asked.Result.Value) || slices.ContainsFunc(asked.Result.Value.Items(), isNone))
		})
	})
	if len(including) == 0 {
		return
	}
	extent := p.Key.ExtentOf(including...)
	i := inclusions[at]
	p.Report(diagnostic.Diagnostic{
		Severity: rule.SeverityOf(extent), File: n.Doc.File, Span: rule.FirstLine(n.Counterpart()), Key: rule.KeyPath(n),
		Message: "`" + rule.Shown(p.Key.Name) + "` is empty, so that Puppet includes undef",
		Detail:  "Catalogs fail to compile " + rule.On(extent) + ": `Cannot use undef as a class name`",
		Help:    "write `[]` for no classes, or remove the key",
		Related: []diagnostic.Related{{File: i.File, Span: rule.FirstLineOf(i.File, i.Span), Message: "the classes are included here"}},
	})
}

// isOfNodes reports whether an inclusion is outside of classes.
func isOfNodes(code *manifest.Index, i *manifest.Inclusion) bool {
	return slices.Contains(code.Site, i) || slices.ContainsFunc(code.Nodes, func(d *manifest.Definition) bool { return slices.Contains(d.Inclusions, i) })
}

// affixes are the texts that code writes before and after each string in a value.
type affixes struct{ before, after string }

// includedName is the name of a class that a value is, or that code makes of it.
type includedName struct {
	value *data.Value
	affixes
}

// including is the code that includes the classes at a path in a value.
type including struct {
	first  *manifest.Inclusion
	always bool // some of it is not conditional
}

// maxSelective is the maximum number of inclusions with conditions on the value of one key.
const maxSelective = 100

// byPath combines the inclusions of each path, except those with conditions on the value.
func byPath(inclusions []*manifest.Inclusion) []including {
	var all []including
	type path struct {
		text  string
		known bool
		affixes
	}
	index := map[path]int{}
	selective := 0
	for _, i := range inclusions {
		if i.IsSelective() {
			if selective++; selective <= maxSelective {
				all = append(all, including{i, !i.Conditional})
			}
			continue
		}
		in := including{first: i}
		_, known := in.path().Text()
		at := path{in.path().String(), known, in.affixes()}
		n, ok := index[at]
		if !ok {
			n = len(all)
			index[at] = n
			all = append(all, in)
		}
		all[n].always = all[n].always || !i.Conditional
	}
	return all
}

// path returns the key whose value has the names, or parts of them.
func (in *including) path() manifest.Pattern {
	if in.first.Inserted != nil {
		return in.first.Inserted.Path
	}
	return in.first.Path
}

// affixes returns what the code adds to the strings in the value.
func (in *including) affixes() affixes {
	if in.first.Inserted != nil {
		return affixes{in.first.Inserted.Before, in.first.Inserted.After}
	}
	return affixes{}
}

// listed returns the class names in the value of the key that conditions do not exclude.
func (in *including) listed(v *data.Value) []*data.Value {
	all := listed(v, in.path())
	if !in.first.IsSelective() {
		return all
	}
	return lists.Filter(all, func(v *data.Value) bool { return v.Kind() != data.String || !in.first.Excludes(v.Text()) })
}

// listed returns the class names in the value of a key: a string, or the strings of an array. path is the complete key.
// It may lead into the value, or into each entry of a hash if its last segment is unknown.
func listed(v *data.Value, path manifest.Pattern) []*data.Value {
	switch text, known := path.Text(); {
	case known:
		return names(dig(text, v))
	case strings.HasSuffix(path.String(), ".*") && strings.Count(path.String(), ".") == 1 && v.Kind() == data.Hash:
		return lists.FlatMap(v.Entries(), func(e data.Entry) []*data.Value { return names(e.Value) })
	}
	return nil
}

// dig returns the value that a lookup of a key finds in the value of its root key; nil if there is none.
func dig(path string, v *data.Value) *data.Value {
	k, err := key.Parse(path)
	if err != nil {
		return nil
	}
	dug, found, err := k.Dig(v)
	if err != nil || !found {
		return nil
	}
	return dug
}

// names returns the elements of an array and of arrays in it, or the value itself if it is a string. The value may be nil.
func names(v *data.Value) []*data.Value {
	switch {
	case v == nil:
		return nil
	case v.Kind() == data.String:
		return []*data.Value{v}
	}
	return lists.FlatMap(v.Items(), func(item *data.Value) []*data.Value {
		if item.Kind() == data.Array {
			return names(item)
		}
		return []*data.Value{item}
	})
}

// unnamed returns what an element of an array of classes is instead of a name, or "". Undefined elements may be removed, and
// hashes be given to create_resources.
func unnamed(v *data.Value) string {
	switch v.Kind() {
	case data.String:
		if v.Text() == "" && v.Node().Parent.Kind == data.Sequence {
			return "the empty string"
		}
	case data.Integer, data.Float:
		return "a number"
	case data.Boolean:
		return "a boolean"
	}
	return ""
}

var (
	// included matches strings that are meant as class names.
	included = lazyregexp.New(`^\s*(?:(?:include|contain|require)\s+)?(?:::)?[a-z][\w-]*(?::+[a-z][\w-]*)*:*\s*$`)
	// several matches several class names in one string.
	several = lazyregexp.New(`^(?:::)?[a-z]\w*(?:::[a-z]\w*)*(?:(?:\s*,\s*|\s+)(?:::)?[a-z]\w*(?:::[a-z]\w*)*)+$`)
	// statement matches the name of a function before that of a class.
	statement = lazyregexp.New(`^\s*(include|contain|require)\s+(?:::)?`)
)

// misnamed returns why a string cannot be a class name, or "".
func misnamed(class string) string {
	switch {
	case pp.IsDefinitionName(class):
		return ""
	case several().MatchString(class) && !statement().MatchString(class):
		return "it contains several names"
	case statement().MatchString(class):
		return "it contains the function `" + statement().FindStringSubmatch(class)[1] + "`"
	case strings.TrimSpace(class) != class:
		return "it begins or ends with a space"
	case strings.Contains(class, "-"):
		return "it contains a hyphen"
	}
	return "its segments must be separated by two colons"
}

// checkIncluded reports an element of an array of classes if the class is undefined.
func checkIncluded(p *rule.KeyPass, code *manifest.Index, in including, name includedName) {
	v := name.value
	n := v.Node()
	if n == nil || n.Doc == nil {
		return
	}
	if name.affixes != (affixes{}) {
		checkPart(p, code, in, name)
		return
	}
	if is := unnamed(v); is != "" {
		if in.always { // otherwise, the condition may be about such elements
			reportIncluded(p, in, v, diagnostic.Diagnostic{
				Severity: diagnostic.Warning, Message: is + " in an array of class names", Help: "remove it, or write the name of a class",
			})
		}
		return
	}
	if v.Kind() != data.String || !included().MatchString(v.Text()) && !areClasses(code, v.Text()) {
		return
	}
	k := classKey{code: code, class: strings.TrimPrefix(v.Text(), "::")}
	k.module, _, _ = strings.Cut(strings.TrimSpace(k.class), ":")
	d, isUnknown := missingClass(p, &k)
	if isUnknown && !isDefinedElsewhere(p, k.class) {
		reportIncluded(p, in, v, d)
	}
}

// partOfName matches strings that may be a part of the name of a class.
var partOfName = lazyregexp.New(`^[a-z][a-z0-9_-]*(?:::[a-z][a-z0-9_-]*)*$`)

// checkPart reports an element of an array of which code makes the name of a class, if the class is undefined.
func checkPart(p *rule.KeyPass, code *manifest.Index, in including, name includedName) {
	if name.value.Kind() != data.String || !partOfName().MatchString(name.value.Text()) {
		return
	}
	k := classKey{code: code, class: strings.TrimPrefix(name.before+name.value.Text()+name.after, "::")}
	module, _, hasModule := strings.Cut(strings.TrimPrefix(name.before, "::"), "::")
	if !hasModule {
		return
	}
	k.module = module
	d, isUnknown := missingClass(p, &k)
	if !isUnknown || isDefinedElsewhere(p, k.class) {
		return
	}
	if d.Meant != "" {
		before := strings.TrimPrefix(name.before, "::")
		rest, ok := strings.CutPrefix(d.Meant, before)
		if part, isPart := strings.CutSuffix(rest, name.after); ok && isPart {
			d.Meant = part
		} else {
			d.Meant, d.Help = "", "remove it, or correct its name"
		}
	}
	reportIncluded(p, in, name.value, d)
}

// reportIncluded reports an element of an array of classes that Puppet cannot include.
func reportIncluded(p *rule.KeyPass, in including, v *data.Value, d diagnostic.Diagnostic) {
	code, n := p.Code(), v.Node()
	if in.always && !mayBeGiven(p.Site, code, p.Key.Name) {
		d.Detail = "Catalogs that include it fail to compile"
	} else {
		d.Detail = "Catalogs fail to compile if the code includes it"
		if d.Severity != diagnostic.Note {
			d.Severity = diagnostic.Warning
		}
	}
	d.File, d.Span, d.Key, d.Instead = n.Doc.File, rule.FirstLine(n), rule.KeyPath(n), []string{"misspelled-value"}
	first := in.first
	d.Related = append(d.Related, diagnostic.Related{File: first.File, Span: rule.FirstLineOf(first.File, first.Span), Message: "the classes are included here"})
	p.Report(d)
}

// areClasses reports whether a string contains several class names, of which at least one is defined.
func areClasses(code *manifest.Index, text string) bool {
	return several().MatchString(text) && slices.ContainsFunc(fields(text), func(word string) bool {
		_, presence := code.Class(strings.TrimPrefix(word, "::"))
		return presence == manifest.Found
	})
}

// fields returns the names in a string that several matches.
func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// mayBeGiven reports whether code may set the parameter that a key is for, which overrides data.
func mayBeGiven(p *rule.Site, code *manifest.Index, key string) bool {
	class, parameter, ok := manifest.CutParameter(key)
	return ok && isGiven(p, code, class, parameter)
}

// missingClass returns the finding for an undefined class.
func missingClass(p *rule.KeyPass, k *classKey) (d diagnostic.Diagnostic, isUnknown bool) {
	class, presence := k.code.Class(k.class)
	defined, _ := k.code.DefinedType(k.class)
	rejected := k.code.Rejected(k.class)
	switch why := misnamed(k.class); {
	case why != "":
		d.Message = "`" + rule.Shown(k.class) + "` is not a valid class name: " + why
		if class != nil {
			d.Help, d.Related = "rename the class, and write its new name here", []diagnostic.Related{definition(class, "class")}
			return d, true
		}
	case rejected != nil:
		rejects := "a manifest of its module"
		if _, path := environment.ClassFile(k.class); strings.HasSuffix(rejected.File.Path, "/"+path) {
			rejects = "its manifest"
		}
		d.Message, d.Help = "class `"+rule.Shown(k.class)+"` cannot be loaded, since Puppet rejects "+rejects, "correct the manifest"
		d.Related = []diagnostic.Related{{File: rejected.File, Span: rejected.Span, Message: rejected.Reason()}}
		return d, true
	case presence == manifest.Found, presence == manifest.Unknown:
		return d, false
	case presence == manifest.Elsewhere:
		env := p.Key.Fleet.Project
		if r, ok := env.Release(k.module); ok {
			describeUnreleased(p.Site, &d, r, k.class)
			return d, !r.MayHaveClass(k.class)
		}
		if !k.lacksModule(p.Site, env) && (p.UsageOf[env] == nil || !p.UsageOf[env].LacksIncluded(k.module)) {
			return d, false
		}
		if k.misplaced(&d) {
			d.Severity = diagnostic.Warning
			return d, true
		}
		d.Severity, d.Message = diagnostic.Note, k.noModule()
	case defined != nil:
		d.Message, d.Help = "`"+rule.Shown(k.class)+"` is a defined type, not a class", "remove it, and declare the defined type in a manifest"
		d.Related = []diagnostic.Related{definition(defined, "type")}
		return d, true
	case isElsewhere(p, k):
		return d, false
	case k.misplaced(&d):
		return d, true
	default:
		d.Message = "no class `" + rule.Shown(k.class) + "` in module `" + rule.Shown(k.module) + "`"
		if p.Key.Fleet.Project.MayHaveClass(k.class) {
			d.Severity, d.Message = diagnostic.Warning, d.Message+", unless a manifest that Git ignores defines it"
		}
	}
	if several().MatchString(k.class) && !statement().MatchString(k.class) {
		d.Help = "write each name as an element of an array: `[" + rule.Shown(strings.Join(fields(k.class), ", ")) + "]`"
		return d, true
	}
	d.Help = "remove it, or correct its name"
	known := rule.Once(p.Site, namesWithID{code: k.code}, func() *nearest.Names {
		return nearest.NewNames(classNames(k.code.Classes))
	})
	plain := strings.TrimRight(colons().ReplaceAllString(strings.TrimSpace(statement().ReplaceAllString(k.class, "")), "::"), ":")
	meant, _ := known.Meant(strings.ReplaceAll(plain, "-", "_"), nil)
	if meant == "" && plain != k.class && pp.IsDefinitionName(plain) {
		meant = plain
	}
	if near := cmp.Or(meant, k.withMeantModule()); near != "" {
		d.Meant = near
		if d.Severity == diagnostic.Note {
			d.Severity = diagnostic.Warning
		}
	}
	return d, true
}

// isDefinedElsewhere reports whether another environment that reads the key defines the class.
func isDefinedElsewhere(p *rule.KeyPass, class string) bool {
	for _, env := range p.Project.EnvironmentsWith(p.Key.Name) {
		if env == p.Key.Fleet.Project || p.CodeOf[env] == nil {
			continue
		}
		code := p.CodeOf[env]
		if _, presence := code.Class(class); presence == manifest.Found || presence == manifest.Unknown && code.Rejected(class) == nil {
			return true
		}
		module, _, _ := strings.Cut(class, "::")
		if r, ok := env.Release(module); ok && r.MayHaveClass(class) {
			return true
		}
	}
	return false
}
