package nearest

import "strings"

// Longer returns the only known name that a name abbreviates: each word of the name is the beginning of a word of the
// known name, in the same order, as for `btrfs_dev` and `btrfs_device`, or `subnet` and `dhcp_subnets`. ok is false if
// there is none, or several.
func Longer(name string, known []string) (longer string, ok bool) {
	for _, k := range known {
		if !isAbbreviation(name, k) {
			continue
		}
		if ok {
			return "", false
		}
		longer, ok = k, true
	}
	return longer, ok
}

// abbreviated is the minimum length of an abbreviated word.
const abbreviated = 3

func isAbbreviation(name, of string) bool {
	if len(name) >= len(of) || len(name) < 2*abbreviated-1 {
		return false
	}
	rest := strings.Split(of, "_")
	for word := range strings.SplitSeq(name, "_") {
		at := 0
		for at < len(rest) && !(rest[at] == word || len(word) >= abbreviated && strings.HasPrefix(rest[at], word)) {
			at++
		}
		if at == len(rest) {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}
