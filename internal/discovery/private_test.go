package discovery_test

import (
	"maps"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/project"
)

// TestPrivate checks which data counts as kept elsewhere: missing files with a fixed path, links to
// outside the tree, submodules, files that Git ignores, files of which only an example exists, and secrets that only
// tests have.
func TestPrivate(t *testing.T) {
	const paths = "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n" +
		"  - {name: Secrets, paths: [\"private/%{role}.yaml\", \"secrets/%{environment}.yaml\"]}\n  - {name: Common, paths: [common.yaml, secrets.yaml]}\n"
	tests := []struct {
		name   string
		files  map[string]string
		unseen []string // locations of levels
		notes  []string
		stray  map[string]project.Stray
	}{
		{"everything in the tree", map[string]string{"data/secrets.yaml": "", "data/private/web.yaml": "", "data/secrets/production.yaml": ""}, nil, nil, nil},
		{
			"a fixed path that does not exist", map[string]string{"data/private/web.yaml": "", "data/secrets/production.yaml": ""},
			[]string{"secrets.yaml"}, []string{"data in `data/secrets.yaml` (no such file)"}, nil,
		},
		{"a fixed path of a directory", map[string]string{"data/private/web.yaml": "", "data/secrets/production.yaml": "", "data/secrets.yaml/": ""}, []string{"secrets.yaml"}, nil, nil},
		{
			"a link to a directory", map[string]string{"data/private -> ../../private-data": "", "data/secrets.yaml": "", "data/secrets/production.yaml": ""},
			[]string{"private/%{role}.yaml"}, []string{"data in `data/private` (the target of the symbolic link is not in the tree)"}, nil,
		},
		{
			"a link to a file", map[string]string{"data/secrets.yaml -> ../../private/secrets.yaml": "", "data/private/web.yaml": "", "data/secrets/production.yaml": ""},
			[]string{"secrets.yaml"}, []string{"data in `data/secrets.yaml` (the target of the symbolic link is not in the tree)"}, nil,
		},
		{
			"a submodule", map[string]string{
				".gitmodules": "[submodule \"secret\"]\n\tpath = data/private\n\turl = git@example.com:secret\n", "data/private/": "",
				"data/secrets.yaml": "", "data/secrets/production.yaml": "",
			},
			[]string{"private/%{role}.yaml"}, []string{"data in `data/private` (the submodule is not checked out)"}, nil,
		},
		{
			"ignored", map[string]string{".gitignore": "/data/private/\nsecrets.yaml\n", "data/secrets/production.yaml": ""},
			[]string{"private/%{role}.yaml", "secrets.yaml"}, []string{"data in `data/private` and `data/secrets.yaml` (ignored by git)"}, nil,
		},
		{
			"an ignored file with an example", map[string]string{".gitignore": "secrets.yaml\n", "data/secrets.yaml.example": "a: 1\n", "data/private/web.yaml": "", "data/secrets/production.yaml": ""},
			[]string{"secrets.yaml"}, []string{"data in `data/secrets.yaml` (ignored by git)"}, nil,
		},
		{
			"ignored by extension", map[string]string{"data/.gitignore": "*.yaml\n!secrets.yaml\n!production.yaml\n", "data/secrets.yaml": "", "data/secrets/production.yaml": ""},
			[]string{"Nodes", "private/%{role}.yaml"}, []string{"data in `data/nodes/%{trusted.certname}.yaml` and `data/private/%{role}.yaml` (ignored by git)"}, nil,
		},
		{
			"ignored but present", map[string]string{".gitignore": "secrets.yaml\n", "data/secrets.yaml": "", "data/private/web.yaml": "", "data/secrets/production.yaml": ""},
			nil, nil, nil,
		},
		{
			"examples", map[string]string{
				"data/secrets.yaml.sample": "a: 1\n", "data/secrets/production.example.yaml": "a: 1\n", "data/private/web.yaml": "",
				"data/private/db.dist.yaml": "a: 1\n", "data/nodes/web01.example.yaml": "a: 1\n",
			},
			[]string{"private/%{role}.yaml", "secrets/%{environment}.yaml", "secrets.yaml"},
			[]string{"data in `data/private/db.yaml`, `data/secrets.yaml`, and `data/secrets/production.yaml` (only an example of it exists)"},
			map[string]project.Stray{"data/private/db.dist.yaml": project.Example, "data/secrets/production.example.yaml": project.Example},
		},
		{
			"secrets for tests", map[string]string{"data/secrets.yaml": "", "data/private/web.yaml": "", "data/secrets/vagrant.yaml": "", "data/secrets/test.yaml": ""},
			[]string{"secrets/%{environment}.yaml"}, []string{"data in `data/secrets/%{environment}.yaml` (only files for development and tests exist)"}, nil,
		},
		{
			"secrets of no machine", map[string]string{"data/secrets.yaml": "", "data/private/web.yaml": "", "data/secrets/README": ""},
			[]string{"secrets/%{environment}.yaml"}, []string{"data in `data/secrets/%{environment}.yaml` (no such file)"}, nil,
		},
		{
			"secrets for tests and others", map[string]string{"data/secrets.yaml": "", "data/private/web.yaml": "", "data/secrets/vagrant.yaml": "", "data/secrets/production.yaml": ""},
			nil, nil, nil,
		},
		{
			"an example beside the file", map[string]string{
				"data/secrets.example.yaml": "a: 1\n", "data/secrets.yaml": "a: 1\n", "data/private/web.yaml": "", "data/secrets/production.yaml": "",
			},
			nil, nil, map[string]project.Stray{"data/secrets.example.yaml": project.Example},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"environment.conf": "", "hiera.yaml": paths, "data/common.yaml": "a: 1\n"}
			maps.Copy(files, test.files)
			t.Chdir(filetree.Write(t, files))
			p := load(t, ".")
			var unseen []string
			for _, u := range p.UnseenData(p.Roots[0]) {
				unseen = append(unseen, u.Name())
			}
			stray := map[string]project.Stray{}
			for _, f := range p.Files {
				if f.Stray != project.NotStray {
					stray[f.Path] = f.Stray
				}
			}
			if test.stray == nil {
				test.stray = map[string]project.Stray{}
			}
			if diff := cmp.Diff([]any{test.unseen, test.notes, test.stray}, []any{unseen, notseen.Texts(p.NotSeen), stray}); diff != "" {
				t.Error(diff)
			}
			for path, why := range unreadable(p) {
				if why != "the symbolic link points outside the tree and is not followed (harmless)" && why != "a directory, not a file" {
					t.Errorf("%s: %s", path, why)
				}
			}
		})
	}
}

