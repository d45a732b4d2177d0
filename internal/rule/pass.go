package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/visible"
)

// Pass is the run of one rule on one subject of any scope. It provides the rule's input and
// options, and collects its findings. It must not be kept after the run.
type Pass struct {
	*Site

	rule   *Rule
	chosen OptionValues
	source *source.File // the default file of findings; nil if the subject is not a file
	report func(diagnostic.Diagnostic)
}

// Report records a finding. It sets the rule, the kind, and its severity and the file of the subject if they
// are missing, derives the help from what was meant, and escapes control characters in texts quoted from the tree.
func (p *Pass) Report(d diagnostic.Diagnostic) {
	d.Rule = p.rule.Descriptor()
	d.Severity = cmp.Or(d.Severity, p.rule.Severity)
	d.File = cmp.Or(d.File, p.source)
	if d.Meant != "" {
		d.Help = nearest.Question(Shown(d.Meant))
	}
	d.Message, d.Detail, d.Help = visible.Text(d.Message), visible.Text(d.Detail), visible.Text(d.Help)
	for i := range d.Related {
		d.Related[i].Message = visible.Text(d.Related[i].Message)
	}
	for i := range d.Fixes {
		d.Fixes[i].Message = visible.Text(d.Fixes[i].Message)
	}
	d.Kind = kindOf(d.Message, d.Help)
	d.Fixes = slices.DeleteFunc(d.Fixes, func(f diagnostic.Fix) bool { return slices.ContainsFunc(f.Edits, p.isInHOCON) })
	p.report(d)
}

// kindOf returns the texts of a finding without their code and numbers.
func kindOf(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		for part, isCode := range diagnostic.Segments(text) {
			if isCode {
				part = "0"
			}
			withoutNumbers(&b, part)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// withoutNumbers writes a text with 0 for each number.
func withoutNumbers(b *strings.Builder, text string) {
	isInNumber := false
	for i := range len(text) {
		wasInNumber := isInNumber
		if isInNumber = ascii.IsDigit(text[i]); !isInNumber {
			b.WriteByte(text[i])
		} else if !wasInNumber {
			b.WriteByte('0')
		}
	}
}

// isInHOCON reports whether an edit changes a HOCON file. Fixes support only YAML and JSON.
func (p *Pass) isInHOCON(e diagnostic.TextEdit) bool { return p.hoconFiles()[e.File] }

// hoconFiles returns the HOCON files of the project.
func (s *Site) hoconFiles() map[*source.File]bool {
	type key struct{}
	return Once(s, key{}, func() map[*source.File]bool {
		files := map[*source.File]bool{}
		for _, f := range s.Project.Files {
			if f.Doc.Format == data.HOCON {
				files[f.Doc.File] = true
			}
		}
		return files
	})
}

// Source returns the data file or hiera.yaml; nil in other scopes.
func (p *Pass) Source() *source.File { return p.source }

// FilePass is the run of a rule on a data file.
type FilePass struct {
	*Pass
	File *project.File

	contents *contents
}

// Doc returns the data file.
func (p *FilePass) Doc() *data.Document { return p.File.Doc }

// ConfigPass is the run of a rule on a hiera.yaml.
type ConfigPass struct {
	*Pass
	// Root is the hierarchy.
	Root *project.Root
}

// Config returns the hiera.yaml.
func (p *ConfigPass) Config() *config.Config { return p.Root.Config }

// ProjectPass is the run of a rule on the whole project.
type ProjectPass struct{ *Pass }

// KeyPass is the run of a rule on a key.
type KeyPass struct {
	*Pass
	// Key is the key, with its values on each distinct kind of node.
	Key *nodes.Key
}

// Code returns the code of the key's environment; nil if it was not read.
func (p *KeyPass) Code() *manifest.Index { return p.CodeOf[p.Key.Fleet.Project] }

// HygienePass is the run of a rule on hieralint's own comments and configuration.
type HygienePass struct {
	*Pass
	*Housekeeping
}

// Option is an option of a rule.
type Option struct {
	// Name is the name in the configuration: words joined by underscores.
	Name string
	// Doc describes the option in one sentence without a full stop, in Markdown.
	Doc string
	// Default is the default value. Its type is the type of the option: bool, or []string for a
	// list.
	Default any
	// Choices lists the strings that a list may contain; if empty, any string is allowed.
	Choices []string
}

// OptionValues holds the options of one rule that the configuration sets, by name.
type OptionValues map[string]any

// Option returns the option with that name; nil if there is none.
func (r *Rule) Option(name string) *Option {
	i := slices.IndexFunc(r.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Options[i]
}

// Flag returns the value of a boolean option.
func (p *Pass) Flag(name string) bool { return p.option(name).(bool) }

// List returns the value of a list option.
func (p *Pass) List(name string) []string { return p.option(name).([]string) }

// option returns the value of an option, which the rule must have.
func (p *Pass) option(name string) any {
	if value, ok := p.chosen[name]; ok {
		return value
	}
	return p.rule.Option(name).Default
}
