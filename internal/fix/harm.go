package fix

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// harmless are the fixes after which Puppet reads every file that it reads now, and after which no
// file is empty that is not so now: Puppet would warn about it in every run. Each of two fixes can be
// right although both are not, as when they remove the last two keys of a file; then the first is
// taken.
func harmless(chosen []*choice) (taken []*choice, refused []*RefusedError) {
	if path, _ := harm(chosen); path == "" {
		return chosen, nil
	}
	for _, c := range chosen {
		path, unreadable := harm(append(taken[:len(taken):len(taken)], c))
		if path == "" {
			taken = append(taken, c)
		} else if unreadable {
			refused = append(refused, &RefusedError{Path: path, Rule: c.rule})
		}
	}
	return taken, refused
}

// harm is a file that fixes would harm; "" when there is none.
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

func isEmpty(d *data.Document) bool { return d.Value != nil && d.Value.Kind() == data.Boolean }
