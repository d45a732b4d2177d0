package lsp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lsp"
	"github.com/hieralint/hieralint/internal/session"
)

// TestEarly checks that the findings in an edited file are available before an edit that any key
// may depend on has been checked completely, whether the client pulls them or not. Until then,
// findings in other files stay.
func TestEarly(t *testing.T) {
	t.Parallel()
	for _, pulls := range []bool{false, true} {
		t.Run(fmt.Sprint("pulls ", pulls), func(t *testing.T) {
			t.Parallel()
			shown, release := make(chan struct{}), make(chan struct{})
			o := lsp.Options{Workspace: session.Options{NoConfig: true}}
			o.Shown(func() {
				shown <- struct{}{}
				<-release
			})
			c := connectTo(t, filetree.Write(t, map[string]string{
				"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
				"environment.conf": "modulepath = modules\n", "modules/web/manifests/init.pp": "class web (Integer $port, Integer $min) { }\n",
				"data/common.yaml": "web::port: many\nweb::min: few\nother: 1\nmore: 2\nlast: 3\n", "data/role/db.yaml": "web::port: eighty\n",
			}), o)
			capabilities := watching()
			if pulls {
				capabilities["textDocument"] = map[string]any{"diagnostic": map[string]any{}}
				capabilities["workspace"].(map[string]any)["diagnostics"] = map[string]any{"refreshSupport": true}
			}
			c.start(capabilities)
			c.open("data/common.yaml")
			c.settle()
			all := map[string]string{}
			look := func() string {
				t.Helper()
				if !pulls {
					_, _ = c.call("unknown", nil) // the reply comes after all published diagnostics
					c.published(all, c.take())
					return all["data/common.yaml"]
				}
				report, err := c.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}})
				if err != nil {
					t.Fatal(err)
				}
				return string(report)
			}
			codes := func() string {
				t.Helper()
				var all []string
				for _, m := range regexp.MustCompile(`"code":"([^"]*)"`).FindAllStringSubmatch(look(), -1) {
					all = append(all, m[1])
				}
				return strings.Join(all, " ")
			}
			const mismatches = "value-type-mismatch value-type-mismatch"
			if got := codes(); got != mismatches {
				t.Fatalf("before any edit, the findings are %s", got)
			}
			for _, edit := range []struct{ name, text, early, late string }{
				{"broken", "web::port: many\nweb::min: few\nother: 1\nmore: [\n", "yaml-syntax-error", "yaml-syntax-error"},
				{"fixed", "web::port: many\nweb::min: few\nother: 1\nlookup_options: {\"%{literal('%')}\": {merge: unique}}\n", mismatches, mismatches},
				{"an edited line", "web::port: many\nweb::min: 'a few'\nother: 1\nlookup_options: {\"%{literal('%')}\": {merge: first}}\n", "value-type-mismatch", mismatches},
			} {
				c.replace("data/common.yaml", edit.text)
				select {
				case <-shown: // the check is in progress, and waits
				case <-time.After(patience):
					t.Fatalf("%s: no early findings", edit.name)
				}
				if got := codes(); got != edit.early {
					t.Errorf("%s: before the end of the check, the findings are %s, want %s", edit.name, got, edit.early)
				}
				if edit.name == "broken" && !pulls && !strings.Contains(all["data/role/db.yaml"], "value-type-mismatch") {
					t.Errorf("%s: findings in other files are lost: %v", edit.name, all)
				}
				release <- struct{}{}
				c.settle()
				if got := codes(); got != edit.late {
					t.Errorf("%s: after the check, the findings are %s, want %s", edit.name, got, edit.late)
				}
			}
			close(release)
			c.stop()
		})
	}
}

// TestEarlyInLargeTree checks that in a tree of many files, the findings of the edited file are
// shown early if a key was added or removed, if many files define an edited key, or if a line that
// did not parse was edited again.
func TestEarlyInLargeTree(t *testing.T) {
	t.Parallel()
	shown := make(chan struct{}, 1)
	o := lsp.Options{Workspace: session.Options{NoConfig: true}}
	o.Shown(func() { shown <- struct{}{} })
	files := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "zone: -1\nnet: 10\nport: 80\n",
	}
	for i := range 120 {
		files[fmt.Sprintf("data/nodes/node%d.example.com.yaml", i)] = fmt.Sprintf("zone: %d\n", i)
	}
	c := connectTo(t, filetree.Write(t, files), o)
	c.start(watching())
	c.open("data/common.yaml")
	c.settle()
	for _, edit := range []struct {
		text    string
		isEarly bool
	}{
		{"zone: -1\nnet: 10\nport: 81\n", false}, {"zone: -1\nnet: 10\nport: 81\nb", true}, {"zone: -1\nnet: 10\nport: 81\nba", true}, {"zone: -1\nnet: 10\nport: 81\nbase: 1\n", true},
		{"zone: -1\nnet: 10\nport: 81\nbase: 1\nother: 1\n", true}, {"zone: -1\nnet: 10\nport: 81\nbase: 1\nother: 2\n", false},
		{"zone: -2\nnet: 10\nport: 81\nbase: 1\nother: 2\n", true}, // many files define this key
	} {
		c.replace("data/common.yaml", edit.text)
		c.settle()
		select {
		case <-shown:
			if !edit.isEarly {
				t.Errorf("%q: findings are shown early, although few values depend on it", edit.text)
			}
		default:
			if edit.isEarly {
				t.Errorf("%q: findings are not shown early", edit.text)
			}
		}
	}
	c.stop()
}
