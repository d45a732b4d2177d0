package environment

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// Module is a directory in the modulepath.
type Module struct {
	Name, Dir string
	// Metadata is the metadata.json; nil if there is none.
	Metadata *data.Document
	// Problems lists what is wrong with metadata.json.
	Problems []*Problem

	store *data.Store
}

// ValidModuleName reports whether Puppet accepts a directory with that name as a module.
func ValidModuleName(name string) bool {
	isOther := func(c rune) bool { return !ascii.IsLower(c) && !ascii.IsDigit(c) && c != '_' }
	return name != "" && ascii.IsLower(name[0]) && !strings.ContainsFunc(name, isOther)
}

// OpenModule reads the module called name in dir.
func OpenModule(dir, name string, store *data.Store) *Module {
	m := &Module{Name: name, Dir: dir, store: store}
	doc, err := store.Document(filepath.Join(dir, "metadata.json"), data.JSON)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		m.Problems = []*Problem{always(&Problem{Code: Unreadable, Err: source.Cause(err)}, Fails, "")}
	default:
		m.Metadata = doc
		m.check()
	}
	return m
}

// HieraConfig returns the path of the module's hiera.yaml; ok is false if there is none.
func (m *Module) HieraConfig() (path string, ok bool) {
	path = filepath.Join(m.Dir, ConfigName)
	_, err := m.store.Stat(path)
	return path, err == nil
}

// Visible reports whether the given major version of Puppet finds the module at all.
func (m *Module) Visible(puppetVersion int) bool {
	return !slices.ContainsFunc(m.Problems, func(p *Problem) bool { return p.Outcome(puppetVersion).Effect == HidesModule })
}

// Err returns the problem because of which the given major version of Puppet fails every lookup in
// an environment with this module, or nil.
func (m *Module) Err(puppetVersion int) *Problem { return failure(m.Problems, puppetVersion) }

func failure(problems []*Problem, puppetVersion int) *Problem {
	for _, p := range problems {
		if p.Outcome(puppetVersion).Effect == Fails {
			return p
		}
	}
	return nil
}

// DataProvider returns `data_provider` from metadata.json; nil if it is missing or null.
func (m *Module) DataProvider() *data.Value {
	if m.Metadata == nil || !m.Metadata.Value.Is(data.Hash) {
		return nil
	}
	provider, ok := m.Metadata.Value.Get("data_provider")
	if !ok || provider.IsUndef() {
		return nil
	}
	return provider
}

func (m *Module) report(code Code, span source.Span, effect Effect, text string) *Problem {
	p := always(&Problem{Code: code, File: m.Metadata.File, Span: span}, effect, text)
	m.Problems = append(m.Problems, p)
	return p
}

// required lists the keys that metadata.json must have unless it is an empty object, in Puppet's
// order.
var required = []string{"source", "author", "version", "license", "dependencies"}

// check makes the checks of Puppet 7.23 when it loads metadata.json, and stops where Puppet does.
func (m *Module) check() {
	doc := m.Metadata
	whole := source.Span{End: len(doc.File.Text)}
	if doc.Value == nil || doc.Value.Kind() == data.Boolean && doc.Root == nil {
		m.unparsable(whole)
		return
	}
	span := doc.Value.Node().Span
	switch doc.Value.Kind() {
	case data.Hash:
		if doc.Value.Len() > 0 {
			m.checkHash(doc.Value)
		}
	case data.String:
		// Ruby treats a string like a hash: an empty one contains nothing, and others lack all
		// keys.
		if doc.Value.Text() != "" {
			m.missing("source", span)
		}
	case data.Array:
		// Puppet treats an empty array as missing metadata until it needs the data provider.
		m.report(NotMetadata, span, Fails, "no implicit conversion of String into Integer")
	default:
		m.report(NotMetadata, span, Fails, "")
	}
}

func (m *Module) unparsable(whole source.Span) {
	span, message := whole, ""
	err := m.Metadata.Err
	if err != nil {
		span, message = err.Span, err.Message
	}
	empty := strings.TrimSpace(string(m.Metadata.File.Text)) == ""
	if empty {
		err, message = nil, "JSON::ParserError"
	}
	text := fmt.Sprintf("%s has an invalid and unparsable metadata.json file. The parse error: %s", m.Name, message)
	p := m.report(BadMetadata, span, HidesModule, text)
	p.Document = err
	// Puppet 7 continues without metadata. In Puppet 8, where strict is error, the module does not
	// exist, but an empty file is accepted.
	p.Puppet7.Effect = Warns
	if empty {
		p.Puppet8 = Outcome{}
	}
}

func (m *Module) missing(name string, span source.Span) {
	p := m.report(MissingMetadata, span, HidesModule, fmt.Sprintf("No %s module metadata provided for %s", name, m.Name))
	p.Name, p.Known = name, required
}

func (m *Module) checkHash(v *data.Value) {
	open := source.Span{Start: v.Node().Span.Start, End: v.Node().Span.Start + 1}
	if name, ok := v.Get("name"); ok && !name.IsFalsy() && name.Kind() != data.String {
		m.report(BadModuleName, name.Node().Span, Fails, "")
		return
	}
	for _, key := range required {
		value, ok := v.Get(key)
		if !ok || value.IsUndef() {
			span := open
			if ok {
				span = value.Node().Span
			}
			m.missing(key, span)
			return
		}
		if key == "dependencies" {
			m.checkDependencies(value)
		}
	}
}

func (m *Module) checkDependencies(list *data.Value) {
	if list.Kind() != data.Array {
		m.report(BadDependencies, list.Node().Span, HidesModule,
			fmt.Sprintf("The value for the key dependencies in the file metadata.json of the module %s must be an array, not: '%s'", m.Name, rubytext.ToS(list)))
		return
	}
	for _, item := range list.Items() {
		ok := item.Kind() == data.Hash
		if ok {
			name, given := item.Get("name")
			ok = !given || name.IsUndef() || name.Kind() == data.String
		}
		if !ok {
			m.report(BadDependency, item.Node().Span, Fails, "")
			return
		}
	}
}
