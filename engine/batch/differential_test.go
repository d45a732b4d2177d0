package batch

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
)

// scenario is a random environment and what is looked up in it. Its parts can be left out one by
// one, to find the smallest that still shows a difference.
type scenario struct {
	levels   []scenarioLevel // of the environment, the most important first
	module   []scenarioLevel // of module m
	defaults []scenarioLevel // of its default_hierarchy
	global   []scenarioLevel // of the global layer
	request  map[string]any
}

type scenarioLevel struct {
	path    string // as in hiera.yaml
	file    string
	entries []string // lines of YAML, each a key with its value
	// kind is how the path is given: path, paths (beside some that no file has), joined (behind those of the
	// level above), glob or mapped_paths.
	kind string
}

func (s *scenario) write(t testing.TB, dir string) {
	t.Helper()
	files := map[string]string{
		"hiera.yaml":           s.environmentConfig(),
		"modules/m/hiera.yaml": "version: 5\n" + hierarchy("hierarchy", s.module) + hierarchy("default_hierarchy", s.defaults),
		"global/hiera.yaml":    "version: 5\n" + hierarchy("hierarchy", s.global),
	}
	add := func(datadir string, levels []scenarioLevel) {
		for _, l := range levels {
			files[datadir+l.file] = strings.Join(l.entries, "\n") + "\n"
		}
	}
	add("data/", s.levels)
	add("modules/m/data/", s.module)
	add("modules/m/data/", s.defaults)
	add("global/data/", s.global)
	filetree.Add(t, dir, files)
}

func (s *scenario) environmentConfig() string {
	return "version: 5\n" + hierarchy("hierarchy", s.levels)
}

// hierarchy is a list of levels in a hiera.yaml.
func hierarchy(key string, levels []scenarioLevel) string {
	if len(levels) == 0 {
		return key + ": []\n"
	}
	var b strings.Builder
	b.WriteString(key + ":\n")
	for i := 0; i < len(levels); i++ {
		l := levels[i]
		fmt.Fprintf(&b, "  - name: L%d\n", i)
		switch {
		case l.kind == "glob":
			fmt.Fprintf(&b, "    glob: \"%s*.yaml\"\n", strings.TrimSuffix(l.path, ".yaml"))
		case l.kind == "mapped_paths":
			fmt.Fprintf(&b, "    mapped_paths: [facts.os.list, v, \"%s-%%{v}.yaml\"]\n", strings.TrimSuffix(l.path, ".yaml"))
		case l.kind == "paths" || i+1 < len(levels) && levels[i+1].kind == "joined":
			fmt.Fprintf(&b, "    paths: [gone%d.yaml, \"%s\"", i, l.path)
			for ; i+1 < len(levels) && levels[i+1].kind == "joined"; i++ {
				fmt.Fprintf(&b, ", \"%s\"", levels[i+1].path)
			}
			b.WriteString(", gone.yaml]\n")
		default:
			fmt.Fprintf(&b, "    path: \"%s\"\n", l.path)
		}
	}
	return b.String()
}

// generate makes a scenario from a seed.
func generate(seed uint64) *scenario {
	r := rand.New(rand.NewPCG(seed, 7))
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	s := &scenario{request: map[string]any{
		"environment": "production", "node": "n.example.com", "facts": map[string]any{
			"role": "web", "os": map[string]any{"family": "Debian", "list": []any{"p", "q"}}, "num": 5, "empty": "", "evil": "%{lookup('a')}",
		},
		"settings": map[string]any{"strict": pick([]string{"warning", "error", "off"})},
	}}
	for i := range 1 + r.IntN(3) {
		s.levels = append(s.levels, generateLevel(r, fmt.Sprintf("l%d.yaml", i), ""))
	}
	if r.IntN(2) == 0 {
		s.module = append(s.module, generateLevel(r, "m.yaml", "m::"))
	}
	if r.IntN(4) == 0 {
		s.defaults = append(s.defaults, generateLevel(r, "d.yaml", "m::"))
	}
	if r.IntN(4) == 0 {
		s.global = append(s.global, generateLevel(r, "g.yaml", ""))
	}
	s.request["key"] = pick([]string{"a", "b", "c", "m::a", "m::b", "a.x", "b.0", "c.x.y", "'a'.x", "a.'x'", "d", "m::a.x"})
	if r.IntN(3) == 0 {
		var v any
		if err := json.Unmarshal([]byte(pick(merges)), &v); err != nil {
			panic(err)
		}
		s.request["merge"] = v
	}
	if r.IntN(6) == 0 {
		s.request["default"] = "dflt"
	}
	if r.IntN(8) == 0 {
		s.request["override"] = map[string]any{"b": "over"}
	}
	if r.IntN(8) == 0 {
		s.request["apl"] = true
	}
	return s
}

