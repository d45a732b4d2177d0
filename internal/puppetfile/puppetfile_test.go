package puppetfile_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/puppetfile"
)

func TestParse(t *testing.T) {
	t.Parallel()
	type module = puppetfile.Module
	for name, tt := range map[string]struct {
		text string
		want puppetfile.File
	}{
		"releases": {
			"forge 'https://forge.example.com'\nmod 'puppetlabs/ntp', '1.0.0'\nmod \"puppetlabs-apt\",\n  :latest\nmod('a/b', \"2.0.0\") # mod 'x'\nmod 'ntp'\n",
			puppetfile.File{Forge: "https://forge.example.com", Modules: []module{
				{Author: "puppetlabs", Name: "ntp", Version: "1.0.0", Line: 2},
				{Author: "puppetlabs", Name: "apt", Version: "latest", Line: 3},
				{Author: "a", Name: "b", Version: "2.0.0", Line: 5},
				{Name: "ntp", Line: 6},
			}},
		},
		"repositories": {
			"mod 'a',\n  :git => 'https://x/a.git', # comment\n  # :ref => 'y',\n  :tag => 'v1'\n\nmod 'b', git: 'git@x:b.git', ref: 'main'\nmod('c',\n  'git': \"https://x/c\",\n  'commit' => '0123',\n)\n" +
				"mod 'd', {:git => 'https://x/d', :branch => :control_branch, :default_branch => 'main'}\nmod 'me-e', type: 'git', source: 'https://x/e', version: '0123456789012345678901234567890123456789'\n",
			puppetfile.File{Modules: []module{
				{Name: "a", Source: puppetfile.Git, URL: "https://x/a.git", Version: "v1", IsFixed: true, Line: 1},
				{Name: "b", Source: puppetfile.Git, URL: "git@x:b.git", Version: "main", Line: 6},
				{Name: "c", Source: puppetfile.Git, URL: "https://x/c", Version: "0123", IsFixed: true, Line: 7},
				{Name: "d", Source: puppetfile.Git, URL: "https://x/d", OfControlRepo: true, DefaultBranch: "main", Line: 11},
				{Author: "me", Name: "e", Source: puppetfile.Git, URL: "https://x/e", Version: strings.Repeat("0123456789", 4), IsFixed: true, Line: 12},
			}},
		},
		"other sources": {
			"mod 'a', svn: 'https://x/a', rev: '5'\nmod 'b', :tarball => 'https://x/b.tgz'\nmod 'c', type: 'tarball', source: 'https://x/c.tgz', version: 'abc'\nmod 'd', :local => true\nmod 'e', type: 'local'\nmod 'f', local: false\n",
			puppetfile.File{Modules: []module{
				{Name: "a", Source: puppetfile.Subversion, URL: "https://x/a", Version: "5", Line: 1},
				{Name: "b", Source: puppetfile.Tarball, URL: "https://x/b.tgz", Line: 2},
				{Name: "c", Source: puppetfile.Tarball, URL: "https://x/c.tgz", Version: "abc", Line: 3},
				{Name: "d", Source: puppetfile.Local, Line: 4},
				{Name: "e", Source: puppetfile.Local, Line: 5},
				{Name: "f", Line: 6},
			}},
		},
		"directories": {
			"mod 'a/b'\nmoduledir 'thirdparty'\nmod 'a/c'\nmod 'data', git: 'x', install_path: '.'\nmoduledir ENV['DIR']\nmod 'a/d'\n",
			puppetfile.File{Modules: []module{
				{Author: "a", Name: "b", Line: 1},
				{Author: "a", Name: "c", Dir: "thirdparty", Line: 3},
				{Name: "data", Source: puppetfile.Git, URL: "x", Dir: ".", Line: 4},
				{Author: "a", Name: "d", Computed: true, Line: 6},
			}},
		},
		"computed names": {
			"names.each { |name|\n  mod 'acme/' + name, '1.0.0'\n}\nmod \"x/#{y}\"\n", puppetfile.File{Computed: true},
		},
		"computed in a block": {"modules.each do |n, v| mod n, v end\n", puppetfile.File{Computed: true}},
		"computed options": {
			"mod 'a', git: \"#{ENV['BASE']}/a\", ref: version('a')\nmod 'b', ENV['V'] || '1'\n",
			puppetfile.File{Modules: []module{
				{Name: "a", Source: puppetfile.Git, Computed: true, Line: 1}, {Name: "b", Computed: true, Line: 2},
			}},
		},
		"variables": {
			"base = 'https://x'\nours = base + \"/ours\" # ours\nmod 'a', git: \"#{base}/a\", ref: 'v1'\nmod 'b', :git => ours + '/' + 'b'\nmod(\"me-#{'c'}\")\nmod 'd', git: base + \"/#{d}\"\n",
			puppetfile.File{Computed: true, Modules: []module{
				{Name: "a", Source: puppetfile.Git, URL: "https://x/a", Version: "v1", Line: 3},
				{Name: "b", Source: puppetfile.Git, URL: "https://x/ours/b", Line: 4},
				{Name: "d", Source: puppetfile.Git, Computed: true, Line: 6},
			}},
		},
		"variables that change": {
			"base = 'https://x'\nbase = 'https://y' if ENV['Y']\nmod 'a', git: base + '/a'\nversion = '1' unless x\nmod 'b/c', version\nother = 'o'\nother << 'p'\nlast = 'l' +\n 'm'\nmod 'd', git: other\nmod 'e', git: last\n",
			puppetfile.File{Modules: []module{
				{Name: "a", Source: puppetfile.Git, Computed: true, Line: 3}, {Author: "b", Name: "c", Computed: true, Line: 5},
				{Name: "d", Source: puppetfile.Git, Computed: true, Line: 10}, {Name: "e", Source: puppetfile.Git, URL: "lm", Line: 11},
			}},
		},
		"conditions": {
			"mod 'a/b', '1' if ENV['X']\nif x then mod 'a/c' end\n{ mod 'a/d' }\n",
			puppetfile.File{Modules: []module{
				{Author: "a", Name: "b", Version: "1", Line: 1}, {Author: "a", Name: "c", Line: 2}, {Author: "a", Name: "d", Line: 3},
			}},
		},
		"not declarations": {
			"=begin\nmod 'a/a'\n=end\n# mod 'a/b'\nmod = 'a/c'\nx.mod 'a/d'\nputs \"mod 'a/e'\"\nmod key: 'x'\nmod\n", puppetfile.File{},
		},
		"mistakes": {
			"mod 'a/b, '1'\nmod('a/c'\nmod 'a/d', git: 'x\nmod 'a/e', \\\n  '1'\nmod \"a\\/f\", 'x\\",
			puppetfile.File{Computed: true, Modules: []module{
				{Author: "a", Name: "c", Line: 2},
				{Author: "a", Name: "d", Source: puppetfile.Git, URL: "x", Line: 3},
				{Author: "a", Name: "e", Version: "1", Line: 4},
				{Author: "a", Name: "f", Version: `x\`, Line: 6},
			}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(&tt.want, puppetfile.Parse(tt.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("forge 'x'\nmoduledir \"y\"\nmod 'a/b',\n  :git => 'https://x', # y\n  ref: \"#{z}\"\n=begin\n=end\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Count(text, "\n") + 1
		last := 0
		for _, m := range puppetfile.Parse(text).Modules {
			if m.Name == "" || m.Line < last || m.Line > lines {
				t.Errorf("%+v", m)
			}
			last = m.Line
		}
	})
}

// TestParseLongStrings checks that strings that variables or sums would make very long are unknown.
func TestParseLongStrings(t *testing.T) {
	t.Parallel()
	doubled := strings.Builder{}
	doubled.WriteString("v = 'x'\n")
	for i := range 60 {
		name := strings.Repeat("v", i+1)
		doubled.WriteString(name + "v = \"#{" + name + "}#{" + name + "}\"\n")
	}
	for name, text := range map[string]string{
		"variables": doubled.String() + "mod 'a', :git => " + strings.Repeat("v", 61) + "\n",
		"a sum":     "mod 'a', :git => " + strings.Repeat("'x' + ", 100_000) + "'x'\n",
	} {
		modules := puppetfile.Parse(text).Modules
		if len(modules) != 1 || modules[0].Name != "a" || modules[0].URL != "" || !modules[0].Computed {
			t.Errorf("%s: %+v", name, modules)
		}
	}
}

// TestParseLongText checks that a Puppetfile of very many tokens may have any module.
func TestParseLongText(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"\x00", "x "} {
		file := puppetfile.Parse("mod 'a/b'\n" + strings.Repeat(sign, 1_000_000) + "mod 'c/d'\n")
		if len(file.Modules) != 1 || file.Modules[0].Name != "b" || !file.Computed {
			t.Errorf("%q: %d modules, computed: %t", sign, len(file.Modules), file.Computed)
		}
	}
}

// TestParseLongLines checks that expressions in strings are found in linear time.
func TestParseLongLines(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"mod 'a' \"" + strings.Repeat("#{", 1_000_000), strings.Repeat("\"#{x}\" + ", 300_000)} {
		start := time.Now()
		puppetfile.Parse(text)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%.20s… took %s", text, took)
		}
	}
}
