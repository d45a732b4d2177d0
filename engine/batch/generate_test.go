package batch

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
)

// generator generates random environments and requests.
type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

// chance returns true with probability 1/n.
func (g generator) chance(n int) bool { return g.IntN(n) == 0 }

// generate returns the scenario for a seed.
func generate(seed uint64) *scenario {
	g := generator{rand.New(rand.NewPCG(seed, 7))}
	s := &scenario{request: map[string]any{
		"environment": "production", "node": "n.example.com", "facts": map[string]any{
			"role": "web", "os": map[string]any{"family": "Debian", "list": []any{"p", "q"}, "map": map[string]any{"p": 1, "r": 2}}, "num": 5, "empty": "", "evil": "%{lookup('a')}",
		},
		"settings": map[string]any{"strict": g.pick("warning", "error", "off")},
	}}
	s.version4 = g.chance(10)
	for i := range 1 + g.IntN(3) {
		s.levels = append(s.levels, g.level(fmt.Sprintf("l%d", i), "", s.version4))
	}
	if g.chance(2) {
		s.module = append(s.module, g.level("m", "m::", false))
	}
	if g.chance(4) {
		s.defaults = append(s.defaults, g.level("d", "m::", false))
	}
	if g.chance(3) {
		if g.chance(3) {
			s.version3 = g.version3()
		}
		for i := range 1 + g.IntN(2) {
			s.global = append(s.global, g.level(fmt.Sprintf("g%d", i), "", s.version3 != ""))
		}
	}
	for _, levels := range [][]scenarioLevel{s.levels, s.module, s.defaults} {
		g.places(levels)
	}
	if s.version3 == "" {
		g.places(s.global)
	}
	if g.chance(12) {
		g.askInterpolation(s)
	} else {
		g.ask(s)
	}
	return s
}

// version3 returns the settings of a global hiera.yaml of version 3, without the hierarchy.
func (g generator) version3() string {
	text := ":backends: [" + g.pick("yaml", "json", "yaml, json", "json, yaml") + "]\n"
	if g.chance(3) {
		text += ":merge_behavior: " + g.pick("native", "deep", "deeper") + "\n"
		if g.chance(2) {
			text += ":deep_merge_options: {" + g.pick("knockout_prefix: '--'", "unpack_arrays: ' '", "unpack_arrays: ','", "sort_merged_arrays: true", "overwrite_arrays: true", "preserve_unmergeables: true") + "}\n"
		}
	}
	return text
}

// places gives some levels their own datadir, except levels that share an entry in hiera.yaml.
func (g generator) places(levels []scenarioLevel) {
	for i := range levels {
		alone := levels[i].kind != "joined" && (i+1 == len(levels) || levels[i+1].kind != "joined")
		if !alone {
			levels[i].format = ""
			levels[i].path, levels[i].file = yamlName(levels[i].path), yamlName(levels[i].file)
		}
		if alone && g.chance(8) {
			levels[i].datadir = g.pick("other", "d-%{role}", "d-%{facts.os.family}", "d/../d-%{trusted.certname}", "d-%{empty}")
			levels[i].dir = strings.NewReplacer("%{role}", "web", "%{facts.os.family}", "Debian", "%{trusted.certname}", "n.example.com", "%{empty}", "", "d/../", "").Replace(levels[i].datadir)
		}
	}
}

func yamlName(name string) string {
	if ext := path.Ext(name); ext == ".json" || ext == ".conf" {
		return strings.TrimSuffix(name, ext) + ".yaml"
	}
	return name
}

