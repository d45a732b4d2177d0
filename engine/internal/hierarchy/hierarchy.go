package hierarchy

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Hierarchy is the hierarchy of a layer for one node, with its tokens interpolated and its files
// found.
type Hierarchy struct {
	Levels []Level
	// Defaults are the levels of the default_hierarchy.
	Defaults []Level
	Err      *outcome.Error
	// Record contains the variables read, warnings, and so on of the interpolation.
	Record invocation.Record
}

// Level is a level of a hierarchy for one node.
type Level struct {
	Layer  *Layer
	Config *config.Level
	// Options are the interpolated options from hiera.yaml; nil if there are none.
	Options *data.Value
	// Locations are the places that the level searches. Located reports whether it has a location
	// key.
	Locations []Location
	Located   bool

	datadir string
}

// Location is a path or URI of a level for one node.
type Location struct {
	Original string // as in hiera.yaml
	Text     string // interpolated, relative to the datadir
	URI      bool
	Exists   bool
	Unknown  *outcome.Unknown // set if the location contains an unknown variable
}

// IsHiera3 reports whether the level belongs to a version 3 configuration.
func (l *Level) IsHiera3() bool { return l.Layer.Config.Version == 3 }

// IsEmpty reports whether a location of the level certainly provides no data. elsewhere is the
// scope's NoFileForUnknown.
func (l *Level) IsEmpty(at *Location, elsewhere bool) bool {
	if at.Unknown != nil {
		return elsewhere
	}
	// Hiera 3 backends find their files themselves.
	return !at.Exists && l.Config.Function.Kind != config.Hiera3Backend
}

// ExplainedName returns the name of the level in an explanation.
func (l *Level) ExplainedName() string {
	if l.Config.Function.Kind == config.V4DataHash {
		return `Deprecated API function "` + l.Config.Function.Name + `"`
	}
	return `Hierarchy entry "` + l.Config.Name + `"`
}

// Resolve returns the hierarchy of the layer for a node. hiera3 makes it read variables as classic
// Hiera does. Nothing is added to an explanation.
func (l *Layer) Resolve(s *scope.Scope, hiera3 bool) *Hierarchy {
	h := &Hierarchy{Record: invocation.Record{Traced: true}}
	r := l.resolver(s, hiera3, &h.Record)
	if h.Levels, h.Err = r.levels(l.Config.Hierarchy); h.Err == nil {
		h.Defaults, h.Err = r.levels(l.Config.DefaultHierarchy)
	}
	if h.Err != nil {
		h.Err = l.variableError(h.Err)
	}
	if l.useErr != nil && !isBefore(h.Err, l.useErr) {
		h.Err = l.useErr
	}
	return h
}

// resolver returns a resolver of the layer's levels for a node, which writes to record.
func (l *Layer) resolver(s *scope.Scope, hiera3 bool, record *invocation.Record) *resolver {
	return newResolver(&invocation.Invocation{
		Context: context.Background(), Shared: l.all.options.Shared, Scope: s, Budget: new(budget.Lookup),
		Record: record, Hiera3: invocation.Hiera3{Scope: hiera3},
	}, l)
}

// isBefore reports whether Puppet raises err, which depends on the node, before it raises other.
func isBefore(err, other *outcome.Error) bool {
	return err != nil && err.Node != nil && other.Node != nil && err.Node.Span.Start < other.Node.Span.Start
}

// variableError adds the position in hiera.yaml to an error about an undefined variable.
func (l *Layer) variableError(err *outcome.Error) *outcome.Error {
	name, _, _ := strings.Cut(err.Name, "'") // Puppet's regular expression stops here
	if err.Cause != outcome.UndefinedVariable || name == "" {
		return err
	}
	e := outcome.IssueError(fmt.Sprintf("Undefined variable '%s'%s", name, l.place(name)))
	e.Node = err.Node
	return e
}

// place returns ` (file: …, line: N)` for the first line of hiera.yaml that contains the variable
// as a whole token, or only the file if there is none.
func (l *Layer) place(variable string) string {
	re, err := regexp.Compile(`%\{['"]?` + regexp.QuoteMeta(variable) + `['"]?\}`)
	if err != nil || l.Config.Doc == nil {
		return ""
	}
	for i, line := range strings.Split(string(l.Config.Doc.File.Text), "\n") {
		text, _, _ := strings.Cut(line, "#") // even a quoted one, as in Puppet
		if re.MatchString(text) {
			return fmt.Sprintf(" (file: %s, line: %d)", l.ConfigPath, i+1)
		}
	}
	return fmt.Sprintf(" (file: %s)", l.ConfigPath)
}
