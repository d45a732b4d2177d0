package nearest

import (
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

const (
	// slipLength is the length from which a word with one letter swapped, missing, or added is rarely another word.
	// replacedLength is the length for a replaced letter, and swappedLength that for swapped ones in a long name.
	slipLength, replacedLength, swappedLength = 5, 6, 4
	// longRest is the length of the rest of a name from which the name is long: what is otherwise the same is rarely
	// another name.
	longRest = 8
)

// IsTypo reports whether two names differ in one word only, and only as a typing error would: two
// letters are swapped, a letter in the middle is missing or added or, in a longer word, replaced; one of two colons is
// missing, or one too many at the end; or a digit is in front of the name.
// Prefixes, plurals (vhost, users), and digits make other words. Words are separated by anything
// other than letters and digits.
func IsTypo(a, b string) bool {
	if len(a)-len(b) > 1 || len(b)-len(a) > 1 {
		return false // as for most names
	}
	if isSeparatorSlip(a, b) || isSeparatorSlip(b, a) || isColonSlip(a, b) || isColonSlip(b, a) || isStray(a, b) || isStray(b, a) {
		return true
	}
	first := lists.CommonStart(a, b)
	endA, endB := len(a), len(b)
	for endA > first && endB > first && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	for first > 0 && ascii.IsLetter(a[first-1]) {
		first--
	}
	for endA < len(a) && ascii.IsLetter(a[endA]) {
		endA, endB = endA+1, endB+1
	}
	return isSlipOfWord(a[first:endA], b[first:endB], len(a)-(endA-first) >= longRest)
}

// IsMeant reports whether a name was probably typed for another one: there is a typing error, or they differ only in
// separators.
func IsMeant(name, other string) bool {
	return IsTypo(name, other) || name != other && without(name, separators) == without(other, separators)
}

// IsGarbled reports whether each word of a name is that of another one, or has a typing error or, if it is long, its
// letters in another order, with at most one missing or added.
func IsGarbled(name, other string) bool {
	words, others := strings.FieldsFunc(name, isSeparator), strings.FieldsFunc(other, isSeparator)
	if name == other || len(words) != len(others) {
		return false
	}
	for i, word := range words {
		if word != others[i] && !isSlipOfWord(word, others[i], true) && !isScrambled(word, others[i]) {
			return false
		}
	}
	return true
}

func isSeparator(r rune) bool { return r < 0x80 && !ascii.IsLetter(r) && !ascii.IsDigit(r) }

const (
	// scrambledLength is the length from which a word with its letters in another order is no other word.
	scrambledLength = 8
	// maxScrambled is the number of typing errors in such a word.
	maxScrambled = 3
)

// isScrambled reports whether two long words start with the same letter, and differ in the order of the others and by at
// most one letter.
func isScrambled(a, b string) bool {
	if min(len(a), len(b)) < scrambledLength || a[0] != b[0] || Distance(a, b, maxScrambled) > maxScrambled {
		return false
	}
	count, differences := [256]int{}, 0
	for i := range len(a) {
		count[a[i]]++
	}
	for i := range len(b) {
		count[b[i]]--
	}
	for _, n := range count {
		differences += max(n, -n)
	}
	return differences <= 1
}

// minPart is the minimum length of both parts of a compound such as logfile.
const minPart = 3

// isSeparatorSlip reports whether b is a with an additional underscore or hyphen between two parts
// of a word, log_level for loglevel, or before the digits at the end of a long name.
func isSeparatorSlip(a, b string) bool {
	at, edit := SingleEdit(a, b)
	if edit != Missing || b[at] != '_' && b[at] != '-' {
		return false
	}
	before, after := 0, 0
	for before < at && ascii.IsLetter(a[at-before-1]) {
		before++
	}
	for at+after < len(a) && ascii.IsLetter(a[at+after]) {
		after++
	}
	isNumbered := len(a)-before >= longRest && at < len(a) && strings.Trim(a[at:], "0123456789") == ""
	return before >= minPart && (after >= minPart || isNumbered)
}

// isColonSlip reports whether b is a with a single colon doubled.
func isColonSlip(a, b string) bool {
	at, edit := SingleEdit(a, b)
	return edit == Missing && at > 1 && at < len(a) && a[at-1] == ':' && b[at] == ':' && a[at-2] != ':'
}

// isStray reports whether b is a with a digit in front of it, or with a colon after it.
func isStray(a, b string) bool {
	if len(a) < slipLength || len(b) != len(a)+1 || !ascii.IsLetter(a[0]) {
		return false
	}
	isDigit := b[0] >= '0' && b[0] <= '9'
	return isDigit && b[1:] == a || b == a+":" && a[len(a)-1] != ':'
}

func isSlipOfWord(a, b string, inLong bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b) < swappedLength || strings.IndexFunc(a+b, func(r rune) bool { return r >= 0x80 || !ascii.IsLetter(byte(r)) }) >= 0 {
		return false
	}
	switch at, edit := SingleEdit(a, b); edit {
	case Missing:
		return len(b) >= slipLength && at > 0 && at < len(a)
	case Replaced:
		return len(a) >= replacedLength && at > 0
	case Swapped:
		return inLong || len(a) >= slipLength
	}
	return false
}

// DifferInDigits reports whether two names are the same apart from the numbers in them, such as ca-1 and ca-2, so
// that neither is a misspelling of the other.
func DifferInDigits(a, b string) bool {
	return without(a, "0123456789") == without(b, "0123456789") && without(a, "0") != without(b, "0")
}

// hasOtherDigits reports whether two names only differ in digits of the same number, such as set_1_1 and set_1_7.
func hasOtherDigits(a, b string) bool { return len(a) == len(b) && DifferInDigits(a, b) }

func without(s, characters string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(characters, r) {
			return -1
		}
		return r
	}, s)
}

// Edit is what a single typing error changes in a name.
type Edit uint8

// The kinds of typing errors.
const (
	NoEdit   Edit = iota // the names are the same, or differ in more than one place
	Missing              // a letter is missing
	Added                // there is one more
	Replaced             // another letter is in its place
	Swapped              // two letters are in the other order
)

// SingleEdit returns the typing error that makes a name of another one, and the index of the first byte that differs.
func SingleEdit(name, other string) (at int, edit Edit) {
	at = lists.CommonStart(name, other)
	switch is, was := name[at:], other[at:]; {
	case len(was) == len(is)+1 && is == was[1:]:
		return at, Missing
	case len(is) == len(was)+1 && is[1:] == was:
		return at, Added
	case len(is) != len(was) || is == "":
		return at, NoEdit
	case is[1:] == was[1:]:
		return at, Replaced
	case is[0] == was[1] && is[1] == was[0] && is[2:] == was[2:]:
		return at, Swapped
	}
	return at, NoEdit
}
