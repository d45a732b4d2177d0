package levels

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
)

// hole returns a pattern part for a variable.
func hole(name string) glob.Part {
	shape := facter.ValuePattern(name)
	if shape == nil {
		return glob.Part{Kind: glob.PathPlaceholder, Text: name, Likely: isValue}
	}
	isLikely := isValue
	switch facter.Canonical(name) {
	case "trusted.certname", "networking.fqdn":
		isLikely = isNode
	}
	return glob.Part{Kind: glob.Placeholder, Text: name, Required: facter.HasAlways(name), Likely: func(text string) bool { return isLikely(text) && shape.MatchString(text) }}
}

// isValue reports whether a part of a file name is likely to be the value of a variable, rather
// than an indication that the file is for all of them.
func isValue(text string) bool {
	switch text {
	case "common", "default", "defaults", "global":
		return false
	}
	return true
}

// isNode reports whether a part of a file name is likely to be the name of a node, rather than that of a file for all of them, or of
// a variant of it, such as `common-new`.
func isNode(text string) bool {
	first, _, _ := strings.Cut(strings.ReplaceAll(text, "_", "-"), "-")
	return isValue(text) && (isValue(first) || strings.ContainsAny(text, ".0123456789"))
}

// IsImpossible reports whether no node can have that value of a variable, named as in Match.Vars,
// and returns what was probably meant, or "". It only judges values that Puppet and Facter
// determine:
//
//   - Certnames are in lower case, and host names contain no dots. Neither contains spaces, unlike
//     copies made by a file manager: `web01 copy.yaml`. No node is called `default` or `common-new`.
//   - Families and kernels of operating systems, and most of their names, are capitalized, except
//     for windows. Their releases are separate facts.
func IsImpossible(variable, value string) (meant string, impossible bool) {
	if value == "" {
		return "", false // a variable that the node does not have
	}
	fact, _ := strings.CutPrefix(variable, "facts.")
	switch fact {
	case "trusted.certname", "clientcert":
		if lower := strings.ToLower(value); lower != value {
			return lower, true
		}
		return "", strings.Contains(value, " ") || !isNode(value)
	case "networking.fqdn", "fqdn":
		return "", strings.Contains(value, " ") || !isNode(value)
	case "trusted.hostname", "networking.hostname", "hostname":
		if host, domain, _ := strings.Cut(value, "."); strings.Contains(domain, ".") && !strings.Contains(value, " ") {
			return host, true
		}
		return "", strings.ContainsAny(value, ". ")
	case "os.family", "osfamily", "kernel":
		if meant = systemMeant(value); meant != "" {
			return meant, true
		}
		return "", value != "windows" && (ascii.IsLower(value[0]) || facter.HasRelease(value))
	case "os.name", "operatingsystem":
		if meant = systemMeant(value); meant != "" {
			return meant, true
		}
		return "", !isValue(value) || facter.HasRelease(value)
	}
	return "", false
}

// systemMeant returns the operating system that was probably meant by a name, or "".
func systemMeant(name string) string {
	if usual := facter.UsualSpelling(name); usual != "" {
		return usual
	}
	if _, known := facter.Family(name); known || slices.Contains(facter.Systems(), name) {
		return ""
	}
	return lists.Find(facter.Systems(), func(system string) bool {
		return nearest.IsTypo(strings.ToLower(name), strings.ToLower(system))
	})
}
