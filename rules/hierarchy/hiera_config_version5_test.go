package hierarchy_test

import (
	"fmt"
	"maps"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

// deprecated returns the only finding about a deprecated hiera.yaml in a directory.
func deprecated(t *testing.T, dir string) diagnostic.Diagnostic {
	t.Helper()
	var found []diagnostic.Diagnostic
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == hierarchy.HieraConfigDeprecated.Descriptor() {
			found = append(found, d)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d findings", len(found))
	}
	return found[0]
}

func TestVersion5Fix(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ old, want string }{
		"version 4": {
			"# How it is found.\n---\nversion: 4\n# where\ndatadir: hieradata # old\nhierarchy:\n  # by node\n  - name: nodes # first\n    backend: yaml\n    path: nodes/%{trusted.certname}\n\n  - name: json\n    backend: json\n    datadir: other\n    paths:\n      # a\n      - a.json # dev\n      - b\n  - name: common\n    backend: yaml\n# end\n",
			"# How it is found.\n---\nversion: 5\ndefaults:\n  # where\n  datadir: hieradata # old\n  data_hash: yaml_data\nhierarchy:\n  # by node\n  - name: nodes # first\n    path: 'nodes/%{trusted.certname}.yaml'\n  - name: json\n    datadir: other\n    data_hash: json_data\n    paths:\n      # a\n      - a.json # dev\n      - b.json\n  - name: common\n    path: common.yaml\n# end\n",
		},
		"version 4 with symbols": {
			":version: 4\n:hierarchy:\n  - :name: 'on'\n    :backend: yaml\n    :path: 'it''s'\n",
			"version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: 'on'\n    path: 'it''s.yaml'\n",
		},
		"version 4 with CRLF": {
			"version: 4\r\nhierarchy: # levels\r\n  - {name: common, backend: yaml}\r\n",
			"version: 5\r\ndefaults:\r\n  datadir: data\r\n  data_hash: yaml_data\r\nhierarchy: # levels\r\n  - name: common\r\n    path: common.yaml\r\n",
		},
		"version 4 without a hierarchy": {"version: 4\n", "version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: common\n    path: common.yaml\n"},
		"version 3": {
			"---\n:backends:\n  - eyaml # secrets\n  - yaml\n# to the console\n:logger: console # goes\n:hierarchy:\n  # nodes first\n  - nodes/%{::fqdn}\n  - common.yaml\n:yaml:\n  :datadir: /etc/code/%{environment}/data\n:eyaml:\n  :extension: yaml # like the others\n  :datadir: /etc/code/%{environment}/data\n  # rotated\n  :pkcs7_private_key: /etc/keys/private.pem\n  :pkcs7_public_key: /etc/keys/public.pem\n",
			"---\nversion: 5\ndefaults:\n  datadir: '/etc/code/%{environment}/data'\n  data_hash: yaml_data\nhierarchy:\n  - name: eyaml # secrets\n    lookup_key: eyaml_lookup_key\n    options:\n      # rotated\n      pkcs7_private_key: /etc/keys/private.pem\n      pkcs7_public_key: /etc/keys/public.pem\n    paths:\n      # nodes first\n      - 'nodes/%{::fqdn}.yaml'\n      - common.yaml\n  - name: yaml\n    paths:\n      - 'nodes/%{::fqdn}.yaml'\n      - common.yaml\n",
		},
		"version 3 with one entry": {
			":backends: json\n:json: {datadir: /srv/data}\n:hierarchy: common\n:merge_behavior: native\n",
			"version: 5\ndefaults:\n  datadir: /srv/data\n  data_hash: json_data\nhierarchy:\n  - name: json\n    path: common.json\n",
		},
		"version 3 with HOCON": {
			":backends: [hocon, yaml]\n:hocon: {datadir: /srv/data}\n:yaml: {datadir: /srv/yaml}\n:hierarchy: [common]\n",
			"version: 5\ndefaults:\n  datadir: /srv/data\n  data_hash: hocon_data\nhierarchy:\n  - name: hocon\n    path: common.conf\n  - name: yaml\n    datadir: /srv/yaml\n    data_hash: yaml_data\n    path: common.yaml\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deprecated(t, filetree.Write(t, map[string]string{"hiera.yaml": tt.old, "data/common.yaml": "a: 1\n", "hieradata/common.yaml": "a: 1\n"}))
			if len(d.Fixes) != 1 {
				t.Fatalf("no fix: %s", d.Help)
			}
			if got := ruletest.Apply(d.Fixes[0]); got != tt.want || d.Fixes[0].Safe {
				t.Errorf("safe: %t\n%s\nwant\n%s", d.Fixes[0].Safe, got, tt.want)
			}
		})
	}
}

