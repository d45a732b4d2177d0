package binding

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/releases"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// MisspelledKey reports keys for parameters of classes that are not in the tree if they resemble keys that other files
// set, or if the class resembles one of other keys. Where the class is in the tree, unknown-class and
// unknown-class-parameter know better.
var MisspelledKey = &rule.Rule{
	ID: "HL5016", Name: "misspelled-key", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherKeys,
	CheckFile: func(p *rule.FilePass) {
		for _, key := range p.RootKeys() {
			name, ok := keyName(key)
			if !ok || !rule.IsParameterKey(name) || isForeign(name, p.OnlyModule()) {
				continue // module-data-foreign-key reports what is foreign
			}
			d := diagnostic.Diagnostic{Span: key.Span, Key: rule.KeyPath(key)}
			meant := meantKey(p.Site, name)
			if meant != "" {
				d.Message = "key `" + rule.Shown(name) + "` here, but `" + rule.Shown(meant) + "` in " + plural.Count(len(p.Project.Definitions(meant)), "other file")
				d.Detail = "The class is not in the tree, but probably has only one of these parameters"
			} else if class, instead := meantNamespace(p.Site, name); instead != "" {
				meant = instead + strings.TrimPrefix(name, class)
				d.Message = "only this key is for `" + rule.Shown(class) + "`, but " + strconv.Itoa(keysIn(p.Site)[instead]) + " keys are for `" + rule.Shown(instead) + "`"
				d.Detail = "Neither is in the tree, but probably only one of them exists"
			} else if instead := meantParameter(p.Site, name); instead != "" {
				class, parameter, _ := manifest.CutParameter(name)
				meant = class + "::" + instead
				d.Message = "class `" + rule.Shown(class) + "` has a parameter `" + rule.Shown(instead) + "`, but no known release of the module has `" + rule.Shown(parameter) + "`"
				d.Detail = "The release that is installed is unknown, but probably has only one of these parameters"
			}
			if meant == "" || !isOutsideTree(p.Site, name) {
				continue
			}
			d.Meant = meant
			edit.Rename(&d, key, meant)
			p.Report(d)
		}
	},
}

const (
	// maxFilesWithTypo is the number of files up to which all may contain the same misspelling.
	maxFilesWithTypo = 2
	// filesForEach is how many times as many files must set the key that was probably meant.
	filesForEach = 2
	// minNamespace is the minimum length of a module or part of a class that may be misspelled, and minKeys the minimum
	// number of keys for the one that was probably meant.
	minNamespace, minKeys = 5, 3
	// maxSegments is the maximum number of segments of a key whose modules and classes are compared.
	maxSegments = 16
)

type commonKeysID struct{}

// commonKeys returns the keys that several files set, and those that code looks up.
func commonKeys(s *rule.Site) *nearest.Names {
	return rule.Once(s, commonKeysID{}, func() *nearest.Names {
		return nearest.NewNames(lists.Filter(s.Project.Keys(), func(name string) bool {
			return strings.Contains(name, "::") && (len(s.Project.Definitions(name)) >= filesForEach || s.LookupOf(name) != nil)
		}))
	})
}

// meantKey returns the key of which another is probably a misspelling; "" if there is none, or several.
func meantKey(s *rule.Site, name string) string {
	own := s.Project.Definitions(name)
	if len(own) == 0 || len(own) > maxFilesWithTypo {
		return ""
	}
	isOther := func(known string) bool { return !isMeant(s, own, name, known) }
	meant, ok := commonKeys(s).Meant(name, isOther)
	if !ok {
		return ""
	}
	if _, ambiguous := commonKeys(s).Meant(name, func(known string) bool { return known == meant || isOther(known) }); ambiguous {
		return ""
	}
	return meant
}

// isMeant reports whether name, with its definitions own, is probably meant as known: more files set it, or as many and code looks it
// up, to values of the same kind, and none sets both.
func isMeant(s *rule.Site, own []project.Definition, name, known string) bool {
	kind := own[0].Value.Kind()
	isSame := func(d project.Definition) bool { return d.Value.Kind() == kind }
	if !isSlipInKey(name, known, kind) || !lists.All(own, isSame) || slices.ContainsFunc(own, func(d project.Definition) bool { return d.File.Defines(known) }) {
		return false
	}
	others := len(lists.Filter(s.Project.Definitions(known), isSame))
	return others >= filesForEach*len(own) || others >= len(own) && !differsInPlural(name, known) && s.LookupOf(known) != nil
}

// differsInPlural reports whether one of two names with the same number of segments has a segment in the plural where the other has
// the singular.
func differsInPlural(a, b string) bool {
	return strings.ReplaceAll(a+"::", "s::", "::") == strings.ReplaceAll(b+"::", "s::", "::")
}

// isSlipInKey reports whether two keys differ in one segment, and only as a typing error would. Classes rarely have the
// same parameters as others named after the plural, and parameters for one thing and for several have values of
// different kinds unless they are hashes or arrays; but there are modules for one thing and for several.
func isSlipInKey(name, known string, kind data.Kind) bool {
	own, other := strings.Split(name, "::"), strings.Split(known, "::")
	if len(own) != len(other) {
		return false
	}
	at := 0
	for at < len(own)-1 && own[at] == other[at] {
		at++
	}
	if !slices.Equal(own[at+1:], other[at+1:]) {
		return false
	}
	if nearest.IsTypo(own[at], other[at]) {
		return true
	}
	isPlural := own[at]+"s" == other[at] || own[at] == other[at]+"s"
	return isPlural && at > 0 && (at < len(own)-1 || kind == data.Hash || kind == data.Array)
}