var merges = []string{
	`"first"`, `"unique"`, `"hash"`, `"deep"`, `"reverse_deep"`, `"nope"`, `{"strategy":"deep","knockout_prefix":"--"}`,
	`{"strategy":"deep","merge_hash_arrays":true}`, `{"strategy":"deep","sort_merged_arrays":true}`, `{"strategy":"unique"}`, `{"strategy":"hash","x":1}`,
}

func generateLevel(r *rand.Rand, file, prefix string) scenarioLevel {
	l := scenarioLevel{path: file, file: file}
	if r.IntN(3) == 0 {
		name := strings.TrimSuffix(file, ".yaml")
		l.path = name + []string{"-%{role}", "-%{facts.os.family}", "-%{empty}", "-%{nosuch}", "-%{trusted.certname}", "-%{::role}"}[r.IntN(6)] + ".yaml"
		l.file = name + []string{"-web", "-Debian", "-", "-", "-n.example.com", "-web"}[r.IntN(6)] + ".yaml"
	}
	switch r.IntN(8) {
	case 0, 1:
		l.kind = []string{"paths", "joined"}[r.IntN(2)]
	case 2:
		l.kind = "glob"
	case 3:
		name := strings.TrimSuffix(file, ".yaml")
		l.kind, l.path, l.file = "mapped_paths", file, name+[]string{"-p", "-q", "-r"}[r.IntN(3)]+".yaml"
	}
	for _, k := range []string{"a", "b", "c", "d"} {
		if r.IntN(3) > 0 {
			l.entries = append(l.entries, prefix+k+": "+generateValue(r, 3))
		}
	}
	if r.IntN(3) == 0 {
		l.entries = append(l.entries, "lookup_options: {"+strings.Join(generateOptions(r, prefix), ", ")+"}")
	}
	return l
}

func generateOptions(r *rand.Rand, prefix string) []string {
	var options []string
	for _, k := range []string{prefix + "a", "^" + prefix + "[bc]", prefix + "d", "^" + prefix + "."} {
		if r.IntN(2) == 0 {
			continue
		}
		var parts []string
		if r.IntN(3) > 0 {
			parts = append(parts, "merge: "+merges[r.IntN(len(merges))])
		}
		if r.IntN(3) == 0 {
			parts = append(parts, "convert_to: "+conversions[r.IntN(len(conversions))])
		}
		options = append(options, fmt.Sprintf("%q: {%s}", k, strings.Join(parts, ", ")))
	}
	return options
}

var conversions = []string{
	"String", "Integer", "Array", "[Array, true]", "Sensitive", "Boolean", "Float", "Numeric", "Hash", "[Integer, 16]", "'Optional[Integer]'", "integer", "Nope",
	"'Array[Integer]'", "Timestamp", "SemVer", "'Enum[a, b]'", "[String, '%x']", "Regexp",
}

// scalars are those that Psych reads in its own way, tokens among them.
var scalars = []string{
	"1", "-5", "1.0", "1.5e+3", "1e3", "true", "yes", "~", "''", "a", "b", "'--a'", "'--'", "0x1f", "017", "08", "1_000", "12:30:45", "'1'", "'x y'", "on", "1,000",
	`"%{lookup('b')}"`, `"%{alias('c')}"`, `"x %{lookup('a.x')} y"`, `"%{role}"`, `"%{facts.os.family}-%{os.list.0}"`, `"%{nosuch}"`, `"%{facts.nosuch}"`,
	`"%{evil}"`, `"%{literal('%')}{x}"`, `"%{hiera('m::a')}"`, `"%{scope('role')}"`, `"%{lookup( 'a' )}"`, `"%{}"`, `"%{num.x}"`, `"%{role.x}"`, `"x%{alias('a')}"`,
	`"%{lookups('a')}"`, `"%{lookup('d')}%{lookup('d')}"`, "!foo z", "2024-01-01x", "'%{trusted.certname}'", ".inf", "0b101", "1.", "190:20:30",
}

