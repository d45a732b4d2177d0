package pp_test

import (
	"reflect"
	"testing"

	"github.com/hieralint/hieralint/engine/pp"
)

// TestWalk checks that Walk visits every node in any field of a tree exactly once.
func TestWalk(t *testing.T) {
	kinds := map[reflect.Type]bool{}
	for _, topic := range topics() {
		for _, r := range snippets[topic] {
			file, err := parseFile(r.Text, r.Template, r.Plans)
			if err != nil {
				continue
			}
			held := map[pp.Node]bool{}
			hold(reflect.ValueOf(file.Body), held)
			pp.Walk(file.Body, func(n pp.Node) bool {
				kinds[reflect.TypeOf(n)] = true
				if !held[n] {
					t.Errorf("%q: visited %T that is not in the tree, or visited it twice", r.Text, n)
				}
				delete(held, n)
				return true
			})
			for n := range held {
				t.Errorf("%q: did not visit %T", r.Text, n)
			}
		}
	}
	if len(kinds) < 50 {
		t.Errorf("got %d kinds of nodes in the snippets, want at least 50", len(kinds))
	}
}

// hold adds all nodes in v to held.
func hold(v reflect.Value, held map[pp.Node]bool) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(pp.Node); ok && v.Kind() == reflect.Pointer {
			held[n] = true
		}
		hold(v.Elem(), held)
	case reflect.Slice:
		for i := range v.Len() {
			hold(v.Index(i), held)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				hold(v.Field(i), held)
			}
		}
	}
}

func TestWalkLeavesOut(t *testing.T) {
	file, err := parseFile("f($a) |$x| { $b } $c", false, false)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	pp.Walk(file.Body, func(n pp.Node) bool {
		if v, ok := n.(*pp.Variable); ok {
			names = append(names, v.Name)
		}
		_, lambda := n.(*pp.Lambda)
		return !lambda
	})
	if want := []string{"a", "c"}; !reflect.DeepEqual(names, want) {
		t.Errorf("visited %v, want %v", names, want)
	}
}
