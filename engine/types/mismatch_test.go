package types

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/typetest"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// Describe returns Puppet's message if v is not an instance of t, or "".
func Describe(subject string, t Type, v *data.Value) string {
	if err := AssertInstance(subject, t, v); err != nil {
		return err.Error()
	}
	return ""
}

// TestDescribe has messages that were verified with Puppet 7.23.
func TestDescribe(t *testing.T) {
	tests := []struct {
		typ   string
		value *data.Value
		want  string
	}{
		{"Integer", typetest.Value("5"), "S has wrong type, expects an Integer value, got String"},
		{"Integer", typetest.List(), "S has wrong type, expects an Integer value, got Array"},
		{"Integer", typetest.List(1), "S has wrong type, expects an Integer value, got Tuple"},
		{"Integer", typetest.Hash("a", 1), "S has wrong type, expects an Integer value, got Struct"},
		{"Integer", typetest.Hash(1, 1), "S has wrong type, expects an Integer value, got Hash"},
		{"Integer", data.NewSensitive(typetest.Value("x")), "S has wrong type, expects an Integer value, got Sensitive[String]"},
		{"Integer", data.NewSymbol("x"), "S has wrong type, expects an Integer value, got Runtime"},
		{"Integer[0, 10]", typetest.Value(-1), "S has wrong type, expects an Integer[0, 10] value, got Integer[-1, -1]"},
		{"String[1]", typetest.Value(""), "S has wrong type, expects a String[1] value, got String"},
		{"Enum[a, b]", typetest.Value("abc"), "S has wrong type, expects a match for Enum['a', 'b'], got 'abc'"},
		{"Enum[a, b]", typetest.Value(5), "S has wrong type, expects a match for Enum['a', 'b'], got Integer"},
		{"Optional[Enum[a]]", typetest.Value("b"), "S has wrong type, expects an undef value or a match for Enum['a'], got 'b'"},
		{"Optional[String]", typetest.Value(5), "S has wrong type, expects a value of type Undef or String, got Integer"},
		{"Variant[String, Integer]", typetest.List(1), "S has wrong type, expects a value of type String or Integer, got Tuple"},
		{"Variant[String, Integer, Boolean]", typetest.Value(1.5), "S has wrong type, expects a value of type String, Integer, or Boolean, got Float"},
		{"Variant[Enum[a], Enum[b]]", typetest.Value("z"), "S has wrong type, expects a match for Enum['a', 'b'], got 'z'"},
		{"Variant[Integer, Array[Integer]]", typetest.List(1, "a"),
			" S has wrong type, variant 0 expects an Integer value, got Tuple\n  S has wrong type, variant 1 index 1 expects an Integer value, got String"},
		{"Array[Integer, 2]", typetest.List(1), "S has wrong type, expects size to be at least 2, got 1"},
		{"Array[Integer, 3, 3]", typetest.List(1, 2), "S has wrong type, expects size to be 3, got 2"},
		{"Array[Integer, 1, 2]", typetest.List(1, 2, 3), "S has wrong type, expects size to be between 1 and 2, got 3"},
		{"Array[Integer, 0, 1]", typetest.List(1, 2), "S has wrong type, expects size to be at most 1, got 2"},
		{"Array[Integer]", typetest.List("a", 1, "b"), " S has wrong type, index 0 expects an Integer value, got String\n  S has wrong type, index 2 expects an Integer value, got String"},
		{"Hash[String, Integer]", typetest.Hash("a", "x"), "S has wrong type, entry 'a' expects an Integer value, got String"},
		{"Hash[String, Integer]", typetest.Hash(1, 1), "S has wrong type, expects a Hash[String, Integer] value, got Hash[Integer[1, 1], Integer[1, 1]]"},
		{"Hash[Enum[a], Any]", typetest.Hash("b", 1), "S has wrong type, key of entry 'b' expects a match for Enum['a'], got 'b'"},
		{"Struct[{a => Integer}]", typetest.Hash("a", 1, "c", 2), "S has wrong type, unrecognized key 'c'"},
		{"Struct[{a => Integer, b => Any}]", typetest.Hash("a", "x", "z", 1), " S has wrong type, entry 'a' expects an Integer value, got String\n  S has wrong type, unrecognized key 'z'"},
		{"Struct[{a => Integer, b => String}]", typetest.Hash("a", 1), "S has wrong type, expects a value for key 'b'"},
		{"Array[Foo]", typetest.List(1), "S has wrong type, references an unresolved type 'Foo'"},
		{"Data", typetest.Hash(1, 2), "S has wrong type, expects a Data value, got Hash"},
		{"Integer", typetest.Value(5), ""},
	}
	for _, tt := range tests {
		t.Run(tt.typ, func(t *testing.T) {
			typ := MustParse(tt.typ)
			if got := Describe("S", typ, tt.value); got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
			err := AssertInstance("S", typ, tt.value)
			if (err == nil) != (tt.want == "") || err != nil && err.Error() != tt.want {
				t.Errorf("AssertInstance: got %v", err)
			}
		})
	}
}

