package backend

import (
	"fmt"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/key"
)

func TestRootTable(t *testing.T) {
	t.Parallel()
	r := newRoots()
	for i := range 100 {
		r.number(fmt.Sprintf("other%d", i)) // so that the numbers in the tables are not consecutive
	}
	for _, size := range []int{0, 1, 2, 3, 4, 5, 100, 1000} {
		entries := []data.Entry{{Key: data.NewInteger(1), Value: data.NewString("not a string")}}
		for i := range size {
			entries = append(entries, data.Entry{Key: data.NewString(fmt.Sprintf("%d-%d", size, i)), Value: data.NewInteger(int64(i))})
		}
		table := r.table(data.NewHash(entries))
		for i := range size {
			entry := table.at(r.number(fmt.Sprintf("%d-%d", size, i)))
			if entry == nil {
				t.Fatalf("%d keys: key %d not found", size, i)
			}
			if n, _ := entry.value.Int(); n != int64(i) {
				t.Errorf("%d keys: key %d: got value %d", size, i, n)
			}
		}
		for i := range 100 {
			if table.at(r.number(fmt.Sprintf("other%d", i))) != nil {
				t.Errorf("%d keys: found a key that is not in the table", size)
			}
		}
	}
}

// TestRootTableDuplicate checks that the last of two keys that are equal in a lookup wins, as in Puppet.
func TestRootTableDuplicate(t *testing.T) {
	t.Parallel()
	r := newRoots()
	table := r.table(data.NewHash([]data.Entry{
		{Key: data.NewString("\xe9"), Value: data.NewInteger(1)}, {Key: data.NewBinaryString("\xe9"), Value: data.NewInteger(2)},
	}))
	if n, _ := table.at(r.number("\xe9")).value.Int(); n != 2 {
		t.Errorf("got %d, want 2", n)
	}
}

func TestLacks(t *testing.T) {
	t.Parallel()
	for level, want := range map[string]bool{
		"path: a.yaml":                                          false,
		"path: gone.yaml":                                       true,
		"path: x.yaml":                                          true,
		"paths: [x.yaml, a.yaml]":                               false,
		"globs: ['[xy].yaml']":                                  true,
		"path: list.yaml":                                       false, // an error, or a warning
		"path: broken.yaml":                                     false,
		"path: x.yaml, options: {}":                             true,
		"path: x.yaml, options: {a: b}":                         false, // an error
		"path: x.yaml, lookup_key: eyaml_lookup_key":            true,
		"path: a.yaml, lookup_key: eyaml_lookup_key":            false,
		"uri: 'http://localhost', lookup_key: eyaml_lookup_key": false,
		"lookup_key: eyaml_lookup_key":                          false,
		"data_hash: own":                                        false,
		"path: x.yaml, lookup_key: fails":                       false,
	} {
		levels, _ := open(t, "{name: A, "+level+"}", nil, &invocation.Shared{Puppet: 8})
		l := levels.All[0]
		for _, text := range []string{"k", ""} {
			k := levels.backends.Key(key.Key{Text: text, Root: text})
			// eyaml_lookup_key rejects the empty key.
			if got := l.Lacks(&k); got != (want && text != "") {
				t.Errorf("%s: Lacks(%[3]q) = %[2]v", level, got, text)
			}
		}
	}
}