// ask makes the request a lookup.
func (g generator) ask(s *scenario) {
	s.request["key"] = g.pick("a", "b", "c", "d", "m::a", "m::b")
	if keys := s.keys(); len(keys) > 0 && !g.chance(6) {
		s.request["key"] = g.pick(keys...)
	}
	if g.chance(6) {
		s.request["key"] = g.pick("a.x", "b.0", "c.x.y", "'a'.x", "a.'x'", "m::a.x", "a.k3", "b.k12", "c.k1.x", "e.f", "'e.f'", "a.k13", "m::b.k2", "d.0.x")
	}
	if key := s.wideKey(); key != "" && g.chance(2) {
		s.request["key"] = fmt.Sprintf("%s.k%d", key, g.IntN(14))
	}
	if g.chance(3) {
		var v any
		if err := json.Unmarshal([]byte(g.merge()), &v); err != nil {
			panic(err)
		}
		s.request["merge"] = v
	}
	for _, more := range []struct {
		oneIn int
		name  string
		value any
	}{
		{6, "default", "dflt"}, {8, "override", map[string]any{"b": "over"}}, {8, "apl", true}, {12, "default_values_hash", map[string]any{"b": "below", "role": "below"}},
		{2, "explain", true}, {20, "type", g.pick("String", "Hash", "Array[Integer]", "Variant[String, Hash[String, Data]]", "Integer[0, 5]")},
	} {
		if g.chance(more.oneIn) {
			s.request[more.name] = more.value
		}
	}
	if g.chance(12) || s.version3 != "" && g.chance(2) {
		s.classic(g)
	}
}

// askInterpolation makes the request an interpolation of a value.
func (g generator) askInterpolation(s *scenario) {
	var v any = g.pick(interpolated...)
	switch g.IntN(4) {
	case 0:
		v = []any{v, 1, nil, g.pick(interpolated...)}
	case 1:
		v = map[string]any{"x": v, g.pick("y", "%{role}", "x%{empty}", "%{lookup('a')}"): g.pick(interpolated...)}
	}
	s.request["interpolate"] = v
	if g.chance(6) {
		s.request["allow_methods"] = false
	}
	if g.chance(6) {
		s.request["override"] = map[string]any{"b": "over", "role": "over"}
	}
	if g.chance(6) {
		s.request["default_values_hash"] = map[string]any{"b": "below", "nosuch": "below"}
	}
}

// interpolated are strings to interpolate.
var interpolated = []string{
	"x %{role} y", "%{lookup('a')}", "%{alias('b')}", "%{hiera('m::a')}-%{lookup('c.x')}", "%{literal('%')}{role}", "%{scope('os.family')}", "%{lookup('b.0')}", "%{}", "%{::}", "%{ role }",
	"%{'role'}", "%{os.'family'}", "%{os.map}", "%{evil}", "%{nosuch}", "%{facts.nosuch}", "%{lookup('d')}%{lookup('d')}", "%{::role}", "%{num}", "%{empty}", "%{trusted.certname}", "no token", "%", "%{",
	"x%{alias('a')}", "%{lookups('a')}", "%{lookup('a'}", "%{lookup( 'a' )}", "%{role.x}", "%{os.list.0}", "%{os.list.9}", "%{lookup(\"a\")}", "%{lookup('')}", "%{calling_module}", "%{lookup('a b')}", "%{b}",
}

