package invocation

import (
	"github.com/hieralint/hieralint/engine/internal/cache"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
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
	// LookPast skips levels and modules that cannot be searched.
	LookPast bool
	// Observe enables observations.
	Observe bool
	// HasClass reports whether a manifest defines a class.
	HasClass func(name string) bool

	keys      cache.Cache[string, *parsedKey]
	templates cache.Cache[string, *interpolate.Template]
}

// Fresh returns a Shared with the same options and empty caches.
func (s *Shared) Fresh() *Shared {
	return &Shared{
		Puppet: s.Puppet, Strict: s.Strict, Incomplete: s.Incomplete, LookPast: s.LookPast, Observe: s.Observe, HasClass: s.HasClass,
	}
}

type parsedKey struct {
	key key.Key
	err error
}

// ParseKey parses a key.
func (s *Shared) ParseKey(text string) (key.Key, error) {
	k, ok := s.keys.Load(text)
	if !ok {
		parsed, err := key.Parse(text)
		k = s.keys.Store(text, &parsedKey{parsed, err})
	}
	return k.key, k.err
}

// Template returns the parsed text; nil if it has no tokens.
func (s *Shared) Template(text string) *interpolate.Template {
	if t, ok := s.templates.Load(text); ok {
		return t
	}
	return s.templates.Store(text, interpolate.Parse(text))
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