// TestMismatches checks the messages and nodes of mismatches in a hiera.yaml.
func TestMismatches(t *testing.T) {
	const text = `version: "5"
hierarchy:
  - name: One
    path: [a, b]
    backend: yaml
  - path: x
  - name: Three
    options:
      a_: 1
defaults: []
`
	option, err := PatternOf(`\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z`)
	if err != nil {
		t.Fatal(err)
	}
	schema := StructOf(
		Member{Key: "version", Type: IntegerRange(5, 5)},
		Member{Key: "defaults", Type: StructOf(Member{Key: "datadir", Type: String}), Optional: true},
		Member{Key: "hierarchy", Type: ArrayOf(StructOf(
			Member{Key: "name", Type: StringSize(1, Unbounded)},
			Member{Key: "path", Type: StringSize(1, Unbounded), Optional: true},
			Member{Key: "options", Type: HashOf(option, Data), Optional: true},
		)), Optional: true},
	)
	doc := data.Parse(source.New("hiera.yaml", []byte(text)), data.YAML)
	var got []string
	for _, m := range Mismatches(schema, doc.Value) {
		span := m.Value.Node().Span
		at, _, _ := strings.Cut(text[span.Start:span.End], "\n")
		got = append(got, m.Text()+" | "+at)
	}
	want := []string{
		`entry 'version' expects an Integer value, got String | "5"`,
		"entry 'defaults' expects a Struct value, got Array | []",
		"entry 'hierarchy' index 0 entry 'path' expects a String value, got Tuple | [a, b]",
		"entry 'hierarchy' index 0 unrecognized key 'backend' | backend",
		"entry 'hierarchy' index 1 expects a value for key 'name' | path: x",
		`entry 'hierarchy' index 2 entry 'options' key of entry 'a_' expects a match for Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/], got 'a_' | a_`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestAt replaces values at fault in random values: the value as a whole can only match if the replacement is an instance of the
// type that applies there, and it matches if nothing else was at fault, with few exceptions, where Puppet does not report everything.
func TestAt(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(1))
	aliases := moduleAliases()
	answers, exceptions := map[bool]int{}, 0
	for range 20_000 {
		typ, err := ParseWith(randomType(r, 3), aliases)
		if err != nil {
			continue
		}
		v := randomValueFor(r, typ, 3)
		found := Mismatches(typ, v)
		for _, m := range found {
			at, ok := At(typ, m.Path)
			if !ok || m.Kind != WrongType && m.Kind != NoMatch {
				continue
			}
			by := randomValueFor(r, at, 2)
			fits := Instance(at, by)
			answers[fits]++
			whole := replaced(v, m.Path, by)
			switch matches := Instance(typ, whole); {
			case matches && !fits:
				t.Errorf("%s with %s, %s by %s: got %t", typ, rubytext.Inspect(v), m.Text(), rubytext.Inspect(by), fits)
			case fits && !matches && len(found) == 1:
				exceptions++
			}
		}
	}
	if answers[true] < 100 || answers[false] < 100 {
		t.Errorf("too few answers: %v", answers)
	}
	if exceptions > answers[true]/100 {
		t.Errorf("%d exceptions in %d", exceptions, answers[true])
	}
}

// replaced returns v with another value at a path.
func replaced(v *data.Value, path []Step, by *data.Value) *data.Value {
	if len(path) == 0 {
		return by
	}
	if path[0].Kind == EntryStep {
		entries := slices.Clone(v.Entries())
		for i, e := range entries {
			if e.Key.Text() == path[0].Name {
				entries[i].Value = replaced(e.Value, path[1:], by)
			}
		}
		return data.NewHash(entries)
	}
	items := slices.Clone(v.Items())
	items[path[0].Index] = replaced(items[path[0].Index], path[1:], by)
	return data.NewArray(items)
}

// TestMismatchPath has a Tuple whose last type repeats. The message has the index of the type, as in Puppet;
// the path has the index of the value.
func TestMismatchPath(t *testing.T) {
	found := Mismatches(MustParse("Tuple[String, Integer, 1, 4]"), typetest.List("a", 1, 2, "x"))
	if len(found) != 1 {
		t.Fatalf("got %d mismatches, want 1", len(found))
	}
	m := found[0]
	if m.Text() != "index 1 expects an Integer value, got String" || m.Path[0].Index != 3 || m.Value.Text() != "x" {
		t.Errorf("got %q at %d, %s", m.Text(), m.Path[0].Index, rubytext.Inspect(m.Value))
	}
}

// TestMismatchData checks the fields of a mismatch other than its message.
func TestMismatchData(t *testing.T) {
	t.Parallel()
	port := StructOf(Member{Key: "port", Type: IntegerRange(1, 65535)}, Member{Key: "timeout", Type: IntegerRange(0, 60), Optional: true})
	found := CheckParameters([]ClassParameter{{Name: "x", Type: HashOf(String, port)}}, typetest.Hash("x", typetest.Hash("a", typetest.Hash("port", 80, "timout", 1))), stepsLeft())
	if len(found) != 1 {
		t.Fatalf("got %d mismatches, want 1", len(found))
	}
	m := found[0]
	if got := m.TextBelow(1); m.Text() != "parameter 'x' entry 'a' unrecognized key 'timout'" || got != "entry 'a' unrecognized key 'timout'" {
		t.Errorf("got %q and %q", m.Text(), got)
	}
	if diff := cmp.Diff([]string{"port", "timeout"}, m.AllowedKeys().Names); diff != "" {
		t.Error(diff)
	}
}

// stepsLeft returns the number of steps with which one value may be described.
func stepsLeft() *int {
	left := MaxDescribed
	return &left
}

func TestCheckParameters(t *testing.T) {
	params := []ClassParameter{{"port", IntegerRange(1, 65535), true}, {"host", String, true}, {"opt", newWrapper(optionalT, String), false}}
	tests := []struct {
		given *data.Value
		want  string
	}{
		{typetest.Hash("port", 80, "host", "h"), ""},
		{typetest.Hash("port", "80", "host", "h"), "Class[M]: parameter 'port' expects an Integer value, got String"},
		{typetest.Hash("port", 80), "Class[M]: expects a value for parameter 'host'"},
		{typetest.Hash("port", nil, "host", "h", "x", 1), "Class[M]:\n  has no parameter named 'x'\n  parameter 'port' expects an Integer value, got Undef"},
	}
	for _, tt := range tests {
		if got := ParametersText("Class[M]", CheckParameters(params, tt.given, stepsLeft())); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestRecursiveAliases(t *testing.T) {
	aliases := moduleAliases()
	tests := []struct {
		typ   string
		value *data.Value
		want  bool
	}{
		{"M::Rec", typetest.List(1, typetest.List(2, typetest.List(3))), true},
		{"M::Rec", typetest.List(1, typetest.List("a")), false},
		{"M::Tree", typetest.Hash("a", typetest.Hash("b", 80)), true},
		{"M::Tree", typetest.Hash("a", typetest.Hash("b", 0)), false},
		// Puppet's recursion guard stops at aliases that contain each other.
		{"M::B", typetest.List(1), true},
		{"M::A", typetest.List(1), false},
		{"M::Ref", typetest.Value(nil), true},
		{"M::Ref", typetest.Value(1), false},
	}
	for _, tt := range tests {
		typ, err := ParseWith(tt.typ, aliases)
		if err != nil {
			t.Fatal(err)
		}
		if got := Instance(typ, tt.value); got != tt.want {
			t.Errorf("%s is an instance of %s: got %v", rubytext.Inspect(tt.value), typ, got)
		}
	}
}

// TestAliasesOfEachOther has aliases that overflow Puppet's stack.
func TestAliasesOfEachOther(t *testing.T) {
	definitions := map[string]string{
		"R": "type R = Variant[Array[R], Hash[String, R], S]",
		"S": "type S = Variant[Array[R], R, Tuple[S, R]]",
	}
	aliases := NewAliases(func(name string) (Type, *AliasDefinition, error) {
		d, err := ParseAlias(source.New("", []byte(definitions[name])))
		return nil, d, err
	})
	r, err := ParseWith("R", aliases)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseWith("S", aliases)
	if err != nil {
		t.Fatal(err)
	}
	if !Assignable(r, s) || !Assignable(s, r) {
		t.Error("R and S are not assignable to each other")
	}
	value := typetest.List(1)
	for range 60 {
		value = typetest.List(value, "a")
	}
	_, _ = Instance(r, value), Instance(s, value) // must terminate
	_, _ = Assignable(r, Infer(value)), Assignable(s, Infer(value))
}

func TestAliasErrors(t *testing.T) {
	definitions := map[string]string{
		"A": "type A = B",
		"B": "type B = A",
		"C": "type C = Integer[",
		"D": "$x = 1",
	}
	aliases := NewAliases(func(name string) (Type, *AliasDefinition, error) {
		text, ok := definitions[name]
		if !ok {
			return nil, nil, nil
		}
		d, err := ParseAlias(source.New("", []byte(text)))
		return nil, d, err
	})
	for text, want := range map[string]string{
		"A":        "Type alias 'A' cannot be resolved to a real type",
		"Array[C]": "Syntax error at end of input",
		"D":        "expected `type Name = Type` and nothing else",
	} {
		if _, err := ParseWith(text, aliases); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	if typ, err := ParseWith("Nope", aliases); err != nil || typ.String() != "TypeReference['Nope']" {
		t.Errorf("Nope: got %v, %v", typ, err)
	}
}
