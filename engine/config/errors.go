package config

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// Error is an error that Puppet raises about a hiera.yaml.
type Error struct {
	// Text is Puppet's error message, or Ruby's if Puppet crashes.
	Text string
	// Class is the Ruby class of the error.
	Class string
	// Issue reports that the error has an issue code in Puppet. In the global layer, users see
	// errors without one as `Lookup of key 'lookup_options' failed: …`.
	Issue bool
	Stage Stage
	// Problems lists the causes. There are several if the type check finds several mismatches.
	Problems []*Problem
}

// Error returns Puppet's message.
func (e *Error) Error() string { return e.Text }

// Err returns the error with which Puppet of the given major version fails when it uses the file:
// the first problem in the order of Puppet's checks, or nil if Puppet accepts the file. 9 means
// OpenVox 9.
//
// Versions only differ in their default of the setting `strict`: with strict = error, Puppet 7
// behaves like Puppet 8, and with any other value, Puppet 8 behaves like Puppet 7.
//
// Errors of stage AtUse do not depend on facts. With facts, an earlier level may fail first because
// of a variable.
func (c *Config) Err(puppetVersion int) *Error {
	for _, k := range c.checks {
		out := k.outcome(puppetVersion)
		if out.Effect != Fails {
			continue
		}
		if puppetVersion >= 9 {
			out.Text = strings.Replace(out.Text, "is reserved by Puppet", "is reserved by OpenVox", 1)
		}
		return &Error{Text: out.Text, Class: k.class, Issue: k.issue, Stage: k.stage, Problems: k.problems}
	}
	return nil
}

// Warnings returns what Puppet of the given major version logs about the file before its first
// error, in order. Deprecations are included unless the setting strict is off.
func (c *Config) Warnings(puppetVersion int, deprecations bool) []string {
	var texts []string
	for _, k := range c.checks {
		switch out := k.outcome(puppetVersion); {
		case out.Effect == Fails:
			return texts
		case out.Effect == Warns && (deprecations || !k.deprecation):
			texts = append(texts, out.Text)
		}
	}
	return texts
}

// Ignored reports that Puppet behaves as if the file did not exist. This applies to version 3 in an
// environment or module, unless Puppet fails (see Err).
func (c *Config) Ignored() bool { return c.Version == 3 && c.Layer != Global }

// HasClearLevels reports whether the levels are what the author meant, although Puppet may reject
// the file: its problems are outside of the levels, or do not change what a level reads.
func (c *Config) HasClearLevels() bool {
	return len(c.Hierarchy) > 0 && !slices.ContainsFunc(c.Problems, c.isObscuredBy)
}

// isObscuredBy reports whether Puppet rejects the file because of a problem, and levels may be
// meant differently than they are read.
func (c *Config) isObscuredBy(p *Problem) bool {
	if p.Puppet7.Effect != Fails && p.Puppet8.Effect != Fails {
		return false
	}
	switch p.Code {
	case DuplicateName, SeveralFunctions, ReservedOption, DefaultHierarchyNotInModule:
		return false
	case UnknownKey:
		return p.Place.Key != ""
	case WrongType:
		return !c.isClearValue(p)
	case MissingKey:
		return c.Version != 5 || p.Name != keyName
	case SeveralLocations:
		return slices.ContainsFunc(p.Known, func(key string) bool { return locationKinds[key] != locationKinds[p.Known[0]] })
	case NoFunctionGiven:
		return slices.ContainsFunc(c.Hierarchy, func(l *Level) bool { return l.Function.Inherited && !l.isPlainYAML() })
	}
	return true
}

// isClearValue reports whether a value of the wrong type does not change what a level reads, or
// clearly names locations, such as `path: [common.yaml]`.
func (c *Config) isClearValue(p *Problem) bool {
	switch p.Place.Key {
	case "", keyVersion, keyMergeBehavior, keyDeepMergeOptions:
		return true
	}
	if c.Version != 5 || !(Place{Key: p.Place.Parent}).InHierarchy() || p.Place.Element {
		return false
	}
	switch p.Place.Key {
	case keyName:
		return true
	case keyOptions:
		return p.Value.IsUndef()
	case keyPath, keyPaths, keyGlob, keyGlobs, keyURI, keyURIs:
		return isText(p.Value) || p.Value.Len() > 0 && p.Value.Kind() == data.Array && lists.All(p.Value.Items(), isText)
	}
	return false
}

// isPlainYAML reports whether a level has options and locations only of yaml_data.
func (l *Level) isPlainYAML() bool {
	return len(l.Locations) > 0 && l.Options == nil && !slices.ContainsFunc(l.Locations, func(location Location) bool {
		return !strings.HasSuffix(location.Text, ".yaml") && !strings.HasSuffix(location.Text, ".yml")
	})
}
