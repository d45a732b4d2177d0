package glob

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// write creates empty files, directories, and symlinks in dir.
func write(t testing.TB, dir string, paths ...string) {
	t.Helper()
	files := map[string]string{}
	for _, path := range paths {
		files[path] = ""
	}
	filetree.Add(t, dir, files)
}

// matches reports whether a pattern compiles and matches a path.
func matches(pattern, path string) bool {
	p, err := Compile(Part{Text: pattern})
	return err == nil && p.Find(path) != nil
}

func TestFiles(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	write(t, dir, "data/10.yaml", "data/9.yaml", "data/B.yaml", "data/a.yaml", "data/_.yaml", "data/aa/x.yaml", "data/Bd/m.yaml",
		"data/.hidden.yaml", "data/.hid/x.yaml", "data/aa/z/q.yaml", "data/dir.yaml/", "data/[b].yaml")
	tests := []struct {
		pattern string
		want    string
	}{
		// The expected values are from Ruby 3.1.
		{"*.yaml", "10.yaml 9.yaml B.yaml [b].yaml _.yaml a.yaml"},
		{"**/*.yaml", "10.yaml 9.yaml B.yaml Bd/m.yaml [b].yaml _.yaml a.yaml aa/x.yaml aa/z/q.yaml"},
		{"{a,B}.yaml", "a.yaml B.yaml"},
		{"*/{x,m}.yaml", "Bd/m.yaml aa/x.yaml"},
		{"{aa/z,aa}/*.yaml", "aa/z/q.yaml aa/x.yaml"},
		{"{a,a}.yaml", "a.yaml a.yaml"},
		{"[0-9]*.yaml", "10.yaml 9.yaml"},
		{"[!0-9a-zA-Z]*.yaml", "[b].yaml _.yaml"},
		{`\[b\].yaml`, "[b].yaml"},
		{"?.yaml", "9.yaml B.yaml _.yaml a.yaml"},
		{".*.yaml", ".hidden.yaml"},
		{".hid/**/*", ".hid/x.yaml"},
		{"{a,B.yaml", ""},
		{"[a.yaml", ""},
		{"[[:alpha:]].yaml", ""},
		{"nowhere/*.yaml", ""},
		{"a.yaml/*", ""},
		{"", ""},
	}
	for _, test := range tests {
		t.Run(test.pattern, func(t *testing.T) { checkFiles(t, dir+"/data/", test.pattern, test.want) })
	}
}

// checkFiles compares the files that match a pattern in a directory with those that Ruby finds.
func checkFiles(t *testing.T, dir, pattern, want string) {
	t.Helper()
	found, err := Files(Disk, dir+pattern)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range found {
		found[i] = strings.TrimPrefix(f, dir)
	}
	if got := strings.Join(found, " "); got != want {
		t.Errorf("%s: got  %q\nwant %q", pattern, got, want)
	}
}

// TestFilesCase checks that names are compared with their case, unless the file system ignores it.
func TestFilesCase(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	write(t, dir, "a.yaml")
	want := ""
	if _, err := os.Stat(dir + "/A.YAML"); err == nil {
		want = "A.YAML"
	}
	checkFiles(t, dir+"/", "A.YAML", want)
}

