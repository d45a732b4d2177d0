// Package typetest supports the tests of packages types and convert: it compares with Puppet's type
// system on random types and values.
package typetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// Question is a request to testdata/oracle.rb, with hieralint's answer.
type Question struct {
	Request map[string]any
	Mine    func() map[string]any
}

// folder contains oracle.rb and the modules for Puppet. The path is relative to the packages types and convert.
const folder = "../internal/typetest/testdata"

// ModuleAlias returns the file of an alias that Puppet's modules define; nil if there is none.
func ModuleAlias(name string) *source.File {
	name, ok := strings.CutPrefix(strings.ToLower(name), "m::")
	if !ok {
		return nil
	}
	path := filepath.Join(folder, "modules", "m", "types", name+".pp")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return source.New(path, text)
}

// AskPuppet sends all questions to one Ruby process and compares the answers.
func AskPuppet(t *testing.T, questions []Question) {
	t.Helper()
	puppet := oracle.StartRuby(t, folder+"/oracle.rb", folder+"/modules")
	bad := 0
	questions = reference.Sample(questions)
	for _, q := range questions {
		var answer map[string]any
		puppet.Ask(t, q.Request, &answer)
		mine := q.Mine()
		if same(answer, mine) {
			continue
		}
		if bad++; bad <= 40 {
			request, _ := json.Marshal(q.Request)
			want, _ := json.Marshal(answer)
			got, _ := json.Marshal(mine)
			t.Errorf("%s\npuppet: %s\n  mine: %s", request, want, got)
		}
	}
	t.Logf("%d questions, %d differ", len(questions), bad)
}

// same compares answers. If Puppet crashes because of a bug, any error is accepted.
func same(puppet, mine map[string]any) bool {
	if class, ok := puppet["class"].(string); ok {
		if mine["class"] != nil && mine["class"] != class {
			return false
		}
		switch class {
		case "NoMethodError", "NameError", "SystemStackError", "TypeError", "FloatDomainError", "JSON":
			return true
		}
		text, _ := puppet["error"].(string)
		if strings.Contains(text, "0x0000") { // an object address
			return true
		}
		return text == mine["error"] || strings.HasSuffix(text, "with nil failed")
	}
	for _, field := range []string{"string", "value"} {
		if text, _ := puppet[field].(string); strings.Contains(text, "0x0000") {
			delete(puppet, field)
			delete(mine, field)
		}
	}
	a, _ := json.Marshal(puppet)
	b, _ := json.Marshal(mine)
	return bytes.Equal(a, b)
}

// Cases returns the number of random questions in a test: HIERALINT_TEST_TYPES_CASES, or n.
func Cases(t *testing.T, n int) int {
	if text := os.Getenv("HIERALINT_TEST_TYPES_CASES"); text != "" {
		many, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return many
	}
	return n
}

