package environment

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
)

// metadata are contents of metadata.json, most of them invalid.
var metadata = []string{
	"{}", `""`, `"x"`, "[1]", "5", "null", "true", "{", `{"a":1,}`,
	`{"name":"a-m"}`,
	`{"name":5}`,
	`{"name":false,"source":"","author":"","version":"1","license":"","dependencies":[]}`,
	`{"name":null,"source":"","author":"","version":"1","license":"","dependencies":[]}`,
	`{"source":"","author":null,"version":"1","license":"","dependencies":[]}`,
	`{"source":false,"author":1,"version":[],"license":{}}`,
	`{"source":"","author":"","version":"1","license":"","dependencies":{"a":1}}`,
	`{"source":"","author":"","version":"1","license":"","dependencies":"x"}`,
	`{"source":"","author":"","version":"1","license":"","dependencies":["x"]}`,
	`{"source":"","author":"","version":"1","license":"","dependencies":[{"name":5}]}`,
	`{"source":"","author":"","version":"1","license":"","dependencies":[{"name":null},{}]}`,
	`{"source":"","author":"","version":"1","license":"","dependencies":[null]}`,
	`{"source":"","author":"","version":"1","license":"","dependencies":[[]]}`,
	`/* comment */ {"source":"","author":"","version":"1","license":"","dependencies":[]}`,
}

const puppetMetadata = `
require 'json'
require 'puppet'
Puppet.initialize_settings([])
def Puppet.log_exception(e, *_) = $said << e.message
def Puppet.warning(message) = $said << message
dirs = Dir.children(ARGV[0]).sort_by(&:to_i)
puts JSON.generate(dirs.map { |dir|
  %i[warning error].map do |strict|
    Puppet[:strict] = strict
    $said = []
    begin
      mod = Puppet::Node::Environment.create(:production, [File.join(ARGV[0], dir)]).module('m')
      { visible: !mod.nil?, said: $said.first.to_s }
    rescue StandardError => e
      { crash: true }
    end
  end
})
`

// TestPuppetMetadata compares with Puppet 7, with strict=warning (its default) and strict=error (the default of
// Puppet 8).
func TestPuppetMetadata(t *testing.T) {
	files := map[string]string{}
	for i, text := range metadata {
		files[itoa(i)+"/m/metadata.json"] = text
	}
	top := filetree.Write(t, files)
	var answers [][]struct {
		Visible, Crash bool
		Said           string
	}
	oracle.AskRuby(t, nil, &answers, "-e", puppetMetadata, top)
	for i, versions := range answers {
		m := OpenModule(filepath.Join(top, itoa(i), "m"), "m", data.NewStore())
		for j, want := range versions {
			version := 7 + j
			if crash := m.Err(version) != nil; crash != want.Crash {
				t.Errorf("%[1]s: Puppet %[2]d crashes: got %[4]t, want %[3]t", metadata[i], version, want.Crash, crash)
			}
			if want.Crash {
				continue
			}
			if got := m.Visible(version); got != want.Visible {
				t.Errorf("%[1]s: Puppet %[2]d: got Visible %[4]t, want %[3]t", metadata[i], version, want.Visible, got)
			}
			said := ""
			for _, p := range m.Problems {
				said = p.Outcome(version).Text
			}
			// Package data tests the messages of the JSON parser.
			said, _, _ = strings.Cut(said, "unexpected token")
			want.Said, _, _ = strings.Cut(want.Said, "unexpected token")
			if said != want.Said {
				t.Errorf("%[1]s: Puppet %[2]d: got %[4]q, want %[3]q", metadata[i], version, want.Said, said)
			}
		}
	}
}

func TestMetadataProblems(t *testing.T) {
	tests := []struct {
		name, text string
		code       Code
		at         string
	}{
		{"missing", `{"name": "a-m", "author": "a"}`, MissingMetadata, "{"},
		{"null", `{"source": "", "author": null}`, MissingMetadata, "null"},
		{"dependencies", `{"source":"","author":"","version":"1","license":"","dependencies":"x"}`, BadDependencies, `"x"`},
		{"dependency", `{"source":"","author":"","version":"1","license":"","dependencies":[{}, "x"]}`, BadDependency, `"x"`},
		{"name", `{"name": 5}`, BadModuleName, "5"},
		{"array", `[1]`, NotMetadata, "[1]"},
		{"number", `5`, NotMetadata, "5"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := OpenModule(filetree.Write(t, map[string]string{"metadata.json": test.text}), "m", data.NewStore())
			if len(m.Problems) != 1 {
				t.Fatalf("got %d problems, want 1", len(m.Problems))
			}
			if p := m.Problems[0]; p.Code != test.code || string(p.File.Slice(p.Span)) != test.at {
				t.Errorf("got code %d at %q", p.Code, p.File.Slice(p.Span))
			}
		})
	}
}

// TestEmptyMetadata has the expected outcome of the recorded case discovery/md3_.
func TestEmptyMetadata(t *testing.T) {
	m := OpenModule(filetree.Write(t, map[string]string{"metadata.json": "\n"}), "m", data.NewStore())
	want := "m has an invalid and unparsable metadata.json file. The parse error: JSON::ParserError"
	if len(m.Problems) != 1 || m.Problems[0].Puppet7 != (Outcome{Warns, want}) || !m.Visible(7) || !m.Visible(8) {
		t.Errorf("got problems %+v, want only a warning", m.Problems)
	}
}

func TestDataProvider(t *testing.T) {
	for text, want := range map[string]string{
		`{"data_provider": "hiera"}`: "hiera", `{"data_provider": null}`: "", `{}`: "", `[]`: "", `{`: "",
	} {
		m := OpenModule(filetree.Write(t, map[string]string{"metadata.json": text}), "m", data.NewStore())
		got := ""
		if p := m.DataProvider(); p != nil {
			got = p.Text()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestUnreadableMetadata(t *testing.T) {
	m := OpenModule(filetree.Write(t, map[string]string{"metadata.json/": ""}), "m", data.NewStore())
	if p := m.Err(7); p == nil || p.Code != Unreadable || p.Err == nil {
		t.Errorf("got %+v, want Unreadable", p)
	}
}
