package runner_test

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
)

// fleet returns a control repo with a number of keys, and a number of nodes: most keys are defined
// for all nodes, some for a role, a tier, or a node. Some are merged, and one in ten values refers
// to another key or a fact. One node in ten has its own file.
func fleet(keys, nodes int) (tree map[string]string, all []*facts.Node) {
	const roles, tiers = 40, 4
	tree = map[string]string{"hiera.yaml": `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role in its tier, path: "role/%{facts.role}/%{facts.tier}.yaml"}
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Operating system, path: "os/%{facts.os.name}.yaml"}
  - {name: Common, path: common.yaml}
`}
	name := func(key int) string { return fmt.Sprintf("profile::m%d::key%d", key%97, key) }
	value := func(key, salt int) string {
		switch key % 10 {
		case 1:
			return fmt.Sprintf("\"%%{lookup('%s')}/%d\"", name(key-1), salt)
		case 2:
			return fmt.Sprintf("\"%%{facts.role}-%d\"", salt)
		case 3:
			return fmt.Sprintf("[a, b%d]", salt)
		case 4:
			return fmt.Sprintf("{a: 1, b%d: 2}", salt)
		default:
			return fmt.Sprintf("value %d", salt)
		}
	}
	file := func(count, seed int) string {
		var b strings.Builder
		for i := range count {
			key := (seed*131 + i*17) % keys
			fmt.Fprintf(&b, "%s: %s\n", name(key), value(key, seed))
		}
		return b.String()
	}
	var common strings.Builder
	common.WriteString("lookup_options:\n  '^profile::.*::key\\d*3$': {merge: unique}\n  '^profile::.*::key\\d*4$': {merge: deep}\n")
	for key := range keys {
		fmt.Fprintf(&common, "%s: %s\n", name(key), value(key, 0))
	}
	tree["data/common.yaml"] = common.String()
	for r := range roles {
		tree[fmt.Sprintf("data/role/role%02d.yaml", r)] = file(50, r+1)
		for t := range tiers {
			tree[fmt.Sprintf("data/role/role%02d/tier%d.yaml", r, t)] = file(5, 100+r*tiers+t)
		}
	}
	for _, os := range []string{"Debian", "Ubuntu", "Rocky"} {
		tree["data/os/"+os+".yaml"] = file(100, len(os)+300)
	}
	for i := range nodes {
		certname := fmt.Sprintf("node%05d.example.com", i)
		if i%10 == 0 {
			tree["data/nodes/"+certname+".yaml"] = file(4, 1000+i)
		}
		text := fmt.Sprintf(`{"certname": %q, "facts": {"role": "role%02d", "tier": "tier%d", "os": {"name": %q}, "networking": {"fqdn": %q}}}`,
			certname, i%roles, i/roles%tiers, []string{"Debian", "Ubuntu", "Rocky"}[i%3], certname)
		read, err := facts.Parse(certname+".json", []byte(text))
		if err != nil {
			panic(err)
		}
		all = append(all, read...)
	}
	return tree, all
}

// BenchmarkNodes lints the same keys for more and more nodes with facts. The metric is the time for
// each node that has its own file, which should not depend on the number of nodes.
//
//	go test ./internal/runner -run '^$' -bench BenchmarkNodes -benchtime 1x
func BenchmarkNodes(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(200))
	for _, nodes := range []int{2500, 5000, 10000} {
		b.Run(fmt.Sprintf("%d nodes, 5000 keys", nodes), func(b *testing.B) {
			tree, all := fleet(5000, nodes)
			p := load(b, filetree.Write(b, tree))
			var peak runtime.MemStats
			start := time.Now()
			for b.Loop() {
				if _, err := runner.Run(context.Background(), p, runner.Options{Rules: rules.All(), PuppetVersion: 8, Nodes: all}); err != nil {
					b.Fatal(err)
				}
			}
			runtime.ReadMemStats(&peak)
			b.ReportMetric(float64(time.Since(start).Milliseconds())/float64(b.N)/float64(nodes/10), "ms/distinct-node")
			b.ReportMetric(float64(peak.Sys)/(1<<20), "MiB")
		})
	}
}

// BenchmarkDerived lints for derived nodes, with more and more files.
//
//	go test ./internal/runner -run '^$' -bench BenchmarkDerived
func BenchmarkDerived(b *testing.B) {
	for _, nodes := range []int{2000, 4000, 8000} { // one in ten nodes has a file
		tree, _ := fleet(8000, nodes)
		b.Run(fmt.Sprintf("%d files, 8000 keys", len(tree)), func(b *testing.B) { compare(b, []string{filetree.Write(b, tree)}) })
	}
}
