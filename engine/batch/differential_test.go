package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
)

// scenario is a random environment with a request. Parts can be removed one by one, to find the smallest
// scenario that still shows a difference.
type scenario struct {
	levels   []scenarioLevel // of the environment, highest priority first
	module   []scenarioLevel // of module m
	defaults []scenarioLevel // of the default_hierarchy of module m
	global   []scenarioLevel // of the global layer
	version4 bool            // the environment has a hiera.yaml of version 4
	version3 string          // settings of a global hiera.yaml of version 3; "" if it has version 5
	request  map[string]any
}

type scenarioLevel struct {
	path    string // as in hiera.yaml
	file    string
	entries []string // keys with values, in the format of the level
	// kind is the kind of location: "" for path, paths (with some missing files), joined (appended to the
	// paths of the previous level), glob, mapped_paths, or uris, whose functions are written in the Puppet
	// language.
	kind   string
	format string // json, hocon or eyaml; else YAML
	// datadir is the datadir of the level in hiera.yaml, and dir its interpolated value; "" for the default.
	datadir, dir string
	mapped       string // the variable of mapped_paths
	uris         string // function, options, and URIs of a level without a file
	filler       int    // bytes of comments before the entries
}

// text returns the content of the file.
func (l *scenarioLevel) text() string {
	switch l.format {
	case "json":
		return "{" + strings.Join(l.entries, ",\n") + "}\n"
	case "hocon":
		return strings.Join(l.entries, "\n") + "\n"
	}
	return strings.Repeat("# filler\n", l.filler/9) + strings.Join(l.entries, "\n") + "\n"
}

// The functions of levels with URIs.
const (
	hashFunction = `function m::hash(Hash $options, Puppet::LookupContext $context) {
  $context.explain || { "asked for ${options['uri']}" }
  $data = {
    'a' => "%{role} of ${options['uri']}", 'b' => ['%{lookup("c")}', [1, 1], { 'x' => $options['x'] }], 'c' => { 'x' => [1, 1, '--a'], 'y' => $options['uri'] },
    'm::a' => ['a', $options], 'm::b' => { '%{role}' => 1 }, 'lookup_options' => { 'c' => { 'merge' => 'deep' } },
  }
  $data
}
`
	keyFunction = `function m::key(String $key, Hash $options, Puppet::LookupContext $context) {
  case $key {
    'a', 'm::a': { $context.interpolate(['%{lookup("b")}', '%{role}', $options['uri']]) }
    'b', 'm::b': { $context.cache('b', { 'x' => ['--a', 1, 1], 'y' => { 'z' => $options['x'] } }) }
    'c': { if $context.cache_has_key('b') { $context.cached_value('b') } else { '%{role}' } }
    default: { $context.not_found }
  }
}
`
)

// backend returns the lines of a version 5 level that name its function.
func (l *scenarioLevel) backend() string {
	if l.kind == "uris" {
		return l.uris
	}
	switch l.format {
	case "eyaml":
		return "    lookup_key: eyaml_lookup_key\n    options: {pkcs7_private_key: /nowhere/private.pem, pkcs7_public_key: /nowhere/public.pem}\n"
	case "":
		return ""
	default:
		return "    data_hash: " + l.format + "_data\n"
	}
}

func (s *scenario) write(t testing.TB, dir string) {
	t.Helper()
	files := map[string]string{
		"hiera.yaml":           s.environmentConfig(),
		"modules/m/hiera.yaml": "version: 5\n" + hierarchy("hierarchy", s.module) + hierarchy("default_hierarchy", s.defaults),
		"global/hiera.yaml":    s.globalConfig(dir),

		"modules/m/functions/hash.pp": hashFunction, "modules/m/functions/key.pp": keyFunction,
	}
	add := func(root string, levels []scenarioLevel) {
		for _, l := range levels {
			if l.kind == "uris" {
				continue
			}
			files[path.Join(root, cmp.Or(l.dir, "data"), l.file)] = l.text()
		}
	}
	add("", s.levels)
	add("modules/m", s.module)
	add("modules/m", s.defaults)
	add("global", s.global)
	filetree.Add(t, dir, files)
}

