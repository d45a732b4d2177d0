package nearest

import "github.com/hieralint/hieralint/internal/lists"

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
