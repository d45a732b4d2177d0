package engine_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
)

// at returns the position of a node as `file:line`.
func at(n *data.Node) string {
	if n == nil {
		return "nowhere"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(n.Doc.File.Path), n.Position().Line)
}

func TestOrigins(t *testing.T) {
	e := open(t, engine.Options{}, "hiera.yaml", "version: 5\nhierarchy:\n  - {name: High, path: high.yaml}\n  - {name: Low, path: low.yaml}\n",
		"data/high.yaml", "list: [a]\nmerged:\n  x: \"%{lookup('text')}\"\nalias: \"%{alias('merged')}\"\nlookup_options:\n  list: {merge: unique}\n  merged: {merge: hash}\n",
		"data/low.yaml", "list: [b]\ntext: \"<%{lookup('deep')}>\"\ndeep: \"%{facts.role}\"\nmerged: {y: 1}\nm::text: \"%{lookup('text')}\"\n",
		"modules/m/hiera.yaml", "version: 5\nhierarchy:\n  - {name: None, path: none.yaml}\ndefault_hierarchy:\n  - {name: Default, path: default.yaml}\n",
		"modules/m/data/default.yaml", "m::list: [c]\nlookup_options:\n  m::list: {merge: unique}\n")
	scope := engine.NewScope(engine.ScopeData{Facts: hash("role", "web")})
	tests := []struct {
		key     string
		origins []string
		reads   []string
	}{
		{"list", []string{"list high.yaml:1", "list low.yaml:1"}, nil},
		{"deep", []string{"deep low.yaml:3"}, []string{"facts"}},
		{"text", []string{"text low.yaml:2", "deep low.yaml:3 via low.yaml:2"}, []string{"facts"}},
		{"m::text", []string{"m::text low.yaml:5", "text low.yaml:2 via low.yaml:5", "deep low.yaml:3 via low.yaml:5 low.yaml:2"}, []string{"facts"}},
		{"m::list", []string{"m::list default.yaml:1"}, nil},
		{
			"merged", []string{"merged high.yaml:3", "text low.yaml:2 via high.yaml:3", "deep low.yaml:3 via high.yaml:3 low.yaml:2", "merged low.yaml:4"},
			[]string{"facts"},
		},
		{
			"alias", []string{
				"alias high.yaml:4", "merged high.yaml:3 via high.yaml:4", "text low.yaml:2 via high.yaml:4 high.yaml:3",
				"deep low.yaml:3 via high.yaml:4 high.yaml:3 low.yaml:2", "merged low.yaml:4 via high.yaml:4",
			},
			[]string{"facts"},
		},
	}
	for _, tt := range tests {
		// The second lookup uses caches, and must have the same result.
		for range 2 {
			r, err := e.Lookup(context.Background(), scope, engine.LookupOptions{Trace: true}, tt.key)
			if err != nil {
				t.Fatal(err)
			}
			var origins, reads []string
			for _, o := range r.Origins {
				text := o.Key + " " + at(o.Node)
				for i, hop := range o.Hops {
					if i == 0 {
						text += " via"
					}
					text += " " + at(hop.Node)
				}
				origins = append(origins, text)
			}
			for _, read := range r.Reads {
				reads = append(reads, read.Name)
			}
			if !slices.Equal(origins, tt.origins) || !slices.Equal(reads, tt.reads) {
				t.Errorf("%s:\n got %s, reads %v\nwant %s, reads %v", tt.key, strings.Join(origins, "; "), reads, strings.Join(tt.origins, "; "), tt.reads)
			}
		}
		r, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, tt.key)
		if err != nil || r.Origins != nil || r.Reads != nil {
			t.Errorf("%s without Trace: got origins %v, reads %v, error %v", tt.key, r.Origins, r.Reads, err)
		}
	}
}
