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

// Hierarchy is the configuration of a layer as it is for one node: its tokens replaced, its files found.
type Hierarchy struct {
	Levels []Level
	// Defaults are the levels of the default_hierarchy.
	Defaults []Level
	Err      *outcome.Error
	// Record is what replacing the tokens yielded.
	Record invocation.Record
}

// Level is one level of a hierarchy for one node.
type Level struct {
	Layer  *Layer
	Config *config.Level
	// Options are those of hiera.yaml with tokens replaced; nil when there are none.
	Options *data.Value
	// Locations are where the level looks. Located reports that it has a location key at all.
	Locations []Location
	Located   bool

	datadir string
}

// Location is a path or URI of a level for one node.
type Location struct {
	Original string // as in hiera.yaml
	Text     string // with tokens replaced, below the datadir
	URI      bool
	Exists   bool
	Unknown  *outcome.Unknown // why the location is unknown: a variable in it is
}

// IsHiera3 reports whether the level is one of a version 3 configuration.
func (l *Level) IsHiera3() bool { return l.Layer.Config.Version == 3 }

// IsEmpty reports whether there is nothing at a location of the level. elsewhere is that of the scope.
func (l *Level) IsEmpty(at *Location, elsewhere bool) bool {
	if at.Unknown != nil {
		return elsewhere
	}
	// Backends for Hiera 3 look for their files themselves.
	return !at.Exists && l.Config.Function.Kind != config.Hiera3Backend
}

// ExplainedName is the name of the level in an explanation.
func (l *Level) ExplainedName() string {
	if l.Config.Function.Kind == config.V4DataHash {
		return `Deprecated API function "` + l.Config.Function.Name + `"`
	}
	return `Hierarchy entry "` + l.Config.Name + `"`
}

// Resolve makes the hierarchy of the layer for a node. hiera3 says that variables are read as classic
// Hiera does. Nothing of it is explained, and no search that leads to it matters.
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

// resolver resolves levels of the layer for a node; what that yields goes into record.
func (l *Layer) resolver(s *scope.Scope, hiera3 bool, record *invocation.Record) *resolver {
	return newResolver(&invocation.Invocation{
		Context: context.Background(), Shared: l.all.options.Shared, Scope: s, Budget: new(budget.Lookup),
		Record: record, Hiera3: invocation.Hiera3{Scope: hiera3},
	}, l)
}

// isBefore reports whether Puppet reaches err, which depends on the node, before it reaches other.
func isBefore(err, other *outcome.Error) bool {
	return err != nil && err.Node != nil && other.Node != nil && err.Node.Span.Start < other.Node.Span.Start
}

// variableError adds the place in hiera.yaml to the error about an undefined variable.
func (l *Layer) variableError(err *outcome.Error) *outcome.Error {
	name, _, _ := strings.Cut(err.Name, "'") // the regular expression that Puppet finds it with ends here
	if err.Cause != outcome.UndefinedVariable || name == "" {
		return err
	}
	e := outcome.IssueError(fmt.Sprintf("Undefined variable '%s'%s", name, l.place(name)))
	e.Node = err.Node
	return e
}

// place is ` (file: …, line: N)` for the first line of hiera.yaml with the variable as a whole
// token; without one there is only the file.
func (l *Layer) place(variable string) string {
	re, err := regexp.Compile(`%\{['"]?` + regexp.QuoteMeta(variable) + `['"]?\}`)
	if err != nil || l.Config.Doc == nil {
		return ""
	}
	for i, line := range strings.Split(string(l.Config.Doc.File.Text), "\n") {
		if re.MatchString(withoutComment(line)) {
			return fmt.Sprintf(" (file: %s, line: %d)", l.ConfigPath, i+1)
		}
	}
	return fmt.Sprintf(" (file: %s)", l.ConfigPath)
}

// withoutComment is line up to its first #, quoted or not, as Puppet looks for a line.
func withoutComment(line string) string {
	text, _, _ := strings.Cut(line, "#")
	return text
}
