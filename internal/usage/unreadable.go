package usage

import (
	"index/suffixarray"
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
)

// unreadable finds the code files that could not be read or parsed and may contain a key. It searches an index of their texts: there
// may be many keys.
type unreadable struct {
	all []*manifest.Unreadable
	// always are the indexes of the files whose content is unknown, or not searched.
	always []int
	// texts contains the other files: starts are the offsets of their texts, and files their indexes.
	texts         *suffixarray.Index
	starts, files []int
}

const (
	// maxUnreadableText is the size of the texts that are searched. It is assumed that other files contain every key.
	maxUnreadableText = 4 << 20
	// maxUnreadable is the number of files that are named for a key, and maxOccurrences that of occurrences of it.
	maxUnreadable, maxOccurrences = 100, 1000
)

func newUnreadable(all []*manifest.Unreadable) *unreadable {
	x := &unreadable{all: all}
	var texts []byte
	for i, u := range all {
		if u.IsText() && len(texts)+len(u.File.Text) <= maxUnreadableText {
			x.starts, x.files = append(x.starts, len(texts)), append(x.files, i)
			texts = append(append(texts, u.File.Text...), 0) // no key contains NUL
		} else if len(x.always) < maxUnreadable {
			x.always = append(x.always, i)
		}
	}
	if len(texts) > 0 {
		x.texts = suffixarray.New(texts)
	}
	return x
}

// containing returns the files that contain a key, or may do so, in their order.
func (x *unreadable) containing(key string) []*manifest.Unreadable {
	at := slices.Clone(x.always)
	if key == "" {
		at = append(at, x.files...)
	} else if x.texts != nil {
		for _, offset := range x.texts.Lookup([]byte(key), maxOccurrences) {
			i, found := slices.BinarySearch(x.starts, offset)
			if !found {
				i--
			}
			at = append(at, x.files[i])
		}
	}
	at = lists.Distinct(at)
	return lists.Map(at[:min(len(at), maxUnreadable)], func(i int) *manifest.Unreadable { return x.all[i] })
}