// TestRemoved checks that a file with a fixed path counts as kept elsewhere, unless it was removed
// since the last commit.
func TestRemoved(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Chdir(filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{role}.yaml\"}\n  - {name: Common, paths: [common.yaml, secrets.yaml]}\n",
		"data/common.yaml": "a: 1\n", "data/role/web.yaml": "a: 2\n",
	}))
	git := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "--quiet")
	git("add", "--all")
	git("-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "first")
	git("rm", "--quiet", "data/common.yaml")
	p := load(t, ".")
	var unseen []string
	for _, u := range p.UnseenData(p.Roots[0]) {
		unseen = append(unseen, u.Name())
	}
	if diff := cmp.Diff([][]string{{"secrets.yaml"}, {"data in `data/secrets.yaml` (no such file)"}}, [][]string{unseen, notseen.Texts(p.NotSeen)}); diff != "" {
		t.Error(diff)
	}
}

// TestBackendsOfVersion3 checks that a level of version 3 counts as unseen only if no backend has
// its file.
func TestBackendsOfVersion3(t *testing.T) {
	config := "---\n:backends: [eyaml, yaml]\n:yaml:\n  :datadir: data\n:eyaml:\n  :datadir: data\n:hierarchy: ['nodes/%{::fqdn}', secrets, common]\n"
	t.Chdir(filetree.Write(t, map[string]string{"puppet.conf": "", "hiera.yaml": config, "data/common.yaml": "a: 1\n"}))
	p := load(t, ".")
	var unseen []string
	for _, u := range p.UnseenData(p.Roots[0]) {
		unseen = append(unseen, u.Level.Name+": "+u.Name())
	}
	notes := []string{"data in `data/secrets.eyaml` and `data/secrets.yaml` (no such file)"}
	if diff := cmp.Diff([]any{[]string{"eyaml: secrets", "yaml: secrets"}, notes}, []any{unseen, notseen.Texts(p.NotSeen)}); diff != "" {
		t.Error(diff)
	}
}

// TestFixedPathForEnvironment checks that with a data directory for each environment, a fixed path
// counts as unseen if no environment has the file.
func TestFixedPathForEnvironment(t *testing.T) {
	config := "---\n:backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata/%{::environment}/\n:hierarchy: ['nodes/%{::fqdn}', common]\n"
	for _, test := range []struct {
		name, path string
		unseen     []string
	}{
		{"in none", "nodes/web01.yaml", []string{"common"}},
		{"in one", "common.yaml", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(filetree.Write(t, map[string]string{
				"etc/puppet/hiera.yaml":                            config,
				"etc/puppet/hieradata/production/nodes/web02.yaml": "a: 1\n",
				"etc/puppet/hieradata/test/nodes/web02.yaml":       "a: 1\n",
				"etc/puppet/hieradata/production/" + test.path:     "a: 1\n",
			}))
			p := load(t, ".")
			var unseen []string
			for _, u := range p.UnseenData(p.Roots[0]) {
				unseen = append(unseen, u.Name())
			}
			if diff := cmp.Diff(test.unseen, unseen); diff != "" {
				t.Error(diff)
			}
		})
	}
}
