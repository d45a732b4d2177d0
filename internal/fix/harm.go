package fix

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// harmless returns the fixes after which Puppet still reads every file that it reads now, and after which no further
// file is empty, since Puppet would warn about it in every run. Two fixes may each be harmless but not both, as if they
// remove the last two keys of a file. Then the first one is taken.
func harmless(chosen []*choice) (taken []*choice, refused []*RefusedError) {
	if path, _ := harm(chosen); path == "" {
		return chosen, nil
	}
	for _, c := range chosen {
		path, unreadable := harm(append(slices.Clip(taken), c))
		if path == "" {
			taken = append(taken, c)
		} else if unreadable {
			refused = append(refused, &RefusedError{Path: path, Rule: c.rule})
		}
	}
	return taken, refused
}

// harm returns a file that fixes would harm, or "".
func harm(chosen []*choice) (path string, unreadable bool) {
	for file, text := range texts(chosen) {
		format, ok := data.FormatOf(file.Path)
		if !ok {
			format = data.YAML
		}
		after := data.Parse(source.New(file.Path, text), format)
		if after.Err == nil && !isEmpty(after) {
			continue
		}
		before := data.Parse(file, format)
		switch {
		case after.Err != nil && before.Err == nil:
			return file.Path, true
		case isEmpty(after) && !isEmpty(before) && before.Err == nil:
			return file.Path, false
		}
	}
	return "", false
}

func isEmpty(d *data.Document) bool { return d.Value.Is(data.Boolean) }