// keys returns the keys of the data that can be looked up.
func (s *scenario) keys() []string {
	var keys []string
	for _, l := range slices.Concat(s.levels, s.module, s.defaults, s.global) {
		for _, entry := range l.entries {
			key, _, _ := strings.Cut(entry, ":")
			if key = strings.Trim(key, `"`); key == "m" {
				key = entry[:len("m::a")]
			}
			if len(key) == 1 || strings.HasPrefix(key, "m::") {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// wideKey returns a key whose value in some level is a large hash; "" if there is none.
func (s *scenario) wideKey() string {
	for _, l := range slices.Concat(s.levels, s.module, s.global) {
		for _, entry := range l.entries {
			if key, value, _ := strings.Cut(entry, ": "); strings.HasPrefix(value, "{k0: ") && strings.Contains(value, ", k12: ") {
				return key
			}
		}
	}
	return ""
}

// classic makes the request a call of hiera, hiera_array or hiera_hash.
func (s *scenario) classic(g generator) {
	delete(s.request, "apl")
	delete(s.request, "merge")
	s.request["hiera_call"] = true
	if kind := g.pick("first", "unique", "hash"); kind != "first" {
		s.request["merge"] = kind
	}
	if g.chance(3) {
		s.request["hiera_override"] = []any{g.pick("extra", "g0-%{role}", "%{nosuch}", "g1")}
	}
}

// merge returns a merge strategy as JSON, with or without options.
func (g generator) merge() string {
	if g.chance(20) {
		return g.pick(`"nope"`, `{"strategy":"hash","x":1}`)
	}
	return g.pick(merges...)
}

var merges = []string{
	`"first"`, `"unique"`, `"hash"`, `"deep"`, `"unique"`, `"hash"`, `"deep"`, `"deep"`, `"reverse_deep"`, `{"strategy":"deep","knockout_prefix":"--"}`, `{"strategy":"deep","knockout_prefix":"."}`,
	`{"strategy":"deep","merge_hash_arrays":true}`, `{"strategy":"deep","sort_merged_arrays":true}`, `{"strategy":"unique"}`,
	`{"strategy":"reverse_deep","knockout_prefix":"--"}`, `{"strategy":"unconstrained_deep","unpack_arrays":","}`, `{"strategy":"unconstrained_deep","extend_existing_arrays":true}`,
}

// mapped are variables for mapped_paths.
var mapped = []string{"facts.os.list", "facts.os.list", "facts.os.list", "facts.os.map", "facts.os.map", "facts.role", "facts.role", "facts.nosuch"}

func (g generator) level(name, prefix string, classic bool) scenarioLevel {
	l := scenarioLevel{}
	extension := ".yaml"
	switch n := g.IntN(12); {
	case n == 0:
		l.format, extension = "json", ".json"
	case n == 1 && !classic:
		l.format, extension = "hocon", ".conf"
	case n <= 3 && !classic:
		l.format = "eyaml"
	}
	l.path = name + extension
	l.file = l.path
	if g.chance(3) {
		n := g.IntN(6)
		l.path = name + []string{"-%{role}", "-%{facts.os.family}", "-%{empty}", "-%{nosuch}", "-%{trusted.certname}", "-%{::role}"}[n] + extension
		l.file = name + []string{"-web", "-Debian", "-", "-", "-n.example.com", "-web"}[n] + extension
	}
	if !classic {
		switch g.IntN(8) {
		case 0, 1:
			l.kind = g.pick("paths", "joined")
		case 2:
			l.kind = "glob"
		case 3:
			if g.chance(3) {
				return g.uris()
			}
			l.kind, l.path, l.file = "mapped_paths", name+extension, name+g.pick("-p", "-q", "-r", "-web", "-5")+extension
			if l.mapped = g.pick(mapped...); g.chance(20) {
				l.mapped = "facts.num"
			}
		}
	}
	if l.kind == "joined" {
		l.format, l.path, l.file = "", yamlName(l.path), yamlName(l.file)
	}
	if g.chance(25) {
		l.filler = 17_000
	}
	l.entries = g.entries(&l, prefix)
	return l
}

// uris returns a level with URIs.
func (g generator) uris() scenarioLevel {
	function := g.pick("data_hash: m::hash", "lookup_key: m::key")
	uris := g.pick("uri: \"http://h/%{role}\"", "uris: [\"http://h/%{role}\", \"x:%{facts.os.family}\"]", "uris: [\"%{role}\", \"%{nosuch}\"]", "uris: [\"http://h/%{empty}\", \"b?c=%{num}#d\"]")
	if g.chance(20) {
		uris = "uri: \"a b\""
	}
	return scenarioLevel{kind: "uris", uris: fmt.Sprintf("    %s\n    options: {x: \"%s\"}\n    %s\n", function, g.pick("y", "%{role}", "%{os.list}"), uris)}
}

// entries returns the entries of a file. The environment also has some keys of the module.
func (g generator) entries(l *scenarioLevel, prefix string) []string {
	var entries []string
	switch l.format {
	case "json", "hocon":
		for _, k := range []string{"a", "b", "c", "d"} {
			if g.IntN(3) > 0 {
				entries = append(entries, fmt.Sprintf("%q: %s", prefix+k, g.json(3)))
			}
		}
		return entries
	}
	var anchors []string
	for _, k := range []string{"a", "b", "c", "d"} {
		switch {
		case g.chance(3):
		case g.chance(6):
			entries = append(entries, fmt.Sprintf("%s%s: &%s %s", prefix, k, k, g.collection(2)))
			anchors = append(anchors, k)
		case len(anchors) > 0 && g.chance(3):
			entries = append(entries, prefix+k+g.pick(": *%s", ": {x: 0, <<: *%s, y: y}", ": [*%[1]s, *%[1]s]", ":\n  <<: *%s\n  :x: sym\n  x: 1"))
			entries[len(entries)-1] = fmt.Sprintf(entries[len(entries)-1], g.pick(anchors...))
		case g.chance(10):
			entries = append(entries, prefix+k+g.pick(blocks...))
		default:
			entries = append(entries, prefix+k+": "+g.value(3))
		}
	}
	if prefix == "" && g.chance(4) {
		entries = append(entries, "m::"+g.pick("a", "b")+": "+g.value(3))
	}
	if g.chance(8) {
		entries = append(entries, g.pick(":"+prefix+"a: sym", prefix+"a: again", "e.f: dotted", "1: one", "~: none", "<<: {a: merged, b: {x: merged}}", "? [a, b]\n: pair", ":s: :t"))
	}
	if g.chance(3) {
		options := g.options(prefix)
		if prefix == "" && g.chance(3) {
			options = append(options, g.options("m::")...)
		}
		entries = append(entries, "lookup_options: {"+strings.Join(options, ", ")+"}")
	}
	return entries
}

// blocks are multiline values.
var blocks = []string{
	": |\n  text %{role}\n  more\n", ": >-\n  folded\n  %{lookup('b')}\n\n  text", ": \"two\n  lines %{num}\"", ":\n  - x: 1\n    y: '%{role}'\n  - 2\n", ":\n  x:\n    y: [1, 2]\n  '%{role}': z",
	": :sym", ":\n  :x: 1\n  x: 2", ":\n  :x: {y: 1}\n  :z:\n    - :s\n",
}

func (g generator) options(prefix string) []string {
	var options []string
	for _, k := range []string{prefix + "a", "^" + prefix + "[bc]", prefix + "d", "^" + prefix + "."} {
		if g.chance(2) {
			continue
		}
		var parts []string
		if g.IntN(3) > 0 {
			parts = append(parts, "merge: "+g.merge())
		}
		if g.chance(3) {
			parts = append(parts, "convert_to: "+g.pick(conversions...))
		}
		options = append(options, fmt.Sprintf("%q: {%s}", k, strings.Join(parts, ", ")))
	}
	if g.chance(20) {
		for i := range 40 {
			options = append(options, fmt.Sprintf("%q: {merge: unique}", fmt.Sprintf("%sk%d", prefix, i)))
		}
	}
	return options
}

var conversions = []string{
	"String", "Integer", "Array", "[Array, true]", "Sensitive", "Boolean", "Float", "Numeric", "Hash", "[Integer, 16]", "'Optional[Integer]'", "integer", "Nope",
	"'Array[Integer]'", "Timestamp", "SemVer", "'Enum[a, b]'", "[String, '%x']", "Regexp", "[Hash, hash_tree]", "[Hash, tree]", "[Array, false]", "['Array[Integer]', true]",
	"[String, {Integer: '%#x', Array: {format: '%(a', separator: '; '}}]", "[[Integer, 16]]", "[Integer, [16]]", "'Variant[Integer, String]'", "'Tuple[String, Integer]'", "[Timespan, '%H:%M:%S']",
	"[String, '%p']", "'Struct[{x => Integer}]'", "[Float, true]", "[Integer, 10, true]", "Type", "Binary", "URI", "Timespan", "'Array[Sensitive]'", "[]", "~",
}

// scalars are scalars that Psych resolves in special ways, and interpolation tokens.
var scalars = []string{
	"1", "-5", "1.0", "1.5e+3", "1e3", "true", "yes", "~", "''", "a", "b", "'--a'", "'--'", "0x1f", "017", "08", "1_000", "12:30:45", "'1'", "'x y'", "on", "1,000",
	`"%{lookup('b')}"`, `"%{alias('c')}"`, `"%{role}"`, `"%{facts.os.family}-%{os.list.0}"`, `"%{facts.nosuch}"`,
	`"%{literal('%')}{x}"`, `"%{hiera('m::a')}"`, `"%{scope('role')}"`, `"%{}"`, `"%{lookup('d')}%{lookup('d')}"`, "!foo z", "2024-01-01x", "'%{trusted.certname}'", ".inf", "0b101", "1.", "190:20:30",
	`"%{facts.os}"`, `"%{alias('d')}"`, "' '", "!!str 5", "!!float 3", "123456789012345678901234567890", `"%{'role'}"`, `"%{facts.'os'.family}"`, `"%{::facts.role}"`, "a b", "'a,b'", "'ENC[]'", "'ENC[a'", "'DEC::PKCS7[a]!'",
}

// failing are scalars that make most lookups fail.
var failing = []string{
	`"x %{lookup('a.x')} y"`, `"%{nosuch}"`, `"%{evil}"`, `"%{lookup( 'a' )}"`, `"%{num.x}"`, `"%{role.x}"`, `"x%{alias('a')}"`, `"%{lookups('a')}"`, `"%{lookup('c.k3')}"`, `"%{alias('b.k13')}"`,
	"'ENC[PKCS7,MIIB]'", "'x ENC[MIIB] y'",
}

func (g generator) value(depth int) string {
	if g.chance(40) {
		return g.pick(failing...)
	}
	if depth == 0 || g.IntN(7) < 4 {
		return g.pick(scalars...)
	}
	return g.collection(depth)
}

func (g generator) collection(depth int) string {
	if g.chance(8) {
		return g.wide(depth)
	}
	var parts []string
	if g.IntN(3) > 0 {
		for range g.IntN(4) {
			parts = append(parts, g.value(depth-1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, k := range []string{"x", "y", "1", "'%{role}'", "'--a'", "k3"} {
		if g.IntN(5) < 2 {
			parts = append(parts, k+": "+g.value(depth-1))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// wide returns a collection of up to 40 elements. Only a few have tokens: if one fails, the others are not
// compared.
func (g generator) wide(depth int) string {
	parts := make([]string, g.IntN(41))
	for i := range parts {
		if parts[i] = g.pick("1", "b", "'--a'", "~", "[1, 1]", "{x: 1}"); g.chance(40) {
			parts[i] = g.value(g.IntN(depth))
		}
	}
	if g.chance(3) {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for i := range parts {
		k := fmt.Sprintf("k%d", i)
		if g.chance(25) {
			k = g.pick("k1", "1.5", "k3", "'%{role}'")
		}
		parts[i] = k + ": " + parts[i]
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// json returns a value as JSON, which is also valid HOCON.
func (g generator) json(depth int) string {
	kind := g.IntN(7)
	if depth == 0 || kind < 4 {
		return g.pick("1", "-5", "1.0", "1.5e3", "true", "null", `""`, `"a"`, `"--a"`, `"--"`, `"%{lookup('b')}"`, `"%{alias('c')}"`, `"%{role}"`, `"%{nosuch}"`, `"a\u00e9\n"`, `"1"`, `"x %{facts.os.family}"`)
	}
	parts := make([]string, g.IntN(4))
	if g.chance(10) {
		parts = make([]string, g.IntN(41))
	}
	for i := range parts {
		parts[i] = g.json(depth - 1)
	}
	if kind < 6 {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for i := range parts {
		parts[i] = fmt.Sprintf(`"%s": %s`, []string{"x", "y", "k"}[i%3]+strings.Repeat("k", i/3), parts[i])
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
