package invocation

import (
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/memo"
)

// Strictness is the value of the setting `strict`.
type Strictness uint8

// The values of `strict`. DefaultStrictness depends on the version of Puppet.
const (
	DefaultStrictness Strictness = iota
	Off
	Warning
	Strict
)

// Shared holds the options and caches that all lookups of one engine share. It is safe for
// concurrent use.
type Shared struct {
	// Puppet is the major version.
	Puppet int
	Strict Strictness
	// Incomplete reports that the tree may lack what the real server has.
	Incomplete bool
	// SkipUnknown skips levels and modules that cannot be searched.
	SkipUnknown bool
	// Observe enables observations.
	Observe bool
	// HasClass reports whether a manifest defines a class.
	HasClass func(name string) bool

	templates memo.Map[string, *interpolate.Template]
	texts     largeTexts
}

// Fresh returns a Shared with the same options and empty caches.
func (s *Shared) Fresh() *Shared {
	return &Shared{
		Puppet: s.Puppet, Strict: s.Strict, Incomplete: s.Incomplete, SkipUnknown: s.SkipUnknown, Observe: s.Observe, HasClass: s.HasClass,
	}
}

// Template returns the parsed text; nil if it has no tokens.
func (s *Shared) Template(text string) *interpolate.Template {
	return s.templates.Of(text, func() *interpolate.Template { return interpolate.Parse(text) })
}

// Text returns Ruby's to_s of v.
func (s *Shared) Text(v *data.Value) string {
	if v.Node() == nil || v.Len() == 0 || v.Size() < largeText {
		return rubytext.ToS(v)
	}
	return s.texts.of(v)
}

// The sizes in bytes from which the text of a hash or an array is kept, and up to which texts are kept.
const (
	largeText = 16 << 10
	keptTexts = 32 << 20
)

// largeTexts holds the texts of large values in data files, which many strings may contain.
type largeTexts struct {
	mu    sync.Mutex
	known map[*data.Value]string
	size  int
}

func (t *largeTexts) of(v *data.Value) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, ok := t.known[v]
	if ok {
		return text
	}
	if text = rubytext.ToS(v); t.size+len(text) <= keptTexts {
		if t.known == nil {
			t.known = map[*data.Value]string{}
		}
		t.known[v], t.size = text, t.size+len(text)
	}
	return text
}

// StrictVersion returns the version of Puppet whose default of the setting strict has the same
// effect on hiera.yaml and metadata.json as the actual setting. The versions do not differ in
// anything else there.
func (s *Shared) StrictVersion() int {
	if s.Strict == Strict {
		return 8
	}
	return 7
}
