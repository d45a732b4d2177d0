package outcome

import (
	"errors"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
)

// From converts err to an *Error. Errors of lower-level packages already have Puppet's messages;
// From adds their Ruby classes.
func From(err error) *Error {
	var (
		own      *Error
		mismatch *key.MismatchError
		syntax   *key.SyntaxError
		merging  *merge.Error
		options  *lookupoptions.Error
		conf     *config.Error
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &mismatch):
		e := Errorf("%s", mismatch.Error()).WithCause(WrongSubKey)
		// Integer and Symbol support [] in Ruby, so they pass Puppet's check.
		if k := mismatch.Value.Kind(); k == data.Integer || k == data.Symbol {
			e.Class, e.Crash = ClassNoMethod, true
		}
		return e.WithNode(mismatch.Value.Node())
	case errors.As(err, &syntax):
		if syntax.Number != "" {
			return Crashf(ClassNoMethod, "undefined method `index' for %s:Integer", syntax.Number).WithCause(BadToken)
		}
		return Errorf("%s", syntax.Error()).WithCause(BadToken)
	case errors.As(err, &merging):
		return &Error{Class: string(merging.Class), Cause: BadMerge, Message: merging.Message}
	case errors.As(err, &options):
		if options.Crash != "" {
			return Crashf(options.Crash, "%s", options.Message).WithCause(BadOptions).WithNode(options.Node)
		}
		cause := BadOptions
		if options.IsOwn {
			cause = TooMuch
		}
		return Errorf("%s", options.Message).WithCause(cause).WithNode(options.Node)
	case errors.As(err, &conf):
		e := &Error{Class: conf.Class, Cause: BadConfig, Message: conf.Text, Issue: conf.Issue}
		e.Crash = !e.IsPuppet()
		for _, p := range conf.Problems {
			e = e.WithNode(p.Node)
		}
		return e
	}
	return &Error{Class: ClassPuppet, Message: err.Error()}
}