// Seed returns the source of random questions, seeded with HIERALINT_TEST_TYPES_SEED or a constant.
func Seed(t *testing.T) *rand.Rand {
	s := int64(1)
	if text := os.Getenv("HIERALINT_TEST_TYPES_SEED"); text != "" {
		var err error
		if s, err = strconv.ParseInt(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return rand.New(rand.NewSource(s)) //nolint:gosec // tests are repeatable
}

// Pick returns a random element.
func Pick[T any](r *rand.Rand, of ...T) T { return of[r.Intn(len(of))] }

// TypeValue converts a type to a value. Packages that use random values set it.
var TypeValue func(text string) *data.Value

// RandomValue returns a random value.
func RandomValue(r *rand.Rand, depth int) *data.Value {
	n := 16
	if depth > 0 {
		n = 20
	}
	switch r.Intn(n) {
	case 0:
		return data.NewUndef()
	case 1:
		return data.NewBoolean(r.Intn(2) == 0)
	case 2, 3, 4:
		return data.NewInteger(Pick[int64](r, 0, 1, 2, 5, 10, 42, -1, 65535, 1<<40))
	case 5:
		return data.NewFloat(Pick(r, 0, 1.5, -2, 1e20, 1e-5, math.Inf(1), 0.1))
	case 6, 7, 8, 9:
		return data.NewString(Pick(r, "", "a", "b", "abc", "x y", "5", "0x1F", "true", "é", "it's", "a\nb", "1.2.3", "%{x}"))
	case 10:
		return data.NewDefault()
	case 11:
		return data.NewSymbol("sym")
	case 12:
		return data.NewSensitive(RandomValue(r, depth-1))
	case 13:
		i, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
		return data.NewBigInteger(i)
	case 14:
		return randomRich(r)
	case 15:
		return TypeValue(Pick(r, "Integer", "String[1]", "Array[Integer]", "Enum[a]", "Integer[1, 2]"))
	case 16, 17:
		items := make([]*data.Value, r.Intn(4))
		for i := range items {
			items[i] = RandomValue(r, depth-1)
		}
		return data.NewArray(items)
	default:
		var entries []data.Entry
		for range r.Intn(4) {
			key := data.NewString(Pick(r, "a", "b", "c"))
			if r.Intn(6) == 0 {
				key = RandomValue(r, 0)
			}
			entries = setEntry(entries, key, RandomValue(r, depth-1))
		}
		return data.NewHash(entries)
	}
}

// setEntry adds an entry or replaces the one with the same key.
func setEntry(entries []data.Entry, key, value *data.Value) []data.Entry {
	for i := range entries {
		if data.Eql(entries[i].Key, key) {
			entries[i].Value = value
			return entries
		}
	}
	return append(entries, data.Entry{Key: key, Value: value})
}

func randomRich(r *rand.Rand) *data.Value {
	switch r.Intn(6) {
	case 0:
		re, _ := rich.NewRegexp(Pick(r, "a", "^b/c$"))
		return data.NewRich(re)
	case 1:
		return data.NewRich(rich.NewTimestamp(big.NewInt(Pick[int64](r, 0, 1_500_000_000, -1, 1_472_387_427_400_000_000))))
	case 2:
		return data.NewRich(rich.NewTimespan(big.NewInt(Pick[int64](r, 0, 1_500_000_000, -90_061_000_000_000, 3_600_000_000_000))))
	case 3:
		v, _ := rich.NewSemVer(Pick(r, "1.2.3", "0.0.1-rc.1+b"))
		return data.NewRich(v)
	case 4:
		v, _ := rich.NewSemVerRange(Pick(r, ">=1.0.0 <2.0.0", "1.x", "~1.2 || 3.0.0"))
		return data.NewRich(v)
	}
	return data.NewRich(rich.NewBinary(Pick(r, "", "abc", "\x00\xff")))
}

// Encode returns a value in the format of the oracle.
func Encode(v *data.Value) any {
	tag := func(kind string, value any) any { return map[string]any{"__type": kind, "value": value} }
	switch v.Kind() {
	case data.Undef:
		return nil
	case data.Boolean:
		return v.Bool()
	case data.Integer:
		if i, ok := v.Int(); ok {
			return i
		}
		return tag("Integer", v.BigInt().String())
	case data.Float:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return tag("Float", rubytext.Float(f))
		}
		return json.Number(rubytext.Float(v.Float()))
	case data.String:
		return v.Text()
	case data.Symbol:
		return tag("Symbol", v.Text())
	case data.Default:
		return tag("Default", nil)
	case data.Sensitive:
		return tag("Sensitive", Encode(v.Unwrap()))
	case data.Array:
		return lists.Map(v.Items(), Encode)
	case data.Hash:
		pairs := make([]any, v.Len())
		plain := make(map[string]any, v.Len())
		for i, e := range v.Entries() {
			pairs[i] = []any{Encode(e.Key), Encode(e.Value)}
			if e.Key.Kind() == data.String {
				plain[e.Key.Text()] = Encode(e.Value)
			}
		}
		return tag("Hash", pairs)
	}
	switch p := v.Payload().(type) {
	case *rich.Regexp:
		return tag("Regexp", p.Source())
	case *rich.Timestamp:
		return tag("Timestamp", p.Nanoseconds().String())
	case *rich.Timespan:
		return tag("Timespan", p.Nanoseconds().String())
	case *rich.SemVer:
		return tag("SemVer", p.String())
	case *rich.SemVerRange:
		return tag("SemVerRange", []any{p.String(), p.Inspect()})
	case *rich.Binary:
		return tag("Binary", p.String())
	case *rich.URI:
		return tag("URI", p.String())
	case interface{ RubyClass() string }: // an object
		if p.RubyClass() == "" {
			return tag("Object", nil)
		}
		return tag("Object", p.RubyClass())
	case fmt.Stringer: // a type
		return tag("Type", p.String())
	}
	return tag("Object", fmt.Sprintf("%T", v.Payload()))
}

// Texts converts strings to values.
func Texts(list ...string) []*data.Value {
	return lists.Map(list, data.NewString)
}

// Hash returns a hash of alternating keys and values.
func Hash(pairs ...any) *data.Value {
	var entries []data.Entry
	for ; len(pairs) > 1; pairs = pairs[2:] {
		entries = append(entries, data.Entry{Key: Value(pairs[0]), Value: Value(pairs[1])})
	}
	return data.NewHash(entries)
}

// List returns an array.
func List(items ...any) *data.Value {
	return data.NewArray(lists.Map(items, Value))
}

// Value converts a Go value.
func Value(v any) *data.Value {
	switch v := v.(type) {
	case nil:
		return data.NewUndef()
	case bool:
		return data.NewBoolean(v)
	case int:
		return data.NewInteger(int64(v))
	case float64:
		return data.NewFloat(v)
	case string:
		return data.NewString(v)
	}
	return v.(*data.Value)
}
