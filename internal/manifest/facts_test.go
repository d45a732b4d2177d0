package manifest_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFactsAndVariables(t *testing.T) {
	x := index(t, map[string]string{
		"manifests/site.pp":             "$role = 'web'\n[$a, $b] = [1, 2]\nif $x { $c = 1 }\nnode default { $d = 1 }\nclass k { $e = 1 }\n",
		"modules/app/manifests/init.pp": "class app { $f = 1 }\n",
		"modules/app/lib/facter/app.rb": "Facter.add(:app_version) do\nend\nFacter.add('app-port') {}\nFacter.add \"App_tls\" do\nend\nFacter.add(:\"app.x\") {}\nFacter.add(\"app_#{n}\") {}\n",
		"modules/app/lib/puppet/x.rb":   "Facter.add(:no) {}\n",
		"modules/app/facts.d/a.yaml":    "y1: 1\ny2: {z: 1}\n",
		"modules/app/facts.d/b.json":    `{"j1": 1}`,
		"modules/app/facts.d/c.txt":     "t1=a\n# c=d\nt2 = x\nT3=b=c\n",
		"modules/app/facts.d/d.sh":      "#!/bin/sh\nX=1\necho \"s1=$X\"\n  echo s2=y\nprintf 's3=%s\\n' z\n",
		"modules/app/facts.d/e.yaml":    "- broken\n",
		"lib/facter/own.rb":             "Facter.add(:own) {}\n",
	})
	if diff := cmp.Diff([]string{"app-port", "app.x", "app_tls", "app_version", "j1", "own", "s1", "s2", "s3", "t1", "t3", "y1", "y2"}, slices.Sorted(maps.Keys(x.Facts))); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a", "b", "c", "d", "role"}, slices.Sorted(maps.Keys(x.Variables))); diff != "" {
		t.Errorf("variables (-want +got):\n%s", diff)
	}
}
