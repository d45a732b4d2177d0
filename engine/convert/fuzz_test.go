package convert

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

func FuzzNew(f *testing.F) {
	for _, text := range constructible {
		f.Add(text, `"5"`, "10")
		f.Add(text, "[[a, 1], [b, [1.5]]]", `"%#p"`)
	}
	f.Fuzz(func(t *testing.T, text, value, arg string) {
		typ, err := types.Parse(text)
		if err != nil {
			return
		}
		args := []*data.Value{}
		for _, yaml := range []string{value, arg} {
			doc := data.Parse(source.New("", []byte(yaml)), data.YAML)
			if doc.Value == nil {
				return
			}
			args = append(args, doc.Value)
		}
		for n := 1; n <= 2; n++ {
			v, err := New(types.TypeValue(typ), args[:n]...)
			if err != nil {
				if err.Error() == "" && types.AssertInstance("S", typ, args[0]) != nil {
					t.Fatalf("%s of %s: error without a message", text, value)
				}
				continue
			}
			if !types.Instance(typ, v) {
				t.Fatalf("%s of %s: got %s, which is not an instance", text, value, ToString(v))
			}
			ToString(v)
		}
	})
}