func (s *scenario) environmentConfig() string {
	if !s.version4 {
		return "version: 5\n" + hierarchy("hierarchy", s.levels)
	}
	var b strings.Builder
	b.WriteString("version: 4\nhierarchy:\n")
	for i, l := range s.levels {
		fmt.Fprintf(&b, "  - {name: L%d, backend: %s, path: \"%s\"", i, cmp.Or(l.format, "yaml"), strings.TrimSuffix(l.path, path.Ext(l.path)))
		if l.datadir != "" {
			fmt.Fprintf(&b, ", datadir: \"%s\"", l.datadir)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func (s *scenario) globalConfig(dir string) string {
	if s.version3 == "" {
		return "version: 5\n" + hierarchy("hierarchy", s.global)
	}
	var b strings.Builder
	b.WriteString(s.version3 + ":hierarchy:\n")
	for _, l := range s.global {
		fmt.Fprintf(&b, "  - \"%s\"\n", strings.TrimSuffix(l.path, path.Ext(l.path)))
	}
	for _, backend := range []string{"yaml", "json"} {
		if strings.Contains(s.version3, backend) {
			fmt.Fprintf(&b, ":%s:\n  :datadir: %s/global/data\n", backend, dir)
		}
	}
	return b.String()
}

// hierarchy formats levels as a version 5 hierarchy under key.
func hierarchy(key string, levels []scenarioLevel) string {
	if len(levels) == 0 {
		return key + ": []\n"
	}
	var b strings.Builder
	b.WriteString(key + ":\n")
	for i := 0; i < len(levels); i++ {
		l := levels[i]
		fmt.Fprintf(&b, "  - name: L%d\n%s", i, l.backend())
		if l.datadir != "" {
			fmt.Fprintf(&b, "    datadir: \"%s\"\n", l.datadir)
		}
		name, extension := strings.TrimSuffix(l.path, path.Ext(l.path)), path.Ext(l.path)
		switch {
		case l.kind == "uris":
		case l.kind == "glob":
			fmt.Fprintf(&b, "    glob: \"%s*%s\"\n", name, extension)
		case l.kind == "mapped_paths":
			fmt.Fprintf(&b, "    mapped_paths: [%s, v, \"%s-%%{v}%s\"]\n", l.mapped, name, extension)
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

// differential compares the engine and the oracle on scenarios.
type differential struct {
	t      testing.TB
	oracle *oracle.Oracle
	puppet int // the major version of the oracle
	root   string
	number int
}

// compare returns the difference between the two answers to a scenario; "" if there is none.
func (d *differential) compare(s *scenario) string {
	d.number++
	dir := filepath.Join(d.root, fmt.Sprintf("e%d", d.number))
	s.write(d.t, dir)
	defer os.RemoveAll(dir)
	s.request["envdir"], s.request["id"], s.request["fresh"], s.request["show_secrets"] = dir, d.number, true, true
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
		Explain  string
	}
	var got, want answer
	if err := json.Unmarshal(newServer(Options{Puppet: d.puppet}).answer(context.Background(), line), &got); err != nil {
		d.t.Fatal(err)
	}
	if err := json.Unmarshal(d.oracle.Line(d.t, line), &want); err != nil {
		d.t.Fatal(err)
	}
	switch {
	case want.Error != nil && want.Error.Class == "Timeout": // Puppet builds an array of 123456789012345678901234567890 integers
	case want.Error != nil && got.Error != nil && isCrash(want.Error.Class, want.Error.Message):
	case want.Error != nil && got.Error != nil && *want.Error == *got.Error:
	case want.Error != nil && got.Error != nil && isShortened(got.Error.Message, want.Error.Message):
	case want.Error == nil && got.Error == nil && string(got.Value) == string(want.Value):
		// Puppet repeats its warning for each key of a module's file outside the module's namespace.
		if !slices.Equal(got.Warnings, slices.Compact(want.Warnings)) {
			return fmt.Sprintf("\n got warnings %q\nwant warnings %q", got.Warnings, want.Warnings)
		}
		// Ruby prints type objects with their addresses.
		if got.Explain != want.Explain && !strings.Contains(want.Explain, "#<Puppet::Pops::Types::") {
			return fmt.Sprintf("\n got explanation\n%s\nwant explanation\n%s", got.Explain, want.Explain)
		}
	case want.Error == nil && got.Error == nil:
		return fmt.Sprintf("\n got %.2000s\nwant %.2000s", got.Value, want.Value)
	default:
		return fmt.Sprintf("\n got %.2000s %+v\nwant %.2000s %+v", got.Value, got.Error, want.Value, want.Error)
	}
	return ""
}

// isCrash reports whether an error is a crash of Puppet's own code, possibly wrapped in the error of a
// function.
func isCrash(class, message string) bool {
	return class == "NoMethodError" || class == "TypeError" || strings.Contains(message, "undefined method `")
}

// isShortened reports whether message is a truncated form of whole, which lists very many mismatches.
func isShortened(message, whole string) bool {
	beginning, rest, ok := strings.Cut(message, "\n … and ")
	return ok && strings.HasSuffix(rest, " more") && len(beginning) > 32<<10 && strings.HasPrefix(whole, beginning)
}

// shrink removes all parts that are not needed for the difference.
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

// smaller returns copies of the scenario, each without one of its parts.
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
	for _, name := range []string{"merge", "default", "override", "default_values_hash", "apl", "explain", "hiera_call", "hiera_override", "allow_methods"} {
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
	if len(s.global) > 0 {
		b.WriteString("--- global\n" + s.globalConfig("DIR"))
	}
	if len(s.module)+len(s.defaults) > 0 {
		b.WriteString("--- module\n" + hierarchy("hierarchy", s.module) + hierarchy("default_hierarchy", s.defaults))
	}
	for _, l := range slices.Concat(s.levels, s.module, s.defaults, s.global) {
		fmt.Fprintf(&b, "--- %s/%s\n%s\n", l.dir, l.file, l.text())
	}
	request := map[string]any{}
	for _, k := range []string{"key", "interpolate", "merge", "type", "default", "override", "default_values_hash", "apl", "explain", "hiera_call", "hiera_override", "allow_methods", "settings"} {
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

// TestDifferential compares the engine with real Puppet on random environments, for a few seconds or for
// HIERALINT_TEST_DIFFERENTIAL (a duration such as 1m), starting at seed 1 or HIERALINT_TEST_SEED.
func TestDifferential(t *testing.T) {
	puppet, version := oracle.StartPuppet(t)
	d := &differential{t: t, oracle: puppet, puppet: version, root: t.TempDir()}
	duration := 5 * time.Second
	if text := os.Getenv("HIERALINT_TEST_DIFFERENTIAL"); text != "" {
		var err error
		if duration, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	differences := 0
	end := time.Now().Add(duration)
	seed := uint64(1)
	if text := os.Getenv("HIERALINT_TEST_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	first := seed
	for ; time.Now().Before(end) && differences < 5; seed++ {
		if s := generate(seed); d.compare(s) != "" {
			differences++
			s = d.shrink(s)
			t.Errorf("seed %d:\n%s%s", seed, s, d.compare(s))
		}
	}
	t.Logf("%d random lookups compared with Puppet %d", seed-first, version)
}

// FuzzDifferential lets the fuzzer choose the seeds.
func FuzzDifferential(f *testing.F) {
	o, version := oracle.StartPuppet(f)
	o.Line(f, []byte(`{"interpolate": ""}`)) // loads Puppet: the fuzzer reports a deadlock if an input takes more than ten seconds
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		d := &differential{t: t, oracle: o, puppet: version, root: t.TempDir()}
		if s := generate(seed); d.compare(s) != "" {
			s = d.shrink(s)
			t.Errorf("%s%s", s, d.compare(s))
		}
	})
}
