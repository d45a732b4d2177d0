package declared

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/source"
)

// TestDocument checks the hierarchies that code writes, and that levels have the positions of the manifest.
func TestDocument(t *testing.T) {
	const server = "/etc/puppetlabs/code/environments/%{environment}/hieradata"
	for _, test := range []struct {
		name, manifest string
		want           []string // name, datadir, extension, and locations of each level; nil if nothing is declared
	}{
		{"defaults", "class { 'hiera': hierarchy => ['common'] }", []string{"yaml " + server + " .yaml: common"}},
		{"eyaml", "class { '::hiera':\n  hierarchy => [\n    \"nodes/%{::fqdn}\", # the node\n    'common',\n  ],\n  datadir => '/data', eyaml => true, eyaml_extension => 'yaml' }",
			[]string{"eyaml /data .yaml: nodes/%{::fqdn}, common", "yaml /data .yaml: nodes/%{::fqdn}, common"}},
		{"variables of the class", "class profile::puppet(Array $levels = ['a', 'b'], $eyaml = true) {\n  $top = $settings::confdir\n  class { 'hiera': hierarchy => $levels, datadir => \"${::settings::confdir}/data\", eyaml => $eyaml, eyaml_datadir => '/e' }\n}",
			[]string{"eyaml /e .eyaml: a, b", "yaml /data .yaml: a, b"}},
		{"unknown datadir", "class a($dir) { class { 'hiera': hierarchy => ['a'], datadir => $dir } }", []string{"yaml " + server + " .yaml: a"}},
		{"version 5", "class { 'hiera':\n  hiera_version => '5',\n  hiera5_defaults => {'datadir' => '/data', 'data_hash' => 'yaml_data'},\n  hierarchy => [\n    {'name' => 'Nodes', path => 'nodes/%{trusted.certname}.yaml'},\n    {\"name\" => \"Rest\", 'paths'=>['a.yaml', 'b.yaml']}, ],\n}",
			[]string{"Nodes /data : nodes/%{trusted.certname}.yaml", "Rest /data : a.yaml, b.yaml"}},
		{"apostrophe", `class { 'hiera': hierarchy => ['it\'s'] }`, []string{"yaml " + server + " .yaml: it's"}},
		{"in a node", "node default { class { 'hiera': hierarchy => ['common'] } }", []string{"yaml " + server + " .yaml: common"}},
		{"other backends", "class { 'hiera': hierarchy => ['a'], backends => ['json', 'http'], datadir => '/d', backend_options => { 'json' => { 'datadir' => '/j' }, http => { port => 8 } } }",
			[]string{"json /j .json: a", "http environments/%{::environment}/hieradata .http: a"}},
		{"text of a file", "file { '/etc/puppet/hiera.yaml':\n  content => '\n---\n:backends:\n  - yaml\n:hierarchy:\n  - \"%{hostname}\"\n  - common\n:yaml:\n   :datadir: /etc/puppet/hiera_data'\n}\n",
			[]string{"yaml /etc/puppet/hiera_data .yaml: %{hostname}, common"}},
		{"here-document", "cat <<EOF > /etc/hiera.yaml\n:backends: [yaml]\n:yaml:\n  :datadir: '/d'\n:hierarchy:\n  - a\n  # rest\n  - 'b'\nEOF\nhierarchy:\n", []string{"yaml /d .yaml: a, b"}},
		{"no hierarchy", "class { 'hiera': eyaml => true }", nil},
		{"computed", "class { 'hiera': hierarchy => ['a'] + $b }", nil},
		{"unknown level", "class { 'hiera': hierarchy => ['a', \"x${b}\"] }", nil},
		{"parameter without a value", "class a($levels) { class { 'hiera': hierarchy => $levels } }", nil},
		{"itself", "class a { $b = $c $c = $b class { 'hiera': hierarchy => $b } }", nil},
		{"itself in a string", "class a { $b = \"${b}x\" class { 'hiera': hierarchy => [$b] } }", nil},
		{"empty string in a string", "class a($b) { class { 'hiera': hierarchy => ['a'], datadir => \"${b}${''}/d\" } }", []string{"yaml %{template}/d .yaml: a"}},
		{"another class", "class { 'other': hierarchy => ['a'] }", nil},
		{"invalid", "class { 'hiera': hierarchy => ['a']", nil},
		{"a line that is too short", "$a =\n[\n'a'\n]\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			doc := Document(source.New("a.pp", []byte(test.manifest)))
			if (doc != nil) != (test.want != nil) {
				t.Fatalf("Document: %v", doc)
			}
			if doc == nil {
				return
			}
			c := config.Read(doc, config.Global)
			if err := c.Err(7); err != nil {
				t.Fatalf("%v in:\n%s", err, doc.File.Text)
			}
			var got []string
			for _, level := range c.Hierarchy {
				var locations []string
				for _, at := range level.Locations {
					locations = append(locations, at.Text)
					if written := strings.TrimLeft(test.manifest[at.Node.Span.Start:], "'\""); !strings.HasPrefix(written, at.Text[:1]) {
						t.Errorf("location %s: is at %.20q", at.Text, written)
					}
				}
				got = append(got, level.Name+" "+level.Datadir.Text+" "+level.Extension+": "+strings.Join(locations, ", "))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzDocument checks that every manifest with a declaration becomes a document that can be parsed.
func FuzzDocument(f *testing.F) {
	f.Add([]byte("class { 'hiera': hierarchy => ['a', {b => 1, 'c' => true}], datadir => \"${d}/e\", eyaml => true }"))
	f.Add([]byte("class a { $a = \"${b}${b}\" $b = \"${a}${a}\" class { 'hiera': hierarchy => [$a, \"${b}\"], datadir => $a } }"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := source.New("a.pp", text)
		if doc := Document(file); doc != nil && doc.Err != nil {
			t.Errorf("%s in:\n%s", doc.Err.Message, doc.File.Text)
		}
	})
}
