package config

import "strings"

// Error is an error of Puppet about a hiera.yaml.
type Error struct {
	// Text is what Puppet says, word for word. Where Puppet crashes it is Ruby's text.
	Text string
	// Class is the Ruby class of the error.
	Class string
	// Issue means that the error has an issue code in Puppet. Errors without one that arise in
	// the global layer reach the user as `Lookup of key 'lookup_options' failed: …`.
	Issue bool
	Stage Stage
	// Problems are what it is about: several when the type check finds several mismatches.
	Problems []*Problem
}

// Error is Puppet's text.
func (e *Error) Error() string { return e.Text }

// Err is what Puppet of the given major version fails with when it uses the file: the first
// problem in the order in which Puppet checks, or nil when it accepts the file. 9 is OpenVox 9.
//
// Versions differ only because their default of the setting `strict` does: with strict = error
// Puppet 7 does what 8 does, with any other value Puppet 8 does what 7 does.
//
// Errors of the stage AtUse are those that come whatever the facts. With facts, an earlier level
// may fail first because of a variable.
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

// Warnings are what Puppet of the given major version logs about the file, in order, up to its
// first error. Deprecations are among them unless the setting strict is off.
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

// Ignored means that Puppet does as if there were no such file: version 3 in an environment or
// module, where it does not fail (see Err).
func (c *Config) Ignored() bool { return c.Version == 3 && c.Layer != Global }