// TestVersion5Obstacles checks files that have no fix, since version 5 would behave differently.
func TestVersion5Obstacles(t *testing.T) {
	t.Parallel()
	const v3 = ":backends: [yaml]\n:yaml: {datadir: '/srv/environments/%{environment}/data'}\n:hierarchy: [common]\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a Ruby backend":                        {map[string]string{"hiera.yaml": ":backends: [mongo]\n:mongo: {datadir: /srv}\n"}, "backend `mongo` is written in Ruby"},
		"data of modules":                       {map[string]string{"hiera.yaml": ":backends: [yaml, module_data]\n:yaml: {datadir: /srv/data}\n:hierarchy: [common]\n"}, "version 5 needs a hiera.yaml of version 5 in each module"},
		"a datadir that starts with a variable": {map[string]string{"hiera.yaml": strings.Replace(v3, "/srv/", "%{settings::confdir}/", 1)}, "may be relative"},
		"merge_behavior":                        {map[string]string{"hiera.yaml": v3 + ":merge_behavior: deep\n"}, "version 5 has no `merge_behavior`"},
		"calling_module":                        {map[string]string{"hiera.yaml": strings.Replace(v3, "common", "'modules/%{calling_module}'", 1)}, "version 5 has no variable `calling_module`"},
		"no datadir":                            {map[string]string{"hiera.yaml": ":backends: [yaml]\n:hierarchy: [common]\n"}, "the default depends on the setting `codedir`"},
		"a relative datadir":                    {map[string]string{"hiera.yaml": strings.Replace(v3, "/srv/", "srv/", 1)}, "version 3 resolves from Puppet's working directory"},
		"options of many":                       {map[string]string{"hiera.yaml": ":backends: [eyaml]\n:eyaml: {datadir: /srv, gpg_recipients: [a, b]}\n:hierarchy: [common]\n"}, "option `gpg_recipients` of `eyaml` is an array"},
		"calling_module, data":                  {map[string]string{"hiera.yaml": v3, "environments/production/data/common.yaml": "a: 'x %{calling_module}'\n"}, "uses the variables `calling_*`"},
		"lookups in data": {map[string]string{
			"hiera.yaml": v3, "environments/production/data/common.yaml": "a: \"%{hiera('b')}\"\n",
			"environments/production/modules/m/hiera.yaml": "version: 5\n", "environments/production/modules/m/manifests/init.pp": "", "environments/production/modules/m/data/common.yaml": "m::a: 1\n",
		}, "refers to other keys"},
		"no paths":       {map[string]string{"hiera.yaml": "version: 4\nhierarchy: [{name: a, backend: yaml, paths: []}]\n"}, "`a` has no paths"},
		"other errors":   {map[string]string{"hiera.yaml": "version: 4\ndatadir: '%{x}'\nhierarchy: [{name: a, backend: yaml}]\n"}, "the file has other errors"},
		"more documents": {map[string]string{"hiera.yaml": "version: 4\n---\na: 1\n"}, "more than one document"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"environments/production/data/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": ""}
			if strings.Contains(tt.files["hiera.yaml"], "version: 4") {
				files = map[string]string{"data/common.yaml": "a: 1\n"}
			}
			maps.Copy(files, tt.files)
			if d := deprecated(t, filetree.Write(t, files)); len(d.Fixes) > 0 || !strings.Contains(d.Help, " by hand, since ") || !strings.Contains(d.Help, tt.want) {
				t.Errorf("%d fixes, %s", len(d.Fixes), d.Help)
			}
		})
	}
}

// homes are the directories of the hiera.yaml of each layer.
var homes = map[config.Layer]string{config.Global: "global", config.Environment: "env", config.Module: "env/modules/m"}

