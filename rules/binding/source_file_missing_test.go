package binding_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// withFiles returns a tree with data, and a module with files.
func withFiles(text string) map[string]string {
	return map[string]string{
		"hiera.yaml":                      "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n",
		"data/common.yaml":                text,
		"modules/app/manifests/init.pp":   "class app { }\n",
		"modules/app/files/app.conf":      "a\n",
		"modules/app/files/ssl/ca-01.pem": "b\n",
		"modules/bare/manifests/init.pp":  "class bare { }\n",

		"modules/app/templates/web.conf.erb":   "c\n",
		"modules/app/templates/web.epp":        "d\n",
		"modules/app/templates/nginx/site.erb": "e\n",
		"modules/nginx/manifests/init.pp":      "class nginx { }\n",
		"modules/nginx/templates/main.erb":     "f\n",
	}
}

func TestSourceFileMissing(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.SourceFileMissing, map[string]map[string]string{
		"one of two environments": {
			"hiera.yaml":            ":hierarchy: [common]\n:yaml: {:datadir: /etc/puppet/hieradata}\n",
			"hieradata/common.yaml": "app::source: puppet:///modules/app/x\n",
			"environments/production/modules/app/files/x": "a\n", "environments/production/manifests/site.pp": "include app\n",
			"environments/test/modules/app/manifests/init.pp": "class app($source) { }\n", "environments/test/manifests/site.pp": "include app\n",
		},
		"existing":             withFiles("a: puppet:///modules/app/app.conf\nb: {c: [puppet:///modules/app/ssl/ca-01.pem]}\n"),
		"directory":            withFiles("a: puppet:///modules/app/ssl\nb: puppet:///modules/app/ssl/\n"),
		"missing":              withFiles("a: puppet:///modules/app/other # want warning \"module `app` has no file `files/other`\"\n"),
		"directory in the URL": withFiles("a: puppet:///modules/app/files/app.conf # want \"no file `files/files/app.conf`\"\n"),
		"nested":               withFiles("a:\n  b:\n    - puppet:///modules/app/ssl/ca-02.pem # want \"ssl/ca-02.pem\"\n"),
		"without any files":    withFiles("a: puppet:///modules/bare/x # want \"module `bare` has no file\"\n"),
		"ignored by Git": {
			"hiera.yaml": "version: 5\n", "data/common.yaml": "a: puppet:///modules/app/ssl/web.key\nb: puppet:///modules/app/web.conf # want \"no file\"\n",
			"modules/app/manifests/init.pp": "class app { }\n", ".gitignore": "*.key\n",
		},
		"behind a link": {
			"hiera.yaml": "version: 5\n", "data/common.yaml": "a: puppet:///modules/app/web.key\n",
			"modules/app/manifests/init.pp": "class app { }\n", "modules/app/files -> ../../../private": "",
		},
		"template":         withFiles("a: app/web.conf.erb\nb: {c: app/web.epp}\nd: app/other.erb # want warning \"module `app` has no file `templates/other.erb`\"\n"),
		"template, nested": withFiles("a: {b: [app/templates/web.epp]} # want \"no file `templates/templates/web.epp`\"\n"),
		"template in the directory of another module": withFiles("a: nginx/site.erb\nb: nginx/other.erb # want \"no file\"\n"),
		"template of a module without templates":      withFiles("a: bare/views/x.erb\n"),
		"template of a module not in the tree":        withFiles("a: apache/site.erb\nb: site.erb\nc: /etc/app/site.erb\nd: app/%{facts.kernel}.erb\n"),
		"template, module alone": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n", "metadata.json": `{"name": "me-app", "version": "1.0.0", "dependencies": []}`,
			"data/common.yaml":  "app::unit: app/app.unit.erb # want \"no file\"\napp::conf: app/app.conf.erb\n",
			"manifests/init.pp": "class app($unit, $conf) { }\n", "templates/app.conf.erb": "a\n", "templates/systemd.erb": "b\n",
		},
		"first that exists":    withFiles("a: [puppet:///modules/app/host1, puppet:///modules/app/app.conf]\n"),
		"module not in tree":   withFiles("a: puppet:///modules/other/x\n"),
		"several in a string":  withFiles("a: puppet:///modules/app/x puppet:///modules/app/y\n"),
		"token":                withFiles("a: 'puppet:///modules/app/%{facts.kernel}'\n"),
		"encoded":              withFiles("a: 'puppet:///modules/app/a%20b'\n"),
		"above":                withFiles("a: puppet:///modules/app/../x\n"),
		"other mount, or text": withFiles("a: puppet:///files/x\nb: see puppet:///modules/app/x\nc: puppet:///modules/app/\n"),
	})
}

func TestSourceFileMissingFixes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a: 'puppet:///modules/app/files/app.conf' # want \"no file\"\n": "a: 'puppet:///modules/app/app.conf'\n",
		"a: puppet:///modules/app/ssl/ca-1.pem # want \"no file\"\n":     "a: puppet:///modules/app/ssl/ca-01.pem\n",
		"a: puppet:///modules/app/ssl/ca-02.pem # want \"no file\"\n":    "",
		"a: puppet:///modules/app/something # want \"no file\"\n":        "",
		"a: app/templates/web.epp # want \"no file\"\n":                  "a: app/web.epp\n",
		"a: app/web.cnf.erb # want \"no file\"\n":                        "a: app/web.conf.erb\n",
	} {
		found := ruletest.Run(t, binding.SourceFileMissing, withFiles(text))
		switch {
		case len(found) != 1 || len(found[0].Fixes) > 0 != (want != ""):
			t.Errorf("%q: got %v", text, found)
		case want != "" && ruletest.Apply(found[0].Fixes[0]) != want:
			t.Errorf("%q: fixed: %q", text, ruletest.Apply(found[0].Fixes[0]))
		}
	}
}
