package runner_test

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
)

// TestPairs checks that the findings are the same whether keys are evaluated on all nodes, which an
// observer requires, or not on nodes that read two files with the key if no rule needs them.
func TestPairs(t *testing.T) {
	base := map[string]string{
		"hiera.yaml": `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Site, path: "site/%{facts.site}.yaml"}
  - {name: Common, path: common.yaml}
`,
		"modules/app/manifests/init.pp": "class app(Array[String[1]] $list = [], Array[String, 0, 2] $few = [], Hash[String, Struct[{a => Integer, b => Integer}]] $parts = {}) {}\n",
		"modules/app/manifests/read.pp": "class app::read { $all = lookup('app::asked', Hash, 'unique', {}) }\n",
		"environment.conf":              "modulepath = modules\n",
		"manifests/site.pp":             "include app\ninclude app::read\n",
	}
	for name, test := range map[string]struct {
		key, merge       string
		common           string
		role, site, node string
		cases            int // the number of cases of the key, 0 if all are needed
	}{
		"plain":       {key: "app::list", merge: "unique", common: "[a]", role: "[b]", site: "[c]", node: "[d]", cases: 4},
		"wrong alone": {key: "app::list", merge: "unique", common: "[a]", role: "[1]", site: "[c]", node: "[d]"},
		"size":        {key: "app::few", merge: "unique", common: "[a]", role: "[b]", site: "[c]", node: "[d]"},
		"struct":      {key: "app::parts", merge: "deep", common: "{}", role: "{x: {a: 1}}", site: "{x: {b: 2}}", node: "{x: {a: 1, b: 2}}"},
		"token":       {key: "app::list", merge: "unique", common: "[a]", role: "['%{facts.site}']", site: "[c]", node: "[d]"},
		"variable":    {key: "app::untyped", merge: "unique", common: "[a]", role: "['%{facts.site}']", site: "[c]", node: "[d]", cases: 4},
		"reference":   {key: "app::untyped", merge: "unique", common: "[a]", role: "[\"%{lookup('missing')}\"]", site: "[c]", node: "[d]"},
		"clash":       {key: "app::untyped", merge: "deep", common: "{x: {a: 1}}", role: "{x: {a: {b: 1}}}", site: "{x: {a: 'text'}}", node: "{y: 1}", cases: 6},
		"of kinds":    {key: "app::untyped", merge: "hash", common: "{x: 1}", role: "{y: 2}", site: "[c]", node: "{z: 1}"},
		"knockout":    {key: "app::untyped", merge: "unique", common: "[a]", role: "['--c']", site: "[c]", node: "[d]"},
		"asked":       {key: "app::asked", merge: "hash", common: "{a: 1}", role: "{b: 1}", site: "{c: 1}", node: "{d: 1}"},
	} {
		t.Run(name, func(t *testing.T) {
			tree := maps.Clone(base)
			tree["data/common.yaml"] = fmt.Sprintf("---\nlookup_options:\n  %s: {merge: %s}\n%[1]s: %[3]s\n", test.key, test.merge, test.common)
			for path, value := range map[string]string{"role/web": test.role, "site/here": test.site, "nodes/web.example.com": test.node} {
				tree["data/"+path+".yaml"] = fmt.Sprintf("---\n%s: %s\n", test.key, value)
			}
			p := load(t, filetree.Write(t, tree))
			var cases [2]int
			want, got := "", ""
			for i, o := range []runner.Options{{Observe: func(*nodes.Key) {}}, {}} {
				count := &rule.Rule{ID: "HL0000", Name: "count", Family: rules.All()[0].Family, NeedsPairs: rule.Never, CheckKey: func(p *rule.KeyPass) {
					if p.Key.Name == test.key {
						cases[i] = len(p.Key.Cases)
					}
				}}
				o.Rules = append(rules.All(), count)
				got, want = findings(run(t, p, o)), got
			}
			if got != want {
				t.Errorf("got:\n%s\nwant the findings for all nodes:\n%s", got, want)
			}
			if test.cases == 0 {
				test.cases = cases[0]
			}
			if cases[1] != test.cases || cases[1] > cases[0] {
				t.Errorf("got %d cases, want %d; %d on all nodes", cases[1], test.cases, cases[0])
			}
		})
	}
}