func generateValue(r *rand.Rand, depth int) string {
	kind := r.IntN(7)
	if depth == 0 || kind < 4 {
		return scalars[r.IntN(len(scalars))]
	}
	var parts []string
	if kind < 6 {
		for range r.IntN(4) {
			parts = append(parts, generateValue(r, depth-1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, k := range []string{"x", "y", "1", "'%{role}'", "'--a'"} {
		if r.IntN(2) == 0 {
			parts = append(parts, k+": "+generateValue(r, depth-1))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// differential compares the engine and the oracle on scenarios.
type differential struct {
	t      testing.TB
	oracle *oracle.Oracle
	root   string
	number int
}

// compare is the difference that a scenario shows; "" when there is none.
func (d *differential) compare(s *scenario) string {
	d.number++
	dir := filepath.Join(d.root, fmt.Sprintf("e%d", d.number))
	s.write(d.t, dir)
	defer os.RemoveAll(dir)
	s.request["envdir"], s.request["id"], s.request["fresh"] = dir, d.number, true
	if len(s.global) > 0 {
		s.request["globaldir"] = filepath.Join(dir, "global")
	} else {
		delete(s.request, "globaldir")
	}
	line, err := json.Marshal(s.request)
	if err != nil {
		d.t.Fatal(err)
	}
	type answer struct {
		Value    json.RawMessage
		Error    *struct{ Class, Message string }
		Warnings []string
	}
	var got, want answer
	if err := json.Unmarshal(newServer(Options{Puppet: 7}).answer(context.Background(), line), &got); err != nil {
		d.t.Fatal(err)
	}
	if err := json.Unmarshal(d.oracle.Line(d.t, line), &want); err != nil {
		d.t.Fatal(err)
	}
	crashes := []string{"NoMethodError", "TypeError"}
	switch {
	case want.Error != nil && got.Error != nil && slices.Contains(crashes, want.Error.Class):
	case want.Error != nil && got.Error != nil && *want.Error == *got.Error:
	case want.Error == nil && got.Error == nil && string(got.Value) == string(want.Value):
		if !slices.Equal(got.Warnings, want.Warnings) {
			return fmt.Sprintf("\n got warnings %q\nwant warnings %q", got.Warnings, want.Warnings)
		}
	case want.Error == nil && got.Error == nil:
		return fmt.Sprintf("\n got %.2000s\nwant %.2000s", got.Value, want.Value)
	default:
		return fmt.Sprintf("\n got %.2000s %+v\nwant %.2000s %+v", got.Value, got.Error, want.Value, want.Error)
	}
	return ""
}

// shrink leaves out whatever is not needed for the difference.
func (d *differential) shrink(s *scenario) *scenario {
	for again := true; again; {
		again = false
		for _, smaller := range s.smaller() {
			if d.compare(smaller) != "" {
				s, again = smaller, true
				break
			}
		}
	}
	return s
}

// smaller are the scenarios with one part less.
func (s *scenario) smaller() []*scenario {
	var all []*scenario
	for _, part := range []func(*scenario) *[]scenarioLevel{
		func(s *scenario) *[]scenarioLevel { return &s.levels }, func(s *scenario) *[]scenarioLevel { return &s.module },
		func(s *scenario) *[]scenarioLevel { return &s.defaults }, func(s *scenario) *[]scenarioLevel { return &s.global },
	} {
		levels := *part(s)
		with := func(levels []scenarioLevel) {
			c := *s
			*part(&c) = levels
			all = append(all, &c)
		}
		for i, l := range levels {
			with(slices.Delete(slices.Clone(levels), i, i+1))
			for j := range l.entries {
				less := slices.Clone(levels)
				less[i].entries = slices.Delete(slices.Clone(l.entries), j, j+1)
				with(less)
			}
		}
	}
	for _, name := range []string{"merge", "default", "override", "apl"} {
		if _, ok := s.request[name]; ok {
			c := *s
			c.request = map[string]any{}
			for k, v := range s.request {
				if k != name {
					c.request[k] = v
				}
			}
			all = append(all, &c)
		}
	}
	return all
}

func (s *scenario) String() string {
	var b strings.Builder
	b.WriteString(s.environmentConfig())
	for _, l := range slices.Concat(s.levels, s.module, s.defaults, s.global) {
		fmt.Fprintf(&b, "--- %s\n%s\n", l.file, strings.Join(l.entries, "\n"))
	}
	request := map[string]any{}
	for _, k := range []string{"key", "merge", "default", "override", "apl", "settings"} {
		if v, ok := s.request[k]; ok {
			request[k] = v
		}
	}
	line, err := json.Marshal(request)
	if err != nil {
		return err.Error()
	}
	return b.String() + "--- request\n" + string(line)
}

// TestDifferential asks the engine and real Puppet the same on random environments, for a few
// seconds or for HIERALINT_DIFFERENTIAL (a duration such as 1m).
func TestDifferential(t *testing.T) {
	d := &differential{t: t, oracle: oracle.Start(t), root: t.TempDir()}
	duration := 5 * time.Second
	if text := os.Getenv("HIERALINT_DIFFERENTIAL"); text != "" {
		var err error
		if duration, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	differences := 0
	end := time.Now().Add(duration)
	seed := uint64(1)
	for ; time.Now().Before(end) && differences < 5; seed++ {
		if s := generate(seed); d.compare(s) != "" {
			differences++
			s = d.shrink(s)
			t.Errorf("seed %d:\n%s%s", seed, s, d.compare(s))
		}
	}
	t.Logf("%d random lookups compared", seed-1)
}

// FuzzDifferential lets the fuzzer choose the seeds.
func FuzzDifferential(f *testing.F) {
	o := oracle.Start(f)
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		d := &differential{t: t, oracle: o, root: t.TempDir()}
		if s := generate(seed); d.compare(s) != "" {
			s = d.shrink(s)
			t.Errorf("%s%s", s, d.compare(s))
		}
	})
}
