package binding

import (
	"strings"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/rule"
)

// inclusions are the inclusions of classes in code: by module if the class is known, by key if a lookup returns the class, and
// by key if a lookup returns a part of its name. giving are the declarations that set parameters.
type inclusions struct {
	byModule, byKey, byPart map[string][]*manifest.Inclusion
	giving                  []*manifest.Inclusion
}

type inclusionsKey struct{ code *manifest.Index }

// inclusionsOf returns the inclusions of code. They are computed once per index.
func inclusionsOf(p *rule.Site, code *manifest.Index) inclusions {
	return rule.Once(p, inclusionsKey{code}, func() inclusions {
		found := inclusions{byModule: map[string][]*manifest.Inclusion{}, byKey: map[string][]*manifest.Inclusion{}, byPart: map[string][]*manifest.Inclusion{}}
		for _, i := range code.Inclusions() {
			if class, known := i.Class.Text(); known {
				module, _, _ := strings.Cut(class, "::")
				found.byModule[module] = append(found.byModule[module], i)
			}
			if key, known := i.Key.Text(); known {
				found.byKey[key] = append(found.byKey[key], i)
			}
			if i.Inserted != nil {
				if key, known := i.Inserted.Key.Text(); known {
					found.byPart[key] = append(found.byPart[key], i)
				}
			}
			if len(i.Given) > 0 {
				found.giving = append(found.giving, i)
			}
		}
		return found
	})
}
