package merging

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// IsPattern reports whether an entry of lookup_options applies to all keys that match a regular expression.
func IsPattern(name string) bool { return strings.HasPrefix(name, "^") }

// LooksLikePattern reports whether a name has characters that occur in patterns but not in keys. Dots do not count:
// people write `a::b.c` for the options of a subkey.
func LooksLikePattern(name string) bool {
	return !IsPattern(name) && !strings.Contains(name, "%{") && strings.ContainsAny(name, `*+?()[]|\$^{}`)
}

// Anchored returns the pattern that was probably meant by name.
func Anchored(name, module string) string {
	name = strings.TrimPrefix(name, `\A`)
	if len(name) > 2 && strings.HasPrefix(name, "/") && strings.HasSuffix(name, "/") {
		name = name[1 : len(name)-1]
	}
	name = strings.TrimPrefix(name, "^")
	if strings.HasSuffix(name, "::*") { // a glob
		name = strings.TrimSuffix(name, "*")
	}
	if module != "" && !strings.HasPrefix(name, module+"::") {
		name = strings.TrimPrefix(name, ".*")
		if nested, ok := strings.CutPrefix(name, "::"); ok {
			name = "(.*::)?" + nested
		}
		name = module + "::" + name
	}
	return "^" + name
}

// IsMisdirected reports whether an entry of lookup_options that has no effect was obviously meant for the key: its
// lookup_options is replaced by a duplicate, it has an unknown option, it is a pattern without `^` and the key has no entry of its
// own, or its name is misspelled. The entry is reported, so its consequences are not.
func IsMisdirected(p *rule.Site, name string) bool {
	mayBeMeant, hasOwn := false, false
	for _, d := range p.Project.Definitions(lookupoptions.Key) {
		root := d.File.Doc.Root
		if root == nil || root.Kind != data.Mapping {
			continue
		}
		isDropped := false // Puppet uses the last one
		for i := len(root.Children) - 2; i >= 0; i -= 2 {
			if !rule.IsKey(root.Children[i], lookupoptions.Key) {
				continue
			}
			options := root.Children[i+1]
			for entry, given := range options.Entries() {
				switch {
				case entry.Kind != data.Scalar:
				case LooksLikePattern(entry.Text()):
					mayBeMeant = mayBeMeant || rubyregexp.Matches(Anchored(entry.Text(), ""), name)
				case wasMeantFor(p, entry, given, name, isDropped):
					return true
				default:
					hasOwn = hasOwn || entry.Text() == name
				}
			}
			isDropped = true
		}
	}
	return mayBeMeant && !hasOwn
}

func wasMeantFor(p *rule.Site, entry, options *data.Node, name string, isDropped bool) bool {
	written := entry.Text()
	switch {
	case written == name:
		return isDropped || hasUnknownOption(options)
	case IsPattern(written):
		return (isDropped || hasUnknownOption(options)) && rubyregexp.Matches(written, name)
	}
	_, near := nearest.Name(written, []string{name})
	return near && strings.Contains(written, "::") && !p.Project.HasKey(written) && !isParameter(p, written)
}

// isParameter reports whether a class in some environment has the parameter that a key is for.
func isParameter(p *rule.Site, key string) bool {
	_, parameter := p.Parameter(key)
	return parameter != nil
}

// hasUnknownOption reports whether the options of an entry are not a hash, or contain an unknown option.
func hasUnknownOption(options *data.Node) bool {
	return options.Kind != data.Mapping || lists.Any(lists.Keys(options.Entries()), func(key *data.Node) bool {
		return !rule.IsKey(key, "merge") && !rule.IsKey(key, "convert_to")
	})
}