type (
	keysInID     struct{}
	namespacesID struct{}
)

// keysIn returns the number of keys for each module and class, and for the parts of classes.
func keysIn(s *rule.Site) map[string]int {
	return rule.Once(s, keysInID{}, func() map[string]int {
		count := map[string]int{}
		for _, key := range s.Project.Keys() {
			if strings.Count(key, "::") >= maxSegments {
				continue
			}
			for at := strings.LastIndex(key, "::"); at > 0; at = strings.LastIndex(key[:at], "::") {
				count[key[:at]]++
			}
		}
		return count
	})
}

// commonNamespaces returns the modules, classes, and parts of classes with several keys.
func commonNamespaces(s *rule.Site) *nearest.Names {
	return rule.Once(s, namespacesID{}, func() *nearest.Names {
		count := keysIn(s)
		return nearest.NewNames(lists.Filter(slices.Sorted(maps.Keys(count)), func(name string) bool { return count[name] >= minKeys }))
	})
}

// meantNamespace returns the module or class of a key for which there is no other key, and a similar one with several
// keys, which was probably meant. They are "" if there is none.
func meantNamespace(s *rule.Site, name string) (namespace, meant string) {
	if len(s.Project.Definitions(name)) != 1 || strings.Count(name, "::") >= maxSegments {
		return "", ""
	}
	for at := range name {
		if namespace = name[:at]; strings.HasPrefix(name[at:], "::") && keysIn(s)[namespace] == 1 {
			meant, _ = commonNamespaces(s).Meant(namespace, func(known string) bool { return !isSlipInNamespace(namespace, known) })
			return namespace, meant
		}
	}
	return "", ""
}

// isSlipInNamespace reports whether two names differ only in the last segment, and there in one letter or two that are swapped.
// Another first or last letter often makes another name, such as openssl for openssh or rsyslog for syslog, and so do those of
// plurals and daemons.
func isSlipInNamespace(name, known string) bool {
	own := name[strings.LastIndex(name, ":")+1:]
	other, ok := strings.CutPrefix(known, strings.TrimSuffix(name, own))
	if !ok {
		return false
	}
	shorter, longer := own, other
	if len(shorter) > len(longer) {
		shorter, longer = longer, shorter
	}
	if len(shorter) < minNamespace || nearest.Distance(own, other, 1) != 1 || nearest.DifferInDigits(own, other) || shorter[0] != longer[0] {
		return false
	}
	if n := len(shorter); n == len(longer) {
		return shorter[n-1] == longer[n-1] || shorter[n-2] == longer[n-1] && shorter[n-1] == longer[n-2]
	}
	return longer != shorter+"s" && longer != shorter+"d"
}

// meantParameter returns the parameter of a class in releases of a module of which that of a key is probably a misspelling; "" if there
// is none.
func meantParameter(s *rule.Site, name string) string {
	class, parameter, _ := manifest.CutParameter(name)
	known := releasedParametersOf(s, class)
	if known == nil || known.all[parameter] {
		return ""
	}
	meant, _ := known.names.Meant(parameter, func(other string) bool {
		setsBoth := func(d project.Definition) bool { return d.File.Defines(class + "::" + other) }
		return !nearest.IsTypo(parameter, other) || differsInPlural(parameter, other) || slices.ContainsFunc(s.Project.Definitions(name), setsBoth)
	})
	return meant
}

type releasedParametersKey struct{ class string }

// releasedParameters are the parameters of a class in several releases.
type releasedParameters struct {
	all   map[string]bool
	names *nearest.Names
}

// releasedParametersOf returns the parameters that a class has in any known release of a module that is missing from the tree, and of
// which the release is unknown: it is a branch, for example. It returns nil unless most keys for the class are as in these releases:
// otherwise, it is another module.
func releasedParametersOf(s *rule.Site, class string) *releasedParameters {
	return rule.Once(s, releasedParametersKey{class}, func() *releasedParameters {
		module, _, _ := strings.Cut(class, "::")
		isKnown := func(env *project.Environment) bool { _, known := env.Release(module); return known }
		if slices.ContainsFunc(s.Project.Environments, isKnown) {
			return nil
		}
		all := map[string]bool{}
		for _, m := range releases.Named(module) {
			for _, parameter := range m.EveryParameter(class) {
				all[parameter] = true
			}
		}
		known, unknown := 0, 0
		for _, key := range lists.WithPrefix(s.Project.Keys(), class+"::") {
			switch of, other, _ := manifest.CutParameter(key); {
			case of != class:
			case all[other]:
				known++
			default:
				unknown++
			}
		}
		if known <= unknown {
			return nil
		}
		return &releasedParameters{all, nearest.NewNames(slices.Sorted(maps.Keys(all)))}
	})
}

// isOutsideTree reports whether the class of a key is in a module that is not in the tree, and nothing else is known to
// read the key.
func isOutsideTree(s *rule.Site, name string) bool {
	class, _, _ := manifest.CutParameter(name)
	for env, code := range s.CodeOf {
		if code == nil {
			continue
		}
		k := classKey{class: class, code: code}
		k.module, _, _ = strings.Cut(class, "::")
		if _, presence := code.Class(class); presence != manifest.Elsewhere || k.lacksModule(s, env) {
			return false
		}
	}
	return !s.IsRead(name)
}