// TestPairsLikeOthers checks the same for nodes that read two files but have the same values as
// nodes that read one of them.
func TestPairsLikeOthers(t *testing.T) {
	base := map[string]string{
		"hiera.yaml": `version: 5
hierarchy:
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Site, path: "site/%{facts.site}.yaml"}
  - {name: Computed, path: "computed.yaml", lookup_key: "app::computed"}
  - {name: Common, path: common.yaml}
`,
		"modules/app/lib/puppet/functions/app/computed.rb": "Puppet::Functions.create_function(:'app::computed') {}\n",
		"modules/app/manifests/init.pp":                    "class app(Pattern[/^[a-z]+ ?[a-z]*$/] $first, String $any, Hash $hash) {}\n",
		"environment.conf":                                 "modulepath = modules\n",
	}
	const chain = "top: \"%{lookup('middle')}\"\nmiddle: \"%{lookup('low')}\"\nlow: text\n"
	const merged = "lookup_options: {top: {merge: hash}}\ntop: {a: \"%{lookup('low')}\"}\nlow: text\n"
	for name, test := range map[string]struct {
		common, role, site, computed string
		cases                        int
		key                          string // the key whose cases are counted, "top" by default
	}{
		"chain that ends":         {common: chain, role: "middle: plain", site: "low: other", cases: 3},
		"chain that continues":    {common: chain, role: "middle: \"%{alias('low')}\"", site: "low: 7", cases: 4},
		"two branches":            {common: "top: \"%{lookup('middle')} %{lookup('low')}\"\nmiddle: a\nlow: b", role: "middle: 5", site: "low: 7", cases: 4},
		"branches below":          {common: "top: \"%{lookup('both')}\"\nboth: \"%{lookup('middle')} %{lookup('low')}\"\nmiddle: a\nlow: b", role: "middle: 5", site: "low: 7", cases: 4},
		"variable in a string":    {common: "top: \"%{lookup('middle')} %{facts.site}\"\nmiddle: \"%{lookup('low')}\"\nlow: b", role: "middle: plain", site: "low: other", cases: 3},
		"variable of a parameter": {key: "app::first", common: "app::first: \"%{lookup('middle')} %{facts.site}\"\nmiddle: \"%{lookup('low')}\"\nlow: b", role: "middle: plain", site: "low: other", cases: 4},
		"merged below":            {common: "lookup_options: {middle: {merge: unique}}\ntop: \"%{alias('middle')}\"\nmiddle: [\"%{lookup('low')}\"]\nlow: b", role: "middle: [plain]", site: "low: 7", cases: 4},
		"options of some nodes":   {common: "top: \"%{alias('middle')}\"\nmiddle: [\"%{lookup('low')}\"]\nlow: b", role: "lookup_options: {middle: {merge: unique}}", site: "low: 7", cases: 4},
		"with a finding":          {common: chain, role: "middle: \"%{lookup('middle')}\"", site: "low: 7", cases: 4},
		"unseen options":          {common: "top: [c]", role: "top: [a]", site: "top: [b]", computed: "lookup_options: {top: {merge: unique}}", cases: 3},
		"unseen values":           {common: chain, role: "middle: plain", site: "low: other", computed: "middle: \"%{lookup('low')}\"", cases: 3},
		"other text":              {common: chain, role: "middle: \"%{alias('low')}\"", site: "low: other", cases: 3},
		"other number":            {common: strings.Replace(chain, "text", "1", 1), role: "middle: \"%{lookup('low')} \"", site: "low: 2", cases: 3},
		"alias of a number":       {common: strings.Replace(chain, "text", "1", 1), role: "middle: \"%{alias('low')}\"", site: "low: 2", cases: 4},
		"missing elsewhere":       {common: "top: \"%{lookup('middle')}\"\nmiddle: a", role: "middle: \"%{lookup('low')}\"", site: "low: other", cases: 4},
		"missing, unseen":         {common: "top: \"%{lookup('middle')}\"\nmiddle: a", role: "middle: \"%{lookup('low')}\"", site: "low: other", computed: "low: text", cases: 4},
		"empty":                   {common: chain, role: "middle: \"%{alias('low')}\"", site: "low: ''", cases: 4},
		"token":                   {common: chain, role: "middle: \"%{alias('low')}\"", site: "low: \"%{facts.site}\"", cases: 4},
		"converted":               {common: chain + "lookup_options: {top: {convert_to: Boolean}}", role: "middle: \"%{alias('low')}\"", site: "low: other", cases: 4},
		"other text, parameter":   {key: "app::first", common: strings.Replace(chain, "top", "app::first", 1), role: "middle: \"%{alias('low')} \"", site: "low: other", cases: 4},
		"other text, any string":  {key: "app::any", common: strings.Replace(chain, "top", "app::any", 1), role: "middle: \"%{alias('low')} \"", site: "low: other", cases: 3},
		"other text, in a key":    {key: "app::hash", common: "app::hash: {\"%{lookup('middle')}\": 1}\nmiddle: \"%{lookup('low')}\"\nlow: text", role: "middle: \"%{alias('low')} \"", site: "low: other", cases: 4},
		"other text, in a key of an untyped hash": {common: "top: {\"%{lookup('middle')}\": 1}\nmiddle: \"%{lookup('low')}\"\nlow: text", role: "middle: \"%{alias('low')} \"", site: "low: other", cases: 3},
		"merged, other text, in a key":            {common: "lookup_options: {top: {merge: deep}}\ntop: {\"%{lookup('low')}\": {x: 1}}\nlow: text", role: "top: {other: [1]}", site: "top: {c: 1}\nlow: other", cases: 4},
		"merged, other text":                      {common: merged, role: "top: {b: 1}", site: "top: {c: 1}\nlow: other", cases: 3},
		"merged, other kind":                      {common: merged, role: "top: {b: 1}", site: "top: {c: 1}\nlow: 7", cases: 4},
		"merged, clash":                           {common: merged, role: "top: {a: 1}", site: "top: {a: [1]}\nlow: other", cases: 4},
		"hashes":                                  {common: "top: {c: {x: 1}}", role: "top: {a: {x: 1}}", site: "top: {b: {x: 1}}", computed: "lookup_options: {top: {merge: hash}}", cases: 4},
		"kinds":                                   {common: "top: c", role: "top: a", site: "top: [b]", computed: "lookup_options: {top: {merge: hash}}", cases: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := maps.Clone(base)
			for path, text := range map[string]string{"common": test.common, "role/web": test.role, "site/here": test.site, "computed": test.computed} {
				if text != "" {
					tree["data/"+path+".yaml"] = "---\n" + text + "\n"
				}
			}
			p := load(t, filetree.Write(t, tree))
			cases := 0
			count := &rule.Rule{ID: "HL0000", Name: "count", Family: rules.All()[0].Family, NeedsPairs: rule.Never, CheckKey: func(p *rule.KeyPass) {
				if p.Key.Name == cmp.Or(test.key, "top") {
					cases = len(p.Key.Cases)
				}
			}}
			all := runner.Options{Rules: append(rules.All(), count), Workers: 1}
			got := findings(run(t, p, all))
			if cases != test.cases {
				t.Errorf("got %d cases, want %d", cases, test.cases)
			}
			all.Observe = func(*nodes.Key) {}
			if want := findings(run(t, p, all)); got != want {
				t.Errorf("got:\n%s\nwant the findings for all nodes:\n%s", got, want)
			}
		})
	}
}

// findings formats the findings of a run.
func findings(all *runner.Result) string {
	var texts []string
	for _, d := range all.Diagnostics {
		texts = append(texts, fmt.Sprint(d.Rule.Name, d.Severity, d.OnRequest, d.File.Path, d.Span, d.Message, d.Detail, d.Help))
	}
	return strings.Join(texts, "\n")
}