func TestFilesBehindSymlinks(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	write(t, dir, "a.yaml", "aa/x.yaml", "aa/z/q.yaml", "link -> aa", "loop -> .", "dangling.yaml -> nowhere", "self -> self")
	for pattern, want := range map[string]string{
		"*.yaml":           "a.yaml dangling.yaml",
		"**/*.yaml":        "a.yaml aa/x.yaml aa/z/q.yaml dangling.yaml",
		"{aa,link}/x.yaml": "aa/x.yaml link/x.yaml",
		"*/x.yaml":         "aa/x.yaml link/x.yaml",
		"link/**/*.yaml":   "link/x.yaml link/z/q.yaml",
		"loop/loop/a.yaml": "loop/loop/a.yaml",
	} {
		checkFiles(t, dir+"/", pattern, want)
	}
	// Ruby raises Errno::ELOOP here.
	if _, err := Glob(Disk, dir+"/self/*"); err == nil {
		t.Error("symlink to itself: got no error")
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	dir := filepath.ToSlash(t.TempDir())
	write(t, dir, "a/b/")
	if reference.Long() {
		write(t, dir, "a/l1 -> .", "a/l2 -> .", "a/l3 -> .")
	}
	tests := []struct {
		pattern string
		want    error
	}{
		{"a\x00b", ErrNUL},
		{strings.Repeat("{a,b}", 40), ErrTooMuch},
		{strings.Repeat("{", 10_000) + strings.Repeat("}", 10_000), ErrTooMuch},
		{"**/" + strings.Repeat("{a,b}", 40), ErrTooMuch},
		{strings.Repeat("a", 1<<20), ErrTooMuch},
		{"a" + strings.Repeat("/*", 20), ErrTooMuch}, // 3^20 paths through the symlinks
	}
	if !reference.Long() {
		tests = tests[:len(tests)-1]
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%.20q", test.pattern), func(t *testing.T) {
			t.Parallel()
			if _, err := Glob(Disk, dir+"/"+test.pattern); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	tests := []struct {
		pattern, path string
		want          bool
	}{
		{"/d/nodes/*.yaml", "/d/nodes/web01.yaml", true},
		{"/d/nodes/*.yaml", "/d/nodes/eu/web01.yaml", false},
		{"/d/nodes/*.yaml", "/d/nodes/.web01.yaml", false},
		{"/d/nodes/.*.yaml", "/d/nodes/.web01.yaml", true},
		{"/d/**/*.yaml", "/d/a.yaml", true},
		{"/d/**/*.yaml", "/d/a/b/c.yaml", true},
		{"/d/**/*.yaml", "/d/a/.b/c.yaml", false},
		{"/d/**/.b/*.yaml", "/d/a/.b/c.yaml", true},
		{"/d/**.yaml", "/d/a/b.yaml", false},
		{"/d/{a,b/c}.yaml", "/d/b/c.yaml", true},
		{"/d/{a,b/c}.yaml", "/d/b.yaml", false},
		{"/d/[a-c]?.yaml", "/d/bü.yaml", true},
		{"/d/[^a-c].yaml", "/d/b.yaml", false},
		{"/d/[/]", "/d//", false},
		{`/d/\*.yaml`, "/d/*.yaml", true},
		{`/d/\*.yaml`, "/d/a.yaml", false},
		{"/d/[a.yaml", "/d/[a.yaml", false},
		{"/d/{a.yaml", "/d/{a.yaml", false},
		{"/d/a}.yaml", "/d/a}.yaml", true},
		{"*a*a*a*a*a*a*a*a*a*a*a*a*b", strings.Repeat("a", 300), false},
	}
	for _, test := range tests {
		if got := matches(test.pattern, test.path); got != test.want {
			t.Errorf("%q matches %q: got %t", test.pattern, test.path, got)
		}
	}
}

// template compiles a template in which `%{x}` is a placeholder, `%{/x}` a placeholder whose value may contain slashes, and
// `%{x#}` a placeholder whose value is likely a number.
func template(t testing.TB, kind PartKind, text string) *Pattern {
	t.Helper()
	p, err := Compile(templateParts(kind, text)...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func templateParts(kind PartKind, text string) []Part {
	var parts []Part
	for {
		before, rest, found := strings.Cut(text, "%{")
		parts = append(parts, Part{Kind: kind, Text: before})
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		if path, ok := strings.CutPrefix(name, "/"); ok {
			parts = append(parts, Part{Kind: PathPlaceholder, Text: path})
		} else if strings.HasSuffix(name, "!") {
			parts = append(parts, Part{Kind: Placeholder, Text: name, Required: true})
		} else if strings.HasSuffix(name, "#") {
			isNumber := func(text string) bool { _, err := strconv.Atoi(text); return err == nil }
			parts = append(parts, Part{Kind: Placeholder, Text: name, Likely: isNumber})
		} else {
			parts = append(parts, Part{Kind: Placeholder, Text: name})
		}
		text = after
	}
	return parts
}

func TestFind(t *testing.T) {
	tests := []struct {
		name     string
		kind     PartKind
		template string
		path     string
		want     []Match
	}{
		{"no placeholder", Plain, "common.yaml", "common.yaml", []Match{{Likely, Values{}}}},
		{"one placeholder", Plain, "nodes/%{certname}.yaml", "nodes/web01.example.com.yaml",
			[]Match{{Likely, Values{{"certname", "web01.example.com"}}}}},
		{"another directory", Plain, "nodes/%{certname}.yaml", "role/web.yaml", nil},
		{"another extension", Plain, "nodes/%{certname}.yaml", "nodes/web01.yml", nil},
		{"no slash in a value", Plain, "nodes/%{certname}.yaml", "nodes/eu/web01.yaml", nil},
		{"slash", Plain, "role/%{/role}.yaml", "role/web/front.yaml",
			[]Match{{Slashed, Values{{"role", "web/front"}}}}},
		{"values without slashes are preferred", Plain, "%{/site}/%{/role}.yaml", "eu/web.yaml",
			[]Match{{Likely, Values{{"role", "web"}, {"site", "eu"}}}}},
		{"ambiguous", Plain, "os/%{name}-%{major}.yaml", "os/SLES-15-SP4.yaml", []Match{
			{Likely, Values{{"major", "15-SP4"}, {"name", "SLES"}}},
			{Likely, Values{{"major", "SP4"}, {"name", "SLES-15"}}}}},
		{"adjacent placeholders", Plain, "os/%{name}%{major}.yaml", "os/el7.yaml", []Match{{Likely, Values{{"major", "7"}, {"name", "el"}}}}},
		{"adjacent placeholders, only letters", Plain, "os/%{name}%{code}.yaml", "os/abc.yaml", []Match{
			{Likely, Values{{"code", "bc"}, {"name", "a"}}}, {Likely, Values{{"code", "c"}, {"name", "ab"}}}}},
		{"three adjacent placeholders", Plain, "%{a}%{b}%{c}.yaml", "el7-x86.yaml", []Match{
			{Likely, Values{{"a", "el"}, {"b", "7"}, {"c", "-x86"}}}, {Likely, Values{{"a", "el"}, {"b", "7-"}, {"c", "x86"}}},
			{Likely, Values{{"a", "el"}, {"b", "7-x"}, {"c", "86"}}}, {Likely, Values{{"a", "el7"}, {"b", "-"}, {"c", "x86"}}},
			{Likely, Values{{"a", "el7"}, {"b", "-x"}, {"c", "86"}}}, {Likely, Values{{"a", "el7-"}, {"b", "x"}, {"c", "86"}}}}},
		{"repeated placeholder, same value", Plain, "%{os}/%{os}.yaml", "Debian/Debian.yaml",
			[]Match{{Likely, Values{{"os", "Debian"}}}}},
		{"repeated placeholder, different values", Plain, "%{os}/%{os}.yaml", "Debian/RedHat.yaml", nil},
		{"empty value", Plain, "nodes/%{certname}.yaml", "nodes/.yaml",
			[]Match{{Empty, Values{{"certname", ""}}}}},
		{"empty value between slashes", Plain, "role/%{role}/common.yaml", "role/common.yaml",
			[]Match{{Empty, Values{{"role", ""}}}}},
		{"no empty value", Plain, "role/%{role!}/common.yaml", "role/common.yaml", nil},
		{"no empty value before an empty one", Plain, "os/%{name!}/%{code}.yaml", "os/el.yaml", nil},
		{"an empty value after another", Plain, "os/%{name!}/%{code}.yaml", "os/el/.yaml", []Match{{Empty, Values{{"code", ""}, {"name!", "el"}}}}},
		{"likely", Plain, "os/%{name}-%{major#}.yaml", "os/SLES-SP-15.yaml",
			[]Match{{Likely, Values{{"major#", "15"}, {"name", "SLES-SP"}}}}},
		{"unlikely", Plain, "os/%{major#}.yaml", "os/old.yaml",
			[]Match{{Unlikely, Values{{"major#", "old"}}}}},
		{"hidden file", Plain, "%{os}.yaml", ".travis.yaml", nil},
		{"special characters match themselves", Plain, "a*/%{x}[1].yaml", "a*/b[1].yaml",
			[]Match{{Likely, Values{{"x", "b"}}}}},
		{"special characters are not wildcards", Plain, "a*/%{x}.yaml", "ab/b.yaml", nil},
		{"glob", Wild, "hosts/%{host}/**/*.yaml", "hosts/web01/a/b.yaml",
			[]Match{{Likely, Values{{"host", "web01"}}}}},
		{"placeholder in braces", Wild, "{%{host},common}.yaml", "common.yaml", []Match{
			{Likely, Values{{"host", "common"}}}, {Likely, Values{}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := template(t, test.kind, test.template)
			if diff := cmp.Diff(test.want, p.Find(test.path)); diff != "" {
				t.Error(diff)
			}
			if fit, ok := p.Fit(test.path); ok != (len(test.want) > 0) || ok && fit != test.want[0].Fit {
				t.Errorf("Fit() = %v, %t", fit, ok)
			}
		})
	}
}

// TestFindEnds has templates and paths with an exponential number of possible matches.
func TestFindEnds(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("%{a}", 3) + strings.Repeat("%{/b}%{c}%{/d}%{e}", 20) + "x",
		"%{a}%{b}%{c}%{d}%{e}%{f}%{g}%{h}%{i}%{j}%{a}x%{a}x",
		strings.Repeat("%{/a}/%{/b}/", 30) + "x",
	} {
		for _, path := range []string{strings.Repeat("a/", 200), strings.Repeat("a", 300), strings.Repeat("abc/", 100)} {
			if got := template(t, Plain, text).Find(path); got != nil {
				t.Errorf("%q: got %v, want no match", text, got)
			}
		}
	}
}

func TestPrefix(t *testing.T) {
	for text, want := range map[string]string{
		"/d/nodes/%{x}.yaml":  "/d/nodes/",
		"/d/%{x}/a.yaml":      "/d/",
		"/d/common.yaml":      "/d/common.yaml",
		"/d/{node,new}s.yaml": "/d/n",
		"%{x}":                "",
		"/d/*.yaml":           "/d/",
	} {
		if got := template(t, Wild, text).Prefix(); got != want {
			t.Errorf("Prefix of %q = %q, want %q", text, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for text, want := range map[string]string{
		"/d/%{x}/a.yaml":          "a.yaml",
		"/d/a.yaml":               "a.yaml",
		"/d/%{x}.yaml":            "",
		"/d/%{x}":                 "",
		"/d/*/a.yaml":             "a.yaml",
		"/d/**/a.yaml":            "",
		"/d/{x,y}/a.yaml":         "a.yaml",
		"/d/{x/a,y/b}.yaml":       "",
		"/d/%{x}/a.yaml/":         "",
		"/d/%{x}/{a.yaml,a.yaml}": "a.yaml",
	} {
		if got := template(t, Wild, text).Name(); got != want {
			t.Errorf("Name of %q = %q, want %q", text, got, want)
		}
	}
}

// FuzzGlob checks that a pattern matches each file that Files finds for it.
func FuzzGlob(f *testing.F) {
	dir := filepath.ToSlash(f.TempDir())
	write(f, dir, "a/b/c.yaml", "a/b.yaml", "a.yaml", "[x]/{y}.yaml", ".h/.i.yaml", "ü/10.yaml", "l -> a", "o -> .")
	for _, seed := range []string{"**/*.yaml", "{a,b}/*", "[!a]*", `\[x\]/*`, "*/{b,c}", "**/{b,a}", "a/**/b/../*", "[", "{", "**", "{,a}/",
		".*", "?/[", "*/*/*", "//", "**//", `a\`, "{{a,b},{c,}}{d,e}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if strings.Contains(pattern, "..") {
			return
		}
		found, err := Files(Disk, dir+"/"+pattern)
		if err != nil {
			return
		}
		for _, path := range found {
			// The pattern `a.yaml/{}` finds a.yaml.
			if !matches(dir+"/"+pattern, path) && !matches(dir+"/"+pattern, path+"/") {
				t.Errorf("%q finds %q but does not match it", pattern, path)
			}
		}
	})
}

func BenchmarkGlob(b *testing.B) {
	dir := filepath.ToSlash(b.TempDir())
	for i := range 50 {
		for j := range 20 {
			write(b, dir, fmt.Sprintf("d%d/f%d.yaml", i, j))
		}
	}
	for b.Loop() {
		if found, err := Glob(Disk, dir+"/**/*.yaml"); err != nil || len(found) != 1000 {
			b.Fatal(len(found), err)
		}
	}
}

// BenchmarkFind matches a path with a template with two placeholders.
func BenchmarkFind(b *testing.B) {
	p := template(b, Plain, "/etc/puppetlabs/code/environments/production/data/os/%{name}-%{major}.yaml")
	b.ReportAllocs()
	for b.Loop() {
		p.Find("/etc/puppetlabs/code/environments/production/data/os/Debian-12.yaml")
	}
}

// FuzzFind checks that a template filled with the values that Find returns is the path again, and that the
// quick check for literals misses no match.
func FuzzFind(f *testing.F) {
	for _, seed := range []struct{ template, path string }{
		{"nodes/%{x}.yaml", "nodes/web01.yaml"}, {"%{a}/%{/b}-%{a}.yaml", "x/y/z-x.yaml"}, {"%{a#}%{b}", "12a"}, {"a/%{x}/b", "a/b"},
		{"%{/a}%{/b}%{/c}/", "////"}, {"%{", "%{"}, {"\xff%{a}", "\xff\xfe"},
		{"a/%{x}/b/c", "a/b/c"}, {"/%{a}/%{b}/x", "//x"},
	} {
		f.Add(seed.template, seed.path)
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		for _, tokens := range template(t, Plain, text).alternatives {
			for fit := Likely; fit <= Empty && !mayMatch(tokens, path); fit++ {
				newMatcher(tokens, path, fit, func([]binding) bool {
					t.Errorf("%q matches %q, but mayMatch is false", text, path)
					return true
				}).match(0, 0)
			}
		}
		p := template(t, Plain, text)
		fillings := p.Find(path)
		if fit, ok := p.Fit(path); ok != (len(fillings) > 0) || ok && fit != fillings[0].Fit {
			t.Errorf("Fit of %q and %q = %v, %t", text, path, fit, ok)
		}
		for _, filling := range fillings {
			filled := ""
			for _, part := range templateParts(Plain, text) {
				if part.Kind == Plain {
					filled += part.Text
				} else {
					text, _ := filling.Values.Get(part.Text)
					filled += text
				}
			}
			if filled != path && filling.Fit != Empty {
				t.Errorf("%q filled with %v: got %q, want %q", text, filling.Values, filled, path)
			}
		}
	})
}