// TestVersion5FixAgainstPuppet checks that the fix does not change Puppet's lookups of any key, in
// random trees.
func TestVersion5FixAgainstPuppet(t *testing.T) {
	puppet, _ := oracle.StartPuppet(t)
	random := rand.New(rand.NewSource(11))
	fixed, values := 0, 0
	for range reference.Cases(24) {
		layer := []config.Layer{config.Global, config.Environment, config.Module}[random.Intn(3)]
		home := homes[layer]
		files := oldTree(random, layer)
		root := filetree.Write(t, files)
		old := strings.ReplaceAll(files[home+"/hiera.yaml"], "ROOT", filepath.ToSlash(root))
		filetree.Add(t, root, map[string]string{home + "/hiera.yaml": old})
		ask := func() []string {
			var all []string
			for _, role := range []string{"web", ""} {
				for _, key := range []string{"m::a", "m::b", "m::hash", "m::list", "m::ref", "m::hash.x", "lookup_options", "m::none"} {
					for _, merge := range []any{nil, "unique", "hash", "deep"} {
						request := oracle.Request{
							EnvDir: filepath.Join(root, "env"), Codedir: root, Key: key, Merge: merge, Environment: "production",
							Facts: map[string]any{"role": role, "os": map[string]any{"family": "Debian"}},
						}
						if layer == config.Global {
							request.GlobalDir = filepath.Join(root, "global")
						}
						a := puppet.Ask(request)
						answer := string(a.Value)
						if a.Error != nil {
							answer = a.Error.Class
						} else {
							values++
						}
						all = append(all, fmt.Sprintf("%s of %q by %v: %s", key, role, merge, answer))
					}
				}
			}
			return all
		}
		d := deprecated(t, filepath.Join(root, home))
		if len(d.Fixes) != 1 {
			t.Errorf("no fix: %s\n%s", d.Help, old)
			continue
		}
		before := ask()
		text := ruletest.Apply(d.Fixes[0])
		filetree.Add(t, root, map[string]string{home + "/hiera.yaml": text})
		fixed++
		if after := ask(); !slices.Equal(before, after) {
			for i := range before {
				if before[i] != after[i] {
					t.Errorf("before: %s\nafter: %s\n%s\n%s", before[i], after[i], old, text)
					break
				}
			}
		}
	}
	if fixed == 0 || values == 0 {
		t.Errorf("%d files, %d values", fixed, values)
	}
}

// oldTree returns a random tree with a version 3 or 4 hiera.yaml in one layer. ROOT represents its
// directory.
func oldTree(r *rand.Rand, layer config.Layer) map[string]string {
	pick := func(all ...string) string { return all[r.Intn(len(all))] }
	files := map[string]string{"env/environment.conf": "", "env/modules/m/manifests/init.pp": ""}
	home := homes[layer]
	var b strings.Builder
	dirs, formats := []string{"data"}, []string{"yaml"}
	locations := []string{"common", "roles/%{role}", "os/%{os.family}.yaml", "os/%{::os.family}", "%{role}"}
	r.Shuffle(len(locations), func(i, j int) { locations[i], locations[j] = locations[j], locations[i] })
	if layer == config.Global {
		formats = [][]string{{"yaml"}, {"json"}, {"yaml", "json"}, {"json", "yaml"}, {"eyaml", "yaml"}}[r.Intn(5)]
		fmt.Fprintf(&b, "---\n:backends: [%s]\n:hierarchy:\n", strings.Join(formats, ", "))
		for _, l := range locations[:1+r.Intn(4)] {
			fmt.Fprintf(&b, "  - '%s'\n", l)
		}
		for _, f := range formats {
			dir := pick("data", "other")
			dirs = append(dirs, dir)
			fmt.Fprintf(&b, ":%s:\n  :datadir: ROOT/global/%s\n", f, dir)
			if f == "eyaml" {
				b.WriteString("  :extension: yaml\n  :pkcs7_private_key: ROOT/none.pem\n")
			}
		}
	} else {
		b.WriteString("version: 4\n" + pick("", "datadir: other # why\n") + "hierarchy:\n")
		for i, l := range locations[:1+r.Intn(4)] {
			format := pick("yaml", "yaml", "json")
			formats = append(formats, format)
			fmt.Fprintf(&b, "  - name: %s\n    backend: %s\n", pick("'"+l+"'", fmt.Sprintf("level %d", i)), format)
			switch r.Intn(3) {
			case 0:
				fmt.Fprintf(&b, "    path: '%s'\n", l)
			case 1:
				fmt.Fprintf(&b, "    paths: ['%s', '%s']\n", l, locations[4])
			}
			b.WriteString(pick("", "    datadir: more\n"))
		}
		dirs = append(dirs, "other", "more")
	}
	files[home+"/hiera.yaml"] = b.String()
	for _, dir := range dirs {
		for _, name := range []string{"common", "roles/web", "os/Debian", "web", "roles/", "level 0"} {
			for _, format := range formats {
				if r.Intn(3) == 0 {
					continue
				}
				if format == "eyaml" {
					format = "yaml"
				}
				n := r.Intn(100)
				text := fmt.Sprintf(`{"m::a": %d, "m::hash": {"x": %d, "y%d": 1}, "m::list": [%d, 3], "m::ref": "%%{lookup('m::a')} %%{role}%%{nothing}"}`, n, n, n%3, n)
				if r.Intn(4) == 0 {
					text = fmt.Sprintf(`{"m::b": "%%{role} %d", "lookup_options": {"m::list": {"merge": "%s"}}}`, n, pick("unique", "first"))
				}
				files[fmt.Sprintf("%s/%s/%s.%s", home, dir, name, format)] = text + "\n"
			}
		}
	}
	return files
}
