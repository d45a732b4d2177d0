package nearest

import "strings"

// shortestPart is the minimum length of a part of a name.
const shortestPart = 3

// Whole returns the only known name that a part of it stands for: its beginning, or some of its words, which hyphens
// separate, as for `warn` and `warning`, or `duplicate-key` and `yaml-duplicate-key`. ok is false if there is none, or
// several.
func Whole(part string, known []string) (whole string, ok bool) {
	part = strings.Trim(part, "-")
	if len(part) < shortestPart {
		return "", false
	}
	for _, k := range known {
		name := strings.Trim(k, "-")
		if !strings.HasPrefix(name, part) && !strings.Contains("-"+name+"-", "-"+part+"-") {
			continue
		}
		if ok {
			return "", false
		}
		whole, ok = k, true
	}
	return whole, ok
}
